//! The engine: from the record of a page to its accessibility tree. Pure functions of values; only `web` knows that there
//! is a browser.

pub mod dom;
pub mod explain;
pub mod flat;
#[cfg(test)]
pub mod html;
pub mod record;
pub mod selectors;
pub mod uids;
pub mod understand;
pub mod visibility;
pub mod naming;
pub mod roles;
pub mod states;
