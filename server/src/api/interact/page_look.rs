//! The whole page as it is at a moment, for comparing: of no session that an agent can name, so
//! that nothing counts as shown.

use crate::agents::Agent;
use crate::api::observe::{self, Request};
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::windows::LocatedId;
use crate::state::App;
use axlens_protocol::Fault;
use std::sync::Arc;
use std::time::Duration;

/// A name that no request can give.
const NOBODYS_SESSION: &str = "";

/// A page at a moment.
#[derive(Debug, Clone)]
pub struct PageLook {
    /// Every line; none of a page of which nothing is kept.
    pub base: Option<Arc<PackedBase>>,
    /// Chrome's id of the main document.
    pub document: Option<String>,
    /// The life of the main document.
    pub world: u64,
    /// What its uids stand for; nothing where the page is as it was when it was looked at last, by
    /// whomever.
    pub elements: Arc<[LocatedId]>,
}

/// Looks at a tab.
///
/// # Errors
/// Those of `/observe`.
pub async fn look(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: TabHandle,
    limit: Duration,
) -> Result<PageLook, Fault> {
    taken(app, agent, (tab, false), limit).await
}

/// Looks at a tab, and finds out what its uids stand for in any case.
///
/// # Errors
/// Those of `/observe`.
pub async fn look_at_elements(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: TabHandle,
    limit: Duration,
) -> Result<PageLook, Fault> {
    taken(app, agent, (tab, true), limit).await
}

async fn taken(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (tab, anew): (TabHandle, bool),
    limit: Duration,
) -> Result<PageLook, Fault> {
    let session = SessionKey::new(agent.id(), NOBODYS_SESSION);
    let options = observe::page_options();
    let request = Request {
        limit,
        anew,
        ..Request::of((agent, &session), tab, options)
    };
    let remembered = observe::take(app, request).await?;
    let presented = remembered.presented;
    let elements = presented.fresh.map_or_else(Vec::new, |fresh| fresh.ids);
    let snapshot = presented.snapshot;
    Ok(PageLook {
        base: snapshot.base.clone(),
        document: snapshot.document.clone(),
        world: snapshot.world,
        elements: elements.into(),
    })
}
