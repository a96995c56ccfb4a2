//! Prints the output of commands: the only module that writes to stdout and stderr. It escapes
//! control characters and other invisible characters.

use crate::text::interface::{self, Interface};
use anstyle::{AnsiColor, Style};
use axlens_protocol::Fault;
use axlens_snapshot::quote::{escape_invisible, requoted, single_line};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// A printed page: the lines of its elements, or the changed ones.
#[derive(Debug, Clone)]
pub struct PrintedPage {
    /// The whole page.
    pub is_whole: bool,
    /// The lines.
    pub lines: String,
}

/// The pages since [`keep`]; `None` before.
static KEPT: Mutex<Option<Vec<PrintedPage>>> = Mutex::new(None);

/// Keeps the pages of answers from now on, for [`take_kept`].
pub fn keep() {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
}

/// The pages since [`keep`] or the last call.
pub fn take_kept() -> Vec<PrintedPage> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.as_mut().map(std::mem::take).unwrap_or_default()
}

/// Keeps the page of an answer. Other texts of it, such as those of `get markdown`, are the page's
/// own and can look like lines of elements.
pub fn note_page(answer: impl FnOnce() -> Option<Value>) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(kept) = kept.as_mut() else {
        return;
    };
    if let Some(answer) = answer()
        && let Some(lines) = answer["tree"].as_str()
    {
        let is_full = answer["delta"] == "full";
        kept.push(PrintedPage {
            is_whole: is_full || (answer["delta"].is_null() && answer["header"].is_object()),
            lines: lines.to_owned(),
        });
    }
}

/// Prints text to stdout. A closed pipe is not an error.
pub fn text(text: &str) {
    let _ = try_text(text);
}

/// Prints text to stdout.
///
/// # Errors
/// If the pipe is closed.
pub fn try_text(text: &str) -> std::io::Result<()> {
    let text = &*for_terminal(text);
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes bytes to stdout. Returns false if the pipe is closed.
pub fn bytes(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).is_ok()
}

/// Prints the browsers in which agents act without consent to stdout: one line, red on a terminal
/// unless `NO_COLOR` is set; nothing if there is none.
pub fn unattended(browsers: &[String]) {
    if browsers.is_empty() {
        return;
    }
    const RED: Style = AnsiColor::Red.on_default().bold();
    let line = unattended_line(browsers);
    let _ = writeln!(anstream::stdout().lock(), "{RED}{line}{RED:#}");
}

fn unattended_line(browsers: &[String]) -> String {
    let browsers: Vec<String> = browsers.iter().map(|name| requoted(name)).collect();
    let browsers = browsers.join(", ");
    format!(
        "UNATTENDED: in {browsers}, agents act without consent; `axlens install` without --unattended reverts this"
    )
}

/// Prints a value as JSON to stdout.
///
/// # Errors
/// If it can't be written as JSON.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    text(&format!("{:#}", serde_json::to_value(value)?));
    Ok(())
}

/// Prints a fault with its hint to stderr.
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

/// Prints another error with its causes to stderr.
pub fn error(error: &anyhow::Error) {
    remark(&format!("axlens: {error:#}"));
}

/// Prints a hint of the server to stderr, in the language of the command line.
pub fn hint(hint: &str) {
    let hint = interface::render(hint, Interface::Cli);
    remark(&format!("axlens: hint: {hint}"));
}

/// Prints one line to stderr.
pub fn remark(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", single_line(text));
}

/// Escapes control characters and characters that hide or reorder text as `\u{hex}`.
fn for_terminal(text: &str) -> Cow<'_, str> {
    match escape_invisible(text) {
        // A carriage return would overwrite the line in a terminal.
        text if text.contains('\r') => Cow::Owned(text.replace('\r', "\\r")),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_except_line_feeds() {
        assert_eq!(
            for_terminal("a\n\u{1b}]0;title\u{7}\rb\u{9b}2J\u{202e}\n"),
            "a\n\\u{1b}]0;title\\u{7}\\rb\\u{9b}2J\\u{202e}\n"
        );
        assert_eq!(
            unattended_line(&["My\n\u{1b}[0m".to_owned()])
                .lines()
                .count(),
            1
        );
        assert!(!unattended_line(&["\u{1b}[0m".to_owned()]).contains('\u{1b}'));
        assert!(matches!(for_terminal("é ❤\u{fe0f}\n"), Cow::Borrowed(_)));
    }
}
