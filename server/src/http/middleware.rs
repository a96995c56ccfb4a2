//! Who may come in, before anything of a request is read. On the TCP port: host, origin, then what
//! opens the endpoint: an agent's token, the extension's proof, or the key of the server's own
//! page. On the Unix socket the file system has said already that it is a program of this user;
//! with a token it is that agent. Knows the endpoints by their paths alone, and nothing of what
//! they do.

use super::connections::Guest;
use super::error::Failure;
use super::page_keys::{OPEN, PageKeys};
use super::peer;
use super::proofs::Proofs;
use crate::agents::{Agent, Agents};
use crate::dispatch::{Dispatch, mismatch};
use axlens_local::server::{self, IDENTITY, PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED, STOP};
use axlens_protocol::{
    BROWSER_HEADER, Code, Fault, INSTANCE_HEADER, WEBSOCKET_PROTOCOL_PREFIX, WIRE_HEADER,
    WIRE_VERSION,
};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// Header that carries the key of the server's own page.
const PAGE_KEY: &str = "x-axlens-page-key";

/// The extension's id, the same from every folder by the key in its manifest.
pub const EXTENSION_ID: &str = include_str!("../../../extension/ID").trim_ascii();

/// What a request is checked against.
#[derive(Clone)]
pub enum Trust {
    /// Anybody on this machine can have sent it.
    Tcp(TcpTrust),
    /// A program of this user has sent it, over the Unix socket.
    Socket,
}

/// What a request on the TCP port is checked against.
#[derive(Clone)]
pub struct TcpTrust {
    /// Port the server listens on.
    pub port: u16,
    /// Lets the extension in.
    pub proofs: Arc<Proofs>,
    /// Lets the server's own page in.
    pub pages: Arc<PageKeys>,
}

/// What the middleware needs.
pub struct Gate {
    trust: Trust,
    dispatch: Arc<Dispatch>,
    agents: Arc<Agents>,
}

impl Gate {
    /// `dispatch` notes which extension was turned away; `agents` knows whose a token is.
    pub fn new(trust: Trust, dispatch: Arc<Dispatch>, agents: Arc<Agents>) -> Gate {
        Gate {
            trust,
            dispatch,
            agents,
        }
    }
}

/// Who an endpoint is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Audience {
    Anybody,
    Agent,
    /// A worker that has not proven anything yet.
    Stranger,
    /// A worker with a token for its polls.
    Extension,
    /// A worker with a proof.
    WebSocket,
    /// A program of this user.
    Local,
    /// Anybody but another web page: the files of the server's own.
    PageFile,
    /// The server's own page, that has a code and no key yet.
    NewPage,
    /// The server's own page, with its key.
    Page,
}

/// Whom a request is let in as.
enum Admitted {
    /// Whoever may: the endpoint is for all of these.
    Anybody,
    Agent(Arc<Agent>),
    Page(String),
}

/// The extension's own origin.
pub fn extension_origin() -> String {
    format!("chrome-extension://{EXTENSION_ID}")
}

/// The middleware in front of every endpoint.
pub async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let from_extension = is_extension(request.headers());
    let admitted = admit(&gate, &request).and_then(|admitted| {
        let_in(&gate, &request)?;
        Ok(admitted)
    });
    let mut response = match admitted {
        Ok(_) if from_extension && request.method() == Method::OPTIONS => preflight(),
        Ok(Admitted::Anybody) => next.run(request).await,
        Ok(Admitted::Agent(agent)) => answer_agent(&gate.agents, agent, request, next).await,
        Ok(Admitted::Page(key)) => answer_page(&gate, &key, next.run(request).await),
        Err(fault) => Failure(fault).into_response(),
    };
    // Where the user withholds site access, the browser lets the extension read an answer only by
    // this.
    if from_extension && let Ok(origin) = HeaderValue::from_str(&extension_origin()) {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// Whose token was revoked meanwhile gets no answer.
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
        Err(fault) => Failure(fault).into_response(),
    }
}

/// A page whose key has ended meanwhile gets no answer.
fn answer_page(gate: &Gate, key: &str, response: Response) -> Response {
    match check_page_key(gate, key) {
        Ok(()) => response,
        Err(fault) => Failure(fault).into_response(),
    }
}

