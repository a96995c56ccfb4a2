//! Words that a newcomer would not search for, and the plain words to write instead.

use super::Source;

/// Where a banned text is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Anywhere, also as a part of an identifier: `ask_wish`, `askWish`.
    Word,
    /// Anywhere, with its spaces.
    Phrase,
    /// As a whole identifier in code, not in comments or strings.
    Identifier,
    /// As the name of a function in code.
    Function,
    /// As the beginning of a constant's name in code: `MOST_ROWS`.
    Constant,
}

use Kind::{Constant, Function, Identifier, Phrase, Word};

/// Each banned text, and what to write instead.
const BANNED: [(Kind, &str, &str); 88] = [
    (Word, "door", "endpoint, handler"),
    (Word, "doors", "endpoints, handlers"),
    (Word, "rival", "another tool"),
    (Word, "rivals", "other tools"),
    (Phrase, "everybody in turn", "interleaved"),
    (Phrase, "reads as it did", "unchanged"),
    (Phrase, "seed 00", "docs/contracts.md"),
    (Phrase, "design §", "docs/design.md"),
    (Word, "said", "response, message, text, value"),
    (Word, "told", "sent, notified"),
    (Word, "anew", "again, fresh"),
    (Word, "heard", "received, parsed"),
    (Word, "hear", "receive, on…"),
    (Word, "hears", "receives"),
    (Word, "came", "received, arrived, was loaded"),
    (Word, "stood", "was"),
    (Word, "stands", "is"),
    (Word, "torn", "moved, inconsistent"),
    (Word, "restless", "background mutations"),
    (Word, "stillness", "stability"),
    (Word, "whoever", "the client that, anyone who"),
    (Word, "asker", "client"),
    (Word, "lend", "grant"),
    (Word, "lends", "grants"),
    (Word, "lent", "granted"),
    (Word, "beside", "next to, in addition to"),
    (Word, "meant", "intended, selected"),
    (Word, "wish", "request"),
    (Word, "settling", "page idle"),
    (Word, "somebody", "someone, another client"),
    (Word, "thereof", "of it"),
    (Word, "picture", "screenshot, image"),
    (Word, "pictures", "screenshots, images"),
    (Phrase, "what came of", "the outcome of"),
    (Phrase, "comes of it", "results"),
    (Phrase, "once more", "again"),
    (Phrase, "none where", "None if"),
    (Phrase, "own doing", "caused by the action"),
    (Phrase, "comes true", "holds"),
    (Phrase, "a person says yes", "the user consents"),
    (
        Phrase,
        "which agents were there",
        "agents that used this site",
    ),
    (Phrase, "at sight", "from its address"),
    (Phrase, "by and by", "gradually"),
    (Phrase, "none of ours", "not ours"),
    (Phrase, "so that none", "so that no …"),
    (Identifier, "asked", "request, pending_query"),
    (Identifier, "asking", "context"),
    (Identifier, "Asked", "PendingQuery…"),
    (Identifier, "Asking", "ActionContext"),
    (Identifier, "shown", "snapshot, listed, shown_to_session…"),
    (Identifier, "Showing", "ShownSnapshot"),
    (Identifier, "Come", "WaitResult"),
    (Identifier, "Heard", "ParsedReply"),
    (Identifier, "given", "args, value"),
    (Identifier, "gone", "navigation, removed"),
    (Identifier, "Gone", "RemovedElement"),
    (Identifier, "Done", "ActionsResult, ExtensionReport"),
    (Identifier, "Acted", "ActionOutcome"),
    (Identifier, "Acting", "ActionRunner"),
    (Identifier, "Aim", "Target"),
    (Identifier, "aim", "target"),
    (Identifier, "goal", "drag_target"),
    (Identifier, "Go", "RetryState"),
    (Identifier, "Found", "Judgement (of an outcome)"),
    (Identifier, "anyway", "skipContextCheck"),
    (Identifier, "askPerson", "requestConsent"),
    (Identifier, "Wish", "ActionRequest"),
    (Function, "word", "as_str"),
    (Identifier, "ActorLine", "ActorPort"),
    (Identifier, "WorkerLine", "WorkerPort"),
    (Identifier, "say", "post"),
    (Identifier, "see", "onMutation"),
    (Identifier, "Turns", "FairQueue"),
    (Identifier, "Asker", "Client"),
    (Identifier, "spot", "clickPoint"),
    (Identifier, "comesTrue", "waitFor"),
    (Identifier, "Said", "Message"),
    (Identifier, "Known", "a noun that says what is known"),
    (Identifier, "Waiting", "a noun"),
    (Identifier, "Entry", "say of what"),
    (Constant, "MOST", "MAX_…"),
    (Constant, "LONGEST", "MAX_…"),
    (Constant, "LARGEST", "MAX_…"),
    (Constant, "LEAST", "MIN_…"),
    (Constant, "DEEPEST", "MAX_DEPTH"),
    (Constant, "USUAL", "DEFAULT_…"),
    (Constant, "PATIENCE", "…_TIMEOUT"),
    (Constant, "BETWEEN", "…_INTERVAL"),
];

