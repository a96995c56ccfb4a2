//! Numbers measured again and again: median and 95th percentile.

/// Milliseconds, or any other number, one for each round.
#[derive(Debug, Clone, Default)]
pub struct Series(pub Vec<f64>);

impl Series {
    /// The middle one; of an even count the mean of both in the middle. NaN of none.
    pub fn median(&self) -> f64 {
        let sorted = self.sorted();
        match sorted.len() {
            0 => f64::NAN,
            count if count % 2 == 1 => sorted[count / 2],
            count => f64::midpoint(sorted[count / 2 - 1], sorted[count / 2]),
        }
    }

    /// The number that 95 of 100 do not exceed.
    pub fn p95(&self) -> f64 {
        let sorted = self.sorted();
        let place = (sorted.len() as f64 * 0.95).ceil() as usize;
        sorted
            .get(place.saturating_sub(1))
            .copied()
            .unwrap_or(f64::NAN)
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}
