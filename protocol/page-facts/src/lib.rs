//! Facts about a page besides its elements: its requests, errors and downloads. From the result of
//! the extension to the answer of agents, and from the answer to its text. Pure Rust, used by the
//! server and by the DevTools panel, so that both list the same.
//!
//! | module | contents |
//! |---|---|
//! | [`errors`], [`network`], [`downloads`] | the answer and its text |
//! | [`tab_list`] | what their texts have in common |
//! | [`line_parts`] | URLs, file names and kinds of requests on a line |

pub mod downloads;
pub mod errors;
mod frame_lists;
pub mod line_parts;
pub mod network;
pub mod page_tools;
pub mod tab_list;
