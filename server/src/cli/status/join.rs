//! `axlens join`: joins a gateway, leaves it, or prints its state. The file of the settings is
//! written here; a running server reads it again at once.

use crate::cli::client::is_disconnected;
use crate::cli::request::{fail, send};
use crate::cli::token::TokenScopeName;
use crate::cli::{FAILED, OK, print};
use crate::join::settings::{GatewayAddress, JoinSettings};
use anyhow::{Context, ensure};
use axlens_local::server::JOIN;
use axlens_local::{StateDir, site_pattern};
use axlens_protocol::agent::status::{GatewayStatus, StatusAnswer};
use axlens_protocol::model::TokenScope;
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `axlens join`.
#[derive(Debug, Args)]
pub struct JoinArgs {
    /// The gateway: `wss://HOST` or `wss://HOST:PORT`. Without it, the state is printed.
    #[arg(value_name = "URL", requires = "token_file", conflicts_with = "off")]
    url: Option<GatewayAddress>,
    /// The file with this server's token at the gateway. Only you may have access to it.
    #[arg(long, value_name = "FILE", requires = "url")]
    token_file: Option<PathBuf>,
    /// What the gateway's agents may do at most.
    #[arg(long, value_enum, default_value_t = TokenScopeName::Read, requires = "url")]
    scope: TokenScopeName,
    /// A site that they may access, `[scheme://]host[:port]`, `*.example.org` for all subdomains;
    /// can be repeated. Default: every site.
    #[arg(long = "site", value_name = "PATTERN", value_parser = site_pattern::normalize, requires = "url")]
    sites: Vec<String>,
    /// Trust the authorities in this file (PEM) instead of the system's.
    #[arg(long, value_name = "FILE", requires = "url")]
    ca: Option<PathBuf>,
    /// Leave the gateway, with immediate effect.
    #[arg(long)]
    off: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The output of `axlens join --json`.
#[derive(Serialize)]
struct JoinOutcome<'a> {
    /// Whether a gateway is joined.
    joined: bool,
    /// The state; null if no gateway is joined, or the server does not run.
    gateway: Option<&'a GatewayStatus>,
}

/// `axlens join`
///
/// # Errors
/// If the settings can't be read or written, or the token is invalid.
pub fn join(dir: &StateDir, args: JoinArgs) -> anyhow::Result<u8> {
    let as_json = args.json;
    if args.off {
        return leave(dir, as_json);
    }
    let Some(settings) = settings(args)? else {
        return state(dir, as_json);
    };
    // Before it is stored: a token that can't be read must not replace a valid one.
    settings.token()?;
    settings.write(dir)?;
    let gateway = reload(dir)?;
    let text = match &gateway {
        Some(gateway) => line(gateway),
        None => format!(
            "joined {}: the server does not run, and connects when it starts",
            settings.address.name()
        ),
    };
    report(true, gateway.as_ref(), as_json, &text)?;
    let has_failed = gateway.is_some_and(|gateway| gateway.error.is_some());
    Ok(if has_failed { FAILED } else { OK })
}

/// The settings in the arguments; `None` without a gateway.
fn settings(args: JoinArgs) -> anyhow::Result<Option<JoinSettings>> {
    let Some((address, token_file)) = args.url.zip(args.token_file) else {
        return Ok(None);
    };
    let ca_file = args.ca.as_deref().map(absolute).transpose()?;
    if let Some(ca) = &ca_file {
        ensure!(ca.is_file(), "{} is not a file", ca.display());
    }
    Ok(Some(JoinSettings {
        address,
        token_file: absolute(&token_file)?,
        ca_file,
        scope: args.scope.into(),
        sites: args.sites,
    }))
}

/// The server reads the file from another folder.
fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("{} is not a path", path.display()))
}

fn leave(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let was_joined = JoinSettings::remove(dir)?;
    reload(dir)?;
    let text = match was_joined {
        true => "left the gateway: its agents can no longer reach this server",
        false => "no gateway was joined",
    };
    report(false, None, as_json, text)?;
    Ok(OK)
}

fn state(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let Some(settings) = JoinSettings::read(dir)? else {
        report(false, None, as_json, "no gateway is joined")?;
        return Ok(OK);
    };
    let response = send(dir, |client| client.get("/status"))?;
    let status: StatusAnswer = match response {
        Ok(answer) => answer.read()?,
        Err(fault) => return fail(&fault, as_json),
    };
    let text = match &status.gateway {
        Some(gateway) => line(gateway),
        None => format!(
            "{} was joined, but the server has not read it",
            settings.address.name()
        ),
    };
    report(true, status.gateway.as_ref(), as_json, &text)?;
    Ok(OK)
}

/// Makes a running server read the file again. Returns the state after its first attempt to
/// connect; `None` if no server runs.
fn reload(dir: &StateDir) -> anyhow::Result<Option<GatewayStatus>> {
    match send(dir, |client| client.post(JOIN, &json!({})))? {
        Ok(answer) => answer.read(),
        Err(fault) if is_disconnected(&fault) => Ok(None),
        Err(fault) => anyhow::bail!(fault.message),
    }
}

fn report(
    joined: bool,
    gateway: Option<&GatewayStatus>,
    as_json: bool,
    text: &str,
) -> anyhow::Result<()> {
    match as_json {
        true => print::json(&JoinOutcome { joined, gateway })?,
        false => print::text(text),
    }
    Ok(())
}

/// The state of a gateway in one line.
pub fn line(gateway: &GatewayStatus) -> String {
    let scope = match gateway.scope {
        TokenScope::Read => "read",
        TokenScope::Ask => "read, and act with your consent",
        TokenScope::Act => "read and act",
    };
    let sites = match gateway.sites.as_slice() {
        [] => "every site".to_owned(),
        sites => sites.join(" "),
    };
    let state = match (&gateway.error, gateway.connected) {
        (_, true) => "connected".to_owned(),
        (Some(error), false) => format!("not connected: {error}"),
        (None, false) => "connecting".to_owned(),
    };
    let last = match gateway.last_request_ms {
        Some(ago) => format!("last request {} s ago", ago / 1000),
        None => "no request yet".to_owned(),
    };
    format!(
        "gateway {} [{state}]: its agents may {scope}, {sites}; {last}",
        gateway.host
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_names_the_gateway_its_limits_and_the_error() {
        let mut gateway = GatewayStatus {
            connected: false,
            error: Some("it can't be reached".to_owned()),
            host: "gateway.example".to_owned(),
            last_request_ms: None,
            scope: TokenScope::Read,
            sites: Vec::new(),
        };
        assert_eq!(
            line(&gateway),
            "gateway gateway.example [not connected: it can't be reached]: its agents may read, every site; no request yet"
        );
        gateway.error = None;
        gateway.connected = true;
        gateway.scope = TokenScope::Ask;
        gateway.sites = vec!["example.org".to_owned()];
        gateway.last_request_ms = Some(4000);
        assert_eq!(
            line(&gateway),
            "gateway gateway.example [connected]: its agents may read, and act with your consent, example.org; last request 4 s ago"
        );
    }
}
