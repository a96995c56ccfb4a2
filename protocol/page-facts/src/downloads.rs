//! The downloads of a tab, as `/downloads` lists them.

mod answer;
mod text;

pub use answer::{answer, entry};
pub use text::{danger_text, line, list, progress, text};
