//! The table of the server's HTTP endpoints. Router, guard, body limits and audit log all derive
//! from it: a new endpoint is one new row, and a row without one of its fields does not compile.

use super::error::no_such_endpoint;
use super::{agent, dashboard, extension, local, mcp, proof, tab_acts, websocket};
use crate::api::interact::uploads;
use crate::state::App;
use axlens_local::server::{IDENTITY, PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED, STOP};
use axlens_protocol::agent::tab_actions::{
    ClickInTabRequest, NavigateTabRequest, PressInTabRequest, ScrollTabRequest, TypeInTabRequest,
};
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, any, on};
use std::sync::Arc;

/// Maximum body of an agent's request, in bytes.
const AGENT_BODY: usize = 64 * 1024;

/// Maximum body of `/interact`, which can contain files, in bytes.
const INTERACT_BODY: usize = AGENT_BODY + uploads::MAX_BASE64_SIZE;

/// Maximum body of a page of the extension, in bytes.
const EXTENSION_PAGE_BODY: usize = 1024 * 1024;

/// Maximum body of a request that counts tokens, in bytes. For longer texts the DevTools panel
/// shows an estimate.
const TOKENS_BODY: usize = 8 * 1024 * 1024;

/// One endpoint.
pub struct Endpoint {
    /// Method; `None` for an endpoint that distinguishes methods itself.
    pub method: Option<Method>,
    /// Path, in axum's syntax.
    pub path: &'static str,
    /// Who may send requests.
    pub audience: Audience,
    /// Maximum body, in bytes.
    pub body_limit: usize,
    /// Whether requests are in the audit log.
    pub audit: Audit,
    /// The handler, for the state that some handlers need when they are built.
    pub handler: fn(&Arc<App>) -> MethodRouter<Arc<App>>,
}

/// Who may send requests to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every local program.
    Anybody,
    /// An agent, with its token or over the Unix socket.
    Agent,
    /// A worker that has not proven its identity yet.
    UnprovenWorker,
    /// A worker with a token for long polling.
    Worker,
    /// A worker that opens a WebSocket with its proof.
    WebSocket,
    /// A program of this user, over the Unix socket.
    Local,
    /// Every local program, but no foreign web page: the files of the dashboard.
    DashboardFile,
    /// The dashboard, which exchanges its code for a key.
    NewDashboard,
    /// The dashboard, with its key.
    Dashboard,
}

/// Whether the requests of an endpoint are in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audit {
    /// Each request is an entry of this kind.
    As(&'static str),
    /// The endpoint has no access to pages.
    NoPageAccess,
    /// The handler writes an entry for each call.
    ByHandler,
}

use Audience::{
    Agent, Anybody, Dashboard, DashboardFile, Local, NewDashboard, UnprovenWorker, WebSocket,
    Worker,
};
use Audit::{As, ByHandler, NoPageAccess};

/// A row of [`ENDPOINTS`] for one method.
macro_rules! row {
    ($method:ident, $path:expr, $audience:expr, $body_limit:expr, $audit:expr, $handler:expr) => {
        Endpoint {
            method: Some(Method::$method),
            path: $path,
            audience: $audience,
            body_limit: $body_limit,
            audit: $audit,
            handler: |_| on(MethodFilter::$method, $handler),
        }
    };
}

