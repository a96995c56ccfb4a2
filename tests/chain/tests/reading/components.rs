//! Pages of public web component libraries, as an agent reads them. The libraries come from the
//! package registry: these tests run where `cargo xtask test chain` could install them, and count
//! as skipped elsewhere.

use axlens_harness::tab::text;
use axlens_harness::{components, on_chain};
use axlens_tests_chain::agreement;
use serde_json::json;

/// Opens the page of a library and looks for these lines of `lean`, uids left out; and for
/// differences from Chromium's tree that nothing explains. Nothing of a password may be anywhere.
fn reads(library: &str, lines: &[&str]) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = components::open(chain, library).await?;
        let lean = text(&tab.observe(json!({"format": "lean"})).await?);
        let printed: Vec<&str> = lean.lines().map(without_uid).collect();
        for line in lines {
            assert!(printed.contains(line), "{line} in\n{lean}");
        }
        let unexplained = agreement::unexplained(&agreement::compare(&tab, library).await?);
        assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
        for format in ["outline", "lean", "numbered", "refs", "tabs"] {
            let answer = tab.observe(json!({"format": format})).await?;
            assert!(!answer.to_string().contains("hunter2"), "{format}");
        }
        tab.close().await
    })
}

fn without_uid(line: &str) -> &str {
    let line = line.trim_start();
    match line.split_once(' ') {
        Some((uid, rest)) if uid.parse::<u32>().is_ok() => rest,
        _ => line,
    }
}

#[test]
#[ignore = "needs the component libraries: `cargo xtask test chain` installs them"]
fn shoelace_reads_like_plain_html() -> anyhow::Result<()> {
    reads(
        "shoelace",
        &[
            "navigation \"Where you are\"",
            "link \"Shop\"",
            "textbox \"Name\" required",
            "textbox \"Password\" =\"[REDACTED]\"",
            "spinbutton \"Count\" =\"2\" min=1 max=9",
            "radio \"Small\" checked",
            "checkbox \"All extras\" checked=mixed",
            "switch \"Notify me\" checked",
            "slider \"Sweetness\" =\"4\" min=0 max=10",
            "button \"Order now\"",
            "link \"Help page\"",
            "button \"Not yet\" disabled",
            "menuitemcheckbox \"Bold\" checked",
            "tab \"Third\" disabled",
            "treeitem \"Fruit\" expanded",
            "treeitem \"Apple\" selected",
            "button \"Returns\" expanded",
        ],
    )
}

#[test]
#[ignore = "needs the component libraries: `cargo xtask test chain` installs them"]
fn material_reads_as_far_as_a_script_can_see() -> anyhow::Result<()> {
    reads(
        "material",
        &[
            "textbox \"Name\" required",
            "textbox \"Mail\" =\"ann@example.org\"",
            "textbox \"Password\" =\"[REDACTED]\"",
            "textbox \"Broken\" =\"x\" invalid",
            // A form-associated element has its name from its label; the field in its root has none
            // of its own.
            "clickable \"Terms\"",
            "checkbox checked",
            "checkbox \"Everything\" checked=mixed",
            // Roles given through `ElementInternals` can't be seen; the elements can be acted on
            // all the same.
            "clickable \"Free\"",
            "focusable \"Videos\"",
            "slider \"Price start\" =\"20\" min=0 max=100 valuetext=\"20\"",
            "button \"Save\"",
            "link \"Back\"",
            "button \"Not bold\" pressed",
            "button \"Button item Second line\"",
            "link \"Link item\"",
            "progressbar \"Upload\" =\"0.4\" min=0 max=1",
        ],
    )
}

#[test]
#[ignore = "needs the component libraries: `cargo xtask test chain` installs them"]
fn spectrum_reads_like_plain_html() -> anyhow::Result<()> {
    reads(
        "spectrum",
        &[
            "navigation \"Sections\"",
            "textbox \"Title\" required invalid",
            "textbox \"Password\" =\"[REDACTED]\"",
            "searchbox \"Search the project\" placeholder=\"Words\"",
            "option \"Kilogram\" selected",
            "option \"Ton\" disabled",
            "checkbox \"Everything\" checked=mixed",
            "switch \"Notify\" checked",
            "radio \"Small\" checked",
            "button \"Bold\" pressed",
            "tab \"One\" selected",
            "tabpanel \"One\"",
            "button \"Shipping\" expanded",
            "columnheader \"Name\" sort=ascending",
            "row \"Ann Ann 1\" selected",
            "checkbox \"Select All\" checked=mixed",
        ],
    )
}
