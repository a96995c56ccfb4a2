//! The port of DevTools pages to the worker: its queries, faults and notifications.

use crate::ui::devtools::framed;
use anyhow::Context;
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab, on_chain, on_runtime, shared};
use serde_json::{Value, json};

/// Counts the mutations in the document and its frame.
const COUNT_MUTATIONS: &str =
    "window.mutations = 0; for (const each of [document, frames[0].document])
    new MutationObserver((records) => { mutations += records.length; }).observe(each,
        { subtree: true, childList: true, attributes: true, characterData: true }); 0";

/// A DevTools page in a tab, of which the test uses the port to the worker.
struct Port {
    page: Tab,
    tab: Value,
}

impl Port {
    async fn open(chain: &Chain, inspected: &Tab) -> anyhow::Result<Port> {
        let page = chain.tab().await?;
        let id = shared::extension_id()?;
        page.goto(&format!("chrome-extension://{id}/devtools/sidebar.html"))
            .await?;
        let url = inspected.evaluate("location.href").await?;
        let own = format!(
            "chrome.tabs.query({{}}).then((tabs) => tabs.find((tab) => tab.url === {url}).id)"
        );
        let tab = page.evaluate(&own).await?;
        page.evaluate(
            "window.notifications = []; window.pending = new Map(); window.lastId = 0;
            window.port = chrome.runtime.connect({ name: 'devtools' });
            port.onMessage.addListener((message) => {
                if (message.ask === undefined) notifications.push(message);
                else pending.get(message.ask)(message);
            });
            window.send = (query) => new Promise((resolve) => {
                const ask = ++lastId;
                pending.set(ask, resolve);
                port.postMessage({ ask, ...query });
            });
            0",
        )
        .await?;
        Ok(Port { page, tab })
    }

    /// Sends a query. The response has `answer` or `fault`.
    async fn send(&self, mut query: Value) -> anyhow::Result<Value> {
        query["tab"] = self.tab.clone();
        self.page.evaluate(&format!("send({query})")).await
    }

    /// The answer to a query. A fault is an error.
    async fn answer(&self, query: Value) -> anyhow::Result<Value> {
        let mut response = self.send(query.clone()).await?;
        anyhow::ensure!(response.get("fault").is_none(), "{query}: {response}");
        Ok(response["answer"].take())
    }

    /// Reads the page.
    async fn read(&self) -> anyhow::Result<Value> {
        let read = self.answer(json!({"do": "read", "places": "none"})).await?;
        Ok(serde_json::from_str(read.as_str().context("a text")?)?)
    }

    /// Reads a list, and begins to record it if `starts`.
    async fn list(&self, what: &str, starts: bool) -> anyhow::Result<Value> {
        let query = json!({"do": "list", "what": what, "starts": starts});
        let list = self.answer(query).await?;
        Ok(serde_json::from_str(list.as_str().context("a text")?)?)
    }

    /// The fault of a query. An answer is an error.
    async fn fault(&self, query: Value) -> anyhow::Result<Value> {
        let mut response = self.send(query.clone()).await?;
        anyhow::ensure!(response.get("answer").is_none(), "{query}: {response}");
        Ok(response["fault"].take())
    }

    /// The number of notifications about changes.
    async fn changes(&self) -> anyhow::Result<u64> {
        let count = "notifications.filter(({ changed }) => changed).length";
        Ok(self
            .page
            .evaluate(count)
            .await?
            .as_u64()
            .unwrap_or_default())
    }

    /// Waits until the last notified status has this value.
    async fn wait_for_status(&self, key: &str, value: &Value) -> anyhow::Result<()> {
        let last = format!(
            "notifications.findLast(({{ status }}) => status)?.status[{}] === {value}",
            json!(key)
        );
        self.page.wait_for(&last).await
    }
}

/// The reference to the first element with this name, as queries contain it.
fn find_element(read: &Value, name: &str) -> anyhow::Result<Value> {
    for frame in read["frames"].as_array().context("frames")? {
        let mut nodes = frame["tree"]["nodes"].as_array().into_iter().flatten();
        if let Some(node) = nodes.find(|node| node["t"] == name) {
            return Ok(
                json!({"document": frame["document"], "world": frame["tree"]["world"],
                "node": node["n"]}),
            );
        }
    }
    anyhow::bail!("no element {name}: {read}")
}

