//! Costs of Axlens other than the time of a read: memory with twenty tabs read, processor time when
//! idle, time as pages grow, in a hidden tab, and with the engine in the page.

use crate::connect;
use anyhow::{Context, ensure};
use axlens_bench::series::Series;
use axlens_bench::stages::EDIT;
use axlens_harness::measure::{peak, processor_time, resident};
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Tabs that are read before memory is measured.
const TABS: usize = 20;

/// Seconds without a query.
const IDLE: u64 = 20;

/// Elements of the generated pages.
const SIZES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];

/// Numbers that belong to no page.
#[derive(Debug, Default)]
pub struct Costs {
    /// Milliseconds of a query that reads nothing.
    pub empty: Series,
    /// Milliseconds from nothing to a connection.
    pub connection: Series,
    /// Elements, and milliseconds of a warm `lean` snapshot: after an edit, and of the page as it
    /// was.
    pub growth: Vec<(usize, [Series; 2])>,
    /// Milliseconds of a warm snapshot of the same page after an edit, visible and hidden.
    pub visible: Series,
    /// The same, hidden.
    pub hidden: Series,
    /// The same of a page from a file, the engine in the worker and in the page.
    pub engines: [Series; 2],
    /// Resident kilobytes: the server before the first query, with twenty tabs read; the
    /// extension's process.
    pub server_before: u64,
    /// With twenty tabs read, the last a moment ago.
    pub server_after: u64,
    /// Then, after [`IDLE`] seconds without a query.
    pub server_rest: u64,
    /// Peak memory: of the server, of the extension's process, and the increase of the largest
    /// page's process because of reading.
    pub peaks: [u64; 3],
    /// The extension's process at that time.
    pub worker: u64,
    /// Milliseconds of processor time in `IDLE` seconds: server, and the extension's process.
    pub idle: [u64; 2],
    /// Bytes of the engine, and of the scripts that are put into pages.
    pub sizes: [u64; 2],
}

/// Measures them all; `html` is a real page.
pub async fn costs(chain: &Chain, html: &str) -> anyhow::Result<Costs> {
    let server = chain
        .server
        .process
        .as_ref()
        .context("a server of ours")?
        .id();
    let mut costs = Costs {
        server_before: resident(server),
        ..Costs::default()
    };
    costs.empty = empty_trip(chain).await?;
    costs.connection = connect::first_connections().await?;
    for size in SIZES {
        let tab = chain.open(Page::html(generated(size))).await?;
        let before = peak_of_pages(chain);
        costs.growth.push((size, warm(&tab, 5).await?));
        costs.peaks[2] = peak_of_pages(chain).saturating_sub(before);
    }
    let tab = chain.open(Page::html(html)).await?;
    [costs.visible, _] = warm(&tab, 9).await?;
    let hidden = chain.hidden_tab().await?;
    hidden.goto(&chain.site.page(Page::html(html))).await?;
    [costs.hidden, _] = warm(&hidden, 9).await?;
    costs.engines = engines(chain, html, 9).await?;
    let mut tabs = Vec::new();
    for _ in 0..TABS {
        let tab = chain.open(Page::html(html)).await?;
        tab.observe(json!({"format": "lean"})).await?;
        tabs.push(tab);
    }
    costs.server_after = resident(server);
    let workers = chain.browser.processes_with("--extension-process");
    costs.idle = idle(server, &workers).await;
    costs.server_rest = resident(server);
    costs.worker = workers.iter().map(|id| resident(*id)).sum();
    costs.peaks[0] = peak(server);
    costs.peaks[1] = workers.iter().map(|id| peak(*id)).sum();
    let extension = axlens_harness::shared::build()?.join("extension");
    let size = |name: &str| std::fs::metadata(extension.join(name)).map_or(0, |data| data.len());
    costs.sizes = [
        size("engine/axlens_engine_bg.wasm"),
        size("page/recorder/recorder.js"),
    ];
    Ok(costs)
}

