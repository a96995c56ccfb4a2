//! When an answer is a refusal that a person can read: a status among those expected, a message, a
//! hint, and no secret.

use crate::raw::Answer;
use crate::target::Target;
use anyhow::{Context, bail, ensure};
use axlens_harness::Reply;
use serde_json::Value;

/// What came of a request that is to be refused with one of these statuses.
pub fn refusal(target: &Target, answer: &Answer, expected: &[u16]) -> anyhow::Result<String> {
    let statuses = answer.statuses();
    for secret in target.secrets() {
        ensure!(!answer.text().contains(secret), "an answer says a secret");
    }
    ensure!(
        statuses.iter().all(|status| expected.contains(status)),
        "{statuses:?}: {}",
        answer.text()
    );
    match statuses.first() {
        None => Ok("the connection is ended".into()),
        // The HTTP library's own: what came was no request.
        Some(status) if answer.body().is_empty() => Ok(format!("{status}, not HTTP")),
        Some(status) => described(*status, &serde_json::from_str(answer.body())?),
    }
}

/// What came of an agent's request that is to be refused with this code.
pub fn fault(reply: &Reply, code: &str) -> anyhow::Result<String> {
    ensure!(reply.code()? == code, "{}: {}", reply.status, reply.body);
    described(reply.status, &reply.body)
}

fn described(status: u16, fault: &Value) -> anyhow::Result<String> {
    let word = fault["error"].as_str().context("the fault has no code")?;
    for part in ["message", "hint"] {
        if fault[part].as_str().is_none_or(str::is_empty) {
            bail!("the fault {word} has no {part}: {fault}");
        }
    }
    let message = fault["message"].as_str().unwrap_or_default();
    Ok(format!("{status} {word}: {message:.160}"))
}
