//! `axlens errors`: arguments and request.

use super::network::time;
use super::request::{PageArgs, finish, send};
use axlens_local::StateDir;
use axlens_page_facts::errors;
use axlens_protocol::agent::errors::ErrorsRequest;
use axlens_protocol::model::PageErrorKind;
use clap::Args;

/// Arguments of `axlens errors`.
#[derive(Debug, Args)]
pub struct ErrorsArgs {
    /// Only errors of this kind: deprecation, intervention, csp or resource; can be repeated.
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Vec<PageErrorKind>,
    /// Only errors that were recorded after this time, which the first line of an earlier answer
    /// has.
    #[arg(long, value_name = "MS", value_parser = time)]
    after: Option<f64>,
    /// The maximum number of errors, the last ones; default: 50.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

impl ErrorsArgs {
    /// The body of `POST /errors`.
    pub(super) fn request(self) -> ErrorsRequest {
        ErrorsRequest {
            what: None,
            kinds: self.kind,
            after: self.after,
            limit: self.limit,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            timeout_ms: self.page.timeout,
        }
    }
}

/// The value of `--kind`.
fn kind(text: &str) -> Result<PageErrorKind, String> {
    let known = PageErrorKind::ALL;
    let found = known.into_iter().find(|kind| kind.as_str() == text);
    found.ok_or_else(|| {
        format!(
            "must be one of {}",
            known.map(PageErrorKind::as_str).join(", ")
        )
    })
}

/// `axlens errors`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn errors(dir: &StateDir, args: ErrorsArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = args.request();
    let response = send(dir, |client| client.post("/errors", &request))?;
    finish(response, as_json, |answer| {
        Ok(errors::text(&answer.read()?))
    })
}
