//! The first step: which tab is read and what the extension is asked, with what is kept of the tab
//! already. Asks the extension nothing about the page.

use super::request::Request;
use crate::api::{resolve_id, tabs};
use crate::sessions::scope::Scope;
use crate::sessions::snapshot_cache::{CachedSnapshot, SnapshotSettings};
use crate::sessions::trees::CachedTree;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::ElementId;
use axlens_protocol::wire::{Method, NodeHandle, ObserveParams, PlacesChoice};
use axlens_snapshot::Options;
use std::sync::Arc;

/// What is to be read, and how.
#[derive(Debug)]
pub struct Plan {
    /// The request.
    pub request: Request,
    /// Chrome's id of the tab; none: the one in front of the user.
    pub chrome: Option<i64>,
    /// The element that is the scope, where an id names it.
    pub scope_node: Option<NodeHandle>,
    /// The key of the snapshot in the cache, where it may answer another request.
    pub cached_by: Option<SnapshotSettings>,
    /// Snapshots that answer the request where the page is unchanged.
    pub snapshots: Vec<CachedSnapshot>,
    /// Trees of which the extension may send only what differs.
    pub trees: Vec<CachedTree>,
}

/// Plans a request.
///
/// # Errors
/// Those of ids; `tab_not_found`; where the tabs have to be listed, every fault of the extension.
pub async fn plan(app: &Arc<App>, request: Request) -> Result<Plan, Fault> {
    let (chrome, scope_node) = target(app, &request).await?;
    let cached_by = cached_by(&request);
    let mut sessions = app.sessions();
    let snapshots = cached_by.as_ref().map_or_else(Vec::new, |settings| {
        sessions.reusable(&request.session, chrome, settings)
    });
    let trees = sessions.cache.trees(chrome);
    drop(sessions);
    Ok(Plan {
        request,
        chrome,
        scope_node,
        cached_by,
        snapshots,
        trees,
    })
}

impl Plan {
    /// The same, of which no snapshot can be the answer.
    pub fn without_snapshots(self) -> Plan {
        Plan {
            snapshots: Vec::new(),
            ..self
        }
    }

    /// What the extension is asked.
    pub fn method(&self) -> Method {
        let request = &self.request;
        let scope = match &request.scope {
            Scope::Selector(selector) => Some(selector.clone()),
            Scope::Page | Scope::Id(_) => None,
        };
        let names = self.snapshots.iter().map(|cached| cached.name.to_string());
        let trees = self.trees.iter().map(|tree| tree.name.to_string());
        Method::Observe(ObserveParams {
            scope,
            scope_node: self.scope_node.clone(),
            engine: request.engine,
            places: places(&request.options),
            selectors: request.wants_selectors(),
            frames: true,
            only: None,
            have: names.collect(),
            have_trees: trees.collect(),
        })
    }
}

/// Chrome's id of the tab that is named, and the element that is the scope, where an id names it.
async fn target(
    app: &Arc<App>,
    request: &Request,
) -> Result<(Option<i64>, Option<NodeHandle>), Fault> {
    let Scope::Id(id) = &request.scope else {
        let chrome = tabs::chrome_id(app, request.tab, request.limit).await?;
        return Ok((chrome, None));
    };
    let id = ElementId(id.clone());
    let found = resolve_id::find(app, &request.session, &id, None, request.tab)?;
    Ok((Some(found.chrome), Some(found.element.node)))
}

/// The key of a snapshot in the cache. Not of one that is read in windows, whose ids are of one
/// snapshot only, or of an element that is the scope: each such answer means its own.
fn cached_by(request: &Request) -> Option<SnapshotSettings> {
    let uids = request.own_ids().is_none() && !matches!(request.scope, Scope::Id(_));
    (uids && !request.is_bounded()).then(|| request.settings())
}

/// Text is in the viewport where the element around it is, so that every element counts there.
fn places(options: &Options) -> PlacesChoice {
    match options.needs_places() {
        true if options.viewport_only => PlacesChoice::All,
        true => PlacesChoice::Uids,
        false => PlacesChoice::None,
    }
}
