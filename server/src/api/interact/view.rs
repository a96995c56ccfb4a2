//! The view of the page in the answer: the request's own options, otherwise those of the session's
//! last snapshot of the tab.

use super::page_state::{self, PageState};
use crate::api::context::RequestContext;
use crate::api::observe::SnapshotRequest;
use crate::sessions::delta_bases::DeltaKey;
use crate::sessions::handles::TabHandle;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::views::PageView;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{InteractRequest, Show};
use std::sync::Arc;

/// The hint if the changes of the actions are not in the view.
pub const OUTSIDE_OF_VIEW: &str =
    "The page has changed where this view does not show it: take a snapshot of the whole page.";

/// The view of a tab in the answer.
///
/// # Errors
/// `bad_request` for invalid options.
pub fn of_tab(
    context: RequestContext<'_>,
    request: &InteractRequest,
    tab: TabHandle,
) -> Result<PageView, Fault> {
    if request.has_view {
        let request = SnapshotRequest::new(context.agent, request.observe.clone())?;
        return Ok(request.view());
    }
    let mut sessions = context.app.sessions();
    let session = sessions.get(context.session);
    let view = session.and_then(|session| session.views.of(tab).cloned());
    Ok(view.unwrap_or_default())
}

/// A tab before the first action in it, in the view of the answer.
#[derive(Debug, Clone)]
pub struct FirstPage {
    /// The view.
    pub view: PageView,
    /// The text; `None` if it is not needed or can't be read.
    pub text: Option<Arc<PackedBase>>,
}

/// The text of a tab before the first action in it. It is read only if the session was not shown a
/// text of this view and document.
pub async fn first_page(
    context: RequestContext<'_>,
    request: &InteractRequest,
    tab: TabHandle,
    state: &PageState,
) -> Result<FirstPage, Fault> {
    let view = of_tab(context, request, tab)?;
    let text = match view == PageView::default() {
        true => state.base.clone(),
        false if request.show != Show::Delta || has_text(context, tab, &view, state) => None,
        false => page_state::text_in(context, tab, &view).await,
    };
    Ok(FirstPage { view, text })
}

/// Whether the session was shown a text of this view and document.
fn has_text(
    context: RequestContext<'_>,
    tab: TabHandle,
    view: &PageView,
    state: &PageState,
) -> bool {
    let key = DeltaKey {
        tab,
        scope: view.scope.as_str().to_owned(),
        options: view.options.clone(),
    };
    let last = context
        .app
        .sessions()
        .cache
        .delta_base(context.session, key);
    let now = state.base.as_ref();
    last.zip(now)
        .is_some_and(|(last, now)| last.base.has_same_document(now))
}
