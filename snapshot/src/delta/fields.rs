//! The fields of a line, and which of them differ between two:
//! `role "name" [uid=5] value="a" checked` is parsed from its text.

/// A field that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its word: `role`, `name`, `value`, `checked` …
    pub word: String,
    /// As it was printed; `None`: it was not there.
    pub before: Option<String>,
    /// As it is printed; `None`: it is not there any more.
    pub after: Option<String>,
}

/// What differs between two lines of one element. Fields that are flags have an empty text.
pub fn between(before: &str, after: &str) -> Vec<Field> {
    let (old, new) = (of(before), of(after));
    let mut fields = Vec::new();
    for (word, text) in &old {
        match new.iter().find(|(other, _)| other == word) {
            Some((_, now)) if now == text => {}
            now => fields.push(Field {
                word: word.clone(),
                before: Some(text.clone()),
                after: now.map(|(_, now)| now.clone()),
            }),
        }
    }
    let come = new
        .into_iter()
        .filter(|(word, _)| old.iter().all(|(other, _)| other != word));
    fields.extend(come.map(|(word, text)| Field {
        word,
        before: None,
        after: Some(text),
    }));
    fields
}

/// The fields of a line, in order: word and text.
fn of(line: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for (position, part) in parts(line).into_iter().enumerate() {
        let (word, text) = match (position, part.as_bytes().first()) {
            (0, Some(b'"')) => ("text", part),
            (0, _) => ("role", part),
            (_, Some(b'"')) => ("name", part),
            (_, Some(b'(')) => ("count", part),
            (_, Some(b'@')) => ("box", part),
            (_, Some(b'=')) => ("value", &part[1..]),
            (_, Some(b'[' | b'0'..=b'9')) => ("uid", part),
            _ => part.split_once('=').unwrap_or((part, "")),
        };
        fields.push((word.to_owned(), text.to_owned()));
    }
    fields
}

/// The name on the line of an element, quoted as it is there.
pub fn name_on_line(line: &str) -> Option<&str> {
    let named = parts(line).into_iter();
    named.skip(1).find(|part| part.starts_with('"'))
}

/// The parts of a line: split at spaces that stand in no quotes and no brackets.
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
