//! `axlens snapshot`: sends the request and prints the answer. Its arguments are in [`arguments`].

pub mod arguments;
pub mod page_tools;
pub mod pins;

use super::print;
use super::request::{finish, send};
use crate::text::answer_text;
use arguments::{FormatName, SnapshotArgs};
use axlens_local::StateDir;
use axlens_protocol::agent::observe::ObserveAnswer;

/// `axlens snapshot`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn snapshot(dir: &StateDir, args: &SnapshotArgs) -> anyhow::Result<u8> {
    let request = args.request()?;
    let response = send(dir, |client| client.post("/observe", &request))?;
    finish(response, args.page.json, |answer| {
        let answer: ObserveAnswer = answer.read()?;
        print_remarks(&answer)?;
        let text = answer.tree.read()?;
        // The other formats are exact contracts without a header line.
        Ok(match args.format {
            FormatName::Lean => answer_text::header(&answer) + &text,
            FormatName::Outline | FormatName::Numbered | FormatName::Refs | FormatName::Tabs => {
                text
            }
        })
    })
}

/// Prints hint, cursor and timings of the answer to stderr.
fn print_remarks(answer: &ObserveAnswer) -> anyhow::Result<()> {
    if let Some(hint) = &answer.hint {
        print::hint(hint);
    }
    if let Some(cursor) = &answer.cursor {
        print::remark(&format!("axlens: cursor: {cursor}"));
    }
    if let Some(timings) = &answer.timings {
        let timings = serde_json::to_string(timings)?;
        print::remark(&format!("axlens: timings: {timings}"));
    }
    Ok(())
}
