//! A program with a valid token whose requests have an unusual target or head: what one program
//! between client and server reads must not differ from what the server reads.

use super::attempt;
use crate::attack::raw::send;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::ensure;

/// Name, description of the attack, the request, the statuses that refuse it.
type Attempt = (&'static str, &'static str, &'static str, &'static [u16]);

const ATTEMPTS: &[Attempt] = &[
    (
        "foreign_authority",
        "another host in the request's line, with a valid Host",
        "GET http://evil.example/tabs HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[403],
    ),
    (
        "authority_with_a_user",
        "a user name in front of the server's own address",
        "GET http://evil.example@{host}/tabs HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[400, 403],
    ),
    (
        "authority_with_two_hosts",
        "two hosts in the header, one of them in the request's line",
        "GET http://evil.example/tabs HTTP/1.1\nhost: evil.example\nhost: {host}\nauthorization: Bearer {token}\n",
        &[400, 403],
    ),
    (
        "foreign_authority_for_health",
        "another host in the request's line, without a token",
        "GET http://evil.example/health HTTP/1.1\nhost: {host}\n",
        &[403],
    ),
    (
        "connect",
        "CONNECT, as to a proxy",
        "CONNECT {host} HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[400, 403, 405],
    ),
    (
        "connect_elsewhere",
        "CONNECT to another host",
        "CONNECT evil.example:443 HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[400, 403, 405],
    ),
    (
        "asterisk_of_the_extension",
        "OPTIONS * with the extension's origin",
        "OPTIONS * HTTP/1.1\nhost: {host}\norigin: chrome-extension://{extension}\n",
        &[400],
    ),
    (
        "asterisk",
        "GET * with a token",
        "GET * HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[400, 404],
    ),
    (
        "trace",
        "TRACE, which would answer with the token",
        "TRACE /status HTTP/1.1\nhost: {host}\nauthorization: Bearer {token}\n",
        &[405],
    ),
    (
        "token_in_a_trailer",
        "the token behind the body",
        "POST /observe HTTP/1.1\nhost: {host}\ntransfer-encoding: chunked\ntrailer: authorization\n\n0\nauthorization: Bearer {token}\n\n",
        &[401],
    ),
    (
        "folded_header",
        "a token that continues in the next line",
        "GET /tabs HTTP/1.1\nhost: {host}\nauthorization: Bearer\n {token}\n",
        &[400, 401],
    ),
    (
        "space_before_colon",
        "a header name with a space",
        "GET /tabs HTTP/1.1\nhost: {host}\nauthorization : Bearer {token}\n",
        &[400, 401],
    ),
    (
        "host_with_a_list",
        "two hosts in one header",
        "GET /tabs HTTP/1.1\nhost: {host}, evil.example\nauthorization: Bearer {token}\n",
        &[400, 403],
    ),
    (
        "forwarded_host",
        "another host, and the right one as forwarded",
        "GET /tabs HTTP/1.1\nhost: evil.example\nx-forwarded-host: {host}\nforwarded: host={host}\nauthorization: Bearer {token}\n",
        &[403],
    ),
];

/// Runs them all, after a request with the server's own address in its line.
pub async fn attacks(report: &mut Report, target: &Target<'_>) {
    let own = "the server's own address in the request's line, for comparison";
    report
        .attack("own_authority", own, own_authority(target))
        .await;
    for (name, tried, request, expected) in ATTEMPTS {
        report
            .attack(name, tried, attempt(target, request, expected))
            .await;
    }
}

async fn own_authority(target: &Target<'_>) -> anyhow::Result<String> {
    let head = "GET http://{host}/tabs HTTP/1.1\nhost: {host}\nconnection: close\nauthorization: Bearer {token}\n\n";
    let answer = send(target.port, target.fill(head).as_bytes()).await?;
    ensure!(answer.statuses() == [200], "{}", answer.text());
    Ok("200".into())
}
