//! The edge that a request names, in its field `browser` or in the path of `/browsers/{id}`:
//! `EDGE`, `EDGE/BROWSER`, or `BROWSER` for an agent that can use only one edge. The edge receives
//! the request without its own name.

use crate::tokens::is_part;
use axlens_protocol::Fault;
use axum::http::Uri;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// The name of the field, and of the parameter in a query string.
const FIELD: &str = "browser";

/// The path that ends with the name of a browser.
const NAMED_IN_PATH: &str = "/browsers/";

/// Where an MCP call has its arguments.
const MCP_ARGUMENTS: [&str; 2] = ["params", "arguments"];

/// The kind of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// The arguments of the endpoint.
    Arguments,
    /// A message of the Model Context Protocol.
    Mcp,
}

/// A request, with what it names as `browser`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressedRequest {
    path: String,
    query: Vec<(String, String)>,
    body: AddressedBody,
    /// The value of `browser`, if there is one.
    pub browser: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum AddressedBody {
    /// A body without the field.
    Unchanged(Vec<u8>),
    /// A body with the field, in the arguments.
    WithField(String, BodyKind),
}

/// The parts of a value of `browser`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserName {
    /// Name of the edge, if there is a `/` or the whole text is one.
    pub edge: Option<String>,
    /// Name or id of the browser.
    pub browser: Option<String>,
}

impl BrowserName {
    /// Splits a value. `is_edge`: whether the agent can use an edge with this name.
    pub fn parse(text: &str, is_edge: impl Fn(&str) -> bool) -> BrowserName {
        if let Some((edge, browser)) = text.split_once('/') {
            return BrowserName {
                edge: Some(edge.to_owned()),
                browser: Some(browser.to_owned()).filter(|browser| !browser.is_empty()),
            };
        }
        let is_edge = is_part(text) && is_edge(text);
        let text = Some(text.to_owned());
        match is_edge {
            true => BrowserName {
                edge: text,
                browser: None,
            },
            false => BrowserName {
                edge: None,
                browser: text,
            },
        }
    }
}

impl AddressedRequest {
    /// Reads what a request names.
    ///
    /// # Errors
    /// `bad_request` if it names more than one, or names one in another way than by a text.
    pub fn read(uri: &Uri, body: Vec<u8>, kind: BodyKind) -> Result<AddressedRequest, Fault> {
        let query = parameters(uri.query().unwrap_or_default());
        let mut named = query.iter().filter(|(name, _)| name == FIELD);
        let in_query = named.next().map(|(_, value)| value.clone());
        if named.next().is_some() {
            return Err(named_twice());
        }
        let in_body = match (&in_query, kind) {
            // The address of the MCP server has the edge, the arguments the browser there.
            (Some(_), BodyKind::Mcp) => None,
            (_, BodyKind::Mcp | BodyKind::Arguments) => field_of_body(&body, kind)?,
        };
        let in_path = name_in_path(uri.path());
        if [&in_query, &in_body, &in_path]
            .into_iter()
            .flatten()
            .count()
            > 1
        {
            return Err(named_twice());
        }
        let body = match &in_body {
            Some(_) => {
                let text = String::from_utf8(body);
                AddressedBody::WithField(text.map_err(|_| not_utf8())?, kind)
            }
            None => AddressedBody::Unchanged(body),
        };
        Ok(AddressedRequest {
            path: uri.path().to_owned(),
            query,
            body,
            browser: in_query.or(in_body).or(in_path),
        })
    }

    /// Whether the query string has the field.
    pub fn names_in_query(&self) -> bool {
        self.query.iter().any(|(name, _)| name == FIELD)
    }

    /// Path with query string, and body, with this value of `browser` instead of the one that was
    /// read.
    pub fn for_edge(self, browser: Option<&str>) -> Result<(String, Vec<u8>), Fault> {
        let query: Vec<String> = self
            .query
            .into_iter()
            .filter_map(|(name, value)| match name == FIELD {
                true => browser.map(|browser| (name, browser.to_owned())),
                false => Some((name, value)),
            })
            .map(|(name, value)| format!("{}={}", encoded(&name), encoded(&value)))
            .collect();
        let path = path_with_name(self.path, browser)?;
        let path = match query.is_empty() {
            true => path,
            false => format!("{path}?{}", query.join("&")),
        };
        let body = match self.body {
            AddressedBody::Unchanged(body) => body,
            AddressedBody::WithField(body, kind) => with_field(&body, kind, browser)?.into_bytes(),
        };
        Ok((path, body))
    }
}

/// The name of a browser at the end of a path, decoded.
fn name_in_path(path: &str) -> Option<String> {
    let name = path.strip_prefix(NAMED_IN_PATH)?;
    Some(percent_decode_str(name).decode_utf8_lossy().into_owned())
}

