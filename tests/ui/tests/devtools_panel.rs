//! The DevTools panel in a real browser: its page in a tab of its own, DevTools and the worker
//! played by a stub, so that all of its interface can be driven; and its text beside the server's.

use anyhow::Context;
use axlens_harness::own_page;
use axlens_harness::tab::text;
use axlens_harness::{Chain, Page, Tab, on_chain, shared};
use axlens_panel::reading::Reading;
use axlens_panel::token_estimate::estimate;
use axlens_panel::view::View;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::wire::PlacesChoice;
use axlens_tests_ui::{open as panel, wire_answer};
use serde_json::{Value, json};
use std::rc::Rc;

/// The panel with a text in it.
async fn shown(chain: &Chain, before: &str) -> anyhow::Result<Tab> {
    let tab = panel(chain, before).await?;
    tab.wait_for("document.querySelectorAll('#lines .line:not([hidden])').length > 1")
        .await?;
    Ok(tab)
}

/// The lines that are drawn, in their order.
async fn lines(tab: &Tab) -> anyhow::Result<Vec<String>> {
    let read = "[...document.querySelectorAll('#lines .line:not([hidden])')]
        .sort((one, other) => one.dataset.row - other.dataset.row)
        .map((line) => line.textContent)";
    Ok(serde_json::from_value(tab.evaluate(read).await?)?)
}

async fn says(tab: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    let (selector, part) = (json!(selector), json!(part));
    tab.wait_for(&format!(
        "document.querySelector({selector}).textContent.includes({part})"
    ))
    .await
}

/// Chooses something in the form of the options.
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

async fn press(tab: &Tab, selector: &str) -> anyhow::Result<()> {
    let click = format!("document.querySelector({}).click()", json!(selector));
    tab.evaluate(&click).await?;
    Ok(())
}

/// A key, as a person presses it.
async fn key(tab: &Tab, key: &str) -> anyhow::Result<()> {
    let text = if key.len() == 1 { key } else { "" };
    for (kind, text) in [("keyDown", text), ("keyUp", "")] {
        let event = json!({"type": kind, "key": key, "text": text});
        tab.command("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// What was said to the worker, of one kind.
async fn said(tab: &Tab, what: &str) -> anyhow::Result<Vec<Value>> {
    let read = format!("stub.said.filter((message) => message.do === '{what}')");
    Ok(serde_json::from_value(tab.evaluate(&read).await?)?)
}

#[test]
fn the_page_is_shown_in_every_format_and_with_every_filter() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        let drawn = lines(&tab).await?;
        assert_eq!(drawn, ["1 button \"Save\"", "2 link \"Orders\""]);
        says(&tab, "#page", "A page").await?;
        says(&tab, "#tokens", "42 tokens").await?;
        for (format, id) in [
            ("outline", "[uid=1]"),
            ("numbered", "1"),
            ("refs", "[ref=e1]"),
            ("tabs", "e1"),
            ("lean", "1"),
        ] {
            choose(&tab, "format", json!(format)).await?;
            says(&tab, "#lines", id).await?;
        }
        choose(&tab, "roles", json!("link")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Save')")
            .await?;
        choose(&tab, "roles", json!("knob")).await?;
        says(&tab, "#wrong-options", "knob").await?;
        choose(&tab, "roles", json!("")).await?;
        choose(&tab, "find", json!("save")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Orders')")
            .await?;
        choose(&tab, "find", json!("")).await?;
        choose(&tab, "max_depth", json!("0")).await?;
        tab.wait_for("!document.querySelector('#lines').textContent.includes('Save')")
            .await?;
        assert_eq!(said(&tab, "read").await?.len(), 1);
        choose(&tab, "viewport_only", json!(true)).await?;
        tab.wait_for("stub.said.filter(({ places }) => places === 'all').length === 1")
            .await
    })
}

#[test]
fn keys_walk_the_lines_and_search_and_explain() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        tab.evaluate("document.querySelector('#lines').focus()")
            .await?;
        key(&tab, "End").await?;
        tab.wait_for(
            "document.querySelector('[aria-selected=true]').textContent.includes('Orders')",
        )
        .await?;
        let marked = "document.querySelector('#' + document.querySelector('#lines')
            .getAttribute('aria-activedescendant')).textContent.includes('Orders')";
        tab.wait_for(marked).await?;
        key(&tab, "ArrowUp").await?;
        key(&tab, "Enter").await?;
        says(&tab, "#explanation", "It can be acted on.").await?;
        assert_eq!(said(&tab, "explain").await?[0]["node"], 10);
        says(&tab, "#facts", "x-host >>> #e0").await?;
        key(&tab, "Escape").await?;
        tab.wait_for("document.querySelector('#explanation').textContent === ''")
            .await?;
        key(&tab, "/").await?;
        tab.wait_for("document.activeElement.id === 'search'")
            .await?;
        for letter in ["O", "r", "D"] {
            key(&tab, letter).await?;
        }
        says(&tab, "#found", "1 lines").await?;
        tab.wait_for("document.querySelector('#lines mark').textContent === 'Ord'")
            .await?;
        key(&tab, "Enter").await?;
        says(&tab, "#found", "1 of 1").await?;
        key(&tab, "Escape").await?;
        tab.wait_for(
            "document.activeElement.id === 'lines' && !document.querySelector('#lines mark')",
        )
        .await
    })
}

