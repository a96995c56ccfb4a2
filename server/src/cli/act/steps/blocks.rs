//! The commands of `axlens do` that decide which others are executed: `if`, `unless`, `else`,
//! `for`, `let`, `expect` and `stop`. What `if`, `unless` and `for` contain ends with `end`.

use super::{StepCommand, StepLine, StepWithFile, common_options, parse as parse_plain, steps};
use crate::cli::line::{self, LineError};
use anyhow::{Context, bail, ensure};
use axlens_protocol::agent::interact::{
    ControlStep, ExpectStep, ForEach, ForStep, IfStep, LetStep, ReadStep, Step, StepCondition,
    StopStep, UnlessStep,
};
use clap::FromArgMatches;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A command that is invalid: its position and why.
pub(super) type Invalid = (usize, LineError);

/// Parses all commands.
///
/// # Errors
/// The first command that is invalid.
pub(super) fn parse(commands: &[String]) -> Result<Vec<StepWithFile>, Invalid> {
    let mut block = Block { commands, at: 0 };
    let steps = block.steps()?;
    match commands.get(block.at) {
        None => Ok(steps),
        Some(_) => Err(block.invalid(block.at, "there is nothing that it belongs to")),
    }
}

/// Commands from a position on.
struct Block<'c> {
    commands: &'c [String],
    at: usize,
}

impl Block<'_> {
    /// The steps up to the next `else` or `end`, or the last command.
    fn steps(&mut self) -> Result<Vec<StepWithFile>, Invalid> {
        let mut parsed = Vec::new();
        while let Some(command) = self.commands.get(self.at) {
            let words = line::words(command).map_err(|error| (self.at, error))?;
            let Some((first, rest)) = words.split_first() else {
                parsed.extend(parse_plain(command).map_err(|error| (self.at, error))?);
                self.at += 1;
                continue;
            };
            match first.as_str() {
                "else" | "end" => break,
                "if" | "unless" | "for" | "let" | "expect" | "stop" => {
                    let step = self.control(first, rest)?;
                    parsed.push((Step::from(step), None));
                }
                _ => {
                    parsed.extend(parse_plain(command).map_err(|error| (self.at, error))?);
                    self.at += 1;
                }
            }
        }
        Ok(parsed)
    }

    fn control(&mut self, name: &str, rest: &[String]) -> Result<ControlStep, Invalid> {
        let start = self.at;
        let usage = |error: anyhow::Error| (start, LineError::Usage(format!("{error:#}")));
        self.at += 1;
        Ok(match name {
            "if" => ControlStep::If(IfStep {
                condition: Box::new(condition(rest).map_err(usage)?),
                then: self.inner(start)?,
                otherwise: match self.ends_with("else") {
                    true => self.inner(start)?,
                    false => Vec::new(),
                },
            })
            .ended(self, start)?,
            "unless" => ControlStep::Unless(UnlessStep {
                unless: Box::new(condition(rest).map_err(usage)?),
                then: self.inner(start)?,
            })
            .ended(self, start)?,
            "for" => {
                let (name, each) = each(rest).map_err(usage)?;
                let steps = self.inner(start)?;
                ControlStep::For(ForStep { each, name, steps }).ended(self, start)?
            }
            "let" => ControlStep::Let(named_read(rest).map_err(usage)?),
            "expect" => ControlStep::Expect(ExpectStep {
                expect: Box::new(condition(rest).map_err(usage)?),
            }),
            _ => ControlStep::Stop(StopStep {
                stop: rest.join(" "),
            }),
        })
    }

    /// The steps in a command. An image in them gets a new file.
    fn inner(&mut self, start: usize) -> Result<Vec<Step>, Invalid> {
        let from = self.at;
        let steps = self.steps()?;
        if steps.iter().any(|(_, file)| file.is_some()) {
            let why = "an image in it gets a new file: leave out its name";
            return Err(self.invalid(start, why));
        }
        match steps.is_empty() {
            true if from >= self.commands.len() => Err(self.invalid(start, NO_END)),
            _ => Ok(steps.into_iter().map(|(step, _)| step).collect()),
        }
    }

    /// Skips the next command if it is this word.
    fn ends_with(&mut self, word: &str) -> bool {
        let command = self.commands.get(self.at);
        let is_so = command.is_some_and(|command| command.trim() == word);
        self.at += usize::from(is_so);
        is_so
    }

    fn invalid(&self, at: usize, why: &str) -> Invalid {
        (at, LineError::Usage(why.to_owned()))
    }
}

