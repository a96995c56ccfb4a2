//! `POST /observe`: a snapshot of a tab as text, and what other endpoints make of one. Each step of
//! a request is a file and a value: `plan` (what the extension is asked), `fetch` (what it read),
//! `present` (the text), `remember` (what the session was shown), `answer`.

mod answer;
mod cursor;
mod delta;
mod fetch;
mod located;
mod parts;
mod plan;
mod present;
mod remember;
mod request;
mod splice;
mod windows;

use crate::blocking;
use crate::state::App;
use answer::answer;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use fetch::fetch;
use plan::plan;
use present::present;
pub use remember::Remembered;
use remember::remember;
pub use request::Request;
use std::sync::Arc;
use std::time::Instant;

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn observe(app: &Arc<App>, request: ObserveRequest) -> Result<ObserveAnswer, Fault> {
    let began = Instant::now();
    let request = Request::new(request)?;
    if let Some(cursor) = &request.cursor {
        return windows::next(app, &request, cursor).await;
    }
    let plan = plan(app, request).await?;
    let fetched = fetch(app, &plan).await?;
    let app = Arc::clone(app);
    blocking::run(fetched.size, move || {
        let presented = present(&app, &plan, fetched);
        let remembered = remember(&app, &plan, presented);
        answer(&app, &plan, &remembered, began)
    })
    .await
}

/// Takes a snapshot that another endpoint answers with, and remembers what its ids stand for.
///
/// # Errors
/// Those of [`observe`].
pub async fn take(app: &Arc<App>, request: Request) -> Result<Remembered, Fault> {
    let plan = plan(app, request).await?;
    let fetched = fetch(app, &plan).await?;
    let app = Arc::clone(app);
    blocking::run(fetched.size, move || {
        let presented = present(&app, &plan, fetched);
        remember(&app, &plan, presented)
    })
    .await
}
