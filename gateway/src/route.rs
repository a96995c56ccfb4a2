//! How a request gets to the gateway that holds the line of its edge: in this process, or to
//! another gateway.

use crate::exchange::{Answer, EdgeAddress, Forwarded, RouteError};
use crate::line::Line;
use crate::lines::Lines;
use crate::nats::Nats;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{interval, timeout};

/// How long a read waits for an edge that has lost its line.
const RETURN_TIMEOUT: Duration = Duration::from_secs(3);

/// The time between two looks at the lines of all gateways.
const RETURN_INTERVAL: Duration = Duration::from_millis(200);

/// How requests get to edges.
#[derive(Debug)]
pub enum Route {
    /// All edges are connected to this gateway.
    InProcess(Arc<Lines>),
    /// Edges are connected to this gateway or to others.
    Nats(Box<Nats>),
}

impl Route {
    /// Sends a request and returns its answer. A request that only reads is sent again if the line
    /// was lost; an action never is.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn send(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        let again = request.is_read.then(|| request.clone());
        match (self.send_once(to, request).await, again) {
            (Err(RouteError::Lost), Some(again)) => {
                self.wait_for_return(to, again.deadline).await;
                let answer = self.send_once(to, again).await;
                answer.map_err(|error| match error {
                    RouteError::NotConnected => RouteError::Lost,
                    RouteError::Lost
                    | RouteError::Late
                    | RouteError::Busy
                    | RouteError::NoMemory => error,
                })
            }
            (answer, _) => answer,
        }
    }

    async fn send_once(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        match self {
            Route::InProcess(lines) => {
                let line = lines.get(to).ok_or(RouteError::NotConnected)?;
                line.request(request).await
            }
            Route::Nats(nats) => nats.send(to, request).await,
        }
    }

    /// Waits until the edge has a line again, for a short time.
    async fn wait_for_return(&self, to: &EdgeAddress, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        match self {
            Route::InProcess(lines) => {
                let mut opened = lines.opened();
                let returned = opened.wait_for(|_| lines.get(to).is_some());
                // Without it, the next attempt reports that it is not connected.
                let _ = timeout(left.min(RETURN_TIMEOUT), returned).await;
            }
            Route::Nats(nats) => {
                let returned = async {
                    let mut checks = interval(RETURN_INTERVAL);
                    // The gateway that has lost the line may still list it.
                    checks.tick().await;
                    loop {
                        checks.tick().await;
                        if nats.edges(to.tenant()).await.contains(to.edge()) {
                            break;
                        }
                    }
                };
                let _ = timeout(left.min(RETURN_TIMEOUT), returned).await;
            }
        }
    }

    /// Makes a line that has opened reachable for other gateways until it ends.
    ///
    /// # Errors
    /// If NATS can't be used.
    pub async fn share(&self, line: &Arc<Line>) -> anyhow::Result<()> {
        match self {
            Route::InProcess(_) => Ok(()),
            Route::Nats(nats) => nats.share(line).await,
        }
    }

    /// The names of the connected edges of a tenant.
    pub async fn edges(&self, tenant: &str) -> BTreeSet<String> {
        match self {
            Route::InProcess(lines) => lines.edges(tenant).into_iter().collect(),
            Route::Nats(nats) => nats.edges(tenant).await,
        }
    }
}
