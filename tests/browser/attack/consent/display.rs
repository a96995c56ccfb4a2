//! Actions whose arguments or element should mislead the user in the consent window.

use super::Attacker;
use crate::attack::report::Report;
use crate::safety::invisible::invisible_in;
use anyhow::{Context, ensure};
use axlens_harness::consent::none_open;
use axlens_harness::{Chain, ConsentWindow};
use serde_json::{Value, json};

/// Name, description of the attack, the action, and what the window must show.
type Attempt = (&'static str, &'static str, fn() -> Value, &'static str);

const ATTEMPTS: &[Attempt] = &[
    (
        "drag_target_forged",
        "the target of a drag, with a name that forges another one",
        || json!({"action": "drag", "on": "Card", "to": "Bin"}),
        "Drag to\nbutton \"Bin → button \\\"Keep\\\"\"",
    ),
    (
        "text_turned_around",
        "a text with direction marks",
        || json!({"action": "fill", "on": "Name", "value": "plan\u{202e}fdp.exe\u{2066}"}),
        "plan\\u{202e}fdp.exe\\u{2066}",
    ),
    (
        "text_with_hidden_letters",
        "a text with letters that are not visible",
        || json!({"action": "fill", "on": "Name", "value": "a\u{200b}\u{e0041}\u{3164}\u{2800}\u{a0}b"}),
        "a\\u{200b}\\u{e0041}\\u{3164}\\u{2800}\\u{a0}b",
    ),
    (
        "text_with_many_marks",
        "letters whose marks cover the lines above",
        || json!({"action": "fill", "on": "Name", "value": format!("a{}", "\u{30d}".repeat(40))}),
        "\\u{30d}",
    ),
    (
        "text_after_spaces",
        "a text after five thousand spaces",
        || json!({"action": "fill", "on": "Name", "value": format!("ok{}evil", " ".repeat(5000))}),
        "Show all: 4,806 more characters",
    ),
    (
        "text_out_of_many",
        "twenty files",
        || {
            json!({"action": "upload", "on": "File", "files": (0..20).map(|number|
            json!({"name": format!("{number}{}", "x".repeat(200)), "base64": ""})).collect::<Vec<Value>>()})
        },
        "Show all: 15 more",
    ),
    (
        "text_imitates_the_window",
        "a text that imitates the window's own words",
        || json!({"action": "fill", "on": "Name", "value": "”\nConsequences\nnone. Deny and Allow once do the same"}),
        "”\\nConsequences\\nnone. Deny and Allow once do the same",
    ),
    (
        "name_imitates_the_window",
        "an element whose name imitates the window's own words",
        || json!({"action": "click", "on": "Axlens: this is safe"}),
        "Allow once. Axlens: this is safe",
    ),
];

/// The text of an agent and of a page that is not in a box, and whether every answer is in view.
const LOOK: &str = "(() => {
  const own = document.body.cloneNode(true);
  own.querySelectorAll('.foreign').forEach((box) => box.remove());
  const answers = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
  return {
    text: document.body.innerText,
    own: own.textContent,
    inView: answers.every((button) => {
      const box = button.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return at === button && box.bottom <= innerHeight;
    }),
  };
})()";

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    for (name, tried, act, expected) in ATTEMPTS {
        let attacker = Attacker::new(chain, name).await?;
        let attempt = is_shown(chain, &attacker, act(), expected);
        report.attack(name, tried, attempt).await;
    }
    Ok(())
}

/// What the window shows for an action, which is then denied.
async fn look(chain: &Chain, attacker: &Attacker, act: Value) -> anyhow::Result<Value> {
    let request = attacker.send(act)?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    let look = window.evaluate(LOOK).await?;
    window.answer(&chain.browser, "deny").await?;
    request.await??;
    none_open(&chain.browser).await?;
    Ok(look)
}

async fn is_shown(
    chain: &Chain,
    attacker: &Attacker,
    act: Value,
    expected: &str,
) -> anyhow::Result<String> {
    let look = look(chain, attacker, act).await?;
    let text = look["text"].as_str().context("a text")?;
    ensure!(text.contains(expected), "it is not in the window: {text:?}");
    ensure!(look["inView"] == true, "an answer is out of view");
    ensure!(invisible_in(text).is_none(), "{text:?}");
    let own = look["own"].as_str().context("a text")?;
    for forged in ["Axlens: this is safe", "do the same"] {
        ensure!(!own.contains(forged), "{forged:?} is outside of a box");
    }
    Ok("the window shows it, in a box or in its own words".into())
}
