//! JSON text that is serialized once and sent many times.

use crate::memory::apart::Text;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// A value as JSON text.
#[derive(Debug, Clone)]
pub struct SerializedJson(Place);

#[derive(Debug, Clone)]
enum Place {
    Allocated(Arc<str>),
    Apart(Arc<Text>),
}

impl SerializedJson {
    /// Writes a value.
    pub fn new(value: &impl Serialize) -> SerializedJson {
        SerializedJson::from(text_of(value))
    }

    /// Writes an object of these pairs.
    pub fn object<'a>(
        pairs: impl Iterator<Item = (&'a str, &'a SerializedJson)> + Clone,
    ) -> SerializedJson {
        let entries = pairs.clone();
        let length = entries.map(|(key, value)| key.len() + value.bytes() + 4);
        let mut text = String::with_capacity(length.sum::<usize>() + 2);
        push_object(
            &mut text,
            pairs.map(|(key, value)| (key, value.text().into())),
        );
        SerializedJson::from(text)
    }

    /// The same, in memory of its own.
    pub fn apart(&self) -> SerializedJson {
        SerializedJson(Place::Apart(Arc::new(self.text().into())))
    }

    /// The text.
    pub fn text(&self) -> &str {
        match &self.0 {
            Place::Allocated(text) => text,
            Place::Apart(text) => text,
        }
    }

    /// Its length, in bytes.
    pub fn bytes(&self) -> usize {
        self.text().len()
    }
}

impl From<String> for SerializedJson {
    fn from(text: String) -> SerializedJson {
        SerializedJson(Place::Allocated(text.into()))
    }
}

/// Appends an object, whose values are JSON text.
pub fn push_object<'a>(text: &mut String, pairs: impl Iterator<Item = (&'a str, Cow<'a, str>)>) {
    text.push('{');
    for (at, (key, value)) in pairs.enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&text_of(&key));
        text.push(':');
        text.push_str(&value);
    }
    text.push('}');
}

/// A value as JSON text. What the server writes has string keys and no number that JSON lacks, so
/// it can be written.
pub fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_by_pieces_is_what_is_written_at_once() {
        let values = [
            ("a\"b", json!({"x": [1, "é"]})),
            ("", json!(null)),
            ("7", json!("\n")),
        ];
        let written = values
            .each_ref()
            .map(|(key, value)| (*key, SerializedJson::new(value)));
        let object = SerializedJson::object(written.iter().map(|(key, value)| (*key, value)));
        let read: serde_json::Value = serde_json::from_str(object.text()).expect("JSON");
        assert_eq!(read, values.into_iter().collect::<serde_json::Value>());
        assert_eq!(object.apart().text(), object.text());
        assert_eq!(SerializedJson::object(std::iter::empty()).text(), "{}");
    }
}
