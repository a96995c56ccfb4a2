//! `axlens snapshot`: its request, and how the answer is printed. Its arguments are in
//! [`arguments`].

pub mod arguments;

use super::print;
use super::request::{finish, send};
use crate::text::answer_text;
use arguments::{FormatName, SnapshotArgs};
use axlens_local::StateDir;
use axlens_protocol::agent::observe::ObserveAnswer;

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
            FormatName::Lean => answer_text::header(&answer) + &text,
            _ => text,
        })
    })
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
