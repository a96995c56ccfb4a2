//! What the command prints for its user: the only module that writes to stdout and stderr. Whatever
//! it is given, a terminal is sent nothing that nobody would see.

use anstyle::{AnsiColor, Style};
use axlens_protocol::Fault;
use axlens_snapshot::quote::{escape_invisible, requoted, single_line};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

/// Text for the user, to stdout, line by line, and nothing of no text. A reader that has gone away
/// is no failure.
pub fn text(text: &str) {
    let _ = try_text(text);
}

/// The same, for a reader that may go away.
///
/// # Errors
/// When it has.
pub fn try_text(text: &str) -> std::io::Result<()> {
    let text = &*for_terminal(text);
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// What is no text, to stdout. False where its reader has gone away.
pub fn bytes(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).is_ok()
}

/// Waits; false, at once, when nobody reads stdout any more.
pub fn is_read_for(time: Duration) -> bool {
    let stdout = std::io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    let limit = Timespec::try_from(time).ok();
    match poll(&mut watched, limit.as_ref()) {
        Ok(ended) => ended == 0,
        Err(error) => error == Errno::INTR,
    }
}

/// The browsers in which agents act without asking anybody, to stdout: one line, red on a terminal
/// unless `NO_COLOR` is set. Nothing where there is none.
pub fn unattended(browsers: &[String]) {
    if browsers.is_empty() {
        return;
    }
    const RED: Style = AnsiColor::Red.on_default().bold();
    let words = unattended_words(browsers);
    let _ = writeln!(anstream::stdout().lock(), "{RED}{words}{RED:#}");
}

fn unattended_words(browsers: &[String]) -> String {
    let browsers: Vec<String> = browsers.iter().map(|name| requoted(name)).collect();
    let browsers = browsers.join(", ");
    format!(
        "UNATTENDED: in {browsers}, agents act without asking anybody; `axlens install` without --unattended takes that back"
    )
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
        fault.message,
        fault.code.as_str()
    ));
    remark(&format!("  → {}", fault.hint));
    if let Some(seen) = &fault.seen {
        remark(&format!("  seen: {seen}"));
    }
}

/// Anything else that failed, with its causes, to stderr.
pub fn error(error: &anyhow::Error) {
    remark(&format!("axlens: {error:#}"));
}

/// A remark, to stderr: one line.
pub fn remark(words: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", single_line(words));
}

/// Lines as they are; a control character, or what else hides or turns text, as `\u{hex}`.
fn for_terminal(text: &str) -> Cow<'_, str> {
    match escape_invisible(text) {
        // It would have the terminal write over its line.
        text if text.contains('\r') => Cow::Owned(text.replace('\r', "\\r")),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_sent_lines_and_nothing_else() {
        assert_eq!(
            for_terminal("a\n\u{1b}]0;title\u{7}\rb\u{9b}2J\u{202e}\n"),
            "a\n\\u{1b}]0;title\\u{7}\\rb\\u{9b}2J\\u{202e}\n"
        );
        assert_eq!(
            unattended_words(&["My\n\u{1b}[0m".to_owned()])
                .lines()
                .count(),
            1
        );
        assert!(!unattended_words(&["\u{1b}[0m".to_owned()]).contains('\u{1b}'));
        assert!(matches!(for_terminal("é ❤\u{fe0f}\n"), Cow::Borrowed(_)));
    }
}
