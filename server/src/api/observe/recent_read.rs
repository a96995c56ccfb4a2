//! A page that was just read, for another request with the same query: the answer after actions
//! shows the page that their outcome was judged by.

use super::fetch::{FetchedPage, FetchedTab};
use super::plan::Plan;
use crate::api::extension::Destination;
use axlens_protocol::wire::ObserveParams;
use std::sync::Arc;

/// The answer of a query, and what it was an answer to.
#[derive(Debug)]
pub struct RecentRead {
    query: ObserveParams,
    destination: Destination,
    access_reductions: u64,
    fetched: FetchedTab,
}

impl RecentRead {
    /// Keeps the answer to the query of a plan.
    pub fn new(plan: &Plan, fetched: &FetchedTab) -> RecentRead {
        RecentRead {
            query: plan.query(),
            destination: plan.destination,
            access_reductions: plan.access_reductions,
            fetched: fetched.clone(),
        }
    }

    /// The answer to the query of another plan. `None` if that asks for something else, if it needs
    /// frames that the extension has not sent, or if the user has reduced read access since.
    pub fn for_plan(&self, plan: &Plan) -> Option<FetchedTab> {
        let is_same_query = self.query == plan.query()
            && self.destination == plan.destination
            && self.access_reductions == plan.access_reductions;
        if !is_same_query || plan.request.skip_cache {
            return None;
        }
        let name = self.fetched.name.as_ref();
        let known = name.and_then(|name| plan.snapshots.iter().find(|known| known.name == *name));
        let page = match (known, &self.fetched.page) {
            (Some(known), _) => FetchedPage::Unchanged(Arc::clone(&known.snapshot)),
            (None, FetchedPage::Unchanged(_)) => return None,
            (None, page @ (FetchedPage::Blank | FetchedPage::Frames(_))) => page.clone(),
        };
        Some(FetchedTab {
            page,
            name: name.filter(|_| plan.cache_key.is_some()).cloned(),
            ..self.fetched.clone()
        })
    }
}
