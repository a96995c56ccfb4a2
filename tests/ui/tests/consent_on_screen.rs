//! What the window that asks a person does among real windows: a Chromium that shows itself on a
//! screen with a window manager, and a mouse and keys that it can't tell from a person's. What
//! headless Chromium can show of it is in `consent.rs`: there every window has the focus, always.

use anyhow::Context;
use axlens_harness::build::{Build, replace_in};
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::screen::{Point, Window};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Chain, ConsentWindow, Page, Reply, Screen, Tab, shared};
use serde_json::{Value, json};
use std::path::Path;
use tokio::task::JoinHandle;

const PAGE: &str =
    "<!doctype html><title>Orders</title><ul><li><b>Ada</b> <button>Press me</button></ul>";
const TITLE: &str = "Axlens: may this agent act";
/// For so long the window takes no answer.
const UNARMED_MS: f64 = 500.0;
const ANSWERS: [&str; 4] = ["once", "site", "agent", "deny"];

/// The key that pauses, as X names it.
const PAUSE: &str = "ctrl+shift+period";

/// The user's window, at the left; the window that asks goes to the right of it.
const LEFT: Point = Point { x: 0, y: 0 };
const LEFT_SIZE: (i64, i64) = (900, 800);
const RIGHT: Point = Point { x: 1000, y: 100 };

/// What reaches the window that asks, written down before its own script hears of it.
const RECORD: &str = "window.record = []; \
    for (const type of ['focus', 'blur', 'pointerdown', 'click', 'keydown']) \
      window.addEventListener(type, (event) => { \
        if (/focus|blur/.test(type) && event.target !== window) return; \
        const armed = 'armed' in document.body.dataset; \
        const on = event.target.closest?.('button')?.value ?? event.key ?? ''; \
        record.push({type, on, armed, trusted: event.isTrusted, at: event.timeStamp}); \
      }, true); 0";

/// Where the middle of an element is, in a page's own window; and how large the page and the window
/// are, as far as the page has heard.
const MIDDLE: &str = "((element) => { const box = element.getBoundingClientRect(); \
    return [box.x + box.width / 2, box.y + box.height / 2, innerWidth, innerHeight, \
      outerWidth, outerHeight].map(Math.round); })";

/// A person at a screen, with a page in front of them.
struct Desk<'a> {
    screen: &'a Screen,
    chain: &'a Chain,
    tab: Tab,
    window: Window,
}

/// An agent that was shown the page.
struct Asker {
    agent: Agent,
    body: Value,
}

/// The window that asks: as DevTools and as the screen know it.
struct Asking {
    page: ConsentWindow,
    window: Window,
}

impl<'a> Desk<'a> {
    async fn new(screen: &'a Screen, chain: &'a Chain) -> anyhow::Result<Self> {
        // In the window that the browser starts with, whatever it shows yet.
        let first = screen.only_window().await?;
        screen.wait_in_front(first).await?;
        let tab = chain.front_tab().await?;
        tab.goto(&chain.site.page(Page::html(PAGE))).await?;
        let window = screen.window("Orders").await?;
        screen.resize(window, LEFT_SIZE.0, LEFT_SIZE.1)?;
        screen.place(window, LEFT).await?;
        let desk = Self {
            screen,
            chain,
            tab,
            window,
        };
        desk.click_on_page().await?;
        Ok(desk)
    }

    /// The user's own programs, shown the page as it is now.
    async fn own(&self) -> anyhow::Result<Asker> {
        self.show(self.chain.agent.clone()).await
    }

    /// An agent with a token of its own, shown the page.
    async fn named(&self, name: &str) -> anyhow::Result<Asker> {
        let made = self
            .chain
            .command(&["token", "add", name, "--scope", "act"]);
        let token = String::from_utf8(made?.stdout)?;
        self.show(self.chain.agent.with_token(token.trim())).await
    }

    async fn show(&self, agent: Agent) -> anyhow::Result<Asker> {
        show(agent, &self.tab).await
    }

