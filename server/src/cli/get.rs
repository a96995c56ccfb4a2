//! `axlens get`: arguments and request.

use super::request::{PageArgs, finish, send};
use crate::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::ElementId;
use axlens_protocol::agent::get::{Fact, GetRequest};
use clap::{Args, ValueEnum};

/// Which fact.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// x, y, width and height of an element.
    Box,
    /// Role, name and states of an element.
    State,
    /// Title of the page.
    Title,
    /// Address of the page.
    Url,
    /// What a field holds; of a secret one never.
    Value,
}

/// Arguments of `axlens get`.
#[derive(Debug, Args)]
pub struct GetArgs {
    /// Which fact.
    what: What,
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots; not for title and url.
    id: Option<String>,
    /// Which tab; left out, that of the element, or the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[arg(long, value_name = "HASH")]
    seen: Option<String>,
    #[command(flatten)]
    page: PageArgs,
}

impl From<What> for Fact {
    fn from(what: What) -> Fact {
        match what {
            What::Box => Fact::Box,
            What::State => Fact::State,
            What::Title => Fact::Title,
            What::Url => Fact::Url,
            What::Value => Fact::Value,
        }
    }
}

/// `axlens get`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn get(dir: &StateDir, args: GetArgs) -> anyhow::Result<u8> {
    let request = GetRequest {
        what: args.what.into(),
        uid: None,
        id: args.id.map(ElementId),
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        snapshot: args.snapshot,
        seen: args.seen,
        timeout_ms: args.page.timeout,
    };
    let answered = send(dir, |client| client.post("/get", &request))?;
    finish(answered, args.page.json, |answer| {
        Ok(answer_text::got(&answer.read()?))
    })
}
