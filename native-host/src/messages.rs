//! The messages between the extension and the host: one JSON object in each frame
//! (docs/native-host.md).

use axlens_protocol::WIRE_VERSION;
use serde::{Deserialize, Serialize};

/// A message of the extension. Unknown fields, which a newer extension may send, are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromExtension {
    /// Starts the server if it does not run. The answer is its URL.
    Hello {
        /// The extension's wire version.
        wire: u32,
        /// The extension's own version.
        #[serde(default)]
        version: String,
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
    /// The extension uses another wire version.
    pub const VERSION_MISMATCH: &str = "version_mismatch";
    /// The server could not be started or does not answer.
    pub const SERVER_NOT_STARTED: &str = "server_not_started";
    /// The user has stopped the server.
    pub const SERVER_STOPPED: &str = "server_stopped";
    /// The installation's settings can't be read.
    pub const NOT_INSTALLED: &str = "not_installed";
    /// The frame does not contain a valid message.
    pub const BAD_MESSAGE: &str = "bad_message";
}

/// Parses the content of a frame.
///
/// # Errors
/// The answer for a message that is invalid or has another wire version.
pub fn parse(content: &[u8]) -> Result<FromExtension, ToExtension> {
    let message = serde_json::from_slice(content).map_err(|error| ToExtension::Error {
        code: code::BAD_MESSAGE,
        message: format!("the host does not understand this message: {error}"),
    })?;
    match message {
        FromExtension::Hello { wire, .. } if wire != WIRE_VERSION => Err(version_mismatch(wire)),
        message => Ok(message),
    }
}

fn version_mismatch(theirs: u32) -> ToExtension {
    let older = if theirs < WIRE_VERSION {
        "the extension (load it again from the folder that was built last)"
    } else {
        "Axlens on this machine (build it again, then run `axlens install`)"
    };
    ToExtension::Error {
        code: code::VERSION_MISMATCH,
        message: format!(
            "the extension speaks wire version {theirs}, this machine's Axlens {WIRE_VERSION}: update {older}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json_of(message: &ToExtension) -> String {
        serde_json::to_string(message).expect("plain strings")
    }

    #[test]
    fn a_hello_is_understood_with_fields_that_are_not_known_yet() {
        let hello = parse(br#"{"type":"hello","wire":6,"version":"0.1.0","later":true}"#);
        assert_eq!(
            hello,
            Ok(FromExtension::Hello {
                wire: 6,
                version: "0.1.0".into(),
                start: false,
            })
        );
    }

    #[test]
    fn the_fault_of_another_wire_version_says_which_side_to_update() {
        let newer = parse(br#"{"type":"hello","wire":99}"#).expect_err("a mismatch");
        assert!(
            json_of(&newer).contains("update Axlens on this machine"),
            "{newer:?}"
        );
        let older = parse(br#"{"type":"hello","wire":0}"#).expect_err("a mismatch");
        assert!(
            json_of(&older).contains("update the extension"),
            "{older:?}"
        );
    }

    #[test]
    fn what_is_no_message_is_answered_as_such() {
        for content in [
            &b""[..],
            b"{",
            b"[]",
            b"\xff\xfe",
            br#"{"type":"dance"}"#,
            br#"{"type":"hello"}"#,
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
        };
        assert_eq!(
            json_of(&endpoint),
            r#"{"type":"endpoint","url":"http://127.0.0.1:1","key":"k","unattended":false}"#
        );
        assert_eq!(json_of(&ToExtension::Ended), r#"{"type":"gone"}"#);
    }
}
