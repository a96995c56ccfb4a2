//! The DevTools panel in a tab of a real browser, with simulated DevTools and worker: its user
//! interface, and its text compared with the server's.

mod lists;
mod texts;

use crate::ui::panel::open_panel;
use anyhow::Context;
use axlens_harness::{Chain, Tab, on_chain};
use serde_json::{Value, json};

/// Opens the panel and waits until it has lines.
async fn open_with_lines(chain: &Chain, setup: &str) -> anyhow::Result<Tab> {
    let tab = open_panel(chain, setup).await?;
    tab.wait_for("document.querySelectorAll('#lines .line:not([hidden])').length > 1")
        .await?;
    Ok(tab)
}

/// The visible lines, in their order.
async fn lines(tab: &Tab) -> anyhow::Result<Vec<String>> {
    let read = "[...document.querySelectorAll('#lines .line:not([hidden])')]
        .sort((one, other) => one.dataset.row - other.dataset.row)
        .map((line) => line.textContent)";
    Ok(serde_json::from_value(tab.evaluate(read).await?)?)
}

/// Waits until the element contains a text.
async fn wait_for_text(tab: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    let (selector, part) = (json!(selector), json!(part));
    tab.wait_for(&format!(
        "document.querySelector({selector}).textContent.includes({part})"
    ))
    .await
}

/// Sets a control in the form of options.
async fn choose(tab: &Tab, name: &str, value: Value) -> anyhow::Result<()> {
    tab.evaluate(&format!(
        "(() => {{
            const control = document.querySelector('#options [name={name}]');
            if (control.type === 'checkbox') control.checked = {value};
            else control.value = {value};
            control.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()"
    ))
    .await?;
    Ok(())
}

async fn click(tab: &Tab, selector: &str) -> anyhow::Result<()> {
    let click = format!("document.querySelector({}).click()", json!(selector));
    tab.evaluate(&click).await?;
    Ok(())
}

/// Presses a key.
async fn press(tab: &Tab, key: &str) -> anyhow::Result<()> {
    let text = if key.len() == 1 { key } else { "" };
    for (kind, text) in [("keyDown", text), ("keyUp", "")] {
        let event = json!({"type": kind, "key": key, "text": text});
        tab.command("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// The messages of this kind to the worker.
async fn messages(tab: &Tab, kind: &str) -> anyhow::Result<Vec<Value>> {
    let read = format!("stub.messages.filter((message) => message.do === '{kind}')");
    Ok(serde_json::from_value(tab.evaluate(&read).await?)?)
}

#[test]
fn the_panel_has_every_format_and_every_filter() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        let drawn = lines(&tab).await?;
        assert_eq!(drawn, ["1 button \"Save\"", "2 link \"Orders\""]);
        wait_for_text(&tab, "#page", "A page").await?;
        wait_for_text(&tab, "#tokens", "42 tokens").await?;
        for (format, id) in [
            ("outline", "[uid=1]"),
            ("numbered", "1"),
            ("refs", "[ref=e1]"),
            ("tabs", "e1"),
            ("lean", "1"),
        ] {
            choose(&tab, "format", json!(format)).await?;
            wait_for_text(&tab, "#lines", id).await?;
        }
        choose(&tab, "roles", json!("link")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Save')")
            .await?;
        choose(&tab, "roles", json!("knob")).await?;
        wait_for_text(&tab, "#wrong-options", "knob").await?;
        choose(&tab, "roles", json!("")).await?;
        choose(&tab, "find", json!("save")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Orders')")
            .await?;
        choose(&tab, "find", json!("")).await?;
        choose(&tab, "max_depth", json!("0")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Save')")
            .await?;
        assert_eq!(messages(&tab, "read").await?.len(), 1);
        choose(&tab, "viewport_only", json!(true)).await?;
        tab.wait_for("stub.messages.filter(({ places }) => places === 'all').length === 1")
            .await
    })
}

#[test]
fn keys_select_lines_search_and_explain() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        tab.evaluate("document.querySelector('#lines').focus()")
            .await?;
        press(&tab, "End").await?;
        tab.wait_for(
            "document.querySelector('#lines [aria-selected=true]').textContent.includes('Orders')",
        )
        .await?;
        let marked = "document.querySelector('#' + document.querySelector('#lines')
            .getAttribute('aria-activedescendant')).textContent.includes('Orders')";
        tab.wait_for(marked).await?;
        press(&tab, "ArrowUp").await?;
        press(&tab, "Enter").await?;
        wait_for_text(&tab, "#explanation", "It can be acted on.").await?;
        assert_eq!(messages(&tab, "explain").await?[0]["node"], 10);
        wait_for_text(&tab, "#facts", "x-host >>> #e0").await?;
        press(&tab, "Escape").await?;
        tab.wait_for("document.querySelector('#explanation').textContent === ''")
            .await?;
        press(&tab, "/").await?;
        tab.wait_for("document.activeElement.id === 'search'")
            .await?;
        for letter in ["O", "r", "D"] {
            press(&tab, letter).await?;
        }
        wait_for_text(&tab, "#found", "1 lines").await?;
        tab.wait_for("document.querySelector('#lines mark').textContent === 'Ord'")
            .await?;
        press(&tab, "Enter").await?;
        wait_for_text(&tab, "#found", "1 of 1").await?;
        press(&tab, "Escape").await?;
        tab.wait_for(
            "document.activeElement.id === 'lines' && !document.querySelector('#lines mark')",
        )
        .await
    })
}

