//! The messages of a client, each as a request of its own: a gateway keeps no connection to the
//! server of an agent. A notification of a client that it no longer waits ends the request.

use crate::mcp::{server_info, tools};
use axlens_client::{Browser, Error, Method};
use axlens_protocol::Fault;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, WriteHalf, duplex, split,
};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// The size of the buffer in each direction, in bytes.
const BUFFER: usize = 64 * 1024;

/// The error of JSON-RPC for a request without an answer.
const INTERNAL_ERROR: i32 = -32603;

/// Opens a connection with one message per line, each of which is sent to this path of a server.
pub fn connect(server: Browser, path: String) -> DuplexStream {
    let (own, other) = duplex(BUFFER);
    tokio::spawn(pass(server, path, other));
    own
}

/// Passes messages until the connection ends, which ends the pending requests.
async fn pass(server: Browser, path: String, stream: DuplexStream) {
    let (reads, writes) = split(stream);
    let mut lines = BufReader::new(reads).lines();
    let (answers, to_write) = mpsc::unbounded_channel();
    tokio::spawn(write(writes, to_write));
    let path = Arc::<str>::from(path);
    let mut requests = tokio::task::JoinSet::new();
    let mut pending: HashMap<String, AbortHandle> = HashMap::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        if message["method"] == "notifications/cancelled" {
            let id = message["params"]["requestId"].to_string();
            if let Some(request) = pending.remove(&id) {
                request.abort();
            }
            continue;
        }
        pending.retain(|_, request| !request.is_finished());
        while requests.try_join_next().is_some() {}
        let (server, path, answers) = (server.clone(), Arc::clone(&path), answers.clone());
        let id = message["id"].clone();
        let request = requests.spawn(async move {
            if let Some(answer) = answer(&server, &path, &message, line).await {
                // It fails if the client has ended.
                let _ = answers.send(answer);
            }
        });
        if !id.is_null() {
            pending.insert(id.to_string(), request);
        }
    }
}

/// Writes answers, one per line, until the client has ended.
async fn write(mut writes: WriteHalf<DuplexStream>, mut answers: mpsc::UnboundedReceiver<Value>) {
    while let Some(answer) = answers.recv().await {
        let line = format!("{answer}\n");
        if writes.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The server's answer to a message; `None` for one that has none.
async fn answer(server: &Browser, path: &str, message: &Value, line: String) -> Option<Value> {
    let reply = server.request(Method::POST, path, line.into_bytes()).await;
    let id = message.get("id")?;
    let reason = match reply {
        Ok(reply) => match (reply.is_ok, serde_json::from_slice::<Value>(&reply.body)) {
            (true, Ok(answer)) => return Some(answer),
            (true, Err(_)) => "The answer is not one of the protocol.".to_owned(),
            // An error of the protocol, or a fault.
            (false, Ok(answer)) if answer["jsonrpc"].is_string() => return Some(answer),
            (false, answer) => text_of_fault(answer.unwrap_or_default()),
        },
        Err(error) => text_of_error(&error),
    };
    Some(failed(message, id, &reason))
}

fn text_of_fault(answer: Value) -> String {
    match serde_json::from_value::<Fault>(answer) {
        Ok(fault) => format!("{}: {}\n{}", fault.code.as_str(), fault.message, fault.hint),
        Err(_) => "The answer is no fault of Axlens.".to_owned(),
    }
}

fn text_of_error(error: &Error) -> String {
    format!("{error}\n{}", error.hint())
}

/// The answer to a message that the server has not answered. A call of a tool fails in its result,
/// which the model sees. The initialization succeeds, because clients give up otherwise.
fn failed(message: &Value, id: &Value, reason: &str) -> Value {
    let result = match message["method"].as_str() {
        Some("tools/call") => {
            json!({"content": [{"type": "text", "text": reason}], "isError": true})
        }
        Some("initialize") => {
            let mut info = json!(server_info());
            info["protocolVersion"] = message["params"]["protocolVersion"].clone();
            info
        }
        Some("tools/list") => json!({"tools": tools::list()}),
        _ => {
            let error = json!({"code": INTERNAL_ERROR, "message": reason});
            return json!({"jsonrpc": "2.0", "id": id, "error": error});
        }
    };
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}
