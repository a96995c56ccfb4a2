//! Pages of public web component libraries. `cargo xtask test --full` installs the libraries
//! from the package registry.

use crate::agreement::comparison;
use axlens_harness::tab::text;
use axlens_harness::{components, on_chain};
use serde_json::json;

/// Opens the page of a library and asserts that it has these lines in the format `lean` (without
/// uids), no unexplained difference from Chromium's tree, and no password in any format.
fn assert_lines(library: &str, lines: &[&str]) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = components::open(chain, library).await?;
        let lean = text(&tab.observe(json!({"format": "lean"})).await?);
        let printed: Vec<&str> = lean.lines().map(without_uid).collect();
        for line in lines {
            assert!(printed.contains(line), "{line} in\n{lean}");
        }
        let unexplained = comparison::unexplained(&comparison::compare(&tab, library).await?);
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
#[ignore = "full: libraries"]
fn shoelace_elements_have_roles_names_and_states() -> anyhow::Result<()> {
    assert_lines(
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
#[ignore = "full: libraries"]
fn material_elements_have_what_a_script_can_read() -> anyhow::Result<()> {
    assert_lines(
        "material",
        &[
            "textbox \"Name\" required",
            "textbox \"Mail\" =\"ann@example.org\"",
            "textbox \"Password\" =\"[REDACTED]\"",
            "textbox \"Broken\" =\"x\" invalid",
            // The label names the form-associated element, but not the field in its shadow root.
            "clickable \"Terms\"",
            "checkbox checked",
            "checkbox \"Everything\" checked=mixed",
            // A script can't read roles that were set with `ElementInternals`, but the elements
            // are still interactive.
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
#[ignore = "full: libraries"]
fn spectrum_elements_have_roles_names_and_states() -> anyhow::Result<()> {
    assert_lines(
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
