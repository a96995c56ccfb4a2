//! The programs in `examples/` run with a real browser and print the expected lines.

use anyhow::Context;
use axlens_harness::{on_chain, shared};
use std::process::Command;

/// Runs an example on the dashboard and checks its output, which is equal in every language.
fn runs_on_the_dashboard(mut command: Command) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let handle = tab.handle().await?;
        let output = command
            .arg(handle.to_string())
            .env("AXLENS_STATE_DIR", chain.state_folder())
            .output()
            .with_context(|| format!("starting {command:?}"))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}\n{errors}");
        for expected in [
            &format!("\n{handle} Dashboard - MyApp http"),
            "\nSnapshot:\nnavigation \"Main Nav\"\n",
            " link \"Settings\"\n",
            "\nlocated: link Home at [",
            "\nexplained: role link from ",
            "name from ",
            "\nfault unknown_uid: Use a uid",
        ] {
            assert!(printed.contains(expected), "{expected:?} in\n{printed}");
        }
        assert!(!printed.contains("null"), "{printed}");
        Ok(())
    })
}

#[test]
fn the_curl_example_runs() -> anyhow::Result<()> {
    runs_on_the_dashboard(Command::new(
        shared::workspace().join("examples/observe.sh"),
    ))
}

#[test]
fn the_python_example_runs() -> anyhow::Result<()> {
    let mut command = Command::new("python3");
    command.arg(shared::workspace().join("examples/observe.py"));
    runs_on_the_dashboard(command)
}

#[test]
#[ignore = "full: client libraries"]
fn the_rust_example_runs() -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(shared::workspace()).args([
        "run",
        "--quiet",
        "--package",
        "axlens-example",
        "--",
    ]);
    runs_on_the_dashboard(command)
}
