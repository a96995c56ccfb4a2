//! The whole page at a point in time, for comparison. It belongs to an internal session, so its
//! uids are not part of the agent's snapshots.

use crate::api::context::RequestContext;
use crate::api::observe::{self, Request};
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::windows::LocatedId;
use axlens_protocol::Fault;
use std::sync::Arc;

/// A session name that no request can use.
const INTERNAL_SESSION: &str = "";

/// A page at a moment.
#[derive(Debug, Clone)]
pub struct PageLook {
    /// Every line; `None` if the server stores no text of the page.
    pub base: Option<Arc<PackedBase>>,
    /// Chrome's id of the main document.
    pub document: Option<String>,
    /// Random number of the main document's registry.
    pub world: u64,
    /// The elements of its uids; empty if the page is unchanged since the last look of any request.
    pub elements: Arc<[LocatedId]>,
}

/// Reads a tab.
///
/// # Errors
/// Those of `/observe`.
pub async fn look(context: RequestContext<'_>, tab: TabHandle) -> Result<PageLook, Fault> {
    read(context, tab, Elements::IfChanged).await
}

/// Reads a tab, including the elements of its uids.
///
/// # Errors
/// Those of `/observe`.
pub async fn look_at_elements(
    context: RequestContext<'_>,
    tab: TabHandle,
) -> Result<PageLook, Fault> {
    read(context, tab, Elements::Always).await
}

/// When a look includes the elements of the uids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    IfChanged,
    Always,
}

async fn read(
    context: RequestContext<'_>,
    tab: TabHandle,
    elements: Elements,
) -> Result<PageLook, Fault> {
    let RequestContext { app, agent, .. } = context;
    let session = SessionKey::new(agent.id(), INTERNAL_SESSION);
    let options = observe::page_options();
    let request = Request {
        limit: context.remaining(),
        anew: elements == Elements::Always,
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
