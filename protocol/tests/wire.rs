//! The format of the wire: every message of fixtures/wire deserializes, and serializes to the same
//! JSON. A change of these files needs another wire version once one was released.

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
        assert_round_trip::<Query>(name);
    }
}

#[test]
fn results() {
    assert_round_trip::<Reply<TabsResult>>("result-tabs");
    assert_round_trip::<Reply<ObserveResult>>("result-observe");
    assert_round_trip::<Reply<ObserveResult>>("result-observe-blank");
    assert_round_trip::<Reply<ObserveResult>>("result-observe-change");
    assert_round_trip::<Reply<ObserveResult>>("result-fault");
    assert_round_trip::<Reply<ExplainResult<Value>>>("result-explain");
    assert_round_trip::<Reply<ScreenshotResult>>("result-screenshot");
    assert_round_trip::<Reply<ScreenshotResult>>("result-screenshot-marks");
    assert_round_trip::<Reply<InteractResult>>("result-interact");
    assert_round_trip::<Reply<InteractResult>>("result-interact-consented");
    assert_round_trip::<Reply<InteractResult>>("result-interact-audit");
    assert_round_trip::<Reply<InteractResult>>("result-fault-audit");
}

#[test]
fn other_messages() {
    assert_round_trip::<Fault>("fault");
    assert_round_trip::<Hello>("hello");
    assert_round_trip::<EndpointFile>("endpoint");
}

#[test]
fn proofs() {
    assert_round_trip::<ProofRequest>("proof-request");
    assert_round_trip::<ProofAnswer>("proof-answer");
    assert_round_trip::<TokenRequest>("token-request");
    assert_round_trip::<TokenAnswer>("token-answer");
    assert_round_trip::<WebSocketProof>("websocket-proof");
}

#[test]
fn the_debug_output_of_an_endpoint_file_has_no_secrets() {
    let endpoint: EndpointFile = read("endpoint");
    let output = format!("{endpoint:?}");
    assert!(!output.contains(&endpoint.agent_token) && !output.contains(&endpoint.extension_key));
}

fn assert_round_trip<T: Serialize + DeserializeOwned>(name: &str) {
    let recorded: Value = read(name);
    let message: T = read(name);
    let serialized = serde_json::to_value(&message).expect("it can be serialized");
    assert_eq!(serialized, recorded, "{name}");
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/wire/{name}.json"));
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
