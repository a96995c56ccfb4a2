//! Cooperative scheduling: work in portions. Every loop over a page counts its steps; at the end of
//! a portion the work yields, and the caller requests the next portion. Steps are counted, not
//! time: the engine has no clock, and the result does not depend on the portions.
//!
//! A step is an element, or similar work. Loops with a few nanoseconds per node are not counted:
//! half a million nodes take a few milliseconds.

use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Number of cheap steps between two checks of the portion. The compiler optimizes loops without
/// checks better.
pub const SPAN: usize = 64;

/// Length of the runs that are sorted by insertion and then merged.
const RUN_LENGTH: usize = 16;

/// The remaining steps of the portion.
#[derive(Debug, Default)]
pub struct Pace {
    left: Cell<isize>,
}

impl Pace {
    /// Counts a step; yields if none is left.
    #[inline(always)]
    pub fn step(&self) -> Steps<'_> {
        self.steps(1)
    }

    /// Counts several steps at once. They may exceed the portion, so that any portion makes
    /// progress.
    #[inline(always)]
    pub fn steps(&self, count: usize) -> Steps<'_> {
        Steps { pace: self, count }
    }
}

/// A future that counts steps.
#[derive(Debug)]
pub struct Steps<'p> {
    pace: &'p Pace,
    count: usize,
}

impl Future for Steps<'_> {
    type Output = ();

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let left = self.pace.left.get();
        if left <= 0 {
            return Poll::Pending;
        }
        // It is exceeded by at most one count, which is bounded by memory.
        self.pace.left.set(left - self.count as isize);
        Poll::Ready(())
    }
}

/// Work that is done in portions.
pub struct Job<T> {
    pace: Rc<Pace>,
    work: Option<Pin<Box<dyn Future<Output = T>>>>,
}

impl<T> Job<T> {
    /// Creates a job that has not started.
    pub fn new<W: Future<Output = T> + 'static>(work: impl FnOnce(Rc<Pace>) -> W) -> Job<T> {
        let pace = Rc::new(Pace::default());
        let work = work(Rc::clone(&pace));
        Job {
            pace,
            work: Some(Box::pin(work)),
        }
    }

    /// Runs the next portion of about `steps` steps. Returns the result once, when the work is
    /// complete.
    pub fn advance(&mut self, steps: usize) -> Option<T> {
        let work = self.work.as_mut()?;
        self.pace
            .left
            .set(isize::try_from(steps).unwrap_or(isize::MAX).max(1));
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(result) = work.as_mut().poll(&mut context) else {
            return None;
        };
        self.work = None;
        Some(result)
    }
}

/// Runs the whole work at once.
pub fn at_once<T>(work: impl AsyncFnOnce(&Pace) -> T) -> T {
    let pace = Pace::default();
    let mut work = pin!(work(&pace));
    let mut context = Context::from_waker(Waker::noop());
    loop {
        pace.left.set(isize::MAX);
        if let Poll::Ready(result) = work.as_mut().poll(&mut context) {
            return result;
        }
    }
}

/// Sorts in portions. Equal values are indistinguishable, so their order does not matter.
pub async fn sort<T: Ord + Copy>(values: &mut Vec<T>, pace: &Pace) {
    pace.steps(values.len() / 16).await;
    if values.is_sorted() {
        return;
    }
    for run in values.chunks_mut(RUN_LENGTH) {
        pace.steps(RUN_LENGTH).await;
        insertion_sort(run);
    }
    if values.len() <= RUN_LENGTH {
        return;
    }
    let mut merged = Vec::with_capacity(values.len());
    let mut width = RUN_LENGTH;
    while width < values.len() {
        for pair in values.chunks(2 * width) {
            merge(pair.split_at(width.min(pair.len())), &mut merged, pace).await;
        }
        std::mem::swap(values, &mut merged);
        merged.clear();
        width *= 2;
    }
}

/// Insertion sort. The standard library's sort would make the module fifteen kilobytes larger for
/// each type.
fn insertion_sort<T: Ord + Copy>(values: &mut [T]) {
    for end in 1..values.len() {
        let mut at = end;
        while at > 0 && values[at] < values[at - 1] {
            values.swap(at, at - 1);
            at -= 1;
        }
    }
}

async fn merge<T: Ord + Copy>(sorted: (&[T], &[T]), merged: &mut Vec<T>, pace: &Pace) {
    let (mut one, mut other) = sorted;
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        pace.step().await;
        if first <= second {
            merged.push(*first);
            one = rest;
        } else {
            merged.push(*second);
            other = others;
        }
    }
    merged.extend_from_slice(one);
    merged.extend_from_slice(other);
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn count(to: usize, pace: Rc<Pace>) -> usize {
        let mut sum = 0;
        for number in 1..=to {
            pace.step().await;
            sum += number;
        }
        sum
    }

    #[test]
    fn work_in_portions_returns_its_result_once() {
        let mut job = Job::new(|pace| count(100, pace));
        let portions = std::iter::repeat_with(|| job.advance(30)).take(10);
        let results: Vec<Option<usize>> = portions.collect();
        let done = results.iter().position(Option::is_some);
        assert_eq!((done, results[3]), (Some(3), Some(5_050)));
        assert!(results[4..].iter().all(Option::is_none));
    }

    #[test]
    fn an_empty_portion_makes_progress() {
        let mut job = Job::new(|pace| count(3, pace));
        assert_eq!(
            [job.advance(0), job.advance(0), job.advance(0)],
            [None, None, Some(6)]
        );
    }

    #[test]
    fn sorting_in_portions_is_sorting() {
        for length in [0, 1, 15, 16, 17, 5_000, 9_999] {
            let mut values: Vec<u64> = (0..length).map(|number| number * 7_919 % 4_001).collect();
            let mut expected = values.clone();
            expected.sort_unstable();
            at_once(async |pace| sort(&mut values, pace).await);
            assert_eq!(values, expected, "{length}");
        }
    }
}
