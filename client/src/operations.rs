//! Every endpoint, for [`Browser::call`](crate::Browser::call).

mod table;

use crate::error::{Error, Result};
use hyper::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
pub(crate) use table::OPERATIONS;

/// What a request does, which decides whether it may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It reads: it is repeated once if the connection was closed, or the fault says that server or
    /// browser were restarted.
    Reads,
    /// It acts: it is never repeated.
    Acts,
}

/// What has a meaning in a URL.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// An endpoint.
pub(crate) struct Operation {
    /// Its `operationId`.
    pub name: &'static str,
    method: &'static str,
    /// With the names of parameters in braces.
    path: &'static str,
    /// Parameters in the query.
    query: &'static [&'static str],
    /// Parameters that it needs, in the path or in the query.
    required: &'static [&'static str],
    pub has_body: bool,
    pub has_session: bool,
    pub effect: Effect,
}

impl Operation {
    pub fn method(&self) -> Method {
        match self.method {
            "GET" => Method::GET,
            "DELETE" => Method::DELETE,
            _ => Method::POST,
        }
    }

    /// The path with its query, for which arguments are removed.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a required argument is missing.
    pub fn take_path(&self, arguments: &mut Map<String, Value>) -> Result<String> {
        let missing = self
            .required
            .iter()
            .find(|name| !arguments.contains_key(**name));
        if let Some(missing) = missing {
            return Err(Error::Invalid(format!("{} needs {missing}", self.name)));
        }
        let mut path = self.path.to_owned();
        for name in self.required {
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, &escaped(arguments.remove(*name)));
            }
        }
        let query = self
            .query
            .iter()
            .filter(|name| arguments.contains_key(**name));
        let query: Vec<&str> = query.copied().collect();
        for (at, name) in query.into_iter().enumerate() {
            let mark = if at == 0 { '?' } else { '&' };
            path += &format!("{mark}{name}={}", escaped(arguments.remove(name)));
        }
        Ok(path)
    }
}

fn escaped(value: Option<Value>) -> String {
    let text = match value {
        Some(Value::String(text)) => text,
        Some(other) => other.to_string(),
        None => String::new(),
    };
    utf8_percent_encode(&text, ESCAPED).to_string()
}
