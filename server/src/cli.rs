//! The `axlens` command: what it takes, and which module does it. Prints nothing itself.

pub mod act;
pub mod browsers;
pub mod client;
pub mod doctor;
pub mod element;
pub mod find;
pub mod get;
pub mod log;
pub mod mcp;
pub mod mcp_config;
pub mod open;
pub mod print;
pub mod request;
pub mod screenshot;
pub mod snapshot;
pub mod status;
pub mod stop;
pub mod token;

use crate::install::{self, InstallArguments, UninstallArguments};
use crate::serve;
use crate::sessions::cache::{DEFAULT_BUDGET, MIB};
use act::ActCommand;
use axlens_local::state_dir::{StateDir, VARIABLE};
use clap::{Args, Parser, Subcommand};
use element::{ExplainArgs, LocateArgs};
use find::{FindArgs, WaitArgs};
use get::GetArgs;
use log::LogArgs;
use mcp::McpArgs;
use mcp_config::McpConfigArgs;
use open::OpenArgs;
use screenshot::ScreenshotArgs;
use snapshot::arguments::SnapshotArgs;
use status::TabsArgs;
use std::path::PathBuf;
use std::process::ExitCode;
use token::TokenCommand;

/// Everything went well.
pub const OK: u8 = 0;
/// A fault, or anything else that failed.
pub const FAILED: u8 = 1;
/// The command line makes no sense (clap's own code).
pub const USAGE: u8 = 2;
/// Server or extension is not there.
pub const NOT_CONNECTED: u8 = 3;

const EXAMPLES: &str = "\
Examples:
  axlens install                          once: connects the extension in your Chrome
  axlens doctor                           each link of the chain: ok, or what to do
  axlens open                             what agents ask and see, as a page in your browser
  axlens tabs                             the open tabs and their small numbers
  axlens snapshot                         the page in front of the user
  axlens snapshot --tab 2 --interactive   only what can be acted on, of tab 2
  axlens snapshot --scope '#main' --json  one part, with selectors and counts
  axlens screenshot --marks -o page.png   a picture, what can be acted on framed with its uid
  axlens find --role button --name Save   elements by role and name, text, label …
  axlens wait text 'Saved'                until the page says so; also vanishes, url, load …
  axlens get value 43                     what a field holds; also state, box, title, url
  axlens locate 42                        where the element with uid 42 is
  axlens click 42                         clicks it, and prints what that has changed
  axlens fill 43 'Ada Lovelace'           puts a text into a field
  axlens press Enter                      presses a key where the focus is
  axlens explain '#save'                  why an element has its role and name

In a lean snapshot the number before an element is its uid: name it to act on exactly that element.

Exit codes: 0 done · 1 fault · 2 wrong usage · 3 server or extension not connected";

const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  axlens snapshot                              the page in front of the user, in few tokens
  axlens snapshot --format outline --depth 5   the outer five levels, long tables and lists summarised
  axlens snapshot --find 'total' --tab 3       where it says “total” on tab 3
  axlens snapshot --delta                      what has changed since the last one
  axlens snapshot --max-tokens 2000            the first part; the last line says how to go on
  axlens snapshot --scope 42                   only what is inside the element with uid 42";

