//! A user at a screen, agents that need consent, and the consent window.

use anyhow::Context;
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::screen::{Point, Window};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Chain, ConsentWindow, Kind, Page, Reply, Screen, Tab};
use serde_json::{Value, json};
use std::path::Path;
use tokio::task::JoinHandle;

pub const PAGE: &str =
    "<!doctype html><title>Orders</title><ul><li><b>Ada</b> <button>Press me</button></ul>";
const TITLE: &str = "Axlens: may this agent act";

/// The place of the user's window. The consent window is moved to its right.
const LEFT: Point = Point { x: 0, y: 0 };
const LEFT_SIZE: (i64, i64) = (900, 800);
const RIGHT: Point = Point { x: 1000, y: 100 };

/// Records the events of the consent window before its own listeners receive them.
const RECORD: &str = "window.record = []; \
    for (const type of ['focus', 'blur', 'pointerdown', 'click', 'keydown']) \
      window.addEventListener(type, (event) => { \
        if (/focus|blur/.test(type) && event.target !== window) return; \
        const armed = 'armed' in document.body.dataset; \
        const on = event.target.closest?.('button')?.value ?? event.key ?? ''; \
        record.push({type, on, armed, trusted: event.isTrusted, at: event.timeStamp}); \
      }, true); 0";

/// The center of an element in its page, and the sizes of page and window as the page knows them.
const CENTER: &str = "((element) => { const box = element.getBoundingClientRect(); \
    return [box.x + box.width / 2, box.y + box.height / 2, innerWidth, innerHeight, \
      outerWidth, outerHeight].map(Math.round); })";

/// A user at a screen with a page in the active window.
pub struct Desktop<'a> {
    pub screen: &'a Screen,
    pub chain: &'a Chain,
    pub tab: Tab,
    pub window: Window,
}

/// An agent that has a snapshot of the page.
pub struct ActingAgent {
    pub agent: Agent,
    pub body: Value,
}

/// The consent window, as DevTools and as the screen know it.
pub struct Prompt {
    pub page: ConsentWindow,
    pub window: Window,
}

impl<'a> Desktop<'a> {
    async fn start(chain: &'a Chain) -> anyhow::Result<Self> {
        let screen = chain.screen()?;
        // The tab opens in the window with which the browser starts.
        let first = screen.only_window().await?;
        screen.wait_in_front(first).await?;
        let tab = chain.front_tab().await?;
        tab.goto(&chain.site.page(Page::html(PAGE))).await?;
        let window = screen.window("Orders").await?;
        screen.resize(window, LEFT_SIZE.0, LEFT_SIZE.1)?;
        screen.place(window, LEFT).await?;
        let desktop = Self {
            screen,
            chain,
            tab,
            window,
        };
        desktop.click_on_page().await?;
        Ok(desktop)
    }

    /// The user's own programs, with a snapshot of the current page.
    pub async fn own_agent(&self) -> anyhow::Result<ActingAgent> {
        self.with_snapshot(self.chain.agent.clone()).await
    }

    /// An agent with its own token, with a snapshot of the current page.
    pub async fn named_agent(&self, name: &str) -> anyhow::Result<ActingAgent> {
        let agent = self.chain.add_agent(&[name, "--scope", "act"])?;
        self.with_snapshot(agent).await
    }

    async fn with_snapshot(&self, agent: Agent) -> anyhow::Result<ActingAgent> {
        with_snapshot(agent, &self.tab).await
    }

    /// The position on the screen of the center of an element in this window. `evaluate` evaluates
    /// an expression in the window's page.
    pub async fn center_of(
        &self,
        window: Window,
        evaluate: impl AsyncFn(String) -> anyhow::Result<Value>,
        selector: &str,
    ) -> anyhow::Result<Point> {
        let expression = format!("{CENTER}(document.querySelector({selector:?}))");
        until("the page to know its size", || async {
            let geometry: [i64; 6] = serde_json::from_value(evaluate(expression.clone()).await?)?;
            let [x, y, inner_width, inner_height, outer_width, outer_height] = geometry;
            let area = self.screen.area(window)?;
            anyhow::ensure!(
                (outer_width, outer_height) == (area.width, area.height),
                "{geometry:?} in {area:?}"
            );
            // The browser's own UI is above the page, and its borders are equally wide.
            Ok(Some(Point {
                x: area.corner.x + (area.width - inner_width) / 2 + x,
                y: area.corner.y + area.height - inner_height + y,
            }))
        })
        .await
    }

    /// Clicks on the name in the user's page, and waits until their window is active.
    pub async fn click_on_page(&self) -> anyhow::Result<()> {
        let evaluate = async |expression: String| self.tab.evaluate(&expression).await;
        let at = self.center_of(self.window, evaluate, "b").await?;
        self.screen.click(at)?;
        self.screen.wait_in_front(self.window).await
    }

    /// Clicks on a button of the consent window.
    pub async fn click(&self, prompt: &Prompt, answer: &str) -> anyhow::Result<()> {
        let evaluate = async |expression: String| prompt.page.evaluate(&expression).await;
        let button = format!("button[value={answer}]");
        let at = self.center_of(prompt.window, evaluate, &button).await?;
        self.screen.click(at)
    }