/// The query with additional fields.
fn with(mut query: Value, fields: &Value) -> Value {
    for (key, value) in fields.as_object().into_iter().flatten() {
        query[key] = value.clone();
    }
    query
}

#[test]
fn reading_and_highlighting_change_nothing_in_the_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let port = Port::open(chain, &tab).await?;
        tab.wait_for("frames[0].document.querySelector('button') !== null")
            .await?;
        tab.evaluate(COUNT_MUTATIONS).await?;
        for _ in 0..10 {
            let read = port.read().await?;
            for (name, place) in [("Save", "document"), ("Inner", "frames[0].document")] {
                let element = find_element(&read, name)?;
                let highlighted = port
                    .answer(with(json!({"do": "highlight"}), &element))
                    .await?;
                assert_eq!(highlighted["highlighted"], true, "{name}");
                let count = format!("{place}.getAnimations().length");
                assert_eq!(tab.evaluate(&count).await?, 1, "{name}");
            }
            // Only the last element is highlighted.
            assert_eq!(tab.evaluate("document.getAnimations().length").await?, 0);
            port.answer(json!({"do": "unhighlight"})).await?;
            assert_eq!(
                tab.evaluate("frames[0].document.getAnimations().length")
                    .await?,
                0
            );
        }
        assert_eq!(tab.evaluate("mutations").await?, 0);
        // The observer counts other mutations.
        tab.evaluate("frames[0].document.body.append('x'); document.body.append('x')")
            .await?;
        tab.wait_for("mutations === 2").await?;

        // The outline ends with the port.
        let element = find_element(&port.read().await?, "Save")?;
        port.answer(with(json!({"do": "highlight"}), &element))
            .await?;
        port.page.evaluate("port.disconnect()").await?;
        tab.wait_for("document.getAnimations().length === 0")
            .await?;
        Ok(())
    })
}

#[test]
fn queries_about_a_removed_or_hidden_element_report_it() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let port = Port::open(chain, &tab).await?;
        let element = find_element(&port.read().await?, "Save")?;
        tab.evaluate("save.style.display = 'none'").await?;
        let highlighted = port
            .answer(with(json!({"do": "highlight"}), &element))
            .await?;
        assert_eq!(highlighted["highlighted"], false);
        tab.evaluate("save.remove()").await?;
        for what in ["highlight", "explain"] {
            let fault = port.fault(with(json!({"do": what}), &element)).await?;
            assert_eq!(fault["error"], "stale_uid", "{what}: {fault}");
        }
        let fault = port.fault(json!({"do": "knob"})).await?;
        assert_eq!(fault["error"], "bad_request");
        Ok(())
    })
}

#[test]
fn a_change_of_a_followed_page_is_notified_once_until_it_is_read() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = &Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(framed()).await?;
        let port = Port::open(chain, &tab).await?;
        port.read().await?;
        port.answer(json!({"do": "follow"})).await?;
        let change = "document.body.append(document.createElement('button'))";
        // The page may not be observed yet.
        until("a first change", async || {
            tab.evaluate(change).await?;
            Ok((port.changes().await? == 1).then_some(()))
        })
        .await?;
        for _ in 0..3 {
            tab.evaluate(change).await?;
            port.answer(json!({"do": "status"})).await?;
        }
        assert_eq!(port.changes().await?, 1);
        port.read().await?;
        until("a second change", async || {
            tab.evaluate(change).await?;
            Ok((port.changes().await? >= 2).then_some(()))
        })
        .await?;
        // Start and end of a pause are notified too.
        let options = chain.own_page("options").await?;
        port.answer(json!({"do": "status"})).await?;
        for paused in [true, false] {
            let response = port.send(json!({"do": "read", "places": "none"})).await?;
            assert_eq!(response.get("fault").is_none(), paused);
            let before = port.changes().await?;
            press_pause(&options, paused).await?;
            until("start or end of the pause", async || {
                Ok((port.changes().await? > before).then_some(()))
            })
            .await?;
        }
        port.read().await?;
        let before = port.changes().await?;
        until("a change after the pause", async || {
            tab.evaluate(change).await?;
            Ok((port.changes().await? > before).then_some(()))
        })
        .await?;

        port.answer(json!({"do": "unfollow"})).await?;
        port.read().await?;
        let before = port.changes().await?;
        tab.evaluate(change).await?;
        port.read().await?;
        assert_eq!(port.changes().await?, before);
        Ok(())
    })
}

