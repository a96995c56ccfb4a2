//! The exchanges in which a worker and this server prove to each other that they have the
//! extension's key, and the resulting tokens. The current time is an argument. [`token_exchanges`]
//! has those of agents.

pub mod token_exchanges;

use axlens_local::proof::{Claim, ProofRole};
use axlens_local::secret;
use axlens_local::server::Identity;
use axlens_protocol::wire::{ProofAnswer, TokenAnswer, WebSocketProof};
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;
use token_exchanges::TokenExchanges;

/// Maximum time from the server's proof to the worker's.
const EXCHANGE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a token for long polling is valid.
const TOKEN_LIFETIME: Duration = Duration::from_secs(120);

/// Maximum number of stored exchanges, and of stored tokens. The oldest is removed first.
const MAX_STORED: usize = 256;

/// The server's side of all exchanges.
pub struct Proofs {
    key: String,
    port: u16,
    version: &'static str,
    /// The modification time of the server's program, in milliseconds since 1970.
    built: u64,
    state: Mutex<ProofState>,
    /// The exchanges of agents on other machines.
    pub of_tokens: TokenExchanges,
}

#[derive(Default)]
struct ProofState {
    exchanges: VecDeque<Exchange>,
    tokens: VecDeque<Token>,
}

struct Exchange {
    worker: String,
    server: String,
    until: Instant,
}

struct Token {
    token: String,
    until: Instant,
}

impl Proofs {
    /// The proofs of a server that listens on `port`.
    pub fn new(key: String, port: u16, version: &'static str, built: u64) -> Proofs {
        Proofs {
            key,
            port,
            version,
            built,
            state: Mutex::default(),
            of_tokens: TokenExchanges::default(),
        }
    }

    /// Proves to a worker that this server has the key, and starts the exchange in which the worker
    /// has to prove the same.
    ///
    /// # Errors
    /// `bad_request` for an invalid nonce.
    pub fn begin(&self, nonce: &str, now: Instant) -> Result<ProofAnswer, Fault> {
        check_nonce(nonce)?;
        let server = new_secret()?;
        let proof = self.prove(ProofRole::Server, nonce, &server);
        let exchange = Exchange {
            worker: nonce.to_owned(),
            server: server.clone(),
            until: now + EXCHANGE_TIMEOUT,
        };
        store(&mut self.lock().exchanges, exchange);
        Ok(ProofAnswer {
            nonce: server,
            proof,
        })
    }

    /// Ends an exchange. Returns whether the worker has proven that it has the key. A second call
    /// for the same exchange returns `false`.
    pub fn finish(&self, exchange: &str, proof: &str, now: Instant) -> bool {
        let Some(exchange) = self.take(exchange) else {
            return false;
        };
        let claim = Claim {
            role: ProofRole::Worker,
            client: &exchange.worker,
            server: &exchange.server,
            port: self.port,
        };
        exchange.until > now && claim.is_proven(&self.key, proof)
    }

    /// The first message on a WebSocket with this nonce and exchange.
    ///
    /// # Errors
    /// `bad_request` for an invalid nonce.
    pub fn websocket(&self, nonce: &str, exchange: &str) -> Result<WebSocketProof, Fault> {
        check_nonce(nonce)?;
        check_nonce(exchange)?;
        Ok(WebSocketProof {
            proof: self.prove(ProofRole::WebSocket, nonce, exchange),
        })
    }