#[test]
fn a_line_highlights_explains_reveals_and_copies_its_element() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        let line = "document.querySelector('[data-row=\"0\"]')";
        let over = "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))";
        tab.evaluate(&format!("{line}.{over}")).await?;
        tab.wait_for(
            "stub.messages.some((message) => message.do === 'highlight' && message.node === 10)",
        )
        .await?;
        tab.evaluate(
            "document.querySelector('#lines').dispatchEvent(new MouseEvent('mouseleave'))",
        )
        .await?;
        tab.wait_for("stub.messages.some((message) => message.do === 'unhighlight')")
            .await?;
        click(&tab, "[data-row=\"0\"]").await?;
        wait_for_text(&tab, "#explanation", "disabled: true").await?;
        click(&tab, "#reveal").await?;
        let evaluated = tab.evaluate("stub.evaluated[0]").await?;
        let expression = evaluated["expression"].as_str().unwrap_or_default();
        assert!(expression.contains("inspect(axlensRecorder.element(10))"));
        assert_eq!(
            evaluated["options"],
            json!({"useContentScriptContext": true})
        );
        tab.evaluate("stub.canInspect = false").await?;
        click(&tab, "#reveal").await?;
        wait_for_text(&tab, "#note", "can't be shown in Elements").await?;
        for button in ["#copy-uid", "#copy-line", "#copy-all"] {
            click(&tab, button).await?;
        }
        let copied = tab.evaluate("stub.copied").await?;
        assert_eq!(copied[0], "1");
        assert_eq!(copied[1], "1 button \"Save\"");
        assert!(
            copied[2]
                .as_str()
                .is_some_and(|all| all.ends_with("2 link \"Orders\"\n"))
        );
        wait_for_text(&tab, "#confirmation", "Copied").await
    })
}

#[test]
fn changes_are_listed_and_two_snapshots_are_compared() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        wait_for_text(&tab, "#changed", "Read the page twice").await?;
        click(&tab, "#record-a").await?;
        wait_for_text(&tab, "#recorded-a", "reading 2").await?;
        wait_for_text(&tab, "#changed", "unchanged since snapshot 1").await?;
        tab.evaluate("stub.answers.read = () => stub.page([['button', 'Saved'], ['link', 'New']])")
            .await?;
        click(&tab, "#record-b").await?;
        wait_for_text(&tab, "#compared", "From reading 2 to reading 3").await?;
        wait_for_text(&tab, "#compared", "Saved").await?;
        wait_for_text(&tab, "#changed", "Saved").await?;
        wait_for_text(&tab, "#registry", "1 – 2").await?;
        let stages = "['extension', 'parse', 'stitch', 'shape', 'render', 'draw', 'seen']
            .every((stage) => document.querySelector(`[data-stage=${stage}]`))";
        tab.wait_for(stages).await
    })
}

#[test]
fn a_followed_page_is_read_when_it_changes() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        tab.activate().await?;
        click(&tab, "#follow").await?;
        tab.wait_for("stub.messages.some((message) => message.do === 'follow')")
            .await?;
        tab.evaluate(
            "stub.answers.read = () => stub.page([['button', 'Later']]);
            stub.port.push({ changed: { tab: 7 } })",
        )
        .await?;
        wait_for_text(&tab, "#lines", "Later").await
    })
}

