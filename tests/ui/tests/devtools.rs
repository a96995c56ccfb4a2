//! The extension's pages in DevTools itself: the panel, the side bar of Elements and the console's
//! `axlens`, with the real worker behind them; and what the worker tells DevTools' pages, and whom.

use anyhow::Context;
use axlens_harness::inspector::InspectorPage;
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Inspector, Page, Tab, on_chain, shared};
use serde_json::{Value, json};

/// The world of the extension's scripts in a page.
const OWN_WORLD: &str = "Axlens";

/// Counts what observers of mutations hear, in the document and in its frame.
const WATCHES: &str = "window.heard = 0; for (const each of [document, frames[0].document])
    new MutationObserver((records) => { heard += records.length; }).observe(each,
        { subtree: true, childList: true, attributes: true, characterData: true }); 0";

/// Text of the element with this id.
async fn text_of(page: &InspectorPage, id: &str) -> anyhow::Result<String> {
    let read = format!("document.getElementById('{id}').innerText");
    let text = page.evaluate(&read).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Waits until the element with this id has a part.
async fn says(page: &InspectorPage, id: &str, part: &str) -> anyhow::Result<()> {
    until(part, async || {
        let text = text_of(page, id).await?;
        anyhow::ensure!(text.contains(part), "{text}");
        Ok(Some(()))
    })
    .await
}

/// A page of DevTools' on its own, whose line to the worker is asked directly.
struct Line {
    page: Tab,
    tab: Value,
}

impl Line {
    async fn open(chain: &Chain, inspected: &Tab) -> anyhow::Result<Line> {
        let page = chain.tab().await?;
        let id = shared::extension_id()?;
        page.goto(&format!("chrome-extension://{id}/devtools/sidebar.html"))
            .await?;
        let address = inspected.evaluate("location.href").await?;
        let own = format!(
            "chrome.tabs.query({{}}).then((tabs) => tabs.find(({{ url }}) => url === {address}).id)"
        );
        let tab = page.evaluate(&own).await?;
        page.evaluate(
            "window.pushed = []; window.waiting = new Map(); window.last = 0;
            window.port = chrome.runtime.connect({ name: 'devtools' });
            port.onMessage.addListener((said) => {
                if (said.ask === undefined) pushed.push(said);
                else waiting.get(said.ask)(said);
            });
            window.ask = (question) => new Promise((resolve) => {
                const ask = ++last;
                waiting.set(ask, resolve);
                port.postMessage({ ask, ...question });
            });
            0",
        )
        .await?;
        Ok(Line { page, tab })
    }

    /// What is said to a question: `answer` or `fault`.
    async fn said(&self, mut question: Value) -> anyhow::Result<Value> {
        question["tab"] = self.tab.clone();
        self.page.evaluate(&format!("ask({question})")).await
    }

    async fn ask(&self, question: Value) -> anyhow::Result<Value> {
        let mut said = self.said(question.clone()).await?;
        anyhow::ensure!(said.get("fault").is_none(), "{question}: {said}");
        Ok(said["answer"].take())
    }

    async fn read(&self) -> anyhow::Result<Value> {
        let read = self.ask(json!({"do": "read", "places": "none"})).await?;
        Ok(serde_json::from_str(read.as_str().context("a text")?)?)
    }

    async fn fault(&self, question: Value) -> anyhow::Result<Value> {
        let mut said = self.said(question.clone()).await?;
        anyhow::ensure!(said.get("answer").is_none(), "{question}: {said}");
        Ok(said["fault"].take())
    }

    /// How many changes were told of.
    async fn changes(&self) -> anyhow::Result<u64> {
        let count = "pushed.filter((said) => said.changed).length";
        Ok(self
            .page
            .evaluate(count)
            .await?
            .as_u64()
            .unwrap_or_default())
    }

    /// Waits until status, as it was told last, has this.
    async fn told(&self, key: &str, value: &Value) -> anyhow::Result<()> {
        let last = format!(
            "pushed.findLast((said) => said.status)?.status[{}] === {value}",
            json!(key)
        );
        self.page.wait_for(&last).await
    }
}

/// The element of the first line that has a name, as the worker is told which.
fn handle(read: &Value, name: &str) -> anyhow::Result<Value> {
    for frame in read["frames"].as_array().context("frames")? {
        let mut nodes = frame["tree"]["nodes"].as_array().into_iter().flatten();
        if let Some(node) = nodes.find(|node| node["t"] == name) {
            return Ok(
                json!({"document": frame["document"], "world": frame["tree"]["world"],
                "node": node["n"]}),
            );
        }
    }
    anyhow::bail!("nothing is called {name}: {read}")
}

fn with(mut question: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().into_iter().flatten() {
        question[key] = value.clone();
    }
    question
}

/// A button, and a frame of the same site with another.
fn framed() -> Page {
    Page::html(
        "<title>Framed</title><button id=save>Save</button>
        <iframe srcdoc='<button id=inner>Inner</button>'></iframe>",
    )
}

/// The panel has the server's own lines, and its count of tokens.
async fn panel_shows(panel: &InspectorPage, tree: &str) -> anyhow::Result<()> {
    says(panel, "page", "Widgets").await?;
    panel
        .wait_for("document.querySelectorAll('#lines .line:not([hidden])').length > 5")
        .await?;
    let lines = panel
        .evaluate(
            "[...document.querySelectorAll('#lines .line:not([hidden])')]
            .sort((one, other) => one.dataset.row - other.dataset.row)
            .map((line) => line.textContent.trim())",
        )
        .await?;
    let lines = lines.as_array().context("lines")?;
    let served: Vec<&str> = tree.lines().map(str::trim).collect();
    assert!(lines.len() > 5 && served.len() >= lines.len());
    assert_eq!(lines[..], served[..lines.len()]);
    // Counted by the server, not estimated.
    panel
        .wait_for("/^[0-9,.]+ tokens/.test(document.getElementById('tokens').innerText)")
        .await
}

/// A line shows its element in the page, is explained, and leads to Elements.
async fn panel_points(
    inspector: &Inspector,
    panel: &InspectorPage,
    tab: &Tab,
) -> anyhow::Result<()> {
    let line = "[...document.querySelectorAll('#lines .line')]
        .find((line) => line.textContent.includes('Mute'))";
    let over = "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))";
    panel.evaluate(&format!("{line}.{over}")).await?;
    tab.wait_for("document.querySelector('#toggle').getAnimations().length === 1")
        .await?;
    panel
        .evaluate("document.querySelector('#lines').dispatchEvent(new MouseEvent('mouseleave'))")
        .await?;
    tab.wait_for("document.getAnimations().length === 0")
        .await?;
    panel.evaluate(&format!("{line}.click()")).await?;
    says(panel, "explanation", "can be acted on by its role").await?;
    panel
        .evaluate("document.querySelector('#reveal').click()")
        .await?;
    until("the element in Elements", async || {
        Ok((inspector.selected().await? == "toggle").then_some(()))
    })
    .await
}

#[test]
fn devtools_shows_what_agents_see() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("widgets.html").await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        let inspector = Inspector::open(&chain.browser, &tab).await?;
        let panel = inspector.show_panel().await?;
        panel_shows(&panel, tree).await?;
        panel_points(&inspector, &panel, &tab).await?;
        // The side bar tells the same of what is selected in Elements, and of the next one.
        let sidebar = inspector.select("#toggle").await?;
        let uid = uid_of(&tab.tree().await?, "Mute")?;
        says(&sidebar, "line", &format!("{uid} button \"Mute\"")).await?;
        says(&sidebar, "facts", "can be acted on by its role").await?;
        inspector.select("#more").await?;
        says(&sidebar, "note", "no line of its own").await
    })
}

