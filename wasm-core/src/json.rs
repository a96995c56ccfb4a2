//! Serializes values as JSON. The engine's values have strings, integers, booleans, lists and
//! structs; other kinds are unsupported. A library would make the module twenty kilobytes larger.

use crate::digits::{push, push_signed};
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use std::fmt::Error;

/// A value as JSON; empty if it has an unsupported kind.
pub fn text<T: Serialize>(value: &T) -> String {
    let mut text = String::with_capacity(128);
    write(&mut text, value);
    text
}

/// Appends a value as JSON; nothing if it has an unsupported kind.
pub fn write<T: Serialize>(text: &mut String, value: &T) {
    let before = text.len();
    if value.serialize(JsonSerializer(text)).is_err() {
        text.truncate(before);
    }
}

/// Appends a string with quotation marks. Source: RFC 8259, section 7.
fn quote(text: &mut String, string: &str) {
    text.push('"');
    let mut copied = 0;
    for (position, byte) in string.bytes().enumerate() {
        // Most bytes are letters and need only one comparison.
        if byte > b'"' && byte != b'\\' || matches!(byte, b' ' | b'!') {
            continue;
        }
        text.push_str(&string[copied..position]);
        copied = position + 1;
        let short = match byte {
            b'\n' => "\\n",
            b'\t' => "\\t",
            b'\r' => "\\r",
            8 => "\\b",
            12 => "\\f",
            b'"' => "\\\"",
            b'\\' => "\\\\",
            _ => {
                text.push_str(if byte < 16 { "\\u000" } else { "\\u001" });
                let digit = usize::from(byte % 16);
                &"0123456789abcdef"[digit..=digit]
            }
        };
        text.push_str(short);
    }
    text.push_str(&string[copied..]);
    text.push('"');
}

/// Serializes one value.
struct JsonSerializer<'t>(&'t mut String);

/// Serializes the items of a list or the fields of a struct.
struct Parts<'t> {
    text: &'t mut String,
    is_first: bool,
    end: &'static str,
}

impl<'t> Parts<'t> {
    fn new(text: &'t mut String, (begin, end): (&'static str, &'static str)) -> Parts<'t> {
        text.push_str(begin);
        Parts {
            text,
            is_first: true,
            end,
        }
    }

    #[inline(never)]
    fn next(&mut self) -> JsonSerializer<'_> {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(',');
        }
        JsonSerializer(self.text)
    }

    #[inline(never)]
    fn field(&mut self, name: &'static str) -> JsonSerializer<'_> {
        let JsonSerializer(text) = self.next();
        // Field names need no escapes.
        text.push('"');
        text.push_str(name);
        text.push_str("\":");
        JsonSerializer(text)
    }

    fn end(self) -> Result<(), Error> {
        self.text.push_str(self.end);
        Ok(())
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(self.next())
    }

    fn end(self) -> Result<(), Error> {
        Parts::end(self)
    }
}

impl SerializeTuple for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(self.next())
    }

    fn end(self) -> Result<(), Error> {
        Parts::end(self)
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self.field(name))
    }

    fn end(self) -> Result<(), Error> {
        Parts::end(self)
    }
}

fn unsupported<T>() -> Result<T, Error> {
    Err(Error::custom("no such value is encoded"))
}

macro_rules! written_as {
    ($($method:ident($type:ty) => $writer:ident,)*) => {
        $(fn $method(self, value: $type) -> Result<(), Error> {
            $writer(self.0, value.into());
            Ok(())
        })*
    };
}

macro_rules! refuses {
    ($($method:ident($($type:ty),*) -> $result:ty,)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$result, Error> {
            unsupported()
        })*
    };
}

impl<'t> Serializer for JsonSerializer<'t> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    written_as! {
        serialize_i8(i8) => push_signed,
        serialize_i16(i16) => push_signed,
        serialize_i32(i32) => push_signed,
        serialize_i64(i64) => push_signed,
        serialize_u8(u8) => push,
        serialize_u16(u16) => push,
        serialize_u32(u32) => push,
        serialize_u64(u64) => push,
        serialize_str(&str) => quote,
    }

    refuses! {
        serialize_f32(f32) -> (),
        serialize_f64(f64) -> (),
        serialize_char(char) -> (),
        serialize_bytes(&[u8]) -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant,
        serialize_map(Option<usize>) -> Self::SerializeMap,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant,
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        unsupported()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>, Error> {
        Ok(Parts::new(self.0, ("[", "]")))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'t>, Error> {
        Ok(Parts::new(self.0, ("[", "]")))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Error> {
        Ok(Parts::new(self.0, ("{", "}")))
    }
}

#[cfg(test)]
mod tests {
    use super::text;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Some,
    }

    #[derive(Serialize)]
    struct Whole<'t> {
        text: &'t str,
        numbers: Vec<i64>,
        pair: [u64; 2],
        word: Word,
        nothing: Option<u32>,
        something: Option<bool>,
        inside: Box<Option<Whole<'t>>>,
    }

    fn whole<'t>(text: &'t str, inside: Option<Whole<'t>>) -> Whole<'t> {
        Whole {
            text,
            numbers: vec![0, -1, 10, i64::MIN, i64::MAX],
            pair: [0, u64::MAX],
            word: Word::Some,
            nothing: None,
            something: Some(false),
            inside: Box::new(inside),
        }
    }

    #[test]
    fn the_output_equals_that_of_serde_json() {
        let controls: String = (0..160_u8).map(char::from).collect();
        let value = whole("漢字 \u{2028}🙂", Some(whole(&controls, None)));
        assert_eq!(text(&value), serde_json::to_string(&value).expect("JSON"));
        let empty: [u32; 0] = [];
        assert_eq!(text(&empty), "[]");
        assert_eq!(text(&""), "\"\"");
    }

    #[test]
    fn unsupported_values_append_nothing() {
        assert_eq!(text(&vec![1.5]), "");
        assert_eq!(text(&BTreeMap::from([(1, 2)])), "");
        let mut text = "x".to_owned();
        super::write(&mut text, &("a", 'b'));
        assert_eq!(text, "x");
    }
}
