//! Answers as text for the command line and MCP, hints in the language of each interface, and the
//! number of tokens of a text.

pub mod answer_text;
mod byte_pairs;
pub mod interface;
pub mod numbered_results;
pub mod outcomes;
pub mod rows;
pub mod tokens;