#[test]
fn devtools_has_the_access_of_agents_and_is_not_logged_as_one() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(framed()).await?;
        let port = Port::open(&chain, &tab).await?;
        let status = port.answer(json!({"do": "status"})).await?;
        assert_eq!(
            (&status["paused"], &status["connected"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(status["site"], chain.site.origin());
        let element = find_element(&port.read().await?, "Save")?;
        let explain = with(json!({"do": "explain"}), &element);
        let explained = port.answer(explain.clone()).await?;
        assert!(explained.to_string().contains("Save"), "{explained}");
        let count = json!({"do": "tokens", "text": "hello world"});
        assert_eq!(port.answer(count.clone()).await?["tokens"], 2);
        for what in ["errors", "network"] {
            port.list(what, true).await?;
        }
        // Queries of DevTools are not recorded as an agent's.
        let options = chain.own_page("options").await?;
        let visits =
            "import('/shared/browser-api.js').then(({ loadSession }) => loadSession('seen'))";
        assert_eq!(options.evaluate(visits).await?, Value::Null);
        let log = serde_json::to_string(&chain.log()?)?;
        for what in ["observe", "errors", "network"] {
            assert!(!log.contains(what), "{what}: {log}");
        }

        press_pause(&options, true).await?;
        port.wait_for_status("paused", &json!(true)).await?;
        let lists = ["errors", "network", "downloads"];
        let lists = lists.map(|what| json!({"do": "list", "what": what, "starts": true}));
        let others = [json!({"do": "read"}), explain.clone(), count];
        for query in others.into_iter().chain(lists.clone()) {
            let fault = port.fault(query.clone()).await?;
            assert_eq!(fault["error"], "reading_paused", "{query}");
        }
        press_pause(&options, false).await?;
        port.wait_for_status("paused", &json!(false)).await?;
        port.read().await?;

        let policy = json!({"default": "block", "sites": []});
        let set = format!("chrome.storage.local.set({{ policy: {policy} }}).then(() => 0)");
        options.evaluate(&set).await?;
        port.wait_for_status("level", &json!("block")).await?;
        for query in [json!({"do": "read"}), explain].into_iter().chain(lists) {
            let fault = port.fault(query).await?;
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
fn a_list_begins_no_record_until_the_user_starts_it() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        tab.wait_for("frames[0].document.querySelector('button') !== null")
            .await?;
        let port = Port::open(chain, &tab).await?;
        // Scripts of the extension have no world in the document before.
        port.read().await?;
        for (what, script) in [("errors", "axlensErrors"), ("network", "axlensNetwork")] {
            let list = port.list(what, false).await?;
            assert_eq!(list["unrecorded"], 2, "{list}");
            assert_eq!(list["frames"][0]["since"], 0, "{list}");
            let is_injected = format!("Object.hasOwn(globalThis, '{script}')");
            assert_eq!(tab.evaluate_in("Axlens", &is_injected).await?, false);
            let started = port.list(what, true).await?;
            assert_eq!(started["unrecorded"], 0, "{started}");
            assert_eq!(tab.evaluate_in("Axlens", &is_injected).await?, true);
        }
        // What an agent gets then has begun with it.
        tab.evaluate("document.body.append(Object.assign(new Image(), { src: '/404?lost' }))")
            .await?;
        until("a failed image in both lists", async || {
            let list = port.list("errors", false).await?;
            let request = json!({"tab": tab.handle().await?});
            let answer = tab.agent().post("/errors", request).await?.ok()?;
            let main = &list["frames"][0];
            anyhow::ensure!(main["errors"][0]["kind"] == "resource", "{list}");
            anyhow::ensure!(answer["errors"][0]["kind"] == "resource", "{answer}");
            let [own, served] = [main, &answer].map(|of| of["since"].as_f64());
            anyhow::ensure!(own.is_some() && own == served, "{list} {answer}");
            Ok(Some(()))
        })
        .await?;
        let fault = port
            .fault(json!({"do": "list", "what": "downloads", "starts": false}))
            .await?;
        assert_eq!(fault["error"], "downloads_disabled");
        let fault = port.fault(json!({"do": "list", "what": "knob"})).await?;
        assert_eq!(fault["error"], "bad_request");
        Ok(())
    })
}

#[test]
fn a_list_has_no_more_than_an_agent_may_know() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let foreign = chain.site.foreign(Page::html("x"));
        let page = format!("<p>Text<script>fetch('{foreign}').catch(() => {{}})</script>");
        let tab = chain.open(Page::html(page)).await?;
        let options = chain.own_page("options").await?;
        let rule = json!({"pattern": "localhost", "level": "block", "confirm": false});
        let policy = json!({"default": "read", "sites": [rule]});
        let set = format!("chrome.storage.local.set({{ policy: {policy} }}).then(() => 0)");
        options.evaluate(&set).await?;
        let port = Port::open(&chain, &tab).await?;
        until("a request without its URL", async || {
            let list = port.list("network", true).await?;
            anyhow::ensure!(!list.to_string().contains("localhost"), "{list}");
            let requests = list["frames"][0]["requests"]
                .as_array()
                .context("requests")?;
            let hidden = requests.iter().any(|request| request["url"] == "");
            Ok(hidden.then_some(()))
        })
        .await
    })
}

