//! Every control has a name, headings have levels, and text has enough contrast.

use crate::ui::own_pages::keyboard::tab_through;
use crate::ui::own_pages::{
    PARTS, open_full_options, open_onboarding_with_snapshot, open_popup_and_shop, open_shop,
    populate, show_part, wait_for_text,
};
use crate::ui::server_page::show_text;
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::tab::{text, uid_of, without_quoted};
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Tab};
use serde_json::{Value, json};

/// The HTML of the current page, with inline styles and without scripts.
const RENDERED: &str = "(() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll('script, link, img').forEach((node) => node.remove());
  const style = document.createElement('style');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  style.textContent = rules.map((rule) => rule.cssText).join('\\n');
  page.querySelector('head').append(style);
  return '<!doctype html>' + page.outerHTML;
})()";

/// Fields without a label. A placeholder is not a label.
const UNLABELLED: &str = "[...document.querySelectorAll('input, select, textarea')]
  .filter((node) => node.checkVisibility() && !node.labels.length && !node.ariaLabel)
  .map((node) => 'no label: ' + node.outerHTML)";

/// Text with too little contrast to its background, by computed colours. Disabled controls are
/// exempt.
const LOW_CONTRAST: &str = "(() => {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const painted = (colors) => {
    pen.clearRect(0, 0, 1, 1);
    for (const color of colors) { pen.fillStyle = color; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgrounds = (node) => node
    ? [...backgrounds(node.parentElement), getComputedStyle(node).backgroundColor] : ['white'];
  const texts = [...document.querySelectorAll('body *')].filter((node) =>
    node.checkVisibility() && !node.disabled && node.tagName !== 'OPTION' &&
    !node.querySelector(':scope > :disabled') &&
    (node.tagName === 'SELECT' || [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())));
  const low = texts.flatMap((node) => {
    const back = backgrounds(node);
    const [one, other] = [luminance(painted(back)), luminance(painted([...back, getComputedStyle(node).color]))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5 ? [`${ratio.toFixed(2)}: ${node.outerHTML.slice(0, 120)}`] : [];
  });
  return { count: texts.length, low, back: painted(backgrounds(document.body)) };
})()";

/// The problems of a page for users of a screen reader, as Axlens reads it.
async fn problems(page: &Tab) -> anyhow::Result<Vec<String>> {
    let tree = text(&page.observe(json!({"max_depth": 50})).await?);
    let mut problems = problems_of_controls(&tree);
    let unlabelled = page.evaluate(UNLABELLED).await?;
    problems.extend(serde_json::from_value::<Vec<String>>(unlabelled)?);
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
        problems.push(format!("not one h1: {levels:?}"));
    }
    if levels.windows(2).any(|pair| pair[1] > pair[0] + 1) {
        problems.push(format!("a level is left out: {levels:?}"));
    }
    Ok(problems)
}

fn role_of(line: &str) -> String {
    let own = without_quoted(line);
    let mut parts = own.split(|letter: char| !letter.is_ascii_alphabetic());
    parts
        .find(|part| !part.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Controls without a name, and buttons with equal names.
fn problems_of_controls(tree: &str) -> Vec<String> {
    let (mut problems, mut buttons, mut controls) = (Vec::new(), Vec::new(), 0);
    for line in tree.lines() {
        let role = role_of(line);
        let roles = ["button", "link", "textbox", "checkbox", "radio", "combobox"];
        if !roles.contains(&role.as_str()) {
            continue;
        }
        controls += 1;
        let name = line.trim().split_once(" \"").map(|(_, rest)| rest);
        let name = name
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        if name.trim().is_empty() {
            problems.push(format!("no name: {}", line.trim()));
        } else if role == "button" && buttons.contains(&name) {
            problems.push(format!("equal names: {name}"));
        }
        buttons.extend((role == "button").then_some(name));
    }
    if controls == 0 {
        problems.push(format!("no controls: {tree}"));
    }
    problems
}

/// Checks the contrast in both colour schemes.
async fn assert_contrast<F: Future<Output = anyhow::Result<Value>>>(
    name: &str,
    command: impl Fn(&'static str, Value) -> F,
) -> anyhow::Result<()> {
    let mut backgrounds = Vec::new();
    for scheme in ["light", "dark"] {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        command("Emulation.setEmulatedMedia", media).await?;
        let params = json!({"expression": LOW_CONTRAST, "returnByValue": true});
        let answer = command("Runtime.evaluate", params).await?;
        let found = &answer["result"]["value"];
        anyhow::ensure!(found["count"].as_u64() > Some(3), "{name}: {answer}");
        assert_eq!(found["low"], json!([]), "{name}, {scheme}");
        backgrounds.push(found["back"].clone());
    }
    assert_ne!(backgrounds[0], backgrounds[1], "{name} has one scheme");
    Ok(())
}

#[test]
fn own_pages_are_accessible() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        populate(&chain).await?;
        let (popup, shop) = open_popup_and_shop(&chain).await?;
        let pages = [
            ("popup", popup),
            ("options", open_full_options(&chain).await?),
            ("onboarding", open_onboarding_with_snapshot(&chain).await?),
        ];
        let mut copies = Vec::new();
        for (name, page) in &pages {
            let parts: &[&str] = if *name == "options" { &PARTS } else { &[""] };
            for part in parts {
                if !part.is_empty() {
                    show_part(page, part).await?;
                }
                copies.push((*name, page.evaluate(RENDERED).await?));
                assert_contrast(name, |method, params| page.command(method, params)).await?;
            }
        }

        copies.extend(consent_views(&chain, &shop).await?);

        for (name, html) in copies {
            let html = html.as_str().context("the page")?;
            let copy = chain.open(Page::html(html)).await?;
            assert_eq!(problems(&copy).await?, Vec::<String>::new(), "{name}");
        }
        Ok(())
    })
}

