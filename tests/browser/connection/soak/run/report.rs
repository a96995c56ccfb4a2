//! The checks of a run, and its table.

use crate::connection::soak::run::agents::{Click, End, Request};
use crate::connection::soak::run::event::Event;
use crate::connection::soak::run::{Settings, Soak, Times};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// The outcomes of a click that was executed.
const EXECUTED: [&str; 3] = ["changed", "unchanged", "done"];

/// The difference between the clock of the page and that of this process, in milliseconds.
const CLOCK_TOLERANCE: f64 = 5.0;

/// What is wrong in a run: requests without an answer or a fault, and clicks that were executed
/// more than once, after their answer, or not as the answer says.
pub fn violations(soak: &Soak) -> Vec<String> {
    let requests = soak.requests.iter();
    let mut found: Vec<String> = requests
        .filter(|request| !is_accounted_for(soak, request))
        .map(|request| format!("no answer and no fault: {} {request:?}", request.path))
        .collect();
    for click in &soak.clicks {
        let count = soak.clicked.iter().filter(|at| is_within(click, **at));
        let count = count.count();
        if count > 1 || (count == 0 && EXECUTED.contains(&click.outcome.as_str())) {
            found.push(format!("executed {count} times: {click:?}"));
        }
    }
    let is_requested = |at: &f64| soak.clicks.iter().any(|click| is_within(click, *at));
    let unrequested = soak.clicked.iter().filter(|at| !is_requested(at));
    found.extend(unrequested.map(|at| format!("a click at {at} that no agent waited for")));
    found
}

/// A request ends without an answer only if its server was killed or replaced.
fn is_accounted_for(soak: &Soak, request: &Request) -> bool {
    let ends_server = |round: usize| {
        let round = soak.rounds.get(round);
        round.is_some_and(|round| round.event.ends_server())
    };
    match &request.end {
        End::Answered | End::Fault(_) => true,
        End::NoServer(_) => request.round.is_some_and(ends_server),
        End::Invalid(_) => false,
    }
}

fn is_within(click: &Click, at: f64) -> bool {
    (click.from - CLOCK_TOLERANCE..=click.to + CLOCK_TOLERANCE).contains(&at)
}

/// The table of a run, in Markdown.
pub fn table(soak: &Soak, settings: Settings) -> String {
    let mut text = format!(
        "{} events, seed {}. {}\n\n| event | times | connected: median | worst | first snapshot: median | worst | requests without an answer |\n|---|---|---|---|---|---|---|\n",
        settings.rounds,
        settings.seed,
        totals(soak)
    );
    for event in Event::ALL {
        let connected = sorted(soak, event, |times| times.connected);
        let snapshot = sorted(soak, event, |times| times.snapshot);
        if connected.is_empty() {
            continue;
        }
        let line = format!(
            "| {} | {} | {} | {} | {} |",
            event.name(),
            connected.len(),
            median_and_worst(&connected),
            median_and_worst(&snapshot),
            failures(soak, event)
        );
        let _ = writeln!(text, "{line}");
    }
    text
}

/// One of the times after each occurrence of an event, in increasing order.
fn sorted(soak: &Soak, event: Event, time: impl Fn(&Times) -> Duration) -> Vec<Duration> {
    let rounds = soak.rounds.iter().filter(|round| round.event == event);
    let mut times: Vec<Duration> = rounds.map(|round| time(&round.times)).collect();
    times.sort();
    times
}

/// Two cells of the table.
fn median_and_worst(times: &[Duration]) -> String {
    let cell = |time: Option<&Duration>| format!("{} ms", time.map_or(0, Duration::as_millis));
    format!(
        "{} | {}",
        cell(times.get(times.len() / 2)),
        cell(times.last())
    )
}

/// The faults, and the requests that found no server, in the rounds of an event.
fn failures(soak: &Soak, event: Event) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for request in &soak.requests {
        let round = request.round.and_then(|round| soak.rounds.get(round));
        if round.is_none_or(|round| round.event != event) {
            continue;
        }
        let name = match &request.end {
            End::Answered => continue,
            End::Fault(code) => format!("`{code}`"),
            End::NoServer(_) => "no server".to_owned(),
            End::Invalid(_) => "invalid".to_owned(),
        };
        *counts.entry(name).or_default() += 1;
    }
    let counts = counts.iter().map(|(name, count)| format!("{name} {count}"));
    let counts: Vec<String> = counts.collect();
    match counts.is_empty() {
        true => "none".to_owned(),
        false => counts.join(", "),
    }
}

/// A list with few enough items on each line.
fn lines(items: &[String]) -> String {
    let lines: Vec<String> = items.chunks(4).map(|line| line.join(", ")).collect();
    lines.join(",\n")
}

fn totals(soak: &Soak) -> String {
    let answered = soak.requests.iter();
    let answered = answered.filter(|request| request.end == End::Answered);
    let longest = soak.requests.iter().map(|request| request.took).max();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for click in &soak.clicks {
        *outcomes.entry(&click.outcome).or_default() += 1;
    }
    let outcomes = outcomes.iter();
    let outcomes: Vec<String> = outcomes
        .map(|(outcome, count)| format!("`{outcome}` {count}"))
        .collect();
    format!(
        "{} requests, {} of them answered; the longest took {:.1} s.\n{} clicks, {} of them executed; {} violations. Outcomes:\n{}",
        soak.requests.len(),
        answered.count(),
        longest.unwrap_or_default().as_secs_f64(),
        soak.clicks.len(),
        soak.clicked.len(),
        violations(soak).len(),
        lines(&outcomes),
    )
}
