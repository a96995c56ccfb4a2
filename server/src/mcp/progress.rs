//! Progress notifications during a call: that it is still running, and whether it waits for the
//! user's consent. Only clients that send a progress token get them.

use crate::agents::Agent;
use crate::state::App;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, interval_at};

/// The interval between two notifications.
const INTERVAL: Duration = Duration::from_secs(2);

/// Sends notifications until it is dropped.
pub async fn report(
    app: &Arc<App>,
    agent: &Agent,
    context: &RequestContext<RoleServer>,
) -> Infallible {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let start = Instant::now();
    let mut ticks = interval_at(start + INTERVAL, INTERVAL);
    loop {
        ticks.tick().await;
        let seconds = start.elapsed().as_secs();
        let message = match app.dispatch.waits_for_user(agent.id()) {
            true => format!("waiting for the user, {seconds} s"),
            false => format!("waiting for the page, {seconds} s"),
        };
        let progress = ProgressNotificationParam::new(token.clone(), seconds as f64);
        send(&context.peer, progress.with_message(message)).await;
    }
}

async fn send(peer: &Peer<RoleServer>, progress: ProgressNotificationParam) {
    // `Handler::call_tool` detects a client that has disconnected.
    let _ = peer.notify_progress(progress).await;
}
