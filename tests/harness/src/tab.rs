//! A tab in the browser. DevTools opens, controls and closes it; the agent's endpoints read it.

use crate::agent::{Agent, Reply};
use crate::devtools::DevTools;
use crate::wait::{TIMEOUT, until};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

/// The place in which a new tab opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In its own window, so that it is visible at all times.
    Window,
    /// In the existing window, as its active tab.
    Front,
}

/// A tab. Dropping it closes it.
pub struct Tab {
    devtools: DevTools,
    agent: Agent,
    target: String,
    session: String,
    /// The agent's session of requests for this tab that name no other session.
    pub name: String,
    handle: OnceCell<u64>,
}

impl Tab {
    /// A new empty tab.
    pub async fn new(
        devtools: &DevTools,
        agent: &Agent,
        name: String,
        place: Place,
    ) -> anyhow::Result<Self> {
        let place = match place {
            Place::Window => json!({"url": "about:blank", "newWindow": true}),
            Place::Front => json!({"url": "about:blank"}),
        };
        let made = devtools.command("", "Target.createTarget", place).await?;
        let target = made["targetId"].as_str().context("a target")?;
        Self::of_target(devtools, agent, name, target).await
    }

    /// The tab with this DevTools target id, such as one that a page has opened.
    pub async fn of_target(
        devtools: &DevTools,
        agent: &Agent,
        name: String,
        target: &str,
    ) -> anyhow::Result<Self> {
        let tab = Self {
            devtools: devtools.clone(),
            agent: agent.clone(),
            session: devtools.attach(target).await?,
            target: target.to_owned(),
            name,
            handle: OnceCell::new(),
        };
        tab.command("Page.enable", json!({})).await?;
        tab.command("Page.setLifecycleEventsEnabled", json!({"enabled": true}))
            .await?;
        Ok(tab)
    }

    /// The agent whose requests read it.
    pub fn agent(&self) -> Agent {
        self.agent.clone()
    }

    /// Its DevTools target id.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Sends a DevTools command to this page.
    pub async fn command(&self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.devtools.command(&self.session, method, params).await
    }

    /// The DevTools sessions of this page: its own, and one for each out-of-process frame. Sessions
    /// of frames that an earlier call returned end.
    pub async fn sessions(&self) -> anyhow::Result<Vec<String>> {
        let mut sessions = vec![self.session.clone()];
        let mut next = 0;
        while let Some(session) = sessions.get(next).cloned() {
            let mut events = self.devtools.events(&session);
            // Frames are announced only to a session that does not attach yet.
            for attach in [false, true] {
                let attach =
                    json!({"autoAttach": attach, "waitForDebuggerOnStart": false, "flatten": true});
                self.command_in(&session, "Target.setAutoAttach", attach)
                    .await?;
            }
            // The events of existing frames arrive before the result of the command.
            while let Ok(event) = events.try_recv() {
                let params = &event["params"];
                if event["method"] == "Target.attachedToTarget"
                    && params["targetInfo"]["type"] == "iframe"
                {
                    sessions.extend(params["sessionId"].as_str().map(str::to_string));
                }
            }
            next += 1;
        }
        Ok(sessions)
    }

    /// Sends a DevTools command to one of the page's sessions.
    pub async fn command_in(
        &self,
        session: &str,
        method: &str,
        params: Value,
    ) -> anyhow::Result<Value> {
        self.devtools.command(session, method, params).await
    }

    /// Sends a command, and returns the parameters of the events of one kind that arrive before its
    /// result.
    pub async fn events_of(
        &self,
        session: &str,
        method: &str,
        event: &str,
    ) -> anyhow::Result<Vec<Value>> {
        let mut events = self.devtools.events(session);
        self.command_in(session, method, json!({})).await?;
        let mut found = Vec::new();
        while let Ok(mut received) = events.try_recv() {
            if received["method"] == event {
                found.push(received["params"].take());
            }
        }
        Ok(found)
    }

