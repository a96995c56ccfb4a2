//! The extension's own pages in a real browser: what a person does there is done.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::{go_to_own_page, press_pause};
use axlens_harness::tab::{text, uid_of, without_quoted};
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Page, Tab};
use serde_json::{Value, json};
use std::path::Path;

async fn options(chain: &Chain) -> anyhow::Result<Tab> {
    chain.own_page("options").await
}

async fn click(page: &Tab, selector: &str) -> anyhow::Result<()> {
    let wanted = format!("document.querySelector({})", json!(selector));
    page.wait_for(&format!("{wanted} !== null")).await?;
    page.evaluate(&format!("{wanted}.click()")).await?;
    Ok(())
}

async fn text_of(page: &Tab, selector: &str) -> anyhow::Result<String> {
    let read = format!(
        "document.querySelector({})?.innerText ?? ''",
        json!(selector)
    );
    let text = page.evaluate(&read).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

async fn until_text(page: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    until("the page to say so", || async {
        let text = text_of(page, selector).await?;
        anyhow::ensure!(text.contains(part), "{selector}: {text}");
        Ok(Some(()))
    })
    .await
}

async fn titles(chain: &Chain) -> anyhow::Result<String> {
    let tabs = chain.agent.tabs().await?;
    Ok(tabs.iter().map(|tab| tab["title"].to_string()).collect())
}

async fn until_listed(chain: &Chain, title: &str, wanted: bool) -> anyhow::Result<()> {
    until("the policy to be followed", || async {
        Ok((titles(chain).await?.contains(title) == wanted).then_some(()))
    })
    .await
}

/// What the popup would do: it is opened as a page here, and told which site is in front.
#[test]
fn the_popup_pauses_and_has_the_policy_of_the_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let popup = chain.own_page("popup").await?;
        // In a tab of its own it is itself in front.
        until_text(&popup, "#no-site", "can't be read").await?;
        let paused = || async {
            let status = chain.agent.status().await?;
            Ok::<bool, anyhow::Error>(status["extension"]["paused"] == true)
        };
        click(&popup, "#pause").await?;
        until("the pause", || async { Ok(paused().await?.then_some(())) }).await?;
        until_text(&popup, "#pause", "Resume").await?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "reading_paused");
        click(&popup, "#pause").await?;
        until("the resuming", || async {
            Ok((!paused().await?).then_some(()))
        })
        .await?;
        let keys = popup
            .evaluate("chrome.commands.getAll().then((all) => all.map((each) => each.name))")
            .await?;
        assert!(keys.to_string().contains("pause"), "{keys}");
        Ok(())
    })
}

#[test]
fn what_is_set_on_the_options_page_holds() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let options = options(&chain).await?;

        let add = |pattern: &str| {
            format!(
                "document.querySelector('#pattern').value = {}; document.querySelector('#add-site').requestSubmit()",
                json!(pattern)
            )
        };
        options.evaluate(&add("no pattern/")).await?;
        until_text(&options, "#site-fault", "no pattern").await?;
        options.evaluate(&add("127.0.0.1")).await?;
        until_text(&options, "#rules", "127.0.0.1").await?;
        options
            .evaluate("(() => { const level = document.querySelector('#rules select'); level.value = 'block'; level.dispatchEvent(new Event('change')); })()")
            .await?;
        until_listed(&chain, "Shown", false).await?;
        click(&options, "#rules button").await?;
        until_listed(&chain, "Shown", true).await?;

        click(&options, "#everything-off").await?;
        until_text(&options, "#off-done", "Done").await?;
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        click(&options, "#undo-off").await?;
        until("everything to be as before", || async {
            Ok((chain.agent.get("/tabs").await?.status == 200).then_some(()))
        })
        .await?;
        until_listed(&chain, "Shown", true).await?;

        options
            .evaluate("document.querySelector('#name').value = 'Mine'; document.querySelector('#browser').requestSubmit()")
            .await?;
        until("the browser's new name", || async {
            let browsers = chain.agent.get("/browsers").await?.ok()?;
            Ok((browsers["browsers"][0]["name"] == "Mine").then_some(()))
        })
        .await
    })
}