/// Everyday uses: the file (or the folder, with `/` at its end), the text, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("xtask/src/tidy/words.rs", "", "the table itself"),
    ("CHANGELOG.md", "torn", "an old name of a fault"),
    ("CHANGELOG.md", "lend", "an old name of a command"),
    (
        "server/tests/http/answers/ping.txt",
        "beside",
        "a recorded fault",
    ),
    (
        "server/tests/http/answers/recorded_answers.rs",
        "Found",
        "an HTTP status",
    ),
    ("server/tests/http/browser.rs", "picture", "a wire field"),
    ("wasm-core/src/roles/html.rs", "picture", "an HTML element"),
    (
        "clients/typescript/src/api.ts",
        "shown",
        "a field's name, and an outcome",
    ),
    ("docs/extension.md", "picture", "a message's name"),
    ("docs/http.md", "picture", "a field's name"),
    ("extension/types/", "picture", "a field's name"),
    ("extension/types/", "shown", "a field's name"),
    (
        "extension/worker/screenshot/encode-image.js",
        "picture",
        "a field's name",
    ),
    (
        "extension/worker/screenshot/full-page.js",
        "shown",
        "a field's name",
    ),
    (
        "protocol/src/wire/screenshot.rs",
        "picture",
        "a field's name",
    ),
    (
        "snapshot/tests/text/filters.rs",
        "shown",
        "the text of a note",
    ),
];

/// Files with the words of others: pages, licences, generated data.
const FOREIGN: [&str; 7] = [
    ".lock",
    "package-lock.json",
    "LICENSE",
    "benchmarks.json",
    ".record",
    ".snap",
    ".jsonl",
];
/// The name of a web API, which contains a banned word.
const WEB_API: &str = "picture in picture";
const CODE: [&str; 6] = [".rs", ".js", ".mjs", ".jsx", ".ts", ".svelte"];

/// Names and sentences use plain technical words.
pub fn plain_words(sources: &[Source]) -> Vec<String> {
    let own = sources.iter().filter(|source| !is_foreign(&source.path));
    own.flat_map(complaints).collect()
}

fn complaints(source: &Source) -> Vec<String> {
    let is_code = CODE.iter().any(|end| source.path.ends_with(end));
    let mut complaints = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        let words = separate_words(line).replace(WEB_API, "");
        let code = match is_code && !is_comment(line) {
            true => without_strings(line, source.path.ends_with(".rs")),
            false => String::new(),
        };
        let names = identifiers(&code);
        let hits = BANNED.iter().filter(|(kind, text, _)| match kind {
            Word => words.split(' ').any(|word| word == *text),
            Phrase => words.contains(text),
            Identifier => names.iter().any(|name| name == text),
            Function => names.iter().any(|name| name == text) && code.contains(&format!("{text}(")),
            Constant => names.iter().any(|name| is_constant(name, text)),
        });
        let hits = hits.filter(|(_, text, _)| !is_allowed(&source.path, text));
        complaints.extend(hits.map(|(_, text, plain)| {
            format!("{}:{}: {text} (write: {plain})", source.path, index + 1)
        }));
    }
    complaints
}

