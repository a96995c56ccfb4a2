//! The `axlens` command: its subcommands and the modules that execute them.

pub mod act;
pub mod browsers;
pub mod client;
pub mod completions;
pub mod doctor;
pub mod downloads;
pub mod element;
pub mod errors;
pub mod find;
pub mod get;
pub mod line;
pub mod log;
pub mod mcp;
pub mod network;
pub mod open;
pub mod print;
pub mod repl;
pub mod request;
pub mod screenshot;
pub mod secret;
pub mod snapshot;
pub mod status;
pub mod stop;
pub mod token;
pub mod upgrade;

use crate::install::{self, InstallArguments, UninstallArguments};
use crate::pdf::process::{self, PdfTextArgs};
use crate::pool::arguments::PoolArgs;
use crate::serve::{self, ServeOptions};
use crate::sessions::cache::{DEFAULT_BUDGET, MIB};
use act::{ActCommand, AskUserArgs, DoArgs};
use anyhow::bail;
use axlens_local::remote::{self, URL};
use axlens_local::state_dir::{StateDir, VARIABLE};
use browsers::LeaseArgs;
use clap::{Args, FromArgMatches, Parser, Subcommand};
use completions::CompletionsArgs;
use downloads::DownloadsArgs;
use element::{ExplainArgs, LocateArgs};
use errors::ErrorsArgs;
use find::{FindArgs, WaitArgs};
use get::GetArgs;
use log::LogArgs;
use mcp::McpArgs;
use mcp::config::{self, McpConfigArgs};
use network::NetworkArgs;
use open::OpenArgs;
use repl::ReplArgs;
use screenshot::ScreenshotArgs;
use secret::SecretCommand;
use snapshot::arguments::SnapshotArgs;
use snapshot::page_tools::{self, PageToolsArgs};
use snapshot::pins::{self, PinsArgs};
use status::TabsArgs;
use status::join::JoinArgs;
use std::path::PathBuf;
use std::process::ExitCode;
use token::TokenCommand;
use upgrade::UpgradeArgs;

/// Success.
pub const OK: u8 = 0;
/// A fault or another error.
pub const FAILED: u8 = 1;
/// Invalid arguments (clap's own code).
pub const USAGE: u8 = 2;
/// Server or extension is not connected.
pub const NOT_CONNECTED: u8 = 3;

const EXAMPLES: &str = "\
Examples:
  axlens install                          once: connects the extension in your Chrome
  axlens doctor                           checks every part and prints what to do
  axlens open                             the dashboard: agents, their requests, what they read
  axlens tabs                             the open tabs and their numbers
  axlens snapshot                         the page in the active tab
  axlens snapshot --tab 2 --interactive   only the interactive elements of tab 2
  axlens snapshot --scope '#main' --json  a part of the page, with selectors and counts
  axlens screenshot --marks -o page.png   a screenshot with uids at the interactive elements
  axlens find --role button --name Save   elements by role and name, text, label …
  axlens wait text 'Saved'                until the page has this text; also vanishes, url, load …
  axlens get value 43                     the value of a field; also state, box, title, url
  axlens locate 42                        the box of the element with uid 42
  axlens click 42                         clicks it and prints what changed
  axlens fill 43 'Ada Lovelace'           sets the text of a field
  axlens press Enter                      presses a key in the focused element
  axlens check 44 45 46                   several elements, one after the other
  axlens do 'fill 43 Ada' 'click 9' 'wait text Saved' 'get value 43'   several commands at once
  axlens explain '#save'                  why an element has its role and name

The number before an element in a snapshot is its uid. Commands use it to refer to the element.

Exit codes: 0 success · 1 fault · 2 wrong usage · 3 server or extension not connected
· 10 newer version (`upgrade --check`)";

const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  axlens snapshot                              the page in the active tab, in few tokens
  axlens snapshot --format outline --depth 5   five levels, long tables and lists summarised
  axlens snapshot --find 'total' --tab 3       the lines of tab 3 with “total”
  axlens snapshot --delta                      what has changed since the last one
  axlens snapshot --max-tokens 2000            the first part; the last line has the cursor of the next
  axlens snapshot --scope 42                   only what is inside the element with uid 42";

