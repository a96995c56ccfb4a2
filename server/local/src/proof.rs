//! The proofs with which worker and server verify that the other side knows the extension's key,
//! which neither of them ever sends: HMAC-SHA-256 over the role, a nonce of each side, and the
//! port. The port prevents that a program on another port relays the real server's proof. The role
//! prevents that a proof is sent back to its author.

use crate::secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The author of a proof, and the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofRole {
    /// The server, in answer to a worker's nonce.
    Server,
    /// The worker, after it has verified the server's proof.
    Worker,
    /// The server, as the first message of a WebSocket: another connection than that of its proof.
    WebSocket,
    /// The server, on its local socket.
    Socket,
}

impl ProofRole {
    fn as_str(self) -> &'static str {
        match self {
            ProofRole::Server => "server",
            ProofRole::Worker => "worker",
            ProofRole::WebSocket => "websocket",
            ProofRole::Socket => "socket",
        }
    }
}

/// The statement that a proof proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Its author.
    pub role: ProofRole,
    /// Nonce of the client: worker or native host.
    pub client: &'a str,
    /// Nonce of the server.
    pub server: &'a str,
    /// Port of the server's TCP address.
    pub port: u16,
}

impl Claim<'_> {
    fn mac(&self, key: &str) -> Hmac<Sha256> {
        let text = format!(
            "axlens proof 1\n{}\n{}\n{}\n{}",
            self.role.as_str(),
            self.client,
            self.server,
            self.port
        );
        mac(key, &text)
    }

    /// The proof, in hexadecimal digits.
    pub fn prove(&self, key: &str) -> String {
        secret::hex(&self.mac(key).finalize().into_bytes())
    }

    /// Whether `proof` proves this claim, compared in constant time.
    pub fn is_proven(&self, key: &str, proof: &str) -> bool {
        let nonces = secret::is_well_formed(self.client) && secret::is_well_formed(self.server);
        let proof = secret::bytes(proof);
        nonces && proof.is_some_and(|proof| self.mac(key).verify_slice(&proof).is_ok())
    }
}

/// The code that authenticates a text.
pub(crate) fn mac(key: &str, text: &str) -> Hmac<Sha256> {
    let mut mac = match Hmac::<Sha256>::new_from_slice(key.as_bytes()) {
        Ok(mac) => mac,
        Err(error) => unreachable!("HMAC accepts a key of any length: {error}"),
    };
    mac.update(text.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "key";

    #[test]
    fn a_proof_is_valid_only_for_its_own_claim() {
        let (one, two) = ("1".repeat(64), "2".repeat(64));
        let claim = Claim {
            role: ProofRole::Server,
            client: &one,
            server: &two,
            port: 4711,
        };
        let proof = claim.prove(KEY);
        assert!(claim.is_proven(KEY, &proof));
        let (role, client, server) = (ProofRole::Worker, two.as_str(), one.as_str());
        let others = [
            Claim { role, ..claim },
            Claim { client, ..claim },
            Claim { server, ..claim },
            Claim { port: 1, ..claim },
        ];
        assert!(others.iter().all(|other| !other.is_proven(KEY, &proof)));
        assert!(!claim.is_proven("another", &proof));
        assert!(!claim.is_proven(KEY, &proof[1..]) && !claim.is_proven(KEY, ""));
    }

    /// `extension/worker/connection/proof.js` computes the same; its test has the same values.
    #[test]
    fn the_proof_equals_the_workers() {
        let (client, server) = ("0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4));
        let claim = Claim {
            role: ProofRole::Worker,
            client: &client,
            server: &server,
            port: 8080,
        };
        assert_eq!(
            claim.prove("00ff"),
            "e8d526c96803797099789df09886df8960eadfbeadab8985f2b3192e48371638"
        );
    }
}