#[test]
fn the_console_asks_what_agents_see() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(framed()).await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        let _inspector = Inspector::open(&chain.browser, &tab).await?;
        until("the helpers", async || {
            let there = tab.evaluate_in(OWN_WORLD, "typeof axlens").await;
            Ok((there? == "object").then_some(()))
        })
        .await?;
        // Of this document alone: whoever has taken over its process learns nothing of others.
        let text = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await?;
        let uid = uid_of(&tab.tree().await?, "Save")?;
        assert!(tree.contains("Inner"), "{tree}");
        let text = text.as_str().unwrap_or_default();
        assert!(text.contains(&format!("{uid} button \"Save\"")), "{text}");
        assert!(!text.contains("Inner"), "{text}");
        let outline = tab.evaluate_in(OWN_WORLD, "axlens.observe({ format: 'outline' })");
        assert!(outline.await?.to_string().contains("uid="));
        let found = format!("axlens.find({uid}).then(({{ id }}) => id)");
        assert_eq!(tab.evaluate_in(OWN_WORLD, &found).await?, "save");
        let explain = "axlens.explain(document.querySelector('#save'))";
        let explained = tab.evaluate_in(OWN_WORLD, explain).await?;
        assert_eq!(explained["name"]["value"], "Save");
        for (wrong, part) in [
            ("axlens.find(99999)", "has the uid 99999"),
            ("axlens.explain(3)", "Give an element of this document"),
            ("axlens.observe({ format: 'knob' })", "unknown variant"),
        ] {
            let error = tab.evaluate_in(OWN_WORLD, wrong).await;
            let error = error.expect_err(wrong).to_string();
            assert!(error.contains(part), "{error}");
        }
        // The page's own scripts see none of it; a page that comes later has it too.
        assert_eq!(tab.evaluate("typeof axlens").await?, "undefined");
        tab.goto(&chain.site.page(Page::html("<button>Next</button>")))
            .await?;
        until("the helpers in the next page", async || {
            let text = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await;
            Ok(text?.to_string().contains("Next").then_some(()))
        })
        .await?;
        // What agents may not read is not told here either.
        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        let paused = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await;
        let paused = paused.expect_err("paused").to_string();
        assert!(paused.contains("paused all reading"), "{paused}");
        Ok(())
    })
}