#[test]
fn an_element_is_highlighted_explained_revealed_and_copied() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        let line = "document.querySelector('[data-row=\"0\"]')";
        let over = "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))";
        tab.evaluate(&format!("{line}.{over}")).await?;
        tab.wait_for("stub.said.some((said) => said.do === 'highlight' && said.node === 10)")
            .await?;
        tab.evaluate(
            "document.querySelector('#lines').dispatchEvent(new MouseEvent('mouseleave'))",
        )
        .await?;
        tab.wait_for("stub.said.some((said) => said.do === 'unhighlight')")
            .await?;
        press(&tab, "[data-row=\"0\"]").await?;
        says(&tab, "#explanation", "disabled: true").await?;
        press(&tab, "#reveal").await?;
        let evaluated = tab.evaluate("stub.evaluated[0]").await?;
        let expression = evaluated["expression"].as_str().unwrap_or_default();
        assert!(expression.contains("inspect(axlensRecorder.element(10))"));
        assert_eq!(
            evaluated["options"],
            json!({"useContentScriptContext": true})
        );
        tab.evaluate("stub.canInspect = false").await?;
        press(&tab, "#reveal").await?;
        says(&tab, "#note", "can't be shown in Elements").await?;
        for button in ["#copy-uid", "#copy-line", "#copy-all"] {
            press(&tab, button).await?;
        }
        let copied = tab.evaluate("stub.copied").await?;
        assert_eq!(copied[0], "1");
        assert_eq!(copied[1], "1 button \"Save\"");
        assert!(
            copied[2]
                .as_str()
                .is_some_and(|all| all.ends_with("2 link \"Orders\"\n"))
        );
        says(&tab, "#said", "Copied").await
    })
}

#[test]
fn what_changed_is_said_and_two_records_are_compared() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        says(&tab, "#changed", "Read the page twice").await?;
        press(&tab, "#record-a").await?;
        says(&tab, "#recorded-a", "reading 2").await?;
        says(&tab, "#changed", "unchanged since snapshot 1").await?;
        tab.evaluate("stub.answers.read = () => stub.page([['button', 'Saved'], ['link', 'New']])")
            .await?;
        press(&tab, "#record-b").await?;
        says(&tab, "#compared", "From reading 2 to reading 3").await?;
        says(&tab, "#compared", "Saved").await?;
        says(&tab, "#changed", "Saved").await?;
        says(&tab, "#registry", "1 – 2").await?;
        let stages = "['extension', 'parse', 'stitch', 'shape', 'render', 'draw', 'seen']
            .every((stage) => document.querySelector(`[data-stage=${stage}]`))";
        tab.wait_for(stages).await
    })
}

#[test]
fn a_page_that_is_followed_is_read_when_it_changes() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        tab.activate().await?;
        press(&tab, "#follow").await?;
        tab.wait_for("stub.said.some((said) => said.do === 'follow')")
            .await?;
        tab.evaluate(
            "stub.answers.read = () => stub.page([['button', 'Later']]);
            stub.port.push({ changed: { tab: 7 } })",
        )
        .await?;
        says(&tab, "#lines", "Later").await
    })
}

#[test]
fn a_fault_is_said_with_its_hint_and_the_text_stays() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fault = "stub.answers.read = () => { throw { error: 'reading_paused',
            message: 'Reading is paused.', hint: 'Resume it.' }; };";
        let tab = panel(chain, fault).await?;
        for part in ["Reading is paused.", "Resume it.", "reading_paused"] {
            says(&tab, "#fault", part).await?;
        }
        tab.evaluate("stub.answers.read = () => stub.page([['button', 'Again']])")
            .await?;
        press(&tab, "#try-again").await?;
        says(&tab, "#lines", "Again").await?;
        tab.wait_for("document.querySelector('#fault').hidden")
            .await?;
        tab.evaluate("stub.answers.read = () => 'nonsense'").await?;
        press(&tab, "#read").await?;
        says(&tab, "#fault", "makes no sense").await?;
        says(&tab, "#lines", "Again").await?;
        // The worker is stopped: what was asked is asked again, on a new line to it.
        tab.evaluate("stub.answers.read = null").await?;
        press(&tab, "#read").await?;
        tab.wait_for("stub.said.at(-1).do === 'read'").await?;
        tab.evaluate("stub.answers.read = () => stub.page([['button', 'Anew']]); stub.port.end()")
            .await?;
        says(&tab, "#lines", "Anew").await?;
        // One that ends each time is not asked for ever.
        tab.evaluate("stub.answers = {}; document.querySelector('#read').click()")
            .await?;
        tab.evaluate("stub.port.end()").await?;
        tab.evaluate("stub.port.end()").await?;
        says(&tab, "#fault", "does not answer").await
    })
}

