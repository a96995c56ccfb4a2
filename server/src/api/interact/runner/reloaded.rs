//! Elements of a page that an earlier action of the request has loaded again, such as a form that
//! is filled and sent for each row of a file. The agent names them by the uids of the page before.

use super::ActionRunner;
use super::list::StepList;
use crate::api::find::{self, search::Search};
use crate::api::interact::page_state::PageState;
use crate::api::interact::resolve;
use crate::api::live_element::{ShownElement, written_by};
use crate::api::observe::shown_snapshot;
use crate::api::tabs::TabChoice;
use crate::sessions::handles::TabHandle;
use crate::sessions::session::{Appearance, Element};
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::Step;
use axlens_protocol::model::action::Action;
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::ContextChange;
use axlens_snapshot::options::Format;
use axlens_snapshot::page_tree::Tree;
use axlens_snapshot::uid::Uid;
use std::collections::HashSet;

/// Whether a page has the address of another one: it differs at most in its fragment, and in values
/// of its query that the request has written into fields.
fn is_same_address(before: &str, now: &str, written: &HashSet<String>) -> bool {
    let parts = |url: &str| -> Option<(String, Vec<(String, String)>)> {
        let url = url.split('#').next()?;
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        Some((path.to_owned(), pairs.collect()))
    };
    let (Some((path, before)), Some((path_now, now))) = (parts(before), parts(now)) else {
        return false;
    };
    let is_written = |(_, value): &(String, String)| value.is_empty() || written.contains(value);
    let is_explained = |some: &[(String, String)], others: &[(String, String)]| {
        some.iter()
            .all(|pair| others.contains(pair) || is_written(pair))
    };
    path == path_now && is_explained(&now, &before) && is_explained(&before, &now)
}

/// A part of a query, as a form writes it.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_encoding::percent_decode_str(&text)
        .decode_utf8_lossy()
        .into_owned()
}

impl ActionRunner<'_> {
    /// Notes the address of a page that the request has read.
    pub(super) fn note_page(&mut self, state: &PageState) {
        if let Some(document) = &state.document {
            self.addresses.insert(document.clone(), state.url.clone());
        }
    }

    /// Notes what an action writes, which a form can add to the address of its next page.
    pub(super) fn note_written(&mut self, action: &Action) {
        self.written.extend(written_by(action).map(str::to_owned));
        if let Action::Select(select) = action {
            let texts = [&select.values, &select.labels].into_iter().flatten();
            self.written.extend(texts.flatten().cloned());
        }
    }

    /// Makes the uids of the next actions refer to the page as it is now, if they are of a page of
    /// the same address that the request has seen before. An element must be the only one of its
    /// kind at its place, and look as it did: the same role, name and texts that identify it.
    ///
    /// # Errors
    /// Every fault of the extension.
    pub(super) async fn adopt(
        &mut self,
        list: &StepList<'_>,
        position: usize,
    ) -> Result<(), Fault> {
        let named = self.named_from(list, position);
        let Some(tab) = named.first().map(|element| element.resolved.tab) else {
            return Ok(());
        };
        // The action itself reports why the page can't be read.
        let Ok(Some(page)) = self.page_before(Some(tab)).await else {
            return Ok(());
        };
        let state = page.state.clone();
        self.last_page = Some((page.tab, page.state));
        let in_tab = named.iter().filter(|element| element.resolved.tab == tab);
        let outdated: Vec<(Uid, Appearance)> = in_tab
            .filter(|element| self.is_of_page_before(element, &state))
            .filter_map(|element| {
                let known = &element.resolved.element;
                Some((known.uid.as_ref()?.parse().ok()?, known.appearance))
            })
            .collect();
        if outdated.is_empty() {
            return Ok(());
        }
        let choice = TabChoice {
            tab: Some(tab),
            browser: None,
        };
        let page = find::read_page(self.context, &Search::page(), choice).await?;
        let same = outdated
            .iter()
            .filter_map(|known| same_element(&page.tree, known));
        self.show(tab, same.collect());
        Ok(())
    }

    /// Whether an element is of an earlier document of the same address, and named by its uid.
    fn is_of_page_before(&self, element: &ShownElement, now: &PageState) -> bool {
        let known = &element.resolved.element;
        let document = &known.node.document;
        let is_current = Some(document) == now.document.as_ref();
        let is_uid = known.uid.as_deref() == Some(element.id.0.trim());
        let before = self.addresses.get(document);
        let is_same = before.is_some_and(|url| is_same_address(url, &now.url, &self.written));
        !is_current && is_uid && is_same
    }

    /// Adds elements to the last snapshot of the session.
    fn show(&self, tab: TabHandle, elements: Vec<Element>) {
        let mut sessions = self.context.app.sessions();
        let session = sessions.get_or_create(self.context.session);
        let (number, browser_tab) = (session.last_snapshot(), session.browser_tab(tab));
        if let Some(browser_tab) = browser_tab.filter(|_| !elements.is_empty()) {
            let part = shown_snapshot(tab, browser_tab, Format::Lean, elements);
            sessions.extend_snapshot(self.context.session, number, part);
        }
    }

    /// The elements of the main frame that the actions from a position on name by their ids.
    fn named_from(&self, list: &StepList<'_>, position: usize) -> Vec<ShownElement> {
        let acts = list.steps.iter().skip(position);
        let acts = acts.map_while(|step| match step {
            Step::Action(act) => Some(act),
            Step::Read(_) | Step::Control(_) => None,
        });
        let named = acts.filter_map(|act| {
            let named = resolve::named_element(self.context, self.request, act, self.last_tab);
            named.ok().flatten()
        });
        let in_main_frame = |element: &ShownElement| element.resolved.element.frame.is_empty();
        named.filter(in_main_frame).collect()
    }
}

/// The element of the main frame that has this uid, if it is the one with this appearance.
fn same_element(tree: &Tree, (uid, known): &(Uid, Appearance)) -> Option<Element> {
    let mut nodes = tree.nodes.iter();
    let each = nodes.find(|each| each.uid.as_ref() == Some(uid) && each.frame == 0)?;
    let now = Appearance::new(each.node.role, each.node.context);
    let is_same = known.compare(now) == ContextChange::None
        && known.context.is_known_by_place()
        && now.context.is_known_by_place();
    is_same.then(|| Element {
        node: NodeHandle::in_tree(tree, each.frame, each.node.node),
        uid: Some(uid.to_text()),
        frame: Vec::new(),
        appearance: now,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_changes_the_query_by_what_was_written() {
        let written = ["Ada L".to_owned()].into();
        let is_same = |before: &str, now: &str| is_same_address(before, now, &written);
        assert!(is_same("https://a.example/f", "https://a.example/f#top"));
        assert!(is_same(
            "https://a.example/f",
            "https://a.example/f?n=Ada+L&m="
        ));
        assert!(is_same(
            "https://a.example/f?n=Ada%20L",
            "https://a.example/f?n="
        ));
        assert!(!is_same(
            "https://a.example/f?id=1",
            "https://a.example/f?id=2"
        ));
        assert!(!is_same("https://a.example/f", "https://a.example/g"));
    }
}
