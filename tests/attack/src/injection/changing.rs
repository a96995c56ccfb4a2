//! Pages that change between look and act: the action must affect the element that the agent was
//! shown, or fail.

use super::table::{Channel, Outcome, Row, code};
use anyhow::ensure;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Page};
use serde_json::json;

/// What an action on the button `Save` must lead to.
#[derive(Clone, Copy)]
enum Expected {
    /// One of these faults.
    Fault(&'static [&'static str]),
    /// The button that the agent was shown is clicked.
    Clicked,
    /// No button is clicked.
    Untouched,
    /// The same element is clicked although it changed, and the answer has this text.
    Noted(&'static str, &'static str),
}

use Expected::{Clicked, Fault, Noted, Untouched};

const RENAMED: Expected = Noted(
    "\"renamed\":true",
    "outside of a row, the same element is clicked; the answer says `renamed`",
);
const RERENDERED: Expected = Noted(
    "\"rerendered\":true",
    "an element of the same role, name and place is the same one; the answer says `rerendered`",
);
/// A handler of the element that the user wants to be clicked can always do anything.
const OWN_HANDLER: Expected = Noted(
    "Delete all",
    "a handler of the element itself changes what it does; the answer has its new name",
);

/// Name, what the page does, its script after the look, and what is expected.
const CHANGES: &[(&str, &str, &str, Expected)] = &[
    (
        "other_name",
        "the button's text becomes another one",
        "one.textContent = 'Delete all'",
        RENAMED,
    ),
    (
        "other_label",
        "the button's `aria-label` becomes another one",
        "one.setAttribute('aria-label', 'Delete all')",
        RENAMED,
    ),
    (
        "recycled_row",
        "the row around the button becomes another one",
        "row.firstChild.data = 'Contract '",
        Fault(&["changed_uid"]),
    ),
    (
        "recycled_row_and_name",
        "the row and its button become others",
        "row.firstChild.data = 'Contract '; three.textContent = 'Delete'",
        Fault(&["changed_uid"]),
    ),
    (
        "exchanged_rows",
        "two rows exchange their texts",
        "row.firstChild.data = 'Letter '; other.firstChild.data = 'Draft '",
        Fault(&["changed_uid"]),
    ),
    (
        "row_changed_on_hover",
        "the row becomes another one when the pointer is over it",
        "row.onpointerover = () => { row.firstChild.data = 'Contract ' }",
        Untouched,
    ),
    (
        "row_changed_on_press",
        "the row becomes another one shortly after the pointer is over it",
        "row.onpointerover = () => setTimeout(() => { row.firstChild.data = 'Contract ' })",
        Fault(&["changed_uid"]),
    ),
    (
        "other_role",
        "the button becomes a link",
        "one.setAttribute('role', 'link')",
        Fault(&["changed_uid"]),
    ),
    (
        "replaced",
        "another button is in its place",
        "const b = two.cloneNode(true); one.replaceWith(b)",
        Fault(&["stale_uid"]),
    ),
    (
        "replaced_twin",
        "a button of the same name that does something else is in its place",
        "const b = document.createElement('button'); b.textContent = 'Save'; b.onclick = () => log('other'); one.replaceWith(b)",
        RERENDERED,
    ),
    (
        "swapped",
        "two buttons change places",
        "one.before(two)",
        Clicked,
    ),
    (
        "swapped_texts",
        "two buttons exchange their texts",
        "one.textContent = 'Delete all'; two.textContent = 'Save'",
        RENAMED,
    ),
    (
        "swapped_by_style",
        "two buttons change places by style",
        "document.body.style.display = 'flex'; one.style.order = 2",
        Clicked,
    ),
    (
        "covered",
        "another button covers it",
        "two.style.cssText = 'position: fixed; inset: 0'",
        Fault(&["element_covered"]),
    ),
    (
        "covered_on_hover",
        "another button covers it when the pointer is over it",
        "one.onmouseover = one.onpointerover = () => { two.style.cssText = 'position: fixed; inset: 0' }",
        Untouched,
    ),
    (
        "renamed_on_hover",
        "its text becomes another one when the pointer is over it",
        "one.onpointerover = () => { one.textContent = 'Delete all'; one.onclick = () => log('other') }",
        OWN_HANDLER,
    ),
    (
        "renamed_on_press",
        "its text becomes another one when it is pressed",
        "one.onpointerdown = () => { one.textContent = 'Delete all'; one.onclick = () => log('other') }",
        OWN_HANDLER,
    ),
    (
        "hidden",
        "it is hidden",
        "one.style.display = 'none'",
        Fault(&["stale_uid"]),
    ),
    (
        "moving",
        "it moves all the time",
        "let n = 0; const move = () => { one.style.cssText = `position: fixed; left: ${n++ * 37 % 400}px; top: ${n * 53 % 300}px`; requestAnimationFrame(move) }; move()",
        Fault(&["element_moving"]),
    ),
    (
        "other_page",
        "the page becomes another one",
        "document.body.innerHTML = '<button onclick=\"log(`other`)\">Save</button>'",
        RERENDERED,
    ),
];

