//! Agents with tokens of their own.

use crate::{Agent, LocalServer};
use anyhow::ensure;

impl LocalServer {
    /// Adds an agent by `axlens token add`, and returns its token. `arguments`: its name and
    /// options.
    pub fn add_token(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let added = self.run(&[&["token", "add"], arguments].concat())?;
        ensure!(added.status.success(), "{added:?}");
        Ok(String::from_utf8(added.stdout)?.trim().to_owned())
    }

    /// Like [`LocalServer::add_token`], with a client.
    pub fn add_agent(&self, arguments: &[&str]) -> anyhow::Result<Agent> {
        Ok(self.agent.with_token(&self.add_token(arguments)?))
    }
}
