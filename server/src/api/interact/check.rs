//! Step 2 of an action: verifies that each element of the target is still the one in the snapshot.

use super::page_state::PageState;
use super::resolve::ActionTarget;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::live_element::{self, LiveElement, ShownElement};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use axlens_protocol::wire::NodeHandle;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::render::lean::line_without_uid;

/// The next step after `changed_uid` in an action: repeating the request does not acknowledge the
/// change.
pub const CHANGED_HINT: &str = "Take a new snapshot and use the uid of the element that you want; or repeat the request with `seen` if it is still this element. Without `seen`, the same request is refused again.";

/// A target whose elements were verified.
pub struct CheckedTarget {
    /// Where the query is sent.
    pub destination: Destination,
    /// The page before the action; `None` for an action on a tab.
    pub page_before: Option<PageBefore>,
    /// The element, if the request names one.
    pub element: Option<CheckedElement>,
    /// The element onto which `element` is dragged.
    pub drag_target: Option<CheckedElement>,
}

/// A page before an action.
pub struct PageBefore {
    /// Its tab.
    pub tab: TabHandle,
    /// The page.
    pub state: PageState,
}

/// An element of the session's snapshots, with its present state.
pub struct CheckedElement {
    /// The element in the snapshot.
    pub element: ShownElement,
    /// The element in the live page.
    pub live: LiveElement,
}

impl CheckedElement {
    /// The element for the extension. After a re-render it has another node id than in the
    /// snapshot.
    pub fn handle(&self) -> NodeHandle {
        NodeHandle {
            node: self.live.node().node,
            ..self.element.resolved.element.node.clone()
        }
    }
}

impl CheckedTarget {
    /// A target without elements and without the page before.
    pub fn without_page(destination: Destination) -> CheckedTarget {
        CheckedTarget {
            destination,
            page_before: None,
            element: None,
            drag_target: None,
        }
    }
}

/// The line of an element, for the consent window.
pub fn line_of(element: Option<&CheckedElement>) -> Option<String> {
    element.map(|element| line_without_uid(element.live.node()))
}

/// Verifies the elements of a target.
///
/// # Errors
/// `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn check(
    context: RequestContext<'_>,
    target: ActionTarget,
    page_before: Option<PageBefore>,
) -> Result<CheckedTarget, Fault> {
    let element = match target.element {
        Some(element) => Some(check_element(context, element).await?),
        None => None,
    };
    let drag_target = match target.drag_target {
        Some(element) => Some(check_drag_target(context, element).await?),
        None => None,
    };
    Ok(CheckedTarget {
        destination: target.destination,
        page_before,
        element,
        drag_target,
    })
}

/// Verifies an element, and records it as the subject of the audit entry.
pub async fn check_element(
    context: RequestContext<'_>,
    element: ShownElement,
) -> Result<CheckedElement, Fault> {
    let checked = check_drag_target(context, element).await?;
    let node = checked.live.node();
    let uid = checked.element.resolved.element.uid.clone();
    subject::note_element(uid, node.role.as_str(), &node.name);
    Ok(checked)
}

async fn check_drag_target(
    context: RequestContext<'_>,
    element: ShownElement,
) -> Result<CheckedElement, Fault> {
    let live = live_element::verify_for_action(context, &element).await;
    Ok(CheckedElement {
        live: live.map_err(with_hint)?,
        element,
    })
}

/// Verifies the elements again, before the query is repeated. After consent they must be exactly
/// the ones in the consent window.
pub async fn recheck(
    context: RequestContext<'_>,
    target: CheckedTarget,
    has_consent: bool,
) -> Result<CheckedTarget, Fault> {
    let element = recheck_element(context, target.element, has_consent).await?;
    let drag_target = recheck_element(context, target.drag_target, has_consent).await?;
    Ok(CheckedTarget {
        element,
        drag_target,
        ..target
    })
}

async fn recheck_element(
    context: RequestContext<'_>,
    element: Option<CheckedElement>,
    has_consent: bool,
) -> Result<Option<CheckedElement>, Fault> {
    let Some(CheckedElement { element, live }) = element else {
        return Ok(None);
    };
    let id = element.id.clone();
    let checked = check_element(context, element).await?;
    match has_consent && !is_unchanged(&live, &checked.live) {
        true => Err(checked.live.changed_fault(&id).hint(CHANGED_HINT)),
        false => Ok(Some(checked)),
    }
}

fn is_unchanged(before: &LiveElement, now: &LiveElement) -> bool {
    let (before, now) = (before.node(), now.node());
    (before.role, &before.name, before.context) == (now.role, &now.name, now.context)
}

fn with_hint(fault: Fault) -> Fault {
    match fault.code == Code::ChangedUid {
        true => fault.hint(CHANGED_HINT),
        false => fault,
    }
}
