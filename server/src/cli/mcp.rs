//! `axlens mcp`: the Model Context Protocol over standard input and output. It carries messages
//! between a client and the server, which it starts where none runs. It knows of a message no more
//! than what has to be told the client, and the next server, when a server ends in between.

mod uploads;

use super::OK;
use crate::mcp::tools::Tool;
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
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, Stdin, WriteHalf, split,
};
use uploads::Folders;

/// How long the server may take to answer the first request.
const TIME: Duration = Duration::from_secs(10);

/// The id under which a client's first message is said again.
const AGAIN: &str = "axlens-again";

/// Arguments of `axlens mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Whose uids; left out, those of this process alone.
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Environment variable with the token of a named agent; left out, the user's own agent asks.
    #[arg(long, value_name = "VARIABLE")]
    token_env: Option<String>,
    /// Folder whose files the agent may give to pages; may be given several times.
    #[arg(long, value_name = "FOLDER")]
    files: Vec<PathBuf>,
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
        folders: Folders::new(&args.files)?,
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

/// A request that was not answered yet.
struct Pending {
    line: String,
    /// What is to be done where the server ends before it has answered.
    then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The next server is asked: nothing was done.
    Ask,
    /// The client is told so: two servers have ended with it, or it is what a server begins with.
    Say,
    /// The client is told that it may have been done.
    Doubt,
}

/// Between a client and the server.
struct Bridge {
    dir: StateDir,
    session: String,
    token: Option<String>,
    folders: Folders,
    /// With what the client has begun: another server is told the same.
    began: Vec<Value>,
    /// Requests that were not answered yet, by their ids as JSON.
    pending: BTreeMap<String, Pending>,
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
        let mut line = Cow::Borrowed(line);
        if let Ok(mut message) = serde_json::from_str::<Value>(&line) {
            match self.folders.fill(&mut message) {
                Ok(false) => {}
                Ok(true) => line = message.to_string().into(),
                Err(error) => return say_refused(&message["id"], &error).await,
            }
            self.note(message, &line);
        }
        let sent = match &mut self.server {
            Some(server) => server.write(&line).await,
            None => Ok(()),
        };
        match sent {
            Ok(()) => Ok(()),
            Err(_) => self.lost().await,
        }
    }

    fn note(&mut self, message: Value, line: &str) {
        let method = message["method"].as_str();
        if let (Some(id), Some(method)) = (message.get("id"), method) {
            let tool = message["params"]["name"].as_str();
            let then = match method {
                "initialize" => Then::Say,
                "tools/call" if tool.is_some_and(acts) => Then::Doubt,
                _ => Then::Ask,
            };
            let line = line.to_owned();
            self.pending.insert(id.to_string(), Pending { line, then });
        }
        match message["method"].as_str() {
            Some("initialize") => self.began = vec![message.clone()],
            Some("notifications/initialized") => self.began.push(message.clone()),
            _ => {}
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

    /// The server has ended: what only reads is asked of the next one, once; who waits for
    /// anything else is told so.
    async fn lost(&mut self) -> anyhow::Result<()> {
        self.server = None;
        let pending = std::mem::take(&mut self.pending);
        let asks = pending.values().any(|pending| pending.then == Then::Ask);
        let is_back = asks && self.reconnect().await.is_ok();
        for (id, pending) in pending {
            match &mut self.server {
                Some(server) if is_back && pending.then == Then::Ask => {
                    // Where that fails, the next message of the server is its end.
                    let _ = server.write(&pending.line).await;
                    let then = Then::Say;
                    self.pending.insert(id, Pending { then, ..pending });
                }
                _ => say_ended(&id, pending.then).await?,
            }
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

/// Tells the client that its files can't be given.
async fn say_refused(id: &Value, error: &anyhow::Error) -> anyhow::Result<()> {
    let text = format!("bad_request: {error:#}");
    let content = json!([{"type": "text", "text": text}]);
    let result = json!({"content": content, "isError": true});
    say(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()).await
}

/// Tells the client that no answer will come to the request with this id.
async fn say_ended(id: &str, then: Then) -> anyhow::Result<()> {
    let id: Value = serde_json::from_str(id)?;
    let message = match then {
        Then::Doubt => "The server has ended. Nobody can tell whether it was done: observe first.",
        Then::Ask | Then::Say => "The server has ended: ask again.",
    };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": message}});
    say(&error.to_string()).await
}

/// A message to the client: nothing else may be on standard output.
async fn say(line: &str) -> anyhow::Result<()> {
    let mut out = tokio::io::stdout();
    out.write_all(line.as_bytes()).await?;
    out.write_all(b"\n").await?;
    Ok(out.flush().await?)
}

/// Whether a call of this tool may have changed something.
fn acts(name: &str) -> bool {
    Tool::named(name).is_some_and(|tool| !tool.is_read_only)
}
