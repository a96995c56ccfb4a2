//! Reads the main document of a page.

use crate::api::context::RequestContext;
use crate::api::extension::{self, Target};
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use axlens_protocol::Fault;
use axlens_protocol::wire::{Method, ObserveParams, ObserveResult};

/// Reads facts of a page.
pub struct PageReader<'a> {
    /// The context of the request.
    pub context: RequestContext<'a>,
}

impl PageReader<'_> {
    /// Reads the main document of a tab alone.
    ///
    /// # Errors
    /// Those of [`tabs::target`], and every fault of the extension.
    pub async fn main(&self, choice: &TabChoice) -> Result<(Target, ObserveResult), Fault> {
        let RequestContext { app, agent, .. } = self.context;
        let limit = self.context.remaining();
        let target = tabs::target(app, agent, choice, limit).await?;
        let method = Method::Observe(ObserveParams {
            frames: false,
            ..ObserveParams::default()
        });
        let read: ObserveResult = extension::ask(app, agent, method, target, limit).await?;
        subject::note_tab(&read.tab);
        Ok((target, read))
    }
}
