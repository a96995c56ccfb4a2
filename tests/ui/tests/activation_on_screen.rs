//! What needs a person's gesture, in a Chromium with real windows and real keys: it is done when
//! the user presses the key that lends the page theirs.

use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Screen, Tab};
use serde_json::{Value, json};

/// Says whether it has a gesture, and opens a window where it has one.
const PAGE: &str = "<!doctype html><title>Orders</title><button>Press me</button><p id=said></p>\
    <script>const said = (text) => { document.getElementById('said').textContent = text; };\
    document.querySelector('button').onclick = () => {\
      const active = navigator.userActivation.isActive;\
      said([active, active && open('about:blank') !== null].join()); };</script>";

/// The key, as X names it.
const LEND: &str = "ctrl+shift+comma";

/// Asked without a gesture of DevTools' own, which `evaluate` lends.
async fn look(tab: &Tab, expression: &str) -> anyhow::Result<Value> {
    let ask = json!({"expression": expression, "returnByValue": true});
    let mut answer = tab.command("Runtime.evaluate", ask).await?;
    Ok(answer["result"]["value"].take())
}

/// Not run where there is no screen: `xtask/src/test.rs` knows them by this name.
mod on_screen {
    use super::*;

    #[test]
    fn what_needs_a_gesture_is_done_when_the_user_lends_theirs() -> anyhow::Result<()> {
        on_runtime(async || {
            let screen = Screen::start().await?;
            let chain = Chain::start_attended_on(&screen, |_| Ok(())).await?;
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
            let said = "document.getElementById('said').textContent";
            assert_eq!(look(&tab, said).await?, "false,false");

            let lent = tokio::spawn(click(true));
            until("the action to be done", || async {
                screen.press(LEND)?;
                Ok(lent.is_finished().then_some(()))
            })
            .await?;
            let done = lent.await??.ok()?;
            assert_eq!(done["results"][0]["outcome"], "opened_tab", "{done}");
            assert_eq!(look(&tab, said).await?, "true,true");
            Ok(())
        })
    }
}