#[test]
fn without_a_server_tokens_are_an_estimate_and_say_so() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let none = "stub.answers.tokens = () => { throw { error: 'no_server' }; };
            stub.answers.status = () => ({ connected: false });";
        let tab = shown(chain, none).await?;
        says(&tab, "#tokens", "≈ ").await?;
        says(&tab, "#state", "No server").await
    })
}

#[test]
fn the_panel_is_light_and_dark_as_the_browser_or_devtools_is() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = shown(chain, "").await?;
        let ground = "getComputedStyle(document.body).backgroundColor";
        let dark = async |scheme: &str| {
            let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            tab.command("Emulation.setEmulatedMedia", media).await?;
            tab.evaluate(ground).await
        };
        let (light, dark) = (dark("light").await?, dark("dark").await?);
        assert_ne!(light, dark);
        tab.evaluate("stub.theme('default')").await?;
        assert_eq!(tab.evaluate(ground).await?, light);
        tab.evaluate("stub.theme('dark')").await?;
        assert_eq!(tab.evaluate(ground).await?, dark);
        Ok(())
    })
}

#[test]
fn of_a_hundred_thousand_lines_few_are_in_the_document() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let many = "stub.answers.read = () => stub.page(Array.from({ length: 100_000 },
            (_, at) => ['button', `Number ${at} <b>bold</b>`]));";
        let tab = shown(chain, many).await?;
        let scrolled = tab
            .evaluate(
                "(() => {
                    const lines = document.querySelector('#lines');
                    const took = [];
                    let most = 0;
                    const height = lines.scrollHeight;
                    for (let step = 0; step < 400; step++) {
                        // By parts of a line, by pages, and anywhere.
                        const far = step % 4 === 3 ? (step * 7919) % 400 / 400 : step / 400;
                        lines.scrollTop = far * height;
                        const began = performance.now();
                        lines.dispatchEvent(new Event('scroll'));
                        lines.getBoundingClientRect();
                        took.push(performance.now() - began);
                        most = Math.max(most, lines.querySelectorAll('[role=treeitem]').length);
                    }
                    took.sort((one, other) => one - other);
                    lines.scrollTop = height;
                    lines.dispatchEvent(new Event('scroll'));
                    return { most, p95: took[Math.floor(took.length * 0.95)],
                        seen: document.querySelector('[data-stage=seen]')?.textContent };
                })()",
            )
            .await?;
        eprintln!("100,000 lines: {scrolled}");
        let most = scrolled["most"].as_u64().context("a number")?;
        assert!((1..=200).contains(&most), "{most}");
        let last = lines(&tab).await?.pop().unwrap_or_default();
        assert!(last.contains("Number 99999 <b>bold</b>"), "{last}");
        assert_eq!(
            tab.evaluate("document.querySelector('#lines b')").await?,
            json!(null)
        );
        tab.evaluate("document.querySelector('#lines').focus()")
            .await?;
        key(&tab, "Home").await?;
        tab.wait_for("document.querySelector('[aria-selected=true]').dataset.row === '0'")
            .await
    })
}

/// What the options of the panel and of the server are tried with.
fn requests() -> [Value; 9] {
    [
        json!({"format": "outline"}),
        json!({"format": "numbered"}),
        json!({"format": "refs", "cursor_interactive": true}),
        json!({"format": "tabs"}),
        json!({"format": "lean"}),
        json!({"format": "lean", "interactive_only": true, "compact": true, "include": ["urls"]}),
        json!({"format": "outline", "viewport_only": true, "include": ["boxes", "selectors"]}),
        json!({"format": "lean", "roles": ["link", "heading"], "max_depth": 5, "fold": true}),
        json!({"format": "outline", "find": {"text": "a", "context": 1}, "modal_only": true}),
    ]
}