/// The consent window with a long argument: the question, with the wide answers, and the question
/// for all sites.
async fn consent_views(chain: &Chain, shop: &Tab) -> anyhow::Result<Vec<(&'static str, Value)>> {
    let uid = uid_of(&shop.tree().await?, "Buy")?;
    let keys = vec!["Control+A"; 100];
    let body = json!({"action": "press", "keys": keys, "uid": uid, "session": shop.name,
        "dialogs": {"prompt": "\u{202e}long ".repeat(100)}});
    let agent = chain.agent.clone();
    let request = tokio::spawn(async move { agent.post("/interact", body).await });
    let window = ConsentWindow::armed(&chain.browser).await?;
    let mut copies = Vec::new();
    for (name, next) in [
        ("consent", "wider"),
        ("consent, more", "agent"),
        ("all sites", "back"),
    ] {
        window.wait_for("'armed' in document.body.dataset").await?;
        let open = "for (const each of document.querySelectorAll('details')) each.open = true; 0";
        window.evaluate(open).await?;
        copies.push((name, window.evaluate(RENDERED).await?));
        assert_contrast(name, |method, params| window.command(method, params)).await?;
        window.click(next).await?;
    }
    window.close().await?;
    request.await??;
    Ok(copies)
}

/// The same checks for the dashboard.
#[test]
fn the_dashboard_is_accessible() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let shop = open_shop(&chain).await?;
        shop.observe(json!({"format": "lean"})).await?;
        let link = chain.run(&["open", "--print"])?;
        let page = chain.tab().await?;
        page.goto(String::from_utf8(link.stdout)?.trim()).await?;
        page.wait_for("document.querySelector('#seen button') !== null")
            .await?;
        page.wait_for("document.querySelector('#tabs table') !== null")
            .await?;
        show_text(&page, &shop.name).await?;
        wait_for_text(&page, "#text", "Buy").await?;
        assert_contrast("server", |method, params| page.command(method, params)).await?;
        let html = page.evaluate(RENDERED).await?;
        page.evaluate("document.activeElement.blur()").await?;
        tab_through(&page).await?;
        let copy = chain
            .open(Page::html(html.as_str().context("the page")?))
            .await?;
        assert_eq!(problems(&copy).await?, Vec::<String>::new());
        Ok(())
    })
}

/// The checks detect problems.
#[test]
fn an_inaccessible_page_has_problems() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let broken = "<body style='background: white'><h1>One</h1><h1>Two</h1><h4>Deep</h4>\
            <button></button><input placeholder=Key><p style='color: #888'>Faint</p>\
            <table><tr><td><button>Remove</button><tr><td><button>Remove</button></table>";
        let page = chain.open(Page::html(broken)).await?;
        let found = problems(&page).await?;
        for part in [
            "no name: button",
            "equal names: Remove",
            "no label",
            "one h1",
            "left out",
        ] {
            assert!(
                found.iter().any(|problem| problem.contains(part)),
                "{part}: {found:?}"
            );
        }
        let low = page.evaluate(LOW_CONTRAST).await?["low"].to_string();
        assert!(low.contains("Faint") && !low.contains("Two"), "{low}");
        Ok(())
    })
}
