//! Writes docs/waits.md from the measurements of `waits.rs`: when the last change of an action
//! comes, and how many actions have a later change than a wait sees.

use anyhow::Context;
use axlens_harness::shared::workspace;
use serde_json::Value;
use std::fmt::Write;
use std::fs;

/// Files of measurements: of the whole window, and of the waits of the product.
const WAITS: &str = "AXLENS_WAITS";
const LOSS: &str = "AXLENS_LOSS";
/// Later changes come after the longest wait of a page that changes.
const MAX_MS: f64 = 1000.0;
/// The waits that are compared, in milliseconds without a mutation.
const QUIET: [f64; 7] = [16.0, 25.0, 32.0, 40.0, 50.0, 100.0, 200.0];
/// As in page-idle.js: mutations that are closer together are one burst; the time without a
/// mutation after several bursts; and the longest wait after the first mutation.
const BURST_MS: f64 = 20.0;
const MANY_BURSTS: usize = 3;
const IDLE_AFTER_BURSTS_MS: f64 = 100.0;
const MAX_MUTATING_MS: f64 = 500.0;
/// Upper ends of the rows of the histogram, in milliseconds after the last event.
const ROWS: [f64; 9] = [0.0, 8.0, 16.0, 32.0, 50.0, 100.0, 200.0, 500.0, MAX_MS];

/// One action. Times are in milliseconds after the start of the wait, which follows the last event.
struct Measured {
    /// How long an unchanged page is watched.
    watch: f64,
    mutated: Vec<f64>,
    /// The time of the last change that a snapshot shows.
    last_change: Option<f64>,
    /// The times at which the number of running animations changes, and the number.
    animations: Vec<(f64, f64)>,
    /// When the wait of the product ended.
    end: f64,
}

impl Measured {
    /// `None` if the action has loaded another document.
    fn parse(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let pairs = |name: &str| -> Vec<(f64, Value)> {
            let list = value[name].as_array().into_iter().flatten();
            list.filter_map(|it| Some((it[0].as_f64()?, it[1].clone())))
                .collect()
        };
        let visible = pairs("visible").into_iter().map(|(at, _)| at);
        let late = value["late"] == true;
        (value["loading"] == "none").then(|| Self {
            watch: if late {
                500.0
            } else {
                value["watchMs"].as_f64().unwrap_or_default()
            },
            mutated: value["mutated"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_f64)
                .collect(),
            last_change: visible.filter(|at| *at <= MAX_MS).reduce(f64::max),
            animations: pairs("animations")
                .into_iter()
                .filter_map(|(at, count)| Some((at, count.as_f64()?)))
                .collect(),
            end: value["end"].as_f64().unwrap_or_default(),
        })
    }

    /// When a wait ends that takes `quiet` milliseconds without a mutation.
    fn end_after(&self, quiet: f64) -> f64 {
        let Some(first) = self.mutated.first().map(|first| first.max(0.0)) else {
            return self.watch;
        };
        let (mut bursts, mut end, mut last) = (0, f64::INFINITY, f64::NEG_INFINITY);
        for at in &self.mutated {
            if *at > end.max(0.0) {
                break;
            }
            bursts += usize::from(at - last > BURST_MS);
            last = *at;
            let idle = if bursts >= MANY_BURSTS {
                quiet.max(IDLE_AFTER_BURSTS_MS)
            } else {
                quiet
            };
            end = (last + idle).min(first + MAX_MUTATING_MS);
        }
        end.max(0.0)
    }

    fn is_lost(&self, end: f64) -> bool {
        self.last_change.is_some_and(|last| last > end)
    }

    fn is_animated(&self, at: f64) -> bool {
        let before = self.animations.iter().take_while(|(time, _)| *time <= at);
        before.last().is_some_and(|(_, count)| *count > 0.0)
    }
}

fn read(variable: &str) -> anyhow::Result<Option<Vec<Measured>>> {
    let Some(file) = std::env::var_os(variable) else {
        return Ok(None);
    };
    let text = fs::read_to_string(file).context(variable.to_owned())?;
    Ok(Some(text.lines().filter_map(Measured::parse).collect()))
}

#[allow(clippy::cast_precision_loss)]
fn percent(part: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

/// The table of the times of the last changes.
fn histogram(changed: &[&Measured]) -> anyhow::Result<String> {
    let mut table = String::from("| last change, ms after the last event | actions |\n|---|---|\n");
    let mut from = f64::NEG_INFINITY;
    for to in ROWS {
        let is_in = |it: &&&Measured| it.last_change.is_some_and(|at| at > from && at <= to);
        let count = changed.iter().filter(is_in).count();
        let label = if from < 0.0 {
            "with the events".to_owned()
        } else {
            format!("{from} to {to}")
        };
        writeln!(table, "| {label} | {count} |")?;
        from = to;
    }
    Ok(table)
}

/// The table of the actions whose last change comes after the end of a wait.
fn losses(changed: &[&Measured]) -> anyhow::Result<String> {
    let mut table = String::from(
        "| ms without a mutation | lost | of these, while an animation ran | median wait |\n|---|---|---|---|\n",
    );
    for quiet in QUIET {
        let lost = changed.iter().filter(|it| it.is_lost(it.end_after(quiet)));
        let (mut count, mut animated) = (0, 0);
        for it in lost {
            count += 1;
            animated += usize::from(it.is_animated(it.end_after(quiet)));
        }
        let share = percent(count, changed.len());
        let mut ends: Vec<f64> = changed.iter().map(|it| it.end_after(quiet)).collect();
        ends.sort_by(f64::total_cmp);
        let median = ends.get(ends.len() / 2).copied().unwrap_or_default();
        writeln!(
            table,
            "| {quiet} | {count} ({share}) | {animated} | {median:.0} ms |"
        )?;
    }
    Ok(table)
}

fn is_changed(measured: &Measured) -> bool {
    measured.last_change.is_some()
}

#[test]
fn the_measured_waits_are_documented() -> anyhow::Result<()> {
    let (Some(waits), Some(loss)) = (read(WAITS)?, read(LOSS)?) else {
        return Ok(());
    };
    let changed: Vec<&Measured> = waits.iter().filter(|it| is_changed(it)).collect();
    let observed: Vec<&Measured> = loss.iter().filter(|it| is_changed(it)).collect();
    let lost = observed.iter().filter(|it| it.is_lost(it.end)).count();
    let generated = format!(
        "{} actions without a navigation; {} of them change what a snapshot shows.\n\n{}\n{}\n\
         With the waits of the product, {lost} of {} actions ({}) have a later change than the wait \
         sees.\n",
        waits.len(),
        changed.len(),
        histogram(&changed)?,
        losses(&changed)?,
        observed.len(),
        percent(lost, observed.len()),
    );
    let path = workspace().join("docs/waits.md");
    let text = fs::read_to_string(&path)?;
    let (before, rest) = text
        .split_once("<!-- generated: begin -->\n")
        .context("no begin")?;
    let (_, after) = rest
        .split_once("<!-- generated: end -->")
        .context("no end")?;
    let new =
        format!("{before}<!-- generated: begin -->\n{generated}<!-- generated: end -->{after}");
    Ok(fs::write(path, new)?)
}
