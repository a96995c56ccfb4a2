//! The one-time codes of links to the dashboard, and the keys that the dashboard gets for them. The
//! current time is an argument.

use axlens_local::secret;
use axlens_local::server::url;
use axlens_protocol::agent::dashboard::{KeyAnswer, LinkAnswer};
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// How long a code is valid.
pub const CODE_LIFETIME: Duration = Duration::from_secs(2 * 60);

/// How long a key is valid after its last use.
pub const KEY_LIFETIME: Duration = Duration::from_secs(30 * 60);

/// Maximum number of stored codes, and of stored keys. The oldest is removed first.
const MAX_STORED: usize = 16;

/// All codes and keys.
#[derive(Debug)]
pub struct PageKeys {
    port: u16,
    state: Mutex<KeyState>,
}

#[derive(Debug, Default)]
struct KeyState {
    codes: VecDeque<LinkCode>,
    keys: VecDeque<PageKey>,
}

#[derive(Debug)]
struct LinkCode {
    code: String,
    until: Instant,
    /// The key that the dashboard got for it.
    issued_key: Option<String>,
}

#[derive(Debug)]
struct PageKey {
    key: String,
    last_use: Instant,
}

impl PageKeys {
    /// The keys of a server that listens on `port`.
    pub fn new(port: u16) -> PageKeys {
        PageKeys {
            port,
            state: Mutex::default(),
        }
    }

    /// A link with a new code.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn link(&self, now: Instant) -> Result<LinkAnswer, Fault> {
        let code = new_secret()?;
        let stored = LinkCode {
            code: code.clone(),
            until: now + CODE_LIFETIME,
            issued_key: None,
        };
        let url = format!("{}/#code={code}", url(self.port));
        store(&mut self.lock(now).codes, stored);
        Ok(LinkAnswer {
            code,
            seconds: CODE_LIFETIME.as_secs(),
            url,
        })
    }

    /// The key for a code. A code that is used twice was seen by another program, so the second use
    /// ends the key.
    ///
    /// # Errors
    /// `unauthorized` for an unknown, used or expired code.
    pub fn exchange(&self, code: &str, now: Instant) -> Result<KeyAnswer, Fault> {
        let mut state = self.lock(now);
        let mut codes = state.codes.iter();
        let Some(index) = codes.position(|known| is_equal(&known.code, code)) else {
            return Err(unknown_code());
        };
        if let Some(issued) = state.codes[index].issued_key.clone() {
            state.keys.retain(|key| key.key != issued);
            return Err(used_twice());
        }
        let key = new_secret()?;
        state.codes[index].issued_key = Some(key.clone());
        let new = PageKey {
            key: key.clone(),
            last_use: now,
        };
        store(&mut state.keys, new);
        Ok(KeyAnswer { key })
    }

    /// Whether the dashboard has a key for this code.
    pub fn is_used(&self, code: &str, now: Instant) -> bool {
        let state = self.lock(now);
        let mut codes = state.codes.iter();
        codes.any(|known| is_equal(&known.code, code) && known.issued_key.is_some())
    }

    /// Whether this key is valid. Counts as a use.
    pub fn admits(&self, key: &str, now: Instant) -> bool {
        let mut state = self.lock(now);
        let mut keys = state.keys.iter_mut();
        let known = keys.find(|known| is_equal(&known.key, key));
        known.map(|known| known.last_use = now).is_some()
    }

    /// Ends every key and every code. Returns the number of keys.
    pub fn revoke(&self, now: Instant) -> usize {
        let mut state = self.lock(now);
        std::mem::take(&mut *state).keys.len()
    }

    /// The valid codes and keys.
    fn lock(&self, now: Instant) -> MutexGuard<'_, KeyState> {
        // No code under the lock can panic between two changes that belong together.
        let state = self.state.lock();
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.codes.retain(|code| code.until > now);
        state.keys.retain(|key| key.last_use + KEY_LIFETIME > now);
        state
    }
}

fn is_equal(known: &str, secret: &str) -> bool {
    known.as_bytes().ct_eq(secret.as_bytes()).into()
}

fn store<T>(stored: &mut VecDeque<T>, new: T) {
    if stored.len() >= MAX_STORED {
        stored.pop_front();
    }
    stored.push_back(new);
}

fn new_secret() -> Result<String, Fault> {
    secret::new().map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

fn unknown_code() -> Fault {
    let message = "The link has been used already, is older than two minutes, or is from an earlier start of the server.";
    Fault::new(Code::Unauthorized, message).hint(OPEN_HINT)
}

fn used_twice() -> Fault {
    let message =
        "The link was used a second time. The key of the page that used it first has ended too.";
    Fault::new(Code::Unauthorized, message).hint(OPEN_HINT)
}

/// How to open the dashboard.
pub const OPEN_HINT: &str = "Run `axlens open` for a new link.";

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> (PageKeys, Instant) {
        (PageKeys::new(4711), Instant::now())
    }

    #[test]
    fn the_second_use_of_a_code_ends_its_key() {
        let (keys, now) = keys();
        let link = keys.link(now).expect("a link");
        assert_eq!(
            link.url,
            format!("http://127.0.0.1:4711/#code={}", link.code)
        );
        assert!(secret::is_well_formed(&link.code) && !keys.is_used(&link.code, now));
        let key = keys.exchange(&link.code, now).expect("the first time").key;
        assert!(keys.admits(&key, now) && keys.is_used(&link.code, now));
        assert!(!keys.admits(&link.code, now), "a code is no key");
        let again = keys.exchange(&link.code, now).expect_err("used");
        assert_eq!(again.code, Code::Unauthorized);
        assert!(!keys.admits(&key, now));
    }

    #[test]
    fn codes_and_keys_expire() {
        let (keys, now) = keys();
        let late = keys.link(now).expect("a link").code;
        assert!(keys.exchange(&late, now + CODE_LIFETIME).is_err());
        let code = keys.link(now).expect("a link").code;
        let key = keys.exchange(&code, now).expect("a key").key;
        let almost = now + KEY_LIFETIME - Duration::from_secs(1);
        assert!(keys.admits(&key, almost));
        assert!(
            keys.admits(&key, almost + KEY_LIFETIME / 2),
            "a use extends the lifetime"
        );
        assert!(!keys.admits(&key, almost + KEY_LIFETIME / 2 + KEY_LIFETIME));
    }

    #[test]
    fn wrong_codes_and_keys_are_rejected() {
        let (keys, now) = keys();
        let code = keys.link(now).expect("a link").code;
        for wrong in ["", &code[1..], &"0".repeat(64), &format!("{code}0")] {
            assert!(keys.exchange(wrong, now).is_err() && !keys.admits(wrong, now));
        }
        assert!(
            keys.exchange(&code, now).is_ok(),
            "wrong codes do not use it up"
        );
    }

    #[test]
    fn revocation_ends_all_keys_and_their_number_is_bounded() {
        let (keys, now) = keys();
        for _ in 0..2 * MAX_STORED {
            let code = keys.link(now).expect("a link").code;
            keys.exchange(&code, now).expect("a key");
        }
        let unused = keys.link(now).expect("a link").code;
        assert_eq!(keys.lock(now).codes.len(), MAX_STORED);
        assert_eq!(keys.revoke(now), MAX_STORED);
        assert!(keys.exchange(&unused, now).is_err());
    }
}
