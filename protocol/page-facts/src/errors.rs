//! The errors of a tab, as `/errors` lists them.

mod answer;
mod text;

pub use answer::answer;
pub use text::{list, text};