    /// Where the middle of an element of a window is on the screen.
    async fn middle(
        &self,
        window: Window,
        look: impl AsyncFn(String) -> anyhow::Result<Value>,
        selector: &str,
    ) -> anyhow::Result<Point> {
        let expression = format!("{MIDDLE}(document.querySelector({selector:?}))");
        until("the page to know its window", || async {
            let said: [i64; 6] = serde_json::from_value(look(expression.clone()).await?)?;
            let [x, y, inner_width, inner_height, outer_width, outer_height] = said;
            let area = self.screen.area(window)?;
            anyhow::ensure!(
                (outer_width, outer_height) == (area.width, area.height),
                "{said:?} in {area:?}"
            );
            // What the browser draws of its own is above the page, and the same at both sides.
            Ok(Some(Point {
                x: area.corner.x + (area.width - inner_width) / 2 + x,
                y: area.corner.y + area.height - inner_height + y,
            }))
        })
        .await
    }

    /// Clicks on the heading of the user's page, and waits until their window is in front.
    async fn click_on_page(&self) -> anyhow::Result<()> {
        let look = async |expression: String| self.tab.evaluate(&expression).await;
        let at = self.middle(self.window, look, "b").await?;
        self.screen.click(at)?;
        self.screen.wait_in_front(self.window).await
    }

    /// Clicks on a button of the window that asks.
    async fn click(&self, asking: &Asking, answer: &str) -> anyhow::Result<()> {
        let look = async |expression: String| asking.page.evaluate(&expression).await;
        let button = format!("button[value={answer}]");
        let at = self.middle(asking.window, look, &button).await?;
        self.screen.click(at)
    }

    /// The window that asks, once it is in front, with all that reaches it written down; then it
    /// is put beside the user's.
    async fn asked(&self) -> anyhow::Result<Asking> {
        let page = ConsentWindow::with_question(&self.chain.browser);
        let page = page.await.with_context(|| self.chain.state())?;
        let window = self.screen.window(TITLE).await?;
        self.screen.wait_in_front(window).await?;
        page.wait_for("document.hasFocus()").await?;
        self.screen.place(window, RIGHT).await?;
        page.evaluate(RECORD).await?;
        Ok(Asking { page, window })
    }

    /// The question is over: its window goes, and the user is where they were.
    async fn is_over(&self, asking: &Asking) -> anyhow::Result<()> {
        none_open(&self.chain.browser).await?;
        self.screen.wait_closed(asking.window).await?;
        self.screen.wait_in_front(self.window).await
    }

    /// How many outlines the user's page has.
    async fn outlines(&self) -> anyhow::Result<Value> {
        self.tab.evaluate("document.getAnimations().length").await
    }

    /// Somebody is asked, and clicks on this answer.
    async fn answered(&self, asker: &Asker, answer: &str) -> anyhow::Result<Reply> {
        let asked = asker.ask();
        let asking = self.asked().await?;
        asking.armed().await?;
        self.click(&asking, answer).await?;
        let reply = asked.await??;
        self.is_over(&asking).await?;
        Ok(reply)
    }
}

impl Asking {
    async fn armed(&self) -> anyhow::Result<()> {
        self.page.wait_for("'armed' in document.body.dataset").await
    }

    /// What has reached it of these types, once the last of them is there.
    async fn record(&self, kind: &str, count: usize) -> anyhow::Result<Vec<Value>> {
        let expression = format!("record.filter(({{type}}) => type === {kind:?})");
        until(&format!("{count} of {kind}"), || async {
            let found = self.page.evaluate(&expression).await?;
            let found = found.as_array().cloned().unwrap_or_default();
            Ok((found.len() >= count).then_some(found))
        })
        .await
    }
}

impl Asker {
    /// Asks, and does not wait.
    fn ask(&self) -> JoinHandle<anyhow::Result<Reply>> {
        let (agent, body) = (self.agent.clone(), self.body.clone());
        tokio::spawn(async move { agent.post("/interact", body).await })
    }

    /// Asks, and no person is.
    async fn acts(&self, desk: &Desk<'_>) -> anyhow::Result<()> {
        let done = self.ask().await??.ok()?;
        assert_eq!(done["results"][0]["outcome"], "shown");
        assert!(open_windows(&desk.chain.browser).await?.is_empty());
        assert_eq!(desk.screen.in_front()?, Some(desk.window));
        Ok(())
    }
}

