//! Work in portions (cooperative scheduling). Every loop over a page counts its steps here; when a
//! portion is spent the work yields, and its caller asks for the next one. Steps are counted, never
//! time: the engine has no clock, and what comes of the work is the same however it was portioned.
//!
//! A step is an element or something that costs about as much. Loops that cost a few nanoseconds a
//! node are not counted: over half a million nodes they stay under a few milliseconds.

use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// How much cheap work is done between two looks at what is left of the portion. In a loop without
/// such looks the compiler keeps more at hand.
pub const SPAN: usize = 64;

/// Longer lists are merged from sorted runs of this length.
const RUN: usize = 16;

/// How many steps the work may still take before it rests.
#[derive(Debug, Default)]
pub struct Pace {
    left: Cell<isize>,
}

impl Pace {
    /// Counts a step; rests where none is left.
    #[inline(always)]
    pub fn step(&self) -> Steps<'_> {
        self.steps(1)
    }

    /// Counts several steps at once. A portion may be overdrawn by them, never refused: any portion
    /// brings the work forward.
    #[inline(always)]
    pub fn steps(&self, count: usize) -> Steps<'_> {
        Steps { pace: self, count }
    }
}

/// Steps that are being counted.
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
        // Below nothing at most by one count, and no count is longer than memory.
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
    /// Nothing of it is done yet.
    pub fn new<W: Future<Output = T> + 'static>(work: impl FnOnce(Rc<Pace>) -> W) -> Job<T> {
        let pace = Rc::new(Pace::default());
        let work = work(Rc::clone(&pace));
        Job {
            pace,
            work: Some(Box::pin(work)),
        }
    }

    /// Does the next portion, of about so many steps. What comes of the work, once: after that
    /// there is nothing.
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

/// Does the whole work in one go.
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

/// Sorts, in portions. Equal values are indistinguishable, so their order does not matter.
pub async fn sort<T: Ord + Copy>(values: &mut Vec<T>, pace: &Pace) {
    pace.steps(values.len() / 16).await;
    if values.is_sorted() {
        return;
    }
    for run in values.chunks_mut(RUN) {
        pace.steps(RUN).await;
        sort_few(run);
    }
    if values.len() <= RUN {
        return;
    }
    let mut merged = Vec::with_capacity(values.len());
    let mut width = RUN;
    while width < values.len() {
        for pair in values.chunks(2 * width) {
            merge(pair.split_at(width.min(pair.len())), &mut merged, pace).await;
        }
        std::mem::swap(values, &mut merged);
        merged.clear();
        width *= 2;
    }
}

/// Sorts by insertion. The library's own sorting would make the module fifteen kilobytes larger for
/// each type of values.
fn sort_few<T: Ord + Copy>(values: &mut [T]) {
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
    fn work_is_done_in_portions_and_gives_its_result_once() {
        let mut job = Job::new(|pace| count(100, pace));
        let portions = std::iter::repeat_with(|| job.advance(30)).take(10);
        let results: Vec<Option<usize>> = portions.collect();
        let done = results.iter().position(Option::is_some);
        assert_eq!((done, results[3]), (Some(3), Some(5_050)));
        assert!(results[4..].iter().all(Option::is_none));
    }

    #[test]
    fn a_portion_of_nothing_still_brings_the_work_forward() {
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
