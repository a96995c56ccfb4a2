//! `axlens-gateway token`: manages the tokens of agents and edges.

use crate::tokens::{AgentRights, GatewayToken, GatewayTokens, Holder, NewToken};
use axlens_local::StateDir;
use axlens_server::cli::print;
use axlens_server::cli::token::TokenScopeName;
use clap::{Args, Subcommand};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The subcommands of `axlens-gateway token`.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Create a token for an agent and print it. It is not shown again.
    AddAgent(AddAgentArgs),
    /// Create a token for an edge and print it. It is not shown again.
    AddEdge(AddArgs),
    /// List the tokens.
    List,
    /// Revoke a token.
    Revoke {
        /// Its id in `axlens-gateway token list`.
        id: String,
    },
}

/// Arguments of every new token.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// Its name: 1 to 40 of a–z, 0–9, `_`, `-`; for agents also `.`.
    name: String,
    /// Its tenant. Agents reach only edges of their tenant.
    #[arg(long, value_name = "NAME", default_value = "default")]
    tenant: String,
    /// How long it is valid, such as `12h` or `30d`. Default: until it is revoked.
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    expires: Option<Duration>,
}

/// Arguments of a new token of an agent.
#[derive(Debug, Args)]
pub struct AddAgentArgs {
    #[command(flatten)]
    token: AddArgs,
    /// What it allows at most. The owner of an edge may allow less.
    #[arg(long, value_enum, default_value_t = TokenScopeName::Read)]
    scope: TokenScopeName,
    /// An edge that it may use; can be repeated. Default: every edge of its tenant.
    #[arg(long = "edge", value_name = "NAME")]
    edges: Vec<String>,
    /// Maximum number of requests in a minute.
    #[arg(long, value_name = "N", default_value_t = 600)]
    per_minute: u32,
    /// Maximum number of requests in progress.
    #[arg(long, value_name = "N", default_value_t = 16)]
    at_once: u32,
}

/// Runs a subcommand.
///
/// # Errors
/// If the file of tokens can't be read or written, or an argument is invalid.
pub fn token(dir: &StateDir, command: TokenCommand) -> anyhow::Result<()> {
    let file = GatewayTokens::of(dir);
    match command {
        TokenCommand::AddAgent(args) => {
            let rights = AgentRights {
                scope: args.scope.into(),
                edges: args.edges,
                per_minute: args.per_minute,
                at_once: args.at_once,
            };
            add(&file, args.token, Holder::Agent(rights))
        }
        TokenCommand::AddEdge(args) => add(&file, args, Holder::Edge {}),
        TokenCommand::List => {
            let lines: Vec<String> = file.read()?.iter().map(line).collect();
            print::text(&lines.join("\n"));
            Ok(())
        }
        TokenCommand::Revoke { id } => {
            anyhow::ensure!(
                file.revoke(&id)?,
                "there is no token with this id: `axlens-gateway token list` shows all"
            );
            print::text(&format!("revoked: {id}"));
            Ok(())
        }
    }
}

fn add(file: &GatewayTokens, args: AddArgs, holder: Holder) -> anyhow::Result<()> {
    let text = file.add(NewToken {
        tenant: args.tenant,
        name: args.name,
        lasts: args.expires,
        holder,
    })?;
    print::remark("The token, which is not shown again:");
    print::text(&text);
    Ok(())
}

fn line(token: &GatewayToken) -> String {
    let kind = match &token.holder {
        Holder::Edge {} => "edge".to_owned(),
        Holder::Agent(rights) => {
            let edges = match rights.edges.as_slice() {
                [] => "every edge".to_owned(),
                edges => edges.join(" "),
            };
            let scope = rights.scope.as_str();
            let (per_minute, at_once) = (rights.per_minute, rights.at_once);
            format!("agent [{scope}] {edges}, {per_minute} a minute, {at_once} at once")
        }
    };
    let end = match token.expires {
        None => String::new(),
        Some(_) if token.is_expired(SystemTime::now()) => ", expired".to_owned(),
        Some(expires) => {
            let time = UNIX_EPOCH + Duration::from_secs(expires);
            format!(", until {}", humantime::format_rfc3339_seconds(time))
        }
    };
    format!("{} {}/{} {kind}{end}", token.id, token.tenant, token.name)
}
