//! What the command line says to someone who looks for a command: the commands in groups, and for
//! words of other tools the command that does the same.

use crate::cli::Cli;
use crate::cli::mcp::config;
use axlens_protocol::model::action_table::{ACTIONS, Executor};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory, Error};

/// The groups of `axlens --help`, and the commands in them.
fn groups() -> [(&'static str, Vec<String>); 5] {
    let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let actions = |executor| {
        let actions = ACTIONS.iter().filter(move |info| info.executor == executor);
        actions.map(|info| info.name.replace('_', "-"))
    };
    let on_elements = actions(Executor::Page).chain(["do".to_owned(), "ask-user".to_owned()]);
    [
        (
            "Read a page",
            listed(&[
                "tabs",
                "snapshot",
                "find",
                "get",
                "wait",
                "screenshot",
                "locate",
                "explain",
                "network",
                "errors",
                "page-tools",
                "pins",
                "downloads",
            ]),
        ),
        ("Act on an element", on_elements.collect()),
        ("Act on a tab", actions(Executor::Worker).collect()),
        (
            "Connect agents",
            listed(&[
                "mcp-config",
                "mcp",
                "token",
                "secret",
                "join",
                "repl",
                "log",
                "open",
            ]),
        ),
        (
            "Set up",
            listed(&[
                "install",
                "doctor",
                "status",
                "browsers",
                "lease",
                "serve",
                "stop",
                "pool",
                "upgrade",
                "uninstall",
                "completions",
                "help",
            ]),
        ),
    ]
}

/// Words of other tools, and how Axlens does the same.
const WORDS: [(&[&str], &str); 14] = [
    (
        &["observe", "read", "view", "page", "dom", "tree", "state"],
        "`axlens snapshot` prints the page with the uids of its elements",
    ),
    (
        &["goto", "go", "visit", "load", "url", "browse"],
        "`axlens navigate https://…` loads a page in the tab, `axlens new-tab https://…` in a new one",
    ),
    (
        &["newtab", "tab", "new"],
        "`axlens new-tab https://…` opens a tab, `axlens tabs` lists them; commands take `--tab N`",
    ),
    (
        &["close"],
        "`axlens close-tab` closes a tab that `axlens new-tab` has opened",
    ),
    (&["refresh"], "`axlens reload` loads the page again"),
    (
        &["dblclick", "doubleclick", "rightclick"],
        "`axlens click ID --count 2` is a double click, `--button right` opens the context menu",
    ),
    (
        &["tap", "press-button"],
        "`axlens click ID` clicks an element",
    ),
    (
        &["mouse", "move"],
        "`axlens hover ID` moves the pointer onto an element, `axlens drag` drags one",
    ),
    (
        &["key", "keys", "keypress", "keyboard"],
        "`axlens press Enter` presses keys",
    ),
    (
        &["input", "write", "enter", "fill-form"],
        "`axlens fill ID TEXT` replaces the text of a field, `axlens type` types key by key",
    ),
    (
        &["choose", "option"],
        "`axlens select ID TEXT` selects an option of a list",
    ),
    (
        &["text", "content", "html", "markdown", "value", "title"],
        "`axlens get text`, `get html`, `get markdown`, `get value ID` and `get title` print them",
    ),
    (
        &["eval", "evaluate", "js", "script", "run"],
        "`axlens execute-js CODE` runs a script, if the user has enabled scripts",
    ),
    (
        &["start", "run-server"],
        "`axlens serve` starts the server; the extension does it by itself",
    ),
];

/// The definition of the command line, whose help has the commands in groups.
pub fn command() -> Command {
    let command = Cli::command();
    let groups: String = groups()
        .map(|(title, names)| group(&command, title, &names))
        .concat();
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

fn group(command: &Command, title: &str, names: &[String]) -> String {
    let line = |name: &String| {
        let found = command.find_subcommand(name);
        let about = found.and_then(Command::get_about);
        let about = about.map_or_else(|| HELP_ABOUT.to_owned(), ToString::to_string);
        format!("  {name:<13} {about}\n")
    };
    let lines: String = names.iter().map(line).collect();
    format!("{title}:\n{lines}\n")
}

/// Clap adds this command itself.
const HELP_ABOUT: &str = "Print this message or the help of the given subcommand(s)";

/// Parses the arguments of this process. For wrong ones, prints the reason and a hint, and ends.
pub fn parse() -> ArgMatches {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    matches.unwrap_or_else(|mut error| {
        let words: Vec<String> = std::env::args_os()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let hint = hint(&error, &words);
        if hint.is_some() {
            // The command of the hint, and no other one whose name looks alike.
            error.remove(ContextKind::SuggestedSubcommand);
        }
        let _ = error.print();
        if let Some(hint) = hint {
            eprintln!("\n  {hint}");
        }
        std::process::exit(error.exit_code())
    })
}

/// The next step after words that are no command.
pub fn hint(error: &Error, words: &[String]) -> Option<String> {
    if is_missing(error, "<CLIENT>") {
        return Some(format!("CLIENT is one of {}", config::clients()));
    }
    known_hint(error, words).map(str::to_owned)
}

fn is_missing(error: &Error, argument: &str) -> bool {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing))
            if error.kind() == ErrorKind::MissingRequiredArgument =>
        {
            missing.iter().any(|name| name == argument)
        }
        _ => false,
    }
}