/// Shows an agent the page that is open in your own Chrome.
#[derive(Debug, Parser)]
#[command(name = "axlens", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Cli {
    /// The server's state directory (address, tokens, lock).
    #[arg(long, global = true, value_name = "DIR", env = VARIABLE)]
    state_dir: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Register the native host with your browser, so that the extension can start the server.
    Install(InstallArguments),
    /// Remove the registration and stop the server.
    Uninstall(UninstallArguments),
    /// Print the command that upgrades Axlens; with --check, whether there is a newer version.
    Upgrade(UpgradeArgs),
    /// Run the server (after `axlens install`, the extension starts it).
    Serve(ServeArgs),
    /// Run the server with a pool of Chromiums, which agents lease.
    Pool(PoolCommandArgs),
    /// Stop the server until `axlens serve` or "Try again now" in the extension's options.
    Stop(JsonArgs),
    /// Show the state of server, extension, agents and queue.
    Status(JsonArgs),
    /// Open the dashboard: browsers, agents, their requests and what they read.
    Open(OpenArgs),
    /// Manage named tokens for agents.
    #[command(subcommand)]
    Token(TokenCommand),
    /// Manage the secrets that agents may enter by name.
    #[command(subcommand)]
    Secret(SecretCommand),
    /// Join a gateway, so that its agents can reach this server; leave it with --off.
    Join(Box<JoinArgs>),
    /// Register a client of the Model Context Protocol as an agent, and print its configuration.
    McpConfig(McpConfigArgs),
    /// List the browsers with their names and ids.
    Browsers(JsonArgs),
    /// Lease a browser of a pool for yourself alone, or end its lease.
    Lease(LeaseArgs),
    /// List the open tabs with their numbers.
    Tabs(TabsArgs),
    /// Print the page as text, with the uids of its elements.
    #[command(after_help = SNAPSHOT_EXAMPLES)]
    Snapshot(Box<SnapshotArgs>),
    /// Save a screenshot of a tab, an element or the whole page.
    Screenshot(Box<ScreenshotArgs>),
    /// Find elements by role, name, text and other criteria.
    Find(Box<FindArgs>),
    /// List the requests that the page has made: status, URL, size, time.
    Network(NetworkArgs),
    /// List deprecations, interventions, CSP violations and failed resources of the page.
    Errors(ErrorsArgs),
    /// Print the tools that the page offers to agents.
    PageTools(PageToolsArgs),
    /// Print the elements that the user has pinned, with their notes.
    Pins(PinsArgs),
    /// List the downloads that the tab has started: state, file, size, URL.
    Downloads(DownloadsArgs),
    /// Wait for an element, a text, a URL or another condition.
    Wait(Box<WaitArgs>),
    /// Print one property of an element or the page.
    Get(GetArgs),
    /// Print the box and the selector of an element.
    Locate(LocateArgs),
    #[command(flatten)]
    Act(ActCommand),
    /// Execute several commands in one call, up to the first fault.
    Do(DoArgs),
    /// Ask the user a question, or to do something on the page, and wait for the answer.
    AskUser(Box<AskUserArgs>),
    /// Explain the role, name and states of an element.
    Explain(ExplainArgs),
    /// Run the MCP server over standard input and output.
    Mcp(McpArgs),
    /// Print the audit log: agent, site, kind and outcome of each request.
    Log(LogArgs),
    /// Check every part of the installation and print what to do.
    Doctor(JsonArgs),
    /// Enter commands one after the other, with history, and completion of uids and roles.
    Repl(ReplArgs),
    /// Print the text of the PDF file on standard input, for the server.
    #[command(hide = true)]
    PdfText(PdfTextArgs),
    /// Print the completions of the commands for a shell.
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// Port on 127.0.0.1; 0 for a free one; default: the last port, or a free one.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Budget of the page cache in MiB. Pages that do not fit are read again.
    #[arg(
        long,
        value_name = "N",
        env = "AXLENS_CACHE_MB",
        default_value_t = DEFAULT_BUDGET / MIB,
        value_parser = clap::value_parser!(u64).range(1..=65_536)
    )]
    cache_mb: u64,
}

