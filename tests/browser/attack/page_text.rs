//! What a page can do with files, dialogs, its tools for agents and the names of downloads.
//! `safety::hostile` has its title, address, names and values.

pub mod dialogs;
pub mod downloads;
pub mod page_tools;
pub mod pdf;
