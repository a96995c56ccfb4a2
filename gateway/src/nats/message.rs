//! What the messages between gateways contain: a head in a header, and a part of a body as payload.

use crate::exchange::RouteError;
use async_nats::{HeaderMap, Message};
use axlens_protocol::gateway::{AnswerHead, EdgeMessage, GatewayMessage, RequestHead};

/// The header with the head.
const HEAD: &str = "Axlens-Head";

/// The head of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A request, with the first part of its body.
    Request(RequestHead),
    /// An answer, with the first part of its body.
    Answer(AnswerHead),
    /// The gateway with the line handles the request. Its control subject is the reply subject.
    Accepted,
    /// The request is still in progress.
    Alive,
    /// A further part of a body.
    Piece,
    /// No client waits for the answer any more.
    Cancel,
    /// There is no answer.
    Failed(RouteError),
}

/// The texts of heads that have no fields.
const TEXTS: [(&str, Head); 9] = [
    ("accepted", Head::Accepted),
    ("alive", Head::Alive),
    ("piece", Head::Piece),
    ("cancel", Head::Cancel),
    ("not-connected", Head::Failed(RouteError::NotConnected)),
    ("lost", Head::Failed(RouteError::Lost)),
    ("late", Head::Failed(RouteError::Late)),
    ("busy", Head::Failed(RouteError::Busy)),
    ("no-memory", Head::Failed(RouteError::NoMemory)),
];

impl Head {
    /// The headers of a message.
    pub fn headers(&self) -> HeaderMap {
        let text = match self {
            // Every head can be represented in JSON.
            Head::Request(head) => {
                serde_json::to_string(&GatewayMessage::Request(head.clone())).unwrap_or_default()
            }
            Head::Answer(head) => {
                serde_json::to_string(&EdgeMessage::Answer(head.clone())).unwrap_or_default()
            }
            Head::Accepted | Head::Alive | Head::Piece | Head::Cancel | Head::Failed(_) => {
                let mut texts = TEXTS.iter();
                let text = texts.find(|(_, head)| head == self);
                text.map_or_else(String::new, |(text, _)| (*text).to_owned())
            }
        };
        let mut headers = HeaderMap::new();
        headers.insert(HEAD, text.as_str());
        headers
    }

    /// The head of a message; `None` if it is invalid.
    pub fn of(message: &Message) -> Option<Head> {
        let text = message.headers.as_ref()?.get(HEAD)?.as_str();
        let mut texts = TEXTS.iter();
        if let Some((_, head)) = texts.find(|(known, _)| *known == text) {
            return Some(head.clone());
        }
        if let Ok(GatewayMessage::Request(head)) = GatewayMessage::parse(text) {
            return Some(Head::Request(head));
        }
        match EdgeMessage::parse(text) {
            Ok(EdgeMessage::Answer(head)) => Some(Head::Answer(head)),
            Ok(EdgeMessage::Hello(_)) | Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_head_is_parsed_as_it_was_written() {
        let answer = AnswerHead {
            id: 1,
            status: 200,
            content_type: "application/json".to_owned(),
            length: 0,
        };
        let heads = TEXTS.iter().map(|(_, head)| head.clone());
        for head in heads.chain([Head::Answer(answer)]) {
            assert_eq!(Head::of(&message(head.headers())), Some(head));
        }
        let mut headers = HeaderMap::new();
        headers.insert(HEAD, "{\"cancel\":{\"id\":1}}");
        assert_eq!(Head::of(&message(headers)), None);
        assert_eq!(Head::of(&message(HeaderMap::new())), None);
    }

    fn message(headers: HeaderMap) -> Message {
        Message {
            subject: "a".into(),
            reply: None,
            payload: Default::default(),
            headers: Some(headers),
            status: None,
            description: None,
            length: 0,
        }
    }
}
