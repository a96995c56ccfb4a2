//! An extension of another version than server and native host. The agent and the user learn which
//! part to update.

use axlens_harness::Chain;
use axlens_harness::build::{Attendance, replace_in};
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_protocol::WIRE_VERSION;
use serde_json::{Value, json};

/// A chain whose extension has another wire version, and the first fault for an agent.
async fn chain_of_wire(wire: u32) -> anyhow::Result<(Chain, Value)> {
    let chain = Chain::start_without_host_by(|extension| {
        let file = "worker/connection/server-requests.js";
        let (old, new) = (format!("WIRE = {WIRE_VERSION};"), format!("WIRE = {wire};"));
        replace_in(extension, file, &old, &new)
    })
    .await?;
    let (build, folder) = (&chain.build, &chain.folder);
    build.register_host(folder, "profile", Attendance::Unattended)?;
    let fault = until("the fault for the agent", || async {
        let reply = chain.agent.observe(json!({})).await?;
        let is_known = reply.code()? != "extension_disconnected";
        Ok(is_known.then_some(reply.body))
    });
    let fault = fault.await?;
    Ok((chain, fault))
}

/// Asserts that agent, command line and extension name the part to update.
async fn assert_reported(wire: u32, part: &str) -> anyhow::Result<()> {
    let (chain, fault) = chain_of_wire(wire).await?;
    assert_eq!(fault["error"], "version_mismatch", "{fault}");
    let update = format!("Update the {part}");
    assert!(fault["hint"].to_string().contains(&update), "{fault}");
    for command in ["status", "doctor"] {
        let output = chain.run(&[command])?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains(&update), "{command}: {printed}");
    }
    assert!(!chain.run(&["doctor"])?.status.success());
    let options = chain.own_page("options").await?;
    let shows = format!("document.body.innerText.includes({})", json!(update));
    options.wait_for(&shows).await?;
    let popup = chain.own_page("popup").await?;
    popup
        .wait_for("document.body.innerText.includes('versions do not match')")
        .await
}

#[test]
fn with_an_older_extension_the_extension_is_to_be_updated() -> anyhow::Result<()> {
    on_runtime(async || assert_reported(WIRE_VERSION - 1, "extension").await)
}

#[test]
fn with_a_newer_extension_the_server_is_to_be_updated() -> anyhow::Result<()> {
    on_runtime(async || assert_reported(WIRE_VERSION + 1, "server").await)
}

/// The version number of the extension alone does not matter.
#[test]
fn an_extension_of_an_earlier_release_with_the_same_wire_version_works() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host_by(|extension| {
            let path = extension.join("manifest.json");
            let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
            manifest["version"] = json!("0.0.1");
            Ok(std::fs::write(path, manifest.to_string())?)
        })
        .await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        assert!(tab.tree().await?.contains("Recent Activity"));
        let status = chain.agent.status().await?;
        assert_eq!(status["extension"]["version"], "0.0.1");
        Ok(())
    })
}
