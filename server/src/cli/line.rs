//! A command inside of another one: of `axlens do` and `axlens repl`. It is written as in a shell,
//! and parsed by the definitions of the command line.

pub mod help;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory};

/// Why a line is not executed.
#[derive(Debug)]
pub enum LineError {
    /// It asks for help.
    Help(String),
    /// It is invalid.
    Usage(String),
}

/// The words of a line, as a shell splits it, without the name of the program. Two things differ
/// from a shell: `#` begins a comment only at the beginning of a line (`fill 5 #aa1122`), and
/// quotes inside of a CSS selector are part of it (`css=[title="Sign in"]`).
///
/// # Errors
/// If a quote is not closed.
pub fn words(line: &str) -> Result<Vec<String>, LineError> {
    let words = shlex::split(&for_shell(line));
    let mut words = words.ok_or_else(|| LineError::Usage("a quote is not closed".to_owned()))?;
    if words.first().is_some_and(|word| word == "axlens") {
        words.remove(0);
    }
    Ok(words)
}

/// The same line, for a shell: with a backslash before what a shell would read in another way.
fn for_shell(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let begins_word = written.is_empty() || written.ends_with(char::is_whitespace);
        let selector = rest.strip_prefix("css=").filter(|_| begins_word);
        if let Some(selector) = selector.filter(|selector| !selector.starts_with(['"', '\''])) {
            written.push_str("css=");
            rest = &selector[push_selector(selector, &mut written)..];
            continue;
        }
        let len = match first {
            '"' | '\'' => quoted_len(rest),
            '\\' => first.len_utf8() + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => first.len_utf8(),
        };
        if first == '#' && begins_word && !written.is_empty() {
            written.push('\\');
        }
        written.push_str(&rest[..len]);
        rest = &rest[len..];
    }
    written
}

/// Writes a selector up to its first space outside of quotes, with its quotes and what is in them.
/// Returns its length.
fn push_selector(selector: &str, written: &mut String) -> usize {
    let mut at = 0;
    while let Some(char) = selector[at..].chars().next() {
        let len = match char {
            '"' | '\'' => quoted_len(&selector[at..]),
            _ if char.is_whitespace() => break,
            _ => {
                written.push(char);
                at += char.len_utf8();
                continue;
            }
        };
        let quoted = &selector[at..at + len];
        // A quote that is not closed is left to the shell's rules, which refuse it.
        let is_closed = len > 1 && quoted.ends_with(char);
        for char in quoted.chars() {
            if is_closed && !char.is_alphanumeric() {
                written.push('\\');
            }
            written.push(char);
        }
        at += len;
    }
    at
}

/// The length of a quoted text that begins here, with its quotes; of all if it is not closed.
fn quoted_len(text: &str) -> usize {
    let quote = text.chars().next().unwrap_or_default();
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        if char == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = char == '\\' && !is_escaped && quote == '"';
    }
    text.len()
}

/// Parses words by the definitions of `P`.
///
/// # Errors
/// If they are no command, or ask for help.
pub fn matches<P: CommandFactory>(words: Vec<String>) -> Result<ArgMatches, LineError> {
    let mut command = P::command();
    let matches = command.try_get_matches_from_mut(&words);
    matches.map_err(|error| {
        let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
        let hint = help::hint(&error, &words);
        let commands = is_unknown.then(|| format!("the commands are {}", names(&command)));
        match LineError::from(error) {
            LineError::Usage(text) => {
                let parts = [Some(text), hint, commands].into_iter().flatten();
                LineError::Usage(parts.collect::<Vec<_>>().join("; "))
            }
            help => help,
        }
    })
}

/// The names of the commands that are not hidden.
fn names(command: &clap::Command) -> String {
    let commands = command.get_subcommands();
    let names = commands.filter(|each| !each.is_hide_set());
    let names: Vec<&str> = names.map(clap::Command::get_name).collect();
    names.join(", ")
}

impl From<clap::Error> for LineError {
    /// The first lines of the parser's message: error and tip.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        if error.kind() == ErrorKind::DisplayHelp {
            return LineError::Help(text);
        }
        let text = text.split("\nUsage:").next().unwrap_or_default();
        let text = text
            .split("\nFor more information")
            .next()
            .unwrap_or_default();
        let lines = text.trim_start_matches("error: ").lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        LineError::Usage(lines.join("; ").replace(":; ", ": "))
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_line_is_split_as_in_a_shell_but_for_comments_and_selectors() {
        for (line, expected) in [
            ("fill 5 'a b' \"c d\"", &["fill", "5", "a b", "c d"][..]),
            ("axlens fill 5 #aa1122", &["fill", "5", "#aa1122"]),
            ("fill 5 a\\ b it\\'s", &["fill", "5", "a b", "it's"]),
            ("fill 5 '#a' C#", &["fill", "5", "#a", "C#"]),
            (
                "click css=[title=\"Sign in\"] --count 2",
                &["click", "css=[title=\"Sign in\"]", "--count", "2"],
            ),
            ("click css='a > b'", &["click", "css=a > b"]),
            ("click 'css=[x=\"y z\"]'", &["click", "css=[x=\"y z\"]"]),
            ("get css=a[b='c d']:hover", &["get", "css=a[b='c d']:hover"]),
            ("# click 5", &[]),
            ("", &[]),
        ] {
            let words = words(line).unwrap_or_default();
            assert_eq!(words, expected, "{line}");
        }
        for open in ["fill 5 'a", "fill 5 \"a", "click css=[x='a"] {
            assert!(words(open).is_err(), "{open}");
        }
    }
}
