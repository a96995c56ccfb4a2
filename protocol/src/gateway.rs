//! The messages between a gateway and a local server that has joined it, an edge. The edge opens
//! one WebSocket, the line, with its token in the header `Authorization`, and sends
//! [`EdgeMessage::Hello`]. The gateway sends requests of agents; the edge answers each of them.
//!
//! Messages are JSON in text frames. The bodies of requests and answers follow their message in
//! binary frames, [`Piece`]s of at most [`MAX_PIECE`] bytes, so that a large answer delays no small
//! one. The edge has no knowledge of tenants: its token determines the tenant at the gateway.

use crate::model::TokenScope;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Code of the WebSocket's end if a gateway does not accept a line. The reason is one of
/// [`LINE_REFUSALS`].
pub const REFUSED: u16 = 4409;

/// Why a gateway does not accept a line, and how its edge describes it.
pub const LINE_REFUSALS: [(&str, &str); 2] = [
    (OLDER_EPOCH, "another server has joined with the same token"),
    (TOO_MANY_LINES, "it has too many edges"),
];

/// The edge has a line that is as new, or newer.
pub const OLDER_EPOCH: &str = "older_epoch";

/// The gateway has the maximum number of lines.
pub const TOO_MANY_LINES: &str = "too_many_lines";

/// The next step after a request whose outcome neither gateway nor edge knows.
pub const UNKNOWN_OUTCOME: &str =
    "An action may have been executed: read the page before you repeat it.";

/// Path of a gateway's endpoint for edges.
pub const EDGE_PATH: &str = "/edge";

/// Version of these messages; the subprotocol of the WebSocket has it too.
pub const LINE_PROTOCOL: &str = "axlens-edge.1";

/// Maximum size of a piece's data, in bytes.
pub const MAX_PIECE: usize = 512 * 1024;

/// Maximum size of a message in JSON, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;

/// Maximum size of the body of a request, in bytes.
pub const MAX_BODY: usize = 12 * 1024 * 1024;

/// Maximum size of the body of an answer, in bytes.
pub const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// Maximum number of requests in progress on a line.
pub const MAX_IN_PROGRESS: usize = 32;

/// Maximum time for a request, in milliseconds: a request with the longest timeout, and the times
/// in which the user can answer its consent windows.
pub const MAX_DEADLINE_MS: u64 = 900_000;

/// Maximum time without a message or a WebSocket ping, in seconds; then the line counts as lost.
pub const MAX_SILENCE_SECONDS: u64 = 45;

/// Time between two WebSocket pings of the gateway, in seconds.
pub const PING_SECONDS: u64 = 15;

/// The headers of a request that reach the edge.
pub const FORWARDED_HEADERS: [&str; 6] = [
    "accept",
    "content-type",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    crate::WIRE_HEADER,
];

/// Maximum length of a forwarded header, and of a content type, in bytes.
const MAX_HEADER: usize = 256;

/// Maximum length of a path with its query string, in bytes.
const MAX_PATH: usize = 8 * 1024;

/// Maximum length of an id or a version, in bytes.
const MAX_ID: usize = 64;

/// Number of bytes in front of a piece's data.
const PIECE_HEAD: usize = size_of::<u64>();

/// Maximum size of a binary frame, in bytes.
pub const MAX_FRAME: usize = PIECE_HEAD + MAX_PIECE;

/// A message of the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum GatewayMessage {
    /// A request. Its body follows.
    Request(RequestHead),
    /// No client waits for this request any more.
    Cancel {
        /// Its id.
        id: u64,
    },
    /// The gateway stops: the edge answers the requests in progress, then ends the line and opens
    /// another one.
    Drain {},
}

/// A message of the edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum EdgeMessage {
    /// The first message.
    Hello(EdgeHello),
    /// An answer. Its body follows.
    Answer(AnswerHead),
}

/// The first message of an edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EdgeHello {
    /// Grows with each line of an edge. A line replaces one with an older epoch.
    pub epoch: u64,
    /// Version of the edge's server.
    pub version: String,
}

/// A request of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestHead {
    /// Grows with each request on a line, so that no request can be repeated.
    pub id: u64,
    /// Time for the answer, in milliseconds. The clocks of both sides may differ.
    pub deadline_ms: u64,
    /// The agent.
    pub agent: RemoteAgent,
    /// HTTP method.
    pub method: String,
    /// Path and query string of an endpoint for agents.
    pub path: String,
    /// Those of [`FORWARDED_HEADERS`] that the request has.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Size of the body, in bytes.
    pub length: usize,
}

/// An agent of a gateway. The edge's owner limits what it may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteAgent {
    /// Id of its token.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Maximum permission of its token.
    pub scope: TokenScope,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerHead {
    /// Id of the request.
    pub id: u64,
    /// HTTP status.
    pub status: u16,
    /// Value of the header `content-type`; empty if there is none.
    pub content_type: String,
    /// Size of the body, in bytes.
    pub length: usize,
}

/// A part of a body. Parts of different bodies can be interleaved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Id of the request.
    pub id: u64,
    /// The data, not empty.
    pub data: &'a [u8],
}

