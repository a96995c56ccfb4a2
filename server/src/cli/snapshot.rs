//! `axlens snapshot`: its request, and how the answer is printed. Its arguments are in
//! [`arguments`].

pub mod arguments;

use super::print;
use super::request::{finish, send};
use arguments::{FormatName, SnapshotArgs};
use axlens_local::StateDir;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_snapshot::quote::{address, on_one_line, requoted, shortened};

/// Longest address that is printed, in characters.
const LONGEST_URL: usize = 300;

/// `axlens snapshot`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn snapshot(dir: &StateDir, args: &SnapshotArgs) -> anyhow::Result<u8> {
    let request = args.request()?;
    let answered = send(dir, |client| client.post("/observe", &request))?;
    finish(answered, args.page.json, |answer| {
        let answer: ObserveAnswer = answer.read()?;
        print_remarks(&answer)?;
        let text = answer.tree.read()?;
        // The other formats are contracts to the letter, and have no line for it.
        Ok(match args.format {
            FormatName::Lean => header_line(&answer) + &text,
            _ => text,
        })
    })
}

/// What an agent must know of the page as a whole, on a line of its own.
fn header_line(answer: &ObserveAnswer) -> String {
    let header = &answer.header;
    let url = shortened(&answer.url, LONGEST_URL);
    let mut parts = vec![
        format!("page {} {}", requoted(&answer.page_title), address(&url)),
        format!("tab {}", answer.tab),
        format!("snapshot {}", answer.snapshot),
    ];
    if header.ready != "complete" {
        parts.push("still loading".to_owned());
    }
    let [x, y, width, height] = header.scroll;
    parts.push(format!("scrolled to {x},{y} of {width}×{height}"));
    if let Some(uid) = &header.focused {
        parts.push(format!("focus on {}", digits_and_dots(uid)));
    }
    if let Some(dialog) = &header.dialog {
        parts.push(format!("open dialog {}", requoted(dialog)));
    }
    if header.torn {
        parts.push("the page changed while it was read".to_owned());
    }
    let parts = parts.join("; ");
    format!("...({})\n", on_one_line(&parts))
}

/// A uid has nothing else.
fn digits_and_dots(uid: &str) -> String {
    uid.chars()
        .filter(|character| character.is_ascii_digit() || *character == '.')
        .collect()
}

/// What the answer has beside the text that concerns its reader, to stderr.
fn print_remarks(answer: &ObserveAnswer) -> anyhow::Result<()> {
    let remarks = [("hint", &answer.hint), ("cursor", &answer.cursor)];
    for (name, words) in remarks {
        if let Some(words) = words {
            print::remark(&format!("axlens: {name}: {words}"));
        }
    }
    if let Some(timings) = &answer.timings {
        let timings = serde_json::to_string(timings)?;
        print::remark(&format!("axlens: timings: {timings}"));
    }
    Ok(())
}
