//! Elements of a page that an earlier action of the request has loaded again, such as a form that
//! is filled and sent for each row of a file. The agent names them by the uids of the page before.

use super::ActionRunner;
use super::list::StepList;
use crate::api::find::{self, search::Search};
use crate::api::interact::page_state::PageState;
use crate::api::interact::resolve;
use crate::api::live_element::ShownElement;
use crate::api::tabs::TabChoice;
use crate::sessions::session::Appearance;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::Step;
use axlens_snapshot::ContextChange;
use axlens_snapshot::criteria::Criteria;
use axlens_snapshot::uid::Uid;

/// The address of a page without its query and fragment: a page is the same one if only these
/// differ.
fn address_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

impl ActionRunner<'_> {
    /// Notes the address of a page that the request has read.
    pub(super) fn note_page(&mut self, state: &PageState) {
        if let Some(document) = &state.document {
            let address = address_of(&state.url).to_owned();
            self.addresses.insert(document.clone(), address);
        }
    }

    /// Makes the uids of the next actions refer to the page as it is now, if they are of a page of
    /// the same address that the request has seen before. An element must look as it did: the same
    /// role, name and texts that identify it.
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
        let address = address_of(&state.url);
        let outdated: Vec<(Uid, Appearance)> = named
            .iter()
            .filter(|element| {
                let document = &element.resolved.element.node.document;
                let is_current = Some(document) == state.document.as_ref();
                !is_current
                    && self
                        .addresses
                        .get(document)
                        .is_some_and(|seen| seen == address)
            })
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
        let search = among(outdated.iter().map(|(uid, _)| uid.clone()).collect());
        let page = find::read_page(self.context, &search, choice.clone()).await?;
        let is_same = |(uid, known): &&(Uid, Appearance)| {
            let mut nodes = page.tree.nodes.iter();
            nodes.any(|each| {
                let now = Appearance::new(each.node.role, each.node.context);
                each.uid.as_ref() == Some(uid) && known.compare(now) == ContextChange::None
            })
        };
        let same: Vec<Uid> = outdated
            .iter()
            .filter(is_same)
            .map(|(uid, _)| uid.clone())
            .collect();
        if !same.is_empty() {
            find::take_snapshot(self.context, &among(same), choice).await?;
        }
        Ok(())
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

/// A search for the elements with these uids.
fn among(mut uids: Vec<Uid>) -> Search {
    uids.sort_unstable();
    uids.dedup();
    Search {
        criteria: Criteria {
            limit: uids.len(),
            among: uids,
            ..Criteria::default()
        },
        selector: None,
    }
}
