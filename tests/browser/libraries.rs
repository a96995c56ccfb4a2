//! Public libraries and editors, used through the endpoints. The result of each task is read with
//! the library's own API. docs/acting.md has a table of the results, which `AXLENS_UPDATE=1`
//! writes.

mod documented_table;
mod editors;
mod fixture_waits;
mod kits;
mod library_page;
mod own_widgets;
mod public_libraries;
mod task;
mod verdict;
pub mod waits;
mod waits_report;
mod web_components;
