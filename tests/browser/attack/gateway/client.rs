//! Requests to the gateway, and the check that a response is a refusal without a secret.

use super::SECRET;
use crate::attack::raw::{Answer, send};
use anyhow::{Context, ensure};
use axlens_harness::remote::gateway::GatewayProgram;
use serde_json::Value;

/// A client with a token.
pub struct Client {
    pub port: u16,
    pub token: String,
}

impl Client {
    /// A client of a gateway with a token.
    pub fn of(gateway: &GatewayProgram, token: &str) -> Client {
        Client {
            port: gateway.port,
            token: token.to_owned(),
        }
    }

    /// Sends a request with this token.
    pub async fn send(&self, first: &str, headers: &str, body: &str) -> anyhow::Result<Answer> {
        let authorization = format!("authorization: Bearer {}\r\n", self.token);
        send_raw(self.port, first, &(authorization + headers), body).await
    }

    /// Sends a `POST` request with this token.
    pub async fn post(&self, path: &str, body: &str) -> anyhow::Result<Answer> {
        self.send(&format!("POST {path}"), "", body).await
    }
}

/// Sends a request with these headers, and closes the connection.
pub async fn send_raw(port: u16, first: &str, headers: &str, body: &str) -> anyhow::Result<Answer> {
    let length = body.len();
    let text = format!(
        "{first} HTTP/1.1\r\nhost: gateway.test\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    );
    send(port, text.as_bytes()).await
}

/// Checks that a request was refused with one of these codes, and describes the refusal.
pub fn refused(answer: &Answer, codes: &[&str]) -> anyhow::Result<String> {
    ensure!(!answer.text().contains(SECRET), "the page was read");
    ensure!(!answer.text().contains("axl_"), "a token is in a response");
    let fault: Value = serde_json::from_str(answer.body()).context("no fault")?;
    let code = fault["error"].as_str().context("the fault has no code")?;
    ensure!(codes.contains(&code), "{}", answer.text());
    let message = fault["message"].as_str().unwrap_or_default();
    ensure!(
        !message.is_empty() && !fault["hint"].as_str().unwrap_or_default().is_empty(),
        "{fault}"
    );
    Ok(format!("{code}: {message:.120}"))
}
