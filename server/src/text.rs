//! Answers as text for the command line and MCP, hints in the language of each interface, and the
//! number of tokens of a text.

pub mod answer_text;
pub mod interface;
pub mod tokens;
