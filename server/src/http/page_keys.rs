//! The one-time codes of links to the server's own page, and the keys that pages get for them.
//! Knows no transport; time is passed in.

use axlens_local::secret;
use axlens_local::server::url;
use axlens_protocol::agent::dashboard::{KeyAnswer, LinkAnswer};
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// How long a code can be used.
pub const CODE: Duration = Duration::from_secs(2 * 60);

/// A key that is not used for so long has ended.
pub const IDLE: Duration = Duration::from_secs(30 * 60);

/// Most codes, and most keys, that are remembered: the oldest is forgotten first.
const REMEMBERED: usize = 16;

/// The codes that were given out, and the keys.
#[derive(Debug)]
pub struct PageKeys {
    port: u16,
    remembered: Mutex<Remembered>,
}

#[derive(Debug, Default)]
struct Remembered {
    codes: VecDeque<LinkCode>,
    keys: VecDeque<PageKey>,
}

#[derive(Debug)]
struct LinkCode {
    code: String,
    until: Instant,
    /// The key that was given for it.
    given: Option<String>,
}

#[derive(Debug)]
struct PageKey {
    key: String,
    used: Instant,
}

impl PageKeys {
    /// Those of a server that listens on `port`.
    pub fn new(port: u16) -> PageKeys {
        PageKeys {
            port,
            remembered: Mutex::default(),
        }
    }

    /// A link with a new code.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn link(&self, now: Instant) -> Result<LinkAnswer, Fault> {
        let code = new_secret()?;
        let remembered = LinkCode {
            code: code.clone(),
            until: now + CODE,
            given: None,
        };
        let url = format!("{}/#code={code}", url(self.port));
        remember(&mut self.remembered(now).codes, remembered);
        Ok(LinkAnswer {
            code,
            seconds: CODE.as_secs(),
            url,
        })
    }

    /// The key for a code, which gives one once. A code that comes again has been seen by somebody
    /// else: the key that it gave ends.
    ///
    /// # Errors
    /// `unauthorized` for a code that is unknown, used or too old.
    pub fn exchange(&self, code: &str, now: Instant) -> Result<KeyAnswer, Fault> {
        let mut remembered = self.remembered(now);
        let mut codes = remembered.codes.iter();
        let Some(at) = codes.position(|known| is_same(&known.code, code)) else {
            return Err(unknown_code());
        };
        if let Some(given) = remembered.codes[at].given.clone() {
            remembered.keys.retain(|key| key.key != given);
            return Err(used_twice());
        }
        let key = new_secret()?;
        remembered.codes[at].given = Some(key.clone());
        let new = PageKey {
            key: key.clone(),
            used: now,
        };
        remember(&mut remembered.keys, new);
        Ok(KeyAnswer { key })
    }

    /// Whether a key has been given for this code.
    pub fn is_used(&self, code: &str, now: Instant) -> bool {
        let remembered = self.remembered(now);
        let mut codes = remembered.codes.iter();
        codes.any(|known| is_same(&known.code, code) && known.given.is_some())
    }

    /// Whether this is a key, which is used now.
    pub fn admits(&self, key: &str, now: Instant) -> bool {
        let mut remembered = self.remembered(now);
        let mut keys = remembered.keys.iter_mut();
        let known = keys.find(|known| is_same(&known.key, key));
        known.map(|known| known.used = now).is_some()
    }

    /// Ends every key and every code. How many keys there were.
    pub fn revoke(&self, now: Instant) -> usize {
        let mut remembered = self.remembered(now);
        std::mem::take(&mut *remembered).keys.len()
    }

    /// Those that have not ended.
    fn remembered(&self, now: Instant) -> MutexGuard<'_, Remembered> {
        // Nothing that is done under the lock can leave it half done.
        let remembered = self.remembered.lock();
        let mut remembered = remembered.unwrap_or_else(PoisonError::into_inner);
        remembered.codes.retain(|code| code.until > now);
        remembered.keys.retain(|key| key.used + IDLE > now);
        remembered
    }
}

fn is_same(known: &str, given: &str) -> bool {
    known.as_bytes().ct_eq(given.as_bytes()).into()
}

fn remember<T>(remembered: &mut VecDeque<T>, new: T) {
    if remembered.len() >= REMEMBERED {
        remembered.pop_front();
    }
    remembered.push_back(new);
}

fn new_secret() -> Result<String, Fault> {
    secret::new().map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

fn unknown_code() -> Fault {
    let message = "The link has been used already, is older than two minutes, or is of an earlier start of the server.";
    Fault::new(Code::Unauthorized, message).hint(OPEN)
}

fn used_twice() -> Fault {
    let message = "The link was used a second time. The page that it opened first has ended too.";
    Fault::new(Code::Unauthorized, message).hint(OPEN)
}

/// How a page is opened.
pub const OPEN: &str = "Run `axlens open` for a new link.";

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> (PageKeys, Instant) {
        (PageKeys::new(4711), Instant::now())
    }

    #[test]
    fn a_code_gives_a_key_once_and_the_second_time_ends_it() {
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
    fn codes_and_keys_end_in_time() {
        let (keys, now) = keys();
        let late = keys.link(now).expect("a link").code;
        assert!(keys.exchange(&late, now + CODE).is_err());
        let code = keys.link(now).expect("a link").code;
        let key = keys.exchange(&code, now).expect("a key").key;
        let almost = now + IDLE - Duration::from_secs(1);
        assert!(keys.admits(&key, almost));
        assert!(
            keys.admits(&key, almost + IDLE / 2),
            "it was used meanwhile"
        );
        assert!(!keys.admits(&key, almost + IDLE / 2 + IDLE));
    }

    #[test]
    fn what_is_no_code_and_no_key_opens_nothing() {
        let (keys, now) = keys();
        let code = keys.link(now).expect("a link").code;
        for wrong in ["", &code[1..], &"0".repeat(64), &format!("{code}0")] {
            assert!(keys.exchange(wrong, now).is_err() && !keys.admits(wrong, now));
        }
        assert!(keys.exchange(&code, now).is_ok(), "wrong ones leave it");
    }

    #[test]
    fn all_can_be_ended_and_what_is_remembered_is_bounded() {
        let (keys, now) = keys();
        for _ in 0..2 * REMEMBERED {
            let code = keys.link(now).expect("a link").code;
            keys.exchange(&code, now).expect("a key");
        }
        let unused = keys.link(now).expect("a link").code;
        assert_eq!(keys.remembered(now).codes.len(), REMEMBERED);
        assert_eq!(keys.revoke(now), REMEMBERED);
        assert!(keys.exchange(&unused, now).is_err());
    }
}
