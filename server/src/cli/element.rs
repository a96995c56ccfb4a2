//! `axlens locate` and `axlens explain`: arguments and requests. They print the server's JSON.

use super::client::Answer;
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
    /// Which tab, where several have an element with this uid.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
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
    /// Which tab; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// `axlens locate`
///
/// # Errors
/// When what answers is no Axlens server.
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
    let answered = send(dir, |client| client.post("/locate", &request))?;
    finish(answered, args.page.json, Answer::indented)
}

/// `axlens explain`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn explain(dir: &StateDir, args: ExplainArgs) -> anyhow::Result<u8> {
    let request = ExplainRequest {
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
        ..target(args.target)
    };
    let answered = send(dir, |client| client.post("/explain", &request))?;
    finish(answered, args.page.json, Answer::indented)
}

/// An element as most commands take it: `css=` and a selector, or an id. The selector first.
pub fn selector_or_id(element: Option<String>) -> (Option<String>, Option<ElementId>) {
    let selector = element.as_deref().and_then(|id| id.strip_prefix("css="));
    match selector.map(str::to_owned) {
        Some(selector) => (Some(selector), None),
        None => (None, element.map(ElementId)),
    }
}

/// A uid is digits and dots; anything else is a selector.
fn target(target: String) -> ExplainRequest {
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
