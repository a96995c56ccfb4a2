//! Parses the record of a page: one string with head, operations, strings and registry
//! (docs/record.md). Invalid input results in an incomplete record, never in an error.

mod head;

pub use axlens_protocol::wire::record_format::{Fact, Flag, ListStyle, PseudoBlock};
pub use head::Head;

use crate::pace::{Pace, at_once};
use axlens_protocol::wire::record_format::{OperationCode, SECTION_SEPARATOR, STRING_SEPARATOR};

/// Number of bytes that are searched in the time of a step.
const BYTES_PER_STEP: usize = 1_024;

/// A parsed record.
#[derive(Debug, Clone, Default)]
pub struct Record<'r> {
    /// Facts about the document.
    pub head: Head,
    /// Decimal integers separated by commas.
    ints: &'r str,
    /// The strings of the record.
    pub strings: Vec<&'r str>,
    /// The text of the last registry.
    pub registry: &'r str,
}

impl<'r> Record<'r> {
    /// Parses a record. Missing parts are empty.
    pub fn parse(text: &'r str) -> Record<'r> {
        at_once(async |pace| Record::parse_in(text, pace).await)
    }

    /// The same, in portions.
    pub async fn parse_in(text: &'r str, pace: &Pace) -> Record<'r> {
        let mut rest = text;
        let mut parts = [""; 4];
        for part in &mut parts[..3] {
            let end = find(rest.as_bytes(), SECTION_SEPARATOR as u8, pace).await;
            (*part, rest) = end.map_or((rest, ""), |end| (&rest[..end], &rest[end + 1..]));
        }
        let [head, ints, strings, _] = parts;
        let mut list = Vec::new();
        if !strings.is_empty() {
            for string in strings.split(STRING_SEPARATOR) {
                pace.steps(1 + string.len() / BYTES_PER_STEP).await;
                list.push(string);
            }
        }
        Record {
            head: Head::parse(head),
            ints,
            strings: list,
            registry: rest,
        }
    }

    /// The operations, up to the first invalid one.
    pub fn operations(&self) -> Operations<'r> {
        Operations {
            rest: self.ints.as_bytes(),
            pairs: 0,
        }
    }

    /// Its length in bytes, without head and registry.
    pub fn length(&self) -> usize {
        let strings: usize = self.strings.iter().map(|string| string.len() + 1).sum();
        self.ints.len() + strings
    }

    /// The string with an index; empty if there is none.
    pub fn string(&self, number: i64) -> &'r str {
        usize::try_from(number)
            .ok()
            .and_then(|number| self.strings.get(number))
            .copied()
            .unwrap_or("")
    }
}

/// The first position of a byte. Both separators are ASCII, so both sides are valid UTF-8.
async fn find(bytes: &[u8], mark: u8, pace: &Pace) -> Option<usize> {
    let size = 64 * BYTES_PER_STEP;
    for (place, chunk) in bytes.chunks(size).enumerate() {
        pace.steps(chunk.len() / BYTES_PER_STEP).await;
        // `contains` is several times faster than a loop over bytes.
        if chunk.contains(&mark) {
            return chunk
                .iter()
                .position(|byte| *byte == mark)
                .map(|within| place * size + within);
        }
    }
    None
}

/// An operation of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Closes the innermost open element or shadow root.
    Close,
    /// Opens an element; its `Pair`s follow.
    Open {
        /// Its node id.
        node: u32,
        /// String index of its local name.
        tag: i64,
        /// Flags (docs/record.md).
        flags: u32,
    },
    /// An attribute (`key ≥ 0`) or a fact (`key < 0`) of the element opened last.
    Pair {
        /// String index of the attribute's name, or the fact.
        key: i64,
        /// String index, or a number.
        value: i64,
    },
    /// A text node.
    Text {
        /// String index of its data.
        string: i64,
    },
    /// Opens a shadow root of the innermost open element.
    ShadowRoot {
        /// 1 open, 2 closed, 3 user agent; +4 if slots are assigned by script.
        mode: i64,
    },
}

/// Iterator over the operations.
#[derive(Debug, Clone)]
pub struct Operations<'r> {
    rest: &'r [u8],
    pairs: i64,
}

impl Operations<'_> {
    /// The next number; `None` at the end and for anything else.
    fn number(&mut self) -> Option<i64> {
        let (negative, digits) = match self.rest {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let length = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        // Valid numbers have fewer digits.
        if length == 0 || length > 18 {
            self.rest = &[];
            return None;
        }
        let value = digits[..length]
            .iter()
            .fold(0i64, |value, byte| value * 10 + i64::from(byte - b'0'));
        self.rest = match &digits[length..] {
            [b',', rest @ ..] => rest,
            _ => &[],
        };
        Some(if negative { -value } else { value })
    }
}

impl Iterator for Operations<'_> {
    type Item = Operation;

    fn next(&mut self) -> Option<Operation> {
        if self.pairs > 0 {
            self.pairs -= 1;
            let (key, value) = (self.number()?, self.number()?);
            return Some(Operation::Pair { key, value });
        }
        match OperationCode::from_number(self.number()?) {
            Some(OperationCode::Close) => Some(Operation::Close),
            Some(OperationCode::Open) => {
                let (node, tag, flags) = (self.number()?, self.number()?, self.number()?);
                self.pairs = self.number()?;
                let node = u32::try_from(node).unwrap_or(0);
                let flags = u32::try_from(flags).unwrap_or(0);
                Some(Operation::Open { node, tag, flags })
            }
            Some(OperationCode::Text) => Some(Operation::Text {
                string: self.number()?,
            }),
            Some(OperationCode::ShadowRoot) => Some(Operation::ShadowRoot {
                mode: self.number()?,
            }),
            None => {
                self.rest = &[];
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_split_into_its_parts() {
        let record = Record::parse(
            "{\"url\":\"u\",\"world\":7,\"target\":[3]}\u{1d}1,5,0,4,1,1,-2,2,2,0\u{1d}html\u{1e}id\u{1e}x\u{1d}reg",
        );
        assert_eq!((record.head.url.as_str(), record.head.world), ("u", 7));
        assert_eq!(record.strings, ["html", "id", "x"]);
        assert_eq!(record.registry, "reg");
        assert_eq!(
            record.operations().collect::<Vec<_>>(),
            [
                Operation::Open {
                    node: 5,
                    tag: 0,
                    flags: 4
                },
                Operation::Pair { key: 1, value: -2 },
                Operation::Text { string: 2 },
                Operation::Close,
            ],
        );
    }

    #[test]
    fn invalid_records_are_incomplete() {
        for text in [
            "",
            "\u{1d}",
            "{",
            "{}\u{1d}1,1",
            "{}\u{1d}1,1,0,4,99999999999999999,1",
            "[]\u{1d}9,9\u{1d}a",
        ] {
            assert!(Record::parse(text).operations().count() < 3, "{text:?}");
        }
    }
}
