//! Another program on this machine. It can connect to the port and has neither token nor key, or
//! uses one of them at the wrong endpoint.

pub mod remote;
pub mod request_target;
pub mod status;

use crate::attack::raw::send;
use crate::attack::refusal::refusal;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::ensure;

/// Name, description of the attack, the request, the statuses that refuse it.
type Attempt = (&'static str, &'static str, &'static str, &'static [u16]);

/// Each with a control: [`control`] shows that the right request is answered.
const ATTEMPTS: &[Attempt] = &[
    (
        "no_token",
        "a request without a token",
        "GET /status HTTP/1.1\nhost: {host}\n",
        &[401],
    ),
    (
        "empty_token",
        "an empty token",
        "GET /status HTTP/1.1\nhost: {host}\nauthorization: Bearer \n",
        &[401],
    ),
    (
        "token_prefix",
        "the first half of the token",
        "GET /status HTTP/1.1\nhost: {host}\nauthorization: Bearer {half}\n",
        &[401],
    ),
    (
        "token_with_more",
        "the token with a digit more",
        "GET /status HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}0\n",
        &[401],
    ),
    (
        "token_in_the_address",
        "the token as a parameter",
        "GET /status?token={token}&access_token={token} HTTP/1.1\nhost: {host}\n",
        &[401],
    ),
    (
        "token_in_a_cookie",
        "the token as a cookie",
        "GET /status HTTP/1.1\nhost: {host}\ncookie: token={token}\n",
        &[401],
    ),
    (
        "two_tokens",
        "a wrong token and the right one",
        "GET /status HTTP/1.1\nhost: {host}\nauthorization: Bearer 0\nauthorization: Bearer {token}\n",
        &[400, 401],
    ),
    (
        "absolute_address",
        "an address with another host in the request's line",
        "GET http://evil.example/status HTTP/1.1\nhost: evil.example\nauthorization: Bearer {token}\n",
        &[400, 403],
    ),
    (
        "double_slash",
        "//status",
        "GET //status HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "upper_case",
        "/STATUS",
        "GET /STATUS HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "encoded_letters",
        "/%73tatus",
        "GET /%73tatus HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "encoded_slash",
        "/%2fstatus",
        "GET /%2fstatus HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "dots",
        "/health/../status",
        "GET /health/../status HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "encoded_dots",
        "/health/%2e%2e/status",
        "GET /health/%2e%2e/status HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "health_with_a_tail",
        "/health;/status",
        "GET /health;/status HTTP/1.1\nhost: {host}\n",
        &[401, 404],
    ),
    (
        "head_for_get",
        "HEAD without a token",
        "HEAD /status HTTP/1.1\nhost: {host}\n",
        &[401],
    ),
    (
        "put_for_get",
        "PUT without a token",
        "PUT /status HTTP/1.1\nhost: {host}\ncontent-length: 0\n",
        &[401],
    ),
    (
        "method_override",
        "POST that claims to be another method",
        "POST /health HTTP/1.1\nhost: {host}\nx-http-method-override: GET\nx-original-url: /status\ncontent-length: 0\n",
        &[405],
    ),
    (
        "polls_with_the_agents_token",
        "the extension's queries with an agent's token",
        "GET /pending-queries HTTP/1.1\nhost: {host}\n{worker}\nauthorization: Bearer {token}\n",
        &[401],
    ),
    (
        "websocket_with_the_key",
        "a WebSocket with the key as the proof",
        "GET /websocket HTTP/1.1\nhost: {host}\nconnection: upgrade, close\nupgrade: websocket\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\nsec-websocket-protocol: axlens.1, instance.attacker, browser.attacker, exchange.{key}, proof.{key}, nonce.{key}\n",
        &[401],
    ),
    (
        "stop_over_tcp",
        "the socket's /stop, over TCP",
        "POST /stop HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\ncontent-length: 0\n",
        &[403],
    ),
    (
        "smuggled_request",
        "a second request hidden by two lengths",
        "POST /observe HTTP/1.1\nhost: {host}\ncontent-length: 4\ntransfer-encoding: chunked\n\n0\n\nGET /tabs HTTP/1.1\nhost: {host}\n",
        &[400, 401],
    ),
    (
        "two_lengths",
        "two different lengths",
        "POST /observe HTTP/1.1\nhost: {host}\ncontent-length: 4\ncontent-length: 40\n\nGET /",
        &[400],
    ),
    (
        "unknown_encoding",
        "an encoding nobody knows",
        "POST /observe HTTP/1.1\nhost: {host}\ntransfer-encoding: xchunked\n\n0\n\n",
        &[400, 401],
    ),
    (
        "http_2",
        "HTTP/2 without asking",
        "PRI * HTTP/2.0\n\nSM\n\n",
        &[400],
    ),
    (
        "no_http",
        "bytes that are no HTTP",
        "\u{16}\u{3}\u{1}\u{2}\n\n",
        &[400],
    ),
];

/// Runs them all, after a request that shows that the right credentials are accepted.
pub async fn attacks(report: &mut Report, target: &Target<'_>) {
    let right = "the right token, for comparison";
    report.attack("control", right, control(target)).await;
    for (name, tried, request, expected) in ATTEMPTS {
        report
            .attack(name, tried, attempt(target, request, expected))
            .await;
    }
    let tried = "a body of 100 MB, with the token";
    report.attack("huge_body", tried, huge_body(target)).await;
}

async fn control(target: &Target<'_>) -> anyhow::Result<String> {
    let head =
        "GET /tabs HTTP/1.1\nhost: {host}\nconnection: close\nauthorization: Bearer {token}\n\n";
    let answer = send(target.port, target.fill(head).as_bytes()).await?;
    ensure!(answer.statuses() == [200], "{}", answer.text());
    Ok("200".into())
}

/// Sends a request, which must be refused with one of these statuses.
async fn attempt(target: &Target<'_>, request: &str, expected: &[u16]) -> anyhow::Result<String> {
    let answer = send(target.port, closing(target, request).as_bytes()).await?;
    refusal(target, &answer, expected)
}

/// The request, with `connection: close`.
fn closing(target: &Target, request: &str) -> String {
    let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
    let close = if head.contains("upgrade") {
        ""
    } else {
        "connection: close\n"
    };
    let whole = format!("{}\n{close}\n{body}", head.trim_end());
    target.fill(&whole)
}

async fn huge_body(target: &Target<'_>) -> anyhow::Result<String> {
    let head = "POST /observe HTTP/1.1\nhost: {host}\nconnection: close\nauthorization: Bearer {token}\ncontent-type: application/json\ncontent-length: 100000000\n\n";
    let mut bytes = target.fill(head).into_bytes();
    bytes.resize(bytes.len() + (1 << 20), b' ');
    let answer = send(target.port, &bytes).await?;
    refusal(target, &answer, &[413])
}
