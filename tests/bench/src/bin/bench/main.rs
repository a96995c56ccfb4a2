//! Measures Axlens and other tools on the same loaded pages, in one browser, interleaved. Prints a
//! table, and writes docs/benchmarks.md and the raw numbers. `tokens` prints the tokens and the
//! completeness of each text instead. Nothing here passes or fails.
//!
//! `bench [--rounds N] [--pages FOLDER] [--only NAME] [--tokens] [--acts [--before FOLDER]]
//! [--looks] [--task] [--markdown] [--alone] [--other-tools FOLDER]`

#![allow(clippy::print_stdout, reason = "a report is what this program prints")]

mod acts;
mod acts_cases;
mod acts_table;
mod connect;
mod cost;
mod document;
mod fresh;
mod looks;
mod looks_table;
mod markdown;
mod markdown_table;
mod measure;
mod measured;
mod other_tools;
mod profile;
mod report;
mod retained;
mod task;
mod task_table;

use anyhow::{Context, bail};
use axlens_harness::build::{Attendance, Build};
use axlens_harness::{Chain, shared};
use cost::Costs;
use std::path::PathBuf;

/// The command line.
pub struct Arguments {
    /// Rounds of each measurement.
    pub rounds: usize,
    /// Folder of pages (`*.html`).
    pub pages: PathBuf,
    /// Only pages whose name contains this; of actions, only tools.
    pub only: String,
    /// Tokens and completeness of the texts instead of times.
    pub tokens: bool,
    /// Folder with the other tools' `node_modules`.
    pub tools: PathBuf,
    /// Only Axlens, stage by stage, in a browser without other tools.
    pub alone: bool,
    /// Actions instead of snapshots.
    pub acts: bool,
    /// Looks next to Chromium's own tree instead of snapshots.
    pub looks: bool,
    /// A task by MCP instead of snapshots.
    pub task: bool,
    /// Pages as Markdown instead of snapshots.
    pub markdown: bool,
    /// Folder of an earlier build, whose actions are measured instead of other tools.
    pub before: Option<PathBuf>,
}

/// Rounds of measurements without other tools.
const LONE_ROUNDS: usize = 3;

fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    axlens_harness::on_runtime(async || run(&arguments).await)
}

async fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.task {
        return task_by_mcp(arguments).await;
    }
    if arguments.markdown {
        return pages_as_markdown(arguments).await;
    }
    if arguments.looks {
        return looks_next_to_chromium(arguments).await;
    }
    if arguments.acts {
        return act_and_see(arguments).await;
    }
    if arguments.alone {
        return alone(arguments).await;
    }
    let mut costs = Costs::default();
    let mut lone = Vec::new();
    if !arguments.tokens {
        // In a browser without other tools, because attached tools keep every page visible and slow
        // it down.
        let chain = Chain::start().await?;
        let example = pages(arguments)?;
        let example = example.first().context("no page to measure")?;
        costs = cost::costs(&chain, &std::fs::read_to_string(example)?).await?;
        for page in pages(arguments)? {
            eprintln!("{}, alone …", page.display());
            match measure::stages(&chain, &page, LONE_ROUNDS).await {
                Ok(stages) => lone.push(stages),
                Err(error) => eprintln!("left out: {}: {error:#}", page.display()),
            }
        }
    }
    let chain = Chain::start().await?;
    let mut tools = other_tools::OtherTools::start(&arguments.tools, &chain).await?;
    let mut results = Vec::new();
    for page in pages(arguments)? {
        eprintln!("{} …", page.display());
        let result = if arguments.tokens {
            measure::texts(&chain, &mut tools, &page).await
        } else {
            measure::times(&chain, &mut tools, &page, arguments.rounds).await
        };
        match result {
            Ok(result) => results.push(result),
            Err(error) => eprintln!("left out: {}: {error:#}", page.display()),
        }
    }
    tools.end().await?;
    if arguments.tokens {
        report::print_tokens(&results);
        return Ok(());
    }
    report::write(&results, &lone, &costs, arguments)
}

/// Measures actions. Of some tools, or without other tools, only prints the table.
async fn act_and_see(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(before) = &arguments.before {
        let chain = Chain::start().await?;
        let earlier = Chain::start_as(Build::of(before.clone()), Attendance::Unattended).await?;
        let measured = acts::compare(&chain, &earlier, arguments.rounds).await?;
        println!("{}", acts_table::section(&measured, arguments.rounds)?);
        return Ok(());
    }
    let modules = (!arguments.alone).then_some(arguments.tools.as_path());
    let measured = acts::measure(modules, &arguments.only, arguments.rounds).await?;
    let table = acts_table::section(&measured, arguments.rounds)?;
    if arguments.alone || !arguments.only.is_empty() {
        println!("{table}");
        return Ok(());
    }
    document::write_section(document::ACTS, &table, acts_table::raw(&measured))
}

