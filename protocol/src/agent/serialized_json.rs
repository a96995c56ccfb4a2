//! JSON text that is serialize_clean once, with invisible characters escaped, and sent many times.

use super::clean_json::write_json;
use axlens_snapshot::quote::is_all_visible;
#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The JSON text of a `T`. It serializes to exactly this text; its schema is that of `T`. A clone
/// shares the text.
pub struct SerializedJson<T: ?Sized> {
    text: Arc<RawValue>,
    value: PhantomData<fn() -> T>,
}

impl<T: ?Sized> SerializedJson<T> {
    /// Serializes a value that has the shape of a `T`. A value that JSON can't represent becomes
    /// `null`; the protocol has no such value.
    pub fn new(value: &(impl Serialize + ?Sized)) -> SerializedJson<T> {
        let text = serialize_clean(value).unwrap_or_else(|| RawValue::NULL.to_owned());
        SerializedJson {
            text: text.into(),
            value: PhantomData,
        }
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        self.text.get()
    }

    /// Length of the text, in bytes.
    pub fn bytes(&self) -> usize {
        self.text().len()
    }
}

/// The JSON text of a value, with invisible characters escaped. Most values have none and need only
/// one pass.
fn serialize_clean(value: &(impl Serialize + ?Sized)) -> Option<Box<RawValue>> {
    let plain = to_raw_value(value).ok()?;
    let text = plain.get();
    // JSON writes control characters as `\u00` and two digits.
    if is_all_visible(text) && !text.contains("\\u00") {
        return Some(plain);
    }
    let mut json = Vec::with_capacity(text.len());
    write_json(value, &mut json).ok()?;
    RawValue::from_string(String::from_utf8(json).ok()?).ok()
}

impl<T: DeserializeOwned> SerializedJson<T> {
    /// Parses the text.
    ///
    /// # Errors
    /// If the text is not that of a `T`: deserialized text is not validated.
    pub fn read(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.text())
    }
}

impl<T: ?Sized> Clone for SerializedJson<T> {
    fn clone(&self) -> Self {
        SerializedJson {
            text: Arc::clone(&self.text),
            value: PhantomData,
        }
    }
}

impl<T: ?Sized> fmt::Debug for SerializedJson<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

impl<T: ?Sized> PartialEq for SerializedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl<T: ?Sized> Serialize for SerializedJson<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de, T: ?Sized> Deserialize<'de> for SerializedJson<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(SerializedJson {
            text: Box::<RawValue>::deserialize(deserializer)?.into(),
            value: PhantomData,
        })
    }
}

#[cfg(feature = "schemas")]
impl<T: JsonSchema + ?Sized> JsonSchema for SerializedJson<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped() {
        let name = "a\u{202e}\u{1b}";
        let serialize_clean = SerializedJson::<Vec<String>>::new(&[name]);
        assert_eq!(serialize_clean.text(), r#"["a\\u{202e}\\u{1b}"]"#);
    }

    #[test]
    fn a_value_survives_a_round_trip() {
        let value = vec!["é\n".to_owned(), "\"".to_owned()];
        let serialize_clean = SerializedJson::<Vec<String>>::new(&value);
        let sent = serde_json::to_string(&[&serialize_clean]).expect("JSON");
        assert_eq!(sent, serde_json::to_string(&[&value]).expect("JSON"));
        let [read]: [SerializedJson<Vec<String>>; 1] = serde_json::from_str(&sent).expect("JSON");
        assert_eq!(read, serialize_clean);
        assert_eq!(read.read().expect("a list"), value);
    }
}
