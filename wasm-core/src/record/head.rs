//! The head of a record: facts about the document, as a flat JSON object (docs/record.md). It has
//! its own parser, because a library would make the module forty kilobytes larger.

use crate::digits;
use axlens_snapshot::tree::ReadyState;

/// Facts about the document. Source: docs/record.md.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// Address of the document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The document's `readyState`.
    pub ready: ReadyState,
    /// Random number that is created with the document's registry.
    pub world: u64,
    /// Node id of the focused element, 0 for none.
    pub focused: u32,
    /// Width and height of the viewport, rounded.
    pub viewport: [i64; 2],
    /// Scroll position x, y, and scrollable width and height, rounded.
    pub scroll: [i64; 4],
    /// Whether the page changed during three consecutive reads.
    pub page_moved: bool,
    /// Number of recorded elements.
    pub elements: u32,
    /// Size in bytes of a list of all elements with tag, attributes and box.
    pub query_dom_bytes: u64,
    /// This window's index in its parent's `window.frames`; −1 if it is not there.
    pub index: i32,
    /// Node ids of the elements that the query's scope selected.
    pub target: Option<Vec<u32>>,
    /// Whether only frames need selectors.
    pub plain: bool,
    /// Whether the targets are nodes of the tree even if snapshots do not include them.
    pub include_targets: bool,
    /// The visible text of the targets, instead of `target`.
    pub text: Option<String>,
    /// Node id of the element that contains the targets; 0 for the document.
    pub within: u32,
}

impl Head {
    /// Parses a head. An invalid one results in the default.
    pub fn parse(text: &str) -> Head {
        HeadParser(text).head().unwrap_or_default()
    }

    fn set(&mut self, field: &str, value: Value) {
        match (field, value) {
            ("url", Value::Text(text)) => self.url = text,
            ("title", Value::Text(text)) => self.title = text,
            ("ready", Value::Text(text)) => self.ready = ReadyState::parse(&text),
            ("pageMoved", Value::Boolean(page_moved)) => self.page_moved = page_moved,
            ("plain", Value::Boolean(plain)) => self.plain = plain,
            ("includeTargets", Value::Boolean(include)) => self.include_targets = include,
            ("text", Value::Text(text)) => self.text = Some(text),
            ("within", Value::Number(number)) => self.within = limited(number),
            ("world", Value::Number(number)) => self.world = limited(number),
            ("focused", Value::Number(number)) => self.focused = limited(number),
            ("elements", Value::Number(number)) => self.elements = limited(number),
            ("queryDomBytes", Value::Number(number)) => self.query_dom_bytes = limited(number),
            ("index", Value::Number(number)) => self.index = limited(number),
            ("viewport", Value::Numbers(numbers)) => fill(&mut self.viewport, &numbers),
            ("scroll", Value::Numbers(numbers)) => fill(&mut self.scroll, &numbers),
            ("target", Value::Numbers(numbers)) => {
                self.target = Some(numbers.into_iter().map(limited).collect());
            }
            _ => {}
        }
    }
}

/// Converts a number to another width; 0 if it does not fit.
fn limited<T: TryFrom<i64> + Default>(number: i64) -> T {
    T::try_from(number).unwrap_or_default()
}

fn fill(lengths: &mut [i64], numbers: &[i64]) {
    for (length, number) in lengths.iter_mut().zip(numbers) {
        *length = *number;
    }
}

/// The value of a field of the head.
enum Value {
    Text(String),
    Number(i64),
    Numbers(Vec<i64>),
    Boolean(bool),
    Null,
}

/// A parser for the output of `JSON.stringify`, which has no whitespace. It holds the remaining
/// text.
struct HeadParser<'t>(&'t str);

