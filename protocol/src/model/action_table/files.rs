//! Generates files from the table of actions. The tests check that they are current;
//! `cargo xtask generate` writes them.

use super::*;
use crate::declarations::{assert_current, assert_part_current};
use std::fmt::Write as _;

#[test]
fn the_extensions_table_of_actions_is_current() {
    assert_current("extension/shared/actions.js", &script());
}

#[test]
fn the_extensions_table_of_reached_sites_is_current() {
    assert_current("extension/shared/reached-sites.js", &sites_script());
}

#[test]
fn the_documented_table_of_actions_is_current() {
    assert_part_current("docs/acting.md", "actions", &document());
}

#[test]
fn the_documented_table_of_reached_sites_is_current() {
    assert_part_current("docs/policy.md", "sites", &sites_document());
}

/// A JavaScript set of action names: the set's name, comment and condition.
type NameSet = (&'static str, &'static str, fn(&ActionInfo) -> bool);

const SETS: [NameSet; 8] = [
    (
        "ELEMENT_ACTIONS",
        "Actions on an element, or on the focused element.",
        |info| info.target != TargetKind::Tab,
    ),
    ("TAB_ACTIONS", "Actions on a tab.", |info| {
        info.target == TargetKind::Tab
    }),
    (
        "ACTIONS_WITHOUT_ELEMENT",
        "Actions that do not need an element: they use the focused element, or the page.",
        |info| info.target == TargetKind::ElementOrPage,
    ),
    (
        "ACTIONS_THAT_MAY_COMMIT",
        "Actions that submit a form or leave the page, depending on the element.",
        |info| info.consequence == Consequence::DependsOnElement,
    ),
    (
        "ACTIONS_THAT_SUBMIT",
        "Actions that count as submitting a form.",
        |info| info.consequence == Consequence::Submit,
    ),
    (
        "ACTIONS_THAT_UPLOAD",
        "Actions that send files to the page.",
        |info| info.consequence == Consequence::Upload,
    ),
    (
        "ACTIONS_THAT_LEAVE",
        "Actions that load another page in the tab.",
        |info| info.consequence == Consequence::Leave,
    ),
    (
        "ACTIONS_WITH_LONG_WATCH",
        "Actions after which the page is watched longer: their handlers often send a request first.",
        |info| info.watch == WatchTime::Long,
    ),
];

fn script() -> String {
    let mut text = "//! Generated from protocol/src/model/action_table.rs by its tests; change it there. The names of\n//! the actions, by their properties.\n".to_owned();
    for (name, comment, holds) in SETS {
        let names = ACTIONS.iter().filter(|info| holds(info));
        let names: Vec<String> = names.map(|info| format!("'{}'", info.name)).collect();
        let declaration = declaration(name, &names);
        let _ = write!(
            text,
            "\n/** {comment}\n * @type {{ReadonlySet<string>}} */\n{declaration}\n"
        );
    }
    text
}

/// The map of the sites that each action reaches.
fn sites_script() -> String {
    let mut text = "//! Generated from protocol/src/model/action_table.rs by its tests; change it there.\n\n/** @typedef {'document' | 'tab' | 'target' | 'destination'} SiteRole */\n\n/** The sites that each action reaches: of the element's document, of the tab's page, of other tabs\n * and frames by name, and of the page to load.\n * @type {ReadonlyMap<string, readonly SiteRole[]>} */\nexport const REACHED_SITES = new Map([\n".to_owned();
    for info in ACTIONS {
        let roles = info.sites().iter();
        let roles: Vec<String> = roles.map(|site| format!("'{}'", site.as_str())).collect();
        let _ = writeln!(text, "  ['{}', [{}]],", info.name, roles.join(", "));
    }
    text + "]);\n"
}

/// A set's declaration, formatted like Prettier: on one line if that has at most 100 columns.
fn declaration(name: &str, names: &[String]) -> String {
    let line = format!("export const {name} = new Set([{}]);", names.join(", "));
    match line.len() <= 100 {
        true => line,
        false => format!(
            "export const {name} = new Set([\n  {},\n]);",
            names.join(",\n  ")
        ),
    }
}

/// The rows of the table; adjacent actions that differ only in their names share one.
fn document() -> String {
    let mut text = "| action | arguments | target |\n|---|---|---|\n".to_owned();
    let is_alike = |a: &&&ActionInfo, b: &&&ActionInfo| {
        (a.arguments_doc, a.target_doc) == (b.arguments_doc, b.target_doc)
    };
    for alike in ACTIONS.chunk_by(|a, b| is_alike(&a, &b)) {
        let names: Vec<String> = alike
            .iter()
            .map(|info| format!("`{}`", info.name))
            .collect();
        let (arguments, target) = (alike[0].arguments_doc, alike[0].target_doc);
        let arguments = match arguments.is_empty() {
            true => String::new(),
            false => format!("{arguments} "),
        };
        let _ = writeln!(text, "| {} | {arguments}| {target} |", names.join(", "));
    }
    text
}

/// The rows of the table of reached sites; actions that reach the same sites share one.
fn sites_document() -> String {
    let mut text = "| action | document | tab | target | destination | with `confirm`, asks each time |\n|---|---|---|---|---|---|\n".to_owned();
    let facts = |info: &ActionInfo| (info.sites(), info.consequence);
    let mut rows: Vec<(&ActionInfo, Vec<String>)> = Vec::new();
    for info in ACTIONS {
        let name = format!("`{}`", info.name);
        match rows.iter_mut().find(|row| facts(row.0) == facts(info)) {
            Some((_, names)) => names.push(name),
            None => rows.push((info, vec![name])),
        }
    }
    for (info, names) in rows {
        let mark = |site| {
            if info.sites().contains(&site) {
                "✓"
            } else {
                ""
            }
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            names.join(", "),
            mark(ReachedSite::Document),
            mark(ReachedSite::Tab),
            mark(ReachedSite::Target),
            mark(ReachedSite::Destination),
            confirmed(info.consequence)
        );
    }
    text.replace("|  |", "| |").replace("|  |", "| |")
}

/// When an action requires consent on a site with the setting `confirm`.
fn confirmed(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::None | Consequence::Open => "never",
        Consequence::DependsOnElement => "if it submits a form or leads to another site",
        Consequence::Submit | Consequence::Upload => "always",
        Consequence::Leave => "if it leads to another site, or to an unknown one",
    }
}

#[test]
fn every_action_parses_by_its_name() {
    for info in ACTIONS {
        let mut json = serde_json::json!({"action": info.name});
        for (name, value) in [
            ("value", serde_json::json!("x")),
            ("text", serde_json::json!("x")),
            ("secret", serde_json::json!("x")),
            ("keys", serde_json::json!("Enter")),
            ("to", serde_json::json!({"uid": 1})),
            ("files", serde_json::json!([])),
            ("script", serde_json::json!("1")),
            ("tool", serde_json::json!("add")),
            ("url", serde_json::json!("http://example.org/")),
        ] {
            let is_needed = info.arguments.contains(&name) && info.name != "scroll";
            if is_needed {
                json[name] = value;
            }
        }
        let action: Action = serde_json::from_value(json).expect(info.name);
        assert_eq!(action.as_str(), info.name);
        assert_eq!(action.info(), *info);
    }
}
