//! The public conformance cases (web-platform-tests, beside the checkout): each page in
//! a real Chromium, each case asked through `POST /explain`.

use anyhow::Context;
use axlens_harness::wrap::wrapped;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// In the page: marks the element of each case, searching shadow roots too, so that a selector can
/// name it.
const MARK: &str = "((cases) => {
    const all = [];
    const walk = (root) => { for (const el of root.querySelectorAll('*')) { all.push(el); if (el.shadowRoot) walk(el.shadowRoot); } };
    walk(document);
    cases.forEach(({test, nth, by}, index) => {
        const hits = all.filter((el) => by.startsWith('#') ? el.id === by.slice(1) : el.getAttribute('data-testname') === test);
        hits[nth]?.setAttribute('data-axlens-case-' + index, '');
    });
})";

/// What one case came to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Page of the case.
    pub file: String,
    /// Whether the specification has not settled on it.
    pub tentative: bool,
    /// The case's own name.
    pub test: String,
    /// Among equals.
    pub nth: u64,
    /// `name` or `role`.
    pub kind: String,
    /// What the specification's test says.
    pub expected: String,
    /// What was answered.
    pub answered: String,
    /// Whether that is right.
    pub passed: bool,
    /// Whether Chromium's own answer is right.
    pub chromium: bool,
}

impl Outcome {
    /// File, name and number: what tells a case from all others.
    pub fn key(&self) -> String {
        format!("{}: {} ({}, {})", self.file, self.test, self.kind, self.nth)
    }
}

/// Runs every case of the file.
pub async fn run(chain: &Chain, cases: &Path) -> anyhow::Result<Vec<Outcome>> {
    let files: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(cases)?)?;
    let mut outcomes = Vec::new();
    for file in &files {
        run_file(chain, file, &mut outcomes).await?;
    }
    Ok(outcomes)
}

async fn run_file(chain: &Chain, file: &Value, outcomes: &mut Vec<Outcome>) -> anyhow::Result<()> {
    let name = file["file"].as_str().context("a file's name")?;
    let html = file["html"].as_str().context("a page")?;
    let tab = chain
        .open(Page::html(html))
        .await
        .with_context(|| name.to_string())?;
    tab.evaluate(&format!("{MARK}({})", file["cases"])).await?;
    for (index, case) in file["cases"].as_array().into_iter().flatten().enumerate() {
        let answered = answer(&tab, index, case).await?;
        outcomes.push(judge(name, file["tentative"] == true, case, answered));
    }
    Ok(())
}

async fn answer(tab: &Tab, index: usize, case: &Value) -> anyhow::Result<String> {
    let reply = tab.explain(&format!("[data-axlens-case-{index}]")).await?;
    if reply.status != 200 {
        return Ok(format!("fault {}", reply.body));
    }
    let kind = case["kind"].as_str().unwrap_or_default();
    Ok(reply.body[kind]["value"]
        .as_str()
        .unwrap_or_default()
        .to_string())
}

fn judge(file: &str, tentative: bool, case: &Value, answered: String) -> Outcome {
    let right = |answer: &str| {
        case["expected"] == answer
            || case["accept"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|other| *other == *answer)
    };
    let word = |field: &str| case[field].as_str().unwrap_or_default().to_string();
    Outcome {
        file: file.to_string(),
        tentative,
        test: word("test"),
        nth: case["nth"].as_u64().unwrap_or_default(),
        kind: word("kind"),
        expected: word("expected"),
        passed: right(&answered),
        chromium: right(&word("chromium")),
        answered,
    }
}

/// The report as Markdown: a row per file, the sums, and every failure.
pub fn report(outcomes: &[Outcome], reasons: &[(&str, &str)]) -> String {
    let mut text = String::from(
        "# Conformance\n\nThe accessibility cases of web-platform-tests that this project measures itself by, each page loaded in a real Chromium with the extension and asked through `POST /explain`. Made by `cargo xtask conformance`.\n\n| file | cases | passed | failed | Chromium |\n|---|--:|--:|--:|--:|\n",
    );
    let mut files: Vec<&str> = outcomes
        .iter()
        .map(|outcome| outcome.file.as_str())
        .collect();
    files.dedup();
    for file in files {
        row(
            &mut text,
            file,
            outcomes.iter().filter(|outcome| outcome.file == file),
        );
    }
    row(
        &mut text,
        "**not tentative**",
        outcomes.iter().filter(|outcome| !outcome.tentative),
    );
    row(
        &mut text,
        "**tentative**",
        outcomes.iter().filter(|outcome| outcome.tentative),
    );
    row(&mut text, "**all**", outcomes.iter());
    text.push_str(
        "\n## Failures\n\n| case | expected | answered | Chromium | why |\n|---|---|---|---|---|\n",
    );
    for outcome in outcomes.iter().filter(|outcome| !outcome.passed) {
        let key = outcome.key();
        let why = reasons
            .iter()
            .find(|(known, _)| *known == key)
            .map_or("", |(_, reason)| reason);
        let chromium = if outcome.chromium { "right" } else { "wrong" };
        let cells = [
            key.as_str(),
            &outcome.expected,
            &outcome.answered,
            chromium,
            why,
        ]
        .map(|cell| cell.replace('|', "\\|").replace('\n', " "));
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    wrapped(&text)
}

fn row<'a>(text: &mut String, label: &str, outcomes: impl Iterator<Item = &'a Outcome>) {
    let (mut all, mut passed, mut chromium) = (0, 0, 0);
    for outcome in outcomes {
        all += 1;
        passed += usize::from(outcome.passed);
        chromium += usize::from(outcome.chromium);
    }
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "| {label} | {all} | {passed} | {} | {chromium} |",
        all - passed
    );
}

/// The case as JSON, for whoever looks into a failure.
pub fn as_json(outcome: &Outcome) -> Value {
    json!({"case": outcome.key(), "expected": outcome.expected, "answered": outcome.answered, "chromium": outcome.chromium})
}