/// The costs as a section of the report.
pub fn table(costs: &Costs) -> String {
    let mut text = String::from("\n## Costs\n\n");
    let _ = writeln!(
        text,
        "- Empty trip (a query that reads nothing): median {:.1} ms, p95 {:.1} ms.",
        costs.empty.median(),
        costs.empty.p95()
    );
    let _ = writeln!(
        text,
        "- First connection (native host started, proofs, greeting): median {:.0} ms, p95 {:.0} ms.",
        costs.connection.median(),
        costs.connection.p95()
    );
    let growth: Vec<String> = costs
        .growth
        .iter()
        .map(|(size, [edited, same])| {
            format!("{size}: {:.0}, {:.0} ms", edited.median(), same.median())
        })
        .collect();
    let _ = writeln!(
        text,
        "- Warm `lean` snapshot of generated pages after an edit, and of an unchanged page, by elements: {}.",
        growth.join(", ")
    );
    let _ = writeln!(
        text,
        "- The same page, edited, visible and hidden: {:.1} and {:.1} ms; from a file, with the engine in the worker and in the page: {:.1} and {:.1} ms.",
        costs.visible.median(),
        costs.hidden.median(),
        costs.engines[0].median(),
        costs.engines[1].median()
    );
    let _ = writeln!(
        text,
        "- Resident memory: server {} MB at its start, with {TABS} tabs read {} MB a moment after the last and {} MB at rest; the extension's process {} MB. Peaks: server {} MB, extension's process {} MB; the process of a page of {} elements takes {} MB more for being read.",
        costs.server_before / 1024,
        costs.server_after / 1024,
        costs.server_rest / 1024,
        costs.worker / 1024,
        costs.peaks[0] / 1024,
        costs.peaks[1] / 1024,
        SIZES[SIZES.len() - 1],
        costs.peaks[2] / 1024
    );
    let _ = writeln!(
        text,
        "- Processor time in {IDLE} idle seconds: server {} ms, the extension's process {} ms.",
        costs.idle[0], costs.idle[1]
    );
    let _ = writeln!(
        text,
        "- Sizes: engine {} bytes, script put into pages {} bytes.",
        costs.sizes[0], costs.sizes[1]
    );
    text
}

/// A query that reads nothing, a hundred times.
pub async fn empty_trip(chain: &Chain) -> anyhow::Result<Series> {
    let tab = chain.open(Page::html("<p>nothing")).await?;
    let handle = tab.handle().await?;
    let mut series = Series::default();
    for _ in 0..100 {
        let start = Instant::now();
        chain
            .agent
            .post("/ping", json!({"tab": handle}))
            .await?
            .ok()?;
        series.0.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    // The first query injects the recorder.
    series.0.remove(0);
    Ok(series)
}

/// Snapshots after an edit, and of the page as it was.
async fn warm(tab: &Tab, rounds: usize) -> anyhow::Result<[Series; 2]> {
    let mut series = [Series::default(), Series::default()];
    for round in 0..=rounds {
        tab.evaluate(EDIT).await?;
        for times in &mut series {
            let time = timed(tab, json!({"format": "lean"})).await?;
            times.0.extend((round > 0).then_some(time));
        }
    }
    Ok(series)
}

/// Snapshots after an edit of a page from a file, the one kind that may be read by an engine in the
/// page without more leave.
async fn engines(chain: &Chain, html: &str, rounds: usize) -> anyhow::Result<[Series; 2]> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("page.html");
    std::fs::write(&file, html)?;
    let tab = chain.tab().await?;
    tab.goto(&format!("file://{}", file.display())).await?;
    let mut series = [Series::default(), Series::default()];
    for round in 0..=rounds {
        for (engine, times) in ["worker", "page"].into_iter().zip(&mut series) {
            tab.evaluate(EDIT).await?;
            let time = timed(&tab, json!({"format": "lean", "engine": engine})).await?;
            times.0.extend((round > 0).then_some(time));
        }
    }
    let last = tab.observe(json!({"engine": "page"})).await?;
    ensure!(last["engine"] == "page", "the engine is not in the page");
    Ok(series)
}

async fn timed(tab: &Tab, params: Value) -> anyhow::Result<f64> {
    let start = Instant::now();
    tab.observe(params).await?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

/// A table of rows with a link, a button and a field each: six elements a row.
fn generated(elements: usize) -> String {
    let row = |number: usize| {
        format!(
            "<tr><td><a href=\"/{number}\">Entry {number}</a></td><td><button>Edit {number}</button> <input aria-label=\"Field {number}\"></td></tr>"
        )
    };
    let rows: String = (0..elements / 6).map(row).collect();
    format!(
        "<!doctype html><title>{elements}</title><p>A text that is edited</p><table>{rows}</table>"
    )
}

async fn idle(server: u32, workers: &[u32]) -> [u64; 2] {
    let spent = || {
        [
            processor_time(server),
            workers.iter().map(|id| processor_time(*id)).sum(),
        ]
    };
    let before = spent();
    // It waits for a fixed time, because the time is the measurement.
    let nothing = std::future::pending::<()>();
    let _ = tokio::time::timeout(Duration::from_secs(IDLE), nothing).await;
    let after = spent();
    [
        after[0].saturating_sub(before[0]),
        after[1].saturating_sub(before[1]),
    ]
}

/// The peaks of all processes of pages together.
fn peak_of_pages(chain: &Chain) -> u64 {
    let extension = chain.browser.processes_with("--extension-process");
    let renderers = chain.browser.processes_with("--type=renderer");
    let pages = renderers.into_iter().filter(|id| !extension.contains(id));
    pages.map(peak).sum()
}
