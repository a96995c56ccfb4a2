//! `axlens repl`: commands one after the other, for people. A line is a command as in a shell,
//! without `axlens`. The history ends with the program, because the texts of fields may be secret.

mod completion;

use super::line::{self, LineError};
use super::{Command, FAILED, OK, USAGE, execute, print};
use axlens_local::StateDir;
use clap::{Args, CommandFactory, FromArgMatches, Parser};
use completion::LineHelper;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};
use std::io::IsTerminal;
use std::path::Path;

const INTRODUCTION: &str = "\
Tab completes commands, options, roles and uids: `click Sav` and Tab is the uid of \"Save\".
`help` lists the commands, `exit` or Ctrl-D ends.";

/// Arguments of `axlens repl`.
#[derive(Debug, Args)]
pub struct ReplArgs {
    /// The tab of all commands that name no other one, by its number in `axlens tabs`.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// The session of all commands that name no other one.
    #[arg(long)]
    session: Option<String>,
}

/// Commands, written as in a shell without `axlens`. `exit` or Ctrl-D ends.
#[derive(Debug, Parser)]
#[command(name = "", no_binary_name = true)]
struct ReplLine {
    #[command(subcommand)]
    command: Command,
}

/// The server of all commands. `named_dir`: its state directory, as the user named it.
struct ReplServer<'a> {
    dir: &'a StateDir,
    named_dir: Option<&'a Path>,
}

/// What to do after a line.
enum Next {
    /// Read another one. The exit code of this one; `None` if it is empty.
    Continue(Option<u8>),
    /// End.
    Exit,
}

/// `axlens repl`. Its exit code is that of the last command if the lines are not from a terminal.
///
/// # Errors
/// If the terminal can't be read.
pub fn repl(dir: &StateDir, named_dir: Option<&Path>, args: &ReplArgs) -> anyhow::Result<u8> {
    let server = ReplServer { dir, named_dir };
    let config = Config::builder().completion_type(CompletionType::List);
    let config = config.auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(LineHelper::new(ReplLine::command())));
    print::keep();
    let is_terminal = std::io::stdin().is_terminal();
    if is_terminal {
        print::text(INTRODUCTION);
        run("snapshot --interactive", &server, args);
    }
    let mut code = OK;
    loop {
        if let Some(helper) = editor.helper_mut() {
            for page in print::take_kept() {
                helper.add_page(&page);
            }
        }
        match editor.readline("axlens> ") {
            Ok(line) => match run(&line, &server, args) {
                Next::Continue(of_line) => code = of_line.unwrap_or(code),
                Next::Exit => break,
            },
            // Ctrl-C discards the line.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(if is_terminal { OK } else { code })
}

/// Executes a line and prints its answer or fault.
fn run(line: &str, server: &ReplServer, args: &ReplArgs) -> Next {
    let command = match command(line, args) {
        Ok(Some(command)) => command,
        Ok(None) if line.trim().is_empty() => return Next::Continue(None),
        Ok(None) => return Next::Exit,
        Err(LineError::Help(help)) => {
            print::text(&help);
            return Next::Continue(Some(OK));
        }
        Err(LineError::Usage(error)) => {
            print::remark(&format!("axlens: {error}"));
            return Next::Continue(Some(USAGE));
        }
    };
    let named_dir = server.named_dir.map(Path::to_owned);
    Next::Continue(Some(
        execute(command, server.dir, named_dir).unwrap_or_else(|error| {
            print::error(&error);
            FAILED
        }),
    ))
}

/// The command of a line; `None` if it is empty or ends the program.
fn command(line: &str, args: &ReplArgs) -> Result<Option<Command>, LineError> {
    let mut words = line::words(line)?;
    let Some(first) = words.first() else {
        return Ok(None);
    };
    match first.as_str() {
        "exit" | "quit" => return Ok(None),
        "serve" | "mcp" | "repl" => {
            let message = format!("start `axlens {first}` in a shell of its own");
            return Err(LineError::Usage(message));
        }
        _ => {}
    }
    add_defaults(&mut words, args);
    let matches = line::matches::<ReplLine>(words)?;
    Ok(Some(ReplLine::from_arg_matches(&matches)?.command))
}

/// Adds tab and session to a command that has these options and is given none.
fn add_defaults(words: &mut Vec<String>, args: &ReplArgs) {
    let line = ReplLine::command();
    let Some(command) = words
        .first()
        .and_then(|name| line.find_subcommand(name).cloned())
    else {
        return;
    };
    let tab = args.tab.map(|tab| tab.to_string());
    for (name, value) in [("tab", tab), ("session", args.session.clone())] {
        let option = format!("--{name}");
        let is_given = words
            .iter()
            .any(|word| word == &option || word.starts_with(&format!("{option}=")));
        let has = command.get_arguments().any(|each| each.get_id() == name);
        if let Some(value) = value.filter(|_| has && !is_given) {
            words.insert(1, format!("{option}={value}"));
        }
    }
}
