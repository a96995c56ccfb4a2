//! What the command prints for its user: the only module that writes to stdout and stderr.

use axlens_protocol::Fault;
use serde::Serialize;
use std::io::Write;

/// Text for the user, to stdout. A reader that has gone away is no failure.
pub fn text(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    if !text.ends_with('\n') {
        let _ = out.write_all(b"\n");
    }
    let _ = out.flush();
}

/// A value as JSON for programs, to stdout.
///
/// # Errors
/// When it is none that JSON can say.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    text(&format!("{:#}", serde_json::to_value(value)?));
    Ok(())
}

/// A fault: what is wrong and what to do, to stderr.
pub fn fault(fault: &Fault) {
    remark(&format!(
        "axlens: {} ({})",
        one_line(&fault.message),
        fault.code.word()
    ));
    remark(&format!("  → {}", one_line(&fault.hint)));
}

/// Anything else that failed, with its causes, to stderr.
pub fn error(error: &anyhow::Error) {
    remark(&format!("axlens: {}", one_line(&format!("{error:#}"))));
}

/// A remark, to stderr.
pub fn remark(words: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{words}");
}

/// Messages may carry words of a page: they stay on their line and send no control characters to a
/// terminal.
pub fn one_line(words: &str) -> String {
    words
        .chars()
        .map(|character| match character.is_control() {
            true => ' ',
            false => character,
        })
        .collect()
}
