//! The texts of results with the numbers of their steps.

use axlens_protocol::agent::interact::{InteractAnswer, StepResult};

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
        let is_action = matches!(result, StepResult::Action(_));
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

/// Whether two numbers are those of one step in two consecutive rounds: `3#1.2` and `3#2.2`.
fn are_rounds(one: &str, other: &str) -> bool {
    let parts = |number: &str| -> Option<(String, u32, String)> {
        let (before, rest) = number.rsplit_once('#')?;
        let (round, step) = rest.split_once('.')?;
        Some((before.to_owned(), round.parse().ok()?, step.to_owned()))
    };
    match (parts(one), parts(other)) {
        (Some((before, round, step)), Some((other_before, next, other_step))) => {
            before == other_before && step == other_step && next == round + 1
        }
        _ => false,
    }
}
