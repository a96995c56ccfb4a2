//! Public libraries and editors, acted on as an agent does it. What each holds afterwards is read
//! from its own API. The table of docs/acting.md is made of what came: `AXLENS_UPDATE=1` writes it
//! anew.

mod acted_on;
mod came;
mod editors;
mod kits;
mod own_widgets;
mod page;
mod table;