/// Who has shown who it is keeps its connection, while others come and go.
fn let_in(gate: &Gate, request: &Request) -> Result<(), Fault> {
    let Some(guest) = request.extensions().get::<Guest>() else {
        return Ok(());
    };
    match audience(request.uri().path()) {
        _ if request.method() == Method::OPTIONS => Ok(()),
        Audience::Anybody | Audience::Stranger => Ok(()),
        Audience::PageFile | Audience::NewPage => Ok(()),
        Audience::Agent | Audience::Page => guest.let_in(true),
        Audience::Local => guest.let_in(matches!(gate.trust, Trust::Tcp(_))),
        Audience::Extension | Audience::WebSocket => guest.let_in(false),
    }
}

/// Who asks.
fn admit(gate: &Gate, request: &Request) -> Result<Admitted, Fault> {
    let (headers, audience) = (request.headers(), audience(request.uri().path()));
    let Trust::Tcp(trust) = &gate.trust else {
        return admit_local(gate, audience, headers);
    };
    check_host(headers, trust.port)?;
    if matches!(audience, Audience::Page | Audience::NewPage) {
        check_page_origin(headers, trust.port)?;
        return admit_page(gate, trust, audience, request);
    }
    match audience {
        // Of a module, the browser says which page wants it.
        Audience::PageFile if has_origin(headers, &server::url(trust.port)) => {
            return Ok(Admitted::Anybody);
        }
        _ => check_origin(headers)?,
    }
    if is_extension(headers) && request.method() == Method::OPTIONS {
        return Ok(Admitted::Anybody);
    }
    match audience {
        Audience::Anybody | Audience::PageFile | Audience::Page | Audience::NewPage => {}
        Audience::Local => return Err(on_the_socket_alone(request.uri().path())),
        Audience::Agent => {
            let agent = gate
                .agents
                .with_token(bearer(headers).ok_or_else(no_token)?)?;
            check_wire(gate, audience, headers)?;
            return Ok(Admitted::Agent(agent));
        }
        Audience::Stranger => check_wire(gate, audience, headers)?,
        // First the version: what this one proves another may not understand.
        Audience::Extension => {
            check_wire(gate, audience, headers)?;
            check_poll_token(trust, headers)?;
        }
        Audience::WebSocket => {
            check_wire(gate, audience, headers)?;
            check_proof(trust, headers)?;
        }
    }
    Ok(Admitted::Anybody)
}

/// The server's own page: with its key, or, where it asks for one, from a program of this user.
fn admit_page(
    gate: &Gate,
    trust: &TcpTrust,
    audience: Audience,
    request: &Request,
) -> Result<Admitted, Fault> {
    if audience == Audience::NewPage {
        // Without a connection, in a test, there is nobody at its other end.
        if let Some(peer) = request.extensions().get::<SocketAddr>() {
            peer::check(*peer, trust.port)?;
        }
        return Ok(Admitted::Anybody);
    }
    let mut given = request.headers().get_all(PAGE_KEY).iter();
    let key = given.next().and_then(|key| key.to_str().ok());
    let key = key.filter(|_| given.next().is_none());
    let key = key.ok_or_else(|| {
        let message = "The request carries no key of the server's own page.";
        Fault::new(Code::Unauthorized, message).hint(OPEN)
    })?;
    check_page_key(gate, key)?;
    Ok(Admitted::Page(key.to_owned()))
}

fn check_page_key(gate: &Gate, key: &str) -> Result<(), Fault> {
    let Trust::Tcp(trust) = &gate.trust else {
        return Err(on_the_port_alone());
    };
    match trust.pages.admits(key, Instant::now()) {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Unauthorized,
            "The key of this page has ended: it was not used for half an hour, was taken back, or is of an earlier start of the server.",
        )
        .hint(OPEN)),
    }
}

/// The extension can't open a Unix socket, and no page can.
fn admit_local(gate: &Gate, audience: Audience, headers: &HeaderMap) -> Result<Admitted, Fault> {
    match audience {
        Audience::Anybody | Audience::PageFile | Audience::Local => Ok(Admitted::Anybody),
        Audience::Agent => {
            let agent = agent_on_socket(&gate.agents, headers)?;
            check_wire(gate, audience, headers)?;
            Ok(Admitted::Agent(agent))
        }
        Audience::Stranger | Audience::Extension | Audience::WebSocket => Err(Fault::new(
            Code::Forbidden,
            "The extension's endpoints are on the TCP port alone.",
        )
        .hint("Use the address in endpoint.json.")),
        Audience::NewPage | Audience::Page => Err(on_the_port_alone()),
    }
}

