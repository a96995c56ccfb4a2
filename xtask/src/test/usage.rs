//! How busy the processors were, from `/proc/stat`. Linux only; elsewhere nothing is known.

use std::fs;

/// The ticks of a second in `/proc/stat`, on every architecture that Axlens has tests on.
const TICKS: f64 = 100.0;

/// The core-seconds during which a processor had nothing to do since the machine started.
pub fn idle_core_seconds() -> Option<f64> {
    parse(&fs::read_to_string("/proc/stat").ok()?)
}

/// Adds `idle` and `iowait`, the fourth and the fifth number of the line of all processors.
fn parse(text: &str) -> Option<f64> {
    let numbers = text.lines().next()?.strip_prefix("cpu ")?;
    let numbers = numbers.split_whitespace().skip(3).take(2);
    let ticks = numbers.map(|number| number.parse::<f64>().ok());
    ticks.sum::<Option<f64>>().map(|ticks| ticks / TICKS)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn idle_time_and_time_of_waiting_for_a_disk_are_added() {
        let text = "cpu  10 20 30 400 50 6 7 0 0 0\ncpu0 1 2 3 4 5 6 7 0 0 0\n";
        assert_eq!(parse(text), Some(4.5));
        assert_eq!(parse("intr 1 2\n"), None);
    }
}