impl ServeArgs {
    fn options(&self) -> ServeOptions {
        ServeOptions {
            port: self.port,
            cache: self.cache_mb * MIB,
            pool: None,
        }
    }
}

#[derive(Debug, Args)]
struct PoolCommandArgs {
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    serve: ServeArgs,
}

/// Arguments of commands that can print JSON.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&line::help::parse()).unwrap_or_else(|error| error.exit());
    match run(cli) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            print::error(&error);
            ExitCode::from(FAILED)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<u8> {
    let named_dir = cli.state_dir.filter(|dir| !dir.as_os_str().is_empty());
    let dir = StateDir::locate(named_dir.clone())?;
    execute(cli.command, &dir, named_dir)
}

impl Command {
    /// The name of a command that is about the server and the files of this machine only.
    fn local_name(&self) -> Option<&'static str> {
        match self {
            Command::Serve(_) => Some("serve"),
            Command::Pool(_) => Some("pool"),
            Command::Stop(_) => Some("stop"),
            Command::Open(_) => Some("open"),
            Command::Join(_) => Some("join"),
            Command::Token(_) => Some("token"),
            Command::Secret(_) => Some("secret"),
            Command::McpConfig(_) => Some("mcp-config"),
            Command::Log(_) => Some("log"),
            Command::Doctor(_) => Some("doctor"),
            // Programs, browsers and shells of this machine, whatever the server is.
            Command::Install(_)
            | Command::Uninstall(_)
            | Command::Upgrade(_)
            | Command::Completions(_)
            | Command::PdfText(_) => None,
            Command::Status(_)
            | Command::Browsers(_)
            | Command::Lease(_)
            | Command::Tabs(_)
            | Command::Snapshot(_)
            | Command::Screenshot(_)
            | Command::Find(_)
            | Command::Network(_)
            | Command::Errors(_)
            | Command::PageTools(_)
            | Command::Pins(_)
            | Command::Downloads(_)
            | Command::Wait(_)
            | Command::Get(_)
            | Command::Locate(_)
            | Command::Act(_)
            | Command::Do(_)
            | Command::AskUser(_)
            | Command::Explain(_)
            | Command::Mcp(_)
            | Command::Repl(_) => None,
        }
    }
}

/// Rejects a command that is about this machine, if the environment names another one's server.
fn check_machine(command: &Command) -> anyhow::Result<()> {
    let Some(name) = command.local_name() else {
        return Ok(());
    };
    if !remote::is_in_environment()? {
        return Ok(());
    }
    bail!(
        "`axlens {name}` is about the server of this machine, and {URL} names another one: run it on the machine of that server, or unset {URL}"
    )
}

