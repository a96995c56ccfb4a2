//! What of a page is marked in its picture: what can be acted on, the most important first. Which
//! of that is in view, the extension finds out when it takes the picture. What is marked counts as
//! shown.

use super::Asking;
use crate::api::extension::Target;
use crate::api::find::sought::Search;
use crate::api::observe::{self, Looked};
use crate::api::tabs::TabChoice;
use crate::sessions::handles::BrowserTab;
use crate::sessions::shown::{Appearance, Element, Showing};
use axlens_protocol::agent::screenshot::{Mark, ScreenshotAnswer};
use axlens_protocol::wire::{DocumentHandle, ImageInfo, MarkRequest, MarksParams, NodeHandle};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::TreeNode;
use axlens_snapshot::render::lean::line_with_uid;
use axlens_snapshot::uid::Uid;
use axlens_snapshot::{Role, Tree};

/// Most marks in a picture.
const MAX: usize = 100;

/// Most elements of a page of which it is looked whether they are in view.
const LOOKED_AT: usize = 20_000;

/// A page that was read to be marked.
pub struct MarkedPage {
    looked: Looked,
    chrome: BrowserTab,
    frames: FrameSelectors,
    /// How often the user had taken reading away.
    taken: u64,
    /// Positions of what can be marked, the most important first.
    wanted: Vec<usize>,
}

impl MarkedPage {
    /// Reads the page that a tab shows.
    ///
    /// # Errors
    /// Every fault of the extension.
    pub async fn read(asking: &Asking<'_>, target: Target) -> Result<MarkedPage, Fault> {
        let (tab, taken) = {
            let mut sessions = asking.app.sessions();
            let tab = target.chrome.map(|id| target.tab(id));
            (tab.map(|tab| sessions.handles.of(tab)), sessions.taken())
        };
        let browser = asking.app.dispatch.browser(target.browser);
        let browser = browser.map(|browser| browser.id);
        let who = (asking.agent, &asking.session);
        let request = Search::page().request(who, TabChoice { tab, browser }, asking.left());
        let looked = observe::look(asking.app, request).await?;
        let wanted = by_importance(&looked.tree);
        Ok(MarkedPage {
            chrome: target.tab(looked.chrome.id),
            frames: FrameSelectors::new(&looked.tree),
            taken,
            wanted,
            looked,
        })
    }

    /// Chrome's id of the tab.
    pub fn chrome(&self) -> i64 {
        self.chrome.chrome
    }

    /// What the extension is to mark.
    pub fn wanted(&self) -> MarksParams {
        let frames = self.looked.tree.frames.iter();
        let documents = frames.map(|frame| DocumentHandle {
            document: frame.document.clone(),
            world: frame.world,
        });
        let elements = self.wanted.iter().map(|position| {
            let each = &self.looked.tree.nodes[*position];
            MarkRequest {
                at: each.frame,
                node: each.node.node,
                label: label(each),
            }
        });
        MarksParams {
            documents: documents.collect(),
            elements: elements.collect(),
            max_marks: MAX,
        }
    }

    /// The answer with the legend, once the session is noted to have been shown it.
    ///
    /// # Errors
    /// `page_moved` where the user has taken reading away meanwhile.
    pub fn shown(
        &self,
        asking: &Asking<'_>,
        facts: &ImageInfo,
        answer: ScreenshotAnswer,
    ) -> Result<ScreenshotAnswer, Fault> {
        let mut marked: Vec<(usize, Mark)> = Vec::with_capacity(facts.marks.len());
        for (wanted, left, top, right, bottom) in &facts.marks {
            let position = *self.wanted.get(*wanted).ok_or_else(never_asked)?;
            let mark = Mark {
                rect: [*left, *top, right - left, bottom - top],
                uid: label(&self.looked.tree.nodes[position]),
            };
            marked.push((position, mark));
        }
        marked.sort_by_key(|(position, _)| *position);
        let positions = marked.iter().map(|(position, _)| *position);
        let (legend, elements) = positions
            .map(|position| (self.line(position), self.element(position)))
            .collect();
        let snapshot = self.show(asking, elements)?;
        Ok(ScreenshotAnswer {
            legend: Some(legend),
            marks: Some(marked.into_iter().map(|(_, mark)| mark).collect()),
            snapshot: Some(snapshot),
            unmarked: Some(facts.unmarked),
            ..answer
        })
    }

    fn show(&self, asking: &Asking<'_>, elements: Vec<Element>) -> Result<u64, Fault> {
        let mut sessions = asking.app.sessions();
        if sessions.taken() != self.taken {
            let message = "What agents may read has changed while the picture was taken.";
            return Err(Fault::new(Code::PageMoved, message).hint("Try again."));
        }
        let showing = Showing {
            tab: self.looked.tab,
            chrome: self.chrome,
            elements,
            list: None,
            whole: None,
        };
        Ok(sessions.show(&asking.session, showing))
    }

    fn line(&self, position: usize) -> String {
        line_with_uid(&self.looked.tree.nodes[position]) + "\n"
    }

    fn element(&self, position: usize) -> Element {
        let tree = &self.looked.tree;
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

/// Positions of what can be acted on: controls first, then links, then what has no role.
fn by_importance(tree: &Tree) -> Vec<usize> {
    let can_be_acted_on = |each: &TreeNode| {
        let is_enabled = each.uid.is_some() && !each.node.states.disabled;
        // A frame has a uid for those in it.
        is_enabled && each.node.node != 0 && each.node.role != Role::Iframe
    };
    let mut wanted: Vec<usize> = (0..tree.nodes.len())
        .filter(|position| can_be_acted_on(&tree.nodes[*position]))
        .collect();
    wanted.sort_by_key(|position| importance(tree.nodes[*position].node.role));
    wanted.truncate(LOOKED_AT);
    wanted
}

fn importance(role: Role) -> u8 {
    match role {
        Role::Link => 1,
        Role::Clickable | Role::Focusable => 2,
        role if role.is_interactive() => 0,
        _ => 3,
    }
}

fn never_asked() -> Fault {
    let message = "The extension has marked an element that it was not asked for.";
    Fault::new(Code::Internal, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::tree::{Node, States};

    #[test]
    fn controls_come_before_links_and_what_is_disabled_not_at_all() {
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
