//! Understands a record from a file and prints its nodes, one per line: `understand FILE [quiet |
//! STEPS]`. For debugging a page. With a number it works in portions of that many steps and prints
//! the duration of the longest one.

use axlens_wasm_core::encoded_tree::encode;
use axlens_wasm_core::pace::Job;
use axlens_wasm_core::understand::{Understood, understand, understand_in};
use std::io::Write;
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let record = std::fs::read_to_string(arguments.next().unwrap_or_default())?;
    let how = arguments.next();
    if let Some(steps) = how.as_ref().and_then(|how| how.parse().ok()) {
        return portions(record, steps);
    }
    let began = Instant::now();
    let understood = understand(&record);
    let took = began.elapsed();
    let mut out = std::io::stdout().lock();
    if how.is_none() {
        print(&mut out, &understood)?;
    }
    let (nodes, json) = (understood.tree.nodes.len(), understood.tree_json().len());
    let registry = understood.registry.map_or(0, |registry| registry.len());
    writeln!(
        out,
        "record {}, nodes {nodes}, JSON {json}, registry {registry}, {took:?}",
        record.len()
    )
}

fn print(out: &mut impl Write, understood: &Understood) -> std::io::Result<()> {
    for node in &understood.tree.nodes {
        let uid = node.uid.map_or(String::new(), |uid| format!(" [{uid}]"));
        let place = node
            .path
            .as_ref()
            .map_or("", |place| place.selector.as_str());
        let indent = "  ".repeat(node.depth as usize);
        let hidden = if node.aria_hidden { " (hidden)" } else { "" };
        writeln!(
            out,
            "{indent}{} {:?}{uid}{hidden} {place}",
            node.role.as_str(),
            node.name
        )?;
    }
    Ok(())
}

fn portions(record: String, steps: usize) -> std::io::Result<()> {
    let mut job =
        Job::new(async move |pace| encode(understand_in(&record, &pace).await, &pace).await);
    let (mut count, mut longest, mut whole) = (0, Duration::ZERO, Duration::ZERO);
    loop {
        let began = Instant::now();
        let done = job.advance(steps);
        let took = began.elapsed();
        (count, longest, whole) = (count + 1, longest.max(took), whole + took);
        if std::env::var_os("SLOW").is_some() && took > Duration::from_millis(2) {
            eprintln!("portion {count}: {took:?}");
        }
        if done.is_some() {
            break;
        }
    }
    writeln!(
        std::io::stdout(),
        "{count} portions, the longest {longest:?}, all {whole:?}"
    )
}
