//! Word to the client, while a call takes its time, that it is still being worked on, and whether
//! it waits for a person. Only where the client asks for it.

use crate::agents::Agent;
use crate::state::App;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, interval_at};

/// Between two words.
const INTERVAL: Duration = Duration::from_secs(2);

/// Tells the client from time to time; never ends by itself.
pub async fn told(
    app: &Arc<App>,
    agent: &Agent,
    context: &RequestContext<RoleServer>,
) -> Infallible {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let began = Instant::now();
    let mut ticks = interval_at(began + INTERVAL, INTERVAL);
    loop {
        ticks.tick().await;
        let seconds = began.elapsed().as_secs();
        let message = match app.dispatch.waits_for_person(agent.id()) {
            true => format!("waiting for the user to allow it, {seconds} s"),
            false => format!("waiting for the page, {seconds} s"),
        };
        let word = ProgressNotificationParam::new(token.clone(), seconds as f64);
        say(&context.peer, word.with_message(message)).await;
    }
}

async fn say(peer: &Peer<RoleServer>, word: ProgressNotificationParam) {
    // A client that has gone is noticed elsewhere.
    let _ = peer.notify_progress(word).await;
}
