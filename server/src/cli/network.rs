//! `axlens network`: arguments and request.

use super::request::{PageArgs, finish, send};
use axlens_local::StateDir;
use axlens_page_facts::{network, tab_list};
use axlens_protocol::agent::network::NetworkRequest;
use clap::Args;

/// Arguments of `axlens network`.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    /// Only requests whose URL contains this text.
    url: Option<String>,
    /// Only requests with a status of 400 or more.
    #[arg(long)]
    failed: bool,
    /// Only requests of this kind: fetch, xmlhttprequest, script, img …; can be repeated.
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Only requests that ended after this time, which the first line of an earlier answer has.
    #[arg(long, value_name = "MS", value_parser = time)]
    after: Option<f64>,
    /// The maximum number of requests, the last ones; default: 50.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

impl NetworkArgs {
    /// The body of `POST /network`.
    pub(super) fn request(self) -> NetworkRequest {
        NetworkRequest {
            what: None,
            failed: self.failed,
            kinds: self.kind,
            url: self.url,
            after: self.after,
            limit: self.limit,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            timeout_ms: self.page.timeout,
        }
    }
}

/// The value of `--after`.
pub(super) fn time(text: &str) -> Result<f64, &'static str> {
    tab_list::time(text).ok_or("must be a number of milliseconds")
}

/// `axlens network`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn network(dir: &StateDir, args: NetworkArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = args.request();
    let response = send(dir, |client| client.post("/network", &request))?;
    finish(response, as_json, |answer| {
        Ok(network::text(&answer.read()?))
    })
}
