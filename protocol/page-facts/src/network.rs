//! The requests of a tab, as `/network` lists them.

mod answer;
mod text;

pub use answer::answer;
pub use text::{list, text};