/// Every endpoint.
#[rustfmt::skip] // One row for each endpoint.
pub static ENDPOINTS: &[Endpoint] = &[
    row!(GET, "/health", Anybody, AGENT_BODY, NoPageAccess, agent::health),
    row!(GET, "/status", Agent, AGENT_BODY, NoPageAccess, agent::status),
    row!(GET, "/browsers", Agent, AGENT_BODY, NoPageAccess, agent::browsers),
    row!(GET, "/tabs", Agent, AGENT_BODY, As("tabs"), agent::tabs),
    row!(POST, "/ping", Agent, AGENT_BODY, As("ping"), agent::ping),
    row!(POST, "/observe", Agent, AGENT_BODY, As("observe"), agent::observe),
    row!(POST, "/locate", Agent, AGENT_BODY, As("locate"), agent::locate),
    row!(POST, "/interact", Agent, INTERACT_BODY, As("interact"), agent::interact),
    row!(POST, "/explain", Agent, AGENT_BODY, As("explain"), agent::explain),
    row!(POST, "/find", Agent, AGENT_BODY, As("find"), agent::find),
    row!(POST, "/get", Agent, AGENT_BODY, As("get"), agent::get),
    row!(POST, "/wait", Agent, AGENT_BODY, As("wait"), agent::wait),
    row!(POST, "/screenshot", Agent, AGENT_BODY, As("screenshot"), agent::screenshot),
    row!(GET, "/mcp/stream", Agent, AGENT_BODY, ByHandler, mcp::stream),
    Endpoint {
        method: None,
        path: "/mcp",
        audience: Agent,
        body_limit: AGENT_BODY,
        audit: ByHandler,
        handler: |app| mcp::router(app, AGENT_BODY),
    },

    // Tabs with a user's refs.
    row!(POST, "/tabs", Agent, AGENT_BODY, As("interact"), tab_acts::open),
    row!(DELETE, "/tabs/{tab}", Agent, AGENT_BODY, As("interact"), tab_acts::close),
    row!(GET, "/tabs/{tab}/snapshot", Agent, AGENT_BODY, As("tab_snapshot"), agent::tab_snapshot),
    row!(POST, "/tabs/{tab}/click", Agent, AGENT_BODY, As("interact"), tab_acts::act::<ClickInTabRequest>),
    row!(POST, "/tabs/{tab}/type", Agent, AGENT_BODY, As("interact"), tab_acts::act::<TypeInTabRequest>),
    row!(POST, "/tabs/{tab}/navigate", Agent, AGENT_BODY, As("interact"), tab_acts::act::<NavigateTabRequest>),
    row!(POST, "/tabs/{tab}/press", Agent, AGENT_BODY, As("interact"), tab_acts::act::<PressInTabRequest>),
    row!(POST, "/tabs/{tab}/scroll", Agent, AGENT_BODY, As("interact"), tab_acts::act::<ScrollTabRequest>),
    row!(POST, "/tabs/{tab}/back", Agent, AGENT_BODY, As("interact"), tab_acts::back),
    row!(POST, "/tabs/{tab}/forward", Agent, AGENT_BODY, As("interact"), tab_acts::forward),
    row!(POST, "/tabs/{tab}/refresh", Agent, AGENT_BODY, As("interact"), tab_acts::refresh),

    // The extension.
    row!(POST, "/proof", UnprovenWorker, proof::BODY, NoPageAccess, proof::begin),
    row!(POST, "/token", UnprovenWorker, proof::BODY, NoPageAccess, proof::token),
    row!(GET, "/websocket", WebSocket, AGENT_BODY, NoPageAccess, websocket::open),
    row!(GET, "/pending-queries", Worker, AGENT_BODY, NoPageAccess, extension::pending_queries),
    row!(GET, "/wake", Worker, AGENT_BODY, NoPageAccess, extension::wake),
    row!(POST, "/hello", Worker, AGENT_BODY, NoPageAccess, extension::hello),
    row!(POST, "/waiting", Worker, AGENT_BODY, NoPageAccess, extension::waiting),
    row!(POST, "/results/{id}", Worker, extension::RESULT_BODY, NoPageAccess, extension::results),
    row!(GET, "/audit", Worker, AGENT_BODY, NoPageAccess, extension::audit),
    row!(GET, "/agents", Worker, AGENT_BODY, NoPageAccess, extension::agents),
    row!(POST, "/agents/revoke", Worker, AGENT_BODY, NoPageAccess, extension::revoke),
    row!(POST, "/own-page", Worker, EXTENSION_PAGE_BODY, NoPageAccess, extension::own_page),
    row!(POST, "/tokens", Worker, TOKENS_BODY, NoPageAccess, extension::tokens),

    // Programs of this user.
    row!(POST, IDENTITY, Local, proof::BODY, NoPageAccess, local::identity),
    row!(POST, STOP, Local, proof::BODY, NoPageAccess, local::stop),
    row!(POST, PAGE_LINK, Local, dashboard::BODY, NoPageAccess, dashboard::link),
    row!(POST, PAGE_LINK_USED, Local, dashboard::BODY, NoPageAccess, dashboard::used),
    row!(POST, PAGE_LINK_REVOKE, Local, dashboard::BODY, NoPageAccess, dashboard::revoke),

    // The dashboard.
    row!(GET, "/", DashboardFile, dashboard::BODY, NoPageAccess, dashboard::page),
    row!(GET, "/dashboard/files/{name}", DashboardFile, dashboard::BODY, NoPageAccess, dashboard::file),
    row!(POST, "/dashboard/key", NewDashboard, dashboard::BODY, NoPageAccess, dashboard::key),
    row!(POST, "/dashboard/state", Dashboard, dashboard::BODY, NoPageAccess, dashboard::state),
    row!(POST, "/dashboard/tabs", Dashboard, dashboard::BODY, NoPageAccess, dashboard::tabs),
    row!(POST, "/dashboard/text", Dashboard, dashboard::BODY, NoPageAccess, dashboard::text),
    Endpoint {
        method: None,
        path: "/dashboard/{*unknown}",
        audience: Dashboard,
        body_limit: dashboard::BODY,
        audit: NoPageAccess,
        handler: |_| any(no_such_endpoint),
    },
];

