//! The elements that are marked in a screenshot: those that actions can use, the most important
//! first. The extension marks the visible ones among them. The session can use the uids of the
//! marks.

use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::find::search::Search;
use crate::api::observe::{self, ReadPage};
use crate::api::tabs::TabChoice;
use crate::sessions::handles::BrowserTab;
use crate::sessions::session::{Appearance, Element, ShownSnapshot};
use axlens_protocol::agent::screenshot::{Mark, ScreenshotAnswer};
use axlens_protocol::wire::{DocumentHandle, ImageInfo, MarkRequest, MarksParams, NodeHandle};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::TreeNode;
use axlens_snapshot::render::lean::line_with_uid;
use axlens_snapshot::uid::Uid;
use axlens_snapshot::{Role, Tree};

/// Maximum number of marks in a screenshot.
const MAX_MARKS: usize = 100;

/// Maximum number of elements that the extension tests for visibility.
const MAX_CANDIDATES: usize = 20_000;

/// The hint of a screenshot without a mark.
const NOTHING_MARKED: &str =
    "No element with a uid is visible: selectors and points (`at=X,Y`) can name others.";

/// A page whose elements are marked.
pub struct MarkedPage {
    page: ReadPage,
    browser_tab: BrowserTab,
    frames: FrameSelectors,
    /// The number of access reductions when the page was read.
    access_reductions: u64,
    /// Positions of the elements that can be marked, the most important first.
    candidates: Vec<usize>,
}

impl MarkedPage {
    /// Reads the page of a tab.
    ///
    /// # Errors
    /// Every fault of the extension.
    pub async fn read(
        context: RequestContext<'_>,
        destination: Destination,
    ) -> Result<MarkedPage, Fault> {
        let app = context.app;
        let (tab, access_reductions) = {
            let mut sessions = app.sessions();
            let tab = destination.tab_id.map(|tab_id| destination.tab(tab_id));
            let handle = tab.map(|tab| sessions.handles.get_or_assign(tab));
            (handle, sessions.access_reductions())
        };
        let browser = app.dispatch.browser(destination.browser);
        let browser = browser.map(|browser| browser.id);
        let request = Search::page().request(context, TabChoice { tab, browser });
        let page = observe::read_page(app, request).await?;
        Ok(MarkedPage {
            browser_tab: destination.tab(page.chrome_tab.id),
            frames: FrameSelectors::new(&page.tree),
            access_reductions,
            candidates: by_importance(&page.tree),
            page,
        })
    }

    /// Chrome's id of the tab.
    pub fn tab_id(&self) -> i64 {
        self.browser_tab.tab_id
    }

    /// The parameters of the query for the marks.
    pub fn params(&self) -> MarksParams {
        let frames = self.page.tree.frames.iter();
        let documents = frames.map(|frame| DocumentHandle {
            document: frame.document.clone(),
            world: frame.world,
        });
        let elements = self.candidates.iter().map(|position| {
            let each = &self.page.tree.nodes[*position];
            MarkRequest {
                at: each.frame,
                node: each.node.node,
                label: label(each),
            }
        });
        MarksParams {
            documents: documents.collect(),
            elements: elements.collect(),
            max_marks: MAX_MARKS,
        }
    }

    /// Adds the marks and their legend to the answer, and stores their uids for the session.
    ///
    /// # Errors
    /// `page_moved` if the user has reduced read access in the meantime.
    pub fn add_marks(
        &self,
        context: RequestContext<'_>,
        image: &ImageInfo,
        answer: ScreenshotAnswer,
    ) -> Result<ScreenshotAnswer, Fault> {
        let mut marked: Vec<(usize, Mark)> = Vec::with_capacity(image.marks.len());
        for (candidate, left, top, right, bottom) in &image.marks {
            let position = *self.candidates.get(*candidate).ok_or_else(unknown_mark)?;
            let mark = Mark {
                rect: [*left, *top, right - left, bottom - top],
                uid: label(&self.page.tree.nodes[position]),
            };
            marked.push((position, mark));
        }
        marked.sort_by_key(|(position, _)| *position);
        let positions = marked.iter().map(|(position, _)| *position);
        let (legend, elements) = positions
            .map(|position| (self.line(position), self.element(position)))
            .collect();
        let snapshot = self.add_snapshot(context, elements)?;
        let nothing = || NOTHING_MARKED.to_owned();
        let hint = answer.hint.or_else(|| marked.is_empty().then(nothing));
        Ok(ScreenshotAnswer {
            hint,
            legend: Some(legend),
            marks: Some(marked.into_iter().map(|(_, mark)| mark).collect()),
            snapshot: Some(snapshot),
            unmarked: Some(image.unmarked),
            ..answer
        })
    }

