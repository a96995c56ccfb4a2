//! `axlens click`, `fill`, `press` and the other actions: sends the request and prints the outcome.

mod arguments;
mod conversion;

use super::print;
use super::request::{finish, send};
use crate::text::answer_text;
pub(crate) use arguments::ActCommand;
use arguments::ShowName;
use axlens_local::StateDir;
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest, Show, TargetedAction};
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_snapshot::options::Format;
use conversion::convert;

/// Executes an action and prints the outcome.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub(crate) fn act(dir: &StateDir, command: ActCommand) -> anyhow::Result<u8> {
    let (action, target, args) = convert(command)?;
    let request = InteractRequest {
        actions: vec![TargetedAction { action, target }],
        key: args.key,
        dialogs: args.dialogs.dialogs(),
        activation: args.activation,
        show: match args.show {
            ShowName::Delta => Show::Delta,
            ShowName::Full => Show::Full,
            ShowName::None => Show::None,
        },
        has_view: false,
        observe: ObserveRequest {
            what: Some("a11y_tree".to_owned()),
            tab: args.tab,
            browser: args.page.browser,
            session: Some(args.page.session),
            timeout_ms: args.page.timeout,
            format: Format::Lean,
            ..ObserveRequest::default()
        },
    };
    let response = send(dir, |client| client.post("/interact", &request))?;
    finish(response, args.page.json, |answer| {
        let answer: InteractAnswer = answer.read()?;
        if let Some(hint) = &answer.hint {
            print::remark(&format!("axlens: hint: {hint}"));
        }
        answer_text::interacted(&answer)
    })
}