/// Executes a command with the server of a state directory. `named_dir`: as the user named it.
/// Long because each command has a function of its own.
fn execute(command: Command, dir: &StateDir, named_dir: Option<PathBuf>) -> anyhow::Result<u8> {
    check_machine(&command)?;
    match command {
        Command::Install(args) => run_install(dir, &args),
        Command::Uninstall(args) => {
            let report = install::uninstall(&args, dir)?;
            match args.json {
                true => print::json(&report)?,
                false => print::text(&report.to_string()),
            }
            Ok(OK)
        }
        Command::Upgrade(args) => upgrade::upgrade(&args),
        Command::Serve(args) => {
            show_log();
            serve::run(dir, args.options())?;
            Ok(OK)
        }
        Command::Pool(args) => {
            let pool = Some(args.pool.check(dir)?);
            show_log();
            let serve = args.serve.options();
            serve::run(dir, ServeOptions { pool, ..serve })?;
            Ok(OK)
        }
        Command::Stop(args) => stop::stop(dir, args.json),
        Command::Status(args) => status::status(dir, args.json),
        Command::Open(args) => open::open(dir, &args),
        Command::Token(command) => token::token(dir, command),
        Command::Secret(command) => secret::secret(dir, command),
        Command::Join(args) => status::join::join(dir, *args),
        Command::McpConfig(args) => config::mcp_config(dir, named_dir, args),
        Command::Browsers(args) => browsers::browsers(dir, args.json),
        Command::Lease(args) => browsers::lease(dir, &args),
        Command::Tabs(args) => status::tabs(dir, args),
        Command::Snapshot(args) => snapshot::snapshot(dir, &args),
        Command::Screenshot(args) => screenshot::screenshot(dir, *args),
        Command::Find(args) => find::find(dir, *args),
        Command::Network(args) => network::network(dir, args),
        Command::Errors(args) => errors::errors(dir, args),
        Command::PageTools(args) => page_tools::page_tools(dir, args),
        Command::Pins(args) => pins::pins(dir, args),
        Command::Downloads(args) => downloads::downloads(dir, args),
        Command::Wait(args) => find::wait(dir, *args),
        Command::Get(args) if args.has_next() => act::collect(dir, args),
        Command::Get(args) => get::get(dir, args),
        Command::Locate(args) => element::locate(dir, args),
        Command::Act(command) => act::act(dir, command),
        Command::Do(args) => act::run_steps(dir, args),
        Command::AskUser(args) => act::ask_user(dir, *args),
        Command::Explain(args) => element::explain(dir, args),
        Command::Mcp(args) => mcp::mcp(dir, args),
        Command::Log(args) => log::log(dir, &args),
        Command::Doctor(args) => doctor::run(dir, args.json),
        Command::Repl(args) => repl::repl(dir, named_dir.as_deref(), &args),
        Command::PdfText(args) => {
            process::run(&args)?;
            Ok(OK)
        }
        Command::Completions(args) => completions::completions(args),
    }
}

fn run_install(dir: &StateDir, args: &InstallArguments) -> anyhow::Result<u8> {
    let report = install::install(args, dir)?;
    if args.json {
        print::json(&report)?;
    } else {
        print::text(&report.to_string());
        print::unattended(&report.unattended);
    }
    Ok(OK)
}

fn show_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("AXLENS_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // Its messages contain requests of agents and text of pages.
    let filter = match "rmcp=warn".parse() {
        Ok(quiet) => filter.add_directive(quiet),
        Err(_) => filter,
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // They would be printed to stderr, too: a panic if its pipe is closed.
        .log_internal_errors(false)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Commands that end with no answer: they run, or print a file.
    const WITHOUT_ANSWER: [&str; 6] = ["completions", "mcp", "pdf-text", "pool", "repl", "serve"];

    /// Each command that has no subcommands, with the name of the command around it.
    fn commands() -> Vec<(String, clap::Command)> {
        let cli = Cli::command();
        let all = cli.get_subcommands().flat_map(|command| {
            let name = command.get_name().to_owned();
            let inner = command.get_subcommands().cloned();
            let inner: Vec<_> = inner
                .map(|inner| (format!("{name} {}", inner.get_name()), inner))
                .collect();
            match inner.is_empty() {
                true => vec![(name, command.clone())],
                false => inner,
            }
        });
        all.collect()
    }

    #[test]
    fn each_command_prints_json_which_the_documentation_describes() {
        let document = include_str!("../../docs/command-line.md");
        let rows = document.lines().filter(|line| line.starts_with("| `"));
        let documented: Vec<&str> = rows
            .flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`'))
            .collect();
        for (name, command) in commands() {
            let has_json = command.get_arguments().any(|each| each.get_id() == "json");
            assert_eq!(has_json, !WITHOUT_ANSWER.contains(&&*name), "{name}");
            assert_eq!(has_json, documented.contains(&&*name), "{name}");
        }
    }
}
