//! `axlens mcp`: the Model Context Protocol over standard input and output. It passes messages
//! between a client and the server, which it starts if none runs. If the server ends, it connects
//! to the next one, repeats the initialization and pending reads, and answers the other requests
//! with an error. As long as no server can be reached, such as after `axlens stop`, each request
//! tries again, and a substitute answers it. With `AXLENS_URL` and a token the server is another
//! machine's, over a tunnel or behind a gateway.

mod by_request;
pub mod config;
mod substitute;
mod uploads;

use super::OK;
use crate::mcp::tools::Tool;
use anyhow::{Context, ensure};
use axlens_client::{Options, connect_with};
use axlens_local::client::{request, upgrade, upgrade_on};
use axlens_local::remote::{Remote, is_https};
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
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines, Stdin, split,
};
use uploads::UploadFolders;

/// The timeout of the first request to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The id of the repeated initialization.
const REPEATED_ID: &str = "axlens-again";

/// Arguments of `axlens mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// The session of the uids; default: a session of this process.
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Name of the agent that `axlens mcp-config` or `axlens token add --by-name` has created;
    /// default: the user's own agent.
    #[arg(long, value_name = "NAME", conflicts_with = "token_env")]
    agent: Option<String>,
    /// Environment variable with the token of a named agent.
    #[arg(long, value_name = "VARIABLE")]
    token_env: Option<String>,
    /// Folder whose files the agent may upload; can be repeated.
    #[arg(long, value_name = "FOLDER")]
    files: Vec<PathBuf>,
}

