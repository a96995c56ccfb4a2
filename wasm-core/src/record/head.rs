//! The head of a record: what is said of the document as a whole, as a flat JSON object (docs/record.md). Read by hand: the
//! module would be forty kilobytes larger with a library's reader, most of it for what no head holds.

use std::str::Chars;

/// What is said of the document as a whole. Source: docs/record.md.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// Address of the document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Random number made with the document's registry.
    pub world: u64,
    /// Node id of the focused element, 0 for none.
    pub focused: u32,
    /// Width and height of the viewport, to the nearest whole number.
    pub viewport: [i64; 2],
    /// x, y, width and height of the scrolled extent, likewise.
    pub scroll: [i64; 4],
    /// The page changed while it was read, three times in a row.
    pub torn: bool,
    /// How many elements were met.
    pub elements: u32,
    /// Bytes of a listing of every element's tag, attributes and box.
    pub query_dom_bytes: u64,
    /// This window's index among its parent's frames, −1 when it is not there.
    pub index: i32,
    /// What the query's scope named.
    pub target: Option<Vec<u32>>,
    /// Selectors are not wanted, but those of frames.
    pub plain: bool,
}

impl Head {
    /// Reads a head. One that is broken says nothing.
    pub fn parse(text: &str) -> Head {
        Reader(text.chars()).head().unwrap_or_default()
    }

    fn set(&mut self, field: &str, value: Value) {
        match (field, value) {
            ("url", Value::Text(text)) => self.url = text,
            ("title", Value::Text(text)) => self.title = text,
            ("ready", Value::Text(text)) => self.ready = text,
            ("torn", Value::Truth(torn)) => self.torn = torn,
            ("plain", Value::Truth(plain)) => self.plain = plain,
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

/// A number as one of another width; 0 where it is none.
fn limited<T: TryFrom<i64> + Default>(number: i64) -> T {
    T::try_from(number).unwrap_or_default()
}

fn fill(lengths: &mut [i64], numbers: &[i64]) {
    for (length, number) in lengths.iter_mut().zip(numbers) {
        *length = *number;
    }
}

/// A value of a field of the head.
enum Value {
    Text(String),
    Number(i64),
    Numbers(Vec<i64>),
    Truth(bool),
    Nothing,
}

/// Reads JSON as `JSON.stringify` writes it: without white space between its parts.
struct Reader<'t>(Chars<'t>);

impl Reader<'_> {
    fn head(&mut self) -> Option<Head> {
        let mut head = Head::default();
        self.expect('{')?;
        if self.takes('}') {
            return Some(head);
        }
        loop {
            self.expect('"')?;
            let field = self.text()?;
            self.expect(':')?;
            let value = self.value()?;
            head.set(&field, value);
            if !self.takes(',') {
                break;
            }
        }
        self.expect('}')?;
        Some(head)
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.0.clone().next()? {
            '"' => {
                self.0.next();
                Value::Text(self.text()?)
            }
            '[' => {
                self.0.next();
                Value::Numbers(self.numbers()?)
            }
            't' => self.word("true", Value::Truth(true))?,
            'f' => self.word("false", Value::Truth(false))?,
            'n' => self.word("null", Value::Nothing)?,
            _ => Value::Number(self.number()?),
        })
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        self.0 = self.0.as_str().strip_prefix(word)?.chars();
        Some(value)
    }

    fn numbers(&mut self) -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        if self.takes(']') {
            return Some(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if !self.takes(',') {
                break;
            }
        }
        self.expect(']')?;
        Some(numbers)
    }

    /// The whole number nearest to a number, as near as there is one.
    fn number(&mut self) -> Option<i64> {
        let negative = self.takes('-');
        let mut number = i64::from(self.digit()?);
        while let Some(digit) = self.digit() {
            number = number.saturating_mul(10).saturating_add(i64::from(digit));
        }
        if self.takes('.') {
            number = number.saturating_add(i64::from(self.digit()? >= 5));
            while self.digit().is_some() {}
        }
        // Scripts write powers of ten where a number is below a millionth, or has more digits than any of ours.
        if self.takes('e') {
            number = match self.takes('-') {
                true => 0,
                false => number.saturating_mul(i64::MAX),
            };
            self.takes('+');
            while self.digit().is_some() {}
        }
        Some(if negative { -number } else { number })
    }

    /// The rest of a string, up to and with the quotation mark.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            // What needs no look is taken whole.
            let rest = self.0.as_str();
            let end = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\'))?;
            text.push_str(&rest[..end]);
            self.0 = rest[end..].chars();
            if self.0.next()? == '"' {
                return Some(text);
            }
            text.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.0.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => self.unit()?,
            character => character,
        })
    }

    /// A character by its code unit. Scripts write only controls and lone surrogates so; the latter stand for nothing.
    fn unit(&mut self) -> Option<char> {
        let rest = self.0.as_str();
        let code = u32::from_str_radix(rest.get(..4)?, 16).ok()?;
        self.0 = rest[4..].chars();
        Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn digit(&mut self) -> Option<u32> {
        let digit = self.0.clone().next()?.to_digit(10)?;
        self.0.next();
        Some(digit)
    }

    fn takes(&mut self, character: char) -> bool {
        let found = self.0.clone().next() == Some(character);
        if found {
            self.0.next();
        }
        found
    }

    fn expect(&mut self, character: char) -> Option<()> {
        self.takes(character).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use serde_json::json;

    #[test]
    fn a_head_is_read_as_it_was_written() {
        let text = "q\" \\ / \n\t\r\u{8}\u{c}\u{1} 漢字 🙂 \u{2028}";
        let head = json!({
            "v": 1, "url": text, "title": "", "lang": "de", "ready": "complete", "world": 9_007_199_254_740_991_u64,
            "focused": 5, "viewport": [1280.5, 719.499_999], "scroll": [-0.5, 0, 1e21, 33_554_428], "torn": true,
            "elements": 4_000_000_000_u32, "queryDomBytes": 100, "index": -1, "top": true, "target": [3, 4], "plain": true,
        });
        let read = Head::parse(&head.to_string());
        let expected = Head {
            url: text.to_owned(),
            title: String::new(),
            ready: "complete".to_owned(),
            world: 9_007_199_254_740_991,
            focused: 5,
            viewport: [1_281, 719],
            scroll: [-1, 0, i64::MAX, 33_554_428],
            torn: true,
            elements: 4_000_000_000,
            query_dom_bytes: 100,
            index: -1,
            target: Some(vec![3, 4]),
            plain: true,
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_not_known_is_passed_over_and_what_is_broken_says_nothing() {
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
            "{\"url\":\"u\",\"torn\":trie}",
            "{\"url\":\"\\uÄÄÄÄ\"}",
        ] {
            assert_eq!(Head::parse(broken), Head::default(), "{broken}");
        }
    }
}
