//! Who asks a fact of which server, and for how long; and the read of a page's main document.

use crate::agents::Agent;
use crate::api::extension::{self, Target};
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::{Method, ObserveAnswer, ObserveParams};
use std::sync::Arc;
use std::time::Duration;

/// A page that is asked about.
pub struct OfPage<'a> {
    /// Answers it.
    pub app: &'a Arc<App>,
    /// Who asks.
    pub agent: &'a Arc<Agent>,
    /// Whose uids.
    pub session: &'a SessionKey,
    /// How long it may take.
    pub limit: Duration,
}

impl OfPage<'_> {
    /// Reads the main document of a tab alone.
    ///
    /// # Errors
    /// Those of [`tabs::target`], and every fault of the extension.
    pub async fn main(&self, choice: &TabChoice) -> Result<(Target, ObserveAnswer), Fault> {
        let (app, agent, limit) = (self.app, self.agent, self.limit);
        let target = tabs::target(app, agent, choice, limit).await?;
        let method = Method::Observe(ObserveParams {
            frames: false,
            ..ObserveParams::default()
        });
        let read: ObserveAnswer = extension::ask(app, agent, method, target, limit).await?;
        subject::note_tab(&read.tab);
        Ok((target, read))
    }
}