/// What the worker would send the server.
async fn answer(reader: &Tab, address: &str, request: &Value) -> anyhow::Result<String> {
    let request: ObserveRequest = serde_json::from_value(request.clone())?;
    let places = json!(PlacesChoice::for_options(&request.options()?));
    let params = json!({"engine": "worker", "places": places, "frames": true});
    wire_answer(reader, address, "observe", &params).await
}

/// The text that the panel makes of an answer.
fn panel_text(answer: &str, request: &Value) -> anyhow::Result<String> {
    let request: ObserveRequest = serde_json::from_value(request.clone())?;
    let options = request.options()?;
    let reading = Reading::read(answer, 1, PlacesChoice::None, &|| 0.0);
    let reading = reading.map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    Ok(View::new(&Rc::new(reading), &options, &|| 0.0)
        .text()
        .to_owned())
}

/// Holds the panel's text beside the server's, for a page that does not change by itself.
async fn same_bytes(
    reader: &Tab,
    tab: &Tab,
    what: &str,
    estimates: &mut Vec<(usize, usize)>,
) -> anyhow::Result<()> {
    let address = tab.evaluate("location.href").await?;
    let address = address.as_str().context("an address")?;
    for mut request in requests() {
        request["what"] = json!("a11y_tree");
        let once = async || {
            let served = text(&tab.observe(request.clone()).await?);
            let read = answer(reader, address, &request).await?;
            anyhow::Ok((served, panel_text(&read, &request)?))
        };
        let (mut served, mut own) = once().await?;
        for _ in 0..3 {
            if served == own {
                break;
            }
            // The page has changed between the two looks.
            (served, own) = once().await?;
        }
        assert_eq!(own, served, "{what}: {request}");
        estimates.push((estimate(&own), axlens_tests_ui::tokens(&own)));
    }
    Ok(())
}

#[test]
fn the_text_of_every_page_is_the_servers() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let reader = chain.tab().await?;
        own_page::go_to_own_page(&reader, "options").await?;
        let fixtures = shared::workspace().join("fixtures");
        let (mut pages, mut estimates) = (shared::pages(&fixtures)?, Vec::new());
        if let Some(folder) = shared::reference("pages") {
            pages.extend(shared::pages(&folder)?);
        }
        for path in pages {
            let what = path.display().to_string();
            let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let tab = chain.open(Page::html(body)).await?;
            same_bytes(&reader, &tab, &what, &mut estimates).await?;
            tab.close().await?;
        }
        check_estimates(&estimates);
        Ok(())
    })
}

/// How far an estimate may be off, in hundredths of what the tokenizer counts.
const OFF: usize = 40;

/// Texts of some length: of a few words, one token is much.
fn check_estimates(estimates: &[(usize, usize)]) {
    let long = estimates.iter().filter(|(_, counted)| *counted >= 200);
    let mut off: Vec<usize> = long
        .map(|(estimated, counted)| estimated.abs_diff(*counted) * 100 / counted)
        .collect();
    off.sort_unstable();
    let (middle, worst) = (off.get(off.len() / 2), off.last());
    eprintln!("estimates of tokens: {middle:?} % off in the middle, {worst:?} % at most");
    assert!(worst.is_none_or(|worst| *worst <= OFF), "{off:?}");
}

/// How the panel's text comes to be in its page, for a page with much on it; its numbers.
#[test]
fn the_panels_page_shows_what_the_server_says_of_a_real_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (name, body) = match shared::reference("pages") {
            Some(folder) => {
                let page = std::fs::read(folder.join("wikipedia-2.html"))?;
                ("wikipedia-2", String::from_utf8_lossy(&page).into_owned())
            }
            None => ("dashboard", shared::fixture("dashboard.html")?),
        };
        let page = chain.open(Page::html(body)).await?;
        let reader = chain.tab().await?;
        own_page::go_to_own_page(&reader, "options").await?;
        let request = json!({"what": "a11y_tree", "format": "lean"});
        let address = page.evaluate("location.href").await?;
        let read = answer(&reader, address.as_str().context("an address")?, &request).await?;
        let served = text(&page.observe(request).await?);
        let tab = shown(
            chain,
            &format!("stub.answers.read = () => {};", json!(read)),
        )
        .await?;
        press(&tab, "#copy-all").await?;
        assert_eq!(tab.evaluate("stub.copied[0]").await?, served.as_str());
        tab.activate().await?;
        tab.wait_for("document.querySelector('[data-stage=seen]') !== null")
            .await?;
        let stages = tab
            .evaluate(
                "Object.fromEntries([...document.querySelectorAll('[data-stage]')]
                    .map((cell) => [cell.dataset.stage, cell.textContent]))",
            )
            .await?;
        let bytes = served.len();
        eprintln!(
            "{name}: an answer of {} bytes, a text of {bytes}: {stages}",
            read.len()
        );
        Ok(())
    })
}
