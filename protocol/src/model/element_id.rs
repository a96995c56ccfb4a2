//! Ids of elements of a snapshot, in requests of agents.

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;

/// An id as an agent writes it: text, or an integer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ElementId(pub String);

impl<'de> Deserialize<'de> for ElementId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = ElementId;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 37.4 and 37.40 are one number but two uids.
        formatter.write_str("an id: an integer, or text such as \"42\", \"37.42\" or \"e5\"")
    }

    fn visit_str<E>(self, text: &str) -> Result<ElementId, E> {
        Ok(ElementId(text.to_owned()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<ElementId, E> {
        Ok(ElementId(number.to_string()))
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for ElementId {
    fn schema_name() -> Cow<'static, str> {
        "ElementId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An element of a snapshot that this session got. A uid: 42, \"37.42\" or \"uid=42\". A ref of the last `refs` or `tabs` snapshot: \"e5\", \"@e5\" or \"ref=e5\". The number of an element in a `numbered` snapshot: 3.",
            "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": 0 }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_an_integer_or_text() {
        let read = |text: &str| serde_json::from_str::<ElementId>(text).map(|id| id.0).ok();
        assert_eq!(read("42").as_deref(), Some("42"));
        assert_eq!(read("\"37.42\"").as_deref(), Some("37.42"));
        for nonsense in ["37.4", "-1", "null", "[1]", "true"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }
}