    /// Navigates to a URL and waits for the load event of that document.
    pub async fn goto(&self, url: &str) -> anyhow::Result<()> {
        let mut events = self.devtools.events(&self.session);
        let loader = self.navigate(url).await?;
        let loaded = async {
            while let Some(event) = events.recv().await {
                let params = &event["params"];
                if event["method"] == "Page.lifecycleEvent"
                    && params["name"] == "load"
                    && params["loaderId"] == loader.as_str()
                {
                    return Ok(());
                }
            }
            bail!("the page was closed")
        };
        tokio::time::timeout(TIMEOUT, loaded)
            .await
            .with_context(|| format!("{url} never loaded"))?
    }

    /// Navigates to a URL without waiting, for pages that do not finish loading.
    pub async fn navigate(&self, url: &str) -> anyhow::Result<String> {
        let answer = self.command("Page.navigate", json!({"url": url})).await?;
        Ok(answer["loaderId"].as_str().unwrap_or_default().to_string())
    }

    /// Value of an expression in the page's main world. Awaits a promise.
    pub async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        self.devtools.evaluate(&self.session, expression).await
    }

    /// Starts an expression without waiting for its end: an alert, an endless loop.
    pub fn start(&self, expression: &str) -> anyhow::Result<()> {
        self.devtools.send(
            &self.session,
            "Runtime.evaluate",
            json!({"expression": expression}),
        )
    }

    /// Waits until an expression is true in the page.
    pub async fn wait_for(&self, expression: &str) -> anyhow::Result<()> {
        until(expression, || async {
            Ok((self.evaluate(expression).await? == json!(true)).then_some(()))
        })
        .await
    }

    /// Runs `cause`, then waits for an event of this page.
    pub async fn event_after(
        &self,
        method: &str,
        cause: impl AsyncFnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<Value> {
        let mut events = self.devtools.events(&self.session);
        cause().await?;
        let received = async {
            while let Some(event) = events.recv().await {
                if event["method"] == method {
                    return Ok(event["params"].clone());
                }
            }
            bail!("the page was closed")
        };
        tokio::time::timeout(TIMEOUT, received)
            .await
            .with_context(|| format!("no {method} event"))?
    }

    /// Value of an expression in the main frame's JavaScript world of this name.
    pub async fn evaluate_in(&self, world: &str, expression: &str) -> anyhow::Result<Value> {
        let worlds = self.all_worlds().await?;
        // The DevTools id of a main frame is that of its target.
        let is_main = |each: &&Value| each["auxData"]["frameId"] == self.target.as_str();
        let mut found = worlds.iter().filter(is_main);
        let found = found.find(|each| each["name"] == world);
        let found = found.with_context(|| format!("no world {world:?}"))?;
        let params = json!({"expression": expression, "contextId": found["id"],
            "awaitPromise": true, "returnByValue": true});
        let mut answer = self.command("Runtime.evaluate", params).await?;
        if let Some(exception) = answer.get("exceptionDetails") {
            bail!("{}", exception["exception"]["description"]);
        }
        Ok(answer["result"]["value"].take())
    }

    /// The names of the JavaScript worlds of this page. The main world's name is empty.
    pub async fn worlds(&self) -> anyhow::Result<Vec<String>> {
        let worlds = self.all_worlds().await?.into_iter();
        let names = worlds.map(|world| world["name"].as_str().unwrap_or_default().to_owned());
        Ok(names.collect())
    }

    async fn all_worlds(&self) -> anyhow::Result<Vec<Value>> {
        let mut events = self.devtools.events(&self.session);
        // Enabling reports the existing worlds again, before the result.
        self.command("Runtime.disable", json!({})).await?;
        self.command("Runtime.enable", json!({})).await?;
        let mut worlds = Vec::new();
        while let Ok(mut event) = events.try_recv() {
            if event["method"] == "Runtime.executionContextCreated" {
                worlds.push(event["params"]["context"].take());
            }
        }
        Ok(worlds)
    }

    /// The server's handle of this tab, found by the tab's address, which no other tab of the tests
    /// has. Navigation does not change it.
    pub async fn handle(&self) -> anyhow::Result<u64> {
        self.handle
            .get_or_try_init(|| self.find_handle())
            .await
            .copied()
    }

    async fn find_handle(&self) -> anyhow::Result<u64> {
        until("the tab's handle", || async {
            let info = self
                .devtools
                .command("", "Target.getTargetInfo", json!({"targetId": self.target}))
                .await?;
            let url = info["targetInfo"]["url"]
                .as_str()
                .unwrap_or_default()
                .to_string();
            let found: Vec<Value> = self
                .agent
                .tabs()
                .await?
                .into_iter()
                .filter(|tab| tab["url"] == url.as_str())
                .collect();
            match found.as_slice() {
                [one] => Ok(one["tab"].as_u64()),
                [] => bail!("no tab shows {url}"),
                _ => bail!("more than one tab shows {url}"),
            }
        })
        .await
    }

    /// Requests a snapshot of this tab. The parameters may name another session.
    pub async fn ask(&self, mut params: Value) -> anyhow::Result<Reply> {
        if params.get("tab").is_none() {
            params["tab"] = json!(self.handle().await?);
        }
        if params.get("timeoutMs").is_none() {
            // A busy machine must not fail the test.
            params["timeoutMs"] = json!(60_000);
        }
        if params.get("session").is_none() {
            params["session"] = json!(self.name);
        }
        self.agent.observe(params).await
    }

    /// Like [`Tab::ask`]. A fault is an error.
    pub async fn observe(&self, params: Value) -> anyhow::Result<Value> {
        self.ask(params).await?.ok()
    }

    /// The text of a snapshot in the outline format.
    pub async fn tree(&self) -> anyhow::Result<String> {
        let answer = self.observe(json!({"max_depth": 15})).await?;
        Ok(text(&answer))
    }

    /// `POST /locate` in this tab's session.
    pub async fn locate(&self, uid: &str) -> anyhow::Result<Reply> {
        self.agent
            .post("/locate", json!({"uid": uid, "session": self.name}))
            .await
    }

    /// `POST /explain` of an element by its selector.
    pub async fn explain(&self, selector: &str) -> anyhow::Result<Reply> {
        let tab = self.handle().await?;
        self.agent
            .post(
                "/explain",
                json!({"selector": selector, "tab": tab, "session": self.name}),
            )
            .await
    }

    /// Activates the tab.
    pub async fn activate(&self) -> anyhow::Result<()> {
        self.devtools
            .command(
                "",
                "Target.activateTarget",
                json!({"targetId": self.target}),
            )
            .await
            .map(|_| ())
    }

    /// Closes the tab and waits until it is closed.
    pub async fn close(&self) -> anyhow::Result<()> {
        self.devtools
            .command("", "Target.closeTarget", json!({"targetId": self.target}))
            .await
            .map(|_| ())
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // The browser may have ended already.
        let _ = self
            .devtools
            .send("", "Target.closeTarget", json!({"targetId": self.target}));
    }
}

/// The text of a snapshot response.
pub fn text(answer: &Value) -> String {
    answer["tree"].as_str().unwrap_or_default().to_string()
}

/// The uid on the first line that contains a fragment and a uid.
pub fn uid_of(tree: &str, fragment: &str) -> anyhow::Result<String> {
    let mut lines = tree.lines().filter(|line| line.contains(fragment));
    let first = lines.find_map(uid_on);
    first.with_context(|| format!("no uid on a line with {fragment} in\n{tree}"))
}

/// The uid on a line of the outline. Text inside quotation marks is the page's and is ignored.
pub fn uid_on(line: &str) -> Option<String> {
    let own = without_quoted(line);
    let (_, rest) = own.split_once("[uid=")?;
    rest.split_once(']').map(|(uid, _)| uid.to_string())
}

/// The line without its quoted strings.
pub fn without_quoted(line: &str) -> String {
    let (mut out, mut quoted, mut escaped) = (String::new(), false, false);
    for letter in line.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            letter if !quoted => out.push(letter),
            _ => {}
        }
    }
    out
}
