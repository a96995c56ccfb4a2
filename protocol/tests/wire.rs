//! The wire as it was agreed: every recorded message is understood, and serialized again comes out
//! the same. The files under fixtures/wire are never regenerated to make a test pass.

use axlens_protocol::wire::{
    ExplainResult, Hello, InteractResult, ObserveResult, ProofAnswer, ProofRequest, Query, Reply,
    ScreenshotResult, TabsResult, TokenAnswer, TokenRequest, WebSocketProof,
};
use axlens_protocol::{EndpointFile, Fault};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::path::Path;

#[test]
fn queries() {
    for name in [
        "query-tabs",
        "query-ping",
        "query-observe",
        "query-observe-scope",
        "query-observe-only",
        "query-observe-have",
        "query-explain-selector",
        "query-explain-node",
        "query-screenshot",
        "query-screenshot-marks",
        "query-interact",
        "query-interact-consented",
    ] {
        same::<Query>(name);
    }
}

#[test]
fn results() {
    same::<Reply<TabsResult>>("result-tabs");
    same::<Reply<ObserveResult>>("result-observe");
    same::<Reply<ObserveResult>>("result-observe-blank");
    same::<Reply<ObserveResult>>("result-observe-change");
    same::<Reply<ObserveResult>>("result-fault");
    same::<Reply<ExplainResult<Value>>>("result-explain");
    same::<Reply<ScreenshotResult>>("result-screenshot");
    same::<Reply<ScreenshotResult>>("result-screenshot-marks");
    same::<Reply<InteractResult>>("result-interact");
    same::<Reply<InteractResult>>("result-interact-consented");
    same::<Reply<InteractResult>>("result-interact-audit");
    same::<Reply<InteractResult>>("result-fault-audit");
}

#[test]
fn the_rest() {
    same::<Fault>("fault");
    same::<Hello>("hello");
    same::<EndpointFile>("endpoint");
}

#[test]
fn proofs() {
    same::<ProofRequest>("proof-request");
    same::<ProofAnswer>("proof-answer");
    same::<TokenRequest>("token-request");
    same::<TokenAnswer>("token-answer");
    same::<WebSocketProof>("websocket-proof");
}

#[test]
fn an_endpoint_shows_no_token_to_a_log() {
    let endpoint: EndpointFile = read("endpoint");
    let shown = format!("{endpoint:?}");
    assert!(!shown.contains(&endpoint.agent_token) && !shown.contains(&endpoint.extension_key));
}

fn same<T: Serialize + DeserializeOwned>(name: &str) {
    let recorded: Value = read(name);
    let understood: T = read(name);
    let again = serde_json::to_value(&understood).expect("it can be serialized");
    assert_eq!(again, recorded, "{name}");
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/wire/{name}.json"));
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
