//! The table of the server's HTTP endpoints. Router, guard, body limits and audit log all derive
//! from it: a new endpoint is one new row, and a row without one of its fields does not compile.

use super::error::{body_bytes, no_such_endpoint};
use super::json::Json;
use super::operation::OperationInfo;
use super::{agent, dashboard, extension, local, mcp, proof, tab_acts, websocket};
use crate::agents;
use crate::api::browsers::leases;
use crate::api::interact::uploads;
use crate::api::observe::{pins, tab_list};
use crate::api::{explain, find, get, interact, locate, ping, request, screenshot, wait};
use crate::interact_error::InteractError;
use crate::state::App;
use axlens_local::server::{
    IDENTITY, JOIN, PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED, STOP, WAITS_FOR_USER,
};
use axlens_local::token_proof::{CONNECTION, PROOF};
use axlens_protocol::agent::browsers::{BrowsersAnswer, EndLeaseAnswer, LeaseAnswer, LeaseRequest};
use axlens_protocol::agent::downloads::{DownloadsAnswer, DownloadsRequest};
use axlens_protocol::agent::errors::{ErrorsAnswer, ErrorsRequest};
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest};
use axlens_protocol::agent::find::{FindAnswer, FindRequest};
use axlens_protocol::agent::get::{GetAnswer, GetRequest};
use axlens_protocol::agent::interact::ask_user::{AskUserAnswer, AskUserRequest};
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest};
use axlens_protocol::agent::locate::{LocateAnswer, LocateRequest};
use axlens_protocol::agent::network::{NetworkAnswer, NetworkRequest};
use axlens_protocol::agent::observe::pins::{PinsAnswer, PinsRequest};
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::agent::page_tools::{PageToolsAnswer, PageToolsRequest};
use axlens_protocol::agent::ping::{PingAnswer, PingRequest};
use axlens_protocol::agent::screenshot::{ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::agent::status::{HealthAnswer, StatusAnswer};
use axlens_protocol::agent::tab_actions::{
    ClickInTabRequest, CloseTabRequest, NavigateTabRequest, OpenTabAnswer, OpenTabRequest,
    PressInTabRequest, ScrollTabRequest, TabActionAnswer, TabUserRequest, TypeInTabRequest,
};
use axlens_protocol::agent::tab_snapshot::{TabSnapshotAnswer, TabSnapshotRequest};
use axlens_protocol::agent::tabs::{TabsAnswer, TabsRequest};
use axlens_protocol::agent::wait::{WaitAnswer, WaitRequest};
use axlens_protocol::fault::Stage;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{MatchedPath, Request, State};
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

/// Kind of an action in a page in the audit log.
const INTERACT: &str = "interact";

/// Kind of a lease in the audit log.
const LEASE: &str = "lease";

/// Kind of the end of a lease in the audit log.
const END_LEASE: &str = "end_lease";

/// Path of the stream of `axlens mcp`, which is a connection of its own.
const MCP_STREAM: &str = "/mcp/stream";

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
    /// What the OpenAPI document says of it; `None` for endpoints that it does not describe: MCP,
    /// and those of Axlens's own programs.
    pub operation: Option<OperationInfo>,
}

/// Who may send requests to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every local program.
    Anybody,
    /// An agent, with its token or over the local socket.
    Agent,
    /// A worker that has not proven its identity yet.
    UnprovenWorker,
    /// An agent on another machine that has not proven its token yet.
    UnprovenAgent,
    /// A worker with a token for long polling.
    Worker,
    /// A worker that opens a WebSocket with its proof.
    WebSocket,
    /// A program of this user, over the local socket.
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
    Agent, Anybody, Dashboard, DashboardFile, Local, NewDashboard, UnprovenAgent, UnprovenWorker,
    WebSocket, Worker,
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
            operation: None,
        }
    };
}

