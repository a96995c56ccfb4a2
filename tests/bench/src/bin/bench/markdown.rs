//! Pages as Markdown: the tokens of each text, and which words of the page and of its article it
//! has. The article is what Mozilla's Readability finds.

use crate::other_tools::{AGENT_BROWSER_READ, OtherTools, READABILITY};
use crate::retained;
use anyhow::{Context, bail};
use axlens_bench::stages::settled;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::path::Path;

/// The texts of Axlens, with their requests.
const OURS: [(&str, &str); 2] = [
    (WHOLE, r#"{"what": "markdown", "whole": true}"#),
    (MAIN, r#"{"what": "markdown"}"#),
];
const WHOLE: &str = "axlens get markdown --whole";
const MAIN: &str = "axlens get markdown";

/// All texts, in the order of the tables.
pub const TEXTS: [&str; 4] = [WHOLE, AGENT_BROWSER_READ, MAIN, READABILITY];

/// The texts of one page.
pub struct PageTexts {
    /// The page's file name.
    pub name: String,
    /// In the order of [`TEXTS`]; `None` if the tool has none.
    pub texts: Vec<Option<TextSize>>,
}

/// What a text has.
pub struct TextSize {
    pub tokens: usize,
    /// Share of the page's visible words, from 0 to 1.
    pub page: f64,
    /// Share of the article's words; `None` if there is no article.
    pub article: Option<f64>,
}

/// Reads one page with all tools.
pub async fn measure(
    chain: &Chain,
    tools: &mut OtherTools,
    page: &Path,
) -> anyhow::Result<PageTexts> {
    let url = chain.site.page(Page::html(std::fs::read_to_string(page)?));
    let tab = settled(chain, &url).await?;
    let truth = tools.ask("truth", &url).await?;
    let seen = truth["innerText"].as_str().context("the visible text")?;
    let article = tools.ask(READABILITY, &url).await?;
    let words = article["article"].as_str();
    let mut texts = Vec::new();
    for name in TEXTS {
        let ours = OURS.iter().find(|(ours, _)| *ours == name);
        let text = match (name, ours) {
            (_, Some((_, request))) => Some(whole_text(chain, &tab, request).await?),
            (READABILITY, None) => text_of(&article),
            (_, None) => text_of(&tools.ask(name, &url).await?),
        };
        texts.push(text.map(|text| TextSize {
            tokens: bpe_openai::o200k_base().count(&text),
            page: retained::words(&text, seen).0,
            article: words.map(|words| retained::words(&text, words).0),
        }));
    }
    tab.close().await?;
    let name = page.file_stem().context("a name")?.to_string_lossy();
    Ok(PageTexts {
        name: name.into_owned(),
        texts,
    })
}

/// The text of another tool.
fn text_of(answer: &Value) -> Option<String> {
    let text = answer["text"].as_str().map(str::to_owned);
    if text.is_none() {
        eprintln!("no text: {answer}");
    }
    text
}

/// All parts of a text of Axlens.
async fn whole_text(chain: &Chain, tab: &Tab, request: &str) -> anyhow::Result<String> {
    let mut request: Value = serde_json::from_str(request)?;
    request["tab"] = json!(tab.handle().await?);
    request["session"] = json!(tab.name);
    let mut text = String::new();
    loop {
        let part = chain.agent.post("/get", request.clone()).await?.ok()?;
        let Some(markdown) = part["markdown"].as_str() else {
            bail!("no text: {part}");
        };
        text.push_str(markdown);
        if part["nextOffset"].is_null() {
            return Ok(text);
        }
        request["offset"] = part["nextOffset"].clone();
    }
}
