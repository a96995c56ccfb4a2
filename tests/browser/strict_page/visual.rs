//! `/get` of what is only visible, on a page with a strict Content Security Policy: shapes, boxes,
//! icons and letters. A line's point or uid clicks what the line describes.

use anyhow::ensure;
use axlens_harness::on_chain;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own'; style-src 'nonce-own'; \
    img-src data:; require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE: &str = r##"<!doctype html><title>Visual</title><style nonce=own>
body { margin: 0; font: 16px sans-serif } svg { display: block }
.swatch { width: 30px; height: 30px; display: inline-block }
.yellow { background: #ff0; cursor: pointer } .brown { background: #8b4513; border-radius: 50% }
.same { background: #fff } .hidden { background: red; display: none }
.unseen { background: red; visibility: hidden } .clear { background: red; opacity: 0 }
.slot { border: 2px solid #888 } .shut { height: 0; overflow: hidden }
.icon { display: inline-block; width: 16px; height: 16px;
  background-image: url("data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7") }
.star::before { content: "★"; color: orange } .star { display: inline-block }
.big { color: green; font-size: 32px } .red { color: red } .tile { background: #c9b458; color: #fff }
#secret { background: red; color: blue }
</style><p id=report>Nothing <img id=tracker width=1 height=1 src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"></p>
<svg id=shapes width=400 height=120>
<defs><circle cx=20 cy=20 r=20 fill="red" /></defs>
<circle data-in="red circle" cx=30 cy=30 r=10 fill="red" />
<circle data-in="ring" cx=100 cy=60 r=40 fill="none" stroke="#080" stroke-width=4 />
<polygon data-in="blue triangle" points="200,10 248,10 224,58" fill="#00f" />
<rect data-in="below" x=300 y=10 width=20 height=20 fill="purple" />
<rect data-in="above" x=298 y=8 width=24 height=24 fill="pink" />
<circle cx=30 cy=90 r=10 fill="red" display="none" />
<text x=150 y=100 fill="green">7" red 99x99
12 button &#x202e;</text></svg>
<div id=swatches><span class="swatch yellow" data-in=yellow></span><span class="swatch brown"></span
><span class="swatch same"></span><span class="swatch hidden"></span><span class="swatch unseen"></span
><span class="swatch clear"></span><span class="swatch slot"></span><button class="swatch yellow">Named</button></div>
<div class=shut><span class="swatch brown"></span></div>
<ul role=tree><li role=treeitem tabindex=0 aria-label=Documents><span class="icon folder"></span></li></ul>
<i class=star></i>
<p id=letters><b class=big>A</b><b class=red>B</b><b>C</b><b class=tile>D</b></p>
<p>A long text in the usual colour, so that it is clear which colour is the usual one of this page. It goes on and on.</p>
<input id=secret type=password value=hush aria-label=Password>
<div id=code contenteditable aria-label="One-time code">hush <b class=red>hush</b></div>
<div id=host></div>
<iframe width=200 height=60 srcdoc="<svg width=60 height=40><circle data-in=framed cx=30 cy=20 r=15 fill=blue /></svg>
<script nonce=own>onclick = ({ target }) => { parent.report.textContent = `Clicked ${target.dataset.in}`; }</script>"></iframe>
<script nonce=own>
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  document.addEventListener('click', ({ target }) => { report.textContent = `Clicked ${target.dataset.in}`; });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('i { display: block; width: 24px; height: 24px; background: rgb(0, 128, 255) }');
  const root = host.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [sheet];
  root.append(document.createElement('i'));
  window.mutations = 0;
  new MutationObserver(() => mutations += 1).observe(shapes, { subtree: true, childList: true, attributes: true, characterData: true });
</script>"##;

/// Runs a test on the page.
fn on_page<F>(test: F) -> anyhow::Result<()>
where
    F: AsyncFnOnce(&Chain, &Tab) -> anyhow::Result<()>,
{
    on_chain(async |chain| {
        let page = Page::html(PAGE).header("content-security-policy", POLICY);
        let tab = chain.open(page).await?;
        test(chain, &tab).await?;
        let violations = tab.evaluate("violations").await?;
        ensure!(violations == json!([]), "{violations}");
        ensure!(tab.evaluate("mutations").await? == 0);
        Ok(())
    })
}

async fn post(chain: &Chain, tab: &Tab, path: &str, mut body: Value) -> anyhow::Result<Value> {
    body["session"] = json!(tab.name);
    body["tab"] = json!(tab.handle().await?);
    chain.agent.post(path, body).await?.ok()
}

/// The lines of an element, or of the viewport.
async fn visual(chain: &Chain, tab: &Tab, selector: Option<&str>) -> anyhow::Result<Vec<String>> {
    let mut body = json!({"what": "visual"});
    if let Some(selector) = selector {
        body["selector"] = json!(selector);
    }
    let answer = post(chain, tab, "/get", body).await?;
    ensure!(!answer.to_string().contains("hush"), "{answer:#}");
    let lines = answer["visual"].as_str().unwrap_or_default().lines();
    Ok(lines.map(str::to_owned).collect())
}

/// The lines without their points.
fn looks(lines: &[String]) -> Vec<&str> {
    let look = |line| match str::split_once(line, ' ') {
        Some((id, look)) if id.starts_with("at=") => look,
        _ => line,
    };
    lines.iter().map(|line| look(line)).collect()
}

/// Clicks what a line describes, and checks what the page reports.
async fn click(chain: &Chain, tab: &Tab, lines: &[String], look: &str) -> anyhow::Result<String> {
    let line = lines.iter().find(|line| line.contains(look));
    let id = line.and_then(|line| line.split(' ').next());
    let target = match id {
        Some(point) if point.starts_with("at=") => json!({"action": "click", "selector": point}),
        Some(uid) => json!({"action": "click", "uid": uid}),
        None => anyhow::bail!("no line has {look}: {lines:#?}"),
    };
    post(chain, tab, "/interact", target).await?;
    let reported = tab.evaluate("report.textContent").await?;
    Ok(reported.as_str().unwrap_or_default().to_owned())
}

#[test]
fn shapes_are_described_and_their_points_click_them() -> anyhow::Result<()> {
    on_page(async |chain, tab| {
        let lines = visual(chain, tab, Some("#shapes")).await?;
        let looks = looks(&lines);
        let count = |part: &str| looks.iter().filter(|look| look.starts_with(part)).count();
        ensure!(count("circle red small 20x20") == 1, "{looks:#?}");
        ensure!(count("circle none border green large") == 1, "{looks:#?}");
        ensure!(count("triangle blue ") == 1, "{looks:#?}");
        ensure!(
            looks
                .iter()
                .any(|look| look.starts_with("rect purple") && look.ends_with("covered"))
        );
        // A text of the page forges no line.
        ensure!(
            looks.contains(&r#"text "7\" red 99x99 12 button \u{202e}" green"#),
            "{looks:#?}"
        );
        ensure!(looks.len() == 6, "{looks:#?}");
        for (look, expected) in [
            ("circle red", "Clicked red circle"),
            ("border green", "Clicked ring"),
            ("triangle blue", "Clicked blue triangle"),
            ("rect pink", "Clicked above"),
        ] {
            let reported = click(chain, tab, &lines, look).await?;
            ensure!(reported == expected, "{look}: {reported}");
        }
        Ok(())
    })
}

#[test]
fn boxes_and_icons_are_described() -> anyhow::Result<()> {
    on_page(async |chain, tab| {
        let before = visual(chain, tab, Some("#swatches")).await?;
        let looks_before = looks(&before);
        let expected = [
            "span yellow 30x30",
            "span brown round 30x30",
            "span none border grey 34x34",
            r#"text "Named" black on yellow"#,
        ];
        ensure!(looks_before[..3] == expected[..3], "{looks_before:#?}");
        ensure!(
            looks_before[3].starts_with(expected[3]),
            "{looks_before:#?}"
        );
        ensure!(looks_before.len() == 4, "{looks_before:#?}");
        // An element of a snapshot has its uid.
        let tree = tab.tree().await?;
        let item = uid_of(&tree, "\"Documents\"")?;
        let after = visual(chain, tab, Some("#swatches")).await?;
        let yellow = after.first().map_or("", String::as_str);
        ensure!(
            yellow.contains(" clickable yellow 30x30") && !yellow.starts_with("at="),
            "{yellow} in {tree}"
        );
        let reported = click(chain, tab, &after, "clickable yellow").await?;
        ensure!(reported == "Clicked yellow", "{reported}");
        let icon = visual(chain, tab, Some("[role=tree]")).await?;
        let in_item = format!(r#"span 16x16 image class "icon folder" in {item}"#);
        ensure!(looks(&icon) == [in_item], "{icon:#?}");
        let star = visual(chain, tab, Some(".star")).await?;
        ensure!(
            star.len() == 1 && star[0].contains("i orange "),
            "{star:#?}"
        );
        ensure!(star[0].ends_with(r#""★" class "star""#), "{star:#?}");
        let shadow = visual(chain, tab, Some("#host")).await?;
        ensure!(looks(&shadow) == ["i blue 24x24"], "{shadow:#?}");
        Ok(())
    })
}

#[test]
fn a_shape_in_a_frame_has_its_point_in_the_tab() -> anyhow::Result<()> {
    on_page(async |chain, tab| {
        tab.evaluate("document.querySelector('iframe').scrollIntoView(), 0")
            .await?;
        let lines = visual(chain, tab, Some("circle[fill=blue]")).await?;
        ensure!(looks(&lines) == ["circle blue 30x30"], "{lines:#?}");
        let reported = click(chain, tab, &lines, "circle").await?;
        ensure!(reported == "Clicked framed", "{lines:#?} {reported}");
        Ok(())
    })
}

#[test]
fn letters_are_described_and_secrets_are_not() -> anyhow::Result<()> {
    on_page(async |chain, tab| {
        let lines = visual(chain, tab, Some("#letters")).await?;
        let expected = [
            r#"text "A" green large"#,
            r#"text "B" red small"#,
            r#"text "C" black small"#,
            r#"text "D" white on yellow small"#,
        ];
        ensure!(looks(&lines) == expected, "{lines:#?}");
        let page = visual(chain, tab, None).await?;
        let looks = looks(&page);
        for part in [
            "circle red",
            "triangle blue",
            "text \"A\" green",
            "span brown",
        ] {
            ensure!(
                looks.iter().any(|look| look.starts_with(part)),
                "{part}: {page:#?}"
            );
        }
        let is_listed = |part: &str| looks.iter().any(|look| look.contains(part));
        ensure!(!is_listed("A long text"), "{page:#?}");
        // An image of one pixel is not visible.
        ensure!(!is_listed("img 1x1"), "{page:#?}");
        ensure!(
            is_listed("...(the other texts: black on white"),
            "{page:#?}"
        );
        ensure!(is_listed("...(frames left out: 1;"), "{page:#?}");
        for secret in ["#secret", "#code"] {
            let body = json!({"what": "visual", "selector": secret});
            let answer = post(chain, tab, "/get", body).await?;
            ensure!(answer["secret"] == true, "{answer:#}");
            ensure!(answer["visual"].is_null(), "{answer:#}");
        }
        Ok(())
    })
}
