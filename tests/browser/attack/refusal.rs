//! Checks that a response is a readable refusal: an expected status, a message, a hint, no secret.

use crate::attack::raw::Answer;
use crate::attack::target::Target;
use anyhow::{Context, bail, ensure};
use axlens_harness::{LocalServer, Reply};
use serde_json::Value;

/// Checks that a request was refused with one of these statuses, and describes the refusal.
pub fn refusal<T: AsRef<LocalServer>>(
    target: &Target<'_, T>,
    answer: &Answer,
    expected: &[u16],
) -> anyhow::Result<String> {
    let statuses = answer.statuses();
    for secret in target.secrets() {
        ensure!(
            !answer.text().contains(secret),
            "a response contains a secret"
        );
    }
    ensure!(
        statuses.iter().all(|status| expected.contains(status)),
        "{statuses:?}: {}",
        answer.text()
    );
    match statuses.first() {
        None => Ok("the connection is closed".into()),
        // From the HTTP library: the bytes were not a request.
        Some(status) if answer.body().is_empty() => Ok(format!("{status}, not HTTP")),
        Some(status) => described(*status, &serde_json::from_str(answer.body())?),
    }
}

/// Checks that an agent's request was refused with this code, and describes the fault.
pub fn fault(reply: &Reply, code: &str) -> anyhow::Result<String> {
    ensure!(reply.code()? == code, "{}: {}", reply.status, reply.body);
    described(reply.status, &reply.body)
}

fn described(status: u16, fault: &Value) -> anyhow::Result<String> {
    let code = fault["error"].as_str().context("the fault has no code")?;
    for part in ["message", "hint"] {
        if fault[part].as_str().is_none_or(str::is_empty) {
            bail!("the fault {code} has no {part}: {fault}");
        }
    }
    let message = fault["message"].as_str().unwrap_or_default();
    Ok(format!("{status} {code}: {message:.160}"))
}
