//! The description of the API: a linter accepts it, and the server answers generated requests as it
//! says, with no undocumented status or field.

use anyhow::{Context, ensure};
use axlens_harness::{on_chain, shared};
use serde_json::Value;
use std::process::{Command, Output};

/// Generated requests for each endpoint.
const EXAMPLES: &str = "12";
/// Generated requests depend on it.
const SEED: &str = "1";
/// Operations that close tabs of other tests, load addresses outside of this machine, or wait.
const EXCLUDED: [&str; 3] = ["closeTab", "navigateTab", "openTab"];

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_linter_accepts_the_document() -> anyhow::Result<()> {
    let checkers = shared::api_checkers()?;
    let output = Command::new(checkers.join("node_modules/.bin/redocly"))
        .args(["lint", "--config", "redocly.yaml"])
        .arg(shared::workspace().join("docs/openapi.json"))
        .current_dir(&checkers)
        .env("REDOCLY_TELEMETRY", "off")
        .output()?;
    let text = printed(&output);
    ensure!(
        output.status.success() && !text.contains("warning"),
        "{text}"
    );
    Ok(())
}

#[test]
fn the_server_answers_as_the_document_says() -> anyhow::Result<()> {
    on_chain(async |chain| {
        // Requests without a tab are about the one in front.
        let _tab = chain.open_fixture("dashboard.html").await?;
        let checkers = shared::api_checkers()?;
        let endpoint = chain.state_folder().join("endpoint.json");
        let endpoint: Value = serde_json::from_str(&std::fs::read_to_string(endpoint)?)?;
        let field = |name: &str| endpoint[name].as_str().context("a text").map(str::to_owned);
        let mut command = Command::new("python3");
        command.args([
            "-m",
            "schemathesis",
            "--config-file",
            "schemathesis.toml",
            "run",
        ]);
        command.arg(shared::workspace().join("docs/openapi.json"));
        command.args([
            "--url",
            &field("url")?,
            "--max-examples",
            EXAMPLES,
            "--seed",
            SEED,
        ]);
        command.args(["--phases", "examples,fuzzing", "--no-color"]);
        for operation in EXCLUDED {
            command.args(["--exclude-operation-id", operation]);
        }
        command.current_dir(&checkers);
        command.env("PYTHONPATH", checkers.join("python"));
        command.env("AXLENS_TOKEN", field("agent_token")?);
        let output = tokio::task::spawn_blocking(move || command.output()).await??;
        ensure!(output.status.success(), "{}", printed(&output));
        Ok(())
    })
}
