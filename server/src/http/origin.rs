//! Which web origin a request comes from. Web pages can send requests to the loopback address, but
//! they cannot forge `Host`, `Origin` and `Sec-Fetch-Site`.

use super::page_keys::OPEN_HINT;
use axlens_local::server;
use axlens_protocol::{BROWSER_HEADER, Code, Fault, INSTANCE_HEADER, WIRE_HEADER};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// The extension's id, which the key in its manifest determines.
pub const EXTENSION_ID: &str = include_str!("../../../extension/ID").trim_ascii();

/// Header in which a browser says from which site a request comes.
const SITE: &str = "sec-fetch-site";

/// The extension's origin.
pub fn extension_origin() -> String {
    format!("chrome-extension://{EXTENSION_ID}")
}

/// Checks the target in a request's first line: a path, or an address with the same authority as
/// the header `Host`. A program between client and server may decide by either of the two.
///
/// # Errors
/// `method_not_allowed` for `CONNECT`; `bad_request` for `*`; `forbidden` for another authority or
/// scheme.
pub(super) fn check_target(method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
    if method == Method::CONNECT {
        let message = "The server is not a proxy: it does not take CONNECT.";
        return Err(Fault::new(Code::MethodNotAllowed, message));
    }
    if !uri.path().starts_with('/') {
        return Err(Fault::bad_request(
            "The target of a request must be a path.",
        ));
    }
    let Some(authority) = uri.authority() else {
        return Ok(());
    };
    let host = headers.get(header::HOST).map(|host| host.as_bytes());
    match host == Some(authority.as_str().as_bytes()) && uri.scheme_str() == Some("http") {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Forbidden,
            "The address in the request's first line differs from its Host.",
        )
        .hint("Send only the path in the first line.")),
    }
}

/// Rejects DNS rebinding: a page of another host whose name resolves to this machine still sends
/// its own name.
pub(super) fn check_host(headers: &HeaderMap, port: u16) -> Result<(), Fault> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let is_loopback = host.is_some_and(|host| is_loopback(host, port));
    if is_loopback && hosts.next().is_none() {
        return Ok(());
    }
    Err(Fault::new(
        Code::Forbidden,
        "The request's Host is not this computer's own address.",
    )
    .hint(format!("Send requests to http://127.0.0.1:{port}.")))
}

/// Like [`check_host`], for requests that a tunnel may forward from a port of another number.
/// `Host` has the number of that port then. The host is still only the number of this machine, so
/// that no rebound name is accepted, and a browser, which sends `Sec-Fetch-Site` or `Origin`, has
/// to use the right port.
pub(super) fn check_forwarded_host(headers: &HeaderMap, port: u16) -> Result<(), Fault> {
    let is_browser = headers.contains_key(header::ORIGIN) || headers.contains_key(SITE);
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let forwarded = host.and_then(|host| host.strip_prefix("127.0.0.1:"));
    // As a URL writes it, without a sign or zeros in front.
    let is_port = |digits: &str| {
        let port = digits.parse::<u16>();
        port.is_ok_and(|port| port.to_string() == digits)
    };
    match !is_browser && hosts.next().is_none() && forwarded.is_some_and(is_port) {
        true => Ok(()),
        false => check_host(headers, port),
    }
}

/// Only the number: a name, even `localhost`, can resolve to another address.
fn is_loopback(host: &str, port: u16) -> bool {
    host == "127.0.0.1" || host == format!("127.0.0.1:{port}")
}

/// Rejects web pages, which send an `Origin` or, for requests whose answer they cannot read, a
/// `Sec-Fetch-Site`.
pub(super) fn check(headers: &HeaderMap) -> Result<(), Fault> {
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
    let mut sites = headers.get_all(SITE).iter();
    match sites.all(|site| site == "none" || site == "same-origin") {
        true => Ok(()),
        false => Err(foreign()),
    }
}

/// The dashboard sends its own origin with every request of its script. No other page can.
pub(super) fn check_dashboard(headers: &HeaderMap, port: u16) -> Result<(), Fault> {
    let mut sites = headers.get_all(SITE).iter();
    match is_dashboard(headers, port) && sites.all(|site| site == "same-origin") {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Forbidden,
            "The request does not come from the dashboard.",
        )
        .hint(OPEN_HINT)),
    }
}

/// Whether the request has the dashboard's origin.
pub(super) fn is_dashboard(headers: &HeaderMap, port: u16) -> bool {
    has_origin(headers, &server::url(port))
}

/// Whether the request has the extension's origin.
pub(super) fn is_extension(headers: &HeaderMap) -> bool {
    has_origin(headers, &extension_origin())
}

/// Whether the request has exactly one `Origin`, with this value.
fn has_origin(headers: &HeaderMap, expected: &str) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_equal = origins
        .next()
        .is_some_and(|origin| origin.as_bytes() == expected.as_bytes());
    is_equal && origins.next().is_none()
}

/// The answer to the preflight request that the browser sends before a request of the extension if
/// site access is withheld. Source: <https://fetch.spec.whatwg.org/#cors-preflight-fetch>,
/// <https://wicg.github.io/local-network-access/>
pub(super) fn preflight() -> Response {
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