const NO_END: &str = "it has no end: write 'end' after what it contains";

trait Ended: Sized {
    fn ended(self, block: &mut Block<'_>, start: usize) -> Result<Self, Invalid>;
}

impl Ended for ControlStep {
    fn ended(self, block: &mut Block<'_>, start: usize) -> Result<Self, Invalid> {
        match block.ends_with("end") {
            true => Ok(self),
            false => Err(block.invalid(start, NO_END)),
        }
    }
}

/// `find …`, `get …`, `wait …`, `$price over 10`, or `$price`.
fn condition(words: &[String]) -> anyhow::Result<StepCondition> {
    let value = || {
        let first = words.first().filter(|first| first.contains('$'));
        first.cloned()
    };
    let mut condition = StepCondition::default();
    let Some(value) = value() else {
        match read(words)? {
            ReadStep::Find(find) => condition.find = Some(find),
            ReadStep::Get(get) => condition.get = Some(get),
            ReadStep::Wait(wait) => condition.wait = Some(wait),
            other => bail!(
                "{} is no condition: write find, get or wait",
                other.as_str()
            ),
        }
        return Ok(condition);
    };
    condition.value = Some(value);
    let Some((comparison, operand)) = words[1..].split_first() else {
        return Ok(condition);
    };
    let operand = operand.join(" ");
    let number = || operand.parse().with_context(|| format!("{operand:?}"));
    match comparison.as_str() {
        "is" => condition.is = Some(operand),
        "contains" => condition.contains = Some(operand),
        "over" => condition.over = Some(number()?),
        "under" => condition.under = Some(number()?),
        other => bail!("{other:?} is no comparison: write is, contains, over or under"),
    }
    Ok(condition)
}

/// The command that these words are, as a read.
fn read(words: &[String]) -> anyhow::Result<ReadStep> {
    let first = words.first().map_or("", String::as_str);
    ensure!(
        ["find", "get", "wait"].contains(&first),
        "write a condition: find …, get …, wait …, or $name over 10"
    );
    let matches = line::matches::<StepLine>(words.to_vec()).map_err(as_error)?;
    if let [first, ..] = &common_options(&matches)[..] {
        bail!("{first} belongs to axlens do: write it before the commands");
    }
    let parsed = StepLine::from_arg_matches(&matches)?;
    let is_read = !matches!(parsed.command, StepCommand::Act(_));
    let step = steps(parsed.command)?.into_iter().next();
    match step.filter(|_| is_read) {
        Some((Step::Read(read), _)) => Ok(*read),
        Some(_) | None => bail!("{first:?} does not read"),
    }
}

fn as_error(error: LineError) -> anyhow::Error {
    match error {
        LineError::Help(text) | LineError::Usage(text) => anyhow::anyhow!(text),
    }
}

/// `NAME in find …`, `NAME in 20`, `20`, or `rows FILE`.
fn each(words: &[String]) -> anyhow::Result<(Option<String>, ForEach)> {
    match words {
        [rows, file] if rows == "rows" => Ok((None, ForEach::Rows(rows_of(Path::new(file))?))),
        [name, word, rest @ ..] if word == "in" => {
            let (_, each) = each_value(rest)?;
            Ok((Some(name.trim_start_matches('$').to_owned()), each))
        }
        rest => each_value(rest),
    }
}

fn each_value(words: &[String]) -> anyhow::Result<(Option<String>, ForEach)> {
    if let [times] = words
        && let Ok(times) = times.parse()
    {
        return Ok((None, ForEach::Times(times)));
    }
    match read(words) {
        Ok(ReadStep::Find(find)) => Ok((None, ForEach::Find(Box::new(find)))),
        Ok(_) | Err(_) => {
            bail!("write what it is for: for row in find …, for 20, or for rows people.csv")
        }
    }
}

/// The rows of a file: CSV with a line of names, or a JSON array of objects.
fn rows_of(file: &Path) -> anyhow::Result<Vec<BTreeMap<String, Value>>> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(|| name.clone())?;
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(&text).with_context(|| name);
    }
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    let rows = rows.map(|row| {
        let fields = row?.into_iter();
        Ok(fields
            .map(|(column, value)| (column, value.into()))
            .collect())
    });
    rows.collect::<Result<_, csv::Error>>()
        .with_context(|| name)
}

