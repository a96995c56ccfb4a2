//! The DevTools panel: the page in the inspected tab as agents see it. Its text is made by the same
//! steps as the server's, of the same answer.
//!
//! | module | what |
//! |---|---|
//! | [`reading`] | the page of one answer |
//! | [`view`] | its text, line by line |
//! | [`element`] | what is known of the element of a line |
//! | [`scrolling`] | which lines of a long text are in sight |
//! | [`search`] | a word in the text |
//! | [`registry`] | which uids there are |
//! | [`comparison`] | what changed between two readings |
//! | [`token_estimate`] | about how many tokens a text has |
//! | [`explained`] | an explanation as a list |
//! | [`lookup`] | single elements of a page, for the side bar and the console |
//! | [`messages`] | messages to and from the worker |
//! | [`model`] | the panel's state, and the effects of each event |
//!
//! These are functions of values: only `web` knows that there is a document, a port and a clock.

pub mod comparison;
pub mod element;
pub mod explained;
pub mod lookup;
pub mod messages;
pub mod model;
pub mod reading;
pub mod registry;
pub mod scrolling;
pub mod search;
pub mod token_estimate;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;
