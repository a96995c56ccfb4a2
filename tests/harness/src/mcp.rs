//! A client of the Model Context Protocol over standard input and output.

use crate::Chain;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A client of `axlens mcp`.
pub struct McpClient {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    last_id: u64,
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl McpClient {
    /// Starts `axlens mcp` and greets it.
    ///
    /// # Errors
    /// The program can't be started, or does not answer.
    pub fn start(chain: &Chain) -> anyhow::Result<Self> {
        Self::start_with(chain, &[])
    }

    /// Starts it with further arguments.
    ///
    /// # Errors
    /// The program can't be started, or does not answer.
    pub fn start_with(chain: &Chain, arguments: &[&str]) -> anyhow::Result<Self> {
        let mut command = chain.command(&["mcp"]);
        command.args(arguments);
        Self::start_as(command)
    }

    /// Starts it with a command of the caller.
    ///
    /// # Errors
    /// The program can't be started, or does not answer.
    pub fn start_as(mut command: Command) -> anyhow::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let mut client = McpClient {
            stdin: stdin.context("piped")?,
            stdout: BufReader::new(stdout.context("piped")?),
            child,
            last_id: 0,
        };
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        client.request("initialize", params)?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(client)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The program has ended.
    pub fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(writeln!(self.stdin, "{message}")?)
    }

    /// The next message.
    ///
    /// # Errors
    /// The program has ended.
    pub fn receive(&mut self) -> anyhow::Result<Value> {
        let mut line = String::new();
        self.stdout.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    /// Sends a request. Returns its result.
    ///
    /// # Errors
    /// The program has ended, or answers another request.
    pub fn request(&mut self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let answer = self.receive()?;
        anyhow::ensure!(answer["id"] == id, "{answer}");
        Ok(answer["result"].clone())
    }

    /// Calls a tool. Returns the text of its result. A fault is an error.
    ///
    /// # Errors
    /// The fault.
    pub fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<String> {
        let params = json!({"name": tool, "arguments": arguments});
        let result = self.request("tools/call", params)?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        match result["isError"] == false {
            true => Ok(text.to_owned()),
            false => bail!("{tool} {arguments}: {result}"),
        }
    }
}