#[test]
fn agents_are_listed_and_their_tokens_revoked() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let made = chain.command(&["token", "add", "scout", "--site", "example.org"])?;
        anyhow::ensure!(made.status.success(), "{made:?}");
        let token = String::from_utf8(made.stdout)?.trim().to_owned();
        let tab = chain
            .open(Page::html(
                "<title>Shown</title><button>Shown button</button>",
            ))
            .await?;
        let handle = tab.handle().await?;
        let uid = uid_of(&tab.tree().await?, "Shown button")?;
        let act = json!({"action": "highlight", "uid": uid, "session": tab.name});
        chain.agent.post("/interact", act).await?.ok()?;
        // Outside the token's sites there is nothing for it.
        let scout = chain.agent.with_token(&token);
        assert_eq!(scout.tabs().await?, Vec::<Value>::new());
        let asked = scout.observe(json!({"tab": handle})).await?;
        assert_eq!(asked.code()?, "tab_not_found");

        let options = options(&chain).await?;
        until_text(&options, "#tokens", "scout").await?;
        until_text(&options, "#tokens", "example.org").await?;
        until_text(&options, "#entries", "observe").await?;
        until_text(&options, "#entries", "127.0.0.1").await?;
        // Who allowed an act.
        until_text(&options, "#entries", "shown (unattended: nobody was asked)").await?;
        let revoke = "#tokens tr:last-child button";
        click(&options, revoke).await?;
        until_text(&options, revoke, "Really").await?;
        click(&options, revoke).await?;
        until("the token to be revoked", || async {
            Ok((scout.get("/status").await?.status == 401).then_some(()))
        })
        .await?;
        until("the list without it", || async {
            Ok((!text_of(&options, "#tokens").await?.contains("scout")).then_some(()))
        })
        .await
    })
}

/// Two pages are open, and something changes fifty times: how often Chrome is asked for a
/// permission until both have been told of the last change.
const TOLD: &str =
    "import('/worker/browser/extension-pages.js').then(async ({ ExtensionPages }) => {
    let [asked, changes] = [0, 0];
    const { contains } = chrome.permissions;
    chrome.permissions.contains = (what) => {
        asked += 1;
        return contains.call(chrome.permissions, what);
    };
    const connection = { settings: { url: '', key: '' }, state: () => ({ phase: changes }) };
    const pages = new ExtensionPages({ connection, paused: () => false });
    const listen = { addListener() {} };
    const told = [0, 1].map(() => new Promise((resolve) => pages.serve({
        onDisconnect: listen,
        onMessage: listen,
        postMessage: ({ state }) => state.connection.phase === 50 && resolve(0),
    })));
    while (changes < 50) {
        changes += 1;
        pages.update();
    }
    await Promise.all(told);
    return asked;
})";

#[test]
fn what_changes_often_is_told_together() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = options(&chain).await?;
        // Three permissions, when the first page was opened and for all that came after.
        let asked = page.evaluate(TOLD).await?;
        assert!(
            (3..=6).contains(&asked.as_u64().unwrap_or_default()),
            "{asked}"
        );
        Ok(())
    })
}

/// Writes down what a page asks its worker for, from before its own script runs.
const ASKED: &str = "window.asked = []; const { connect } = chrome.runtime; \
    chrome.runtime.connect = (...given) => { \
      const port = connect.apply(chrome.runtime, given); \
      const post = port.postMessage.bind(port); \
      port.postMessage = (message) => { asked.push(message.do); post(message); }; \
      return port; \
    };";

/// Agents and log are asked for when the page opens, and not each time that something changes.
#[test]
fn the_options_page_loads_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = chain.tab().await?;
        let script = json!({"source": ASKED});
        page.command("Page.addScriptToEvaluateOnNewDocument", script)
            .await?;
        go_to_own_page(&page, "options").await?;
        page.wait_for("document.querySelector('#entries').innerText !== ''")
            .await?;
        for paused in [true, false] {
            press_pause(&page, paused).await?;
        }
        let asked = page.evaluate("asked").await?;
        assert_eq!(asked, json!(["load", "pause", "pause"]));
        Ok(())
    })
}

