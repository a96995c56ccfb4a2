//! Who may come in: host, origin, token and wire version, in this order, before anything of a
//! request is read. Knows the endpoints by their paths alone, and nothing of what they do.

use super::error::Failure;
use crate::dispatch::{Dispatch, mismatch};
use axlens_protocol::{
    Code, Fault, INSTANCE_HEADER, WEBSOCKET_PROTOCOL_PREFIX, WIRE_HEADER, WIRE_VERSION,
};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The extension's id, the same from every folder by the key in its manifest.
pub const EXTENSION_ID: &str = include_str!("../../../extension/ID").trim_ascii();

/// What a request is checked against.
#[derive(Clone)]
pub struct Trust {
    /// Port the server listens on.
    pub port: u16,
    /// Lets agents in.
    pub agent_token: String,
    /// Lets the extension in.
    pub extension_token: String,
}

/// What the middleware needs.
pub struct Gate {
    trust: Trust,
    dispatch: Arc<Dispatch>,
}

impl Gate {
    /// `dispatch` notes which extension was turned away.
    pub fn new(trust: Trust, dispatch: Arc<Dispatch>) -> Gate {
        Gate { trust, dispatch }
    }
}

/// Who an endpoint is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Audience {
    Anybody,
    Agent,
    Extension,
    WebSocket,
}

/// The extension's own origin.
pub fn extension_origin() -> String {
    format!("chrome-extension://{EXTENSION_ID}")
}

/// The middleware in front of every endpoint.
pub async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let from_extension = is_extension(request.headers());
    let mut response = match admit(&gate, &request) {
        Ok(()) if from_extension && request.method() == Method::OPTIONS => preflight(),
        Ok(()) => next.run(request).await,
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

fn admit(gate: &Gate, request: &Request) -> Result<(), Fault> {
    let headers = request.headers();
    check_host(headers, gate.trust.port)?;
    check_origin(headers)?;
    if is_extension(headers) && request.method() == Method::OPTIONS {
        return Ok(());
    }
    let audience = audience(request.uri().path());
    check_token(&gate.trust, audience, headers)?;
    check_wire(gate, audience, headers)
}

fn audience(path: &str) -> Audience {
    match path {
        "/health" => Audience::Anybody,
        "/websocket" => Audience::WebSocket,
        "/pending-queries" | "/hello" | "/wake" => Audience::Extension,
        _ if path.starts_with("/results/") => Audience::Extension,
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

fn is_loopback(host: &str, port: u16) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.ends_with(']') => {
            if digits != port.to_string() {
                return false;
            }
            name
        }
        _ => host,
    };
    name == "127.0.0.1" || name == "[::1]" || name.eq_ignore_ascii_case("localhost")
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

fn is_extension(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let ours = origins
        .next()
        .is_some_and(|origin| origin.as_bytes() == extension_origin().as_bytes());
    ours && origins.next().is_none()
}

fn check_token(trust: &Trust, audience: Audience, headers: &HeaderMap) -> Result<(), Fault> {
    let expected = match audience {
        Audience::Anybody => return Ok(()),
        Audience::Agent => &trust.agent_token,
        Audience::Extension | Audience::WebSocket => &trust.extension_token,
    };
    let given = match audience {
        Audience::WebSocket => websocket_part(headers, "token."),
        _ => bearer(headers),
    };
    let right = given.is_some_and(|given| bool::from(given.as_bytes().ct_eq(expected.as_bytes())));
    if right {
        return Ok(());
    }
    let message = match given {
        None => "The request carries no token.",
        Some(_) => "The token is not the one for this endpoint.",
    };
    Err(Fault::new(Code::Unauthorized, message))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
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
        Audience::Anybody => return Ok(()),
        Audience::Agent if !headers.contains_key(WIRE_HEADER) => return Ok(()),
        Audience::Agent => "agent",
        Audience::Extension | Audience::WebSocket => "extension",
    };
    let number = given.and_then(|text| text.trim().parse().ok());
    let theirs: u32 = number.unwrap_or(0);
    if theirs == WIRE_VERSION {
        return Ok(());
    }
    if side == "extension" {
        gate.dispatch.turn_away(theirs);
    }
    Err(mismatch(side, theirs))
}

/// What the browser asks before the extension's own request, where site access is withheld. Source:
/// https://fetch.spec.whatwg.org/#cors-preflight-fetch,
/// https://wicg.github.io/local-network-access/
fn preflight() -> Response {
    let allowed = format!("authorization, content-type, {WIRE_HEADER}, {INSTANCE_HEADER}");
    let headers = [
        ("access-control-allow-methods", "GET, POST".to_owned()),
        ("access-control-allow-headers", allowed),
        ("access-control-allow-private-network", "true".to_owned()),
        ("access-control-allow-local-network", "true".to_owned()),
        ("access-control-max-age", "600".to_owned()),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
