//! The attacked chain, and the secrets that an attacker may have.

use axlens_harness::{Chain, LocalServer, shared};
use axlens_protocol::WIRE_VERSION;

/// A running chain, or a server alone, with its secrets.
pub struct Target<'a, T = Chain> {
    /// The chain or the server.
    pub chain: &'a T,
    /// The server's port.
    pub port: u16,
    /// The agents' token.
    pub token: String,
    /// The extension's key.
    pub key: String,
    /// The extension's id.
    pub extension: String,
}

impl<'a, T: AsRef<LocalServer>> Target<'a, T> {
    /// Reads the secrets of a chain or a server.
    pub fn new(chain: &'a T) -> anyhow::Result<Self> {
        let server = chain.as_ref();
        Ok(Self {
            chain,
            port: server.agent.port()?,
            token: server.agent.token(),
            key: server.extension_key()?,
            extension: shared::extension_id()?,
        })
    }

    /// No response may contain these.
    pub fn secrets(&self) -> [&str; 2] {
        [&self.token, &self.key]
    }

    /// A text with `{host}`, `{token}`, `{half}`, `{key}`, `{extension}` and `{worker}` (the heads
    /// that a worker sends) filled in, and every line ended as HTTP wants it.
    pub fn fill(&self, text: &str) -> String {
        let worker = format!(
            "x-axlens-wire: {WIRE_VERSION}\nx-axlens-instance: attacker\nx-axlens-browser: attacker"
        );
        text.replace("{worker}", &worker)
            .replace("{host}", &format!("127.0.0.1:{}", self.port))
            .replace("{port}", &self.port.to_string())
            .replace("{half}", &self.token[..32])
            .replace("{token}", &self.token)
            .replace("{key}", &self.key)
            .replace("{extension}", &self.extension)
            .replace('\n', "\r\n")
    }
}