#[test]
fn a_new_user_sees_what_an_agent_sees() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = chain.own_page("onboarding").await?;
        until_text(&page, "#headline", "Connected").await?;
        click(&page, "#try").await?;
        until_text(&page, "#tried", "button \"Show what an agent sees\"").await?;
        let shown = text_of(&page, "#tried pre").await?;
        let heading = shown.lines().find(|line| line.contains("Three steps"));
        heading.with_context(|| shown.clone())?;
        Ok(())
    })
}

/// Two of everything that has a row of its own: agents, rules, permissions.
async fn populate(chain: &Chain) -> anyhow::Result<()> {
    for name in ["scout", "reader"] {
        let made = chain.command(&["token", "add", name])?;
        anyhow::ensure!(made.status.success(), "{made:?}");
    }
    let options = options(chain).await?;
    let rule = |pattern| json!({"pattern": pattern, "level": "read", "confirm": false});
    let policy =
        json!({"default": "ask", "sites": [rule("one.example"), rule("https://two.example")]});
    let grant =
        |name| json!({"agent": name, "name": name, "site": "https://three.example", "at": 1});
    let grants = json!([grant("scout"), grant("reader")]);
    options
        .evaluate(&format!(
            "chrome.storage.local.set({{policy: {policy}, grants: {grants}}}).then(() => 0)"
        ))
        .await?;
    options.close().await
}

/// A page on which something can be acted.
async fn shop(chain: &Chain) -> anyhow::Result<Tab> {
    let page = Page::html("<title>Shop</title><h1>Shop</h1><button>Buy</button>");
    let shop = chain.open_url(&chain.site.alone("shop", page)).await?;
    shop.observe(json!({})).await?;
    Ok(shop)
}

/// The popup as it is over a page of the shop, and that page.
async fn popup_over_shop(chain: &Chain) -> anyhow::Result<(Tab, Tab)> {
    let popup = chain.own_page("popup").await?;
    let shop = shop(chain).await?;
    shop.activate().await?;
    popup.evaluate("location.reload()").await?;
    until("the site in front", || async {
        let shown = popup
            .evaluate("document.querySelector('#this-site')?.hidden === false")
            .await?;
        Ok((shown == true).then_some(()))
    })
    .await?;
    Ok((popup, shop))
}

async fn full_options(chain: &Chain) -> anyhow::Result<Tab> {
    let page = options(chain).await?;
    page.wait_for("['#tokens table', '#entries table', '#rules table', '#grants li'].every((each) => document.querySelector(each))")
        .await?;
    Ok(page)
}

async fn tried_onboarding(chain: &Chain) -> anyhow::Result<Tab> {
    let page = chain.own_page("onboarding").await?;
    click(&page, "#try").await?;
    page.wait_for("document.querySelector('#tried pre') !== null")
        .await?;
    Ok(page)
}

/// The page as it is now, with its styles in it and without its scripts.
const RENDERED: &str = "(() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll('script, link, img').forEach((node) => node.remove());
  const style = document.createElement('style');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  style.textContent = rules.map((rule) => rule.cssText).join('\\n');
  page.querySelector('head').append(style);
  return '<!doctype html>' + page.outerHTML;
})()";

/// Fields that have no label but a hint at most.
const UNLABELLED: &str = "[...document.querySelectorAll('input, select, textarea')]
  .filter((node) => node.checkVisibility() && !node.labels.length && !node.ariaLabel)
  .map((node) => 'no label: ' + node.outerHTML)";

/// Text that is too faint against what is behind it, by the colours that the browser computes. A
/// control that can't be used may be.
const FAINT: &str = "(() => {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const painted = (colors) => {
    pen.clearRect(0, 0, 1, 1);
    for (const color of colors) { pen.fillStyle = color; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => node
    ? [...behind(node.parentElement), getComputedStyle(node).backgroundColor] : ['white'];
  const texts = [...document.querySelectorAll('body *')].filter((node) =>
    node.checkVisibility() && !node.disabled && node.tagName !== 'OPTION' &&
    !node.querySelector(':scope > :disabled') &&
    (node.tagName === 'SELECT' || [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())));
  const faint = texts.flatMap((node) => {
    const back = behind(node);
    const [one, other] = [light(painted(back)), light(painted([...back, getComputedStyle(node).color]))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5 ? [`${ratio.toFixed(2)}: ${node.outerHTML.slice(0, 120)}`] : [];
  });
  return { count: texts.length, faint, back: painted(behind(document.body)) };
})()";