fn on_the_port_alone() -> Fault {
    let message = "The endpoints of the server's own page are on the TCP port alone.";
    Fault::new(Code::Forbidden, message).hint(OPEN)
}

/// A program of this user without a token is the user's own agent; with one, the token's.
fn agent_on_socket(agents: &Agents, headers: &HeaderMap) -> Result<Arc<Agent>, Fault> {
    match headers.contains_key(header::AUTHORIZATION) {
        true => agents.with_token(bearer(headers).ok_or_else(no_token)?),
        false => Ok(agents.user()),
    }
}

fn on_the_socket_alone(path: &str) -> Fault {
    Fault::new(
        Code::Forbidden,
        format!("{path} is on the server's Unix socket alone."),
    )
    .hint("Use the command line: `axlens stop`, `axlens status`, `axlens open`.")
}

fn audience(path: &str) -> Audience {
    match path {
        "/health" => Audience::Anybody,
        "/" => Audience::PageFile,
        _ if path.starts_with("/dashboard/files/") => Audience::PageFile,
        "/dashboard/key" => Audience::NewPage,
        _ if path.starts_with("/dashboard/") => Audience::Page,
        "/websocket" => Audience::WebSocket,
        "/proof" | "/token" => Audience::Stranger,
        "/pending-queries" | "/hello" | "/waiting" | "/wake" => Audience::Extension,
        "/agents" | "/agents/revoke" | "/audit" | "/own-page" | "/tokens" => Audience::Extension,
        _ if path.starts_with("/results/") => Audience::Extension,
        IDENTITY | STOP | PAGE_LINK | PAGE_LINK_USED | PAGE_LINK_REVOKE => Audience::Local,
        _ => Audience::Agent,
    }
}

/// A page of another host whose name was made to lead here (DNS rebinding) still sends its own
/// name.
fn check_host(headers: &HeaderMap, port: u16) -> Result<(), Fault> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let ours = host.is_some_and(|host| is_loopback(host, port));
    if ours && hosts.next().is_none() {
        return Ok(());
    }
    Err(Fault::new(
        Code::Forbidden,
        "The request's Host is not this computer's own address.",
    )
    .hint(format!("Send requests to http://127.0.0.1:{port}.")))
}

/// A name, `localhost` too, can be made to lead elsewhere; a number can't.
fn is_loopback(host: &str, port: u16) -> bool {
    host == "127.0.0.1" || host == format!("127.0.0.1:{port}")
}

/// Web pages send an Origin, or, where they may not read the answer, a Sec-Fetch-Site.
fn check_origin(headers: &HeaderMap) -> Result<(), Fault> {
    if is_extension(headers) {
        return Ok(());
    }
    let foreign = || {
        Fault::new(
            Code::Forbidden,
            "The request comes from a web page or another extension.",
        )
    };
    if headers.contains_key(header::ORIGIN) {
        return Err(foreign());
    }
    let mut sites = headers.get_all("sec-fetch-site").iter();
    match sites.all(|site| site == "none" || site == "same-origin") {
        true => Ok(()),
        false => Err(foreign()),
    }
}

/// The server's own page sends its own origin with every request of its script, and so does no
/// other page.
fn check_page_origin(headers: &HeaderMap, port: u16) -> Result<(), Fault> {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    let ours = has_origin(headers, &server::url(port)) && sites.all(|site| site == "same-origin");
    match ours {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Forbidden,
            "The request does not come from the server's own page.",
        )
        .hint(OPEN)),
    }
}

fn is_extension(headers: &HeaderMap) -> bool {
    has_origin(headers, &extension_origin())
}

/// Whether the request says this origin, once.
fn has_origin(headers: &HeaderMap, wanted: &str) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_it = origins
        .next()
        .is_some_and(|origin| origin.as_bytes() == wanted.as_bytes());
    is_it && origins.next().is_none()
}

fn check_poll_token(trust: &TcpTrust, headers: &HeaderMap) -> Result<(), Fault> {
    let fault = match bearer(headers) {
        None => no_token(),
        Some(given) if trust.proofs.is_token(given, Instant::now()) => return Ok(()),
        Some(_) => wrong_token(),
    };
    Err(fault.hint(NEW_EXCHANGE))
}

