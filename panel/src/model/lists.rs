//! The lists of errors, requests, downloads and page tools, and which view is active.

use super::{Effect, Model, PanelPart};
use crate::list_view::ListView;
use crate::messages::{ListKind, PanelRequest, Problem};

/// A view of the panel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PanelView {
    /// The snapshot of the page.
    #[default]
    Snapshot,
    /// A list.
    List(ListKind),
}

impl PanelView {
    /// All views, in the order of their tabs.
    pub const ALL: [PanelView; 5] = [
        PanelView::Snapshot,
        PanelView::List(ListKind::Errors),
        PanelView::List(ListKind::Network),
        PanelView::List(ListKind::Downloads),
        PanelView::List(ListKind::PageTools),
    ];

    /// The name of the view in the document.
    pub fn as_str(self) -> &'static str {
        match self {
            PanelView::Snapshot => "snapshot",
            PanelView::List(kind) => kind.as_str(),
        }
    }
}

/// What is known of a list.
#[derive(Debug, Default)]
pub struct ListContent {
    /// The list that was read last.
    pub view: Option<ListView>,
    /// Why the last request failed.
    pub fault: Option<Problem>,
}

/// The active view, and the lists that were read.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) active: PanelView,
    /// In the order of [`ListKind::ALL`].
    contents: [ListContent; ListKind::ALL.len()],
}

impl Lists {
    /// The list of the active view; `None` if it is the snapshot.
    pub(super) fn active_content(&self) -> Option<&ListContent> {
        match self.active {
            PanelView::Snapshot => None,
            PanelView::List(kind) => Some(&self.contents[kind as usize]),
        }
    }

    fn content(&mut self, kind: ListKind) -> &mut ListContent {
        &mut self.contents[kind as usize]
    }

    /// The port to the worker is closed.
    pub(super) fn fail(&mut self, problem: &Problem) {
        for content in &mut self.contents {
            content.fault = Some(problem.clone());
        }
    }
}

impl Model {
    /// Activates a view. A list is read each time.
    pub(super) fn select_view(&mut self, view: PanelView) -> Vec<Effect> {
        self.lists.active = view;
        let unhighlight = self.highlight(None);
        let parts = [PanelPart::View, PanelPart::Text, PanelPart::State];
        let mut effects: Vec<Effect> = unhighlight.into_iter().collect();
        effects.extend(parts.map(Effect::Draw));
        if let PanelView::List(kind) = view {
            effects.extend(self.request_list(kind, false));
        }
        effects
    }

    /// Reads what the active view has.
    pub(super) fn refresh(&mut self) -> Vec<Effect> {
        match self.lists.active {
            PanelView::Snapshot => self.reread(),
            PanelView::List(kind) => self.request_list(kind, false),
        }
    }

    /// Begins to record what the active list has.
    pub(super) fn start_recording(&mut self) -> Vec<Effect> {
        match self.lists.active {
            PanelView::Snapshot => Vec::new(),
            PanelView::List(kind) => self.request_list(kind, true),
        }
    }

    /// Requests a list. Drops any earlier request for it.
    fn request_list(&mut self, kind: ListKind, starts: bool) -> Vec<Effect> {
        self.requests.forget(
            |request| matches!(request, PanelRequest::List { kind: other, .. } if *other == kind),
        );
        let request = self.post(PanelRequest::List { kind, starts });
        vec![request, Effect::Draw(PanelPart::List)]
    }

    pub(super) fn list_received(&mut self, kind: ListKind, text: &str) -> Vec<Effect> {
        let content = self.lists.content(kind);
        content.fault = None;
        match ListView::read(kind, text) {
            Ok(view) => content.view = Some(view),
            Err(problem) => content.fault = Some(problem),
        }
        draw_list()
    }

    pub(super) fn list_failed(&mut self, kind: ListKind, problem: Problem) -> Vec<Effect> {
        self.lists.content(kind).fault = Some(problem);
        draw_list()
    }

    /// Reads the active list again after a pause.
    pub(super) fn list_resumed(&mut self) -> Vec<Effect> {
        let has_failed = self.lists.active_content().is_some_and(has_failed);
        match has_failed {
            true => self.refresh(),
            false => Vec::new(),
        }
    }
}

fn has_failed(content: &ListContent) -> bool {
    content.fault.is_some()
}

fn draw_list() -> Vec<Effect> {
    let parts = [PanelPart::List, PanelPart::Text, PanelPart::State];
    Vec::from(parts.map(Effect::Draw))
}
