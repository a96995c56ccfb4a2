//! `axlens token`: the named tokens of agents. Works on the file of the state directory, whether a
//! server runs or not; one that runs sees the change at its next request.

use super::{OK, print};
use axlens_local::tokens::{NamedToken, NewToken, TokenFile};
use axlens_local::{StateDir, site_pattern};
use axlens_protocol::model::TokenScope;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What is done with tokens.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Make a token for an agent, and print it: the only time that it is shown.
    Add(AddArgs),
    /// The tokens there are.
    List(super::JsonArgs),
    /// Take a token back: it stops working at once.
    Revoke(RevokeArgs),
}

/// Arguments of `axlens token add`.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// Name of the agent: 1 to 40 of a–z, 0–9, `.`, `_`, `-`.
    name: String,
    /// What it may do at most.
    #[arg(long, value_enum, default_value_t = ScopeChoice::Read)]
    scope: ScopeChoice,
    /// A site that it may see, `[scheme://]host[:port]`, `*.example.org` for all below it; may be
    /// given several times. Left out: every site.
    #[arg(long = "site", value_name = "PATTERN", value_parser = site_pattern::normalize)]
    sites: Vec<String>,
    /// For how long it works, such as `12h` or `30d`. Left out: until it is revoked.
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    expires: Option<Duration>,
}

/// Arguments of `axlens token revoke`.
#[derive(Debug, Args)]
pub struct RevokeArgs {
    /// Name of the agent.
    name: String,
}

/// What a token allows at most.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ScopeChoice {
    /// To read pages.
    Read,
    /// To read and, where the browser's policy allows it, to act.
    Act,
}

/// A token as `axlens token list --json` prints it.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    scope: TokenScope,
    sites: &'a [String],
    created: String,
    expires: Option<String>,
    expired: bool,
}

/// `axlens token`
///
/// # Errors
/// When the file of tokens can't be trusted or written, or there is no token of the name.
pub fn token(dir: &StateDir, command: TokenCommand) -> anyhow::Result<u8> {
    let file = TokenFile::of(dir);
    match command {
        TokenCommand::Add(args) => add(&file, args)?,
        TokenCommand::List(args) => list(&file, args.json)?,
        TokenCommand::Revoke(args) => revoke(&file, &args.name)?,
    }
    Ok(OK)
}

fn add(file: &TokenFile, args: AddArgs) -> anyhow::Result<()> {
    let new = NewToken {
        name: args.name,
        scope: match args.scope {
            ScopeChoice::Read => TokenScope::Read,
            ScopeChoice::Act => TokenScope::Act,
        },
        sites: args.sites,
        lasts: args.expires,
    };
    let token = file.add(&new)?;
    print::remark(&format!(
        "The token of agent {}, which is not shown again. It goes into `Authorization: Bearer …`; `axlens token revoke {}` takes it back.",
        new.name, new.name
    ));
    print::text(&token);
    Ok(())
}

fn revoke(file: &TokenFile, name: &str) -> anyhow::Result<()> {
    anyhow::ensure!(
        file.revoke(name)?,
        "there is no token of the name {name}: `axlens token list` shows those there are"
    );
    print::text(&format!("revoked: {name}"));
    Ok(())
}

fn list(file: &TokenFile, as_json: bool) -> anyhow::Result<()> {
    let tokens = file.read()?;
    let listed: Vec<Listed> = tokens.iter().map(listed).collect();
    match as_json {
        true => print::json(&listed)?,
        false if listed.is_empty() => print::text("no tokens"),
        false => print::text(&listed.iter().map(line).collect::<Vec<_>>().join("\n")),
    }
    Ok(())
}

fn listed(token: &NamedToken) -> Listed<'_> {
    let expires = token.expires_at();
    Listed {
        name: &token.name,
        scope: token.scope,
        sites: &token.sites,
        created: date(UNIX_EPOCH + Duration::from_secs(token.created)),
        expires: expires.map(date),
        expired: expires.is_some_and(|expires| expires <= SystemTime::now()),
    }
}

fn date(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

fn line(token: &Listed) -> String {
    let scope = token.scope.as_str();
    let sites = match token.sites {
        [] => "every site".to_owned(),
        sites => sites.join(" "),
    };
    let end = match (&token.expires, token.expired) {
        (None, _) => String::new(),
        (Some(when), true) => format!(", expired {when}"),
        (Some(when), false) => format!(", until {when}"),
    };
    format!(
        "{} [{scope}] {sites}, since {}{end}",
        token.name, token.created
    )
}
