//! The differences between two logs of events, and those that the documentation lists.

use axlens_harness::shared;
use serde_json::Value;
use std::collections::BTreeSet;

/// The event, the field, and its value with real input and with an action. If one log does not have
/// the event, the field is `event`.
pub type Difference = (String, String, String, String);

/// Type and target of an event, by which the logs are aligned.
pub fn key_of(event: &Value) -> String {
    let text = |field: &str| event[field].as_str().unwrap_or("null");
    format!("{} {}", text("type"), text("target"))
}

/// Aligns two logs by their longest common subsequence, and compares them.
pub fn differences(real: &[Value], ours: &[Value]) -> Vec<Difference> {
    let is_same = |row: usize, column: usize| key_of(&real[row]) == key_of(&ours[column]);
    let longest = common_lengths(real.len(), ours.len(), is_same);
    let missing = |event: &Value, real: &str, ours: &str| {
        let name = event["type"].as_str().unwrap_or_default().to_owned();
        (name, "event".to_owned(), real.to_owned(), ours.to_owned())
    };
    let mut found = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < real.len() || column < ours.len() {
        let (has_real, has_ours) = (row < real.len(), column < ours.len());
        if has_real && has_ours && is_same(row, column) {
            found.extend(field_differences(&real[row], &ours[column]));
            (row, column) = (row + 1, column + 1);
        } else if !has_ours || has_real && longest[row + 1][column] >= longest[row][column + 1] {
            found.push(missing(&real[row], "sent", "not sent"));
            row += 1;
        } else {
            found.push(missing(&ours[column], "not sent", "sent"));
            column += 1;
        }
    }
    found
}

/// For each pair of positions, the length of the longest common subsequence from there on.
fn common_lengths(
    rows: usize,
    columns: usize,
    is_same: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut longest = vec![vec![0_usize; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row][column] = if is_same(row, column) {
                longest[row + 1][column + 1] + 1
            } else {
                longest[row + 1][column].max(longest[row][column + 1])
            };
        }
    }
    longest
}

fn field_differences(real: &Value, ours: &Value) -> Vec<Difference> {
    let fields = |event: &Value| -> BTreeSet<String> {
        event
            .as_object()
            .into_iter()
            .flat_map(|event| event.keys().cloned())
            .collect()
    };
    let names = &fields(real) | &fields(ours);
    let event = real["type"].as_str().unwrap_or_default();
    names
        .into_iter()
        .filter(|name| name != "isTrusted" && real[name] != ours[name])
        .map(|name| {
            let (real, ours) = (real[&name].to_string(), ours[&name].to_string());
            (event.to_owned(), name, real, ours)
        })
        .collect()
}

/// The rows of the table "Differences" in docs/acting-events.md.
pub fn documented_differences() -> anyhow::Result<BTreeSet<Difference>> {
    let text = std::fs::read_to_string(shared::workspace().join("docs/acting-events.md"))?;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let cell = |index: usize| Some(cells.get(index)?.trim_matches('`').to_owned());
        Some((cell(1)?, cell(2)?, cell(3)?, cell(4)?))
    });
    Ok(rows.collect())
}
