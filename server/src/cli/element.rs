//! `axlens locate` and `axlens explain`: arguments and requests. They print the server's JSON.

use super::client::CliAnswer;
use super::request::{PageArgs, finish, send};
use axlens_local::StateDir;
use axlens_protocol::agent::explain::ExplainRequest;
use axlens_protocol::agent::locate::LocateRequest;
use axlens_protocol::model::ElementId;
use clap::Args;

/// Arguments of `axlens locate`.
#[derive(Debug, Args)]
pub struct LocateArgs {
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots.
    id: String,
    /// The tab, if several have an element with this uid.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// The snapshot, for ids of the format numbered.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid` fault: confirms that the element is the intended one.
    #[arg(long, value_name = "HASH")]
    seen: Option<String>,
    #[command(flatten)]
    page: PageArgs,
}

/// Arguments of `axlens explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Uid of one of this session's snapshots, or a CSS selector.
    target: String,
    /// The tab; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// `axlens locate`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn locate(dir: &StateDir, args: LocateArgs) -> anyhow::Result<u8> {
    let request = LocateRequest {
        id: Some(ElementId(args.id)),
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        snapshot: args.snapshot,
        seen: args.seen,
        timeout_ms: args.page.timeout,
        ..LocateRequest::default()
    };
    let response = send(dir, |client| client.post("/locate", &request))?;
    finish(response, args.page.json, CliAnswer::indented)
}

/// `axlens explain`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn explain(dir: &StateDir, args: ExplainArgs) -> anyhow::Result<u8> {
    let request = ExplainRequest {
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
        ..explain_target(args.target)
    };
    let response = send(dir, |client| client.post("/explain", &request))?;
    finish(response, args.page.json, CliAnswer::indented)
}

/// Which match of `css=` or `text=`.
#[derive(Debug, Clone, Default, Args)]
pub struct MatchArgs {
    /// With css= or text=: which match, if there are several; 1 is the first.
    #[arg(long, value_name = "N")]
    pub nth: Option<u32>,
    /// With css= or text=: uid of an element that contains it.
    #[arg(long, value_name = "UID")]
    pub within: Option<String>,
}

/// A uid consists of digits and dots; anything else is a selector.
fn explain_target(target: String) -> ExplainRequest {
    match target
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        true => ExplainRequest {
            uid: Some(ElementId(target)),
            ..ExplainRequest::default()
        },
        false => ExplainRequest {
            selector: Some(target),
            ..ExplainRequest::default()
        },
    }
}
