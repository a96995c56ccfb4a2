//! The extension's pages, opened as a user opens them, and the button that pauses Axlens.

use crate::chain::{Chain, OWN_PAGE_IS_READY};
use crate::shared;
use crate::tab::Tab;
use serde_json::{Value, json};

impl Chain {
    /// One of the extension's pages (`options`, `popup`, `onboarding`) in a new tab.
    pub async fn own_page(&self, name: &str) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        go_to_own_page(&tab, name).await?;
        Ok(tab)
    }
}

/// Navigates to one of the extension's pages, and waits until its script shows the worker's state.
/// Before that, a click has no effect or another one.
pub async fn go_to_own_page(tab: &Tab, name: &str) -> anyhow::Result<()> {
    let id = shared::extension_id()?;
    tab.goto(&format!("chrome-extension://{id}/ui/{name}/{name}.html"))
        .await?;
    tab.wait_for(OWN_PAGE_IS_READY).await
}

/// Pauses or resumes Axlens with the button of one of its pages. Waits for the button's text before
/// and after the click, because the text decides what the click does.
pub async fn press_pause(page: &Tab, paused: bool) -> anyhow::Result<()> {
    let [before, after] = if paused {
        ["Pause", "Resume"]
    } else {
        ["Resume", "Pause"]
    };
    page.wait_for(&has_text(before)).await?;
    page.evaluate("document.querySelector('#pause').click()")
        .await?;
    page.wait_for(&has_text(after)).await
}

fn has_text(text: &str) -> String {
    format!("document.querySelector('#pause').textContent.startsWith('{text}')")
}

/// Stores the user's policy, and waits until the worker applies it. `page`: one of the extension's
/// pages; `policy`: with valid patterns.
pub async fn set_policy(page: &Tab, policy: &Value) -> anyhow::Result<()> {
    let entries = json!({"policy": policy});
    store(page, &entries, POLICY_IN_FORCE).await
}

/// Denies all actions of an agent on some sites, as if the user had answered "Deny until I allow
/// it", and lifts all others. Waits until the worker applies it. `page`: one of the extension's
/// pages; `agent`: the id of its token; `sites`: origins.
pub async fn set_bans(page: &Tab, agent: &str, sites: &[&str]) -> anyhow::Result<()> {
    let ban = |site| json!({"agent": agent, "name": agent, "site": site, "at": 1});
    let bans: Vec<Value> = sites.iter().map(ban).collect();
    store(page, &json!({"denied": bans}), BANS_IN_FORCE).await
}

/// A function of the worker's state, in JavaScript.
const POLICY_IN_FORCE: &str = "async ({policy}) => {
    const {parsePattern, patternText} = await import('/shared/sites.js');
    const rule = ({pattern, level, confirm, console}) =>
        [patternText(parsePattern(pattern)), level, confirm === true, console === true];
    return [policy.default ?? 'ask', (policy.sites ?? []).map(rule)];
}";
const BANS_IN_FORCE: &str = "async ({denials, denied}) =>
    (denied ?? denials.filter(({until}) => until === null)).map(({agent, site}) => [agent, site])";

/// Stores the entries, and waits until a function has the same result for the worker's state.
async fn store(page: &Tab, entries: &Value, in_force: &str) -> anyhow::Result<()> {
    let script = format!(
        "(async () => {{
            const inForce = async (state) => JSON.stringify(await ({in_force})(state));
            const entries = {entries};
            const wanted = await inForce(entries);
            await chrome.storage.local.set(entries);
            const port = chrome.runtime.connect({{name: 'options'}});
            await new Promise((resolve) => port.onMessage.addListener(async ({{state}}) => {{
                if (state && (await inForce(state)) === wanted) resolve(0);
            }}));
            port.disconnect();
            return 0;
        }})()"
    );
    page.evaluate(&script).await.map(drop)
}
