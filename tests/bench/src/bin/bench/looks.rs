//! Looks at a page, next to Chromium's own accessibility tree of the same frames: the first look at
//! a document in a new tab and in a tab in use, a look after an edit, and one at an unchanged page.

use crate::measured::lean;
use anyhow::{Context, ensure};
use axlens_bench::series::Series;
use axlens_bench::stages::{EDIT, open_in, rest};
use axlens_harness::{Chain, Page, Tab};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// The looks, in the order of the tables.
pub const LOOKS: [&str; 4] = [
    "first, new tab",
    "first, tab in use",
    "after an edit",
    "unchanged",
];

/// The looks at one page.
#[derive(Debug, Default)]
pub struct Looks {
    /// The page's file name.
    pub name: String,
    /// Elements of the main document.
    pub elements: u64,
    /// Frames that Chromium's tree is asked for.
    pub frames: usize,
    /// Frames that Axlens reads: all except those that it reports as missing.
    pub read: usize,
    /// Milliseconds of both, in the order of [`LOOKS`].
    pub times: [Times; 4],
}

/// Milliseconds, one for each round.
#[derive(Debug, Default)]
pub struct Times {
    /// Axlens, `lean`.
    pub ours: Series,
    /// `Accessibility.getFullAXTree` of each frame.
    pub tree: Series,
}

impl Times {
    /// How many times as long Chromium's tree takes: the median of the rounds.
    pub fn ratio(&self) -> f64 {
        let pairs = self.tree.0.iter().zip(&self.ours.0);
        Series(pairs.map(|(tree, ours)| tree / ours).collect()).median()
    }
}

/// Measures one page. Axlens and Chromium's tree read different tabs of the page, in turn.
pub async fn measure(chain: &Chain, page: &Path, rounds: usize) -> anyhow::Result<Looks> {
    let html = std::fs::read_to_string(page)?;
    let name = page.file_stem().context("a name")?.to_string_lossy();
    let mut looks = Looks {
        name: name.into_owned(),
        ..Looks::default()
    };
    for round in 0..rounds {
        let ours = chain.tab().await?;
        let theirs = chain.tab().await?;
        let mut pair = Pair {
            ours,
            theirs,
            frames: Frames::default(),
            // Neither is always the first on a cold machine.
            ours_first: round % 2 == 0,
        };
        pair.load(chain, &html).await?;
        pair.look(&mut looks, 0).await?;
        pair.load(chain, &html).await?;
        pair.look(&mut looks, 1).await?;
        pair.ours.evaluate(EDIT).await?;
        pair.theirs.evaluate(EDIT).await?;
        pair.look(&mut looks, 2).await?;
        pair.look(&mut looks, 3).await?;
        looks.frames = pair.frames.loaded.len();
        pair.ours.close().await?;
        pair.theirs.close().await?;
    }
    Ok(looks)
}

/// Two tabs of one page.
struct Pair {
    ours: Tab,
    theirs: Tab,
    /// Of the second tab.
    frames: Frames,
    ours_first: bool,
}

impl Pair {
    /// Loads the page in both tabs, and waits until it is idle.
    async fn load(&mut self, chain: &Chain, html: &str) -> anyhow::Result<()> {
        // The extension's handle of a tab is found by an address that no other tab has.
        for tab in [&self.ours, &self.theirs] {
            open_in(tab, &chain.site.page(Page::html(html))).await?;
        }
        rest(&self.ours).await?;
        rest(&self.theirs).await?;
        self.ours.handle().await?;
        self.frames = frames(&self.theirs).await?;
        Ok(())
    }

    async fn look(&self, looks: &mut Looks, which: usize) -> anyhow::Result<()> {
        let tree_of = async || chromium_tree(&self.theirs, &self.frames.loaded).await;
        let (ours, tree) = if self.ours_first {
            let ours = self.observe(looks).await?;
            (ours, tree_of().await?)
        } else {
            let tree = tree_of().await?;
            (self.observe(looks).await?, tree)
        };
        let times = &mut looks.times[which];
        times.ours.0.push(ours);
        times.tree.0.push(tree);
        Ok(())
    }

    async fn observe(&self, looks: &mut Looks) -> anyhow::Result<f64> {
        let start = Instant::now();
        let answer = self.ours.observe(lean()).await?;
        let time = milliseconds(start);
        let header = &answer["header"];
        looks.elements = header["elements"].as_u64().unwrap_or_default();
        let missing = header["framesMissing"].as_array().map_or(0, Vec::len);
        looks.read = self.frames.all.saturating_sub(missing);
        Ok(time)
    }
}

/// The frames of a page.
#[derive(Default)]
struct Frames {
    /// Session and id of each frame that has a page.
    loaded: Vec<(String, String)>,
    /// All frames, with those whose page could not be loaded.
    all: usize,
}

/// The frames of a page. Not timed: a client that stays attached knows them.
async fn frames(tab: &Tab) -> anyhow::Result<Frames> {
    // Chromium reports the frames in other processes only when this is turned on.
    let detach = json!({"autoAttach": false, "waitForDebuggerOnStart": false, "flatten": true});
    tab.command("Target.setAutoAttach", detach).await?;
    let mut frames = Frames::default();
    for session in tab.sessions().await? {
        let answer = tab
            .command_in(&session, "Page.getFrameTree", json!({}))
            .await?;
        let mut pending = vec![&answer["frameTree"]];
        while let Some(tree) = pending.pop() {
            let id = tree["frame"]["id"].as_str().context("a frame")?;
            frames.all += 1;
            // The address of a frame that has loaded nothing yet is empty.
            let is_loaded = tree["frame"]["unreachableUrl"].is_null();
            if is_loaded && tree["frame"]["url"] != "" {
                frames.loaded.push((session.clone(), id.to_owned()));
            }
            pending.extend(tree["childFrames"].as_array().into_iter().flatten());
        }
    }
    Ok(frames)
}

/// Milliseconds of Chromium's tree of all frames, which are asked for at once.
async fn chromium_tree(tab: &Tab, frames: &[(String, String)]) -> anyhow::Result<f64> {
    let tree = async |(session, frame): &(String, String)| {
        let frame = json!({"frameId": frame});
        tab.command_in(session, "Accessibility.getFullAXTree", frame)
            .await
    };
    let start = Instant::now();
    let trees = join_all(frames.iter().map(tree)).await;
    let time = milliseconds(start);
    let nodes = |tree: &Value| tree["nodes"].as_array().map_or(0, Vec::len);
    let nodes: usize = trees.iter().flatten().map(nodes).sum();
    ensure!(nodes > 0, "Chromium has no tree of the page");
    Ok(time)
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}