/// The path with this name of a browser instead of the one at its end.
fn path_with_name(path: String, browser: Option<&str>) -> Result<String, Fault> {
    match (path.starts_with(NAMED_IN_PATH), browser) {
        (false, _) => Ok(path),
        (true, Some(browser)) => Ok(format!("{NAMED_IN_PATH}{}", encoded(browser))),
        (true, None) => Err(
            Fault::bad_request("The path names an edge, and no browser.")
                .hint("The path is `/browsers/EDGE%2FID`, with the `id` of the lease."),
        ),
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// The parameters of a query string, decoded.
fn parameters(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text).decode_utf8_lossy().into_owned()
    };
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

/// The value of the field in a body. A body that is no object has none: the edge rejects it.
fn field_of_body(body: &[u8], kind: BodyKind) -> Result<Option<String>, Fault> {
    let Ok(fields) = serde_json::from_slice::<Fields>(body) else {
        return Ok(None);
    };
    match kind {
        BodyKind::Arguments => fields.text(FIELD),
        BodyKind::Mcp => {
            let [params, arguments] = MCP_ARGUMENTS;
            let Some(params) = fields.object(params)? else {
                return Ok(None);
            };
            match params.object(arguments)? {
                Some(arguments) => arguments.text(FIELD),
                None => Ok(None),
            }
        }
    }
}

/// The body with another value of the field, or without the field.
fn with_field(body: &str, kind: BodyKind, browser: Option<&str>) -> Result<String, Fault> {
    let mut fields: Fields = serde_json::from_str(body).map_err(|_| not_utf8())?;
    match kind {
        BodyKind::Arguments => fields.set_text(FIELD, browser)?,
        BodyKind::Mcp => {
            let [params_name, arguments_name] = MCP_ARGUMENTS;
            let mut params = fields.object(params_name)?.unwrap_or_default();
            let mut arguments = params.object(arguments_name)?.unwrap_or_default();
            arguments.set_text(FIELD, browser)?;
            params.set(arguments_name, Some(&arguments))?;
            fields.set(params_name, Some(&params))?;
        }
    }
    serde_json::to_string(&fields).map_err(|_| not_utf8())
}

fn named_twice() -> Fault {
    Fault::bad_request("The request has the field `browser` more than once.")
}

fn not_utf8() -> Fault {
    Fault::bad_request("The request's body is not valid JSON.")
}

/// The fields of an object, in their order. No field can occur twice, because the edge could then
/// use another one than the gateway.
#[derive(Debug, Default)]
struct Fields(Vec<(String, Box<RawValue>)>);

impl Fields {
    fn get(&self, name: &str) -> Option<&RawValue> {
        let mut fields = self.0.iter();
        fields
            .find(|(other, _)| other == name)
            .map(|(_, value)| &**value)
    }

    /// The text of a field; `None` if it is missing or null.
    fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        serde_json::from_str(value.get())
            .map_err(|_| Fault::bad_request(format!("The field `{name}` must be a text.")))
    }

    /// The object in a field; `None` if it is missing or no object.
    fn object(&self, name: &str) -> Result<Option<Fields>, Fault> {
        match self.get(name) {
            Some(value) if value.get().starts_with('{') => serde_json::from_str(value.get())
                .map(Some)
                .map_err(|_| Fault::bad_request(format!("The field `{name}` is invalid."))),
            Some(_) | None => Ok(None),
        }
    }

    fn set_text(&mut self, name: &str, text: Option<&str>) -> Result<(), Fault> {
        self.set(name, text)
    }

    /// Replaces or removes a field.
    fn set<T: Serialize>(&mut self, name: &str, value: Option<T>) -> Result<(), Fault> {
        let Some(index) = self.0.iter().position(|(other, _)| other == name) else {
            return Ok(());
        };
        match value {
            None => drop(self.0.remove(index)),
            Some(value) => {
                let json = serde_json::value::to_raw_value(&value).map_err(|_| not_utf8())?;
                self.0[index].1 = json;
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields: Vec<(String, Box<RawValue>)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    if fields.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom("a field occurs twice"));
                    }
                    if fields.len() >= MAX_FIELDS {
                        return Err(A::Error::custom("there are too many fields"));
                    }
                    fields.push((name, value));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// More fields than any request has.
const MAX_FIELDS: usize = 64;

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, body: &str, kind: BodyKind) -> Result<AddressedRequest, Fault> {
        let uri = path.parse().expect("a path");
        AddressedRequest::read(&uri, body.as_bytes().to_vec(), kind)
    }

    fn sent(path: &str, body: &str, kind: BodyKind, browser: Option<&str>) -> (String, String) {
        let request = read(path, body, kind).expect("valid");
        let (path, body) = request.for_edge(browser).expect("valid");
        (path, String::from_utf8(body).expect("text"))
    }

    #[test]
    fn the_field_is_read_from_query_body_and_call() {
        let arguments = BodyKind::Arguments;
        let browser = |path, body, kind| read(path, body, kind).expect("valid").browser;
        assert_eq!(browser("/tabs", "", arguments), None);
        assert_eq!(
            browser("/tabs?browser=laptop%2FMy+Chrome", "", arguments).as_deref(),
            Some("laptop/My Chrome")
        );
        assert_eq!(
            browser("/observe", r#"{"browser":"a/b"}"#, arguments).as_deref(),
            Some("a/b")
        );
        assert_eq!(browser("/observe", r#"{"browser":null}"#, arguments), None);
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tabs","arguments":{"browser":"a"}}}"#;
        assert_eq!(browser("/mcp", call, BodyKind::Mcp).as_deref(), Some("a"));
        assert_eq!(browser("/observe", call, arguments), None);
        for other in ["", "[]", "{", "1", r#"{"params":[]}"#] {
            assert_eq!(browser("/mcp", other, BodyKind::Mcp), None, "{other}");
        }
    }

    #[test]
    fn the_edge_receives_the_browser_without_the_name_of_the_edge() {
        let arguments = BodyKind::Arguments;
        let body = r#"{"uid": 42, "browser":"a/b" ,"text":"\u0000 \"x\""}"#;
        let (path, body) = sent("/get?x=1", body, arguments, Some("b"));
        assert_eq!(path, "/get?x=1");
        assert_eq!(body, r#"{"uid":42,"browser":"b","text":"\u0000 \"x\""}"#);
        let (_, body) = sent("/get", r#"{"browser":"a","uid":1}"#, arguments, None);
        assert_eq!(body, r#"{"uid":1}"#);
        let path = sent("/tabs?browser=a/My%20b&x=%26", "", arguments, Some("My b")).0;
        assert_eq!(path, "/tabs?browser=My%20b&x=%26");
        assert_eq!(sent("/tabs?browser=a", "", arguments, None).0, "/tabs");
        let call = r#"{"id":1,"params":{"name":"tabs","arguments":{"browser":"a/b","x":1}}}"#;
        let expected = r#"{"id":1,"params":{"name":"tabs","arguments":{"browser":"b","x":1}}}"#;
        assert_eq!(sent("/mcp", call, BodyKind::Mcp, Some("b")).1, expected);
        let unchanged = sent("/mcp?browser=c", expected, BodyKind::Mcp, None);
        assert_eq!(unchanged, ("/mcp".to_owned(), expected.to_owned()));
    }

    #[test]
    fn a_body_without_the_field_is_not_changed() {
        for body in ["", "{", "[1]", r#"{ "a" : 1 }"#, "{\"a\":1,\"a\":2}"] {
            assert_eq!(sent("/get", body, BodyKind::Arguments, Some("b")).1, body);
        }
    }

    #[test]
    fn a_request_names_one_browser_in_one_way() {
        for (path, body) in [
            ("/tabs?browser=a&browser=b", ""),
            ("/tabs?browser=a&%62rowser=b", ""),
            ("/get?browser=a", r#"{"browser":"b"}"#),
            ("/get", r#"{"browser":1}"#),
            ("/get", r#"{"browser":{"a":1}}"#),
        ] {
            assert!(
                read(path, body, BodyKind::Arguments).is_err(),
                "{path} {body}"
            );
        }
        let twice = r#"{"browser":"a","browser":"b"}"#;
        let request = read("/get", twice, BodyKind::Arguments).expect("the edge rejects it");
        assert_eq!(request.browser, None);
        let twice = r#"{"params":{"arguments":{"browser":"a","browser":"b"}}}"#;
        assert!(read("/mcp", twice, BodyKind::Mcp).is_err());
    }

    #[test]
    fn a_path_can_end_with_the_name_of_a_browser() {
        let arguments = BodyKind::Arguments;
        let request = read("/browsers/laptop%2Fpool-1", "", arguments).expect("valid");
        assert_eq!(request.browser.as_deref(), Some("laptop/pool-1"));
        let (path, _) = request.clone().for_edge(Some("pool-1")).expect("valid");
        assert_eq!(path, "/browsers/pool%2D1");
        assert!(request.for_edge(None).is_err(), "an edge is no browser");
        let request = read("/browsers/..%2F..%2Fstop", "", arguments).expect("valid");
        let (path, _) = request.for_edge(Some("../stop")).expect("valid");
        assert_eq!(path, "/browsers/%2E%2E%2Fstop");
        assert!(read("/browsers/a?browser=b", "", arguments).is_err());
        assert!(read("/browsers/a", r#"{"browser":"b"}"#, arguments).is_err());
    }

    #[test]
    fn a_name_has_an_edge_and_a_browser() {
        let parse = |text| {
            let name = BrowserName::parse(text, |name| name == "laptop");
            (name.edge, name.browser)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parse("laptop/Chrome"), (some("laptop"), some("Chrome")));
        assert_eq!(parse("other/a/b"), (some("other"), some("a/b")));
        assert_eq!(parse("laptop"), (some("laptop"), None));
        assert_eq!(parse("laptop/"), (some("laptop"), None));
        assert_eq!(parse("Chrome"), (None, some("Chrome")));
        assert_eq!(parse("/Chrome"), (some(""), some("Chrome")));
    }
}
