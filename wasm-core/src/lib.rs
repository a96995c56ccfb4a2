//! The engine: from the record of a page to its accessibility tree. Only `web` uses browser APIs;
//! all other modules are pure. `understand` calls the steps in order.

pub mod assemble;
pub mod clickable;
#[cfg(test)]
mod described;
pub mod digits;
pub mod dom;
pub mod encoded_tree;
pub mod explain;
pub mod flat;
pub mod hash;
#[cfg(test)]
pub mod html;
pub mod json;
pub mod naming;
pub mod pace;
pub mod page;
pub mod record;
pub mod roles;
pub mod selectors;
pub mod states;
pub mod table;
pub mod uids;
pub mod understand;
pub mod unseen;
pub mod visibility;
#[cfg(target_arch = "wasm32")]
pub mod web;
