//! Where the time of a task goes: spans of installing, compiling and running tests.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What a span of time is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Downloads, and programs that are compiled to be installed.
    Install,
    /// Compilers, and the list of the tests.
    Compile,
    /// Tests.
    Run,
}

/// The time spent on each [`Kind`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// On [`Kind::Install`].
    pub install: Duration,
    /// On [`Kind::Compile`].
    pub compile: Duration,
    /// On [`Kind::Run`].
    pub run: Duration,
}

impl Spent {
    /// The time that has a kind.
    pub fn sum(self) -> Duration {
        self.install + self.compile + self.run
    }

    fn add(&mut self, kind: Kind, time: Duration) {
        match kind {
            Kind::Install => self.install += time,
            Kind::Compile => self.compile += time,
            Kind::Run => self.run += time,
        }
    }
}

thread_local! {
    /// The spans of this thread only: those of installations that run at the same time overlap,
    /// and their own thread has one span around all of them.
    static SPENT: Cell<Spent> = Cell::default();
}

/// Does the work and adds its time to a kind. A span inside of it counts for its own kind only.
pub fn span<T>(kind: Kind, work: impl FnOnce() -> T) -> T {
    let before = SPENT.get().sum();
    let began = Instant::now();
    let result = work();
    let mut spent = SPENT.get();
    let inside = spent.sum() - before;
    spent.add(kind, began.elapsed().saturating_sub(inside));
    SPENT.set(spent);
    result
}

/// The time of this thread's spans since the last call.
pub fn take() -> Spent {
    SPENT.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_an_inner_span_counts_once() {
        take();
        let began = Instant::now();
        span(Kind::Compile, || {
            span(Kind::Install, || {
                let until = Instant::now() + Duration::from_millis(2);
                while Instant::now() < until {}
            });
        });
        let spent = take();
        assert!(spent.install >= Duration::from_millis(2));
        assert!(spent.sum() <= began.elapsed());
        assert_eq!(take(), Spent::default());
    }
}
