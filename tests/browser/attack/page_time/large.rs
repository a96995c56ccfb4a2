//! Pages with one part that is so large that a single call takes long: a line, a drawing, a text,
//! an element's attributes. Each request must be answered, without a long task.

use super::{Cost, PageUnderTest, TRIES};
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::Chain;

const VISUAL: (&str, &str) = ("/get", r#"{"what": "visual"}"#);
const VISUAL_OF_TARGET: (&str, &str) = ("/get", r##"{"what": "visual", "selector": "#target"}"##);
const HTML: (&str, &str) = ("/get", r#"{"what": "html"}"#);
const SNAPSHOT: (&str, &str) = ("/observe", r#"{"what": "a11y_tree"}"#);

/// An attack: its name, the body of the script that builds the page, path and body of the request.
type LargePage = (&'static str, &'static str, (&'static str, &'static str));

/// Chrome's hit test on a line takes a time that grows with the square of its inline elements.
const LARGE_PAGES: &[LargePage] = &[
    (
        "visual_of_a_long_line",
        "rest.innerHTML = '<span><i>a</i></span>'.repeat(3000)",
        VISUAL,
    ),
    (
        "visual_of_a_long_line_in_a_shadow_root",
        "rest.attachShadow({mode: 'closed'}).innerHTML = '<span><i>a</i></span>'.repeat(3000)",
        VISUAL,
    ),
    (
        "visual_of_a_long_line_with_hidden_elements",
        "rest.innerHTML = '<span><b hidden></b><b hidden></b><i>a</i></span>'.repeat(3000)",
        VISUAL,
    ),
    (
        "visual_of_a_long_vertical_line",
        "rest.style.cssText = 'writing-mode: vertical-rl';
         rest.innerHTML = '<span><i>a</i></span>'.repeat(3000)",
        VISUAL,
    ),
    (
        "visual_of_a_long_line_that_is_turned",
        "rest.style.cssText = 'transform: rotate(30deg); transform-origin: 0 0';
         rest.innerHTML = '<span><i>a</i></span>'.repeat(3000)",
        VISUAL,
    ),
    (
        "visual_of_an_element_below_a_long_line",
        "rest.style.cssText = 'position: fixed; left: 0; top: 8px; line-height: 24px';
         rest.innerHTML = '<span><i>a</i></span>'.repeat(3000)",
        VISUAL_OF_TARGET,
    ),
    (
        "visual_of_a_drawing",
        "let paths = '';
         for (let n = 0; n < 15000; n++)
             paths += `<path fill=red d=\"M${n % 1000} ${n % 700}l5 5l-5 0z\"></path>`;
         rest.innerHTML = `<svg width=1000 height=700>${paths}</svg>`",
        VISUAL,
    ),
    (
        "visual_of_a_drawing_at_one_place",
        "rest.innerHTML = `<svg width=1000 height=700>${
            '<path fill=red d=\"M0 0L5 5L0 5z\"></path>'.repeat(15000)}</svg>`",
        VISUAL,
    ),
    (
        "visual_of_an_icon_of_many_shapes",
        "rest.innerHTML = `<svg width=20 height=20>${
            '<path fill=none d=\"M0 0L5 5L0 5z\"></path>'.repeat(30000)}</svg>`",
        VISUAL,
    ),
    (
        "visual_of_a_large_text",
        "rest.append('ab '.repeat(3700000))",
        VISUAL,
    ),
    (
        "visual_of_many_texts",
        "const texts = document.createDocumentFragment();
         for (let n = 0; n < 300000; n++) texts.append('ab ');
         rest.append(texts)",
        VISUAL,
    ),
    ("snapshot_of_many_attributes", MANY_ATTRIBUTES, SNAPSHOT),
    ("html_of_many_attributes", MANY_ATTRIBUTES, HTML),
    (
        "html_of_many_elements_with_many_attributes",
        "let names = '';
         for (let n = 0; n < 5000; n++) names += ` data-a${n}=v`;
         rest.innerHTML = `<p${names}></p>`.repeat(20)",
        HTML,
    ),
];

const MANY_ATTRIBUTES: &str = "
    let names = '';
    for (let n = 0; n < 50000; n++) names += ` data-a${n}=vvvvvvvvvvvvvvvvvvvv`;
    rest.innerHTML = `<div tabindex=0${names}>x</div>`";

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    for (name, script, (path, body)) in LARGE_PAGES {
        let tried = format!(
            "{path} {body}: {}",
            script.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        report
            .attack(name, &tried, on_page(chain, name, script, path, body))
            .await;
    }
    Ok(())
}

async fn on_page(
    chain: &Chain,
    name: &'static str,
    script: &'static str,
    path: &str,
    body: &str,
) -> anyhow::Result<String> {
    let mut least: Option<Cost> = None;
    for _ in 0..TRIES {
        // A new page each time: the first request on a page costs more.
        let page = PageUnderTest::open(chain, name, script).await?;
        let cost = page.cost_of(chain, path, body).await?;
        let is_less = |least: &Cost| cost.fault.is_empty() && cost.longest < least.longest;
        if least.as_ref().is_none_or(is_less) {
            least = Some(cost);
        }
        if least.as_ref().is_some_and(is_repelled) {
            break;
        }
    }
    let cost = least.context("no try")?;
    ensure!(is_repelled(&cost), "{cost}");
    Ok(cost.to_string())
}

fn is_repelled(cost: &Cost) -> bool {
    cost.fault.is_empty() && cost.is_allowed()
}