/// docs/devtools.md tells this: an agent does not see a button that a person sees.
#[test]
fn the_story_of_the_button_that_was_not_there() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("left-hidden.html").await?;
        tab.evaluate("document.querySelector('#accept').click()")
            .await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        assert!(!tree.contains("button \"Place order\""), "{tree}");

        let inspector = Inspector::open(&chain.browser, &tab).await?;
        let sidebar = inspector.select("#order").await?;
        says(&sidebar, "note", "no line of its own").await?;
        says(&sidebar, "facts", "aria-hidden on #page").await?;

        let panel = inspector.show_panel().await?;
        panel
            .wait_for("document.querySelector('#lines').textContent.includes('Place order')")
            .await?;
        says(&panel, "counts", "0 to act on").await?;
        panel
            .evaluate("document.querySelector('#follow').click()")
            .await?;
        tab.evaluate("document.querySelector('#page').removeAttribute('aria-hidden')")
            .await?;
        until("the button", async || {
            inspector.screenshot().await?;
            let text = panel.evaluate("document.querySelector('#lines').textContent");
            Ok(text
                .await?
                .to_string()
                .contains("button \\\"Place order")
                .then_some(()))
        })
        .await
    })
}

#[test]
fn reading_and_highlighting_change_nothing_in_the_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let line = Line::open(chain, &tab).await?;
        tab.wait_for("frames[0].document.querySelector('button') !== null")
            .await?;
        tab.evaluate(WATCHES).await?;
        for _ in 0..10 {
            let read = line.read().await?;
            for (name, place) in [("Save", "document"), ("Inner", "frames[0].document")] {
                let element = handle(&read, name)?;
                let lit = line.ask(with(json!({"do": "highlight"}), &element)).await?;
                assert_eq!(lit["highlighted"], true, "{name}");
                let count = format!("{place}.getAnimations().length");
                assert_eq!(tab.evaluate(&count).await?, 1, "{name}");
            }
            // The last one alone.
            assert_eq!(tab.evaluate("document.getAnimations().length").await?, 0);
            line.ask(json!({"do": "unhighlight"})).await?;
            assert_eq!(
                tab.evaluate("frames[0].document.getAnimations().length")
                    .await?,
                0
            );
        }
        assert_eq!(tab.evaluate("heard").await?, 0);
        // It would be heard.
        tab.evaluate("frames[0].document.body.append('x'); document.body.append('x')")
            .await?;
        tab.wait_for("heard === 2").await?;

        // A page that is closed leaves no outline.
        let element = handle(&line.read().await?, "Save")?;
        line.ask(with(json!({"do": "highlight"}), &element)).await?;
        line.page.evaluate("port.disconnect()").await?;
        tab.wait_for("document.getAnimations().length === 0")
            .await?;
        // Nor does one that says nothing more.
        Ok(())
    })
}

#[test]
fn an_element_that_is_gone_or_has_no_box_is_said() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let line = Line::open(chain, &tab).await?;
        let element = handle(&line.read().await?, "Save")?;
        tab.evaluate("save.style.display = 'none'").await?;
        let lit = line.ask(with(json!({"do": "highlight"}), &element)).await?;
        assert_eq!(lit["highlighted"], false);
        tab.evaluate("save.remove()").await?;
        for what in ["highlight", "explain"] {
            let fault = line.fault(with(json!({"do": what}), &element)).await?;
            assert_eq!(fault["error"], "stale_uid", "{what}: {fault}");
        }
        let fault = line.fault(json!({"do": "knob"})).await?;
        assert_eq!(fault["error"], "bad_request");
        Ok(())
    })
}