#[test]
fn devtools_works_without_a_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutHost).await?;
        let tab = chain.open(framed()).await?;
        let port = Port::open(&chain, &tab).await?;
        let status = port.answer(json!({"do": "status"})).await?;
        assert_eq!(status["connected"], false);
        let element = find_element(&port.read().await?, "Save")?;
        port.answer(with(json!({"do": "explain"}), &element))
            .await?;
        let highlighted = port
            .answer(with(json!({"do": "highlight"}), &element))
            .await?;
        assert_eq!(highlighted["highlighted"], true);
        let fault = port.fault(json!({"do": "tokens", "text": "hello"})).await?;
        assert!(!fault["message"].to_string().is_empty(), "{fault}");
        Ok(())
    })
}

/// Other pages of the extension get no answers on a port with this name.
#[test]
fn the_worker_answers_only_devtools_pages() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(framed()).await?;
        let _ = Port::open(chain, &tab).await?;
        let options = chain.own_page("options").await?;
        let received = options
            .evaluate(
                "new Promise((resolve) => {
                    const port = chrome.runtime.connect({ name: 'devtools' });
                    port.onMessage.addListener((message) => {
                        if (message.answer !== undefined || message.fault) resolve('answered');
                        // Notifications are sent after answers to earlier queries.
                        else if (message.state) resolve('state');
                    });
                    port.postMessage({ ask: 1, do: 'status', tab: 1 });
                })",
            )
            .await?;
        assert_eq!(received, "state");
        Ok(())
    })
}

#[test]
fn an_element_that_the_user_pins_is_read_with_its_note() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let html = "<title>Pins</title><ul><li>Ada <button>Save</button></li></ul>
            <iframe srcdoc='<button>Inside</button>'></iframe>";
        let tab = chain.open(Page::html(html)).await?;
        let port = Port::open(chain, &tab).await?;
        let read = port.read().await?;
        for (name, note) in [("Save", "why?\n7 button \"Pay\""), ("Inside", "")] {
            let pin = json!({"do": "pin", "note": note});
            port.answer(with(pin, &find_element(&read, name)?)).await?;
        }
        let body = json!({"tab": tab.handle().await?, "session": tab.name});
        let answer = chain.agent.post("/pins", body.clone()).await?.ok()?;
        let pins = &answer["pins"];
        assert_eq!(pins[0]["element"]["name"], "Save", "{answer:#}");
        assert_eq!(pins[0]["note"], "why?\n7 button \"Pay\"");
        assert_eq!(pins[1]["element"]["name"], "Inside", "{answer:#}");
        let click = json!({"action": "click", "uid": pins[0]["element"]["uid"],
            "session": tab.name});
        chain.agent.post("/interact", click).await?.ok()?;
        let handle = tab.handle().await?.to_string();
        let output = chain.run(&["pins", "--tab", &handle])?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let expected = "...(pin 1: \"why?\\n7 button \\\"Pay\\\"\")\n";
        assert!(printed.starts_with(expected), "{printed}");
        // An element that the page has removed, and another page.
        tab.evaluate("document.querySelector('li').remove()")
            .await?;
        let mut observe = body.clone();
        observe["what"] = json!("pins");
        let answer = chain.agent.post("/observe", observe).await?.ok()?;
        assert_eq!(answer["pins"][0]["element"], Value::Null, "{answer:#}");
        tab.goto(&chain.site.page(Page::html("<title>Other</title>")))
            .await?;
        let answer = chain.agent.post("/pins", body).await?.ok()?;
        assert_eq!(answer["pins"], json!([]));
        Ok(())
    })
}