impl HeadParser<'_> {
    fn head(&mut self) -> Option<Head> {
        let mut head = Head::default();
        self.expect(b'{')?;
        if self.skip(b'}') {
            return Some(head);
        }
        loop {
            self.expect(b'"')?;
            let field = self.text()?;
            self.expect(b':')?;
            let value = self.value()?;
            head.set(&field, value);
            if !self.skip(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Some(head)
    }

    fn value(&mut self) -> Option<Value> {
        if self.skip(b'"') {
            return Some(Value::Text(self.text()?));
        }
        if self.skip(b'[') {
            return Some(Value::Numbers(self.numbers()?));
        }
        for (literal, value) in [
            ("true", Value::Boolean(true)),
            ("false", Value::Boolean(false)),
            ("null", Value::Null),
        ] {
            if let Some(rest) = self.0.strip_prefix(literal) {
                self.0 = rest;
                return Some(value);
            }
        }
        Some(Value::Number(self.number()?))
    }

    fn numbers(&mut self) -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        if self.skip(b']') {
            return Some(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if !self.skip(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Some(numbers)
    }

    /// Parses a number and rounds it to an integer.
    #[inline(never)]
    fn number(&mut self) -> Option<i64> {
        let negative = self.skip(b'-');
        let mut number = i64::from(self.digit()?);
        while let Some(digit) = self.digit() {
            number = number.saturating_mul(10).saturating_add(i64::from(digit));
        }
        if self.skip(b'.') {
            number = number.saturating_add(i64::from(self.digit()? >= 5));
            while self.digit().is_some() {}
        }
        // JavaScript writes powers of ten for numbers below a millionth, and for very large ones.
        if self.skip(b'e') {
            let factor = if self.skip(b'-') { 0 } else { i64::MAX };
            number = number.saturating_mul(factor);
            self.skip(b'+');
            while self.digit().is_some() {}
        }
        Some(if negative { -number } else { number })
    }

    /// Parses the rest of a string, including the quotation mark.
    #[inline(never)]
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            // Runs without escapes are copied at once.
            let end = self
                .0
                .bytes()
                .position(|byte| matches!(byte, b'"' | b'\\'))?;
            let (plain, rest) = self.0.split_at(end);
            text.push_str(plain);
            self.0 = &rest[1..];
            if rest.starts_with("\"") {
                return Some(text);
            }
            text.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let mut rest = self.0.chars();
        let character = match rest.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                // JavaScript escapes only control characters and lone surrogates this way.
                let code = digits::parse_hex(rest.as_str().get(..4)?)?;
                rest = rest.as_str()[4..].chars();
                char::from_u32(code as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            character => character,
        };
        self.0 = rest.as_str();
        Some(character)
    }

    fn digit(&mut self) -> Option<u8> {
        let digit = self.0.bytes().next().filter(u8::is_ascii_digit)?;
        self.0 = &self.0[1..];
        Some(digit - b'0')
    }

    #[inline(never)]
    fn skip(&mut self, byte: u8) -> bool {
        let found = self.0.bytes().next() == Some(byte);
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip(byte).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, ReadyState};
    use serde_json::json;

    #[test]
    fn a_head_is_parsed() {
        let text = "q\" \\ / \n\t\r\u{8}\u{c}\u{1} 漢字 🙂 \u{2028}";
        let head = json!({
            "v": 1, "url": text, "title": "", "lang": "de", "ready": "complete", "world": 9_007_199_254_740_991_u64,
            "focused": 5, "viewport": [1280.5, 719.499_999], "scroll": [-0.5, 0, 1e21, 33_554_428], "pageMoved": true,
            "elements": 4_000_000_000_u32, "queryDomBytes": 100, "index": -1, "top": true, "target": [3, 4], "plain": true,
            "includeTargets": true, "text": "Go", "within": 9,
        });
        let read = Head::parse(&head.to_string());
        let expected = Head {
            url: text.to_owned(),
            title: String::new(),
            ready: ReadyState::Complete,
            world: 9_007_199_254_740_991,
            focused: 5,
            viewport: [1_281, 719],
            scroll: [-1, 0, i64::MAX, 33_554_428],
            page_moved: true,
            elements: 4_000_000_000,
            query_dom_bytes: 100,
            index: -1,
            target: Some(vec![3, 4]),
            plain: true,
            include_targets: true,
            text: Some("Go".to_owned()),
            within: 9,
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn unknown_fields_are_ignored_and_invalid_heads_are_empty() {
        let read = |text: &str| Head::parse(text).url;
        assert_eq!(read("{\"new\":[],\"target\":null,\"url\":\"u\"}"), "u");
        assert_eq!(Head::parse("{\"viewport\":[1e-7,2]}").viewport, [0, 2]);
        assert_eq!(read("{\"url\":\"\\ud800x\"}"), "\u{fffd}x");
        for broken in [
            "",
            "{",
            "[]",
            "{}",
            "{\"url\":\"u\"",
            "{\"url\":\"u",
            "{\"url\":\"u\\",
            "{\"url\":\"\\u12",
            "{\"url\":\"u\",",
            "{\"url\":\"u\",\"viewport\":[1.x]}",
            "{\"url\":\"u\",\"page_moved\":trie}",
            "{\"url\":\"\\uÄÄÄÄ\"}",
        ] {
            assert_eq!(Head::parse(broken), Head::default(), "{broken}");
        }
    }
}
