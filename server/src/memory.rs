//! Keeps the server small between requests, and at no request's expense: what one took stays at
//! hand for the next, and goes back to the system when nobody has asked for a while. Knows the
//! allocator and who is at work; of what is kept, nothing.

pub mod apart;
mod program;

use std::ffi::{c_int, c_long};
use std::sync::{Mutex, PoisonError};

/// Threads that requests are worked on by; each holds memory of its own.
pub const THREADS: usize = 2;

/// After so long free memory goes back even in the middle of work, for a server that is never left
/// alone. In milliseconds.
const LONGEST_KEPT: c_long = 60_000;

/// Whose turn it is to give back.
static TURN: Mutex<()> = Mutex::new(());

/// Sets the process up; before its first thread.
#[allow(unsafe_code, reason = "the allocator's options have no other door")]
pub fn arrange() {
    // `mi_option_t` of mimalloc 3.
    const PURGE_DELAY: c_int = 15;
    // SAFETY: it takes any number, and no other thread runs yet.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, LONGEST_KEPT) };
    // The allocator's own beginnings are made before this: that they take none either is its
    // feature `no_thp`.
    program::take_small_pages();
}

/// Gives back what was needed to get ready, and is not any more.
pub fn settle() {
    program::forget_file();
    give_back();
}

/// Gives back what this thread holds and nothing uses.
#[allow(unsafe_code, reason = "the allocator has no other door")]
fn give_back() {
    // One at a time: while one is at it, the allocator sends a second away with nothing done.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: it may be called at any time, and touches nothing that is in use.
    unsafe { libmimalloc_sys::mi_collect(true) };
}
