//! Step 2 of an action: verifies that each element of the target is still the one in the snapshot.

use super::page_state::PageState;
use super::resolve::ActionTarget;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::live_element::{self, LiveElement, ShownElement};
use crate::api::observe::page_tools::ToolTarget;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use axlens_protocol::wire::NodeHandle;
use axlens_protocol::{Code, Fault};

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
    /// The tool of the page that is called.
    pub tool: Option<ToolTarget>,
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
            tool: None,
        }
    }
}

/// Node ids of the elements whose texts identify those of a target; 0 without one.
pub fn units(target: &CheckedTarget) -> [u32; 2] {
    [&target.element, &target.drag_target].map(|element| {
        element
            .as_ref()
            .map_or(0, |element| element.live.node().unit)
    })
}

/// The name of the tree in which the elements of a target were verified; `None` if it has none, or
/// if they were verified in different ones.
pub fn tree_name(target: &CheckedTarget) -> Option<String> {
    let name_in = |element: &CheckedElement| element.live.tree_name.clone();
    let name = target.element.as_ref().and_then(name_in)?;
    let dragged_to = target.drag_target.as_ref().map(name_in);
    let is_common = dragged_to.is_none_or(|other| other.as_ref() == Some(&name));
    is_common.then(|| name.into())
}

/// The line of an element, for the consent window.
pub fn line_of(element: Option<&CheckedElement>) -> Option<String> {
    element.map(|element| element.live.line_in_place())
}

/// A hash of role, name and place of an element, for a consent to its action in a loop.
pub fn hash_of(element: Option<&CheckedElement>) -> Option<String> {
    element.map(|element| element.live.hash_in_place())
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
    let (element, drag_target) = match cached(context, &target, page_before.as_ref()).await {
        Some((element, drag_target)) => (Some(element), drag_target),
        None => (
            check_by_query(context, target.element).await?,
            check_by_query(context, target.drag_target).await?,
        ),
    };
    note_subject(element.as_ref());
    Ok(CheckedTarget {
        destination: target.destination,
        page_before,
        element,
        drag_target,
        tool: target.tool,
    })
}

/// The elements of a target in the tree that the page had when it was read before the action, so
/// that they need not be read again. `None` if one of them has to be.
async fn cached(
    context: RequestContext<'_>,
    target: &ActionTarget,
    page_before: Option<&PageBefore>,
) -> Option<(CheckedElement, Option<CheckedElement>)> {
    page_before?;
    let named: Vec<&ShownElement> = [target.element.as_ref()?]
        .into_iter()
        .chain(&target.drag_target)
        .collect();
    let live = live_element::verify_in_cached_tree(context, &named).await;
    let are_all_there = live.len() == named.len();
    let mut checked = named
        .into_iter()
        .zip(live)
        .map(|(element, live)| CheckedElement {
            element: element.clone(),
            live,
        });
    let element = checked.next().filter(|_| are_all_there)?;
    Some((element, checked.next()))
}

/// The targets of a list of actions on elements of one document, in the tree that the page had when
/// it was read before the list: the first ones, up to one that has to be looked up in the page.
/// Only the first one has the page.
pub async fn check_list(
    context: RequestContext<'_>,
    elements: &[ShownElement],
    page_before: PageBefore,
) -> Vec<CheckedTarget> {
    let mut targets = check_elements(context, elements).await;
    if let Some(first) = targets.first_mut() {
        first.page_before = Some(page_before);
    }
    targets
}

/// As [`check_list`], without the page before them.
pub async fn check_elements(
    context: RequestContext<'_>,
    elements: &[ShownElement],
) -> Vec<CheckedTarget> {
    let named: Vec<&ShownElement> = elements.iter().collect();
    let live = live_element::verify_in_cached_tree(context, &named).await;
    let checked = named
        .into_iter()
        .zip(live)
        .map(|(element, live)| CheckedTarget {
            destination: element.resolved.browser_tab.into(),
            page_before: None,
            element: Some(CheckedElement {
                element: element.clone(),
                live,
            }),
            drag_target: None,
            tool: None,
        });
    checked.collect()
}

async fn check_by_query(
    context: RequestContext<'_>,
    element: Option<ShownElement>,
) -> Result<Option<CheckedElement>, Fault> {
    let Some(element) = element else {
        return Ok(None);
    };
    let live = live_element::verify_for_action(context, &element).await;
    let live = live.map_err(with_hint)?;
    Ok(Some(CheckedElement { element, live }))
}

/// Records an element as the subject of the audit entry.
pub fn note_subject(element: Option<&CheckedElement>) {
    if let Some(CheckedElement { element, live }) = element {
        let (uid, node) = (element.resolved.element.uid.clone(), live.node());
        subject::note_element(uid, node.role.as_str(), &node.name);
    }
}

/// Verifies the elements again, before the query is repeated. After consent they must be exactly
/// the ones in the consent window.
pub async fn recheck(
    context: RequestContext<'_>,
    target: CheckedTarget,
    has_consent: bool,
) -> Result<CheckedTarget, Fault> {
    let element = recheck_element(context, target.element, has_consent).await?;
    note_subject(element.as_ref());
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
    let checked = check_by_query(context, Some(element)).await?;
    let now = checked.as_ref().map(|checked| &checked.live);
    match now.filter(|now| has_consent && !is_unchanged(&live, now)) {
        Some(now) => Err(now.changed_fault(&id).hint(CHANGED_HINT)),
        None => Ok(checked),
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
