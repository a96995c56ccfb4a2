//! `axlens mcp`: the Model Context Protocol over standard input and output. It carries messages
//! between a client and the server, which it starts where none runs. It knows of a message no more
//! than what has to be told the client, and the next server, when a server ends in between.

use super::OK;
use anyhow::Context;
use axlens_local::client::{request, upgrade};
use axlens_local::server::find_or_start;
use axlens_local::{StateDir, secret};
use clap::Args;
use http_body_util::Full;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, Stdin, WriteHalf, split,
};

/// How long the server may take to answer the first request.
const TIME: Duration = Duration::from_secs(10);

/// The id under which a client's first message is said again.
const AGAIN: &str = "axlens-again";

/// Tools of which nobody can know, when the server has ended, whether they were done.
const ACTING: [&str; 3] = ["interact", "navigate", "tabs"];

/// Arguments of `axlens mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Whose uids; left out, those of this process alone.
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Environment variable with the token of a named agent; left out, the user's own agent asks.
    #[arg(long, value_name = "VARIABLE")]
    token_env: Option<String>,
}

/// `axlens mcp`
///
/// # Errors
/// When no server can be reached or started at the beginning.
pub fn mcp(dir: &StateDir, args: McpArgs) -> anyhow::Result<u8> {
    let session = match args.session {
        Some(session) => session,
        None => format!("mcp:{}", secret::new()?),
    };
    let token = args.token_env.map(|name| {
        std::env::var(&name).with_context(|| format!("the variable {name} has no token"))
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let bridge = Bridge {
        dir: dir.clone(),
        session,
        token: token.transpose()?,
        began: Vec::new(),
        pending: BTreeMap::new(),
        server: None,
    };
    let served = runtime.block_on(bridge.run());
    // A read of standard input that goes on keeps nobody here.
    runtime.shutdown_background();
    served.map(|()| OK)
}

/// The messages of a connection, one a line.
struct Server {
    reads: Lines<BufReader<ReadHalf<TokioIo<Upgraded>>>>,
    writes: WriteHalf<TokioIo<Upgraded>>,
}

/// Between a client and the server.
struct Bridge {
    dir: StateDir,
    session: String,
    token: Option<String>,
    /// With what the client has begun: another server is told the same.
    began: Vec<Value>,
    /// Requests that were not answered yet, by their ids as JSON: what is asked.
    pending: BTreeMap<String, Value>,
    server: Option<Server>,
}

impl Bridge {
    async fn run(mut self) -> anyhow::Result<()> {
        self.connect().await?;
        let mut client: Lines<BufReader<Stdin>> = BufReader::new(tokio::io::stdin()).lines();
        loop {
            tokio::select! {
                line = client.next_line() => match line? {
                    Some(line) => self.send_on(&line).await?,
                    None => return Ok(()),
                },
                line = next_of(&mut self.server) => match line {
                    Some(line) => self.hand_back(&line).await?,
                    None => self.lost().await?,
                },
            }
        }
    }

    async fn connect(&mut self) -> anyhow::Result<()> {
        let (dir, program) = (self.dir.clone(), std::env::current_exe()?);
        let find = move || find_or_start(&dir, &program).map(|_| ());
        tokio::task::spawn_blocking(find).await??;
        let session = utf8_percent_encode(&self.session, NON_ALPHANUMERIC);
        let mut asked = request("GET", &format!("/mcp/stream?session={session}"))
            .header("connection", "upgrade")
            .header("upgrade", "axlens-mcp");
        if let Some(token) = &self.token {
            asked = asked.header("authorization", format!("Bearer {token}"));
        }
        let stream = upgrade(&self.dir.socket(), asked.body(Full::default())?, TIME).await?;
        let (reads, writes) = split(stream);
        self.server = Some(Server {
            reads: BufReader::new(reads).lines(),
            writes,
        });
        Ok(())
    }

    /// Where there is no server any more, another is told what the client has begun with.
    async fn reconnect(&mut self) -> anyhow::Result<()> {
        self.connect().await?;
        let Some(server) = &mut self.server else {
            return Ok(());
        };
        for message in self.began.clone() {
            let mut message = message;
            let asks = message.get("id").is_some();
            if asks {
                message["id"] = json!(AGAIN);
            }
            server.write(&message.to_string()).await?;
            if asks {
                server.answer_to(AGAIN).await?;
            }
        }
        Ok(())
    }

    async fn send_on(&mut self, line: &str) -> anyhow::Result<()> {
        if line.trim().is_empty() {
            return Ok(());
        }
        if self.server.is_none() {
            self.reconnect().await?;
        }
        if let Ok(message) = serde_json::from_str::<Value>(line) {
            self.note(message);
        }
        let sent = match &mut self.server {
            Some(server) => server.write(line).await,
            None => Ok(()),
        };
        match sent {
            Ok(()) => Ok(()),
            Err(_) => self.lost().await,
        }
    }

    fn note(&mut self, message: Value) {
        match message["method"].as_str() {
            Some("initialize") => self.began = vec![message.clone()],
            Some("notifications/initialized") => self.began.push(message.clone()),
            _ => {}
        }
        if let (Some(id), true) = (message.get("id"), message["method"].is_string()) {
            self.pending
                .insert(id.to_string(), message["params"]["name"].clone());
        }
    }

    async fn hand_back(&mut self, line: &str) -> anyhow::Result<()> {
        if let Ok(message) = serde_json::from_str::<Value>(line)
            && message["method"].is_null()
            && let Some(id) = message.get("id")
        {
            self.pending.remove(&id.to_string());
        }
        say(line).await
    }

    /// The server has ended: who waits for an answer is told so.
    async fn lost(&mut self) -> anyhow::Result<()> {
        self.server = None;
        for (id, tool) in std::mem::take(&mut self.pending) {
            let id: Value = serde_json::from_str(&id)?;
            let acts = tool.as_str().is_some_and(|tool| ACTING.contains(&tool));
            let message = match acts {
                true => "The server has ended. Nobody can tell whether it was done: observe first.",
                false => "The server has ended: ask again.",
            };
            let error = json!({"jsonrpc": "2.0", "id": id,
                "error": {"code": -32603, "message": message}});
            say(&error.to_string()).await?;
        }
        Ok(())
    }
}

impl Server {
    async fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.writes.write_all(line.as_bytes()).await?;
        self.writes.write_all(b"\n").await?;
        self.writes.flush().await
    }

    /// Reads up to the answer with this id.
    async fn answer_to(&mut self, id: &str) -> anyhow::Result<()> {
        while let Some(line) = self.reads.next_line().await? {
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(());
            }
        }
        anyhow::bail!("the server has ended again")
    }
}

/// The server's next message; none when it has ended. Where there is none, it never comes.
async fn next_of(server: &mut Option<Server>) -> Option<String> {
    match server {
        Some(server) => server.reads.next_line().await.ok().flatten(),
        None => std::future::pending().await,
    }
}

/// A message to the client: nothing else may be on standard output.
async fn say(line: &str) -> anyhow::Result<()> {
    let mut out = tokio::io::stdout();
    out.write_all(line.as_bytes()).await?;
    out.write_all(b"\n").await?;
    Ok(out.flush().await?)
}
