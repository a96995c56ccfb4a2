//! Asks the extension and reads its answer.

use crate::app::App;
use axlens_protocol::{Ask, Code, Fault, Reply};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Asks, waits at most `limit`, and reads the answer.
///
/// # Errors
/// The extension's own fault, those of [`crate::dispatch::Dispatch::ask`], or `internal` for an answer that makes no sense.
pub async fn ask<T: DeserializeOwned>(
    app: &App,
    ask: Ask,
    tab: Option<i64>,
    limit: Duration,
) -> Result<T, Fault> {
    let bytes = app.dispatch.ask(ask, tab, limit).await?;
    let reply: Reply<T> = serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!("The extension's answer could not be read: {error}.");
        Fault::new(Code::Internal, message)
            .hint("Extension and server may be of different versions: update both.")
    })?;
    reply.into_result()
}
