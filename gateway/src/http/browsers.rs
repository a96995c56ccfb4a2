//! `GET /browsers`: the browsers of all connected edges that an agent can use; and the names by
//! which it can address browsers, in this and other answers.

use super::Gateway;
use super::admission::{AdmittedRequest, connected_edges, remote_agent};
use crate::exchange::{Answer, EdgeAddress, Forwarded};
use axlens_protocol::Fault;
use axlens_protocol::agent::browsers::{
    BrowserStatus, BrowsersAnswer, EndLeaseAnswer, LeaseAnswer,
};
use axlens_protocol::agent::tabs::TabsAnswer;
use axlens_protocol::agent::write_json;
use axlens_server::http::json::JSON;
use axum::body::Bytes;
use axum::http::StatusCode;
use futures_util::{StreamExt, stream};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long the edges have time to list their browsers. Slower ones are omitted.
const LIMIT: Duration = Duration::from_secs(3);

/// Maximum number of edges that are asked at the same time.
const AT_ONCE: usize = 32;

/// Maximum number of browsers of an edge.
const MAX_BROWSERS: usize = 64;

/// Maximum size of an edge's list, in bytes. An edge with a larger one is omitted.
const MAX_LIST: usize = 256 * 1024;

/// Maximum length of a browser's name and id, in characters.
const MAX_NAME: usize = 80;

/// The browsers that an agent can use.
pub async fn browsers(gateway: &Gateway, admitted: &AdmittedRequest) -> Result<Answer, Fault> {
    let edges = connected_edges(gateway, &admitted.agent).await;
    let lists = stream::iter(edges).map(|edge| browsers_of(gateway, admitted, edge));
    let lists: Vec<Vec<BrowserStatus>> = lists.buffered(AT_ONCE).collect().await;
    let answer = BrowsersAnswer {
        browsers: lists.into_iter().flatten().collect(),
    };
    let mut json = Vec::new();
    // Every answer can be represented in JSON.
    let _ = write_json(&answer, &mut json);
    Ok(Answer {
        status: StatusCode::OK.as_u16(),
        content_type: JSON.to_owned(),
        body: json.into(),
        _memory: None,
    })
}

/// The browsers of an edge; none if it does not answer in time.
async fn browsers_of(
    gateway: &Gateway,
    admitted: &AdmittedRequest,
    edge: String,
) -> Vec<BrowserStatus> {
    let agent = &admitted.agent;
    let Some(address) = EdgeAddress::in_tenant_of(&agent.token, &edge) else {
        return Vec::new();
    };
    let request = Forwarded {
        agent: remote_agent(agent),
        deadline: admitted.deadline.min(Instant::now() + LIMIT),
        method: "GET".to_owned(),
        path: super::BROWSERS.to_owned(),
        headers: BTreeMap::new(),
        body: Bytes::new(),
        is_read: true,
    };
    let answer = gateway.route.send(&address, request).await.ok();
    let is_list = |answer: &Answer| answer.status == 200 && answer.body.len() <= MAX_LIST;
    let answer = answer.filter(is_list);
    let list = answer.and_then(|answer| serde_json::from_slice(&answer.body).ok());
    let BrowsersAnswer { browsers } = list.unwrap_or_default();
    let browsers = browsers.into_iter().take(MAX_BROWSERS);
    browsers.map(|browser| addressed(&edge, browser)).collect()
}

/// The answer of an edge, with the names and ids by which an agent can address the browsers in it:
/// of a lease, of its end, of tabs. A fault is not changed.
pub fn addressed_answer(endpoint: &str, edge: &str, answer: Answer) -> Answer {
    match endpoint {
        super::BROWSERS => changed(answer, |lease: &mut LeaseAnswer| {
            prefix(edge, [&mut lease.id, &mut lease.name]);
        }),
        super::BROWSER => changed(answer, |ended: &mut EndLeaseAnswer| {
            prefix(edge, [&mut ended.id, &mut ended.name]);
        }),
        super::TABS => changed(answer, |listed: &mut TabsAnswer| {
            prefix(edge, listed.tabs.iter_mut().map(|tab| &mut tab.browser));
            prefix(edge, listed.missing.iter_mut().map(|one| &mut one.browser));
        }),
        _ => answer,
    }
}

/// Puts the name of the edge in front of names and ids at it.
fn prefix<'a>(edge: &str, names: impl IntoIterator<Item = &'a mut String>) {
    for name in names {
        *name = within(edge, name);
    }
}

/// The answer after a change of its value. Any other answer is not changed.
fn changed<T: DeserializeOwned + Serialize>(answer: Answer, change: impl FnOnce(&mut T)) -> Answer {
    let Ok(mut value) = serde_json::from_slice::<T>(&answer.body) else {
        return answer;
    };
    change(&mut value);
    let mut json = Vec::new();
    // Every answer can be represented in JSON.
    let _ = write_json(&value, &mut json);
    Answer {
        body: json.into(),
        ..answer
    }
}

/// A name or an id at an edge, bounded.
fn within(edge: &str, text: &str) -> String {
    let visible = text.chars().filter(|each| !each.is_control());
    let short: String = visible.take(MAX_NAME).collect();
    format!("{edge}/{short}")
}

/// A browser with the name and the id by which an agent can address it, and without what the edge
/// shows only to its user.
fn addressed(edge: &str, browser: BrowserStatus) -> BrowserStatus {
    BrowserStatus {
        name: within(edge, &browser.name),
        id: within(edge, &browser.id),
        lease_seconds: browser.lease_seconds,
        version: browser
            .version
            .map(|version| version.chars().take(MAX_NAME).collect()),
        connected: browser.connected,
        paused: browser.paused,
        ready: browser.ready,
        unattended: browser.unattended,
        ..BrowserStatus::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_has_its_edge_in_name_and_id_and_is_bounded() {
        let browser = BrowserStatus {
            name: format!("Chrome\n{}", "x".repeat(500)),
            id: "1".to_owned(),
            instance: Some("worker".to_owned()),
            connected: true,
            ..BrowserStatus::default()
        };
        let listed = addressed("laptop", browser);
        assert!(listed.name.starts_with("laptop/Chromex") && listed.name.len() < 100);
        assert_eq!(listed.id, "laptop/1");
        assert_eq!(listed.instance, None);
        assert!(listed.connected);
    }
}
