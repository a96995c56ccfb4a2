//! Requests that a browser lets a web page send, with the right token: even with a stolen token,
//! the checks of host and origin refuse them. They are sent without a browser, so that each header
//! is tried by itself.

use crate::attack::raw::send;
use crate::attack::refusal::refusal;
use crate::attack::report::Report;
use crate::attack::target::Target;
use axlens_harness::LocalServer;

/// Name, and the `Host` header.
const HOSTS: &[(&str, &str)] = &[
    ("host_localhost", "localhost:{port}"),
    ("host_of_a_rebound_name", "evil.example:{port}"),
    ("host_subdomain_of_localhost", "evil.localhost:{port}"),
    ("host_short", "127.1:{port}"),
    ("host_decimal", "2130706433:{port}"),
    ("host_hexadecimal", "0x7f000001:{port}"),
    ("host_ipv6", "[::1]:{port}"),
    ("host_any", "0.0.0.0:{port}"),
    ("host_with_a_tail", "127.0.0.1.evil.example:{port}"),
    ("host_with_user", "127.0.0.1@evil.example:{port}"),
    // A program may use a forwarded port of another number; a browser adds its own header.
    ("host_of_another_port", "127.0.0.1:1\nsec-fetch-site: none"),
];

/// Name, and a header of a page's request.
const HEADS: &[(&str, &str)] = &[
    ("origin_of_a_page", "origin: http://127.0.0.1:8000"),
    ("origin_of_the_server", "origin: http://{host}"),
    ("origin_null", "origin: null"),
    ("origin_empty", "origin: "),
    (
        "origin_of_another_extension",
        "origin: chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ),
    (
        "origin_with_a_tail",
        "origin: chrome-extension://{extension}.evil.example",
    ),
    (
        "two_origins",
        "origin: chrome-extension://{extension}\norigin: http://evil.example",
    ),
    ("cross_site", "sec-fetch-site: cross-site"),
    ("same_site", "sec-fetch-site: same-site"),
    (
        "two_sites",
        "sec-fetch-site: none\nsec-fetch-site: cross-site",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_, LocalServer>) {
    for (name, host) in HOSTS {
        let tried = target.fill(&format!("the host {host}, with the token"));
        let attempt = attempt(target, format!("host: {host}"));
        report.attack(name, &tried, attempt).await;
    }
    for (name, head) in HEADS {
        let tried = target.fill(&format!("{}, with the token", head.replace('\n', ", ")));
        let attempt = attempt(target, format!("host: {{host}}\n{head}"));
        report.attack(name, &tried, attempt).await;
    }
}

async fn attempt(target: &Target<'_, LocalServer>, heads: String) -> anyhow::Result<String> {
    let request = format!(
        "GET /tabs HTTP/1.1\n{heads}\nconnection: close\nauthorization: Bearer {{token}}\n\n"
    );
    let answer = send(target.port, target.fill(&request).as_bytes()).await?;
    refusal(target, &answer, &[403])
}
