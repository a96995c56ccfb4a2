//! The first read of a document, which takes longer than later ones. It is reported next to the
//! time after an edit: of an idle page, and of a page that was just loaded and is still busy.

use crate::measured::{Measured, edited, lean, median_of, note, timed_observe};
use crate::other_tools::OtherTools;
use axlens_bench::series::Series;
use axlens_bench::stages::{open, settled};
use axlens_harness::{Chain, Page, Tab};
use std::fmt::Write;

/// The first read of an idle page.
pub const FIRST: &str = "first";
/// The first read of a page that was just loaded.
pub const AT_LOAD: &str = "first, at its load";
/// Tools that can read a page without preparation.
const OTHER_TOOLS: [&str; 2] = ["playwright", "axtree"];

/// The name of the time of a first read. `name` is that of later reads.
pub fn first(name: &str) -> String {
    match name {
        "lean" => FIRST.to_owned(),
        tool => format!("{tool}, first"),
    }
}

/// Measures first reads, each of a new document. Returns the tab of the last one.
pub async fn firsts(
    chain: &Chain,
    html: &str,
    documents: usize,
    measured: &mut Measured,
) -> anyhow::Result<(Tab, String)> {
    for _ in 0..documents {
        let busy = open(chain, &chain.site.page(Page::html(html))).await?;
        busy.handle().await?;
        timed_observe(&busy, measured, AT_LOAD, lean()).await?;
        busy.close().await?;
    }
    let page = || chain.site.page(Page::html(html));
    for _ in 1..documents {
        let tab = settled(chain, &page()).await?;
        timed_observe(&tab, measured, FIRST, lean()).await?;
        tab.close().await?;
    }
    let url = page();
    let tab = settled(chain, &url).await?;
    let first = timed_observe(&tab, measured, FIRST, lean()).await?;
    measured.elements = first["header"]["elements"].as_u64().unwrap_or_default();
    Ok((tab, url))
}

/// Measures first reads of other tools.
pub async fn firsts_of_other_tools(
    chain: &Chain,
    tools: &mut OtherTools,
    html: &str,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    for name in OTHER_TOOLS {
        let url = chain.site.page(Page::html(html));
        let tab = settled(chain, &url).await?;
        note(measured, &first(name), &tools.ask(name, &url).await?);
        tab.close().await?;
    }
    Ok(())
}

/// The ratio of a first read to a later one, and of other tools' first reads, on the median page.
/// `alone`: in a browser without other tools.
pub fn summary(results: &[Measured], alone: &[Measured]) -> String {
    let median = |of: &dyn Fn(&Measured) -> f64, pages: &[Measured]| {
        let all = pages.iter().map(of).filter(|value| value.is_finite());
        Series(all.collect()).median()
    };
    let over = |first: &str, later: &str| {
        median(
            &|page: &Measured| median_of(page, first) - median_of(page, later),
            alone,
        )
    };
    let ratios = OTHER_TOOLS.map(|name| {
        let ratio = |page: &Measured| median_of(page, &first(name)) / median_of(page, FIRST);
        format!("{name} {:.1}×", median(&ratio, results))
    });
    let edit = edited("lean");
    format!(
        "The first read of a document takes, on the median page, {:.0} ms more than one after an edit and {:.0} more than one of an unchanged page; in the moment the page is loaded, {:.0} and {:.0}. Ratio of the first read of other tools, in the same browser: {}.",
        over(FIRST, &edit),
        over(FIRST, "lean"),
        over(AT_LOAD, &edit),
        over(AT_LOAD, "lean"),
        ratios.join(", ")
    )
}

/// The table of all pages.
pub fn table(results: &[Measured], alone: &[Measured]) -> String {
    let mut text = String::from(
        "\n## First reads: milliseconds of the first read of a document\n\nAt rest: a second after it was loaded. `after an edit`, `unchanged`: later reads, in the same browser without other tools, because attached tools slow everything down.\n\n| page | at rest | at its load | after an edit | unchanged | with other tools, at rest | playwright | axtree |\n|---|---|---|---|---|---|---|---|\n",
    );
    for page in results {
        let Some(alone) = alone.iter().find(|alone| alone.name == page.name) else {
            continue;
        };
        let own_first = median_of(page, FIRST);
        let _ = write!(
            text,
            "| {} | {:.0} | {:.0} | {:.0} | {:.0} | {own_first:.0} |",
            page.name,
            median_of(alone, FIRST),
            median_of(alone, AT_LOAD),
            median_of(alone, &edited("lean")),
            median_of(alone, "lean"),
        );
        for name in OTHER_TOOLS {
            let theirs = median_of(page, &first(name));
            let _ = write!(text, " {theirs:.0} ({:.1}×) |", theirs / own_first);
        }
        text.push('\n');
    }
    text
}
