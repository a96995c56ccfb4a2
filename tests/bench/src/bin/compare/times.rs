//! How long both builds take for the same questions, interleaved: before, after, after, before …

use crate::Both;
use axlens_bench::series::Series;
use axlens_bench::stages::{EDIT, settled};
use axlens_harness::{Page, Tab};
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// The measured steps, in the order of a round.
const STAGES: [&str; 4] = [
    "first question",
    "after an edit",
    "unchanged page",
    "empty trip",
];
/// From which ratio, and from how many milliseconds more, a build is slower.
const SLOWER: (f64, f64) = (1.1, 1.0);

/// The times of one stage, of both builds.
type Pair = [Series; 2];

/// Prints medians page by page and stage by stage; whether none is slower.
pub async fn compare(
    both: &Both,
    pages: &[impl AsRef<Path>],
    rounds: usize,
) -> anyhow::Result<bool> {
    println!("| page | stage | before, ms | after, ms | ratio | |\n|---|---|---|---|---|---|");
    let mut slower = 0;
    let mut ratios: [Series; 4] = Default::default();
    for page in pages {
        let page = page.as_ref();
        let name = page.file_stem().unwrap_or_default().display().to_string();
        let stages = measure(both, &std::fs::read_to_string(page)?, rounds).await?;
        for ((stage, pair), ratios) in STAGES.iter().zip(&stages).zip(&mut ratios) {
            slower += usize::from(print(&name, stage, pair));
            ratios.0.push(pair[1].median() / pair[0].median());
        }
    }
    for (stage, ratios) in STAGES.iter().zip(&ratios) {
        println!("{stage}: median of the ratios {:.2}", ratios.median());
    }
    println!("{slower} slower by more than 10 % and 1 ms, in {rounds} rounds");
    Ok(slower == 0)
}

/// One line of the table; whether the later build is slower.
fn print(page: &str, stage: &str, [before, after]: &Pair) -> bool {
    let (before, after) = (before.median(), after.median());
    let ratio = after / before;
    let slower = ratio > SLOWER.0 && after - before > SLOWER.1;
    let flag = if slower { "slower" } else { "" };
    println!("| {page} | {stage} | {before:.1} | {after:.1} | {ratio:.2} | {flag} |");
    slower
}

async fn measure(both: &Both, html: &str, rounds: usize) -> anyhow::Result<[Pair; 4]> {
    let mut stages: [Pair; 4] = Default::default();
    for round in 0..rounds {
        let url = both.sides[0].site.page(Page::html(html));
        let tabs = [
            settled(&both.sides[0], &url).await?,
            settled(&both.sides[1], &url).await?,
        ];
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        for (stage, pair) in stages.iter_mut().enumerate() {
            for side in order {
                pair[side]
                    .0
                    .push(timed(both, &tabs[side], side, stage).await?);
            }
        }
        for tab in tabs {
            tab.close().await?;
        }
    }
    Ok(stages)
}

/// Milliseconds of one question.
async fn timed(both: &Both, tab: &Tab, side: usize, stage: usize) -> anyhow::Result<f64> {
    if stage == 1 {
        tab.evaluate(EDIT).await?;
    }
    let ping = json!({"tab": tab.handle().await?});
    let start = Instant::now();
    if stage == 3 {
        both.sides[side].agent.post("/ping", ping).await?.ok()?;
    } else {
        tab.observe(json!({"format": "lean"})).await?;
    }
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}
