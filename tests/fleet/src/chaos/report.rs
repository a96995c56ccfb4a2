//! The summary of a run, in Markdown.

use super::killer::Part;
use super::log::{Kind, Log, Outcome, Request};
use super::world::POOL;
use std::collections::BTreeMap;
use std::time::Duration;

/// The maximum number of violations that are listed.
const MAX_LISTED: usize = 50;

/// The summary. `times`: how long the run was, and the time until all edges were reachable after
/// it.
pub fn summary(
    log: &Log,
    kills: &BTreeMap<Part, usize>,
    [ran, recovery]: [Duration; 2],
    seed: u64,
) -> String {
    let counts = [
        (
            "duration, seed".to_owned(),
            format!("{} s, {seed}", ran.as_secs()),
        ),
        ("requests".to_owned(), log.requests.len().to_string()),
        ("killed".to_owned(), killed(kills)),
    ];
    let mut rows: Vec<(String, String)> = counts.into();
    for (name, is_kind) in KINDS {
        let of_kind = log.requests.iter().filter(|request| is_kind(&request.kind));
        rows.push((name.to_owned(), outcomes(of_kind)));
    }
    rows.push((
        "lines with forged tokens or ids, refused".to_owned(),
        log.refused_lines.to_string(),
    ));
    rows.push(("all actions".to_owned(), actions(log)));
    let overrun = log.requests.iter().map(overrun).max().unwrap_or_default();
    rows.push((
        "longest time beyond a deadline".to_owned(),
        format!("{} ms", overrun.as_millis()),
    ));
    let recovery = format!("{} s", recovery.as_secs());
    rows.push(("all edges reachable again after".to_owned(), recovery));
    rows.push(("violations".to_owned(), log.violations().len().to_string()));
    let lines = rows
        .iter()
        .map(|(name, value)| format!("| {name} | {value} |"));
    let head = ["| | |".to_owned(), "|---|---|".to_owned()];
    head.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// A name, and which requests it is for.
type KindRow = (&'static str, fn(&Kind) -> bool);

const KINDS: [KindRow; 6] = [
    (
        "reads",
        |kind| matches!(kind, Kind::Read(edge) if edge.tenant != POOL[0]),
    ),
    (
        "actions, by outcome",
        |kind| matches!(kind, Kind::Action(edge) if edge.tenant != POOL[0]),
    ),
    (
        "leases and reads of real Chromiums",
        |kind| matches!(kind, Kind::Read(edge) if edge.tenant == POOL[0]),
    ),
    (
        "actions in real Chromiums, by outcome",
        |kind| matches!(kind, Kind::Action(edge) if edge.tenant == POOL[0]),
    ),
    ("attempts at other tenants, by outcome", |kind| {
        matches!(kind, Kind::Forbidden(_))
    }),
    ("strange names and ids within a tenant", |kind| {
        matches!(kind, Kind::Strange { .. })
    }),
];

fn killed(kills: &BTreeMap<Part, usize>) -> String {
    let parts = kills
        .iter()
        .map(|(part, count)| format!("{count} {}", part.as_str()));
    parts.collect::<Vec<_>>().join(", ")
}

/// The number of requests with each outcome, the most frequent first.
fn outcomes<'a>(requests: impl Iterator<Item = &'a Request>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for request in requests {
        *counts.entry(outcome(&request.outcome)).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let sum: usize = counts.iter().map(|(_, count)| count).sum();
    let parts = counts.iter().map(|(name, count)| format!("{name} {count}"));
    format!("{sum}: {}", parts.collect::<Vec<_>>().join(", "))
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answer { .. } => "answered".to_owned(),
        Outcome::Fault { code, .. } => format!("`{code}`"),
        Outcome::NoConnection => "no connection".to_owned(),
        Outcome::Disconnected => "connection lost".to_owned(),
        Outcome::Nothing => "nothing".to_owned(),
    }
}

/// What has become of the actions.
fn actions(log: &Log) -> String {
    let actions = log
        .requests
        .iter()
        .filter(|request| matches!(request.kind, Kind::Action(_)));
    let [mut executed, mut unknown, mut unknown_executed] = [0; 3];
    for request in actions {
        let is_executed = log.executions.contains_key(&request.id);
        let is_unknown = match &request.outcome {
            Outcome::Fault { is_unknown, .. } => *is_unknown,
            Outcome::Disconnected | Outcome::Nothing => true,
            Outcome::Answer { .. } | Outcome::NoConnection => false,
        };
        executed += usize::from(is_executed);
        unknown += usize::from(is_unknown);
        unknown_executed += usize::from(is_unknown && is_executed);
    }
    format!(
        "{executed} executed; {unknown} reported as possibly executed, of which {unknown_executed} were"
    )
}

fn overrun(request: &Request) -> Duration {
    request.took.saturating_sub(request.deadline)
}

/// The violations, one in each line, of which only the first are listed.
pub fn listed(violations: &[String]) -> String {
    let mut lines: Vec<String> = violations.iter().take(MAX_LISTED).cloned().collect();
    if violations.len() > MAX_LISTED {
        lines.push(format!("and {} more", violations.len() - MAX_LISTED));
    }
    lines.join("\n")
}
