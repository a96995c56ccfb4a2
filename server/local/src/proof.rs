//! How worker and server show each other that they know the extension's key, which neither of them
//! ever sends: HMAC-SHA-256 over who speaks, a nonce of each side, and the port. The port is in it
//! so that a program on another port can't pass on what the real server says; who speaks, so that
//! nobody can be answered with his own words. Knows nothing of transports.

use crate::secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Who says a proof, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The server, in answer to a worker's nonce.
    Server,
    /// The worker, that has seen the server's proof.
    Worker,
    /// The server, as the first message of a WebSocket: another connection than that of its proof.
    WebSocket,
    /// The server, on its Unix socket.
    Socket,
}

impl Role {
    fn as_str(self) -> &'static str {
        match self {
            Role::Server => "server",
            Role::Worker => "worker",
            Role::WebSocket => "websocket",
            Role::Socket => "socket",
        }
    }
}

/// What a proof is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Who says it.
    pub role: Role,
    /// Nonce of the side that asked for the proof first: worker or native host.
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
        // HMAC takes a key of any length.
        let mut mac = match Hmac::<Sha256>::new_from_slice(key.as_bytes()) {
            Ok(mac) => mac,
            Err(error) => unreachable!("HMAC takes a key of any length: {error}"),
        };
        mac.update(text.as_bytes());
        mac
    }

    /// The proof, in hexadecimal digits.
    pub fn prove(&self, key: &str) -> String {
        secret::hex(&self.mac(key).finalize().into_bytes())
    }

    /// Whether `proof` is this claim's, compared in constant time.
    pub fn is_proven(&self, key: &str, proof: &str) -> bool {
        let nonces = secret::is_well_formed(self.client) && secret::is_well_formed(self.server);
        let proof = secret::bytes(proof);
        nonces && proof.is_some_and(|proof| self.mac(key).verify_slice(&proof).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "key";

    #[test]
    fn a_proof_holds_for_its_own_claim_alone() {
        let (one, two) = ("1".repeat(64), "2".repeat(64));
        let claim = Claim {
            role: Role::Server,
            client: &one,
            server: &two,
            port: 4711,
        };
        let proof = claim.prove(KEY);
        assert!(claim.is_proven(KEY, &proof));
        let (role, client, server) = (Role::Worker, two.as_str(), one.as_str());
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

    /// `extension/worker/connection/proof.js` makes the same: its test has the same numbers.
    #[test]
    fn the_proof_is_the_one_that_the_worker_makes() {
        let (client, server) = ("0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4));
        let claim = Claim {
            role: Role::Worker,
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