/// Measures looks next to Chromium's own tree. Of some pages, only prints the table.
async fn looks_next_to_chromium(arguments: &Arguments) -> anyhow::Result<()> {
    let chain = Chain::start().await?;
    let mut measured = Vec::new();
    for page in pages(arguments)? {
        eprintln!("{} …", page.display());
        measured.push(looks::measure(&chain, &page, arguments.rounds).await?);
    }
    let table = looks_table::section(&measured, arguments.rounds)?;
    if !arguments.only.is_empty() {
        println!("{table}");
        return Ok(());
    }
    document::write_section(document::LOOKS, &table, looks_table::raw(&measured))
}

/// Counts the tokens and words of pages as Markdown. Of some pages, only prints the table.
async fn pages_as_markdown(arguments: &Arguments) -> anyhow::Result<()> {
    let chain = Chain::start().await?;
    let mut tools = other_tools::OtherTools::start(&arguments.tools, &chain).await?;
    let mut measured = Vec::new();
    for page in pages(arguments)? {
        eprintln!("{} …", page.display());
        measured.push(markdown::measure(&chain, &mut tools, &page).await?);
    }
    tools.end().await?;
    let table = markdown_table::section(&measured)?;
    if !arguments.only.is_empty() {
        println!("{table}");
        return Ok(());
    }
    document::write_section(document::MARKDOWN, &table, markdown_table::raw(&measured))
}

/// Measures a task by MCP, with all tools.
async fn task_by_mcp(arguments: &Arguments) -> anyhow::Result<()> {
    let chain = Chain::start().await?;
    let ways = task::ways(&chain).await?;
    let mut tools = other_tools::OtherTools::start(&arguments.tools, &chain).await?;
    let measured = task_table::Measured {
        task: task::measure(&chain, &mut tools, arguments.rounds).await?,
        story: task::story(&chain, &mut tools, arguments.rounds).await?,
        ways,
    };
    tools.end().await?;
    let table = task_table::section(&measured, arguments.rounds)?;
    document::write_section(document::TASK, &table, task_table::raw(&measured))
}

/// Prints the time of each stage of Axlens.
async fn alone(arguments: &Arguments) -> anyhow::Result<()> {
    let chain = Chain::start().await?;
    let first = connect::first_connections().await?;
    println!(
        "first connection {:.0} ms, p95 {:.0}",
        first.median(),
        first.p95()
    );
    let empty = cost::empty_trip(&chain).await?;
    println!(
        "empty trip {:.1} ms, p95 {:.1}",
        empty.median(),
        empty.p95()
    );
    for page in pages(arguments)? {
        let measured = measure::profiled(&chain, &page, arguments.rounds).await?;
        report::print_stages(&measured);
    }
    Ok(())
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut arguments_left = std::env::args().skip(1);
    let mut arguments = Arguments {
        rounds: 5,
        pages: shared::reference("pages").unwrap_or_default(),
        only: String::new(),
        tokens: false,
        tools: shared::workspace().join("target/axlens/other-tools"),
        alone: false,
        acts: false,
        looks: false,
        task: false,
        markdown: false,
        before: None,
    };
    while let Some(name) = arguments_left.next() {
        let mut value = || {
            arguments_left
                .next()
                .with_context(|| format!("{name} needs a value"))
        };
        match name.as_str() {
            "--rounds" => arguments.rounds = value()?.parse()?,
            "--pages" => arguments.pages = value()?.into(),
            "--only" => arguments.only = value()?,
            "--other-tools" => arguments.tools = value()?.into(),
            "--tokens" => arguments.tokens = true,
            "--alone" => arguments.alone = true,
            "--acts" => arguments.acts = true,
            "--looks" => arguments.looks = true,
            "--task" => arguments.task = true,
            "--markdown" => arguments.markdown = true,
            "--before" => arguments.before = Some(value()?.into()),
            _ => bail!(
                "{name}: not known; there are --rounds, --pages, --only, --other-tools, --tokens, --acts, --looks, --task, --markdown, --before and --alone"
            ),
        }
    }
    Ok(arguments)
}

fn pages(arguments: &Arguments) -> anyhow::Result<Vec<PathBuf>> {
    let folder = &arguments.pages;
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("no pages in {}", folder.display()))?;
    let mut pages: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        })
        .filter(|path| path.to_string_lossy().contains(&arguments.only))
        .collect();
    pages.sort();
    Ok(pages)
}
