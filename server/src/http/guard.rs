//! The guard: decides who may use an endpoint before it reads anything else of a request. On the
//! TCP port it checks host, origin, and the credential of the endpoint's audience: an agent's
//! token, the extension's proof, or the dashboard's key. On the local socket the file system has
//! verified that the client is a program of this user; with a token it is the token's agent. A
//! proven connection belongs to one agent, and its requests have no credential.

use super::connections::HttpConnection;
use super::credentials::{self, bearer, no_token};
use super::endpoints::{Audience, Endpoint};
use super::error::FaultResponse;
use super::gate::{Gate, TcpTrust, Trust};
use super::origin;
use super::page_keys::OPEN_HINT;
use super::peer;
use super::wire_version::{check_agent, check_worker};
use crate::agents::{Agent, Agents, ProvenAgent};
use axlens_protocol::{Code, Fault};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// The identity under which a request is admitted.
enum Admitted {
    /// No identity: the endpoint does not need one.
    Anybody,
    Agent(Arc<Agent>),
    /// The dashboard with this key.
    Dashboard(String),
}

/// The middleware in front of every endpoint.
pub async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let from_extension = origin::is_extension(request.headers());
    let audience = Audience::of(&request);
    let admitted = admit(&gate, audience, &request).and_then(|admitted| {
        keep_connection(&gate, audience, &request)?;
        Ok(admitted)
    });
    let mut response = match admitted {
        Ok(_) if from_extension && request.method() == Method::OPTIONS => origin::preflight(),
        Ok(Admitted::Anybody) => next.run(request).await,
        Ok(Admitted::Agent(agent)) => answer_agent(&gate.agents, agent, request, next).await,
        Ok(Admitted::Dashboard(key)) => answer_dashboard(&gate, &key, next.run(request).await),
        Err(fault) => FaultResponse(fault).into_response(),
    };
    // If the user withholds site access, the extension can read an answer only with this header.
    if from_extension && let Ok(origin) = HeaderValue::from_str(&origin::extension_origin()) {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// Answers an agent, unless its token was revoked during the request.
async fn answer_agent(
    agents: &Agents,
    agent: Arc<Agent>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(Arc::clone(&agent));
    let response = next.run(request).await;
    match agents.check(&agent) {
        Ok(()) => response,
        Err(fault) => FaultResponse(fault).into_response(),
    }
}

/// Answers the dashboard, unless its key ended during the request.
fn answer_dashboard(gate: &Gate, key: &str, response: Response) -> Response {
    match check_dashboard_key(gate, key) {
        Ok(()) => response,
        Err(fault) => FaultResponse(fault).into_response(),
    }
}

/// Protects the connection of an authenticated client from being closed in favor of new ones.
fn keep_connection(gate: &Gate, audience: Audience, request: &Request) -> Result<(), Fault> {
    let Some(connection) = request.extensions().get::<HttpConnection>() else {
        return Ok(());
    };
    if request.method() == Method::OPTIONS {
        return Ok(());
    }
    match audience {
        Audience::Anybody | Audience::UnprovenWorker | Audience::UnprovenAgent => Ok(()),
        Audience::DashboardFile | Audience::NewDashboard => Ok(()),
        Audience::Agent | Audience::Dashboard => connection.admit(true),
        Audience::Local => connection.admit(matches!(gate.trust, Trust::Tcp(_))),
        Audience::Worker | Audience::WebSocket => connection.admit(false),
    }
}

/// Checks a request against the audience of its endpoint.
fn admit(gate: &Gate, audience: Audience, request: &Request) -> Result<Admitted, Fault> {
    let headers = request.headers();
    origin::check_target(request.method(), request.uri(), headers)?;
    let trust = match &gate.trust {
        Trust::Tcp(trust) => trust,
        Trust::Socket => return admit_local(gate, audience, headers),
        Trust::Proven => return admit_proven(gate, audience, request),
        Trust::Gateway => return admit_remote(request),
    };
    check_host(headers, audience, trust.port)?;
    check_origin(headers, audience, trust.port)?;
    if origin::is_extension(headers) && request.method() == Method::OPTIONS {
        return Ok(Admitted::Anybody);
    }
    admit_tcp(gate, trust, audience, request)
}

/// Checks the host. An agent's program can send requests to a port of any number, which a tunnel
/// forwards to the server's.
fn check_host(headers: &HeaderMap, audience: Audience, port: u16) -> Result<(), Fault> {
    match audience {
        Audience::Anybody | Audience::Agent | Audience::UnprovenAgent => {
            origin::check_forwarded_host(headers, port)
        }
        Audience::UnprovenWorker
        | Audience::Worker
        | Audience::WebSocket
        | Audience::Local
        | Audience::DashboardFile
        | Audience::NewDashboard
        | Audience::Dashboard => origin::check_host(headers, port),
    }
}

fn check_origin(headers: &HeaderMap, audience: Audience, port: u16) -> Result<(), Fault> {
    match audience {
        Audience::Dashboard | Audience::NewDashboard => origin::check_dashboard(headers, port),
        // For a module script, the browser sends the origin of the page that loads it.
        Audience::DashboardFile if origin::is_dashboard(headers, port) => Ok(()),
        Audience::DashboardFile | Audience::Anybody | Audience::Agent => origin::check(headers),
        Audience::UnprovenAgent
        | Audience::UnprovenWorker
        | Audience::Worker
        | Audience::WebSocket
        | Audience::Local => origin::check(headers),
    }
}

/// Checks the credential of a request on the TCP port whose host and origin are valid.
fn admit_tcp(
    gate: &Gate,
    trust: &TcpTrust,
    audience: Audience,
    request: &Request,
) -> Result<Admitted, Fault> {
    let headers = request.headers();
    match audience {
        Audience::Anybody | Audience::DashboardFile => {}
        Audience::Dashboard => return admit_dashboard(gate, headers),
        Audience::NewDashboard => return admit_new_dashboard(trust, request),
        Audience::Local => return Err(on_the_socket_only(request.uri().path())),
        Audience::Agent => {
            let token = bearer(headers).ok_or_else(no_token)?;
            let agent = gate.agents.with_token(token)?;
            check_agent(headers)?;
            return Ok(Admitted::Agent(agent));
        }
        // A worker of another version proves its identity too: `POST /token` checks both.
        Audience::UnprovenWorker | Audience::UnprovenAgent => {}
        Audience::Worker => {
            let proven = credentials::check_poll_token(trust, headers);
            check_worker(&gate.dispatch, headers, proven)?;
        }
        Audience::WebSocket => {
            let proven = credentials::check_proof(trust, headers);
            check_worker(&gate.dispatch, headers, proven)?;
        }
    }
    Ok(Admitted::Anybody)
}

/// The dashboard, with its key.
fn admit_dashboard(gate: &Gate, headers: &HeaderMap) -> Result<Admitted, Fault> {
    let key = credentials::dashboard_key(headers)?;
    check_dashboard_key(gate, key)?;
    Ok(Admitted::Dashboard(key.to_owned()))
}

/// The dashboard that requests a key: a program of this user.
fn admit_new_dashboard(trust: &TcpTrust, request: &Request) -> Result<Admitted, Fault> {
    // Tests without a connection have no peer.
    if let Some(peer) = request.extensions().get::<SocketAddr>() {
        peer::check(*peer, trust.port)?;
    }
    Ok(Admitted::Anybody)
}

fn check_dashboard_key(gate: &Gate, key: &str) -> Result<(), Fault> {
    let Trust::Tcp(trust) = &gate.trust else {
        return Err(on_the_port_only());
    };
    match trust.pages.admits(key, Instant::now()) {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Unauthorized,
            "The key of this page has ended: it was not used for half an hour, was revoked, or is from an earlier start of the server.",
        )
        .hint(OPEN_HINT)),
    }
}