/// `axlens mcp`
///
/// # Errors
/// If no server can be reached or started at the beginning, except one that the user has stopped.
pub fn mcp(dir: &StateDir, args: McpArgs) -> anyhow::Result<u8> {
    let session = match args.session {
        Some(session) => session,
        None => format!("mcp:{}", secret::new()?),
    };
    let token = args.token_env.map(|name| {
        std::env::var(&name).with_context(|| format!("the variable {name} has no token"))
    });
    let token = token.transpose()?;
    let remote = RemoteServer::of_environment(token.clone())?;
    ensure!(
        remote.is_none() || args.agent.is_none(),
        "with AXLENS_URL, the token names the agent: omit --agent"
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let bridge = Bridge {
        dir: dir.clone(),
        program: std::env::current_exe().context("the path of this program")?,
        session,
        agent: args.agent,
        token,
        remote,
        folders: UploadFolders::new(&args.files)?,
        initialization: Vec::new(),
        pending: BTreeMap::new(),
        server: None,
    };
    let result = runtime.block_on(bridge.run());
    // A pending read of standard input must not delay the end.
    runtime.shutdown_background();
    result.map(|()| OK)
}

/// The server of another machine.
enum RemoteServer {
    /// Over a port that a tunnel forwards.
    BehindTunnel(Remote),
    /// Behind a gateway.
    BehindGateway(Box<Options>),
}

impl RemoteServer {
    /// The one that the environment names. `token` precedes that of the environment.
    fn of_environment(token: Option<String>) -> anyhow::Result<Option<RemoteServer>> {
        let options = Options::default();
        if options.url.as_deref().is_some_and(is_https) {
            let token = token.or(options.token.clone());
            let options = Options { token, ..options };
            return Ok(Some(RemoteServer::BehindGateway(Box::new(options))));
        }
        let remote = Remote::of_environment(token)?;
        Ok(remote.map(RemoteServer::BehindTunnel))
    }
}

/// A connection to the server, with one message per line.
struct ServerConnection {
    reads: Lines<BufReader<Box<dyn AsyncRead + Send + Unpin>>>,
    writes: Box<dyn AsyncWrite + Send + Unpin>,
    /// Whether it is a substitute, because no server could be reached.
    is_substitute: bool,
}

/// An unanswered request.
struct PendingRequest {
    line: String,
    /// What to do if the server ends before it has answered.
    on_end: OnEnd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnEnd {
    /// Send it to the next server: it changes nothing.
    Repeat,
    /// Answer with an error: it was repeated already, or it is the initialization.
    Fail,
    /// Answer with an error: it may have been executed.
    FailUncertain,
}

/// Passes messages between a client and the server.
struct Bridge {
    dir: StateDir,
    /// This program, which starts the server. An upgrade may replace the file while this process
    /// runs; its path can't be determined then.
    program: PathBuf,
    session: String,
    agent: Option<String>,
    token: Option<String>,
    /// The server of another machine, instead of that of the state directory.
    remote: Option<RemoteServer>,
    folders: UploadFolders,
    /// The client's initialization, which another server gets too.
    initialization: Vec<Value>,
    /// Unanswered requests, by their ids as JSON.
    pending: BTreeMap<String, PendingRequest>,
    server: Option<ServerConnection>,
}

impl Bridge {
    async fn run(mut self) -> anyhow::Result<()> {
        let stopped = match self.connect().await {
            Ok(server) => {
                self.server = Some(server);
                None
            }
            Err(error) if self.dir.is_stopped() => Some(error),
            Err(error) => return Err(error),
        };
        let mut client: Lines<BufReader<Stdin>> = BufReader::new(tokio::io::stdin()).lines();
        loop {
            tokio::select! {
                line = client.next_line() => match line? {
                    Some(line) => self.send_to_server(&line).await?,
                    None => return stopped.filter(|_| self.needs_server()).map_or(Ok(()), Err),
                },
                line = next_message(&mut self.server) => match line {
                    Some(line) => self.send_to_client(&line).await?,
                    None => self.handle_server_end().await?,
                },
            }
        }
    }

    /// Whether there is no connection to a server, except to a substitute.
    fn needs_server(&self) -> bool {
        let server = self.server.as_ref();
        server.is_none_or(|server| server.is_substitute)
    }

    async fn connect(&self) -> anyhow::Result<ServerConnection> {
        let stream = match &self.remote {
            Some(RemoteServer::BehindTunnel(remote)) => {
                let stream = remote.connect().await?;
                let request = self.upgrade_request().body(Full::default())?;
                upgrade_on(stream, request, CONNECT_TIMEOUT).await?
            }
            Some(RemoteServer::BehindGateway(options)) => {
                let gateway = connect_with((**options).clone()).await?;
                let stream = by_request::connect(gateway, self.path("/mcp"));
                return Ok(ServerConnection::on(stream, false));
            }
            None => self.connect_local().await?,
        };
        Ok(ServerConnection::on(stream, false))
    }

    /// Connects to the server of the state directory, which is started if none runs.
    async fn connect_local(&self) -> anyhow::Result<TokioIo<Upgraded>> {
        let (dir, program) = (self.dir.clone(), self.program.clone());
        let find = move || find_or_start(&dir, &program).map(|_| ());
        tokio::task::spawn_blocking(find).await??;
        let mut request = self.upgrade_request();
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Full::default())?;
        upgrade(&self.dir.socket(), request, CONNECT_TIMEOUT).await
    }

    fn upgrade_request(&self) -> hyper::http::request::Builder {
        request("GET", &self.path("/mcp/stream"))
            .header("connection", "upgrade")
            .header("upgrade", "axlens-mcp")
    }

    /// The path of an endpoint, with the session. The agent is a parameter, because an earlier
    /// version of the server rejects an unknown one: the client must not act as another agent by
    /// accident.
    fn path(&self, endpoint: &str) -> String {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let mut path = format!("{endpoint}?session={}", encoded(&self.session));
        if let Some(agent) = &self.agent {
            path += &format!("&agent={}", encoded(agent));
        }
        path
    }

    /// Connects to another server and repeats the client's initialization.
    async fn reconnect(&mut self) -> anyhow::Result<()> {
        let server = self.connect().await?;
        self.server = Some(self.initialized(server).await?);
        Ok(())
    }

    /// Repeats the client's initialization on a new connection.
    async fn initialized(&self, mut server: ServerConnection) -> anyhow::Result<ServerConnection> {
        for message in self.initialization.clone() {
            let mut message = message;
            let is_request = message.get("id").is_some();
            if is_request {
                message["id"] = json!(REPEATED_ID);
            }
            server.write(&message.to_string()).await?;
            if is_request {
                server.skip_to_response(REPEATED_ID).await?;
            }
        }
        Ok(server)
    }

    /// Connects to a server, or else to a substitute, which answers with the reason.
    async fn reconnect_or_substitute(&mut self) -> anyhow::Result<()> {
        let Err(error) = self.reconnect().await else {
            return Ok(());
        };
        let stream = substitute::connect(format!("{error:#}"));
        let server = ServerConnection::on(stream, true);
        self.server = Some(self.initialized(server).await?);
        Ok(())
    }

    async fn send_to_server(&mut self, line: &str) -> anyhow::Result<()> {
        if line.trim().is_empty() {
            return Ok(());
        }
        // The substitute may still have to answer the earlier requests.
        if self.server.is_none() || (self.needs_server() && self.pending.is_empty()) {
            self.reconnect_or_substitute().await?;
        }
        let mut line = Cow::Borrowed(line);
        if let Ok(mut message) = serde_json::from_str::<Value>(&line) {
            match self.folders.insert_contents(&mut message) {
                Ok(false) => {}
                Ok(true) => line = message.to_string().into(),
                Err(error) => return answer_refused_upload(&message["id"], &error).await,
            }
            self.note_request(message, &line);
        }
        let sent = match &mut self.server {
            Some(server) => server.write(&line).await,
            None => Ok(()),
        };
        match sent {
            Ok(()) => Ok(()),
            Err(_) => self.handle_server_end().await,
        }
    }

    fn note_request(&mut self, message: Value, line: &str) {
        let method = message["method"].as_str();
        if let (Some(id), Some(method)) = (message.get("id"), method) {
            let tool = message["params"]["name"].as_str();
            let on_end = match method {
                "initialize" => OnEnd::Fail,
                "tools/call" if tool.is_some_and(acts) => OnEnd::FailUncertain,
                _ => OnEnd::Repeat,
            };
            let line = line.to_owned();
            self.pending
                .insert(id.to_string(), PendingRequest { line, on_end });
        }
        match message["method"].as_str() {
            Some("initialize") => self.initialization = vec![message.clone()],
            Some("notifications/initialized") => self.initialization.push(message.clone()),
            _ => {}
        }
    }

    async fn send_to_client(&mut self, line: &str) -> anyhow::Result<()> {
        if let Ok(message) = serde_json::from_str::<Value>(line)
            && message["method"].is_null()
            && let Some(id) = message.get("id")
        {
            self.pending.remove(&id.to_string());
        }
        write_to_client(line).await
    }

    /// The server has ended: pending reads are sent to the next one, once; other pending requests
    /// are answered with an error.
    async fn handle_server_end(&mut self) -> anyhow::Result<()> {
        self.server = None;
        let pending = std::mem::take(&mut self.pending);
        let has_reads = pending
            .values()
            .any(|pending| pending.on_end == OnEnd::Repeat);
        let is_reconnected = has_reads && self.reconnect_or_substitute().await.is_ok();
        for (id, pending) in pending {
            match &mut self.server {
                Some(server) if is_reconnected && pending.on_end == OnEnd::Repeat => {
                    // If this fails, the next read detects the server's end.
                    let _ = server.write(&pending.line).await;
                    let on_end = OnEnd::Fail;
                    self.pending
                        .insert(id, PendingRequest { on_end, ..pending });
                }
                _ => answer_server_ended(&id, pending.on_end).await?,
            }
        }
        Ok(())
    }
}

impl ServerConnection {
    fn on<S: AsyncRead + AsyncWrite + Send + 'static>(stream: S, is_substitute: bool) -> Self {
        let (reads, writes) = split(stream);
        let reads: Box<dyn AsyncRead + Send + Unpin> = Box::new(reads);
        ServerConnection {
            reads: BufReader::new(reads).lines(),
            writes: Box::new(writes),
            is_substitute,
        }
    }

    async fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.writes.write_all(line.as_bytes()).await?;
        self.writes.write_all(b"\n").await?;
        self.writes.flush().await
    }

    /// Reads messages up to the response with this id.
    async fn skip_to_response(&mut self, id: &str) -> anyhow::Result<()> {
        while let Some(line) = self.reads.next_line().await? {
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(());
            }
        }
        anyhow::bail!("the server has ended again")
    }
}

