//! `axlens token`: manages the named tokens of agents. It edits the file in the state directory; a
//! running server reads the change at its next request.

use super::{OK, print};
use axlens_local::last_uses::LastUses;
use axlens_local::tokens::{AgentIdentification, NamedToken, NewToken, TokenFile};
use axlens_local::{StateDir, site_pattern};
use axlens_protocol::model::TokenScope;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The subcommands of `axlens token`.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Create a token for an agent and print it. It is not shown again.
    Add(AddArgs),
    /// List the tokens.
    List(super::JsonArgs),
    /// Revoke a token, with immediate effect.
    Revoke(RevokeArgs),
}

/// Arguments of `axlens token add`.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// Name of the agent: 1 to 40 of a–z, 0–9, `.`, `_`, `-`.
    name: String,
    /// What the token allows.
    #[arg(long, value_enum, default_value_t = TokenScopeName::Read)]
    scope: TokenScopeName,
    /// A site that it may read, `[scheme://]host[:port]`, `*.example.org` for all subdomains; can
    /// be repeated. Default: every site.
    #[arg(long = "site", value_name = "PATTERN", value_parser = site_pattern::normalize)]
    sites: Vec<String>,
    /// How long it is valid, such as `12h` or `30d`. Default: until it is revoked.
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    expires: Option<Duration>,
    /// Create no token: a program that you start acts as the agent by its name, `axlens mcp --agent
    /// NAME`.
    #[arg(long)]
    by_name: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Arguments of `axlens token revoke`.
#[derive(Debug, Args)]
pub struct RevokeArgs {
    /// Name of the agent.
    name: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The output of `axlens token add --json`.
#[derive(Serialize)]
struct AddedToken<'a> {
    name: &'a str,
    /// Null for an agent that identifies itself by its name.
    token: Option<&'a str>,
}

/// The output of `axlens token revoke --json`.
#[derive(Serialize)]
struct TokenRevocation<'a> {
    revoked: &'a str,
}

/// The scope of a token, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum TokenScopeName {
    /// Reading pages.
    Read,
    /// Reading pages, and actions that the user consents to, also on sites where the browser's
    /// policy requires no consent.
    Ask,
    /// Reading pages, and actions that the browser's policy allows.
    Act,
}

impl From<TokenScopeName> for TokenScope {
    fn from(name: TokenScopeName) -> TokenScope {
        match name {
            TokenScopeName::Read => TokenScope::Read,
            TokenScopeName::Ask => TokenScope::Ask,
            TokenScopeName::Act => TokenScope::Act,
        }
    }
}

/// A token as `axlens token list --json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedToken<'a> {
    name: &'a str,
    scope: TokenScope,
    sites: &'a [String],
    created: String,
    expires: Option<String>,
    expired: bool,
    /// How the agent identifies itself.
    by: AgentIdentification,
    /// The minute of its last request; null if it has sent none.
    last_used: Option<String>,
}

/// `axlens token`
///
/// # Errors
/// If the file of tokens can't be trusted or written, or there is no token with the name.
pub fn token(dir: &StateDir, command: TokenCommand) -> anyhow::Result<u8> {
    let file = TokenFile::of(dir);
    match command {
        TokenCommand::Add(args) => add(&file, args)?,
        TokenCommand::List(args) => list(&file, args.json)?,
        TokenCommand::Revoke(args) => revoke(&file, &args)?,
    }
    Ok(OK)
}

fn add(file: &TokenFile, args: AddArgs) -> anyhow::Result<()> {
    let new = NewToken {
        name: args.name,
        scope: args.scope.into(),
        sites: args.sites,
        lasts: args.expires,
    };
    if args.by_name {
        file.add_by_name(&new)?;
        if args.json {
            return print::json(&AddedToken {
                name: &new.name,
                token: None,
            });
        }
        print::remark(&format!(
            "Start a program as agent {name} with `axlens mcp --agent {name}`. `axlens token revoke {name}` revokes it.",
            name = new.name
        ));
        return Ok(());
    }
    let token = file.add(&new)?;
    if args.json {
        return print::json(&AddedToken {
            name: &new.name,
            token: Some(&token),
        });
    }
    print::remark(&format!(
        "The token of agent {}, which is not shown again. Send it as `Authorization: Bearer …`. `axlens token revoke {}` revokes it.",
        new.name, new.name
    ));
    print::text(&token);
    Ok(())
}

fn revoke(file: &TokenFile, RevokeArgs { name, json }: &RevokeArgs) -> anyhow::Result<()> {
    anyhow::ensure!(
        file.revoke(name)?,
        "there is no token with the name {name}: `axlens token list` shows all tokens"
    );
    match json {
        true => print::json(&TokenRevocation { revoked: name })?,
        false => print::text(&format!("revoked: {name}")),
    }
    Ok(())
}

fn list(file: &TokenFile, as_json: bool) -> anyhow::Result<()> {
    let (tokens, uses) = (file.read()?, LastUses::read(file.dir()));
    let listed = tokens.iter().map(|token| listed_token(token, &uses));
    let listed: Vec<ListedToken> = listed.collect();
    match as_json {
        true => print::json(&listed)?,
        false if listed.is_empty() => print::text("no tokens"),
        false => print::text(&listed.iter().map(line).collect::<Vec<_>>().join("\n")),
    }
    Ok(())
}

fn listed_token<'a>(token: &'a NamedToken, uses: &LastUses) -> ListedToken<'a> {
    let expires = token.expires_at();
    ListedToken {
        name: &token.name,
        scope: token.scope,
        sites: &token.sites,
        created: date(UNIX_EPOCH + Duration::from_secs(token.created)),
        expires: expires.map(date),
        expired: expires.is_some_and(|expires| expires <= SystemTime::now()),
        by: token.by,
        last_used: uses.of(&token.id).map(date),
    }
}

fn date(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

fn line(token: &ListedToken) -> String {
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
    let by = match token.by {
        AgentIdentification::Token => "",
        AgentIdentification::Name => ", by its name",
    };
    let used = match &token.last_used {
        Some(when) => format!(", last used {when}"),
        None => ", never used".to_owned(),
    };
    format!(
        "{} [{scope}] {sites}{by}, since {}{end}{used}",
        token.name, token.created
    )
}
