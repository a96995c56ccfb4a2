//! What holds of the texts of any page: they can be parsed, leave nothing out that they must
//! have, and follow their grammars.

mod compaction;
mod completeness;
mod filters;
mod formats;
mod grammar;
mod pages;
mod round_trip;
mod sketch;
