//! Controls without a role, whose clicks a listener of the document handles.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use serde_json::json;

const PAGE: &str = include_str!("../../../fixtures/plain-controls.html");

async fn assert_click(page: &ObservedPage<'_>, line: &str, class: &str) -> anyhow::Result<()> {
    let answer = page.click(line).await?;
    assert_eq!(outcome(&answer), "changed", "{line}: {answer:#}");
    let reported = page
        .evaluate("document.getElementById('report').textContent")
        .await?;
    assert_eq!(reported, json!(format!("Clicked {class}")), "{line}");
    Ok(())
}

/// Toggles outside of the containers of their roles, whose state no snapshot has.
const TOGGLES: &str = "<title>Toggles</title><script>
    for (const role of ['menuitemcheckbox', 'option', 'treeitem', 'menuitemradio']) {
        document.write(`<div role=${role} tabindex=0>The ${role}</div>`);
    }
    onclick = ({ target }) => target.setAttribute('aria-checked', 'true');
    </script>";

#[test]
fn a_toggle_whose_state_is_not_shown_is_checked() -> anyhow::Result<()> {
    on_page(TOGGLES, async |page| {
        for role in ["menuitemcheckbox", "option", "treeitem", "menuitemradio"] {
            let name = format!("The {role}");
            let checked = page.act_on(&name, json!({"action": "check"})).await?;
            assert_eq!(outcome(&checked), "changed", "{role}: {checked:#}");
            let state = format!("document.querySelector('[role={role}]').ariaChecked");
            assert_eq!(page.evaluate(&state).await?, "true", "{role}");
            let again = page.act_on(&name, json!({"action": "check"})).await?;
            assert_eq!(outcome(&again), "already", "{role}: {again:#}");
        }
        Ok(())
    })
}

#[test]
fn every_plain_control_is_clicked_by_its_uid() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (line, class) in [
            ("clickable \"Reply\"", "mail-reply"),
            ("clickable \"Forward\"", "mail-forward"),
            ("clickable \"-\"", "minus"),
            ("clickable \"+\"", "plus"),
            ("clickable \"Prev\"", "day-picker-prev"),
            ("clickable \"Next\"", "day-picker-next"),
            ("clickable \"Send\"", "send"),
            ("clickable \"Archive\"", "archive"),
            ("clickable \"A cup", "card"),
        ] {
            assert_click(&page, line, class).await?;
        }
        assert!(!page.tree.contains("Reply Forward"), "{}", page.tree);
        Ok(())
    })
}
