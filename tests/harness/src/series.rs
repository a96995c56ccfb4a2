//! Numbers measured again and again: median and percentiles.

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
        self.percentile(0.95)
    }

    /// The number that 99 of 100 do not exceed.
    pub fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    fn percentile(&self, share: f64) -> f64 {
        let sorted = self.sorted();
        let place = (sorted.len() as f64 * share).ceil() as usize;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_number_that_the_share_does_not_exceed() {
        let series = Series((1..=100).rev().map(f64::from).collect());
        assert_eq!((series.p95(), series.p99()), (95.0, 99.0));
        assert_eq!(series.median(), 50.5);
        let one = Series(vec![7.0]);
        assert_eq!((one.median(), one.p99()), (7.0, 7.0));
        assert!(Series::default().p99().is_nan());
    }
}