impl Endpoint {
    /// The endpoint of a request; for a wrong method, the first one of its path. `None` for an
    /// unknown path.
    pub fn of(request: &Request) -> Option<&'static Endpoint> {
        let rows = || rows_of_path(request);
        let own = rows().find(|endpoint| endpoint.takes(request.method()));
        own.or_else(|| rows().next())
    }

    /// Whether its handler handles this method: its own, and `HEAD` for `GET`.
    pub fn takes(&self, method: &Method) -> bool {
        match &self.method {
            Some(own) => own == method || (own == Method::GET && method == Method::HEAD),
            None => true,
        }
    }
}

impl Audience {
    /// The audience of a request's path, whatever its method: a wrong method is reported only to
    /// those who may use the path. An unknown path is reported only to agents.
    pub fn of(request: &Request) -> Audience {
        rows_of_path(request)
            .next()
            .map_or(Agent, |endpoint| endpoint.audience)
    }

    /// Whether the endpoint belongs to the dashboard, whose answers have strict headers.
    pub fn is_dashboard(self) -> bool {
        match self {
            DashboardFile | NewDashboard | Dashboard => true,
            Anybody | Agent | UnprovenWorker | Worker | WebSocket | Local => false,
        }
    }
}

fn rows_of_path(request: &Request) -> impl Iterator<Item = &'static Endpoint> {
    let path = request.extensions().get::<MatchedPath>().cloned();
    ENDPOINTS
        .iter()
        .filter(move |row| path.as_ref().is_some_and(|path| path.as_str() == row.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_of_a_path_have_one_audience_and_no_method_twice() {
        for (index, row) in ENDPOINTS.iter().enumerate() {
            for other in ENDPOINTS[..index]
                .iter()
                .filter(|other| other.path == row.path)
            {
                assert_eq!(other.audience, row.audience, "{}", row.path);
                assert_ne!(other.method, row.method, "{}", row.path);
            }
        }
    }

    #[test]
    fn every_endpoint_of_agents_with_access_to_pages_is_in_the_audit_log() {
        let without: Vec<&str> = ENDPOINTS
            .iter()
            .filter(|row| row.audience == Agent && row.audit == NoPageAccess)
            .map(|row| row.path)
            .collect();
        assert_eq!(without, ["/status", "/browsers"]);
    }
}
