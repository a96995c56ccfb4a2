//! A picture of what a tab shows.

use crate::agents::Agent;
use crate::api::extension::{self, Target};
use crate::api::request::DEFAULT_LIMIT;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::tab_snapshot::Screenshot;
use axlens_protocol::wire::{Method, ScreenshotAnswer};
use std::sync::Arc;

/// Answers a request.
///
/// # Errors
/// `tab_not_visible`, and every fault of the extension.
pub async fn screenshot(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    choice: &TabChoice,
) -> Result<Screenshot, Fault> {
    let (_turn, limit) = turn(app, agent, DEFAULT_LIMIT).await?;
    let target = tabs::target(app, agent, choice, limit).await?;
    of_tab(app, agent, target).await
}

/// The picture of a tab, for an agent that has its turn already.
///
/// # Errors
/// Those of [`screenshot`].
pub async fn of_tab(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    target: Target,
) -> Result<Screenshot, Fault> {
    let (method, limit) = (Method::Screenshot {}, DEFAULT_LIMIT);
    subject::note_kind("screenshot");
    let answer: ScreenshotAnswer = extension::ask(app, agent, method, target, limit).await?;
    subject::note_tab(&answer.tab);
    Ok(Screenshot {
        data: answer.data,
        mime_type: answer.mime_type,
    })
}