    /// Clicks on the buttons that lead to an answer, each when the window is armed.
    pub async fn answer(&self, prompt: &Prompt, answer: &str) -> anyhow::Result<()> {
        loop {
            prompt.wait_armed().await?;
            let button = prompt.page.next_button(answer).await?;
            self.click(prompt, &button).await?;
            if button == answer {
                return Ok(());
            }
            // The click shows the next button.
            until("the next button", || async {
                Ok((prompt.page.next_button(answer).await? != button).then_some(()))
            })
            .await?;
        }
    }

    /// Waits until the consent window is active, moves it next to the user's window, and starts to
    /// record its events.
    pub async fn wait_for_prompt(&self) -> anyhow::Result<Prompt> {
        let prompt = self.wait_for_prompt_in_place().await?;
        self.screen.place(prompt.window, RIGHT).await?;
        prompt.page.evaluate(RECORD).await?;
        Ok(prompt)
    }

    /// Waits until the consent window is active, where it opens.
    pub async fn wait_for_prompt_in_place(&self) -> anyhow::Result<Prompt> {
        let page = ConsentWindow::with_question(&self.chain.browser);
        let page = page.await.with_context(|| self.chain.state())?;
        let window = self.screen.window(TITLE).await?;
        self.screen.wait_focused(window).await?;
        page.wait_for("document.hasFocus()").await?;
        Ok(Prompt { page, window })
    }

    /// Waits until the consent window is closed and the user's window is active.
    pub async fn wait_closed(&self, prompt: &Prompt) -> anyhow::Result<()> {
        none_open(&self.chain.browser).await?;
        self.screen.wait_closed(prompt.window).await?;
        self.screen.wait_in_front(self.window).await
    }

    /// The number of outlines in the user's page.
    pub async fn outlines(&self) -> anyhow::Result<Value> {
        self.tab.evaluate("document.getAnimations().length").await
    }

    /// The agent sends its request, and the user clicks on this answer.
    pub async fn request_and_answer(
        &self,
        agent: &ActingAgent,
        answer: &str,
    ) -> anyhow::Result<Reply> {
        let request = agent.send();
        let prompt = self.wait_for_prompt().await?;
        self.answer(&prompt, answer).await?;
        let reply = request.await??;
        self.wait_closed(&prompt).await?;
        Ok(reply)
    }
}

impl Prompt {
    pub async fn wait_armed(&self) -> anyhow::Result<()> {
        self.page.wait_for("'armed' in document.body.dataset").await
    }

    /// Waits until this number of events of this type is recorded.
    pub async fn events(&self, kind: &str, count: usize) -> anyhow::Result<Vec<Value>> {
        let expression = format!("record.filter(({{type}}) => type === {kind:?})");
        until(&format!("{count} of {kind}"), || async {
            let found = self.page.evaluate(&expression).await?;
            let found = found.as_array().cloned().unwrap_or_default();
            Ok((found.len() >= count).then_some(found))
        })
        .await
    }
}

impl ActingAgent {
    /// Sends the request without waiting for its response.
    pub fn send(&self) -> JoinHandle<anyhow::Result<Reply>> {
        let (agent, body) = (self.agent.clone(), self.body.clone());
        tokio::spawn(async move {
            let reply = agent.post("/interact", body).await;
            // The reason if a test waits in vain for a consent window.
            eprintln!("the answer to the request: {reply:?}");
            reply
        })
    }

    /// Sends the request and asserts that no consent window opens.
    pub async fn act_without_prompt(&self, desktop: &Desktop<'_>) -> anyhow::Result<()> {
        let answer = self.send().await??.ok()?;
        assert_eq!(answer["results"][0]["outcome"], "shown");
        assert!(open_windows(&desktop.chain.browser).await?.is_empty());
        assert_eq!(desktop.screen.in_front()?, Some(desktop.window));
        Ok(())
    }
}

/// Takes a snapshot of the tab for the agent.
async fn with_snapshot(agent: Agent, tab: &Tab) -> anyhow::Result<ActingAgent> {
    let params = json!({"tab": tab.handle().await?, "session": "on-screen", "max_depth": 15});
    let answer = agent.observe(params).await?.ok()?;
    let uid = uid_of(answer["tree"].as_str().unwrap_or_default(), "Press me")?;
    let body =
        json!({"action": "highlight", "uid": uid, "session": "on-screen", "timeoutMs": 30_000});
    Ok(ActingAgent { agent, body })
}

/// Runs a test in a Chromium on a screen.
pub async fn at_desktop(
    test: impl AsyncFnOnce(&Desktop<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let chain = Chain::lease(Kind::OnScreen).await?;
    test(&Desktop::start(&chain).await?).await
}

/// Like [`at_desktop`], with a changed copy of the extension.
pub async fn at_changed_desktop(
    change: impl FnOnce(&Path) -> anyhow::Result<()>,
    test: impl AsyncFnOnce(&Desktop<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let chain = Chain::start_on_screen(change).await?;
    test(&Desktop::start(&chain).await?).await
}
