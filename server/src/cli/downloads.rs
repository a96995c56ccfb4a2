//! `axlens downloads`: arguments and request.

use super::network::time;
use super::request::{PageArgs, finish, send};
use axlens_local::StateDir;
use axlens_page_facts::downloads;
use axlens_protocol::agent::downloads::DownloadsRequest;
use axlens_protocol::model::DownloadState;
use clap::Args;

/// Arguments of `axlens downloads`.
#[derive(Debug, Args)]
pub struct DownloadsArgs {
    /// Only downloads in this state: in_progress, complete or interrupted; can be repeated.
    #[arg(long, value_name = "STATE", value_parser = state)]
    state: Vec<DownloadState>,
    /// Only downloads that started after this time, which the first line of an earlier answer has.
    #[arg(long, value_name = "MS", value_parser = time)]
    after: Option<f64>,
    /// The maximum number of downloads, the last ones; default: 20.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

impl DownloadsArgs {
    /// The body of `POST /downloads`.
    pub(super) fn request(self) -> DownloadsRequest {
        DownloadsRequest {
            what: None,
            states: self.state,
            after: self.after,
            limit: self.limit,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            timeout_ms: self.page.timeout,
        }
    }
}

/// The value of `--state`.
fn state(text: &str) -> Result<DownloadState, String> {
    let known = DownloadState::ALL;
    let found = known.into_iter().find(|state| state.as_str() == text);
    found.ok_or_else(|| {
        format!(
            "must be one of {}",
            known.map(DownloadState::as_str).join(", ")
        )
    })
}

/// `axlens downloads`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn downloads(dir: &StateDir, args: DownloadsArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = args.request();
    let response = send(dir, |client| client.post("/downloads", &request))?;
    finish(response, as_json, |answer| {
        Ok(downloads::text(&answer.read()?))
    })
}
