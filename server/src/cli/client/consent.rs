//! The line on standard error while a request waits for the user's answer in a window of the
//! extension. Without it, a command seems to hang as long as the window is behind others.

use crate::cli::print;
use axlens_client::{Browser, Method};
use axlens_local::server::WAITS_FOR_USER;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, interval_at};

/// The interval at which the server is asked.
const INTERVAL: Duration = Duration::from_secs(1);

const LINE: &str = "Waiting for your answer in a window of the browser …";

/// Prints the line once, as soon as the server reports that it waits for the user. It never
/// returns.
pub async fn announce(browser: &Browser) -> Infallible {
    let mut ticks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    loop {
        ticks.tick().await;
        if waits_for_user(browser).await {
            print::remark(LINE);
            return std::future::pending().await;
        }
    }
}

/// False also if the server does not know the endpoint, as an earlier version.
async fn waits_for_user(browser: &Browser) -> bool {
    let reply = browser.request(Method::GET, WAITS_FOR_USER, Vec::new());
    let reply = reply.await;
    reply.is_ok_and(|reply| reply.is_ok && &*reply.body == b"true")
}
