//! The results in docs/fleet.md. Each run replaces its table.

use crate::bench::{RequestCost, Step};
use crate::unit_costs::{LineCost, SubscriptionCost};
use axlens_harness::measure::replaced;
use axlens_harness::series::Series;
use std::path::Path;

/// The marks around the table of latencies.
pub const LATENCY: [&str; 2] = ["<!-- fleet-latency -->", "<!-- end of fleet-latency -->"];

/// The marks around the table of snapshots.
pub const SNAPSHOTS: [&str; 2] = [
    "<!-- fleet-snapshots -->",
    "<!-- end of fleet-snapshots -->",
];

/// The marks around the table of unit costs.
pub const COSTS: [&str; 2] = ["<!-- fleet-costs -->", "<!-- end of fleet-costs -->"];

/// The marks around the summary of a chaos run.
pub const CHAOS: [&str; 2] = ["<!-- fleet-chaos -->", "<!-- end of fleet-chaos -->"];

/// The costs of each part of a fleet.
#[derive(Debug, Clone, Copy)]
pub struct Costs {
    /// A request through the gateway with the line, and through another one.
    pub requests: [RequestCost; 2],
    /// A line over TLS.
    pub line: LineCost,
    /// A subscription.
    pub subscription: SubscriptionCost,
    /// Size of a token in the file of tokens, in bytes.
    pub token: u64,
}

/// Prints a table and writes it between its marks in the document.
///
/// # Errors
/// If the document has no such marks.
pub fn write(document: &Path, marks: [&str; 2], table: &str) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(document)?;
    std::fs::write(document, replaced(&text, marks, table)?)?;
    Ok(())
}

/// The table of latencies. `load`: the average number of processes that were ready to run.
pub fn latency(steps: &[Step], load: [f64; 2]) -> String {
    let mut lines = vec![
        "| connected edges | directly, p50 / p99 | through its gateway | added | through another gateway | added | all connected after |"
            .to_owned(),
        "|---|---|---|---|---|---|---|".to_owned(),
    ];
    for step in steps {
        let connected = step.connected_in.as_secs_f64();
        lines.push(format!(
            "| {} | {} | {connected:.1} s |",
            step.edges,
            compared(&step.times)
        ));
    }
    let rounds = steps.first().map_or(0, |step| step.times[0].0.len());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    lines.push(String::new());
    lines.push(format!(
        "Milliseconds; {rounds} requests of each kind in turn; {processors} processors;\nload average {:.1} before and {:.1} after the run.",
        load[0], load[1]
    ));
    lines.join("\n")
}

/// The table of snapshots in real Chromiums.
pub fn snapshots(steps: &[Step]) -> String {
    let mut lines = vec![
        "| connected edges | directly, p50 / p99 | through its gateway | added | through another gateway | added |"
            .to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(
        steps
            .iter()
            .map(|step| format!("| {} | {} |", step.edges, compared(&step.snapshots))),
    );
    lines.join("\n")
}

/// The cells of the three kinds, with the added times.
fn compared([direct, its, another]: &[Series; 3]) -> String {
    [
        times(direct),
        times(its),
        added(direct, its),
        times(another),
        added(direct, another),
    ]
    .join(" | ")
}

fn times(series: &Series) -> String {
    format!("{:.2} / {:.2}", series.median(), series.p99())
}

fn added(direct: &Series, other: &Series) -> String {
    let (p50, p99) = (other.median() - direct.median(), other.p99() - direct.p99());
    format!("{p50:.2} / {p99:.2}")
}

/// The table of unit costs.
pub fn costs(steps: &[Step], costs: &Costs) -> String {
    let [its, another] = &costs.requests;
    let mut rows = Vec::new();
    if let [first, .., last] = steps {
        let edges = (last.edges - first.edges) as f64;
        let each = |before: u64, after: u64| after.saturating_sub(before) as f64 / edges;
        let gateways = each(first.gateways, last.gateways);
        let nats = each(first.nats, last.nats);
        rows.push(format!(
            "| memory of an idle edge at its gateway, without TLS | {gateways:.1} kB |"
        ));
        rows.push(format!(
            "| memory of an idle edge at three servers of NATS | {nats:.1} kB |"
        ));
    }
    let SubscriptionCost { own, other } = costs.subscription;
    rows.extend([
        format!("| memory of an idle edge at its gateway, with TLS | {:.1} kB |", costs.line.memory),
        format!("| processor time of its gateway to open a line over TLS | {:.2} ms |", costs.line.opening),
        format!("| memory of a subscription at the server of NATS with the subscriber | {own:.0} bytes |"),
        format!("| memory of a subscription at another server of the cluster | {other:.0} bytes |"),
        format!("| processor time of a request through its gateway | {:.2} ms |", its.gateways),
        format!(
            "| processor time of a request through another gateway | {:.2} ms at both gateways, {:.2} ms at NATS |",
            another.gateways, another.nats
        ),
    ]);
    rows.push(format!(
        "| size of a token in the file of tokens | {} bytes |",
        costs.token
    ));
    let head = ["| | |".to_owned(), "|---|---|".to_owned()];
    head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn step(edges: usize) -> Step {
        let series = |ms: f64| Series(vec![ms; 10]);
        Step {
            edges,
            connected_in: Duration::from_millis(1500),
            times: [series(1.0), series(1.25), series(2.5)],
            snapshots: [series(10.0), series(10.5), series(12.0)],
            gateways: 1000 + 30 * edges as u64,
            nats: 500 + edges as u64,
        }
    }

    #[test]
    fn the_added_time_is_the_difference_to_the_direct_request() {
        let table = latency(&[step(10)], [1.0, 2.0]);
        let row =
            "| 10 | 1.00 / 1.00 | 1.25 / 1.25 | 0.25 / 0.25 | 2.50 / 2.50 | 1.50 / 1.50 | 1.5 s |";
        assert!(table.contains(row), "{table}");
        assert!(table.contains("10 requests of each kind"), "{table}");
        let row =
            "| 10 | 10.00 / 10.00 | 10.50 / 10.50 | 0.50 / 0.50 | 12.00 / 12.00 | 2.00 / 2.00 |";
        assert!(snapshots(&[step(10)]).contains(row));
    }

    #[test]
    fn the_memory_of_an_edge_is_the_difference_over_the_edges() {
        let request = RequestCost {
            gateways: 0.1,
            nats: 0.2,
        };
        let costs_of_all = Costs {
            requests: [request; 2],
            line: LineCost {
                memory: 50.0,
                opening: 1.0,
            },
            subscription: SubscriptionCost {
                own: 300.0,
                other: 200.0,
            },
            token: 250,
        };
        let table = costs(&[step(10), step(1010)], &costs_of_all);
        assert!(table.contains("without TLS | 30.0 kB"), "{table}");
        assert!(table.contains("three servers of NATS | 1.0 kB"), "{table}");
    }
}
