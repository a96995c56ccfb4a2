//! The examples for agent frameworks, with scripted models.

use crate::client_libraries::python::{paths, source};
use crate::client_libraries::run;
use axlens_harness::{Chain, Kind, on_runtime, shared};
use std::process::Command;

#[test]
#[ignore = "full: frameworks for agents"]
fn each_framework_fills_a_form_and_gets_faults_as_text() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        for (packages, tests) in shared::agent_frameworks()?.into_iter().zip([11, 3]) {
            let mut pytest = Command::new("python3");
            pytest
                .current_dir(shared::workspace().join("examples/agents"))
                .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
                .env("PYTHONPATH", paths(&[source(), packages.join("python")])?)
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .env("AXLENS", shared::build()?.join("bin/axlens"))
                .env("AXLENS_STATE_DIR", chain.state_folder());
            let printed = tokio::task::spawn_blocking(move || run(&mut pytest)).await??;
            // None is left out because its framework is missing.
            assert!(printed.contains(&format!("{tests} passed")), "{printed}");
        }
        Ok(())
    })
}
