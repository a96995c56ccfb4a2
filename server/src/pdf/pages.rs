//! Ranges of pages, and the messages of the process that reads a file.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The pages of a request: `3`, `3-5` or `3-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRange {
    /// The first page, from 1.
    pub first: u32,
    /// The last page; `None` for the last one of the file.
    pub last: Option<u32>,
}

impl PageRange {
    /// Every page.
    pub const ALL: PageRange = PageRange {
        first: 1,
        last: None,
    };

    /// The last page of a file with `count` pages; 0 if it has none of the range.
    pub fn last_of(self, count: u32) -> u32 {
        let last = self.last.unwrap_or(count).min(count);
        if self.first > last { 0 } else { last }
    }
}

impl FromStr for PageRange {
    type Err = ();

    fn from_str(text: &str) -> Result<PageRange, ()> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(drop);
        let (first, last) = match text.split_once('-') {
            None => (number(text)?, Some(number(text)?)),
            Some((first, last)) if last.trim().is_empty() => (number(first)?, None),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        let is_valid = first > 0 && last.is_none_or(|last| last >= first);
        is_valid.then_some(PageRange { first, last }).ok_or(())
    }
}

impl Display for PageRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}-", self.first),
        }
    }
}

/// A message of the process: one line of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The number of pages of the file. It comes first.
    Pages(u32),
    /// A page of the range, in order.
    Page(PdfPage),
    /// The file needs a password. Nothing follows.
    Encrypted,
    /// It is not a valid PDF file. Nothing follows.
    Invalid,
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfPage {
    /// Its number, from 1.
    pub number: u32,
    /// Its lines.
    pub text: String,
    /// Whether it draws images.
    pub has_images: bool,
    /// Why a part of it is missing.
    pub missing: Option<Missing>,
}

/// Why a part of a page is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The parser failed.
    Failed,
    /// The text of all pages is as long as an answer may be.
    TooLong,
}
