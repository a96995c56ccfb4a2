//! `GET /tabs/{tab}/snapshot`: a snapshot in the format `tabs`, in chunks, with a screenshot on
//! request.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::observe::{self, SnapshotRequest};
use crate::api::request;
use crate::api::screenshot;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::pages::PagedSnapshot;
use crate::state::App;
use crate::text::tokens;
use axlens_protocol::Fault;
use axlens_protocol::agent::tab_snapshot::{TabSnapshotAnswer, TabSnapshotRequest};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::render::tabs::chunk;
use std::sync::Arc;

/// Answers a request for the tab in the path.
///
/// # Errors
/// `bad_request` without `userId` or with invalid parameters, `tab_not_found`, and every fault of a
/// snapshot.
pub async fn snapshot(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: &str,
    parameters: TabSnapshotRequest,
) -> Result<TabSnapshotAnswer, Fault> {
    let session = session_name(parameters.user_id.as_deref())?;
    let session = request::session(agent, Some(session))?;
    let offset = offset(parameters.offset.as_deref())?;
    let has_screenshot = flag(
        "includeScreenshot",
        parameters.include_screenshot.as_deref(),
    )?;
    if parameters.format.is_some_and(|format| format != "text") {
        return Err(Fault::bad_request("`format` can only be \"text\"."));
    }
    let tab: TabHandle = tab.parse().map_err(|_| tabs::unknown(tab))?;
    let context = RequestContext::new(app, agent, &session, request::DEFAULT_LIMIT);
    let _turn = context.turn().await?;
    let choice = TabChoice {
        tab: Some(tab),
        browser: parameters.browser,
    };
    let destination = tabs::destination(context, &choice).await?;
    let stored = match offset {
        0 => None,
        _ => stored_snapshot(context, tab, destination).await?,
    };
    let paged = match stored {
        Some(paged) => paged,
        None => take_snapshot(context, tab).await?,
    };
    let mut answer = chunk_at(&paged, offset);
    subject::note_tokens(tokens::count(&answer.snapshot));
    if has_screenshot {
        answer.screenshot = Some(screenshot::plain(context, destination).await?);
    }
    Ok(answer)
}

/// The name of the session for the tab snapshots of a user.
///
/// # Errors
/// `bad_request` without a user.
pub fn session_name(user: Option<&str>) -> Result<String, Fault> {
    let user = user.filter(|user| !user.is_empty());
    let user = user.ok_or_else(|| Fault::bad_request("`userId` is required."))?;
    Ok(format!("user:{user}"))
}

fn chunk_at(paged: &PagedSnapshot, offset: usize) -> TabSnapshotAnswer {
    let chunk = chunk(paged.text(), offset);
    TabSnapshotAnswer {
        has_more: chunk.next.is_some(),
        next_offset: chunk.next,
        refs_count: paged.refs,
        screenshot: None,
        snapshot: chunk.text,
        total_chars: chunk.total,
        truncated: chunk.truncated,
        url: paged.url.clone(),
    }
}

/// The snapshot that the session is reading, unless the tab has another URL now.
async fn stored_snapshot(
    context: RequestContext<'_>,
    tab: TabHandle,
    destination: Destination,
) -> Result<Option<Arc<PagedSnapshot>>, Fault> {
    let RequestContext {
        app,
        agent,
        session,
        ..
    } = context;
    let stored = || app.sessions().cache.page(session, tab);
    if stored().is_none() {
        return Ok(None);
    }
    let browser = destination.browser;
    let url = tabs::address_in(app, agent, (browser, tab), context.remaining()).await?;
    // The snapshot is missing if the user has reduced read access in the meantime.
    Ok(stored().filter(|paged| url == paged.url))
}

async fn take_snapshot(
    context: RequestContext<'_>,
    tab: TabHandle,
) -> Result<Arc<PagedSnapshot>, Fault> {
    let options = Options {
        format: Format::Tabs,
        ..Options::default()
    };
    let request = SnapshotRequest::of_tab(context, tab, options);
    let presented = observe::take_snapshot(context.app, request)
        .await?
        .presented;
    let paged = Arc::new(PagedSnapshot {
        refs: presented.ids().len(),
        url: presented.chrome_tab.url,
        snapshot: presented.snapshot,
    });
    let mut sessions = context.app.sessions();
    sessions
        .cache
        .store_page(context.session, tab, Arc::clone(&paged));
    Ok(paged)
}

fn offset(text: Option<&str>) -> Result<usize, Fault> {
    let Some(text) = text else { return Ok(0) };
    let number = text
        .parse::<u32>()
        .ok()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| Fault::bad_request("`offset` must be a whole number of characters."))
}

fn flag(name: &str, text: Option<&str>) -> Result<bool, Fault> {
    match text {
        None | Some("false" | "0" | "") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(_) => Err(Fault::bad_request(format!(
            "`{name}` must be true or false."
        ))),
    }
}