/// Checks a request on the local socket, which neither the extension nor a page can open.
fn admit_local(gate: &Gate, audience: Audience, headers: &HeaderMap) -> Result<Admitted, Fault> {
    match audience {
        Audience::Anybody | Audience::DashboardFile | Audience::Local => Ok(Admitted::Anybody),
        Audience::Agent => {
            let agent = agent_on_socket(&gate.agents, headers)?;
            check_agent(headers)?;
            Ok(Admitted::Agent(agent))
        }
        Audience::UnprovenWorker
        | Audience::UnprovenAgent
        | Audience::Worker
        | Audience::WebSocket => Err(Fault::new(
            Code::Forbidden,
            "The endpoints of the extension and for proofs are available on the TCP port only.",
        )
        .hint("Use the address in endpoint.json.")),
        Audience::NewDashboard | Audience::Dashboard => Err(on_the_port_only()),
    }
}

/// Checks a request on a connection that an agent has proven. A web page can't open one.
fn admit_proven(gate: &Gate, audience: Audience, request: &Request) -> Result<Admitted, Fault> {
    let headers = request.headers();
    match audience {
        Audience::Anybody => Ok(Admitted::Anybody),
        Audience::Agent => {
            let agent = request.extensions().get::<ProvenAgent>();
            let ProvenAgent(agent) = agent.ok_or_else(no_token)?;
            if headers.contains_key(header::AUTHORIZATION) {
                let message = "This connection belongs to an agent already.";
                return Err(Fault::bad_request(message).hint("Send requests without a token."));
            }
            gate.agents.check(agent)?;
            gate.agents.note_request(agent);
            check_agent(headers)?;
            Ok(Admitted::Agent(Arc::clone(agent)))
        }
        Audience::UnprovenWorker
        | Audience::UnprovenAgent
        | Audience::Worker
        | Audience::WebSocket
        | Audience::Local
        | Audience::DashboardFile
        | Audience::NewDashboard
        | Audience::Dashboard => Err(Fault::new(
            Code::Forbidden,
            "An agent on another machine can use the agents' endpoints only.",
        )
        .hint("Run this on the machine of the server.")),
    }
}

/// Checks a request of a gateway's agent, which may use the endpoints for agents only.
fn admit_remote(request: &Request) -> Result<Admitted, Fault> {
    let agent = request.extensions().get::<Arc<Agent>>();
    match agent.filter(|_| Endpoint::of(request).is_some_and(Endpoint::is_for_gateways)) {
        Some(agent) => {
            check_agent(request.headers())?;
            Ok(Admitted::Agent(Arc::clone(agent)))
        }
        None => Err(Fault::new(
            Code::Forbidden,
            "Agents of a gateway can use the endpoints for agents only.",
        )
        .hint("`GET /openapi.json` lists the endpoints for agents.")),
    }
}

/// Without a token, a program of this user acts as the agent `user`.
fn agent_on_socket(agents: &Agents, headers: &HeaderMap) -> Result<Arc<Agent>, Fault> {
    match headers.contains_key(header::AUTHORIZATION) {
        true => agents.with_token(bearer(headers).ok_or_else(no_token)?),
        false => Ok(agents.user()),
    }
}

fn on_the_port_only() -> Fault {
    let message = "The dashboard's endpoints are available on the TCP port only.";
    Fault::new(Code::Forbidden, message).hint(OPEN_HINT)
}

fn on_the_socket_only(path: &str) -> Fault {
    Fault::new(
        Code::Forbidden,
        format!("{path} is available on the server's local socket only."),
    )
    .hint("Use the command line: `axlens stop`, `axlens status`, `axlens open`.")
}
