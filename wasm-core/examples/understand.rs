//! Understands a record from a file and prints its nodes, one a line: `understand FILE [quiet]`. For whoever looks into a page.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let record = std::fs::read_to_string(arguments.next().unwrap_or_default())?;
    let quiet = arguments.next().is_some();
    let began = std::time::Instant::now();
    let understood = axlens_wasm_core::understand::understand(&record);
    let took = began.elapsed();
    let json = understood.tree_json();
    let mut out = std::io::stdout().lock();
    if !quiet {
        for node in &understood.tree.nodes {
            let uid = node.uid.map_or(String::new(), |uid| format!(" [{uid}]"));
            let place = node
                .place
                .as_ref()
                .map_or("", |place| place.selector.as_str());
            let indent = "  ".repeat(node.depth as usize);
            let hidden = if node.aria_hidden { " (hidden)" } else { "" };
            writeln!(
                out,
                "{indent}{} {:?}{uid}{hidden} {place}",
                node.role.word(),
                node.name
            )?;
        }
    }
    let nodes = understood.tree.nodes.len();
    let registry = understood.registry.map_or(0, |registry| registry.len());
    writeln!(
        out,
        "record {}, nodes {nodes}, JSON {}, registry {registry}, {took:?}",
        record.len(),
        json.len()
    )
}
