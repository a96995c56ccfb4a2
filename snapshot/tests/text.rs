//! Properties of the texts of any page: they can be parsed, are complete, and follow their
//! grammars.

mod compaction;
mod completeness;
mod filters;
mod formats;
mod grammar;
mod pages;
mod round_trip;
mod sketch;