/// What is wrong with a page for whoever hears it, as Axlens reads it.
async fn faults(page: &Tab) -> anyhow::Result<Vec<String>> {
    let tree = text(&page.observe(json!({"max_depth": 50})).await?);
    let mut faults = faults_of(&tree);
    let unlabelled = page.evaluate(UNLABELLED).await?;
    faults.extend(serde_json::from_value::<Vec<String>>(unlabelled)?);
    let levels = page
        .evaluate("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((node) => node.checkVisibility()).map((node) => Number(node.tagName[1]))")
        .await?;
    let levels: Vec<u64> = serde_json::from_value(levels)?;
    let found = tree.lines().filter(|line| role_of(line) == "heading");
    anyhow::ensure!(
        found.count() == levels.len(),
        "headings: {levels:?}\n{tree}"
    );
    if levels.iter().filter(|level| **level == 1).count() != 1 {
        faults.push(format!("not one h1: {levels:?}"));
    }
    if levels.windows(2).any(|pair| pair[1] > pair[0] + 1) {
        faults.push(format!("a level is left out: {levels:?}"));
    }
    Ok(faults)
}

fn role_of(line: &str) -> String {
    let own = without_quoted(line);
    let mut words = own.split(|letter: char| !letter.is_ascii_alphabetic());
    words
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Controls without a name, and buttons with the same.
fn faults_of(tree: &str) -> Vec<String> {
    let (mut faults, mut buttons, mut controls) = (Vec::new(), Vec::new(), 0);
    for line in tree.lines() {
        let role = role_of(line);
        let known = ["button", "link", "textbox", "checkbox", "radio", "combobox"];
        if !known.contains(&role.as_str()) {
            continue;
        }
        controls += 1;
        let name = line.trim().split_once(" \"").map(|(_, rest)| rest);
        let name = name
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        if name.trim().is_empty() {
            faults.push(format!("no name: {}", line.trim()));
        } else if role == "button" && buttons.contains(&name) {
            faults.push(format!("the same name: {name}"));
        }
        buttons.extend((role == "button").then_some(name));
    }
    if controls == 0 {
        faults.push(format!("nothing to act on: {tree}"));
    }
    faults
}

/// Both colour schemes, of a page or of the window that asks.
async fn no_text_is_faint<F: Future<Output = anyhow::Result<Value>>>(
    name: &str,
    command: impl Fn(&'static str, Value) -> F,
) -> anyhow::Result<()> {
    let mut grounds = Vec::new();
    for scheme in ["light", "dark"] {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        command("Emulation.setEmulatedMedia", media).await?;
        let asked = json!({"expression": FAINT, "returnByValue": true});
        let answer = command("Runtime.evaluate", asked).await?;
        let found = &answer["result"]["value"];
        anyhow::ensure!(found["count"].as_u64() > Some(3), "{name}: {answer}");
        assert_eq!(found["faint"], json!([]), "{name}, {scheme}");
        grounds.push(found["back"].clone());
    }
    assert_ne!(grounds[0], grounds[1], "{name} has one scheme");
    Ok(())
}

#[test]
fn own_pages_are_whole_for_who_hears_them_and_legible_for_who_sees_them() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        populate(&chain).await?;
        let (popup, shop) = popup_over_shop(&chain).await?;
        let pages = [
            ("popup", popup),
            ("options", full_options(&chain).await?),
            ("onboarding", tried_onboarding(&chain).await?),
        ];
        let mut copies = Vec::new();
        for (name, page) in &pages {
            copies.push((*name, page.evaluate(RENDERED).await?));
            no_text_is_faint(name, |method, params| page.command(method, params)).await?;
        }

        let uid = uid_of(&shop.tree().await?, "Buy")?;
        let body = json!({"action": "highlight", "uid": uid, "session": shop.name});
        let agent = chain.agent.clone();
        let asked = tokio::spawn(async move { agent.post("/interact", body).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        copies.push(("consent", window.evaluate(RENDERED).await?));
        no_text_is_faint("consent", |method, params| window.command(method, params)).await?;
        window.close().await?;
        asked.await??;

        for (name, html) in copies {
            let html = html.as_str().context("the page")?;
            let copy = chain.open(Page::html(html)).await?;
            assert_eq!(faults(&copy).await?, Vec::<String>::new(), "{name}");
        }
        Ok(())
    })
}

/// The server's own page is held to the same.
#[test]
fn the_servers_page_is_whole_and_legible_too() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let shop = shop(&chain).await?;
        shop.observe(json!({"format": "lean"})).await?;
        let link = chain.command(&["open", "--print"])?;
        let page = chain.tab().await?;
        page.goto(String::from_utf8(link.stdout)?.trim()).await?;
        page.wait_for("document.querySelector('#seen button') !== null")
            .await?;
        page.wait_for("document.querySelector('#tabs table') !== null")
            .await?;
        click(&page, "#seen button").await?;
        until_text(&page, "#text", "Buy").await?;
        no_text_is_faint("server", |method, params| page.command(method, params)).await?;
        let html = page.evaluate(RENDERED).await?;
        page.evaluate("document.activeElement.blur()").await?;
        tab_through(&page).await?;
        let copy = chain
            .open(Page::html(html.as_str().context("the page")?))
            .await?;
        assert_eq!(faults(&copy).await?, Vec::<String>::new());
        Ok(())
    })
}

