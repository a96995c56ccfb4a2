//! Parts that end, are suspended or are replaced while agents send requests, and parts of other
//! versions.

mod newer_state;
mod replaced;
mod soak;
mod versions;
