//! Actions in a Chromium with real windows and real keys: one that needs transient user
//! activation, which the user grants with a keyboard shortcut, and many while the user types
//! elsewhere.

use axlens_harness::on_runtime;
use axlens_harness::screen::{Area, Point};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab};
use serde_json::{Value, json};

/// A page that reports whether it has user activation, and opens a window if it has.
const PAGE: &str = "<!doctype html><title>Orders</title><button>Press me</button><p id=result></p>\
    <script>const report = (text) => { document.getElementById('result').textContent = text; };\
    document.querySelector('button').onclick = () => {\
      const active = navigator.userActivation.isActive;\
      report([active, active && open('about:blank') !== null].join()); };</script>";

/// The keyboard shortcut, in X's notation.
const GRANT: &str = "ctrl+shift+comma";

/// The value of an expression, evaluated without user activation. `Tab::evaluate` gives the page
/// user activation.
async fn evaluate_without_activation(tab: &Tab, expression: &str) -> anyhow::Result<Value> {
    let params = json!({"expression": expression, "returnByValue": true});
    let mut answer = tab.command("Runtime.evaluate", params).await?;
    Ok(answer["result"]["value"].take())
}

/// The tests that need a screen. Without one, `cargo xtask test` skips this module by its name.
mod on_screen {
    use super::*;

    #[test]
    fn an_action_gets_user_activation_from_the_shortcut() -> anyhow::Result<()> {
        on_runtime(async || {
            let chain = Chain::lease(Kind::OnScreen).await?;
            let screen = chain.screen()?;
            // Without an active window, the browser opens a second one for the options.
            let window = screen.only_window().await?;
            screen.wait_in_front(window).await?;
            let options = chain.own_page("options").await?;
            let allow =
                "chrome.storage.local.set({policy: {default: 'act', sites: []}}).then(() => 0)";
            options.evaluate(allow).await?;
            options.close().await?;
            screen.wait_in_front(window).await?;
            let tab = chain.front_tab().await?;
            tab.goto(&chain.site.page(Page::html(PAGE))).await?;

            let uid = uid_of(&tab.tree().await?, "Press me")?;
            let click = |activation: bool| {
                let (agent, session) = (chain.agent.clone(), tab.name.clone());
                let body = json!({"action": "click", "uid": uid, "session": session,
                    "activation": activation, "timeoutMs": 5000});
                async move { agent.post("/interact", body).await }
            };
            click(false).await?.ok()?;
            let result = "document.getElementById('result').textContent";
            assert_eq!(
                evaluate_without_activation(&tab, result).await?,
                "false,false"
            );

            let action = tokio::spawn(click(true));
            until("the action to end", || async {
                screen.press(GRANT)?;
                Ok(action.is_finished().then_some(()))
            })
            .await?;
            let answer = action.await??.ok()?;
            assert_eq!(answer["results"][0]["outcome"], "opened_tab", "{answer}");
            assert_eq!(
                evaluate_without_activation(&tab, result).await?,
                "true,true"
            );
            Ok(())
        })
    }

    /// What the user types in, and what an agent acts on meanwhile.
    const TYPED: &str = "<title>Typed</title><style>textarea { width: 90vw; height: 80vh }</style><textarea id=field></textarea>";
    const USED: &str = "<title>Used</title><label>Name <input id=name></label> <button>Go</button>
        <a href='#x'>Link</a><label>Ok <input type=checkbox></label>";

    #[test]
    fn some_actions_take_no_focus_from_what_the_user_types_in() -> anyhow::Result<()> {
        actions_take_no_focus(4)
    }

    #[test]
    #[ignore = "full: long sequences"]
    fn a_hundred_actions_take_no_focus_from_what_the_user_types_in() -> anyhow::Result<()> {
        actions_take_no_focus(20)
    }

    /// `keys`: the number of keys that the user presses, each during five actions.
    fn actions_take_no_focus(keys: usize) -> anyhow::Result<()> {
        on_runtime(async || {
            let chain = Chain::lease(Kind::OnScreen).await?;
            let screen = chain.screen()?;
            let window = screen.only_window().await?;
            screen.wait_in_front(window).await?;
            let options = chain.own_page("options").await?;
            let policy = "{policy: {default: 'act', sites: []}}";
            let allow = format!("chrome.storage.local.set({policy}).then(() => 0)");
            options.evaluate(&allow).await?;
            options.close().await?;
            let tab = chain.front_tab().await?;
            tab.goto(&chain.site.page(Page::html(TYPED))).await?;
            let used = chain.site.page(Page::html(USED));
            let open = json!({"action": "new_tab", "url": used, "session": tab.name});
            let opened = chain.agent.post("/interact", open).await?.ok()?;
            let Area {
                corner,
                width,
                height,
            } = screen.area(window)?;
            screen.click(Point {
                x: corner.x + width / 2,
                y: corner.y + height / 2,
            })?;
            let actions = json!([
                {"action": "fill", "selector": "#name", "value": "Ada"},
                {"action": "focus", "selector": "#name"},
                {"action": "click", "selector": "text=Go"},
                {"action": "click", "selector": "text=Link"},
                {"action": "press", "keys": ["Tab"]},
            ]);
            let body = json!({"actions": actions, "tab": opened["newTabs"][0],
                "session": tab.name, "snapshot": "none"});
            for _ in 0..keys {
                let acting = chain.agent.post("/interact", body.clone());
                let (acted, pressed) = tokio::join!(acting, async { screen.press("a") });
                pressed?;
                acted?.ok()?;
            }
            let expected = json!("a".repeat(keys));
            until("all keys to arrive", || async {
                let value = "document.querySelector('#field').value";
                let value = evaluate_without_activation(&tab, value).await?;
                Ok((value == expected).then_some(()))
            })
            .await
        })
    }
}