#[test]
fn a_followed_page_tells_of_changes_once_until_it_is_read() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = &Chain::start().await?;
        let tab = chain.open(framed()).await?;
        let line = Line::open(chain, &tab).await?;
        line.read().await?;
        line.ask(json!({"do": "follow"})).await?;
        let change = "document.body.append(document.createElement('button'))";
        // From when it is watched.
        until("a first change", async || {
            tab.evaluate(change).await?;
            Ok((line.changes().await? == 1).then_some(()))
        })
        .await?;
        for _ in 0..3 {
            tab.evaluate(change).await?;
            line.ask(json!({"do": "status"})).await?;
        }
        assert_eq!(line.changes().await?, 1);
        line.read().await?;
        until("a second change", async || {
            tab.evaluate(change).await?;
            Ok((line.changes().await? >= 2).then_some(()))
        })
        .await?;
        // A pause is told of too, and its end: the page can be watched again.
        let options = chain.own_page("options").await?;
        line.ask(json!({"do": "status"})).await?;
        for paused in [true, false] {
            let read = line.said(json!({"do": "read", "places": "none"})).await?;
            assert_eq!(read.get("fault").is_none(), paused);
            let before = line.changes().await?;
            press_pause(&options, paused).await?;
            until("the pause, or its end", async || {
                Ok((line.changes().await? > before).then_some(()))
            })
            .await?;
        }
        line.read().await?;
        let before = line.changes().await?;
        until("a change after the pause", async || {
            tab.evaluate(change).await?;
            Ok((line.changes().await? > before).then_some(()))
        })
        .await?;

        line.ask(json!({"do": "unfollow"})).await?;
        line.read().await?;
        let before = line.changes().await?;
        tab.evaluate(change).await?;
        line.read().await?;
        assert_eq!(line.changes().await?, before);
        Ok(())
    })
}

#[test]
fn devtools_is_told_no_more_than_agents_and_is_none() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(framed()).await?;
        let line = Line::open(&chain, &tab).await?;
        let status = line.ask(json!({"do": "status"})).await?;
        assert_eq!(
            (&status["paused"], &status["connected"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(status["site"], chain.site.origin());
        let element = handle(&line.read().await?, "Save")?;
        let explain = with(json!({"do": "explain"}), &element);
        let explained = line.ask(explain.clone()).await?;
        assert!(explained.to_string().contains("Save"), "{explained}");
        let count = json!({"do": "tokens", "text": "hello world"});
        assert_eq!(line.ask(count.clone()).await?["tokens"], 2);
        // It is the user's own look: no agent's visit.
        let options = chain.own_page("options").await?;
        let visits =
            "import('/shared/browser-api.js').then(({ loadSession }) => loadSession('seen'))";
        assert_eq!(options.evaluate(visits).await?, Value::Null);
        assert!(!serde_json::to_string(&chain.log()?)?.contains("observe"));

        press_pause(&options, true).await?;
        line.told("paused", &json!(true)).await?;
        for question in [json!({"do": "read"}), explain.clone(), count] {
            let fault = line.fault(question.clone()).await?;
            assert_eq!(fault["error"], "reading_paused", "{question}");
        }
        press_pause(&options, false).await?;
        line.told("paused", &json!(false)).await?;
        line.read().await?;

        let policy = json!({"default": "block", "sites": []});
        let set = format!("chrome.storage.local.set({{ policy: {policy} }}).then(() => 0)");
        options.evaluate(&set).await?;
        line.told("level", &json!("block")).await?;
        for question in [json!({"do": "read"}), explain] {
            let fault = line.fault(question).await?;
            assert_eq!(fault["error"], "tab_not_found");
            assert!(
                fault["message"].to_string().contains("is blocked"),
                "{fault}"
            );
        }
        Ok(())
    })
}

#[test]
fn devtools_works_without_a_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host().await?;
        let tab = chain.open(framed()).await?;
        let line = Line::open(&chain, &tab).await?;
        let status = line.ask(json!({"do": "status"})).await?;
        assert_eq!(status["connected"], false);
        let element = handle(&line.read().await?, "Save")?;
        line.ask(with(json!({"do": "explain"}), &element)).await?;
        let lit = line.ask(with(json!({"do": "highlight"}), &element)).await?;
        assert_eq!(lit["highlighted"], true);
        let fault = line.fault(json!({"do": "tokens", "text": "hello"})).await?;
        assert!(!fault["message"].to_string().is_empty(), "{fault}");
        Ok(())
    })
}

/// A port of that name from a page of the extension's that is none of DevTools' gets no answers.
#[test]
fn only_pages_of_devtools_are_answered() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let _ = Line::open(chain, &tab).await?;
        let options = chain.own_page("options").await?;
        let heard = options
            .evaluate(
                "new Promise((resolve) => {
                    const port = chrome.runtime.connect({ name: 'devtools' });
                    port.onMessage.addListener((said) => {
                        if (said.answer !== undefined || said.fault) resolve('answered');
                        // What own pages are told comes after what was asked before.
                        else if (said.state) resolve('state');
                    });
                    port.postMessage({ ask: 1, do: 'status', tab: 1 });
                })",
            )
            .await?;
        assert_eq!(heard, "state");
        Ok(())
    })
}
