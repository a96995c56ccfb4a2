//! The texts of results with the numbers of their steps.

use axlens_protocol::agent::interact::{ControlResult, InteractAnswer, StepResult};

/// Results that are one line.
struct ResultLine {
    first: String,
    last: String,
    times: usize,
    text: String,
    is_action: bool,
}

/// The text of each result, made by `text`, after the number of its step. Actions of consecutive
/// rounds that had the same result are one text: `3#1.2 to 3#9.2, 9 times:`.
///
/// # Errors
/// Those of `text`.
pub fn numbered(
    answer: &InteractAnswer,
    text: impl Fn(&str, &StepResult) -> anyhow::Result<String>,
) -> anyhow::Result<Vec<(String, String)>> {
    let mut lines: Vec<ResultLine> = Vec::new();
    for (at, result) in answer.results.iter().enumerate() {
        let number = answer.steps.get(at).cloned();
        let number = number.unwrap_or_else(|| (at + 1).to_string());
        let text = text(&number, result)?;
        let is_action = match result {
            StepResult::Action(_) => true,
            StepResult::Control(control) => matches!(**control, ControlResult::For(_)),
            StepResult::Read(_) => false,
        };
        let mut before = lines.iter_mut().filter(|line| is_action && line.is_action);
        match before.find(|line| line.text == text && are_rounds(&line.last, &number)) {
            Some(line) => {
                line.times += 1;
                line.last = number;
            }
            None => lines.push(ResultLine {
                first: number.clone(),
                last: number,
                times: 1,
                text,
                is_action,
            }),
        }
    }
    let numbered = lines.into_iter().map(|line| match line.times {
        1 => (line.first, line.text),
        times => {
            let number = format!("{} to {}, {times} times:", line.first, line.last);
            (number, line.text)
        }
    });
    Ok(numbered.collect())
}

/// Whether two numbers are those of one step in two consecutive rounds: `3#1.2` and `3#2.2`, or
/// `3#1.2#1.1` and `3#2.2#1.1`.
fn are_rounds(one: &str, other: &str) -> bool {
    let (parts, others) = (one.split('#'), other.split('#'));
    let pairs: Vec<(&str, &str)> = parts.clone().zip(others.clone()).collect();
    let mut different = pairs.iter().filter(|(one, other)| one != other);
    let (Some((one, other)), None) = (different.next(), different.next()) else {
        return false;
    };
    let round = |part: &str| -> Option<(u32, String)> {
        let (round, step) = part.split_once('.')?;
        Some((round.parse().ok()?, step.to_owned()))
    };
    // The first part is a step that is in no round.
    let is_round = pairs.first().is_some_and(|(one, other)| one == other);
    let consecutive = match (round(one), round(other)) {
        (Some((round, step)), Some((next, other))) => step == other && next == round + 1,
        _ => false,
    };
    is_round && consecutive && parts.count() == others.count()
}

#[cfg(test)]
mod tests {
    use super::are_rounds;

    #[test]
    fn rounds_of_nested_loops_are_consecutive() {
        for (one, other) in [
            ("3#1.2", "3#2.2"),
            ("3#1.2#1.1", "3#2.2#1.1"),
            ("3#1.2#4.1", "3#1.2#5.1"),
        ] {
            assert!(are_rounds(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "2"),
            ("1.1", "2.1"),
            ("3#1.2", "3#3.2"),
            ("3#1.2", "3#2.1"),
            ("3#1.2#1.1", "3#2.2#2.1"),
            ("3#1.2", "3#2.2#1.1"),
        ] {
            assert!(!are_rounds(one, other), "{one} {other}");
        }
    }
}