fn known_hint(error: &Error, words: &[String]) -> Option<&'static str> {
    if is_missing(error, "<ID>") {
        return Some(
            "`axlens snapshot` prints the uids; `css=` and a selector, or `text=` and the whole text, name an element without one",
        );
    }
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
                return None;
            };
            let word = word.to_lowercase();
            let mut all = WORDS.iter();
            let found = all.find(|(words, _)| words.contains(&word.as_str()));
            found.map(|(_, hint)| *hint)
        }
        ErrorKind::UnknownArgument if words.iter().any(|word| word == "open") => Some(
            "`axlens open` opens the dashboard; `axlens navigate https://…` loads a page in the tab, `axlens new-tab https://…` in a new one",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_visible_command_is_in_one_group() {
        let cli = Cli::command();
        let visible = cli.get_subcommands().filter(|each| !each.is_hide_set());
        let mut names: Vec<&str> = visible.map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<String> = groups().into_iter().flat_map(|(_, names)| names).collect();
        names.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, names);
        let help = command().render_help().to_string();
        assert!(help.contains("\nRead a page:\n  tabs "), "{help}");
        assert!(
            help.contains("  snapshot      Print the page as text"),
            "{help}"
        );
        assert!(!help.contains("pdf-text"), "{help}");
    }

    #[test]
    fn words_of_other_tools_lead_to_a_command() {
        let cli = Cli::command();
        for (words, hint) in WORDS {
            for word in words {
                assert!(cli.find_subcommand(word).is_none(), "{word}");
            }
            let mut named = hint
                .split('`')
                .filter_map(|part| part.strip_prefix("axlens "));
            let name = named.next().and_then(|part| part.split(' ').next());
            assert!(
                name.is_some_and(|name| cli.find_subcommand(name).is_some()),
                "{hint}"
            );
        }
        let hint = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let error = command().try_get_matches_from_mut(&words).err();
            error
                .and_then(|error| hint(&error, &words))
                .unwrap_or_default()
        };
        for (line, part) in [
            ("axlens observe --json", "axlens snapshot"),
            ("axlens --state-dir goto visit x", "axlens navigate"),
            ("axlens open https://example.org", "axlens navigate"),
            ("axlens click", "prints the uids"),
            ("axlens mcp-config", "cursor, vscode"),
        ] {
            assert!(hint(line).contains(part), "{line}: {}", hint(line));
        }
        for line in [
            "axlens press",
            "axlens fill 43",
            "axlens token add",
            "axlens snapshto",
            "axlens tabs",
        ] {
            assert_eq!(hint(line), "", "{line}");
        }
    }
}