/// The server's next message; `None` if it has ended. Without a server, it waits forever.
async fn next_message(server: &mut Option<ServerConnection>) -> Option<String> {
    match server {
        Some(server) => server.reads.next_line().await.ok().flatten(),
        None => std::future::pending().await,
    }
}

/// Answers a request whose files can't be uploaded.
async fn answer_refused_upload(id: &Value, error: &anyhow::Error) -> anyhow::Result<()> {
    let text = format!("bad_request: {error:#}");
    let content = json!([{"type": "text", "text": text}]);
    let result = json!({"content": content, "isError": true});
    write_to_client(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()).await
}

/// Answers the request with this id with an error, because the server has ended.
async fn answer_server_ended(id: &str, on_end: OnEnd) -> anyhow::Result<()> {
    let id: Value = serde_json::from_str(id)?;
    let message = match on_end {
        OnEnd::FailUncertain => {
            "The server has ended. It is unknown whether this was executed: observe first."
        }
        OnEnd::Repeat | OnEnd::Fail => "The server has ended: try again.",
    };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": message}});
    write_to_client(&error.to_string()).await
}

/// Writes a message to standard output, which has nothing else.
async fn write_to_client(line: &str) -> anyhow::Result<()> {
    let mut out = tokio::io::stdout();
    out.write_all(line.as_bytes()).await?;
    out.write_all(b"\n").await?;
    Ok(out.flush().await?)
}

/// Whether a call of this tool may have changed something.
fn acts(name: &str) -> bool {
    Tool::named(name).is_some_and(|tool| !tool.is_read_only)
}