    /// A token for the worker of a finished exchange.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn token(&self, now: Instant) -> Result<TokenAnswer, Fault> {
        let token = new_secret()?;
        let stored = Token {
            token: token.clone(),
            until: now + TOKEN_LIFETIME,
        };
        store(&mut self.lock().tokens, stored);
        Ok(TokenAnswer {
            token,
            seconds: TOKEN_LIFETIME.as_secs(),
        })
    }

    /// Whether this token is valid.
    pub fn is_token(&self, token: &str, now: Instant) -> bool {
        let mut state = self.lock();
        state.tokens.retain(|stored| stored.until > now);
        state
            .tokens
            .iter()
            .any(|stored| bool::from(stored.token.as_bytes().ct_eq(token.as_bytes())))
    }

    /// The identity of this server with a proof, for a program of its own user.
    ///
    /// # Errors
    /// `bad_request` for an invalid nonce.
    pub fn identity(&self, nonce: &str) -> Result<Identity, Fault> {
        check_nonce(nonce)?;
        let server = new_secret()?;
        Ok(Identity {
            version: self.version.to_owned(),
            built: self.built,
            pid: std::process::id(),
            port: self.port,
            proof: self.prove(ProofRole::Socket, nonce, &server),
            nonce: server,
        })
    }

    fn prove(&self, role: ProofRole, client: &str, server: &str) -> String {
        let port = self.port;
        let claim = Claim {
            role,
            client,
            server,
            port,
        };
        claim.prove(&self.key)
    }

    fn take(&self, server: &str) -> Option<Exchange> {
        let mut state = self.lock();
        let exchanges = &mut state.exchanges;
        let at = exchanges
            .iter()
            .position(|exchange| exchange.server == server)?;
        exchanges.remove(at)
    }

    fn lock(&self) -> MutexGuard<'_, ProofState> {
        // No code under the lock can panic between two changes that belong together.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn store<T>(stored: &mut VecDeque<T>, new: T) {
    if stored.len() >= MAX_STORED {
        stored.pop_front();
    }
    stored.push_back(new);
}

fn check_nonce(nonce: &str) -> Result<(), Fault> {
    match secret::is_well_formed(nonce) {
        true => Ok(()),
        false => Err(Fault::bad_request(format!(
            "A nonce is {} hexadecimal digits.",
            secret::DIGITS
        ))),
    }
}

fn new_secret() -> Result<String, Fault> {
    secret::new().map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proofs() -> Proofs {
        Proofs::new("key".to_owned(), 4711, "0.1.0", 1)
    }

    fn nonce() -> String {
        secret::new().expect("random")
    }

    fn workers_proof(worker: &str, begun: &ProofAnswer, key: &str) -> String {
        let claim = Claim {
            role: ProofRole::Worker,
            client: worker,
            server: &begun.nonce,
            port: 4711,
        };
        claim.prove(key)
    }

    #[test]
    fn a_proof_with_the_key_is_valid_once() {
        let (proofs, worker, now) = (proofs(), nonce(), Instant::now());
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let proof = workers_proof(&worker, &begun, "key");
        assert!(proofs.finish(&begun.nonce, &proof, now));
        assert!(!proofs.finish(&begun.nonce, &proof, now), "not twice");
    }

    #[test]
    fn a_wrong_proof_ends_the_exchange() {
        let (proofs, worker, now) = (proofs(), nonce(), Instant::now());
        for wrong in ["", "zz", &nonce()] {
            let begun = proofs.begin(&worker, now).expect("a nonce");
            assert!(!proofs.finish(&begun.nonce, wrong, now));
            let right = workers_proof(&worker, &begun, "key");
            assert!(!proofs.finish(&begun.nonce, &right, now));
        }
        let begun = proofs.begin(&worker, now).expect("a nonce");
        assert!(
            !proofs.finish(&begun.nonce, &begun.proof, now),
            "the server's own proof"
        );
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let another = workers_proof(&worker, &begun, "another");
        assert!(!proofs.finish(&begun.nonce, &another, now));
        assert!(!proofs.finish(&nonce(), &another, now), "no such exchange");
    }

    #[test]
    fn a_late_proof_is_not_valid() {
        let (proofs, worker, now) = (proofs(), nonce(), Instant::now());
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let proof = workers_proof(&worker, &begun, "key");
        assert!(!proofs.finish(&begun.nonce, &proof, now + EXCHANGE_TIMEOUT));
    }

    #[test]
    fn a_token_expires() {
        let (proofs, now) = (proofs(), Instant::now());
        let token = proofs.token(now).expect("a token").token;
        assert!(proofs.is_token(&token, now));
        assert!(!proofs.is_token(&nonce(), now) && !proofs.is_token("", now));
        assert!(!proofs.is_token(&token, now + TOKEN_LIFETIME));
    }

    #[test]
    fn stored_exchanges_and_tokens_are_bounded() {
        let (proofs, now) = (proofs(), Instant::now());
        for _ in 0..MAX_STORED * 2 {
            proofs.begin(&nonce(), now).expect("a nonce");
            proofs.token(now).expect("a token");
        }
        let state = proofs.lock();
        assert_eq!(state.exchanges.len(), MAX_STORED);
        assert_eq!(state.tokens.len(), MAX_STORED);
    }
}
