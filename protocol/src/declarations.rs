//! Generates TypeScript declarations: of the wire (`extension/types/protocol.d.ts`) and of the
//! server's own page (`server/dashboard/types/dashboard.d.ts`). The tests check that the files are
//! current; `cargo xtask generate` writes them.

mod typescript;

use crate::agent::dashboard::{
    CodeRequest, DashboardState, KeyAnswer, StateRequest, TextAnswer, TextRequest,
};
use crate::agent::tabs::TabsAnswer;
use crate::model::Level;
use crate::model::action_table::{ACTIONS, ActionInfo, Executor, TargetKind};
use crate::{EndpointFile, Fault, wire};
#[cfg(feature = "schemas")]
use schemars::generate::SchemaSettings;
#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

#[test]
fn the_declarations_are_current() {
    let about = "Messages between server and extension.";
    let declarations = typescript::declarations(about, &wire_schema()) + &page_action_names();
    assert_current("extension/types/protocol.d.ts", &declarations);
    let about = "Messages between the server and its own page.";
    let declarations = typescript::declarations(about, &dashboard_schema());
    assert_current("server/dashboard/types/dashboard.d.ts", &declarations);
}

/// The names of the actions that the actor in the page executes, as TypeScript types.
fn page_action_names() -> String {
    let names_of = |takes: fn(&ActionInfo) -> bool| {
        let actions = ACTIONS
            .iter()
            .filter(|info| info.executor == Executor::Page);
        let names: Vec<String> = actions
            .filter(|info| takes(info))
            .map(|info| format!("\"{}\"", info.name))
            .collect();
        names.join(" | ")
    };
    let all = names_of(|_| true);
    let untargeted = names_of(|info| info.target == TargetKind::ElementOrPage);
    format!(
        "\n/** An action that the actor in the page executes. */\n\
         export type PageActionName = {all};\n\
         \n/** A page action that needs no element: it acts on the focused element, or on the page. */\n\
         export type UntargetedActionName = {untargeted};\n"
    )
}

/// Every type of a message on the wire, under `$defs`.
fn wire_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    add::<wire::Query>(&mut generator);
    add::<wire::Reply<wire::ObserveResult>>(&mut generator);
    add::<wire::InteractResult>(&mut generator);
    add::<wire::FieldsResult>(&mut generator);
    add::<wire::OutcomeResult>(&mut generator);
    add::<wire::TabsResult>(&mut generator);
    add::<wire::PingResult>(&mut generator);
    add::<wire::ElementAtResult>(&mut generator);
    add::<wire::ScreenshotResult>(&mut generator);
    add::<wire::ExplainResult<Value>>(&mut generator);
    add::<wire::InspectResult>(&mut generator);
    add::<wire::NetworkResult>(&mut generator);
    add::<wire::ErrorsResult>(&mut generator);
    add::<wire::PageToolsResult>(&mut generator);
    add::<wire::DownloadsResult>(&mut generator);
    add::<wire::PdfResult>(&mut generator);
    add::<wire::AskUserResult>(&mut generator);
    add::<wire::PinsResult>(&mut generator);
    add::<wire::ChangesResult>(&mut generator);
    add::<wire::ChromeTab>(&mut generator);
    add::<Level>(&mut generator);
    add::<Fault>(&mut generator);
    add::<wire::Hello>(&mut generator);
    add::<wire::AgentsAnswer>(&mut generator);
    add::<wire::RevokeRequest>(&mut generator);
    add::<wire::ProofRequest>(&mut generator);
    add::<wire::ProofAnswer>(&mut generator);
    add::<wire::TokenRequest>(&mut generator);
    add::<wire::TokenAnswer>(&mut generator);
    add::<wire::WebSocketProof>(&mut generator);
    add::<EndpointFile>(&mut generator);
    document(
        "The wire between the Axlens server, its extension and its native host",
        generator.take_definitions(true),
    )
}

/// Every type of a message between the server and its own page, under `$defs`.
fn dashboard_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    add::<CodeRequest>(&mut generator);
    add::<KeyAnswer>(&mut generator);
    add::<StateRequest>(&mut generator);
    add::<DashboardState>(&mut generator);
    add::<TabsAnswer>(&mut generator);
    add::<TextRequest>(&mut generator);
    add::<TextAnswer>(&mut generator);
    add::<Fault>(&mut generator);
    document("The server's own page", generator.take_definitions(true))
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    let _: Schema = generator.subschema_for::<T>();
}

fn document(title: &str, definitions: Map<String, Value>) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "$defs": definitions,
    })
}

/// Asserts that the part of a file between `<!-- generated NAME: begin -->` and its end is current.
pub(crate) fn assert_part_current(path: &str, name: &str, text: &str) {
    let file = std::fs::read_to_string(root().join(path)).expect(path);
    let begin = format!("<!-- generated {name}: begin -->\n");
    let end = format!("<!-- generated {name}: end -->\n");
    let (before, rest) = file.split_once(&begin).expect("the file has the mark");
    let (_, after) = rest.split_once(&end).expect("the part has an end");
    assert_current(path, &format!("{before}{begin}{text}{end}{after}"));
}

pub(crate) fn assert_current(path: &str, text: &str) {
    let file = root().join(path);
    if std::env::var_os("AXLENS_UPDATE").is_some() {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).expect("the folder can be created");
        }
        std::fs::write(&file, text).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == text,
        "{path} is out of date: `cargo xtask generate` writes it"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