/// What finds nothing in own pages would find it.
#[test]
fn a_page_that_is_not_whole_is_found_out() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let broken = "<body style='background: white'><h1>One</h1><h1>Two</h1><h4>Deep</h4>\
            <button></button><input placeholder=Key><p style='color: #888'>Faint</p>\
            <table><tr><td><button>Remove</button><tr><td><button>Remove</button></table>";
        let page = chain.open(Page::html(broken)).await?;
        let found = faults(&page).await?;
        for part in [
            "no name: button",
            "the same name: Remove",
            "no label",
            "one h1",
            "left out",
        ] {
            assert!(
                found.iter().any(|fault| fault.contains(part)),
                "{part}: {found:?}"
            );
        }
        let faint = page.evaluate(FAINT).await?["faint"].to_string();
        assert!(faint.contains("Faint") && !faint.contains("Two"), "{faint}");
        Ok(())
    })
}

/// Presses a key and lets it go.
async fn press(page: &Tab, key: &str) -> anyhow::Result<()> {
    let (code, number, letters) = match key {
        " " => ("Space", 32, " "),
        "Enter" => ("Enter", 13, "\r"),
        "Tab" => ("Tab", 9, ""),
        "ArrowUp" => ("ArrowUp", 38, ""),
        _ => anyhow::bail!("the key {key} is not known here"),
    };
    for (kind, letters) in [("keyDown", letters), ("keyUp", "")] {
        let event = json!({"type": kind, "key": key, "code": code, "text": letters,
            "windowsVirtualKeyCode": number});
        page.command("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// Notes which controls have had the focus, by their places in the page. Of radio buttons, the
/// keyboard comes to the chosen one.
const NOTE_FOCUS: &str = "(() => {
  const controls = [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((node) => node.checkVisibility() && !node.disabled && (node.type !== 'radio' || node.checked));
  globalThis.reached = [];
  document.addEventListener('focusin', ({ target }) => {
    if (controls.includes(target)) globalThis.reached.push(controls.indexOf(target));
  });
  return controls.length;
})()";

/// Presses Tab until the focus has been everywhere, in the order of the page.
async fn tab_through(page: &Tab) -> anyhow::Result<()> {
    page.command(
        "Emulation.setFocusEmulationEnabled",
        json!({"enabled": true}),
    )
    .await?;
    let count = page.evaluate(NOTE_FOCUS).await?;
    let count = count.as_u64().context("a count")?;
    assert!(count > 1, "{count} controls");
    let reached = || page.evaluate("globalThis.reached");
    // Areas that can be scrolled are stops too.
    for _ in 0..count + 8 {
        if reached().await?.as_array().map(Vec::len) >= usize::try_from(count).ok() {
            break;
        }
        press(page, "Tab").await?;
    }
    let all: Vec<u64> = (0..count).collect();
    assert_eq!(reached().await?, json!(all));
    Ok(())
}

#[test]
fn every_control_is_reached_by_tab_in_order() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        populate(&chain).await?;
        shop(&chain).await?;
        tab_through(&full_options(&chain).await?).await?;
        tab_through(&tried_onboarding(&chain).await?).await?;
        let (popup, _shop) = popup_over_shop(&chain).await?;
        tab_through(&popup).await
    })
}

