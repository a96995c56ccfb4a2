//! The whole page at a point in time, for comparison. It belongs to an internal session, so its
//! uids are not part of the agent's snapshots.

use crate::api::context::RequestContext;
use crate::api::observe::{self, LastChanges, RecentRead, SnapshotRequest};
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::scope::Scope;
use crate::sessions::views::PageView;
use crate::sessions::windows::LocatedId;
use axlens_protocol::Fault;
use std::sync::Arc;

/// A session name that no request can use.
const INTERNAL_SESSION: &str = "";

/// A page at a point in time.
#[derive(Debug, Clone)]
pub struct PageState {
    /// Every line; `None` if the server stores no text of the page.
    pub base: Option<Arc<PackedBase>>,
    /// Chrome's id of the main document.
    pub document: Option<String>,
    /// URL of the main document.
    pub url: String,
    /// Random number of the main document's registry.
    pub world: u64,
    /// The elements of its uids; empty if the page is unchanged since it was last read.
    pub elements: Arc<[LocatedId]>,
    /// The elements that have changed recently.
    pub last_changes: LastChanges,
    /// The read, for the answer; `None` for the page before an action.
    pub read: Option<Arc<RecentRead>>,
}

/// When a page state includes the elements of the uids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IncludeElements {
    /// If the page has changed since it was last read.
    IfChanged,
    /// Always.
    Always,
}

/// Reads a tab before an action.
///
/// # Errors
/// Those of `/observe`.
pub async fn read(
    context: RequestContext<'_>,
    tab: TabHandle,
    include_elements: IncludeElements,
) -> Result<PageState, Fault> {
    read_with(context, tab, include_elements, false).await
}

/// Reads a tab after an action. The answer shows the page as it was read, if it asks for the same.
///
/// # Errors
/// Those of `/observe`.
pub async fn read_after(context: RequestContext<'_>, tab: TabHandle) -> Result<PageState, Fault> {
    read_with(context, tab, IncludeElements::IfChanged, true).await
}

async fn read_with(
    context: RequestContext<'_>,
    tab: TabHandle,
    include_elements: IncludeElements,
    keeps_read: bool,
) -> Result<PageState, Fault> {
    let session = SessionKey::new(context.agent.id(), INTERNAL_SESSION);
    let context = RequestContext {
        session: &session,
        ..context
    };
    let options = PageView::default().options;
    let request = SnapshotRequest {
        skip_cache: include_elements == IncludeElements::Always,
        keeps_read,
        ..SnapshotRequest::of_tab(context, tab, options)
    };
    let remembered = observe::take_snapshot(context.app, request).await?;
    let presented = remembered.presented;
    let elements = presented.new_text.map_or_else(Vec::new, |new| new.ids);
    let snapshot = presented.snapshot;
    Ok(PageState {
        base: snapshot.base.clone(),
        document: snapshot.document.clone(),
        url: snapshot.url.clone(),
        world: snapshot.world,
        elements: elements.into(),
        last_changes: presented.last_changes,
        read: presented.read,
    })
}

/// The text of a tab in a view, for comparison. `None` if it can't be read, or if the scope is an
/// id, which only the agent's own session can resolve.
pub async fn text_in(
    context: RequestContext<'_>,
    tab: TabHandle,
    view: &PageView,
) -> Option<Arc<PackedBase>> {
    if matches!(view.scope, Scope::Id(_)) {
        return None;
    }
    let session = SessionKey::new(context.agent.id(), INTERNAL_SESSION);
    let context = RequestContext {
        session: &session,
        ..context
    };
    let request = SnapshotRequest::of_tab(context, tab, view.options.clone());
    let request = request.with_view(view.clone());
    let remembered = observe::take_snapshot(context.app, request).await.ok()?;
    remembered.presented.snapshot.base.clone()
}
