//! How long the server waits before it opens a line to its gateway again. The delays grow, and are
//! random, so that many servers do not reconnect to a restarted gateway at the same moment.

use std::time::Duration;

/// The average delay after the first failure.
const FIRST: Duration = Duration::from_millis(500);

/// The maximum delay.
pub const MAX: Duration = Duration::from_secs(60);

/// How long a line has to last so that the delays start from the beginning.
pub const LASTING: Duration = Duration::from_secs(30);

/// The delays between consecutive failures.
#[derive(Debug)]
pub struct Delays {
    next: Duration,
}

impl Default for Delays {
    fn default() -> Delays {
        Delays { next: FIRST }
    }
}

impl Delays {
    /// The next delay, between half and all of its maximum. `random`: from 0 to 255.
    fn next(&mut self, random: u8) -> Duration {
        let longest = self.next;
        self.next = (longest * 2).min(MAX);
        longest / 2 + longest / 2 * u32::from(random) / 255
    }

    /// Waits for the next delay.
    pub async fn wait(&mut self) {
        tokio::time::sleep(self.next(random())).await;
    }

    /// The next delay is the longest.
    pub fn skip_to_longest(&mut self) {
        self.next = MAX;
    }
}

/// A random number. Without randomness of the system, all servers have the same delays.
fn random() -> u8 {
    let mut byte = [u8::MAX];
    let _ = getrandom::fill(&mut byte);
    byte[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_maximum() {
        let mut delays = Delays::default();
        let longest: Vec<u128> = (0..9).map(|_| delays.next(255).as_millis()).collect();
        let expected = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
        assert_eq!(longest, expected);
        assert_eq!(delays.next(0), MAX / 2);
        let mut refused = Delays::default();
        refused.skip_to_longest();
        assert_eq!(refused.next(255), MAX);
    }

    #[test]
    fn a_delay_is_between_half_and_all_of_its_maximum() {
        for random in 0..=255 {
            let delay = Delays::default().next(random);
            assert!((FIRST / 2..=FIRST).contains(&delay), "{random}");
        }
    }
}
