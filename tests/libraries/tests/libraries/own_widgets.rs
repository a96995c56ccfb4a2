//! Every pattern of the ARIA Authoring Practices that acts, in the plainest form, on a page of our
//! own: by pointer and by keyboard. Source: https://www.w3.org/WAI/ARIA/apg/patterns/

use crate::came::Came;
use crate::kits::{Task, check, choose, click, fill, press, set, task, uncheck};
use crate::page::LibraryPage;
use anyhow::Context;
use axlens_harness::{Page, on_chain, shared};
use serde_json::{Value, json};

fn with(line: &'static str, body: Value) -> (&'static str, Value) {
    let mut body = body;
    body["action"] = json!("click");
    (line, body)
}

/// What is done by pointer, or by an action that does what a person would.
const BY_POINTER: [Task; 22] = [
    task(
        "toggle",
        || vec![click("button \"Mute\"")],
        ("/mute", || json!("true")),
    ),
    task(
        "disclosure",
        || vec![click("button \"More\"")],
        ("/more", || json!(true)),
    ),
    task(
        "switch",
        || vec![check("switch \"Wifi\"")],
        ("/wifi", || json!("true")),
    ),
    task(
        "checkbox",
        || vec![check("checkbox \"All\"")],
        ("/all", || json!("true")),
    ),
    task(
        "unchecked",
        || vec![check("checkbox \"All\""), uncheck("checkbox \"All\"")],
        ("/all", || json!("false")),
    ),
    task(
        "radio",
        || vec![check("radio \"Large\"")],
        ("/size", || json!("Large")),
    ),
    task(
        "tab",
        || vec![click("tab \"Map\"")],
        ("/view", || json!("Map")),
    ),
    task(
        "listbox",
        || vec![choose("listbox \"Fruit\"", "Banana")],
        ("/fruit", || json!("Banana")),
    ),
    task(
        "option",
        || vec![click("option \"Apple\"")],
        ("/fruit", || json!("Apple")),
    ),
    task(
        "several",
        || {
            vec![(
                "listbox \"Colours\"",
                json!({"action": "select", "labels": ["Green", "Blue"]}),
            )]
        },
        ("/colours", || json!(["Green", "Blue"])),
    ),
    task(
        "combobox",
        || vec![choose("combobox \"Country\"", "Peru")],
        ("/country", || json!("Peru")),
    ),
    task(
        "combobox that is typed in",
        || vec![choose("combobox \"City\"", "Lisbon")],
        ("/city", || json!("Lisbon")),
    ),
    task(
        "fill and choose",
        || vec![fill("combobox \"City\"", "li"), click("option \"Lima\"")],
        ("/city", || json!("Lima")),
    ),
    task(
        "menu",
        || vec![click("menuitem \"File\""), click("menuitem \"Open\"")],
        ("/menu", || json!("Open")),
    ),
    task(
        "tree",
        || vec![click("treeitem \"Docs\"")],
        ("/docs", || json!("true")),
    ),
    task(
        "grid",
        || vec![click("\"Four\"")],
        ("/cell", || json!("Four")),
    ),
    task(
        "slider by drag",
        || {
            vec![(
                "slider \"Volume\"",
                json!({"action": "drag", "to": {"by": [36, 0]}}),
            )]
        },
        ("/volume", || json!("40")),
    ),
    task(
        "slider",
        || vec![set("slider \"Volume\"", "83")],
        ("/volume", || json!("83")),
    ),
    task(
        "dialog",
        || vec![click("button \"Delete\""), click("button \"Yes\"")],
        ("/deleted", || json!(true)),
    ),
    task(
        "right click",
        || vec![with("\"Picture\"", json!({"button": "right"}))],
        ("/context", || json!(1)),
    ),
    task(
        "double click",
        || vec![with("note \"Title\"", json!({"count": 2}))],
        ("/renamed", || json!(1)),
    ),
    task(
        "modifiers",
        || {
            vec![with(
                "note \"Title\"",
                json!({"modifiers": ["Control", "Shift"]}),
            )]
        },
        ("/chord", || json!("Control+Shift")),
    ),
];

/// The same by keys alone.
const BY_KEYBOARD: [Task; 13] = [
    task(
        "toggle",
        || vec![press("button \"Mute\"", "Enter")],
        ("/mute", || json!("true")),
    ),
    task(
        "disclosure",
        || vec![press("button \"More\"", " ")],
        ("/more", || json!(true)),
    ),
    task(
        "switch",
        || vec![press("switch \"Wifi\"", " ")],
        ("/wifi", || json!("true")),
    ),
    task(
        "radio",
        || vec![press("radio \"Small\"", "ArrowDown")],
        ("/size", || json!("Large")),
    ),
    task(
        "tab",
        || vec![press("tab \"List\"", "ArrowRight")],
        ("/view", || json!("Map")),
    ),
    task(
        "listbox",
        || {
            vec![
                press("listbox \"Fruit\"", "ArrowDown"),
                press("listbox \"Fruit\"", "ArrowDown"),
            ]
        },
        ("/fruit", || json!("Banana")),
    ),
    task(
        "combobox",
        || {
            vec![
                fill("combobox \"City\"", "os"),
                press("combobox \"City\"", "Enter"),
            ]
        },
        ("/city", || json!("Oslo")),
    ),
    task(
        "menu",
        || {
            vec![
                press("menuitem \"File\"", "Enter"),
                (
                    "",
                    json!({"action": "press", "keys": ["ArrowDown", "Enter"]}),
                ),
            ]
        },
        ("/menu", || json!("Open")),
    ),
    task(
        "tree",
        || {
            vec![
                press("treeitem \"Docs\"", "ArrowRight"),
                press("treeitem \"Docs\"", "ArrowRight"),
            ]
        },
        ("/guide", || json!(true)),
    ),
    task(
        "grid",
        || {
            vec![
                press("\"One\"", "ArrowDown"),
                (
                    "",
                    json!({"action": "press", "keys": ["ArrowRight", "Enter"]}),
                ),
            ]
        },
        ("/cell", || json!("Four")),
    ),
    task(
        "slider",
        || vec![press("slider \"Volume\"", "PageUp")],
        ("/volume", || json!("30")),
    ),
    task(
        "spin button",
        || vec![set("spinbutton \"Guests\"", "7")],
        ("/guests", || json!("7")),
    ),
    task(
        "dialog",
        || {
            vec![
                press("button \"Delete\"", "Enter"),
                (
                    "",
                    json!({"action": "press", "keys": ["Shift+Tab", "Enter"]}),
                ),
            ]
        },
        ("/deleted", || json!(true)),
    ),
];

fn all_work(tasks: &[Task]) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let html = shared::fixture("widgets.html")?;
        let mut failed = Vec::new();
        for task in tasks {
            let page = LibraryPage::of(chain, chain.open(Page::html(&html)).await?).await?;
            let came = task.cell(&page).await.context(task.title)?;
            if came != Came::Works {
                failed.push(format!("{}: {came:?}", task.title));
            }
            page.tab.close().await?;
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    })
}

#[test]
fn every_pattern_works_by_pointer() -> anyhow::Result<()> {
    all_work(&BY_POINTER)
}

#[test]
fn every_pattern_works_by_keyboard() -> anyhow::Result<()> {
    all_work(&BY_KEYBOARD)
}
