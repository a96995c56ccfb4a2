//! The messages between the extension and the host: one JSON object in each frame
//! (docs/native-host.md).

use axlens_local::AssignedBrowser;
use serde::{Deserialize, Serialize};

/// A message of the extension. Unknown fields, which a newer extension may send, are ignored. An
/// extension of any wire version gets the address: the server compares the versions, so that agents
/// and the command line learn of a mismatch, too.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromExtension {
    /// Starts the server if it does not run. The answer is its URL.
    Hello {
        /// Also start a server that the user has stopped.
        #[serde(default)]
        start: bool,
    },
}

/// A message of the host.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(Debug))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToExtension {
    /// The server runs.
    Endpoint {
        /// Its URL, `http://127.0.0.1:PORT`.
        url: String,
        /// The extension's key. It is sent only to the extension.
        key: String,
        /// No user is in front of the machine: requests for consent are granted.
        unattended: bool,
        /// The identity that the extension takes, in a browser of a pool.
        #[serde(skip_serializing_if = "Option::is_none")]
        browser: Option<AssignedBrowser>,
    },
    /// The server has ended.
    #[serde(rename = "gone")]
    Ended,
    /// The request failed.
    Error {
        /// One of [`code`].
        code: &'static str,
        /// The cause, and the next step.
        message: String,
    },
}

/// The error codes.
pub mod code {
    /// The server could not be started or does not answer.
    pub const SERVER_NOT_STARTED: &str = "server_not_started";
    /// The user has stopped the server.
    pub const SERVER_STOPPED: &str = "server_stopped";
    /// The installation was removed, or its settings can't be read.
    pub const NOT_INSTALLED: &str = "not_installed";
    /// The frame does not contain a valid message.
    pub const BAD_MESSAGE: &str = "bad_message";
}

/// Parses the content of a frame.
///
/// # Errors
/// The answer for an invalid message.
pub fn parse(content: &[u8]) -> Result<FromExtension, ToExtension> {
    serde_json::from_slice(content).map_err(|error| ToExtension::Error {
        code: code::BAD_MESSAGE,
        message: format!("the host does not understand this message: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json_of(message: &ToExtension) -> String {
        serde_json::to_string(message).expect("plain strings")
    }

    #[test]
    fn a_hello_of_any_version_is_understood() {
        for hello in [
            &br#"{"type":"hello"}"#[..],
            br#"{"type":"hello","wire":0,"version":"0.0.1"}"#,
            br#"{"type":"hello","wire":99,"version":"99.0.0","later":true}"#,
        ] {
            assert_eq!(parse(hello), Ok(FromExtension::Hello { start: false }));
        }
    }

    #[test]
    fn what_is_no_message_is_answered_as_such() {
        for content in [
            &b""[..],
            b"{",
            b"[]",
            b"\xff\xfe",
            br#"{"type":"dance"}"#,
            br#"{"type":"hello","start":1}"#,
        ] {
            assert!(
                matches!(
                    parse(content),
                    Err(ToExtension::Error {
                        code: code::BAD_MESSAGE,
                        ..
                    })
                ),
                "{content:?}"
            );
        }
    }

    #[test]
    fn answers_have_the_documented_json() {
        let endpoint = ToExtension::Endpoint {
            url: "http://127.0.0.1:1".into(),
            key: "k".into(),
            unattended: false,
            browser: None,
        };
        assert_eq!(
            json_of(&endpoint),
            r#"{"type":"endpoint","url":"http://127.0.0.1:1","key":"k","unattended":false}"#
        );
        assert_eq!(json_of(&ToExtension::Ended), r#"{"type":"gone"}"#);
    }
}
