//! `axlens page-tools`: arguments and request.

use crate::cli::request::{PageArgs, finish, send};
use axlens_local::StateDir;
use axlens_page_facts::page_tools;
use axlens_protocol::agent::page_tools::PageToolsRequest;
use clap::Args;

/// Arguments of `axlens page-tools`.
#[derive(Debug, Args)]
pub struct PageToolsArgs {
    /// The maximum number of tools, the first ones; default: 50.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// `axlens page-tools`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn page_tools(dir: &StateDir, args: PageToolsArgs) -> anyhow::Result<u8> {
    let request = PageToolsRequest {
        what: None,
        limit: args.limit,
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
    };
    let response = send(dir, |client| client.post("/page-tools", &request))?;
    finish(response, args.page.json, |answer| {
        Ok(page_tools::text(&answer.read()?))
    })
}
