//! The extension's consent window, found among the browser's targets and answered by real input.

use crate::agent::Agent;
use crate::browser::Browser;
use crate::devtools::DevTools;
use crate::tab::Tab;
use crate::wait::until;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PAGE: &str = "/ui/consent/consent.html";
const QUESTION_PAGE: &str = "/ui/question/question.html";

/// How often the same number of queries is seen until they are known to wait.
const STEADY_POLLS: u32 = 20;

/// A click that takes longer is repeated.
const CLICK_TIMEOUT: Duration = Duration::from_secs(5);

/// A consent window, or a window with a question.
pub struct ConsentWindow {
    page: &'static str,
    devtools: DevTools,
    target: String,
    session: String,
}

/// The DevTools target ids of the open consent windows.
pub async fn open_windows(browser: &Browser) -> anyhow::Result<Vec<String>> {
    browser.open_pages(PAGE).await
}

/// Waits until no consent window is open.
pub async fn none_open(browser: &Browser) -> anyhow::Result<()> {
    until("every consent window to close", || async {
        match open_windows(browser).await?.len() {
            0 => Ok(Some(())),
            left => bail!("{left} are open"),
        }
    })
    .await
}

/// Waits until this number of queries waits for the user. The queries before an action, which read
/// the page, end at once: only the number of those that wait stays the same.
pub async fn wait_for_prompts(agent: &Agent, count: u64) -> anyhow::Result<()> {
    let steady = AtomicU32::new(0);
    until("the requests to wait for the user", || async {
        let status = agent.status().await?;
        if status["queue"]["leased"] != count {
            steady.store(0, Ordering::Relaxed);
            bail!("{}", status["queue"]);
        }
        Ok((steady.fetch_add(1, Ordering::Relaxed) >= STEADY_POLLS).then_some(()))
    })
    .await
}

/// Forgets the denials until now, as if the user had lifted the pauses. `options`: an extension
/// page.
pub async fn end_pauses(options: &Tab) -> anyhow::Result<()> {
    let buttons = "[...document.querySelectorAll('#denials button')]";
    options
        .wait_for(&format!(
            "{buttons}.map((button) => button.click()).length === 0"
        ))
        .await
}

impl ConsentWindow {
    /// Waits for the only consent window until its buttons are enabled.
    pub async fn armed(browser: &Browser) -> anyhow::Result<Self> {
        let window = Self::with_question(browser).await?;
        window.wait_for("'armed' in document.body.dataset").await?;
        Ok(window)
    }

    /// Waits for the only window with a question of an agent until its buttons are enabled.
    pub async fn of_question(browser: &Browser) -> anyhow::Result<Self> {
        let window = Self::with_page(browser, QUESTION_PAGE).await?;
        window.wait_for("'armed' in document.body.dataset").await?;
        Ok(window)
    }

    /// Waits for the only consent window until it shows its question.
    pub async fn with_question(browser: &Browser) -> anyhow::Result<Self> {
        Self::with_page(browser, PAGE).await
    }

    async fn with_page(browser: &Browser, page: &'static str) -> anyhow::Result<Self> {
        let target = until("a consent window", || async {
            match &browser.open_pages(page).await?[..] {
                [] => Ok(None),
                [one] => Ok(Some(one.clone())),
                several => bail!("{} consent windows are open", several.len()),
            }
        })
        .await?;
        let devtools = browser.devtools.clone();
        let window = Self {
            page,
            session: devtools.attach(&target).await?,
            devtools,
            target,
        };
        window
            .wait_for("'question' in document.body.dataset")
            .await?;
        Ok(window)
    }

    /// A screenshot in a colour scheme (`light`, `dark`): a PNG in base64.
    pub async fn screenshot(&self, scheme: &str) -> anyhow::Result<String> {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.command("Emulation.setEmulatedMedia", media).await?;
        let shot = self.command("Page.captureScreenshot", json!({"format": "png"}));
        let shot = shot.await?;
        Ok(shot["data"].as_str().context("a screenshot")?.to_owned())
    }

    /// Its DevTools target id.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Sends a DevTools command to it.
    pub async fn command(&self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.devtools.command(&self.session, method, params).await
    }

