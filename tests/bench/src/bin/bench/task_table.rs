//! The task by MCP as a part of the report.

use crate::document;
use crate::task::{STORY_TOOLS, TOOLS, TaskTimes, Ways};
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The explanation of the numbers.
const ABOUT: &str = "A page with a form and a table of 1,500 rows. Ten steps: look; fill in three fields, choose from a list, check a box; send, and see that it was sent (after 300 ms); find a row; open it, change a number in it, save; wait for the answer (after 1,200 ms). Each tool has it done as its documents have an agent do it (tests/bench/scripts/task.mjs), by MCP alone, and the page has to say at the end that all of it was right. Written are the names and arguments of all calls, read are their answers, in tokens of o200k_base; the list of tools comes to that once. The milliseconds are those of the calls: an agent thinks between them, so that fewer calls are worth more than they show.";

/// The explanation of the story.
const STORY: &str = "A checkout form posts an order, the server answers 422 with the reason, and a script of the page throws an exception; the page says nothing of either. Each tool has to find the status, the reason, the exception and its file (tests/bench/scripts/story.mjs). For Axlens, the user has turned on \"Exceptions and console\" for the site; the other tools use the debugging port.";

/// What was measured.
pub struct Measured {
    /// The task, by tool.
    pub task: BTreeMap<&'static str, TaskTimes>,
    /// Why a form fails, by tool.
    pub story: BTreeMap<&'static str, TaskTimes>,
    /// The same query by each interface.
    pub ways: Ways,
}

/// The part of the report.
pub fn section(measured: &Measured, rounds: usize) -> anyhow::Result<String> {
    let mut text = format!("{}\n{ABOUT}\n\n", document::TASK);
    let _ = writeln!(
        text,
        "One browser, interleaved, the page loaded again each time; medians of {rounds} rounds. {}\n\nCommand: `cargo xtask bench --task --rounds {rounds}`. Raw numbers: benchmarks.json, `task`.\n",
        document::machine()?
    );
    table(&mut text, &TOOLS, &measured.task);
    let _ = writeln!(text, "\n{}", added(&measured.ways));
    let _ = writeln!(text, "\n### Why a form fails\n\n{STORY}\n");
    table(&mut text, &STORY_TOOLS, &measured.story);
    Ok(wrapped(&text))
}

fn table(text: &mut String, tools: &[&str], measured: &BTreeMap<&'static str, TaskTimes>) {
    text.push_str("| tool | calls | tokens written | tokens read | ratio | list of tools | ms | p95 | ratio |\n|---|---|---|---|---|---|---|---|---|\n");
    for name in tools {
        if let (Some(done), Some(ours)) = (measured.get(name), measured.get(tools[0])) {
            row(text, name, done, ours);
        }
    }
}

fn row(text: &mut String, name: &str, done: &TaskTimes, ours: &TaskTimes) {
    let all = |done: &TaskTimes| done.written.median() + done.read.median();
    let _ = writeln!(
        text,
        "| {name} | {:.0} | {:.0} | {:.0} | {:.1}× | {} | {:.0} | {:.0} | {:.1}× |",
        done.calls.median(),
        done.written.median(),
        done.read.median(),
        all(done) / all(ours),
        done.listed,
        done.ms.median(),
        done.ms.p95(),
        done.ms.median() / ours.ms.median()
    );
}

/// The time that each interface adds to a query.
fn added(ways: &Ways) -> String {
    let (http, mcp, command) = (&ways.http, &ways.mcp, &ways.command);
    format!(
        "The same query (`get`, the title) {} times by each way, interleaved: by HTTP {:.1} ms (p95 {:.1}); by `axlens mcp` {:.1} ms (p95 {:.1}), {:+.1} of the median; by `axlens get`, the whole process, {:.1} ms (p95 {:.1}), {:+.1}.",
        http.0.len(),
        http.median(),
        http.p95(),
        mcp.median(),
        mcp.p95(),
        mcp.median() - http.median(),
        command.median(),
        command.p95(),
        command.median() - http.median()
    )
}

/// The raw numbers.
pub fn raw(measured: &Measured) -> Value {
    let Measured { task, story, ways } = measured;
    let numbers = |done: &TaskTimes| json!({"ms": done.ms.0, "calls": done.calls.0, "written": done.written.0, "read": done.read.0, "listed": done.listed});
    let of_tools = |tools: &BTreeMap<&'static str, TaskTimes>| -> Map<String, Value> {
        let tools = tools.iter();
        tools
            .map(|(name, done)| ((*name).to_owned(), numbers(done)))
            .collect()
    };
    let mut raw = of_tools(task);
    raw.insert("story".to_owned(), Value::Object(of_tools(story)));
    raw.insert(
        "ways".to_owned(),
        json!({"http": ways.http.0, "mcp": ways.mcp.0, "command": ways.command.0}),
    );
    Value::Object(raw)
}
