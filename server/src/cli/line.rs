//! A command inside of another one: of `axlens do` and `axlens repl`. It is written as in a shell,
//! and parsed by the definitions of the command line.

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

/// The words of a line, as a shell splits it, without the name of the program.
///
/// # Errors
/// If a quote is not closed.
pub fn words(line: &str) -> Result<Vec<String>, LineError> {
    let words = shlex::split(line);
    let mut words = words.ok_or_else(|| LineError::Usage("a quote is not closed".to_owned()))?;
    if words.first().is_some_and(|word| word == "axlens") {
        words.remove(0);
    }
    Ok(words)
}

/// Parses words by the definitions of `P`.
///
/// # Errors
/// If they are no command, or ask for help.
pub fn matches<P: CommandFactory>(words: Vec<String>) -> Result<ArgMatches, LineError> {
    let mut command = P::command();
    command.try_get_matches_from_mut(words).map_err(|error| {
        let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
        match LineError::from(error) {
            LineError::Usage(text) if is_unknown => {
                LineError::Usage(format!("{text}; the commands are {}", names(&command)))
            }
            other => other,
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
