//! Elements without a line on a page with a strict Content Security Policy: named by selector, by
//! text and inside another element, in actions and in `/get`. Nothing of it violates the policy.

use anyhow::ensure;
use axlens_harness::on_chain;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own'; style-src 'nonce-own'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE: &str = r#"<!doctype html><title>Strict</title><style nonce=own>
.item { display: inline-block; padding: 4px } .bin { width: 20px; height: 20px; cursor: pointer; background: silver }
#basket { width: 200px; height: 60px; background: silver }</style>
<p id=report>Nothing</p>
<section tabindex=0 aria-label=Inbox>Tea <span class=item data-in=Inbox>Delete</span></section>
<section tabindex=0 aria-label=Archive>Cake <span class=item data-in=Archive>Delete</span></section>
<section tabindex=0 aria-label=Twin><span class=item data-in=Twin>Only</span></section>
<svg width=60 height=60><circle cx=30 cy=30 r=25 fill=red data-in=circle /></svg>
<div class=bin data-in=bin></div>
<div id=card role=button draggable=true aria-label=Card>Card</div><div id=basket><span>Drop it here</span></div>
<div id=long><span>word word word word word word word word word word word word </span><span>word word word word word word word word word word word word </span><span>word word word word word word word word word word word word </span><span>word word word word word word word word word word word word </span><span>word word word word word word word word word word word word </span><span>word word word word word word word word word word word word </span></div>
<main><div id=around>Around <iframe srcdoc="Framed"></iframe></div></main>
<script nonce=own>
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  document.addEventListener('click', ({ target }) => { if (target.dataset.in) report.textContent = `Clicked ${target.dataset.in}`; });
  basket.addEventListener('dragover', (event) => event.preventDefault());
  basket.addEventListener('drop', (event) => { event.preventDefault(); report.textContent = 'Dropped'; });
</script>"#;

/// Runs a test on the page.
fn on_strict_page<F>(test: F) -> anyhow::Result<()>
where
    F: AsyncFnOnce(&Chain, &Tab) -> anyhow::Result<()>,
{
    on_chain(async |chain| {
        let page = Page::html(PAGE).header("content-security-policy", POLICY);
        let tab = chain.open(page).await?;
        test(chain, &tab).await?;
        ensure!(tab.evaluate("violations").await? == json!([]));
        Ok(())
    })
}

async fn post(chain: &Chain, tab: &Tab, path: &str, mut body: Value) -> anyhow::Result<Value> {
    body["session"] = json!(tab.name);
    body["tab"] = json!(tab.handle().await?);
    chain.agent.post(path, body).await?.ok()
}

/// Executes an action and checks what the page reports.
async fn act(chain: &Chain, tab: &Tab, action: Value, expected: &str) -> anyhow::Result<()> {
    let answer = post(chain, tab, "/interact", action).await?;
    let reported = tab.evaluate("report.textContent").await?;
    ensure!(reported == expected, "{reported}: {answer:#}");
    ensure!(answer["results"][0]["outcome"] == "changed", "{answer:#}");
    Ok(())
}

#[test]
fn elements_are_named_by_selector_and_text_on_a_strict_page() -> anyhow::Result<()> {
    on_strict_page(async |chain, tab| {
        let tree = text(&tab.observe(json!({"format": "lean"})).await?);
        let uid = |part: &str| {
            let line = tree.lines().find(|line| line.contains(part));
            line.and_then(|line| line.split_whitespace().next())
                .map(str::to_owned)
        };
        // A region has a uid only if it is focusable.
        let archive = uid_of(&tab.tree().await?, "\"Archive\"")?;
        let click = |selector: &str| json!({"action": "click", "selector": selector});
        let mut within = click("text=Delete");
        within["within"] = json!(archive);
        act(chain, tab, within, "Clicked Archive").await?;
        // The container has the same text as the element in it.
        let mut within = click("text=Only");
        within["within"] = json!(uid_of(&tab.tree().await?, "\"Twin\"")?);
        act(chain, tab, within, "Clicked Twin").await?;
        let mut nth = click("text=Delete");
        nth["nth"] = json!(1);
        act(chain, tab, nth, "Clicked Inbox").await?;
        act(chain, tab, click("circle[fill=red]"), "Clicked circle").await?;
        // An unnamed control has a hint in the snapshot and in the answer.
        let bin = uid("~bin");
        ensure!(bin.is_some(), "{tree}");
        act(
            chain,
            tab,
            json!({"action": "click", "uid": bin}),
            "Clicked bin",
        )
        .await?;
        let circle = "(({x, y}) => `at=${x + 30},${y + 30}`)(\
            document.querySelector('circle').getBoundingClientRect())";
        let point = tab.evaluate(circle).await?;
        act(
            chain,
            tab,
            click(point.as_str().unwrap_or_default()),
            "Clicked circle",
        )
        .await?;
        let to = json!({"selector": "text=Drop it here"});
        let drag = json!({"action": "drag", "selector": "#card", "to": to});
        act(chain, tab, drag, "Dropped").await?;
        let place = |selector: &str| json!({"what": "box", "selector": selector});
        let by_text = post(chain, tab, "/get", place("text=Card")).await?;
        let by_css = post(chain, tab, "/get", place("#card")).await?;
        ensure!(by_text["box"].is_array(), "{by_text:#}");
        ensure!(by_text["box"] == by_css["box"], "{by_text:#} {by_css:#}");
        Ok(())
    })
}

