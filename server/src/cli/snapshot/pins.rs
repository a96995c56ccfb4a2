//! `axlens pins`: arguments and request.

use crate::cli::request::{PageArgs, finish, send};
use crate::text::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::observe::pins::PinsRequest;
use clap::Args;

/// Arguments of `axlens pins`.
#[derive(Debug, Args)]
pub struct PinsArgs {
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// `axlens pins`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn pins(dir: &StateDir, args: PinsArgs) -> anyhow::Result<u8> {
    let request = PinsRequest {
        what: None,
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
    };
    let response = send(dir, |client| client.post("/pins", &request))?;
    finish(response, args.page.json, |answer| {
        Ok(answer_text::pinned(&answer.read()?))
    })
}
