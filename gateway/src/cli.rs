//! The command `axlens-gateway`.

pub mod token;

use crate::serve::{self, Config};
use axlens_local::StateDir;
use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use token::TokenCommand;

/// Many browsers behind one address: agents reach servers that have joined with `axlens join`.
#[derive(Debug, Parser)]
#[command(name = "axlens-gateway", version, max_term_width = 110)]
struct Cli {
    /// The folder with the tokens. Only its user may have access to it.
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        env = "AXLENS_GATEWAY_DIR",
        default_value = "axlens-gateway"
    )]
    dir: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the gateway.
    Serve(ServeArgs),
    /// Manage the tokens of agents and edges. A running gateway applies each change at once.
    #[command(subcommand)]
    Token(TokenCommand),
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// Address for agents and edges.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8443")]
    listen: SocketAddr,
    /// Certificate chain in PEM. Without it, only this machine can connect.
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// Key of the certificate in PEM.
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// Address for `/metrics` and `/healthz`, without TLS and tokens.
    #[arg(long, value_name = "ADDRESS")]
    admin: Option<SocketAddr>,
    /// Servers of NATS that connect this gateway to others, separated by commas. Only gateways may
    /// have access to them. Default: this gateway is the only one.
    #[arg(
        long,
        value_name = "URL",
        env = "AXLENS_GATEWAY_NATS",
        hide_env_values = true
    )]
    nats: Option<String>,
    /// Maximum number of connected edges.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_edges: usize,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            axlens_server::cli::print::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let dir = StateDir::locate(Some(cli.dir))?;
    match cli.command {
        Command::Token(command) => token::token(&dir, command),
        Command::Serve(args) => {
            write_log();
            serve::run(Config {
                dir,
                listen: args.listen,
                tls: args.cert.zip(args.key),
                admin: args.admin,
                max_edges: args.max_edges,
                nats: args.nats,
            })
        }
    }
}

/// Writes the log to standard error, one JSON object in each line: no text can forge a line.
fn write_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("AXLENS_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .init();
}