/// The words of a line in lower case, identifiers split, with one space between two words.
fn separate_words(line: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for letter in line.chars() {
        let begins = letter.is_uppercase() && (before.is_lowercase() || before.is_numeric());
        let is_part = letter.is_alphanumeric() || letter == '§';
        if begins || !is_part {
            words.push(' ');
        }
        if is_part {
            words.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line of code without its string literals and without a comment at its end. A single quote is
/// a string's in JavaScript only.
fn without_strings(line: &str, is_rust: bool) -> String {
    let mut code = String::new();
    let mut quote = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some('"'),
            (None, '\'') if !is_rust => quote = Some('\''),
            (None, '/') if letters.peek() == Some(&'/') => break,
            (None, letter) => code.push(letter),
        }
    }
    code
}

/// The identifiers of code. A name with a hyphen is none: it is a custom element, a file, a class.
fn identifiers(code: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '-');
    let names = code.split(|letter: char| !is_part(letter));
    names.filter(|name| !name.contains('-')).collect()
}

fn is_constant(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix);
    rest.is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with('_') && rest.chars().all(|letter| !letter.is_lowercase())
    })
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "*", "/*", "#"]
        .iter()
        .any(|sign| line.starts_with(sign))
}

fn is_allowed(path: &str, text: &str) -> bool {
    ALLOWED.iter().any(|(place, allowed, _)| {
        is_within(path, place) && (allowed.is_empty() || *allowed == text)
    })
}

/// Whether a path is this file, or is in this folder, which has `/` at its end.
fn is_within(path: &str, place: &str) -> bool {
    path == place || place.ends_with('/') && path.starts_with(place)
}

fn is_foreign(path: &str) -> bool {
    path.split('/').any(|part| part == "fixtures") || FOREIGN.iter().any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::source;

    /// The texts that are found in a file.
    fn found(path: &str, text: &str) -> Vec<String> {
        let complaints = plain_words(&[source(path, text)]);
        let texts = complaints.iter().filter_map(|complaint| {
            let (_, rest) = complaint.split_once(": ")?;
            Some(rest.split_once(" (")?.0.to_owned())
        });
        texts.collect()
    }

    #[test]
    fn words_are_found_in_prose_and_in_parts_of_identifiers() {
        assert_eq!(
            found("a.md", "It said so. A torn page.\n"),
            ["said", "torn"]
        );
        assert_eq!(
            found("a.rs", "let one_door = readDoors();\n"),
            ["door", "doors"]
        );
        assert!(found("a.md", "An outdoor shop; he is unsaid.\n").is_empty());
        assert_eq!(found("a.md", "See design §3: what  came of it.\n").len(), 3);
    }

    #[test]
    fn identifiers_are_found_in_code_alone() {
        assert_eq!(
            found("a.js", "const asked = this.#goal;\n"),
            ["asked", "goal"]
        );
        let fine = "// asked\nf(\"asked\", 'goal'); // goal\nlet asked_for = is_gone();\n";
        assert!(found("a.js", fine).is_empty());
        assert!(found("a.md", "The user is asked.\n").is_empty());
        assert_eq!(found("a.rs", "fn f<'a>(given: &'a str) {}\n"), ["given"]);
        assert_eq!(found("a.rs", "let word = self.word();\n"), ["word"]);
        assert!(found("a.rs", "let word = words.next();\n").is_empty());
    }

    #[test]
    fn constants_are_found_by_their_beginning() {
        assert_eq!(
            found("a.rs", "const MOST_ROWS: usize = LEAST;\n"),
            ["MOST", "LEAST"]
        );
        assert!(found("a.rs", "const ALMOST: u8 = MOSTLY;\n").is_empty());
    }

    #[test]
    fn the_words_of_others_are_not_read() {
        let text = "asked, said, torn\n";
        for path in [
            "fixtures/a.js",
            "tests/fixtures/a.js",
            "Cargo.lock",
            "xtask/src/tidy/words.rs",
        ] {
            assert!(found(path, text).is_empty(), "{path}");
        }
    }
}
