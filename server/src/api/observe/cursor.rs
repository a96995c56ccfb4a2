//! Windows of a text, and the cursors that name them. Knows no page and no session.

use crate::text::tokens::Counter;
use axlens_snapshot::window::{Bounds, Callbacks, Window, window};

/// What is said instead of a cursor.
const CUT_OFF: &str =
    "too large to be kept for another window; narrow `scope`, or raise max_tokens or max_chars";

/// The window of a text that begins at a line. `name`: of the snapshot, in cursors.
pub fn cut(
    counter: Counter,
    name: u64,
    text: &str,
    first: usize,
    bounds: Bounds,
    notices: &[String],
) -> Window {
    let callbacks = Callbacks {
        count: &|text| counter.count(text),
        cursor: &|next| format!("go on with cursor \"{}\"", cursor(name, next)),
    };
    window(text, first, bounds, notices, &callbacks)
}

/// The first window of a text that is too large for another to be read.
pub fn cut_off(counter: Counter, text: &str, bounds: Bounds) -> Window {
    let callbacks = Callbacks {
        count: &|text| counter.count(text),
        cursor: &|_| CUT_OFF.to_owned(),
    };
    window(text, 0, bounds, &[], &callbacks)
}

/// The cursor of the window that begins at a line.
pub fn cursor(name: u64, line: usize) -> String {
    format!("w{name}.{line}")
}

/// The snapshot's name and the line of a cursor.
pub fn parse(cursor: &str) -> Option<(u64, usize)> {
    let (name, line) = cursor.strip_prefix('w')?.split_once('.')?;
    Some((name.parse().ok()?, line.parse().ok()?))
}
