//! The `axlens` command line with a real browser.

use anyhow::Context;
use axlens_harness::{Chain, Tab, on_chain};
use serde_json::Value;

/// Runs `axlens`. Returns exit code, stdout and stderr.
fn axlens(chain: &Chain, arguments: &[&str]) -> anyhow::Result<(i32, String, String)> {
    let output = chain.run(arguments)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().context("an exit code")?;
    Ok((code, text(&output.stdout), text(&output.stderr)))
}

async fn handle(tab: &Tab) -> anyhow::Result<String> {
    Ok(tab.handle().await?.to_string())
}

#[test]
fn snapshot_prints_the_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let tab = handle(&tab).await?;
        let (code, out, err) = axlens(chain, &["snapshot", "--tab", &tab])?;
        assert_eq!(code, 0, "{err}");
        assert!(
            out.contains("Recent Activity") && out.contains("Active users: 1,234"),
            "{out}"
        );
        let (_, interactive, _) = axlens(chain, &["snapshot", "--tab", &tab, "--interactive"])?;
        assert!(
            interactive.contains("Settings") && !interactive.contains("Active users"),
            "{interactive}"
        );
        let (_, scoped, _) = axlens(chain, &["snapshot", "--tab", &tab, "--scope", "nav"])?;
        assert!(
            scoped.contains("Settings") && !scoped.contains("Recent Activity"),
            "{scoped}"
        );
        let (_, json, _) = axlens(chain, &["snapshot", "--tab", &tab, "--json"])?;
        let answer: Value = serde_json::from_str(&json)?;
        assert_eq!(answer["pageTitle"], "Dashboard - MyApp");
        Ok(())
    })
}

#[test]
fn tabs_status_and_doctor_print_the_state() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        let (code, out, _) = axlens(chain, &["tabs"])?;
        assert!(code == 0 && out.contains("Plain page"), "{out}");
        let (code, out, _) = axlens(chain, &["status"])?;
        assert!(code == 0 && out.contains("connected"), "{out}");
        let (_, out, _) = axlens(chain, &["status", "--json"])?;
        assert_eq!(
            serde_json::from_str::<Value>(&out)?["extension"]["connected"],
            true
        );
        let (code, out, err) = axlens(chain, &["doctor"])?;
        assert!(out.lines().count() >= 4, "code {code}: {out}{err}");
        // A page in front that no extension can read is a note: every part works.
        let version = chain.open_url("chrome://version/").await?;
        version.activate().await?;
        let (code, out, err) = axlens(chain, &["doctor"])?;
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains("ok       page"), "{out}");
        assert!(!out.contains("readable"), "{out}");
        Ok(())
    })
}

#[test]
fn the_exit_code_names_the_kind_of_failure() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (code, out, err) = axlens(chain, &["snapshot", "--tab", "999999"])?;
        assert!(
            code == 1 && out.is_empty() && err.contains("tab"),
            "{code} {out} {err}"
        );
        assert_eq!(axlens(chain, &["snapshot", "--nonsense"])?.0, 2);
        let (code, _, err) = axlens(chain, &["observe"])?;
        assert!(code == 2 && err.contains("axlens snapshot"), "{err}");
        let (code, _, err) = axlens(chain, &["navigate", "example.org/a"])?;
        assert!(code == 1 && err.contains("https://example.org/a"), "{err}");
        assert_eq!(axlens(chain, &["--help"])?.0, 0);
        let empty = chain.folder.path().join("empty");
        let (code, _, err) = axlens(
            chain,
            &["--state-dir", &empty.display().to_string(), "status"],
        )?;
        assert!(code == 3 && !err.is_empty(), "{code} {err}");
        Ok(())
    })
}

#[test]
fn do_executes_commands_in_one_call_up_to_the_first_fault() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let tab = handle(&tab).await?;
        let commands = ["get title", "find --role h1", "press Tab Tab", "get url"];
        let arguments = [&["do", "--tab", &tab][..], &commands].concat();
        let (code, out, err) = axlens(chain, &arguments)?;
        assert_eq!(code, 0, "{out}{err}");
        for start in ["1 \"Plain page\"", "2 ...(1 match", "3 ", "4 "] {
            assert!(
                out.lines().any(|line| line.starts_with(start)),
                "{start}: {out}"
            );
        }
        let commands = [
            "get title",
            "wait text 'no such text' --timeout 200",
            "press Tab",
        ];
        let arguments = [&["do", "--tab", &tab][..], &commands].concat();
        let (code, out, _) = axlens(chain, &arguments)?;
        assert!(
            code == 1 && out.contains("2 not_yet:") && out.contains("1 step was not executed"),
            "{code} {out}"
        );
        assert!(
            out.contains("`axlens snapshot`") && !out.contains("/observe"),
            "{out}"
        );
        let (code, _, err) = axlens(chain, &["do", "get title", "chek 7"])?;
        assert!(code == 2 && err.contains("command 2"), "{code} {err}");
        Ok(())
    })
}