/// A row for an agent's request with a JSON body. `$function` of `crate::api` answers it.
macro_rules! json_row {
    ($path:expr, $body_limit:expr, $audit:expr, $function:path, $Request:ty => $Answer:ty,
        $id:literal, $stage:expr, $summary:literal, $example:literal) => {
        row!(
            POST,
            $path,
            Agent,
            $body_limit,
            $audit,
            |State(app): State<Arc<App>>,
             Extension(agent): Extension<Arc<agents::Agent>>,
             body: Result<Bytes, BytesRejection>| async move {
                let request: $Request = request::read(&body_bytes(body)?)?;
                let answer: $Answer = $function(&app, &agent, request).await?;
                Ok::<_, InteractError>(Json(answer))
            }
        )
        .described(OperationInfo::new::<$Answer>($id, $stage, $summary).body::<$Request>($example))
    };
}

/// A row for an action in the tab of the path.
macro_rules! tab_row {
    ($name:literal, $id:literal, $Request:ty, $handler:expr, $summary:literal, $example:expr) => {
        row!(
            POST,
            concat!("/tabs/{tab}/", $name),
            Agent,
            AGENT_BODY,
            As(INTERACT),
            $handler
        )
        .described(
            OperationInfo::new::<TabActionAnswer>($id, Stage::Action, $summary)
                .body::<$Request>($example),
        )
    };
}

impl Endpoint {
    /// The endpoint with its part of the OpenAPI document.
    const fn described(mut self, operation: OperationInfo) -> Self {
        self.operation = Some(operation);
        self
    }
}

/// A request that names only the user.
const USER: &str = r#"{"userId": "ada"}"#;

