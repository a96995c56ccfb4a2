//! The Model Context Protocol server. Every tool is a file in [`tools`]: it parses its arguments,
//! executes the same function of [`crate::api`] as the HTTP endpoint, and answers in text.
//! Independent of the transport.

mod acting;
mod call;
mod handler;
mod page_marks;
mod progress;
mod schema;
pub mod tools;

pub use handler::{AgentSource, Handler, server_info};
