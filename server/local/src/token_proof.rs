//! How an agent on another machine and the server verify each other over a forwarded port, with
//! the agent's token. Another program can hold the port at the agent's side, so the server proves
//! first that it knows the token's hash. Only then the agent sends the token, hidden by a mask that
//! only the server can compute. The hash alone is not enough for an agent: a copy of the file of
//! tokens has no credential.
//!
//! A program between the two can forward both proofs, but learns no token: each mask is used once.

use crate::proof::mac;
use crate::secret::{self, DIGITS};
use crate::tokens::{self, PREFIX};
use hmac::Mac;
use serde::{Deserialize, Serialize};

/// Endpoint at which a server proves that it knows a token.
pub const PROOF: &str = "/agent/proof";
/// Endpoint at which an agent proves the same, and the connection becomes the agent's.
pub const CONNECTION: &str = "/agent/connection";
/// The protocol in the header `Upgrade`: HTTP as one agent.
pub const PROTOCOL: &str = "axlens-agent";
/// The scheme of the header `Authorization` with which an agent sends exchange and proof.
pub const SCHEME: &str = "Proof";

/// Body of `POST /agent/proof`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenProofRequest {
    /// [`id`] of the token.
    pub token: String,
    /// The agent's nonce.
    pub nonce: String,
}

/// Answer of `POST /agent/proof`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenProofAnswer {
    /// The server's nonce, which identifies the exchange.
    pub nonce: String,
    /// The server's proof.
    pub proof: String,
}

/// The id under which the server finds a token, from the token's hash. It reveals neither.
pub fn id(sha256: &str) -> String {
    tokens::hash(&format!("axlens token id 1\n{sha256}"))
}

/// An exchange of proofs.
#[derive(Debug, Clone, Copy)]
pub struct TokenExchange<'a> {
    /// The token's hash.
    pub sha256: &'a str,
    /// The agent's nonce.
    pub client: &'a str,
    /// The server's nonce.
    pub server: &'a str,
}

impl TokenExchange<'_> {
    fn text(&self, role: &str) -> String {
        let Self { client, server, .. } = self;
        format!("axlens token proof 1\n{role}\n{client}\n{server}")
    }

    /// The server's proof.
    pub fn server_proof(&self) -> String {
        secret::hex(
            &mac(self.sha256, &self.text("server"))
                .finalize()
                .into_bytes(),
        )
    }

    /// Whether this is the server's proof, compared in constant time.
    pub fn is_servers(&self, proof: &str) -> bool {
        let proof = secret::bytes(proof).filter(|_| secret::is_well_formed(self.server));
        let mac = mac(self.sha256, &self.text("server"));
        proof.is_some_and(|proof| mac.verify_slice(&proof).is_ok())
    }

    /// The agent's proof: the token under the mask. `None` if the token has another form than those
    /// of `axlens token add`.
    pub fn agent_proof(&self, token: &str) -> Option<String> {
        let token = secret::bytes(token.strip_prefix(PREFIX)?)?;
        Some(secret::hex(&self.masked(token)))
    }

    /// The token in the agent's proof, which is valid if its hash is that of the exchange.
    pub fn token_in(&self, proof: &str) -> Option<String> {
        let proof = secret::bytes(proof)?;
        Some(format!("{PREFIX}{}", secret::hex(&self.masked(proof))))
    }

    fn masked(&self, mut bytes: [u8; DIGITS / 2]) -> [u8; DIGITS / 2] {
        let mask = mac(self.sha256, &self.text("agent"))
            .finalize()
            .into_bytes();
        for (byte, mask) in bytes.iter_mut().zip(mask) {
            *byte ^= mask;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The libraries compute the same; their tests have the same values.
    const TOKEN: &str = "axl_00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    fn nonces() -> (String, String) {
        ("0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4))
    }

    #[test]
    fn the_proofs_equal_those_of_the_libraries() {
        let (client, server) = nonces();
        let sha256 = tokens::hash(TOKEN);
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &client,
            server: &server,
        };
        let proof = exchange.agent_proof(TOKEN).expect("a named token");
        let computed = [id(&sha256), exchange.server_proof(), proof];
        assert_eq!(
            computed,
            [
                "fc29add37a1c78a88f08a69f9864d59a40a749edbb5be0ba1bd902bfc540d16d",
                "62ff5c88bcc800d85a11898562d5768f1af44f5943e5c932d61d70508e57a5c2",
                "e70fb56543b3457a009e9316a4b2a143cc19316c9225960860d37c853fcccc70"
            ]
        );
    }

    #[test]
    fn a_proof_is_valid_only_in_its_exchange_and_for_its_role() {
        let (client, server) = nonces();
        let (sha256, other_hash) = (tokens::hash(TOKEN), tokens::hash("another"));
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &client,
            server: &server,
        };
        let (of_server, of_agent) = (exchange.server_proof(), exchange.agent_proof(TOKEN));
        let of_agent = of_agent.expect("a named token");
        assert!(exchange.is_servers(&of_server));
        assert_eq!(exchange.token_in(&of_agent).as_deref(), Some(TOKEN));
        assert!(!exchange.is_servers(&of_agent) && !exchange.is_servers(""));
        assert_ne!(exchange.token_in(&of_server).as_deref(), Some(TOKEN));
        let others = [
            TokenExchange {
                client: &server,
                ..exchange
            },
            TokenExchange {
                server: &client,
                ..exchange
            },
            TokenExchange {
                sha256: &other_hash,
                ..exchange
            },
        ];
        for other in others {
            assert!(!other.is_servers(&of_server));
            assert_ne!(other.token_in(&of_agent).as_deref(), Some(TOKEN));
        }
    }

    #[test]
    fn no_part_of_the_token_is_in_what_is_sent() {
        let (client, server) = nonces();
        let sha256 = tokens::hash(TOKEN);
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &client,
            server: &server,
        };
        let sent = format!("{} {:?}", id(&sha256), exchange.agent_proof(TOKEN));
        assert!(!sent.contains(&TOKEN[4..20]) && !sent.contains(&sha256[..16]));
        assert_eq!(exchange.agent_proof(&TOKEN[4..]), None);
        assert_eq!(exchange.agent_proof("axl_short"), None);
    }
}
