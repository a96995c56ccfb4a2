//! The texts of results with the numbers of their steps.

use axlens_protocol::agent::interact::{ControlResult, InteractAnswer, StepResult};

/// Results that are one line.
struct ResultLine {
    first: String,
    last: String,
    times: usize,
    /// Which of the loops around the step has the rounds.
    level: Option<usize>,
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
        let before = lines
            .iter_mut()
            .rev()
            .filter(|line| is_action && line.is_action);
        let mut alike = before.filter_map(|line| {
            let level = rounds_at(&line.last, &number).filter(|_| line.text == text)?;
            line.level
                .is_none_or(|own| own == level)
                .then_some((line, level))
        });
        match alike.next() {
            Some((line, level)) => {
                line.times += 1;
                line.last = number;
                line.level = Some(level);
            }
            None => lines.push(ResultLine {
                first: number.clone(),
                last: number,
                times: 1,
                level: None,
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

/// Which loop has two consecutive rounds with the same step: of `3#1.2` and `3#2.2` the first one,
/// of `3#1.2#1.1` and `3#1.2#2.1` the second one.
fn rounds_at(one: &str, other: &str) -> Option<usize> {
    let (parts, others): (Vec<&str>, Vec<&str>) =
        (one.split('#').collect(), other.split('#').collect());
    let mut different = (0..parts.len()).filter(|at| parts.get(*at) != others.get(*at));
    let (Some(level), None, true) = (
        different.next(),
        different.next(),
        parts.len() == others.len(),
    ) else {
        return None;
    };
    let round = |part: &str| -> Option<(u32, String)> {
        let (round, step) = part.split_once('.')?;
        Some((round.parse().ok()?, step.to_owned()))
    };
    let (round, next) = (round(parts[level])?, round(others[level])?);
    // The first part is a step that is in no round.
    (level > 0 && round.1 == next.1 && next.0 == round.0 + 1).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use axlens_protocol::agent::interact::{ControlResult, InteractAnswer, Rounds, StepResult};
    use serde_json::json;

    /// The numbers of the lines of equal results with these numbers.
    fn lines(steps: &[&str]) -> Vec<String> {
        let mut answer: InteractAnswer =
            serde_json::from_value(json!({"results": [], "steps": steps, "tab": 1, "waitedMs": 0}))
                .expect("an answer");
        let rounds = ControlResult::For(Rounds {
            rounds: 1,
            of: None,
        });
        let result = || StepResult::Control(Box::new(rounds.clone()));
        answer.results = steps.iter().map(|_| result()).collect();
        let lines = numbered(&answer, |_, _| Ok("same".to_owned())).expect("lines");
        lines.into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn equal_results_of_consecutive_rounds_are_one_line() {
        assert_eq!(lines(&["3#1.2", "3#2.2"]), ["3#1.2 to 3#2.2, 2 times:"]);
        assert_eq!(
            lines(&["3#1.2#1.1", "3#2.2#1.1"]),
            ["3#1.2#1.1 to 3#2.2#1.1, 2 times:"]
        );
        for apart in [
            ["1", "2"],
            ["1.1", "2.1"],
            ["3#1.2", "3#3.2"],
            ["3#1.2", "3#2.1"],
        ] {
            assert_eq!(lines(&apart), apart);
        }
    }

    #[test]
    fn a_line_is_about_the_rounds_of_one_loop() {
        let nested = ["3#1.1#1.1", "3#1.1#2.1", "3#2.1#1.1", "3#2.1#2.1"];
        let expected = [
            "3#1.1#1.1 to 3#1.1#2.1, 2 times:",
            "3#2.1#1.1 to 3#2.1#2.1, 2 times:",
        ];
        assert_eq!(lines(&nested), expected);
    }
}