/// An agent is shown the page of a tab.
async fn show(agent: Agent, tab: &Tab) -> anyhow::Result<Asker> {
    let ask = json!({"tab": tab.handle().await?, "session": "on-screen", "max_depth": 15});
    let answer = agent.observe(ask).await?.ok()?;
    let uid = uid_of(answer["tree"].as_str().unwrap_or_default(), "Press me")?;
    let body =
        json!({"action": "highlight", "uid": uid, "session": "on-screen", "timeoutMs": 30_000});
    Ok(Asker { agent, body })
}

/// Starts Chromium on a screen, with a change to its copy of the extension.
async fn at_desk(
    change: impl FnOnce(&Path) -> anyhow::Result<()>,
    test: impl AsyncFnOnce(&Desk<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let screen = Screen::start().await?;
    let chain = Chain::start_attended_on(&screen, change).await?;
    let desk = Desk::new(&screen, &chain).await?;
    test(&desk).await
}

/// Not run where there is no screen: `xtask/src/test.rs` knows them by this name.
mod on_screen {
    use super::*;

    #[test]
    fn real_clicks_answer_and_the_user_is_where_they_were() -> anyhow::Result<()> {
        on_runtime(async || {
            at_desk(
                |_| Ok(()),
                async |desk| {
                    what_agents_see_meanwhile(desk).await.context("meanwhile")?;
                    each_answer(desk).await.context("each answer")?;
                    a_click_that_gives_the_focus(desk).await.context("focus")?;
                    a_tab_behind_another(desk).await.context("hidden tab")
                },
            )
            .await
        })
    }

    #[test]
    fn a_question_ends_and_the_next_one_comes_to_the_front() -> anyhow::Result<()> {
        on_runtime(async || {
            at_desk(
                |_| Ok(()),
                async |desk| {
                    its_asker_hangs_up(desk).await.context("asker")?;
                    another_asks_meanwhile(desk).await.context("two askers")?;
                    its_page_goes_elsewhere(desk).await.context("page")?;
                    the_key_that_pauses(desk).await.context("key")?;
                    a_pause_in_another_window(desk).await.context("pause")
                },
            )
            .await
        })
    }

    #[test]
    fn real_input_counts_for_nothing_while_it_is_unarmed() -> anyhow::Result<()> {
        on_runtime(async || {
            let change = |extension: &Path| {
                let (file, old) = ("ui/consent/consent.js", "UNARMED_MS = 500");
                replace_in(extension, file, old, "UNARMED_MS = 1e9")?;
                let (file, old) = ("worker/policy/consent.js", "TIMEOUT_MS = 60_000");
                replace_in(extension, file, old, "TIMEOUT_MS = 10_000")
            };
            at_desk(change, all_input_is_early).await
        })
    }
}

/// While it asks, no agent sees the window, nor that it has the focus.
async fn what_agents_see_meanwhile(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    let handle = desk.tab.handle().await?;
    let tabs = desk.chain.agent.tabs().await?;
    let own_ones = tabs.iter().filter(|tab| {
        let url = tab["url"].as_str().unwrap_or_default();
        url.contains("consent") || url.starts_with("chrome-extension")
    });
    assert_eq!(own_ones.count(), 0, "{tabs:?}");
    let focused = tabs
        .iter()
        .filter(|tab| tab["windowFocused"] == true && tab["active"] == true);
    let focused: Vec<&Value> = focused.map(|tab| &tab["tab"]).collect();
    assert_eq!(focused, [handle], "{tabs:?}");
    let default = desk.chain.agent.observe(json!({"session": "default"}));
    assert_eq!(default.await?.ok()?["tab"], handle);
    assert_eq!(desk.screen.focused()?, Some(asking.window));

    asking.armed().await?;
    desk.screen.press("Escape")?;
    assert_eq!(asked.await??.code()?, "permission_denied");
    desk.is_over(&asking).await
}

async fn each_answer(desk: &Desk<'_>) -> anyhow::Result<()> {
    let ada = desk.named("ada").await?;
    let denied = desk.answered(&ada, "deny").await?;
    assert_eq!(denied.code()?, "permission_denied");
    desk.answered(&ada, "once").await?.ok()?;
    // Once is once: it is asked again.
    desk.answered(&ada, "site").await?.ok()?;
    ada.acts(desk).await?;

    let bob = desk.named("bob").await?;
    desk.answered(&bob, "agent").await?.ok()?;
    bob.acts(desk).await
}

/// The click that brings the window back to the front hits a button, and counts for nothing: the
/// focus and the click are the same press.
async fn a_click_that_gives_the_focus(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    for clicks in 1.. {
        asking.armed().await?;
        desk.click_on_page().await?;
        asking.record("blur", clicks).await?;
        assert_eq!(asking.page.evaluate("document.hasFocus()").await?, false);
        desk.click(&asking, "once").await?;
        desk.screen.wait_in_front(asking.window).await?;
        let focus = asking.record("focus", clicks).await?.pop();
        let click = asking.record("click", clicks).await?.pop();
        let (focus, click) = focus.zip(click).context("both are there")?;
        let between = click["at"].as_f64().zip(focus["at"].as_f64());
        let (click_at, focus_at) = between.context("both have a time")?;
        assert_eq!(
            [&click["trusted"], &click["on"]],
            [&json!(true), &json!("once")]
        );
        assert_eq!(click["armed"], false, "{focus} {click}");
        assert!(!asked.is_finished());
        // On a machine that holds up the browser in between, it was no click of the kind.
        if click_at - focus_at < UNARMED_MS {
            break;
        }
    }
    // Had a click counted, this would come too late.
    asking.armed().await?;
    desk.click(&asking, "deny").await?;
    assert_eq!(asked.await??.code()?, "permission_denied");
    desk.is_over(&asking).await
}

/// A tab behind another is really hidden here. It is outlined all the same, and stays where it is.
async fn a_tab_behind_another(desk: &Desk<'_>) -> anyhow::Result<()> {
    let eve = desk.named("eve").await?;
    desk.answered(&eve, "site").await?.ok()?;
    let front = desk.chain.front_tab().await?;
    desk.tab
        .wait_for("document.visibilityState === 'hidden'")
        .await?;
    // Those of before are over.
    desk.tab
        .wait_for("document.getAnimations().length === 0")
        .await?;
    eve.acts(desk).await?;
    let seen = "[document.visibilityState, document.getAnimations().length]";
    assert_eq!(desk.tab.evaluate(seen).await?, json!(["hidden", 1]));
    assert_eq!(front.evaluate("document.visibilityState").await?, "visible");
    Ok(())
}

async fn its_asker_hangs_up(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let held = own.agent.post_and_hold("/interact", &own.body).await?;
    let asking = desk.asked().await?;
    drop(held);
    desk.is_over(&asking).await?;
    assert_eq!(desk.outlines().await?, 0);
    Ok(())
}

/// Two agents at once: one window, then the other one, which comes to the front as well.
async fn another_asks_meanwhile(desk: &Desk<'_>) -> anyhow::Result<()> {
    let (ada, bob) = (desk.named("ada").await?, desk.named("bob").await?);
    let first = ada.ask();
    let asking = desk.asked().await?;
    assert_eq!(asking.page.text("agent").await?, "ada");
    let second = bob.ask();
    until("both to be asked", || async {
        let status = desk.chain.agent.status().await?;
        Ok((status["queue"]["leased"] == 2).then_some(()))
    })
    .await?;
    let open = open_windows(&desk.chain.browser).await?;
    assert_eq!(open, [asking.page.target()]);
    // The one for the second would have come up meanwhile, and taken the focus.
    assert_eq!(desk.screen.focused()?, Some(asking.window));
    asking.armed().await?;
    // All sites of this agent, not of the other.
    desk.click(&asking, "agent").await?;
    first.await??.ok()?;
    desk.screen.wait_closed(asking.window).await?;
    let next = desk.asked().await?;
    assert_eq!(next.page.text("agent").await?, "bob");
    next.armed().await?;
    desk.click(&next, "deny").await?;
    assert_eq!(second.await??.code()?, "permission_denied");
    desk.is_over(&next).await
}

async fn its_page_goes_elsewhere(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    let elsewhere = desk.chain.site.page(Page::html(PAGE));
    desk.tab.goto(&elsewhere).await?;
    assert_eq!(asked.await??.code()?, "stale_uid");
    desk.is_over(&asking).await?;
    assert_eq!(desk.outlines().await?, 0);
    Ok(())
}

/// The key that pauses does so in the user's window, and in the one that asks.
async fn the_key_that_pauses(desk: &Desk<'_>) -> anyhow::Result<()> {
    desk.click_on_page().await?;
    for paused in [true, false] {
        desk.screen.press(PAUSE)?;
        is_paused(desk, paused).await.context("in the page")?;
    }
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    asking.armed().await?;
    desk.screen.press(PAUSE)?;
    assert_eq!(asked.await??.code()?, "reading_paused");
    desk.is_over(&asking).await?;
    desk.screen.press(PAUSE)?;
    is_paused(desk, false).await
}

async fn is_paused(desk: &Desk<'_>, paused: bool) -> anyhow::Result<()> {
    until(&format!("paused to be {paused}"), || async {
        let reply = desk
            .chain
            .agent
            .observe(json!({"session": "pause"}))
            .await?;
        let now = reply.status != 200 && reply.code()? == "reading_paused";
        Ok((now == paused).then_some(()))
    })
    .await
}

/// The user opens the options in another window in front of it, and pauses there.
async fn a_pause_in_another_window(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    asking.armed().await?;
    let options = desk.chain.own_page("options").await?;
    press_pause(&options, true).await?;
    assert_eq!(asked.await??.code()?, "reading_paused");
    none_open(&desk.chain.browser).await?;
    desk.screen.wait_closed(asking.window).await?;
    assert_eq!(desk.outlines().await?, 0);
    Ok(())
}

/// Every button and the keys, while nothing counts; then nobody has answered.
async fn all_input_is_early(desk: &Desk<'_>) -> anyhow::Result<()> {
    let own = desk.own().await?;
    let asked = own.ask();
    let asking = desk.asked().await?;
    for answer in ANSWERS {
        desk.click(&asking, answer).await?;
    }
    // The button that was clicked last has the focus: Enter clicks on it.
    for key in ["Escape", "Return"] {
        desk.screen.press(key)?;
    }
    let clicks = asking.record("click", ANSWERS.len() + 1).await?;
    let on: Vec<&str> = clicks
        .iter()
        .filter_map(|each| each["on"].as_str())
        .collect();
    assert_eq!(on, ["once", "site", "agent", "deny", "deny"]);
    let keys = asking.record("keydown", 2).await?;
    for input in clicks.iter().chain(&keys) {
        assert_eq!(
            [&input["trusted"], &input["armed"]],
            [true, false],
            "{input}"
        );
    }
    let reply = asked.await??;
    assert_eq!(reply.code()?, "permission_denied");
    let message = reply.body["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Nobody has allowed"), "{message}");
    desk.is_over(&asking).await?;
    assert_eq!(desk.outlines().await?, 0);
    Ok(())
}

/// The tests above shorten one wait and lengthen the other, so that none takes a minute. These are
/// the ones of the extension that ships, and what its documents promise.
#[test]
fn half_a_second_and_a_minute_are_what_ships_and_what_the_documents_say() -> anyhow::Result<()> {
    let build = Build::of(shared::build()?);
    let constant = |file: &str, name: &str| {
        let text = std::fs::read_to_string(build.extension().join(file))?;
        let line = text
            .lines()
            .find_map(|line| line.split_once(&format!("const {name} = ")));
        let (_, value) = line.with_context(|| format!("{file} has no {name}"))?;
        Ok::<_, anyhow::Error>(
            value
                .trim_end_matches(';')
                .replace('_', "")
                .parse::<f64>()?,
        )
    };
    assert_eq!(constant("ui/consent/consent.js", "UNARMED_MS")?, UNARMED_MS);
    assert_eq!(
        constant("worker/policy/consent.js", "TIMEOUT_MS")?,
        60_000.0
    );
    let said = include_str!("../../../docs/acting.md");
    assert!(said.contains("first 500 ms"));
    assert!(said.contains("no answer for a minute"));
    Ok(())
}