/// What a worker does that was turned away.
const NEW_EXCHANGE: &str = "Begin a new exchange with `POST /proof`.";

fn no_token() -> Fault {
    Fault::new(Code::Unauthorized, "The request carries no token.")
}

fn wrong_token() -> Fault {
    let message = "The token is not the one for this endpoint, or one of an earlier start.";
    Fault::new(Code::Unauthorized, message)
}

/// An exchange is finished here, so that a proof opens one WebSocket.
fn check_proof(trust: &TcpTrust, headers: &HeaderMap) -> Result<(), Fault> {
    let exchange = websocket_part(headers, "exchange.");
    let proof = websocket_part(headers, "proof.");
    let proven = exchange
        .zip(proof)
        .is_some_and(|(exchange, proof)| trust.proofs.finish(exchange, proof, Instant::now()));
    match proven {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Unauthorized,
            "The WebSocket comes without the proof that its worker knows the extension's key.",
        )
        .hint(NEW_EXCHANGE)),
    }
}

/// The token that a request carries.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let text = given.next()?.to_str().ok()?;
    if given.next().is_some() {
        return None;
    }
    let (scheme, token) = text.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

/// The worker that opens a WebSocket.
pub fn websocket_instance(headers: &HeaderMap) -> Option<&str> {
    websocket_part(headers, "instance.")
}

/// The browser of the worker that opens a WebSocket.
pub fn websocket_browser(headers: &HeaderMap) -> Option<&str> {
    websocket_part(headers, "browser.")
}

/// The exchange in which the worker has proven who it is, and the nonce for the server's proof on
/// the WebSocket itself.
pub fn websocket_exchange(headers: &HeaderMap) -> Option<(&str, &str)> {
    websocket_part(headers, "nonce.").zip(websocket_part(headers, "exchange."))
}

/// What the opening of a WebSocket carries. A browser lets scripts set no header of a WebSocket's
/// but the list of protocols; an address, which gets into logs and histories, is no place for a
/// token.
fn websocket_part<'a>(headers: &'a HeaderMap, kind: &str) -> Option<&'a str> {
    let mut given = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let list = given.next()?.to_str().ok()?;
    if given.next().is_some() {
        return None;
    }
    let mut parts = list
        .split(',')
        .filter_map(|part| part.trim().strip_prefix(kind));
    let part = parts.next()?;
    parts.next().is_none().then_some(part)
}

/// The extension always says which version it speaks; an agent may.
fn check_wire(gate: &Gate, audience: Audience, headers: &HeaderMap) -> Result<(), Fault> {
    let given = match audience {
        Audience::WebSocket => websocket_part(headers, WEBSOCKET_PROTOCOL_PREFIX),
        _ => headers
            .get(WIRE_HEADER)
            .and_then(|value| value.to_str().ok()),
    };
    let side = match audience {
        Audience::Anybody | Audience::Local => return Ok(()),
        Audience::PageFile | Audience::NewPage | Audience::Page => return Ok(()),
        Audience::Agent if !headers.contains_key(WIRE_HEADER) => return Ok(()),
        Audience::Agent => "agent",
        Audience::Stranger | Audience::Extension | Audience::WebSocket => "extension",
    };
    let number = given.and_then(|text| text.trim().parse().ok());
    let theirs: u32 = number.unwrap_or(0);
    if theirs == WIRE_VERSION {
        return Ok(());
    }
    if side == "extension" {
        let browser = headers.get(BROWSER_HEADER);
        let browser = browser.and_then(|value| value.to_str().ok());
        let browser = browser.or_else(|| websocket_browser(headers));
        gate.dispatch.turn_away(browser, theirs);
    }
    Err(mismatch(side, theirs))
}

/// What the browser asks before the extension's own request, where site access is withheld. Source:
/// https://fetch.spec.whatwg.org/#cors-preflight-fetch,
/// https://wicg.github.io/local-network-access/
fn preflight() -> Response {
    let allowed =
        format!("authorization, content-type, {WIRE_HEADER}, {INSTANCE_HEADER}, {BROWSER_HEADER}");
    let headers = [
        ("access-control-allow-methods", "GET, POST".to_owned()),
        ("access-control-allow-headers", allowed),
        ("access-control-allow-private-network", "true".to_owned()),
        ("access-control-allow-local-network", "true".to_owned()),
        ("access-control-max-age", "600".to_owned()),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
