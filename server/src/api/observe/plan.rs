//! The first step: which tab is read and what the extension is asked, with what is kept of the tab
//! already. Asks the extension nothing about the page.

use super::request::Request;
use crate::api::extension::Target;
use crate::api::{resolve_id, tabs};
use crate::sessions::scope::Scope;
use crate::sessions::snapshot_cache::{CachedSnapshot, SnapshotSettings};
use crate::sessions::trees::CachedTree;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{Method, NodeHandle, ObserveParams, PlacesChoice};
use std::sync::Arc;

/// What is to be read, and how.
#[derive(Debug)]
pub struct Plan {
    /// The request.
    pub request: Request,
    /// The browser that is asked, and the tab.
    pub target: Target,
    /// The element that is the scope, where an id names it.
    pub scope_node: Option<NodeHandle>,
    /// The key of the snapshot in the cache, where it may answer another request.
    pub cached_by: Option<SnapshotSettings>,
    /// Snapshots that answer the request where the page is unchanged.
    pub snapshots: Vec<CachedSnapshot>,
    /// Trees of which the extension may send only what differs.
    pub trees: Vec<CachedTree>,
    /// How often the user had taken reading away.
    pub taken: u64,
}

/// Plans a request.
///
/// # Errors
/// Those of ids; `tab_not_found`; where the tabs have to be listed, every fault of the extension.
pub async fn plan(app: &Arc<App>, request: Request) -> Result<Plan, Fault> {
    let (target, scope_node) = target(app, &request).await?;
    let cached_by = cached_by(&request);
    let mut sessions = app.sessions();
    let snapshots = cached_by.as_ref().map_or_else(Vec::new, |settings| {
        sessions.reusable(&request.session, target.browser, target.chrome, settings)
    });
    let trees = sessions.cache.trees(target.browser, target.chrome);
    let taken = sessions.taken();
    drop(sessions);
    let anew = request.anew;
    let plan = Plan {
        request,
        target,
        scope_node,
        cached_by,
        snapshots,
        trees,
        taken,
    };
    Ok(if anew { plan.anew(app) } else { plan })
}

impl Plan {
    /// The same, of which nothing that is kept can be the answer.
    pub fn anew(self, app: &App) -> Plan {
        Plan {
            snapshots: Vec::new(),
            trees: Vec::new(),
            taken: app.sessions().taken(),
            ..self
        }
    }

    /// The same for the text in windows, in place of changes.
    pub fn in_windows(self, app: &App) -> Plan {
        let request = Request {
            delta: false,
            before: None,
            ..self.request
        };
        let plan = Plan {
            cached_by: None,
            request,
            ..self
        };
        plan.anew(app)
    }

    /// What the extension is asked.
    pub fn method(&self) -> Method {
        let request = &self.request;
        let scope = match &request.scope {
            Scope::Selector(selector) => Some(selector.as_str().to_owned()),
            Scope::Page | Scope::Id(_) => None,
        };
        let names = self.snapshots.iter().map(|cached| cached.name.to_string());
        let trees = self.trees.iter().map(|tree| tree.name.to_string());
        Method::Observe(ObserveParams {
            scope,
            scope_node: self.scope_node.clone(),
            engine: request.engine,
            places: PlacesChoice::for_options(&request.options),
            selectors: request.wants_selectors(),
            frames: true,
            only: None,
            have: names.collect(),
            have_trees: trees.collect(),
        })
    }
}

/// The tab that is named, and the element that is the scope, where an id names it.
async fn target(app: &Arc<App>, request: &Request) -> Result<(Target, Option<NodeHandle>), Fault> {
    let Scope::Id(id) = &request.scope else {
        let target = tabs::target(app, &request.agent, &request.choice, request.limit).await?;
        return Ok((target, None));
    };
    let id = ElementId(id.clone());
    let found = resolve_id::find(app, &request.session, &id, None, &request.choice)?;
    Ok((found.chrome.into(), Some(found.element.node)))
}

/// The key of a snapshot in the cache. Not of one that is read in windows, whose ids are of one
/// snapshot only, or of an element that is the scope: each such answer means its own; nor of what
/// is looked for, seldom twice the same.
fn cached_by(request: &Request) -> Option<SnapshotSettings> {
    let uids = request.own_ids().is_none() && !matches!(request.scope, Scope::Id(_));
    let asks_anew = request.is_windowed() || request.options.criteria.is_some();
    (uids && !asks_anew).then(|| request.settings())
}
