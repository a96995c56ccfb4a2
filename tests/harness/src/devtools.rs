//! A connection to Chromium's DevTools: commands with their results, and subscriptions to events.
//! Tests attach to pages only, never to the extension's service worker, because an attached client
//! keeps a worker alive.

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A connection to one browser.
#[derive(Clone)]
pub struct DevTools {
    shared: Arc<Shared>,
}

struct Shared {
    outgoing: mpsc::UnboundedSender<Message>,
    /// The commands without a result yet, by number: the session and the receiver of the result.
    pending: Mutex<HashMap<u64, (String, oneshot::Sender<Value>)>>,
    subscribers: Mutex<Vec<Subscriber>>,
    next_id: AtomicU64,
}

struct Subscriber {
    session: String,
    sender: mpsc::UnboundedSender<Value>,
}

impl DevTools {
    /// Connects to the browser's own address (`ws://…/devtools/browser/…`).
    pub async fn connect(address: &str) -> anyhow::Result<Self> {
        let (socket, _) = tokio_tungstenite::connect_async(address)
            .await
            .with_context(|| address.to_string())?;
        let (mut sink, source) = socket.split();
        let (outgoing, mut queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            outgoing,
            pending: Mutex::default(),
            subscribers: Mutex::default(),
            next_id: AtomicU64::new(1),
        });
        tokio::spawn(async move {
            while let Some(message) = queue.recv().await {
                if sink.send(message).await.is_err() {
                    break;
                }
            }
        });
        tokio::spawn(listen(source, shared.clone()));
        Ok(Self { shared })
    }

    /// Sends a command to a page's session, or to the browser if `session` is empty, and waits for
    /// its result.
    pub async fn command(
        &self,
        session: &str,
        method: &str,
        params: Value,
    ) -> anyhow::Result<Value> {
        let (sender, receiver) = oneshot::channel();
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        lock(&self.shared.pending).insert(id, (session.to_string(), sender));
        self.write(id, session, method, params)?;
        let mut answer = tokio::time::timeout(crate::wait::TIMEOUT, receiver)
            .await
            .with_context(|| format!("{method} got no response"))?
            .with_context(|| format!("{method}: the page was closed"))?;
        if let Some(error) = answer.get("error") {
            bail!("{method}: {error}");
        }
        Ok(answer["result"].take())
    }

    /// Attaches to a target. The id of the session.
    pub async fn attach(&self, target: &str) -> anyhow::Result<String> {
        let params = json!({"targetId": target, "flatten": true});
        let mut attached = self.command("", "Target.attachToTarget", params).await?;
        match attached["sessionId"].take() {
            Value::String(session) => Ok(session),
            other => bail!("{target}: no session: {other}"),
        }
    }

    /// Ends a session.
    pub async fn detach(&self, session: &str) -> anyhow::Result<()> {
        let session = json!({"sessionId": session});
        let detached = self.command("", "Target.detachFromTarget", session);
        detached.await.map(drop)
    }

    /// The value of an expression in a session's JavaScript. Awaits a promise.
    pub async fn evaluate(&self, session: &str, expression: &str) -> anyhow::Result<Value> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true});
        let mut answer = self.command(session, "Runtime.evaluate", params).await?;
        if let Some(exception) = answer.get("exceptionDetails") {
            bail!("{expression:.200}: {exception}");
        }
        Ok(answer["result"]["value"].take())
    }

    /// Sends a command and does not wait for its result.
    pub fn send(&self, session: &str, method: &str, params: Value) -> anyhow::Result<()> {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        self.write(id, session, method, params)
    }

    /// Waits until the browser has received all commands so far.
    pub async fn flush(&self) -> anyhow::Result<()> {
        let version = self.command("", "Browser.getVersion", json!({}));
        version.await.map(drop)
    }

    /// Subscribes to the events of a session, in order.
    pub fn events(&self, session: &str) -> mpsc::UnboundedReceiver<Value> {
        let (sender, receiver) = mpsc::unbounded_channel();
        lock(&self.shared.subscribers).push(Subscriber {
            session: session.to_string(),
            sender,
        });
        receiver
    }

    fn write(&self, id: u64, session: &str, method: &str, params: Value) -> anyhow::Result<()> {
        let mut message = json!({"id": id, "method": method, "params": params});
        if !session.is_empty() {
            message["sessionId"] = json!(session);
        }
        self.shared
            .outgoing
            .send(Message::text(message.to_string()))
            .context("the browser has ended")
    }
}

async fn listen(
    mut source: futures_util::stream::SplitStream<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    shared: Arc<Shared>,
) {
    while let Some(Ok(message)) = source.next().await {
        let Ok(text) = message.to_text() else {
            continue;
        };
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        if let Some(id) = value["id"].as_u64() {
            if let Some((_, receiver)) = lock(&shared.pending).remove(&id) {
                let _ = receiver.send(value);
            }
            continue;
        }
        // A closed page sends no results.
        if value["method"] == "Target.detachedFromTarget" {
            let closed = value["params"]["sessionId"].as_str().unwrap_or_default();
            lock(&shared.pending).retain(|_, (session, _)| session != closed);
        }
        let session = value["sessionId"].as_str().unwrap_or_default();
        lock(&shared.subscribers).retain(|subscriber| {
            subscriber.session != session || subscriber.sender.send(value.clone()).is_ok()
        });
    }
    // The browser has ended. The closed channels end all waits.
    lock(&shared.pending).clear();
    lock(&shared.subscribers).clear();
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
