//! Parses the fields of a line such as `role "name" [uid=5] value="a" checked`, and compares two
//! lines.

/// The name of the text that distinguishes a control from equal ones.
pub const DISTINCTION: &str = "in";

/// A field that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name: `role`, `name`, `value`, `checked` …
    pub name: String,
    /// The old text; `None`: the old line doesn't have it.
    pub before: Option<String>,
    /// The new text; `None`: the new line doesn't have it.
    pub after: Option<String>,
}

/// The fields that differ between two lines of one element. Flags have an empty text.
pub fn differing_fields(before: &str, after: &str) -> Vec<Field> {
    let (old, new) = (parse_fields(before), parse_fields(after));
    let mut fields = Vec::new();
    for (name, text) in &old {
        match new.iter().find(|(other, _)| other == name) {
            Some((_, now)) if now == text => {}
            now => fields.push(Field {
                name: name.clone(),
                before: Some(text.clone()),
                after: now.map(|(_, now)| now.clone()),
            }),
        }
    }
    let added = new
        .into_iter()
        .filter(|(name, _)| old.iter().all(|(other, _)| other != name));
    fields.extend(added.map(|(name, text)| Field {
        name,
        before: None,
        after: Some(text),
    }));
    fields
}

/// The names and texts of a line's fields, in order.
fn parse_fields(line: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for (position, part) in parts(line).into_iter().enumerate() {
        let (name, text) = match (position, part.as_bytes().first()) {
            (0, Some(b'"')) => ("text", part),
            (0, _) => ("role", part),
            (_, Some(b'"')) => ("name", part),
            (_, Some(b'~')) => ("hint", part),
            (_, Some(b'(')) => ("count", part),
            (_, Some(b'@')) => ("box", part),
            (_, Some(b'=')) => ("value", &part[1..]),
            (_, Some(b'[' | b'0'..=b'9')) => ("uid", part),
            _ => part.split_once('=').unwrap_or((part, "")),
        };
        fields.push((name.to_owned(), text.to_owned()));
    }
    fields
}

/// The quoted name on the line of an element.
pub fn name_on_line(line: &str) -> Option<&str> {
    let named = parts(line).into_iter();
    named.skip(1).find(|part| part.starts_with('"'))
}

/// The line without the text that distinguishes its control from equal ones: it depends on other
/// lines, so a difference in it is no change of the element.
pub fn without_distinction(line: &str) -> String {
    let is_own = |part: &&str| {
        part.split_once('=')
            .is_none_or(|(name, _)| name != DISTINCTION)
    };
    let own: Vec<&str> = parts(line).into_iter().filter(is_own).collect();
    own.join(" ")
}

/// Splits a line at spaces outside of quotes and brackets.
pub fn parts(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let (mut quoted, mut escaped, mut bracketed) = (false, false, false);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' if !quoted && start == at => bracketed = true,
            b')' if !quoted => bracketed = false,
            b' ' if !quoted && !bracketed => {
                parts.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&line[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}