/// Every endpoint.
#[rustfmt::skip] // One row for each endpoint.
pub static ENDPOINTS: &[Endpoint] = &[
    row!(GET, "/health", Anybody, AGENT_BODY, NoPageAccess, agent::health)
        .described(OperationInfo::new::<HealthAnswer>("health", Stage::Request,
            "Whether the server runs. It needs no token.")),
    row!(GET, "/openapi.json", Anybody, AGENT_BODY, NoPageAccess, agent::open_api),
    row!(GET, "/status", Agent, AGENT_BODY, NoPageAccess, agent::status)
        .described(OperationInfo::new::<StatusAnswer>("status", Stage::Request,
            "The connections, the queue and the memory of the server.")),
    row!(GET, "/browsers", Agent, AGENT_BODY, NoPageAccess, agent::browsers)
        .described(OperationInfo::new::<BrowsersAnswer>("browsers", Stage::Request,
            "The browsers that are or were connected.")),
    json_row!("/browsers", AGENT_BODY, As(LEASE), leases::lease, LeaseRequest => LeaseAnswer,
        "lease", Stage::Action, "Leases a browser with a fresh profile of the server's pool.",
        r#"{"ttl": 600}"#),
    row!(DELETE, "/browsers/{id}", Agent, AGENT_BODY, As(END_LEASE), agent::end_lease)
        .described(OperationInfo::new::<EndLeaseAnswer>("endLease", Stage::Action,
            "Ends the lease of a browser, its process and its profile.")),
    row!(GET, "/tabs", Agent, AGENT_BODY, As("tabs"), agent::tabs)
        .described(OperationInfo::new::<TabsAnswer>("tabs", Stage::Browser,
            "The tabs of all browsers, or of one.").query::<TabsRequest>(r#"{"browser": "Chrome"}"#)),
    json_row!("/ping", AGENT_BODY, As("ping"), ping::ping, PingRequest => PingAnswer,
        "ping", Stage::Page, "An empty round trip to a page, or to the extension.",
        r#"{"tab": 1}"#),
    row!(POST, "/observe", Agent, AGENT_BODY, As("observe"), agent::observe)
        .described(OperationInfo::new::<ObserveAnswer>("observe", Stage::Element,
            "A snapshot of a page, or what has changed since the last one.")
            .body::<ObserveRequest>(r#"{"what": "a11y_tree", "format": "lean"}"#)),
    json_row!("/network", AGENT_BODY, As("network"), tab_list::list, NetworkRequest => NetworkAnswer,
        "network", Stage::Page, "The requests of a tab's documents: URL, status, size, time.",
        r#"{"failed": true}"#),
    json_row!("/errors", AGENT_BODY, As("errors"), tab_list::list, ErrorsRequest => ErrorsAnswer,
        "errors", Stage::Page, "What the browser reports of a tab's documents, and their failed resources.",
        r#"{"kinds": ["csp"]}"#),
    json_row!("/downloads", AGENT_BODY, As("downloads"), tab_list::list, DownloadsRequest => DownloadsAnswer,
        "downloads", Stage::Page, "The downloads that a tab has started: state, file, size, URL.",
        r#"{"states": ["complete"]}"#),
    json_row!("/page-tools", AGENT_BODY, As("page_tools"), tab_list::list, PageToolsRequest => PageToolsAnswer,
        "pageTools", Stage::Page, "The tools that a page offers to agents.",
        r#"{"tab": 1}"#),
    json_row!("/pins", AGENT_BODY, As(pins::WHAT), pins::pins, PinsRequest => PinsAnswer,
        "pins", Stage::Element, "The elements that the user has pinned for agents, with their notes.",
        r#"{"tab": 1}"#),
    json_row!("/locate", AGENT_BODY, As("locate"), locate::locate, LocateRequest => LocateAnswer,
        "locate", Stage::Element, "Box and selector of an element of a snapshot.",
        r#"{"uid": 42}"#),
    json_row!("/interact", INTERACT_BODY, As(INTERACT), interact::interact, InteractRequest => InteractAnswer,
        "interact", Stage::Action,
            "Executes actions, after the user's consent where the site's policy requires it, and returns what each one changed.",
        r#"{"action": "click", "uid": 42}"#),
    json_row!("/explain", AGENT_BODY, As("explain"), explain::explain, ExplainRequest => ExplainAnswer,
        "explain", Stage::Element, "Why an element has its role, name and states.",
        r#"{"uid": 42}"#),
    json_row!("/find", AGENT_BODY, As("find"), find::find, FindRequest => FindAnswer,
        "find", Stage::Element, "The elements that match criteria, with their uids and lines.",
        r#"{"role": "button", "name": "Save"}"#),
    json_row!("/get", AGENT_BODY, As("get"), get::get, GetRequest => GetAnswer,
        "get", Stage::Element, "One property of an element, or of a page.",
        r#"{"what": "value", "uid": 42}"#),
    json_row!("/wait", AGENT_BODY, As("wait"), wait::wait, WaitRequest => WaitAnswer,
        "wait", Stage::Element, "Answers when a condition holds, or with the fault `not_yet`.",
        r#"{"for": "text", "value": "Saved"}"#),
    json_row!("/ask-user", AGENT_BODY, As("ask_user"), interact::ask_user::ask_user, AskUserRequest => AskUserAnswer,
        "askUser", Stage::Action,
            "Asks the user a question, or to do something on the page, and waits for the answer.",
        r#"{"question": "Which account?", "choices": ["Work", "Home"]}"#),
    json_row!("/screenshot", AGENT_BODY, As("screenshot"), screenshot::screenshot, ScreenshotRequest => ScreenshotAnswer,
        "screenshot", Stage::Element,
            "A screenshot of a tab, of an element or of a whole page, with uids drawn on it if wanted.",
        r#"{"marks": true}"#),
    row!(GET, MCP_STREAM, Agent, AGENT_BODY, ByHandler, mcp::stream),
    Endpoint {
        method: None,
        path: "/mcp",
        audience: Agent,
        body_limit: AGENT_BODY,
        audit: ByHandler,
        handler: |app| mcp::router(app, AGENT_BODY),
        operation: None,
    },

    // Tabs with a user's refs.
    json_row!("/tabs", AGENT_BODY, As(INTERACT), crate::api::tab_acts::open, OpenTabRequest => OpenTabAnswer,
        "openTab", Stage::Action, "Opens a tab in the background.",
        r#"{"userId": "ada", "url": "https://example.com/"}"#),
    row!(DELETE, "/tabs/{tab}", Agent, AGENT_BODY, As(INTERACT), tab_acts::close)
        .described(OperationInfo::new::<TabActionAnswer>("closeTab", Stage::Action, "Closes a tab that this agent opened.")
            .query::<CloseTabRequest>(USER)),
    row!(GET, "/tabs/{tab}/snapshot", Agent, AGENT_BODY, As("tab_snapshot"), agent::tab_snapshot)
        .described(OperationInfo::new::<TabSnapshotAnswer>("tabSnapshot", Stage::Element,
            "A snapshot of a tab in the format `tabs`, in pieces.")
            .query::<TabSnapshotRequest>(USER)),
    tab_row!("click", "clickInTab", ClickInTabRequest, tab_acts::act::<ClickInTabRequest>,
        "Clicks an element.", r#"{"userId": "ada", "ref": "e5"}"#),
    tab_row!("type", "typeInTab", TypeInTabRequest, tab_acts::act::<TypeInTabRequest>,
        "Fills a field, and presses Enter in it if wanted.", r#"{"userId": "ada", "ref": "e5", "text": "Ada", "submit": true}"#),
    tab_row!("navigate", "navigateTab", NavigateTabRequest, tab_acts::act::<NavigateTabRequest>,
        "Loads a page.", r#"{"userId": "ada", "url": "https://example.com/"}"#),
    tab_row!("press", "pressInTab", PressInTabRequest, tab_acts::act::<PressInTabRequest>,
        "Presses a key.", r#"{"userId": "ada", "key": "Enter"}"#),
    tab_row!("scroll", "scrollTab", ScrollTabRequest, tab_acts::act::<ScrollTabRequest>,
        "Scrolls the page.", r#"{"userId": "ada", "direction": "down"}"#),
    tab_row!("back", "goBackInTab", TabUserRequest, tab_acts::back, "Goes back in the history.", USER),
    tab_row!("forward", "goForwardInTab", TabUserRequest, tab_acts::forward, "Goes forward in the history.", USER),
    tab_row!("refresh", "refreshTab", TabUserRequest, tab_acts::refresh, "Reloads the page.", USER),

    // Agents on other machines.
    row!(POST, PROOF, UnprovenAgent, proof::BODY, NoPageAccess, proof::token::begin),
    row!(GET, CONNECTION, UnprovenAgent, proof::BODY, NoPageAccess, proof::token::open),

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
    row!(POST, "/gateway/leave", Worker, AGENT_BODY, NoPageAccess, extension::leave_gateway),
    row!(POST, "/own-page", Worker, EXTENSION_PAGE_BODY, NoPageAccess, extension::own_page),
    row!(POST, "/tokens", Worker, TOKENS_BODY, NoPageAccess, extension::tokens),

    // Programs of this user.
    row!(POST, IDENTITY, Local, proof::BODY, NoPageAccess, local::identity),
    row!(POST, STOP, Local, proof::BODY, NoPageAccess, local::stop),
    row!(POST, JOIN, Local, proof::BODY, NoPageAccess, local::join),
    row!(GET, WAITS_FOR_USER, Local, proof::BODY, NoPageAccess, local::waits_for_user),
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
        operation: None,
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

    /// Whether agents of a gateway can use it.
    pub fn is_for_gateways(&self) -> bool {
        self.audience == Agent && self.path != MCP_STREAM
    }

    /// Whether a request only reads, so that it can be sent again. A call of MCP can be an action.
    pub fn is_read(&self) -> bool {
        match self.audit {
            As(kind) => ![INTERACT, LEASE, END_LEASE].contains(&kind),
            NoPageAccess => true,
            ByHandler => false,
        }
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
            Anybody | Agent | UnprovenAgent | UnprovenWorker | Worker | WebSocket | Local => false,
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

    #[test]
    fn no_request_that_changes_something_is_sent_again() {
        let actions = ENDPOINTS.iter().filter(|row| !row.is_read());
        let paths: Vec<&str> = actions.map(|row| row.path).collect();
        for path in [
            "/interact",
            "/browsers",
            "/browsers/{id}",
            "/tabs/{tab}",
            "/mcp",
        ] {
            assert!(paths.contains(&path), "{path}");
        }
        let is_deletion = |row: &&Endpoint| row.method == Some(Method::DELETE);
        assert!(!ENDPOINTS.iter().filter(is_deletion).any(Endpoint::is_read));
    }
}
