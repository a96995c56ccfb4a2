//! The exchanges in which an agent and this server prove to each other over a forwarded port that
//! they know the agent's token. The current time is an argument.

use super::{check_nonce, new_secret, store};
use crate::agents::Agents;
use axlens_local::token_proof::{TokenExchange, TokenProofAnswer, TokenProofRequest};
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum time from the server's proof to the agent's. A tunnel adds several round trips.
const EXCHANGE_TIMEOUT: Duration = Duration::from_secs(10);

/// The server's side of all exchanges about tokens. Only a client that knows a token's id can begin
/// one, so a flood by others removes none.
#[derive(Default)]
pub struct TokenExchanges(Mutex<VecDeque<StoredExchange>>);

struct StoredExchange {
    sha256: String,
    client: String,
    server: String,
    until: Instant,
}

impl TokenExchanges {
    /// Proves that this server knows the token with an id, and starts the exchange in which the
    /// agent has to prove the same.
    ///
    /// # Errors
    /// `bad_request` for an invalid nonce, `unauthorized` for an unknown token.
    pub fn begin(
        &self,
        agents: &Agents,
        request: &TokenProofRequest,
        now: Instant,
    ) -> Result<TokenProofAnswer, Fault> {
        check_nonce(&request.nonce)?;
        let sha256 = agents.hash_by_id(&request.token).ok_or_else(unknown)?;
        let server = new_secret()?;
        let proof = TokenExchange {
            sha256: &sha256,
            client: &request.nonce,
            server: &server,
        }
        .server_proof();
        let exchange = StoredExchange {
            sha256,
            client: request.nonce.clone(),
            server: server.clone(),
            until: now + EXCHANGE_TIMEOUT,
        };
        store(&mut self.lock(), exchange);
        Ok(TokenProofAnswer {
            nonce: server,
            proof,
        })
    }

    /// Ends an exchange. Returns the token that the agent's proof contains, which the caller has to
    /// check; `None` for an exchange that has ended or a proof of another form.
    pub fn finish(&self, exchange: &str, proof: &str, now: Instant) -> Option<String> {
        let mut stored = self.lock();
        let at = stored.iter().position(|stored| stored.server == exchange)?;
        let exchange = stored.remove(at)?;
        drop(stored);
        if exchange.until <= now {
            return None;
        }
        let exchange = TokenExchange {
            sha256: &exchange.sha256,
            client: &exchange.client,
            server: &exchange.server,
        };
        exchange.token_in(proof)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<StoredExchange>> {
        // No code under the lock can panic between two changes that belong together.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown() -> Fault {
    let message = "No agent has a token with this id.";
    Fault::new(Code::Unauthorized, message)
        .hint("Ask the user for a new token: `axlens token add NAME`.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::proofs::MAX_STORED;
    use axlens_local::token_proof::id;
    use axlens_local::tokens::{self, NewToken, TokenFile};
    use axlens_local::{StateDir, secret};
    use axlens_protocol::model::TokenScope;

    struct Parties {
        exchanges: TokenExchanges,
        agents: Agents,
        token: String,
        _folder: tempfile::TempDir,
    }

    fn parties() -> Parties {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("it is there");
        let file = TokenFile::of(&StateDir::at(path));
        let token = file.add(&NewToken {
            name: "remote".to_owned(),
            scope: TokenScope::Read,
            sites: Vec::new(),
            lasts: None,
        });
        Parties {
            exchanges: TokenExchanges::default(),
            agents: Agents::new("of the user", Some(file)),
            token: token.expect("added"),
            _folder: folder,
        }
    }

    /// Begins an exchange. Returns its id and the agent's proof.
    fn begun(parties: &Parties, now: Instant) -> (String, String) {
        let sha256 = tokens::hash(&parties.token);
        let request = TokenProofRequest {
            token: id(&sha256),
            nonce: secret::new().expect("random"),
        };
        let begun = parties.exchanges.begin(&parties.agents, &request, now);
        let begun = begun.expect("a known token");
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &request.nonce,
            server: &begun.nonce,
        };
        assert!(exchange.is_servers(&begun.proof));
        let proof = exchange.agent_proof(&parties.token).expect("its form");
        (begun.nonce, proof)
    }

    #[test]
    fn a_proof_has_the_token_once_and_in_time() {
        let (parties, now) = (parties(), Instant::now());
        let finish =
            |exchange: &str, proof: &str, at| parties.exchanges.finish(exchange, proof, at);
        let (exchange, proof) = begun(&parties, now);
        assert_eq!(
            finish(&exchange, &proof, now).as_ref(),
            Some(&parties.token)
        );
        assert_eq!(finish(&exchange, &proof, now), None, "not twice");
        let (exchange, proof) = begun(&parties, now);
        assert_eq!(finish(&exchange, &proof, now + EXCHANGE_TIMEOUT), None);
        let (another, _) = begun(&parties, now);
        assert_ne!(finish(&another, &proof, now).as_ref(), Some(&parties.token));
    }

    #[test]
    fn an_unknown_token_or_nonce_begins_no_exchange() {
        let (parties, now) = (parties(), Instant::now());
        let sha256 = tokens::hash(&parties.token);
        let nonce = secret::new().expect("random");
        let attempts = [
            (sha256.clone(), nonce.clone(), Code::Unauthorized),
            (
                id(&tokens::hash("of the user")),
                nonce.clone(),
                Code::Unauthorized,
            ),
            (id(&sha256), "short".to_owned(), Code::BadRequest),
        ];
        for (token, nonce, code) in attempts {
            let request = TokenProofRequest { token, nonce };
            let begun = parties.exchanges.begin(&parties.agents, &request, now);
            assert_eq!(begun.expect_err("no exchange").code, code);
        }
        assert!(parties.exchanges.lock().is_empty());
    }

    #[test]
    fn stored_exchanges_are_bounded() {
        let (parties, now) = (parties(), Instant::now());
        for _ in 0..MAX_STORED + 10 {
            begun(&parties, now);
        }
        assert_eq!(parties.exchanges.lock().len(), MAX_STORED);
    }
}
