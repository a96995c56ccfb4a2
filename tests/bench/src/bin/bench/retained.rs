//! Completeness of a text: which controls of Chromium's accessibility tree it contains, by role and
//! the first 60 characters of the name, and which visible words (`innerText`), each as often as it
//! occurs there.

use std::collections::HashMap;

/// Characters of a name that must be found again.
const NAME: usize = 60;

/// A control's role and name.
pub type Control = (String, String);

/// The share of the controls that have a line with their role and name, from 0 to 1, and the
/// controls without a line. A line counts for one control. Whole names are searched first, then
/// long ones, so that `Go` does not match the line of `Go home`.
pub fn controls(text: &str, controls: &[Control]) -> (f64, Vec<Control>) {
    let mut free: Vec<Option<String>> = text.lines().map(|line| Some(plain(line))).collect();
    // Quotes inside a name are the page's.
    let name = |control: &Control| plain(&control.1.replace('"', ""));
    let names: Vec<String> = controls.iter().map(name).collect();
    let mut missing: Vec<usize> = (0..controls.len()).collect();
    missing.sort_by_key(|at| std::cmp::Reverse(names[*at].len()));
    for whole in [true, false] {
        missing.retain(|at| {
            let fits =
                |line: &String| has_word(line, &controls[*at].0) && holds(line, &names[*at], whole);
            let found = free.iter().position(|line| line.as_ref().is_some_and(fits));
            if let Some(found) = found {
                free[found] = None;
            }
            found.is_none()
        });
    }
    let share = 1.0 - missing.len() as f64 / controls.len().max(1) as f64;
    (
        share,
        missing.into_iter().map(|at| controls[at].clone()).collect(),
    )
}

/// Whether the line contains the name: all of it in quotes, or its beginning anywhere.
fn holds(line: &str, name: &str, whole: bool) -> bool {
    if whole {
        return !name.is_empty() && line.contains(&format!("{QUOTE}{name}{QUOTE}"));
    }
    let start: String = name.chars().take(NAME).collect();
    line.replace(QUOTE, "").contains(start.trim_end())
}

/// The share of the words that occur in the text as often as on the page, from 0 to 1, and the
/// first few that do not.
pub fn words(text: &str, seen: &str) -> (f64, Vec<String>) {
    let mut there = HashMap::<String, usize>::new();
    for part in split(text) {
        *there.entry(part).or_default() += 1;
    }
    let mut total = 0_usize;
    let mut missing = Vec::new();
    for part in split(seen) {
        total += 1;
        match there.get_mut(&part) {
            Some(count) if *count > 0 => *count -= 1,
            _ => missing.push(part),
        }
    }
    (1.0 - missing.len() as f64 / total.max(1) as f64, missing)
}

/// Words, or characters in scripts without spaces between words.
fn split(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric())
        .flat_map(|part| part.split_inclusive(is_ideograph))
        .flat_map(|part| match part.char_indices().last() {
            Some((at, last)) if is_ideograph(last) => [&part[..at], &part[at..]],
            _ => [part, ""],
        })
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
}

/// Kana and the unified ideographs.
/// Source: https://www.unicode.org/charts/
fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

fn has_word(line: &str, part: &str) -> bool {
    line.split(|character: char| !character.is_alphanumeric() && character != '-')
        .any(|each| each == part)
}

/// Replaces a quote that belongs to the format and not to the name.
const QUOTE: char = '\u{1}';

/// Removes differences between formats: escapes, invisible characters, runs of white space, case.
/// Quotes of the format become [`QUOTE`], those of names are removed.
fn plain(text: &str) -> String {
    let text = unescaped(&text.replace("\\\"", "").replace('"', &QUOTE.to_string()));
    let seen = |character: &char| !matches!(character, '\\' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let text: String = text.chars().filter(seen).collect();
    let text = text.replace('\u{a0}', " ").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Decodes `\u{…}`.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once('}');
        match code.and_then(|(code, rest)| {
            Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, rest))
        }) {
            Some((character, rest)) => {
                out.push(character);
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_counted() {
        let text = "button \"Go now\" 5\n\"plain words\"";
        let both = [
            ("button".to_string(), "Go now".to_string()),
            ("link".to_string(), "Go now".to_string()),
        ];
        assert_eq!(controls(text, &both).0, 0.5);
        assert_eq!(words(text, "Plain words words go").0, 0.75);
    }

    #[test]
    fn what_formats_escape_is_kept() {
        let text = "link \"\\\"Persona\\\"\"\nlink \"42°\\u{feff} / 17°\"";
        let both = [
            ("link".to_string(), "\"Persona\"".to_string()),
            ("link".to_string(), "42°\u{feff} / 17°".to_string()),
        ];
        assert_eq!(controls(text, &both).0, 1.0);
        assert_eq!(words("\"浏览器 更新\"", "浏览 器更新了").0, 5.0 / 6.0);
    }
}
