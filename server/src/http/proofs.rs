//! The exchanges in which a worker and this server prove to each other that they know the
//! extension's key, and the tokens that come of them. Knows no transport; time is passed in.

use axlens_local::proof::{Claim, Role};
use axlens_local::secret;
use axlens_local::server::Identity;
use axlens_protocol::wire::{ProofAnswer, TokenAnswer, WebSocketProof};
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// How long a worker may take from the server's proof to its own.
const EXCHANGE: Duration = Duration::from_secs(10);

/// How long a token for polls holds.
const TOKEN: Duration = Duration::from_secs(120);

/// Most exchanges, and most tokens, that are remembered: the oldest is forgotten first.
const REMEMBERED: usize = 256;

/// The server's side of all exchanges.
pub struct Proofs {
    key: String,
    port: u16,
    version: &'static str,
    /// When the server's program was written, in milliseconds since 1970.
    built: u64,
    remembered: Mutex<Remembered>,
}

#[derive(Default)]
struct Remembered {
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
            remembered: Mutex::default(),
        }
    }

    /// Proves to a worker that this server knows the key, and remembers what the worker has to
    /// prove.
    ///
    /// # Errors
    /// `bad_request` for what is no nonce.
    pub fn begin(&self, nonce: &str, now: Instant) -> Result<ProofAnswer, Fault> {
        check_nonce(nonce)?;
        let server = new_secret()?;
        let proof = self.prove(Role::Server, nonce, &server);
        let exchange = Exchange {
            worker: nonce.to_owned(),
            server: server.clone(),
            until: now + EXCHANGE,
        };
        remember(&mut self.lock().exchanges, exchange);
        Ok(ProofAnswer {
            nonce: server,
            proof,
        })
    }

    /// Ends an exchange, which can be done once: whether the worker has proven that it knows the
    /// key.
    pub fn finish(&self, exchange: &str, proof: &str, now: Instant) -> bool {
        let Some(exchange) = self.take(exchange) else {
            return false;
        };
        let claim = Claim {
            role: Role::Worker,
            client: &exchange.worker,
            server: &exchange.server,
            port: self.port,
        };
        exchange.until > now && claim.is_proven(&self.key, proof)
    }

    /// The first message of a WebSocket that was opened with this nonce, of this exchange.
    ///
    /// # Errors
    /// `bad_request` for what is no nonce.
    pub fn websocket(&self, nonce: &str, exchange: &str) -> Result<WebSocketProof, Fault> {
        check_nonce(nonce)?;
        check_nonce(exchange)?;
        Ok(WebSocketProof {
            proof: self.prove(Role::WebSocket, nonce, exchange),
        })
    }

    /// A token for the worker of an exchange that was finished.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn token(&self, now: Instant) -> Result<TokenAnswer, Fault> {
        let token = new_secret()?;
        let remembered = Token {
            token: token.clone(),
            until: now + TOKEN,
        };
        remember(&mut self.lock().tokens, remembered);
        Ok(TokenAnswer {
            token,
            seconds: TOKEN.as_secs(),
        })
    }

    /// Whether this token was given out and still holds.
    pub fn is_token(&self, given: &str, now: Instant) -> bool {
        let mut remembered = self.lock();
        remembered.tokens.retain(|token| token.until > now);
        remembered
            .tokens
            .iter()
            .any(|token| bool::from(token.token.as_bytes().ct_eq(given.as_bytes())))
    }

    /// What this server says of itself to a program of its own user, with a proof.
    ///
    /// # Errors
    /// `bad_request` for what is no nonce.
    pub fn identity(&self, nonce: &str) -> Result<Identity, Fault> {
        check_nonce(nonce)?;
        let server = new_secret()?;
        Ok(Identity {
            version: self.version.to_owned(),
            built: self.built,
            pid: std::process::id(),
            port: self.port,
            proof: self.prove(Role::Socket, nonce, &server),
            nonce: server,
        })
    }

    fn prove(&self, role: Role, client: &str, server: &str) -> String {
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
        let mut remembered = self.lock();
        let exchanges = &mut remembered.exchanges;
        let at = exchanges
            .iter()
            .position(|exchange| exchange.server == server)?;
        exchanges.remove(at)
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        // Nothing that is done under the lock can leave it half done.
        self.remembered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn remember<T>(remembered: &mut VecDeque<T>, new: T) {
    if remembered.len() >= REMEMBERED {
        remembered.pop_front();
    }
    remembered.push_back(new);
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
            role: Role::Worker,
            client: worker,
            server: &begun.nonce,
            port: 4711,
        };
        claim.prove(key)
    }

    #[test]
    fn a_worker_that_knows_the_key_comes_in_once() {
        let (proofs, worker, now) = (proofs(), nonce(), Instant::now());
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let proof = workers_proof(&worker, &begun, "key");
        assert!(proofs.finish(&begun.nonce, &proof, now));
        assert!(!proofs.finish(&begun.nonce, &proof, now), "not twice");
    }

    #[test]
    fn one_that_does_not_know_it_stays_out_and_has_no_second_try() {
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
            "its own words"
        );
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let another = workers_proof(&worker, &begun, "another");
        assert!(!proofs.finish(&begun.nonce, &another, now));
        assert!(!proofs.finish(&nonce(), &another, now), "no such exchange");
    }

    #[test]
    fn a_late_proof_is_none() {
        let (proofs, worker, now) = (proofs(), nonce(), Instant::now());
        let begun = proofs.begin(&worker, now).expect("a nonce");
        let proof = workers_proof(&worker, &begun, "key");
        assert!(!proofs.finish(&begun.nonce, &proof, now + EXCHANGE));
    }

    #[test]
    fn a_token_holds_for_its_time() {
        let (proofs, now) = (proofs(), Instant::now());
        let token = proofs.token(now).expect("a token").token;
        assert!(proofs.is_token(&token, now));
        assert!(!proofs.is_token(&nonce(), now) && !proofs.is_token("", now));
        assert!(!proofs.is_token(&token, now + TOKEN));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (proofs, now) = (proofs(), Instant::now());
        for _ in 0..REMEMBERED * 2 {
            proofs.begin(&nonce(), now).expect("a nonce");
            proofs.token(now).expect("a token");
        }
        let remembered = proofs.lock();
        assert_eq!(remembered.exchanges.len(), REMEMBERED);
        assert_eq!(remembered.tokens.len(), REMEMBERED);
    }
}
