//! The panel's text of a page, compared with the server's.

use super::{click, open_with_lines};
use crate::ui::panel::wire_answer;
use anyhow::Context;
use axlens_harness::own_page;
use axlens_harness::shared::Extent;
use axlens_harness::tab::text;
use axlens_harness::{Page, Tab, on_chain, shared};
use axlens_panel::reading::Reading;
use axlens_panel::token_estimate::estimate;
use axlens_panel::view::TextView;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::wire::PlacesChoice;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::rc::Rc;

/// The requests with which panel and server are compared.
fn requests() -> [Value; 9] {
    [
        json!({"format": "outline"}),
        json!({"format": "numbered"}),
        json!({"format": "refs", "cursor_interactive": true}),
        json!({"format": "tabs"}),
        json!({"format": "lean"}),
        json!({"format": "lean", "interactive_only": true, "compact": true, "include": ["urls"]}),
        json!({"format": "outline", "viewport_only": true, "include": ["boxes", "selectors"]}),
        json!({"format": "lean", "roles": ["link", "heading"], "max_depth": 5, "fold": true}),
        json!({"format": "outline", "find": {"text": "a", "context": 1}, "modal_only": true}),
    ]
}

/// The answer that the worker sends to the server.
async fn answer(reader: &Tab, url: &str, request: &Value) -> anyhow::Result<String> {
    let request: ObserveRequest = serde_json::from_value(request.clone())?;
    let places = json!(PlacesChoice::for_options(&request.options()?));
    let params = json!({"engine": "worker", "places": places, "frames": true});
    wire_answer(reader, url, "observe", &params).await
}

/// The panel's text for an answer.
fn panel_text(answer: &str, request: &Value) -> anyhow::Result<String> {
    let request: ObserveRequest = serde_json::from_value(request.clone())?;
    let options = request.options()?;
    let reading = Reading::read(answer, 1, PlacesChoice::None, &|| 0.0);
    let reading = reading.map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    Ok(TextView::new(&Rc::new(reading), &options, &|| 0.0)
        .text()
        .to_owned())
}

/// Asserts that the panel's text equals the server's, for a page that does not change by itself.
async fn assert_equal_texts(
    reader: &Tab,
    tab: &Tab,
    what: &str,
    estimates: &mut Vec<(usize, usize)>,
) -> anyhow::Result<()> {
    let url = tab.evaluate("location.href").await?;
    let url = url.as_str().context("a URL")?;
    for mut request in requests() {
        request["what"] = json!("a11y_tree");
        let texts = async || {
            let served = text(&tab.observe(request.clone()).await?);
            let read = answer(reader, url, &request).await?;
            anyhow::Ok((served, panel_text(&read, &request)?))
        };
        let (mut served, mut own) = texts().await?;
        for _ in 0..3 {
            if served == own {
                break;
            }
            // The page may have changed between the two requests.
            (served, own) = texts().await?;
        }
        assert_eq!(own, served, "{what}: {request}");
        estimates.push((estimate(&own), crate::ui::panel::tokens(&own)));
    }
    Ok(())
}

#[test]
fn the_panels_text_of_some_fixtures_equals_the_servers() -> anyhow::Result<()> {
    let fixtures = shared::pages(&shared::workspace().join("fixtures"))?;
    panel_equals_server(fixtures.into_iter().step_by(4).collect())
}

#[test]
#[ignore = "full: every real page"]
fn the_panels_text_of_every_page_equals_the_servers() -> anyhow::Result<()> {
    let pages = shared::reference("pages").map(|folder| Extent::All.pages(&folder));
    let mut all = shared::pages(&shared::workspace().join("fixtures"))?;
    all.extend(pages.transpose()?.unwrap_or_default());
    panel_equals_server(all)
}

fn panel_equals_server(pages: Vec<PathBuf>) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let reader = chain.tab().await?;
        own_page::go_to_own_page(&reader, "options").await?;
        let mut estimates = Vec::new();
        for path in pages {
            let what = path.display().to_string();
            let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let tab = chain.open(Page::html(body)).await?;
            assert_equal_texts(&reader, &tab, &what, &mut estimates).await?;
            tab.close().await?;
        }
        check_estimates(&estimates);
        Ok(())
    })
}

/// The maximum error of an estimate, in percent of the tokenizer's number.
const MAX_ERROR: usize = 40;

/// Checks the estimates of long texts. The relative error of short ones is too large.
fn check_estimates(estimates: &[(usize, usize)]) {
    let long = estimates.iter().filter(|(_, counted)| *counted >= 200);
    let mut errors: Vec<usize> = long
        .map(|(estimated, counted)| estimated.abs_diff(*counted) * 100 / counted)
        .collect();
    errors.sort_unstable();
    let (middle, worst) = (errors.get(errors.len() / 2), errors.last());
    eprintln!("estimates of tokens: the median error is {middle:?} %, the maximum {worst:?} %");
    assert!(worst.is_none_or(|worst| *worst <= MAX_ERROR), "{errors:?}");
}

/// Also prints the times of the stages for a large page.
#[test]
fn the_panel_copies_the_servers_text_of_a_real_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (name, body) = match shared::reference("pages") {
            Some(folder) => {
                let page = std::fs::read(folder.join("wikipedia-2.html"))?;
                ("wikipedia-2", String::from_utf8_lossy(&page).into_owned())
            }
            None => ("dashboard", shared::fixture("dashboard.html")?),
        };
        let page = chain.open(Page::html(body)).await?;
        let reader = chain.tab().await?;
        own_page::go_to_own_page(&reader, "options").await?;
        let request = json!({"what": "a11y_tree", "format": "lean"});
        let url = page.evaluate("location.href").await?;
        let read = answer(&reader, url.as_str().context("a URL")?, &request).await?;
        let served = text(&page.observe(request).await?);
        let tab = open_with_lines(
            chain,
            &format!("stub.answers.read = () => {};", json!(read)),
        )
        .await?;
        click(&tab, "#copy-all").await?;
        assert_eq!(tab.evaluate("stub.copied[0]").await?, served.as_str());
        tab.activate().await?;
        tab.wait_for("document.querySelector('[data-stage=seen]') !== null")
            .await?;
        let stages = tab
            .evaluate(
                "Object.fromEntries([...document.querySelectorAll('[data-stage]')]
                    .map((cell) => [cell.dataset.stage, cell.textContent]))",
            )
            .await?;
        let bytes = served.len();
        eprintln!(
            "{name}: an answer of {} bytes, a text of {bytes}: {stages}",
            read.len()
        );
        Ok(())
    })
}
