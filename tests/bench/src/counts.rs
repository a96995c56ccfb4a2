//! Compares counts with the numbers in the repository. Never times.

use anyhow::bail;
use axlens_harness::shared;
use serde_json::{Map, Value, json};

/// The relative difference that is tolerated. Counts are exactly reproducible on one machine, and
/// differ slightly with other system libraries.
pub const TOLERANCE: f64 = 0.03;

/// Smaller differences are ignored.
const FEW: f64 = 10.0;

/// Counts by page and name.
pub type Counts = Map<String, Value>;

/// Compares the counts of each page with a file of the fixtures. `AXLENS_UPDATE=1` writes the file.
/// Pages without counts keep their numbers.
///
/// # Errors
/// Lists every count that differs.
pub fn hold(file: &str, counted: &Counts) -> anyhow::Result<()> {
    let path = shared::workspace().join("fixtures").join(file);
    let text = shared::fixture(file).unwrap_or_else(|_| "{}".to_owned());
    let mut kept: Counts = serde_json::from_str(&text)?;
    if std::env::var_os("AXLENS_UPDATE").is_some() {
        kept.extend(counted.clone());
        std::fs::write(&path, format!("{:#}\n", json!(kept)))?;
    }
    let differing: Vec<String> = counted
        .iter()
        .flat_map(|(page, now)| differing(page, kept.get(page).unwrap_or(&Value::Null), now))
        .collect();
    if !differing.is_empty() {
        bail!(
            "fixtures/{file} says otherwise, by more than {} % up or down (AXLENS_UPDATE=1 keeps the new numbers):\n{}",
            TOLERANCE * 100.0,
            differing.join("\n")
        );
    }
    Ok(())
}

/// The counts of a page that differ.
fn differing(page: &str, kept: &Value, now: &Value) -> Vec<String> {
    // The file also contains values that are not counts.
    let counts = now.as_object().into_iter().flatten();
    let mut lines = Vec::new();
    for (name, now) in counts {
        let count = now.as_f64().unwrap_or(f64::NAN);
        match kept[name.as_str()].as_f64() {
            Some(kept) if (count - kept).abs() <= (kept * TOLERANCE).max(FEW) => {}
            Some(kept) => {
                let percent = 100.0 * (count / kept - 1.0);
                lines.push(format!("{page}: {name} {kept} → {now} ({percent:+.1} %)"));
            }
            None => lines.push(format!("{page}: {name} {now}, and nothing is kept")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_differences_are_reported_and_small_ones_are_not() {
        let kept = json!({"a": 1000, "b": 1000, "c": 1000, "d": 12});
        let now = json!({"a": 1030, "b": 1040, "c": 960, "d": 20, "e": 1});
        assert_eq!(
            differing("page", &kept, &now),
            [
                "page: b 1000 → 1040 (+4.0 %)",
                "page: c 1000 → 960 (-4.0 %)",
                "page: e 1, and nothing is kept"
            ]
        );
    }
}
