//! Answers as text for the command line and MCP, and the number of tokens of a text.

pub mod answer_text;
pub mod tokens;