#[test]
fn the_popup_pauses_and_changes_a_policy_by_keyboard() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let (popup, _shop) = popup_over_shop(&chain).await?;
        popup
            .command(
                "Emulation.setFocusEmulationEnabled",
                json!({"enabled": true}),
            )
            .await?;
        until_text(&popup, "#visits", "your own programs: read").await?;
        press(&popup, "Tab").await?;
        press(&popup, " ").await?;
        until_text(&popup, "#no-visits", "while paused").await?;
        assert_eq!(text_of(&popup, "#visits").await?, "");
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        // The pause has forgotten them.
        press(&popup, "Enter").await?;
        until_text(&popup, "#no-visits", "None").await?;
        until_listed(&chain, "Shop", true).await?;

        // From the pause over both links to the level that is chosen: ask.
        for _ in 0..3 {
            press(&popup, "Tab").await?;
        }
        let focused = "document.activeElement.id";
        assert_eq!(popup.evaluate(focused).await?, json!("level-ask"));
        for level in ["read", "block"] {
            press(&popup, "ArrowUp").await?;
            popup
                .wait_for(&format!(
                    "chrome.storage.local.get('policy').then(({{policy}}) => policy.sites.some(({{pattern, level}}) => pattern.includes('shop') && level === '{level}'))"
                ))
                .await?;
            popup
                .wait_for(&format!("document.querySelector('#level-{level}').checked"))
                .await?;
        }
        until_listed(&chain, "Shop", false).await
    })
}

/// What a person can see of texts: those that the page names by their keys, and all.
const TEXTS: &str = "({
  lang: document.documentElement.lang,
  named: [...document.querySelectorAll('[data-i18n]')].filter((node) => node.id !== 'headline' && node.id !== 'pause')
    .map((node) => [node.dataset.i18n, node.textContent]),
  all: [...document.querySelectorAll('body *')].filter((node) => node.checkVisibility())
    .flatMap((node) => [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data.trim()))
    .filter(Boolean),
})";

/// A browser has the languages that it was built with: where German is none of them, it takes the
/// texts of an extension's own language. In this copy that is German.
fn only_german(extension: &Path) -> anyhow::Result<()> {
    let manifest = extension.join("manifest.json");
    let text = std::fs::read_to_string(&manifest)?;
    let (old, new) = (r#""default_locale": "en""#, r#""default_locale": "de""#);
    anyhow::ensure!(text.contains(old), "{text}");
    std::fs::write(manifest, text.replace(old, new))?;
    Ok(std::fs::remove_dir_all(extension.join("_locales/en"))?)
}

#[test]
fn own_pages_speak_german() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended_by(only_german).await?;
        let german = chain.build.extension().join("_locales/de/messages.json");
        let german: Value = serde_json::from_str(&std::fs::read_to_string(german)?)?;
        for name in ["popup", "options", "onboarding"] {
            let page = chain.own_page(name).await?;
            if name != "popup" {
                until_text(&page, "#headline", "Verbunden").await?;
            } else {
                until_text(&page, "#pause", "Alles anhalten").await?;
            }
            let texts = page.evaluate(TEXTS).await?;
            assert_eq!(texts["lang"], "de");
            for named in texts["named"].as_array().context("texts")? {
                let key = named[0].as_str().context("a key")?;
                let words = &german[key]["message"];
                assert!(
                    words.as_str().is_some_and(|words| !words.is_empty()),
                    "{key}"
                );
                assert_eq!(&named[1], words, "{name}: {key}");
            }
            for words in texts["all"].as_array().context("texts")? {
                let words = words.as_str().context("a text")?;
                assert!(german.get(words).is_none(), "{name} shows the key {words}");
                assert!(!words.contains("$V"), "{name}: {words}");
            }
        }
        Ok(())
    })
}