/// Shows an agent the page that is open in your own Chrome.
#[derive(Debug, Parser)]
#[command(name = "axlens", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Cli {
    /// Folder of the server's state (address, tokens, lock).
    #[arg(long, global = true, value_name = "DIR", env = VARIABLE)]
    state_dir: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let the extension start the server by itself: registers the native host with your browser.
    Install(InstallArguments),
    /// Take that back, and stop the server.
    Uninstall(UninstallArguments),
    /// Run the server (the extension starts it by itself once `axlens install` was run).
    Serve(ServeArgs),
    /// Stop the server; it stays stopped until `axlens serve`, or "Try again" in the extension's
    /// options.
    Stop,
    /// What is connected, and how much waits.
    Status(JsonArgs),
    /// The server's own page in your browser: browsers, agents, what they asked and what they saw.
    Open(OpenArgs),
    /// Named tokens for agents: what each may see and do.
    #[command(subcommand)]
    Token(TokenCommand),
    /// What a client of the Model Context Protocol must be told, to stdout.
    McpConfig(McpConfigArgs),
    /// The browsers that are connected, and how to name one where there are several.
    Browsers(JsonArgs),
    /// The open tabs and their small numbers.
    Tabs(TabsArgs),
    /// The page as text, everything that can be acted on with its uid.
    #[command(after_help = SNAPSHOT_EXAMPLES)]
    Snapshot(Box<SnapshotArgs>),
    /// A picture of what the tab shows, of an element or the whole page, to a file.
    Screenshot(Box<ScreenshotArgs>),
    /// Elements by what they are called and what they say, with their uids.
    Find(Box<FindArgs>),
    /// Wait until the page is as you say.
    Wait(Box<WaitArgs>),
    /// One fact: value, state or box of an element, title or address of the page.
    Get(GetArgs),
    /// Box and selector of an element of a snapshot.
    Locate(LocateArgs),
    #[command(flatten)]
    Act(ActCommand),
    /// Why an element has its role, name and states.
    Explain(ExplainArgs),
    /// The Model Context Protocol over standard input and output, for an agent that starts it.
    Mcp(McpArgs),
    /// Which agent asked what, of which site, and what came of it.
    Log(LogArgs),
    /// Check each link of the chain and say what to do.
    Doctor(JsonArgs),
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// Port on 127.0.0.1; 0 takes a free one. Left out: the port it had last, else a free one.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Budget of the cache of pages, in MiB. Pages that do not fit are read anew.
    #[arg(
        long,
        value_name = "N",
        env = "AXLENS_CACHE_MB",
        default_value_t = DEFAULT_BUDGET / MIB,
        value_parser = clap::value_parser!(u64).range(1..=65_536)
    )]
    cache_mb: u64,
}

/// Arguments of commands that can answer in JSON.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// Print the server's JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
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
    match cli.command {
        Command::Install(args) => {
            let report = install::install(&args, &dir)?;
            print::text(&report.to_string());
            print::unattended(&report.unattended);
            Ok(OK)
        }
        Command::Uninstall(args) => {
            print::text(&install::uninstall(&args, &dir)?.to_string());
            Ok(OK)
        }
        Command::Serve(args) => {
            show_log();
            serve::run(&dir, args.port, args.cache_mb * MIB)?;
            Ok(OK)
        }
        Command::Stop => stop::stop(&dir),
        Command::Status(args) => status::status(&dir, args.json),
        Command::Open(args) => open::open(&dir, &args),
        Command::Token(command) => token::token(&dir, command),
        Command::McpConfig(args) => mcp_config::mcp_config(&dir, named_dir, args),
        Command::Browsers(args) => browsers::browsers(&dir, args.json),
        Command::Tabs(args) => status::tabs(&dir, args),
        Command::Snapshot(args) => snapshot::snapshot(&dir, &args),
        Command::Screenshot(args) => screenshot::screenshot(&dir, *args),
        Command::Find(args) => find::find(&dir, *args),
        Command::Wait(args) => find::wait(&dir, *args),
        Command::Get(args) => get::get(&dir, args),
        Command::Locate(args) => element::locate(&dir, args),
        Command::Act(command) => act::act(&dir, command),
        Command::Explain(args) => element::explain(&dir, args),
        Command::Mcp(args) => mcp::mcp(&dir, args),
        Command::Log(args) => log::log(&dir, &args),
        Command::Doctor(args) => doctor::run(&dir, args.json),
    }
}

fn show_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("AXLENS_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // It would write down what agents send, and what pages say.
    let filter = match "rmcp=warn".parse() {
        Ok(quiet) => filter.add_directive(quiet),
        Err(_) => filter,
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
}
