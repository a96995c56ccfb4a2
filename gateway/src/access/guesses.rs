//! Wrong tokens from one address. After some of them, further ones are not answered with the reason
//! any more, for a time that doubles.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of wrong tokens without a back-off.
pub const FREE: u32 = 10;

/// The time after which wrong tokens are forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10 * 60);

/// The maximum back-off.
const MAX_WAIT: Duration = Duration::from_secs(5 * 60);

/// The maximum number of addresses that are stored.
const MAX_ADDRESSES: usize = 4096;

/// The wrong tokens of each address.
#[derive(Debug, Default)]
pub struct Guesses(Mutex<HashMap<IpAddr, WrongTokens>>);

#[derive(Debug)]
struct WrongTokens {
    count: u32,
    last: Instant,
}

impl Guesses {
    /// Notes a wrong token. Returns the back-off, if there is one.
    pub fn note(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let mut addresses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= MAX_ADDRESSES {
            addresses.retain(|_, wrong| now.duration_since(wrong.last) < FORGOTTEN_AFTER);
        }
        let address = network(address);
        if addresses.len() >= MAX_ADDRESSES && !addresses.contains_key(&address) {
            return Some(MAX_WAIT);
        }
        let none = WrongTokens {
            count: 0,
            last: now,
        };
        let wrong = addresses.entry(address).or_insert(none);
        if now.duration_since(wrong.last) >= FORGOTTEN_AFTER {
            wrong.count = 0;
        }
        wrong.count = wrong.count.saturating_add(1);
        wrong.last = now;
        let excess = wrong.count.checked_sub(FREE + 1)?;
        let wait = Duration::from_secs(1) * 2_u32.saturating_pow(excess.min(16));
        Some(wait.min(MAX_WAIT))
    }
}

/// One client can have all addresses of an IPv6 network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_back_off_begins_after_some_wrong_tokens_doubles_and_ends() {
        let guesses = Guesses::default();
        let (start, address) = (Instant::now(), IpAddr::from([192, 0, 2, 1]));
        for _ in 0..FREE {
            assert_eq!(guesses.note(address, start), None);
        }
        let next = |guesses: &Guesses| guesses.note(address, start).map(|wait| wait.as_secs());
        assert_eq!(next(&guesses), Some(1));
        assert_eq!(next(&guesses), Some(2));
        assert_eq!(next(&guesses), Some(4));
        for _ in 0..100 {
            assert!(next(&guesses) <= Some(MAX_WAIT.as_secs()));
        }
        let other = IpAddr::from([192, 0, 2, 2]);
        assert_eq!(guesses.note(other, start), None);
        assert_eq!(guesses.note(address, start + FORGOTTEN_AFTER), None);
    }

    #[test]
    fn the_addresses_of_one_network_count_together_and_are_bounded() {
        let guesses = Guesses::default();
        let start = Instant::now();
        let address =
            |high: u16, low: u16| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, high, 0, 0, 0, 0, low));
        let waits = (0..=FREE as u16).map(|low| guesses.note(address(1, low), start));
        assert_eq!(waits.filter(Option::is_some).count(), 1);
        for high in 2..5000 {
            guesses.note(address(high, 1), start);
        }
        let stored = guesses.0.lock().expect("not poisoned").len();
        assert_eq!(stored, MAX_ADDRESSES);
    }
}
