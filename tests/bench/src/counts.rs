//! Counts that are held against the numbers kept in the repository: never seconds. Knows nothing of
//! what is counted.

use anyhow::bail;
use axlens_harness::shared;
use serde_json::{Map, Value, json};

/// By what a count may differ from the number that is kept, up or down. Counts repeat to the last
/// one on one machine; other libraries beneath may add a few.
pub const TOLERANCE: f64 = 0.03;

/// A difference of so few is not the point, however small the number.
const FEW: f64 = 10.0;

/// Counts by page and name.
pub type Counts = Map<String, Value>;

/// Holds the counts against a file of the fixtures, page by page; `AXLENS_UPDATE=1` writes it anew,
/// for whoever means the change. A page that was not counted, because it is not there, is left as
/// it is kept.
///
/// # Errors
/// Lists every count that is not what is kept.
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

/// The counts of a page that are not what is kept.
fn differing(page: &str, kept: &Value, now: &Value) -> Vec<String> {
    // Beside the pages stands what is no count.
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
    fn more_and_less_are_told_and_what_is_near_is_not() {
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
