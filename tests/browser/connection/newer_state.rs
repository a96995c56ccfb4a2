//! A server whose state directory a newer version has used. It changes nothing that it does not
//! understand, and says what to update.

use anyhow::Context;
use axlens_harness::build::Build;
use axlens_harness::chain::local_server::start_server;
use axlens_harness::on_runtime;
use axlens_harness::process::Folder;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file that only this user can read.
fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().context("a folder")?)?;
    std::fs::write(&file, text)?;
    let mode = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(&file, mode).with_context(|| name.to_owned())
}

/// The files of a newer version, with their contents.
fn files_of_a_newer_version() -> Vec<(&'static str, String)> {
    let token = json!({"id": "0123456789abcdef", "name": "assistant", "hash": "argon2:…"});
    let tokens = json!({"format": 2, "agents": [token]});
    let entry = json!({"time": "2999-01-01T00:00:00.000Z", "kind": "unknown", "later": [1]});
    let uses = json!({"0123456789abcdef": 30_000_000});
    vec![
        ("tokens.json", tokens.to_string()),
        ("audit.1.jsonl", format!("{entry}\n")),
        ("last-uses.json", uses.to_string()),
        ("later.json", json!({"later": true}).to_string()),
        ("later/file", "later".to_owned()),
    ]
}

#[test]
fn an_older_server_keeps_the_files_of_a_newer_version_and_names_the_one_it_cannot_read()
-> anyhow::Result<()> {
    on_runtime(async || {
        let (folder, build) = (Folder::new()?, Build::of_workspace()?);
        let state = folder.state();
        // The first server creates the directory.
        let (server, _) = start_server(&build, &folder).await?;
        server.end();
        for (name, text) in files_of_a_newer_version() {
            write(&state, name, &text)?;
        }
        let (server, agent) = start_server(&build, &folder).await?;
        agent.status().await?;
        let named = agent.with_token(&format!("axl_{}", "0".repeat(64)));
        let refused = named.get("/status").await?;
        assert_eq!(refused.code()?, "unauthorized");
        let hint = refused.body["hint"].to_string();
        assert!(hint.contains("axlens doctor"), "{hint}");
        let run = |arguments: &[&str]| build.axlens(&folder).args(arguments).output();
        let output = run(&["token", "add", "another"])?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && error.contains("format 2"),
            "{error}"
        );
        let doctor = run(&["doctor", "--json"])?;
        let doctor: Value = serde_json::from_slice(&doctor.stdout)?;
        let links = doctor["links"].as_array().context("links")?;
        let tokens = links.iter().find(|link| link["name"] == "tokens");
        let says = tokens.context("a link")?["says"].to_string();
        assert!(says.contains("use the version that wrote it"), "{says}");
        // The last uses are written at the server's end.
        server.end();
        for (name, text) in files_of_a_newer_version() {
            let now = std::fs::read_to_string(state.join(name))?;
            match name {
                "last-uses.json" => assert!(now.contains("0123456789abcdef"), "{now}"),
                _ => assert_eq!(now, text, "{name}"),
            }
        }
        Ok(())
    })
}