/// Tries each change.
pub async fn rows(chain: &Chain) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (name, place, script, expected) in CHANGES {
        let (seen, result) = match act(chain, script, *expected).await {
            Ok(found) => found,
            Err(error) => (String::new(), Outcome::Succeeded(format!("{error:.400}"))),
        };
        rows.push(Row {
            name: format!("changing_{name}"),
            channel: Channel::Act,
            place: (*place).to_owned(),
            text: code(target_of(script)),
            seen,
            result,
        });
    }
    Ok(rows)
}

/// The button that is clicked.
fn target_of(script: &str) -> &'static str {
    match script.contains("row.") {
        true => "Keep",
        false => "Save",
    }
}

async fn act(chain: &Chain, script: &str, expected: Expected) -> anyhow::Result<(String, Outcome)> {
    let page = "<!doctype html><title>Shop</title><body>
        <button id=one onclick=\"log('saved')\">Save</button>
        <button id=two onclick=\"log('deleted')\">Delete all</button>
        <ul><li id=row>Draft <button id=three onclick=\"log('kept')\">Keep</button></li>
        <li id=other>Letter <button onclick=\"log('deleted')\">Drop</button></li></ul>
        <script>const logged = []; const log = (word) => logged.push(word);</script>";
    let tab = chain.open(Page::html(page)).await?;
    let target = if script.contains("row.") {
        "Keep"
    } else {
        "Save"
    };
    let uid = uid_of(&tab.tree().await?, target)?;
    tab.evaluate(&format!("{script}; 0")).await?;
    let click = json!({"action": "click", "uid": uid, "session": tab.name, "timeoutMs": 6000});
    let reply = chain.agent.post("/interact", click).await?;
    let logged = tab.evaluate("logged.join()").await?;
    tab.close().await?;
    ensure!(
        logged != "deleted",
        "another button is clicked: {}",
        reply.body
    );
    match expected {
        Clicked => {
            ensure!(
                reply.status == 200 && logged == "saved",
                "{logged}: {}",
                reply.body
            );
            Ok((
                code("click button \"Save\""),
                Outcome::Repelled("the right one is clicked"),
            ))
        }
        Untouched => {
            ensure!(logged == "", "{logged}: {}", reply.body);
            let outcome = reply.body["results"][0]["outcome"].as_str();
            let seen = code(outcome.unwrap_or_default());
            Ok((seen, Outcome::Repelled("no button is clicked")))
        }
        Noted(word, limit) => {
            ensure!(reply.body.to_string().contains(word), "{}", reply.body);
            Ok((code(word), Outcome::Limit(limit)))
        }
        Fault(codes) => {
            let code_of_fault = reply.body["error"]
                .as_str()
                .unwrap_or("no fault")
                .to_owned();
            ensure!(
                codes.contains(&code_of_fault.as_str()),
                "{logged}: {}",
                reply.body
            );
            Ok((code(&code_of_fault), Outcome::Repelled("not clicked")))
        }
    }
}
