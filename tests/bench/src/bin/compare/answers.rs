//! Every text of every page, from both builds.

use crate::Both;
use axlens_bench::stages::settled;
use axlens_harness::{Chain, Page, Tab, shared};
use serde_json::{Value, json};
use std::path::Path;

/// Fields that name one run: numbers of snapshots, ids of documents and tabs, times.
const VOLATILE: [&str; 7] = [
    "snapshot", "session", "tab", "document", "world", "timings", "since",
];
/// The formats, each of which is requested in all [`VARIANTS`].
const FORMATS: [&str; 5] = ["outline", "numbered", "refs", "tabs", "lean"];
/// Number of characters of a difference that are printed.
const SHOWN: usize = 200;

/// Filters and more to print, by the names that the report gives them.
fn variants() -> Vec<(&'static str, Value)> {
    vec![
        ("", json!({})),
        (" interactive", json!({"interactive_only": true})),
        (" compact", json!({"compact": true})),
        (" deep", json!({"max_depth": 15})),
        (
            " with all",
            json!({"include": ["boxes", "selectors", "descriptions"]}),
        ),
    ]
}

/// Prints every answer that differs and how many do not; whether all are the same.
pub async fn compare(both: &Both, pages: &[impl AsRef<Path>]) -> anyhow::Result<bool> {
    let (mut equal, mut differing, mut left_out) = (0, 0, 0);
    for page in pages {
        let page = page.as_ref();
        let name = page.file_name().unwrap_or_default().display().to_string();
        match compare_page(both, page, &name).await {
            Ok([same, other]) => {
                equal += same;
                differing += other;
            }
            Err(error) => {
                left_out += 1;
                println!("{name}: left out: {error:#}");
            }
        }
    }
    println!("{equal} answers are the same, {differing} differ, {left_out} pages left out");
    println!("(not compared: {})", VOLATILE.join(", "));
    Ok(differing + left_out == 0)
}

/// How many answers about one page are the same, and how many differ.
async fn compare_page(both: &Both, page: &Path, name: &str) -> anyhow::Result<[usize; 2]> {
    let body = String::from_utf8_lossy(&std::fs::read(page)?).into_owned();
    let url = both.sides[0].site.page(Page::html(body));
    let tabs = [
        at_rest(&both.sides[0], page, &url).await?,
        at_rest(&both.sides[1], page, &url).await?,
    ];
    let (mut equal, mut differing) = (0, 0);
    for (what, params) in requests() {
        let before = answer(&tabs[0], &params).await?;
        let after = answer(&tabs[1], &params).await?;
        match difference("", &before, &after) {
            None => equal += 1,
            Some(difference) => {
                differing += 1;
                println!("{name} × {what}: {difference}");
            }
        }
    }
    for tab in tabs {
        tab.close().await?;
    }
    Ok([equal, differing])
}

/// A tab with the page, idle and not scrolled. Fixtures are idle after they are loaded. For them
/// this is not checked, because some of them redefine the names that the check uses.
async fn at_rest(chain: &Chain, page: &Path, url: &str) -> anyhow::Result<Tab> {
    if page.starts_with(shared::workspace().join("fixtures")) {
        return chain.open_url(url).await;
    }
    let tab = settled(chain, url).await?;
    tab.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        .await?;
    Ok(tab)
}

fn requests() -> Vec<(String, Value)> {
    let mut requests = Vec::new();
    for format in FORMATS {
        for (name, mut params) in variants() {
            params["format"] = json!(format);
            requests.push((format!("{format}{name}"), params));
        }
    }
    requests
}

/// An answer, or a fault, without what names this run. In one session for all pages, so that both
/// builds issue their numbers alike.
async fn answer(tab: &Tab, params: &Value) -> anyhow::Result<Value> {
    let reply = tab.ask(params.clone()).await?;
    let mut body = reply.body;
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|name, _| !VOLATILE.contains(&name.as_str()));
    }
    body["status"] = json!(reply.status);
    Ok(body)
}

/// The first difference of two values, with both values there.
fn difference(place: &str, before: &Value, after: &Value) -> Option<String> {
    if before == after {
        return None;
    }
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys());
            let missing = Value::Null;
            names.into_iter().find_map(|name| {
                let place = format!("{place}/{name}");
                let (one, other) = (one.get(name), other.get(name));
                difference(&place, one.unwrap_or(&missing), other.unwrap_or(&missing))
            })
        }
        (Value::String(one), Value::String(other)) => Some(first_lines(place, one, other)),
        _ => Some(format!(
            "{place}: {} → {}",
            cut(&before.to_string()),
            cut(&after.to_string())
        )),
    }
}

/// The first line that differs between two texts.
fn first_lines(place: &str, before: &str, after: &str) -> String {
    let (mut one, mut other) = (before.lines(), after.lines());
    for number in 1.. {
        let (was, is) = (one.next(), other.next());
        if was != is {
            let line = |line: Option<&str>| line.map_or("(its end)".to_owned(), cut);
            return format!(
                "{place} line {number}:\n  - {}\n  + {}",
                line(was),
                line(is)
            );
        }
        if was.is_none() {
            break;
        }
    }
    format!("{place}: ends of lines")
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let before = json!({"tree": "a\nb\nc", "map": {"1": {"role": "x"}}});
        assert_eq!(difference("", &before, &before.clone()), None);
        let other = json!({"tree": "a\nB\nc", "map": {"1": {"role": "x"}}});
        let found = difference("", &before, &other).unwrap_or_default();
        assert_eq!(found, "/tree line 2:\n  - b\n  + B");
        let other = json!({"tree": "a\nb\nc", "map": {"1": {}}});
        let found = difference("", &before, &other).unwrap_or_default();
        assert_eq!(found, "/map/1/role: \"x\" → null");
    }
}
