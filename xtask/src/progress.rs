//! Progress output: the name of each step, and its duration in seconds when it ends.

use std::time::Instant;

use anyhow::Result;

/// Runs one step of a task: says its name, then how long it took and whether it failed.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("▸ {name}");
    let began = Instant::now();
    let outcome = work();
    let seconds = began.elapsed().as_secs_f64();
    match &outcome {
        Ok(_) => println!("✓ {name}: {seconds:.1} s"),
        Err(error) => println!("✗ {name}: {seconds:.1} s: {error:#}"),
    }
    outcome
}

/// Says that a step was left out, and why.
pub fn skipped(name: &str, reason: &str) {
    println!("✓ {name}: {reason}");
}

/// A line the reader should not miss.
pub fn remark(text: &str) {
    println!("! {text}");
}
