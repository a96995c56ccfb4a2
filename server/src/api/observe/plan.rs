//! The first step: chooses the tab and composes the query, with what the server still has of the
//! tab. Does not read the page.

use super::request::SnapshotRequest;
use crate::api::extension::Destination;
use crate::api::{resolve_id, tabs};
use crate::sessions::scope::Scope;
use crate::sessions::snapshot_cache::{CachedSnapshot, SnapshotSettings};
use crate::sessions::trees::CachedTree;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{Method, NodeHandle, ObserveParams, PlacesChoice};
use std::sync::Arc;

/// What to read, and how.
#[derive(Debug)]
pub struct Plan {
    /// The request.
    pub request: SnapshotRequest,
    /// The browser and the tab.
    pub destination: Destination,
    /// The element that is the scope, if the scope is an id.
    pub scope_node: Option<NodeHandle>,
    /// The key of the snapshot in the cache. `None` if the snapshot cannot answer another request.
    pub cache_key: Option<SnapshotSettings>,
    /// Snapshots that answer the request if the page is unchanged.
    pub snapshots: Vec<CachedSnapshot>,
    /// Trees of which the extension can send only the differences.
    pub trees: Vec<CachedTree>,
    /// The number of access reductions at the time of the plan.
    pub access_reductions: u64,
}

/// Plans a request.
///
/// # Errors
/// Those of ids; `tab_not_found`; if the tabs have to be listed, every fault of the extension.
pub async fn plan(app: &Arc<App>, request: SnapshotRequest) -> Result<Plan, Fault> {
    let (destination, scope_node) = destination(app, &request).await?;
    let cache_key = cache_key(&request);
    let mut sessions = app.sessions();
    let snapshots = cache_key.as_ref().map_or_else(Vec::new, |settings| {
        let Destination { browser, tab_id } = destination;
        sessions.reusable_snapshots(&request.session, browser, tab_id, settings)
    });
    let trees = sessions
        .cache
        .trees(destination.browser, destination.tab_id);
    let access_reductions = sessions.access_reductions();
    drop(sessions);
    let skip_cache = request.skip_cache;
    let plan = Plan {
        request,
        destination,
        scope_node,
        cache_key,
        snapshots,
        trees,
        access_reductions,
    };
    Ok(match skip_cache {
        true => plan.without_cache(app),
        false => plan,
    })
}

impl Plan {
    /// The same plan without cached snapshots and trees.
    pub fn without_cache(self, app: &App) -> Plan {
        Plan {
            snapshots: Vec::new(),
            trees: Vec::new(),
            access_reductions: app.sessions().access_reductions(),
            ..self
        }
    }

    /// The same plan for the text in windows instead of changes.
    pub fn in_windows(self, app: &App) -> Plan {
        let request = SnapshotRequest {
            delta: false,
            after_actions: None,
            ..self.request
        };
        let plan = Plan {
            cache_key: None,
            request,
            ..self
        };
        plan.without_cache(app)
    }

    /// The method of the query.
    pub fn method(&self) -> Method {
        let names = self.snapshots.iter().map(|cached| cached.name.to_string());
        let trees = self.trees.iter().map(|tree| tree.name.to_string());
        Method::Observe(ObserveParams {
            have: names.collect(),
            have_trees: trees.collect(),
            ..self.query()
        })
    }

    /// What the query asks for, without what the server still has.
    pub fn query(&self) -> ObserveParams {
        let request = &self.request;
        let scope = match &request.scope {
            Scope::Selector(selector) => Some(selector.as_str().to_owned()),
            Scope::Page | Scope::Id(_) => None,
        };
        ObserveParams {
            scope,
            scope_node: self.scope_node.clone(),
            targets: None,
            engine: request.engine,
            places: PlacesChoice::for_options(&request.options),
            selectors: request.wants_selectors(),
            frames: true,
            only: None,
            have: Vec::new(),
            have_trees: Vec::new(),
        }
    }
}

/// The tab of a request, and the element that is the scope, if the scope is an id.
async fn destination(
    app: &Arc<App>,
    request: &SnapshotRequest,
) -> Result<(Destination, Option<NodeHandle>), Fault> {
    let Scope::Id(id) = &request.scope else {
        let destination = tabs::destination(request.context(app), &request.choice).await?;
        return Ok((destination, None));
    };
    let id = ElementId(id.clone());
    let resolved = resolve_id::find(app, &request.session, &id, None, &request.choice)?;
    Ok((resolved.browser_tab.into(), Some(resolved.element.node)))
}

/// The key of a snapshot in the cache. Three kinds of snapshots have none: a snapshot that is read
/// in windows, because its ids belong to one snapshot; a snapshot whose scope is an id, because the
/// id can mean another element later; and the result of a search, which is rarely repeated.
fn cache_key(request: &SnapshotRequest) -> Option<SnapshotSettings> {
    let has_own_ids = request.own_ids().is_some();
    let has_scope_id = matches!(request.scope, Scope::Id(_));
    let is_search = request.options.criteria.is_some();
    let is_cacheable = !has_own_ids && !has_scope_id && !request.is_windowed() && !is_search;
    is_cacheable.then(|| request.settings())
}
