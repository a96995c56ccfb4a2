//! Windows of a text, and the cursors between them.

use crate::text::tokens;
use axlens_snapshot::window::{Bounds, Callbacks, Window, window};

/// The text in place of a cursor if the snapshot could not be stored.
const NO_NEXT_WINDOW: &str =
    "too large to be kept for another window; narrow `scope`, or raise max_tokens or max_chars";

/// The window of a text that begins at a line. `number` is the snapshot's number in cursors.
pub fn cut(number: u64, text: &str, first: usize, bounds: Bounds, notices: &[String]) -> Window {
    let callbacks = Callbacks {
        count: &tokens::count,
        cursor: &|next| format!("go on with cursor \"{}\"", cursor(number, next)),
    };
    window(text, first, bounds, notices, &callbacks)
}

/// The only window of a text that is too large to be stored.
pub fn cut_off(text: &str, bounds: Bounds) -> Window {
    let callbacks = Callbacks {
        count: &tokens::count,
        cursor: &|_| NO_NEXT_WINDOW.to_owned(),
    };
    window(text, 0, bounds, &[], &callbacks)
}

/// The cursor of the window that begins at a line.
pub fn cursor(number: u64, line: usize) -> String {
    format!("w{number}.{line}")
}

/// The snapshot's number and the line of a cursor.
pub fn parse(cursor: &str) -> Option<(u64, usize)> {
    let (number, line) = cursor.strip_prefix('w')?.split_once('.')?;
    Some((number.parse().ok()?, line.parse().ok()?))
}
