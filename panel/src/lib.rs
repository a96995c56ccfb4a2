//! The DevTools panel: the page in the inspected tab as agents see it, and the lists of its errors,
//! requests and downloads. It renders its texts from the same answers as the server, with the same
//! functions.
//!
//! | module | contents |
//! |---|---|
//! | [`reading`] | the page of an answer |
//! | [`view`] | the text of a page, by line |
//! | [`list_view`] | the lists of errors, requests, downloads and page tools |
//! | [`element`] | the element of a line |
//! | [`virtual_list`] | which lines of a long text are drawn |
//! | [`search`] | search in the text |
//! | [`registry`] | the uids of each document |
//! | [`comparison`] | the differences between two readings |
//! | [`token_estimate`] | an estimate of a text's tokens |
//! | [`explained`] | an explanation as a list |
//! | [`lookup`] | single elements of a page, for the side bar and the console |
//! | [`messages`] | messages to and from the worker |
//! | [`model`] | the panel's state, and the effects of each event |
//!
//! Only `web` uses a document, a port and a clock; all other modules are pure.

pub mod comparison;
pub mod element;
pub mod explained;
pub mod list_view;
pub mod lookup;
pub mod messages;
pub mod model;
pub mod reading;
pub mod registry;
pub mod search;
pub mod token_estimate;
pub mod view;
pub mod virtual_list;
#[cfg(target_arch = "wasm32")]
pub mod web;