    /// Returns the snapshot's number.
    fn add_snapshot(
        &self,
        context: RequestContext<'_>,
        elements: Vec<Element>,
    ) -> Result<u64, Fault> {
        let mut sessions = context.app.sessions();
        if sessions.access_reductions() != self.access_reductions {
            let message = "The user has changed what agents may read during the screenshot.";
            return Err(Fault::new(Code::PageMoved, message).hint("Try again."));
        }
        let snapshot = ShownSnapshot {
            tab: self.page.tab,
            browser_tab: self.browser_tab,
            elements,
            own_ids: None,
            whole: None,
        };
        Ok(sessions.add_snapshot(context.session, snapshot))
    }

    fn line(&self, position: usize) -> String {
        line_with_uid(&self.page.tree.nodes[position]) + "\n"
    }

    fn element(&self, position: usize) -> Element {
        let tree = &self.page.tree;
        let each = &tree.nodes[position];
        Element {
            node: NodeHandle::in_tree(tree, each.frame, each.node.node),
            uid: each.uid.as_ref().map(Uid::to_text),
            frame: self.frames.for_frame(each.frame).to_vec(),
            appearance: Appearance::new(each.node.role, each.node.context),
        }
    }
}

fn label(each: &TreeNode) -> String {
    each.uid.as_ref().map(Uid::to_text).unwrap_or_default()
}

/// Positions of the elements that actions can use: controls first, then links, then elements
/// without a role.
fn by_importance(tree: &Tree) -> Vec<usize> {
    let is_candidate = |each: &TreeNode| {
        let is_enabled = each.uid.is_some() && !each.node.states.disabled;
        // The uid of a frame is for the elements in it.
        is_enabled && each.node.node != 0 && each.node.role != Role::Iframe
    };
    let mut candidates: Vec<usize> = (0..tree.nodes.len())
        .filter(|position| is_candidate(&tree.nodes[*position]))
        .collect();
    candidates.sort_by_key(|position| importance(tree.nodes[*position].node.role));
    candidates.truncate(MAX_CANDIDATES);
    candidates
}

/// A lower number is more important.
fn importance(role: Role) -> u8 {
    if role == Role::Link {
        1
    } else if [Role::Clickable, Role::Focusable].contains(&role) {
        2
    } else if role.is_interactive() {
        0
    } else {
        3
    }
}

fn unknown_mark() -> Fault {
    let message = "The extension marked an element that was not in the query.";
    Fault::new(Code::Internal, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::tree::{Node, States};

    #[test]
    fn controls_come_before_links_and_disabled_elements_are_left_out() {
        let each = |role, uid: Option<u32>, disabled| TreeNode {
            node: Node {
                role,
                node: 7,
                states: States {
                    disabled,
                    ..States::default()
                }
                .into(),
                ..Node::default()
            },
            uid: uid.map(|uid| Uid(vec![uid])),
            ..TreeNode::default()
        };
        let tree = Tree {
            nodes: vec![
                each(Role::Document, None, false),
                each(Role::Clickable, Some(1), false),
                each(Role::Link, Some(2), false),
                each(Role::Button, Some(3), true),
                each(Role::Textbox, Some(4), false),
                each(Role::Button, Some(5), false),
            ],
            ..Tree::default()
        };
        assert_eq!(by_importance(&tree), [4, 5, 2, 1]);
    }
}