    /// Value of an expression in its page.
    pub async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.command("Runtime.evaluate", params).await?;
        if let Some(exception) = answer.get("exceptionDetails") {
            bail!("{expression:.200}: {exception}");
        }
        Ok(answer["result"]["value"].take())
    }

    /// Waits until an expression is true in its page.
    pub async fn wait_for(&self, expression: &str) -> anyhow::Result<()> {
        until(expression, || async {
            Ok((self.evaluate(expression).await? == json!(true)).then_some(()))
        })
        .await
    }

    /// The text of the element with this id, or of the first step's part of this class.
    pub async fn text(&self, part: &str) -> anyhow::Result<String> {
        let text = self
            .evaluate(&format!(
                "document.querySelector('#{part}, .{part}')?.textContent ?? ''"
            ))
            .await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Clicks the buttons that lead to this answer (`once`, `deny`, `site`, `ban`, `everywhere`)
    /// until the window closes. A click is ignored if the window has become visible or has changed
    /// just before.
    pub async fn answer(&self, browser: &Browser, answer: &str) -> anyhow::Result<()> {
        // A click on a window in the background only activates it.
        self.command("Page.bringToFront", json!({})).await?;
        until("the answer to be taken", || async {
            if !browser.open_pages(self.page).await?.contains(&self.target) {
                return Ok(Some(()));
            }
            // A busy machine may delay the input of one of many windows.
            let clicked = tokio::time::timeout(CLICK_TIMEOUT, self.click_if_armed(answer));
            clicked.await.context("the click was not processed")??;
            Ok(None)
        })
        .await
    }

    async fn click_if_armed(&self, answer: &str) -> anyhow::Result<()> {
        match self.evaluate("'armed' in document.body.dataset").await? == json!(true) {
            true => self.click(&self.next_button(answer).await?).await,
            false => Ok(()),
        }
    }

    /// The button to click next, as a user finds it: the wide answers are behind others.
    pub async fn next_button(&self, answer: &str) -> anyhow::Result<String> {
        let path = match answer {
            "everywhere" => json!(["everywhere", "agent", "wider"]),
            "ban" => json!([answer, "wider"]),
            _ => json!([answer]),
        };
        let visible = format!(
            "{path}.find((value) => \
             document.querySelector(`button[value=${{value}}]`)?.checkVisibility())"
        );
        let found = self.evaluate(&visible).await?;
        Ok(found.as_str().unwrap_or(answer).to_owned())
    }

    /// Clicks the button of this answer with the mouse.
    pub async fn click(&self, answer: &str) -> anyhow::Result<()> {
        let at = self
            .evaluate(&format!(
                "(() => {{ const button = document.querySelector('button[value={answer}]'); \
                 button.scrollIntoView(); const box = button.getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
            ))
            .await?;
        self.click_at(&at).await
    }

    /// Clicks at a point of its viewport.
    pub async fn click_at(&self, at: &Value) -> anyhow::Result<()> {
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.input("Input.dispatchMouseEvent", event).await?;
        }
        Ok(())
    }

    /// Presses a key: `Enter`, `Escape`, `Tab`.
    pub async fn press(&self, key: &str) -> anyhow::Result<()> {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            _ => bail!("unknown key {key}"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key,
                "windowsVirtualKeyCode": code, "text": text});
            self.input("Input.dispatchKeyEvent", event).await?;
        }
        Ok(())
    }

    /// Sends input that may close the window before its result arrives.
    async fn input(&self, method: &str, event: Value) -> anyhow::Result<()> {
        let sent = self.command(method, event).await;
        sent.map(drop).or_else(|error| {
            let text = error.to_string();
            let is_closed = ["detached", "closed", "not found"];
            let is_closed = is_closed.iter().any(|part| text.contains(part));
            if is_closed { Ok(()) } else { Err(error) }
        })
    }

    /// Closes the window, as its close button does.
    pub async fn close(&self) -> anyhow::Result<()> {
        let target = json!({"targetId": self.target});
        let closed = self.devtools.command("", "Target.closeTarget", target);
        closed.await.map(drop)
    }
}
