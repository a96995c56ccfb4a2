//! `GET /tabs/{tab}/snapshot`: a snapshot in the `tabs` format, in chunks of bounded
//! size, with a picture on request.

use crate::agents::Agent;
use crate::api::extension::Target;
use crate::api::observe::{self, Request};
use crate::api::request;
use crate::api::screenshot;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::pages::Paged;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::tab_snapshot::{TabSnapshotAnswer, TabSnapshotRequest};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::render::tabs::chunk;
use std::sync::Arc;

/// Answers a request for the tab as it stands in the path.
///
/// # Errors
/// `bad_request` without `userId` or with parameters that make no sense, `tab_not_found`, and every
/// fault of a snapshot.
pub async fn snapshot(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: &str,
    parameters: TabSnapshotRequest,
) -> Result<TabSnapshotAnswer, Fault> {
    let session = session_name(parameters.user_id.as_deref())?;
    let session = request::session(agent, Some(session))?;
    let offset = offset(parameters.offset.as_deref())?;
    let picture = flag(
        "includeScreenshot",
        parameters.include_screenshot.as_deref(),
    )?;
    if parameters.format.is_some_and(|format| format != "text") {
        return Err(Fault::bad_request("`format` can only be \"text\"."));
    }
    let tab: TabHandle = tab.parse().map_err(|_| tabs::unknown(tab))?;
    let (_turn, _) = turn(app, agent, request::DEFAULT_LIMIT).await?;
    let choice = TabChoice {
        tab: Some(tab),
        browser: parameters.browser,
    };
    let target = tabs::target(app, agent, &choice, request::DEFAULT_LIMIT).await?;
    let paged = match offset {
        0 => None,
        _ => begun(app, (agent, &session), tab, target).await?,
    };
    let paged = match paged {
        Some(paged) => paged,
        None => taken(app, (agent, &session), tab).await?,
    };
    let mut answer = piece(&paged, offset);
    subject::note_tokens(app.counter.count(&answer.snapshot));
    if picture {
        answer.screenshot = Some(screenshot::plain(app, agent, target).await?);
    }
    Ok(answer)
}

/// Name of the session that a user's tab snapshots, and their refs, belong to.
///
/// # Errors
/// `bad_request` where no user is named.
pub fn session_name(user: Option<&str>) -> Result<String, Fault> {
    let user = user.filter(|user| !user.is_empty());
    let user = user.ok_or_else(|| Fault::bad_request("`userId` is required."))?;
    Ok(format!("user:{user}"))
}

fn piece(paged: &Paged, offset: usize) -> TabSnapshotAnswer {
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

/// The snapshot that the session is in the middle of, unless the tab has gone elsewhere since.
async fn begun(
    app: &Arc<App>,
    (agent, session): (&Arc<Agent>, &SessionKey),
    tab: TabHandle,
    target: Target,
) -> Result<Option<Arc<Paged>>, Fault> {
    let known = || app.sessions().cache.page(session, tab);
    if known().is_none() {
        return Ok(None);
    }
    let now = tabs::address_in(app, agent, (target.browser, tab), request::DEFAULT_LIMIT).await?;
    // It is forgotten where the user has taken reading away meanwhile.
    Ok(known().filter(|paged| now == paged.url))
}

async fn taken(
    app: &Arc<App>,
    (agent, session): (&Arc<Agent>, &SessionKey),
    tab: TabHandle,
) -> Result<Arc<Paged>, Fault> {
    let options = Options {
        format: Format::Tabs,
        ..Options::default()
    };
    let request = Request::of((agent, session), tab, options);
    let taken = observe::take(app, request).await?.presented;
    let paged = Arc::new(Paged {
        refs: taken.ids().len(),
        url: taken.chrome.url,
        snapshot: taken.snapshot,
    });
    let mut sessions = app.sessions();
    sessions.cache.keep_page(session, tab, Arc::clone(&paged));
    Ok(paged)
}

fn offset(given: Option<&str>) -> Result<usize, Fault> {
    let Some(text) = given else { return Ok(0) };
    let number = text
        .parse::<u32>()
        .ok()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| Fault::bad_request("`offset` must be a whole number of characters."))
}

fn flag(name: &str, given: Option<&str>) -> Result<bool, Fault> {
    match given {
        None | Some("false" | "0" | "") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(_) => Err(Fault::bad_request(format!(
            "`{name}` must be true or false."
        ))),
    }
}