#[test]
fn facts_of_an_element_without_a_line_are_read() -> anyhow::Result<()> {
    on_strict_page(async |chain, tab| {
        for selector in ["text=Drop it here", "#basket span"] {
            let get = json!({"what": "text", "selector": selector});
            let got = post(chain, tab, "/get", get).await?;
            ensure!(got["text"] == "Drop it here", "{selector}: {got:#}");
        }
        let get = json!({"what": "text", "selector": "#long"});
        let got = post(chain, tab, "/get", get).await?;
        let length = got["text"].as_str().map(str::len);
        ensure!(length == Some(5 * 60 + 59), "{got:#}");
        // The text of a frame belongs to the element around it, with and without a line.
        for selector in ["main", "#around"] {
            let get = json!({"what": "text", "selector": selector});
            let got = post(chain, tab, "/get", get).await?;
            let text = got["text"].as_str().unwrap_or_default();
            ensure!(text.contains("Framed"), "{selector}: {got:#}");
        }
        Ok(())
    })
}

#[test]
fn find_takes_the_selectors_of_actions() -> anyhow::Result<()> {
    on_strict_page(async |chain, tab| {
        let find = async |selector: &str| {
            let body = json!({"selector": selector});
            post(chain, tab, "/find", body).await
        };
        let centre = async |selector: &str| {
            let script = format!(
                "(({{x, y, width, height}}) => `at=${{x + width / 2}},${{y + height / 2}}`)(\
                document.querySelector('{selector}').getBoundingClientRect())"
            );
            let point = tab.evaluate(&script).await?;
            anyhow::Ok(point.as_str().unwrap_or_default().to_owned())
        };
        let bin = find(&centre(".bin").await?).await?;
        ensure!(bin["matches"][0]["uid"].is_string(), "{bin:#}");
        ensure!(bin["matches"][0]["hint"] == "bin", "{bin:#}");
        let report = find("text=Nothing").await?;
        ensure!(
            report["count"] == 1 && text(&report).contains("Nothing"),
            "{report:#}"
        );
        let delete = find("text=Delete").await?;
        ensure!(delete["count"] == 2, "{delete:#}");
        ensure!(text(&delete).contains("they have no lines"), "{delete:#}");
        // A shape has no line, and can be used all the same.
        for selector in ["circle".to_owned(), centre("circle").await?] {
            let shape = find(&selector).await?;
            ensure!(shape["count"] == 1, "{selector}: {shape:#}");
            ensure!(shape["matches"] == json!([]), "{selector}: {shape:#}");
            let has_remark = text(&shape).contains("no line in snapshots; use the selector itself");
            ensure!(has_remark, "{selector}: {shape:#}");
        }
        for selector in ["text=Nowhere", "#nowhere"] {
            let nothing = find(selector).await?;
            ensure!(
                nothing["count"] == 0 && !text(&nothing).contains("line"),
                "{nothing:#}"
            );
        }
        for body in [
            json!({"selector": "at=5,5", "role": "button"}),
            json!({"selector": "text=Delete", "text": "Delete"}),
        ] {
            let body = json!({"session": tab.name, "tab": tab.handle().await?, "selector": body["selector"],
                "role": body["role"], "text": body["text"]});
            let refused = chain.agent.post("/find", body).await?;
            ensure!(refused.code()? == "bad_request");
        }
        Ok(())
    })
}
