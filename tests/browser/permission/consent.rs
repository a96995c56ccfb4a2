//! The consent window in a real browser, with real input: allowed, denied and without an answer,
//! and what it shows. Each test has its own browser, because permissions last.

mod answers;
mod arguments;
mod denials;
mod effects;
mod ends;
mod grants;
mod input;
mod late;
mod lists;
mod loops;
mod rules;
pub mod target;
