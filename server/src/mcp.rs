//! The Model Context Protocol: what agents can ask, as tools. Each tool is an entry of one table
//! (`tools`), reads its arguments strictly (`calls`), has the same function of [`crate::api`] do
//! the work as the HTTP endpoint, and answers in text. Knows no transport.

mod calls;
mod handler;
mod page_marks;
mod progress;
pub mod tools;

pub use handler::{Asker, Handler};