/// `NAME get …` or `NAME find …`, also with `=` after the name.
fn named_read(words: &[String]) -> anyhow::Result<LetStep> {
    let (name, rest) = words.split_first().context("write let price get text 43")?;
    let rest = match rest {
        [equals, rest @ ..] if equals == "=" => rest,
        rest => rest,
    };
    Ok(LetStep {
        name: name.trim_start_matches('$').to_owned(),
        from: Box::new(read(rest)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed(commands: &[&str]) -> Result<Value, String> {
        let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
        let steps = parse(&commands).map_err(|(at, error)| match error {
            LineError::Usage(why) | LineError::Help(why) => format!("{at}: {why}"),
        })?;
        let steps: Vec<Step> = steps.into_iter().map(|(step, _)| step).collect();
        Ok(serde_json::to_value(steps).expect("JSON"))
    }

    #[test]
    fn blocks_end_with_end() {
        let commands = [
            "let price = get text 43",
            "if $price over 10",
            "  stop too expensive",
            "else",
            "  for box in find --role checkbox --row overdue",
            "    check $box",
            "  end",
            "end",
            "for 3",
            "  unless find Ada",
            "    click text=Next",
            "  end",
            "end",
            "expect wait text Saved",
        ];
        let expected = json!([
            {"let": "price", "from": {"get": {"what": "text", "id": "43"}}},
            {"if": {"value": "$price", "over": 10.0}, "then": [{"stop": "too expensive"}], "else": [
                {"for": {"find": {"role": "checkbox", "row": "overdue"}}, "as": "box", "do": [
                    {"action": "check", "id": "$box"},
                ]},
            ]},
            {"for": {"times": 3}, "do": [
                {"unless": {"find": {"text": "Ada"}}, "then": [
                    {"action": "click", "selector": "text=Next"},
                ]},
            ]},
            {"expect": {"wait": {"for": "text", "value": "Saved"}}},
        ]);
        assert_eq!(parsed(&commands), Ok(expected));
    }

    #[test]
    fn rows_are_read_from_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("people.csv");
        std::fs::write(&file, "\u{feff}name,mail\nAda,\"a@x.example\"\n").expect("a file");
        let commands = [
            &*format!("for rows {}", file.display()),
            "fill 5 $name",
            "end",
        ];
        let steps = parsed(&commands).expect("steps");
        assert_eq!(
            steps[0]["for"]["rows"],
            json!([{"mail": "a@x.example", "name": "Ada"}])
        );
        std::fs::write(&file, r#"[{"name": "Ada", "age": 36}]"#).expect("a file");
        let steps = parsed(&commands).expect("steps");
        assert_eq!(steps[0]["for"]["rows"][0]["age"], 36);
    }

    #[test]
    fn faults_name_the_command() {
        for (commands, expected) in [
            (&["if find Ada", "click 5"][..], "0: it has no end"),
            (&["for 3"], "0: it has no end"),
            (
                &["click 5", "end"],
                "1: there is nothing that it belongs to",
            ),
            (&["if click 5", "end"], "0: write a condition"),
            (&["if $a above 5", "end"], "0: \"above\" is no comparison"),
            (&["for x in get url", "end"], "0: write what it is for"),
            (
                &["for 2", "screenshot -o a.png", "end"],
                "0: an image in it",
            ),
            (&["for rows nothing.csv", "end"], "0: nothing.csv"),
        ] {
            let fault = parsed(commands).expect_err("a fault");
            assert!(fault.starts_with(expected), "{fault}");
        }
    }
}
