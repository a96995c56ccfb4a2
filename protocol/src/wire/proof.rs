//! Mutual authentication: worker and server prove to each other that they know the extension's key,
//! before any other message (docs/http.md, "Proof"). A nonce and a proof are 64 hexadecimal digits.

use serde::{Deserialize, Serialize};

/// Body of `POST /proof`: the worker challenges the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofRequest {
    /// The worker's nonce.
    pub nonce: String,
}

/// Answer of `POST /proof`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofAnswer {
    /// The server's nonce, which identifies the exchange.
    pub nonce: String,
    /// The server's proof.
    pub proof: String,
}

/// Body of `POST /token`: a worker without a WebSocket gets a token for polling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokenRequest {
    /// The server's nonce of the exchange.
    pub exchange: String,
    /// The worker's proof.
    pub proof: String,
}

/// Answer of `POST /token`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokenAnswer {
    /// Grants access to the extension's endpoints.
    pub token: String,
    /// Validity in seconds.
    pub seconds: u64,
}

/// The server's first message on a WebSocket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WebSocketProof {
    /// The server's proof for the nonce in the WebSocket's request.
    pub proof: String,
}