/// Why a message is invalid. The side that receives it ends the line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LineBreach(pub String);

impl LineBreach {
    fn new(message: &str) -> LineBreach {
        LineBreach(message.to_owned())
    }
}

impl GatewayMessage {
    /// The message in a text frame.
    ///
    /// # Errors
    /// If it is invalid or too large.
    pub fn parse(text: &str) -> Result<GatewayMessage, LineBreach> {
        let message: GatewayMessage = parse(text)?;
        match &message {
            GatewayMessage::Request(head) => head.check()?,
            GatewayMessage::Cancel { .. } | GatewayMessage::Drain {} => {}
        }
        Ok(message)
    }
}

impl GatewayMessage {
    /// Checks a message before it is sent: an edge ends the line after an invalid one.
    ///
    /// # Errors
    /// If it is invalid or too large.
    pub fn check(&self) -> Result<(), LineBreach> {
        let text = serde_json::to_string(self);
        let text = text.map_err(|_| LineBreach::new("a message can't be written"))?;
        GatewayMessage::parse(&text).map(|_| ())
    }
}

impl EdgeMessage {
    /// The message in a text frame.
    ///
    /// # Errors
    /// If it is invalid or too large.
    pub fn parse(text: &str) -> Result<EdgeMessage, LineBreach> {
        let message: EdgeMessage = parse(text)?;
        match &message {
            EdgeMessage::Hello(hello) => hello.check()?,
            EdgeMessage::Answer(head) => head.check()?,
        }
        Ok(message)
    }
}

/// Parses a message. The error does not contain the text.
fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, LineBreach> {
    if text.len() > MAX_MESSAGE {
        return Err(LineBreach::new("a message is too large"));
    }
    serde_json::from_str(text).map_err(|_| LineBreach::new("a message is invalid"))
}

impl EdgeHello {
    fn check(&self) -> Result<(), LineBreach> {
        let is_visible = self.version.bytes().all(|byte| byte.is_ascii_graphic());
        ensure(
            is_visible && self.version.len() <= MAX_ID,
            "the version of the edge is invalid",
        )
    }
}

impl RequestHead {
    fn check(&self) -> Result<(), LineBreach> {
        let is_method = ["GET", "POST", "DELETE"].contains(&self.method.as_str());
        ensure(is_method, "a request has an invalid method")?;
        let is_path = self.path.starts_with('/') && is_visible(&self.path, MAX_PATH);
        ensure(is_path, "a request has an invalid path")?;
        ensure(
            self.length <= MAX_BODY,
            "the body of a request is too large",
        )?;
        let is_in_time = (1..=MAX_DEADLINE_MS).contains(&self.deadline_ms);
        ensure(is_in_time, "a request has an invalid deadline")?;
        let id = &self.agent.id;
        let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        ensure(is_id && id.len() <= MAX_ID, "an agent has an invalid id")?;
        let are_forwarded = self.headers.iter().all(|(name, value)| {
            FORWARDED_HEADERS.contains(&name.as_str()) && is_visible(value, MAX_HEADER)
        });
        ensure(are_forwarded, "a request has an invalid header")
    }
}

impl AnswerHead {
    fn check(&self) -> Result<(), LineBreach> {
        let is_status = (200..600).contains(&self.status);
        ensure(is_status, "an answer has an invalid status")?;
        ensure(self.length <= MAX_ANSWER, "an answer is too large")?;
        let is_type = is_visible(&self.content_type, MAX_HEADER);
        ensure(is_type, "an answer has an invalid content type")
    }
}

impl Piece<'_> {
    /// The piece in a binary frame.
    ///
    /// # Errors
    /// If it has no data, or too much.
    pub fn parse(frame: &[u8]) -> Result<Piece<'_>, LineBreach> {
        let (id, data) = frame
            .split_first_chunk::<PIECE_HEAD>()
            .ok_or_else(|| LineBreach::new("a piece is incomplete"))?;
        let is_valid = (1..=MAX_PIECE).contains(&data.len());
        ensure(is_valid, "a piece has an invalid size")?;
        let id = u64::from_be_bytes(*id);
        Ok(Piece { id, data })
    }

    /// The binary frames of a body.
    pub fn frames(id: u64, body: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        body.chunks(MAX_PIECE)
            .map(move |data| [&id.to_be_bytes(), data].concat())
    }
}

/// A body whose pieces arrive in order.
#[derive(Debug)]
pub struct PartialBody {
    length: usize,
    data: Vec<u8>,
}

impl PartialBody {
    /// A body of this size, without data.
    pub fn new(length: usize) -> PartialBody {
        PartialBody {
            length,
            data: Vec::new(),
        }
    }

    /// Appends the data of a piece.
    ///
    /// # Errors
    /// If the body gets larger than its message announced.
    pub fn push(&mut self, data: &[u8]) -> Result<(), LineBreach> {
        let is_within = self.data.len() + data.len() <= self.length;
        ensure(is_within, "a body is larger than announced")?;
        self.data.extend_from_slice(data);
        Ok(())
    }

