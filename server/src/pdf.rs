//! The text of PDF files. A file can be hostile, and its parser can panic, hang or use any amount
//! of memory. So a process of its own reads it, which the server starts for one file and ends at
//! the deadline. The file reaches that process through its standard input, and is never on disk.
//!
//! | module | contents |
//! |---|---|
//! | [`reader`] | starts the process, and collects what it has read |
//! | [`process`] | what runs in the process: limits, parser, output |
//! | [`font_widths`] | repairs the widths of characters for the parser |
//! | [`layout`] | from the characters of a page to lines |
//! | [`pages`] | the messages of the process, and ranges of pages |
//! | [`text`] | the text of an answer, and its notes |

pub mod font_widths;
pub mod layout;
pub mod pages;
pub mod process;
pub mod reader;
pub mod text;

#[cfg(test)]
mod tests;
