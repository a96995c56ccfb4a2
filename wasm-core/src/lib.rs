//! The engine: from the record of a page to its accessibility tree. Pure functions of values; only
//! `web` knows that there is a browser.

pub mod assemble;
pub mod clickable;
#[cfg(test)]
mod described;
pub mod digits;
pub mod dom;
pub mod explain;
pub mod flat;
#[cfg(test)]
pub mod html;
pub mod json;
pub mod naming;
pub mod pace;
pub mod record;
pub mod roles;
pub mod selectors;
pub mod states;
pub mod table;
pub mod uids;
pub mod understand;
pub mod visibility;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod written;