#[test]
fn a_fault_is_shown_with_its_hint_and_the_lines_stay() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fault = "stub.answers.read = () => { throw { error: 'reading_paused',
            message: 'Reading is paused.', hint: 'Resume it.' }; };";
        let tab = open_panel(chain, fault).await?;
        for part in ["Reading is paused.", "Resume it.", "reading_paused"] {
            wait_for_text(&tab, "#fault", part).await?;
        }
        tab.evaluate("stub.answers.read = () => stub.page([['button', 'Again']])")
            .await?;
        click(&tab, "#try-again").await?;
        wait_for_text(&tab, "#lines", "Again").await?;
        tab.wait_for("document.querySelector('#fault').hidden")
            .await?;
        tab.evaluate("stub.answers.read = () => 'nonsense'").await?;
        click(&tab, "#read").await?;
        wait_for_text(&tab, "#fault", "is invalid").await?;
        wait_for_text(&tab, "#lines", "Again").await?;
        // The worker was stopped: the panel sends the query again on a new port.
        tab.evaluate("stub.answers.read = null").await?;
        click(&tab, "#read").await?;
        tab.wait_for("stub.messages.at(-1).do === 'read'").await?;
        tab.evaluate(
            "stub.answers.read = () => stub.page([['button', 'Restarted']]); stub.port.end()",
        )
        .await?;
        wait_for_text(&tab, "#lines", "Restarted").await?;
        // The panel does not repeat a query without limit.
        tab.evaluate("stub.answers = {}; document.querySelector('#read').click()")
            .await?;
        tab.evaluate("stub.port.end()").await?;
        tab.evaluate("stub.port.end()").await?;
        wait_for_text(&tab, "#fault", "does not answer").await
    })
}

#[test]
fn without_a_server_the_number_of_tokens_is_marked_as_an_estimate() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let setup = "stub.answers.tokens = () => { throw { error: 'no_server' }; };
            stub.answers.status = () => ({ connected: false });";
        let tab = open_with_lines(chain, setup).await?;
        wait_for_text(&tab, "#tokens", "≈ ").await?;
        wait_for_text(&tab, "#state", "No server").await
    })
}

#[test]
fn the_panel_has_the_colour_scheme_of_browser_or_devtools() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, "").await?;
        let background = "getComputedStyle(document.body).backgroundColor";
        let background_in = async |scheme: &str| {
            let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            tab.command("Emulation.setEmulatedMedia", media).await?;
            tab.evaluate(background).await
        };
        let (light, dark) = (background_in("light").await?, background_in("dark").await?);
        assert_ne!(light, dark);
        tab.evaluate("stub.theme('default')").await?;
        assert_eq!(tab.evaluate(background).await?, light);
        tab.evaluate("stub.theme('dark')").await?;
        assert_eq!(tab.evaluate(background).await?, dark);
        Ok(())
    })
}

#[test]
fn at_most_two_hundred_of_a_hundred_thousand_lines_are_in_the_document() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let many = "stub.answers.read = () => stub.page(Array.from({ length: 100_000 },
            (_, at) => ['button', `Number ${at} <b>bold</b>`]));";
        let tab = open_with_lines(chain, many).await?;
        let scrolled = tab
            .evaluate(
                "(() => {
                    const lines = document.querySelector('#lines');
                    const times = [];
                    let maximum = 0;
                    const height = lines.scrollHeight;
                    for (let step = 0; step < 400; step++) {
                        // Small steps, and every fourth time a jump.
                        const position = step % 4 === 3 ? (step * 7919) % 400 / 400 : step / 400;
                        lines.scrollTop = position * height;
                        const began = performance.now();
                        lines.dispatchEvent(new Event('scroll'));
                        lines.getBoundingClientRect();
                        times.push(performance.now() - began);
                        maximum = Math.max(maximum, lines.querySelectorAll('[role=treeitem]').length);
                    }
                    times.sort((one, other) => one - other);
                    lines.scrollTop = height;
                    lines.dispatchEvent(new Event('scroll'));
                    return { maximum, p95: times[Math.floor(times.length * 0.95)],
                        seen: document.querySelector('[data-stage=seen]')?.textContent };
                })()",
            )
            .await?;
        eprintln!("100,000 lines: {scrolled}");
        let maximum = scrolled["maximum"].as_u64().context("a number")?;
        assert!((1..=200).contains(&maximum), "{maximum}");
        let last = lines(&tab).await?.pop().unwrap_or_default();
        assert!(last.contains("Number 99999 <b>bold</b>"), "{last}");
        assert_eq!(
            tab.evaluate("document.querySelector('#lines b')").await?,
            json!(null)
        );
        tab.evaluate("document.querySelector('#lines').focus()")
            .await?;
        press(&tab, "Home").await?;
        tab.wait_for("document.querySelector('#lines [aria-selected=true]').dataset.row === '0'")
            .await
    })
}