    /// Whether all pieces have arrived.
    pub fn is_complete(&self) -> bool {
        self.data.len() == self.length
    }

    /// The data.
    pub fn into_data(self) -> Vec<u8> {
        self.data
    }
}

fn is_visible(text: &str, max: usize) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    text.len() <= max && text.bytes().all(is_allowed)
}

fn ensure(is_valid: bool, message: &str) -> Result<(), LineBreach> {
    match is_valid {
        true => Ok(()),
        false => Err(LineBreach::new(message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> RequestHead {
        RequestHead {
            id: 1,
            deadline_ms: 1000,
            agent: RemoteAgent {
                id: "0123456789abcdef".to_owned(),
                name: "ci".to_owned(),
                scope: TokenScope::Read,
            },
            method: "POST".to_owned(),
            path: "/observe?session=a".to_owned(),
            headers: BTreeMap::from([("content-type".to_owned(), "application/json".to_owned())]),
            length: 2,
        }
    }

    fn parsed(head: RequestHead) -> Result<GatewayMessage, LineBreach> {
        let text = serde_json::to_string(&GatewayMessage::Request(head)).expect("JSON");
        GatewayMessage::parse(&text)
    }

    #[test]
    fn messages_are_parsed_as_they_were_written() {
        let message = parsed(request());
        assert_eq!(message, Ok(GatewayMessage::Request(request())));
        let drain = GatewayMessage::parse(r#"{"drain":{}}"#);
        assert_eq!(drain, Ok(GatewayMessage::Drain {}));
        let hello = EdgeMessage::parse(r#"{"hello":{"epoch":7,"version":"0.1.0"}}"#);
        let version = "0.1.0".to_owned();
        let expected = EdgeHello { epoch: 7, version };
        assert_eq!(hello, Ok(EdgeMessage::Hello(expected)));
    }

    #[test]
    fn each_limit_of_a_request_is_checked() {
        type Change = fn(&mut RequestHead);
        let changes: [Change; 10] = [
            |head| head.method = "CONNECT".to_owned(),
            |head| head.path = "observe".to_owned(),
            |head| head.path = "/a\r\nb".to_owned(),
            |head| head.path = format!("/{}", "a".repeat(MAX_PATH)),
            |head| head.length = MAX_BODY + 1,
            |head| head.deadline_ms = 0,
            |head| head.deadline_ms = MAX_DEADLINE_MS + 1,
            |head| head.agent.id = "user".to_owned(),
            |head| {
                drop(
                    head.headers
                        .insert("authorization".to_owned(), String::new()),
                )
            },
            |head| drop(head.headers.insert("accept".to_owned(), "a\nb".to_owned())),
        ];
        for (index, change) in changes.iter().enumerate() {
            let mut head = request();
            change(&mut head);
            assert!(parsed(head).is_err(), "change {index}");
        }
    }

    #[test]
    fn an_invalid_message_is_an_error_without_its_text() {
        let texts = [
            "",
            "secret",
            r#"{"secret":{}}"#,
            r#"{"cancel":{"id":-1}}"#,
            r#"{"cancel":{"id":1,"secret":1}}"#,
        ];
        for text in texts {
            let error = GatewayMessage::parse(text).expect_err("it is invalid");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        let long = format!(r#"{{"drain":{{}}}}{}"#, " ".repeat(MAX_MESSAGE));
        assert!(GatewayMessage::parse(&long).is_err());
        for text in [
            r#"{"answer":{"id":1,"status":99,"contentType":"","length":0}}"#,
            r#"{"answer":{"id":1,"status":200,"contentType":"","length":67108865}}"#,
            r#"{"answer":{"id":1,"status":200,"contentType":"a\nb","length":0}}"#,
            r#"{"hello":{"epoch":1,"version":"a b"}}"#,
        ] {
            assert!(EdgeMessage::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_body_is_the_same_after_its_pieces() {
        for length in [0, 1, MAX_PIECE, MAX_PIECE + 1, 3 * MAX_PIECE] {
            let body: Vec<u8> = (0..length).map(|index| index as u8).collect();
            let mut partial = PartialBody::new(length);
            for frame in Piece::frames(9, &body) {
                assert!(frame.len() <= MAX_FRAME && !partial.is_complete());
                let piece = Piece::parse(&frame).expect("a piece");
                assert_eq!(piece.id, 9);
                partial.push(piece.data).expect("within the length");
            }
            assert!(partial.is_complete());
            assert!(partial.push(&[0]).is_err(), "more than announced");
            assert_eq!(partial.into_data(), body);
        }
    }

    #[test]
    fn a_piece_has_an_id_and_a_bounded_amount_of_data() {
        assert!(Piece::parse(&[]).is_err());
        assert!(Piece::parse(&[0; PIECE_HEAD - 1]).is_err());
        assert!(Piece::parse(&[0; PIECE_HEAD]).is_err(), "no data");
        assert!(Piece::parse(&[0; PIECE_HEAD + 1]).is_ok());
        assert!(Piece::parse(&vec![0; MAX_FRAME + 1]).is_err());
    }
}
