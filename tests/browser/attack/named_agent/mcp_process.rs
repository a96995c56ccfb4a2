//! A process of `axlens mcp`, as a client starts it.

use anyhow::{Context, ensure};
use axlens_harness::Chain;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A process, which ends when it is dropped.
pub struct McpProcess {
    child: Child,
    writes: ChildStdin,
    reads: BufReader<ChildStdout>,
    last_id: u64,
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl McpProcess {
    /// Starts `axlens` with these arguments and begins the protocol.
    pub fn start(chain: &Chain, arguments: &[&str]) -> anyhow::Result<Self> {
        let mut command = chain.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn()?;
        let (writes, reads) = (child.stdin.take(), child.stdout.take());
        let mut process = Self {
            writes: writes.context("piped")?,
            reads: BufReader::new(reads.context("piped")?),
            child,
            last_id: 0,
        };
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "attacker", "version": "1"}});
        let id = process.send("initialize", &params)?;
        process.receive(id)?;
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        writeln!(process.writes, "{initialized}")?;
        Ok(process)
    }

    /// Calls a tool. Returns the text of its result, also of a fault.
    pub fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<String> {
        let id = self.send_call(tool, arguments)?;
        self.receive_text(id)
    }

    /// Sends a call of a tool and returns its id.
    pub fn send_call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<u64> {
        self.send("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// The text of the result of a call.
    pub fn receive_text(&mut self, id: u64) -> anyhow::Result<String> {
        let answer = self.receive(id)?;
        let text = answer["result"]["content"][0]["text"].as_str();
        Ok(text.with_context(|| answer.to_string())?.to_owned())
    }

    fn send(&mut self, method: &str, params: &Value) -> anyhow::Result<u64> {
        self.last_id += 1;
        let (id, params) = (self.last_id, params.clone());
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(self.writes, "{message}")?;
        Ok(id)
    }

    fn receive(&mut self, id: u64) -> anyhow::Result<Value> {
        loop {
            let mut line = String::new();
            ensure!(
                self.reads.read_line(&mut line)? > 0,
                "the process has ended"
            );
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }
}
