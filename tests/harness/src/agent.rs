//! The agents' HTTP endpoints, as an agent uses them.

use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// A client with the address and token in `endpoint.json`, which clones share.
#[derive(Clone, Debug)]
pub struct Agent {
    state: PathBuf,
    endpoint: Arc<Mutex<Endpoint>>,
    http: ureq::Agent,
}

#[derive(Clone, Debug)]
struct Endpoint {
    url: String,
    token: String,
    process: u32,
}

/// A response.
#[derive(Debug, Clone)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// The body, as JSON.
    pub body: Value,
}

impl Reply {
    /// The body of a success. A fault is an error.
    pub fn ok(self) -> anyhow::Result<Value> {
        if self.status == 200 {
            return Ok(self.body);
        }
        bail!("{}: {}", self.status, self.body)
    }

    /// The fault's code. A success is an error.
    pub fn code(&self) -> anyhow::Result<&str> {
        self.body["error"]
            .as_str()
            .with_context(|| format!("not a fault: {}: {}", self.status, self.body))
    }
}

impl Agent {
    /// Reads `endpoint.json` of the state folder.
    pub fn from_state(state: &Path) -> anyhow::Result<Self> {
        let endpoint = Arc::new(Mutex::new(Endpoint::read(state)?));
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(120)))
            // A kept connection to a server that has ended would fail.
            .max_idle_connections(0);
        Ok(Self {
            state: state.to_path_buf(),
            endpoint,
            http: config.build().into(),
        })
    }

    /// Reads `endpoint.json` again, because another server may run now. Returns its process id.
    pub fn refresh(&self) -> anyhow::Result<u32> {
        let endpoint = Endpoint::read(&self.state)?;
        let process = endpoint.process;
        *self.endpoint.lock().unwrap_or_else(PoisonError::into_inner) = endpoint;
        Ok(process)
    }

    /// URL of the server.
    pub fn url(&self) -> String {
        self.endpoint().url
    }

    /// Port of the server.
    pub fn port(&self) -> anyhow::Result<u16> {
        let url = self.url();
        Ok(url.rsplit(':').next().context("a port")?.parse()?)
    }

    /// A client of the same server with another token.
    pub fn with_token(&self, token: &str) -> Self {
        let endpoint = Endpoint {
            token: token.to_owned(),
            ..self.endpoint()
        };
        Self {
            endpoint: Arc::new(Mutex::new(endpoint)),
            ..self.clone()
        }
    }

    /// A client of another server of this machine, such as a gateway.
    pub fn at_port(&self, port: u16, token: &str) -> Self {
        let endpoint = Endpoint {
            url: format!("http://127.0.0.1:{port}"),
            token: token.to_owned(),
            ..self.endpoint()
        };
        Self {
            endpoint: Arc::new(Mutex::new(endpoint)),
            ..self.clone()
        }
    }

    /// The agent's token.
    pub fn token(&self) -> String {
        self.endpoint().token
    }

    fn endpoint(&self) -> Endpoint {
        self.endpoint
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// `POST` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> anyhow::Result<Reply> {
        let (http, url, token) = self.request(path);
        blocking(move || {
            let request = http
                .post(&url)
                .header("Authorization", format!("Bearer {token}"))
                .header("Content-Type", "application/json");
            reply(request.send(body.to_string())?)
        })
        .await
    }

    /// `POST` with a JSON body, without reading the response. Dropping the stream closes the
    /// connection.
    pub async fn post_and_hold(&self, path: &str, body: &Value) -> anyhow::Result<TcpStream> {
        let (Endpoint { url, token, .. }, body) = (self.endpoint(), body.to_string());
        let host = url.replace("http://", "");
        let mut stream = TcpStream::connect(&host).await?;
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        Ok(stream)
    }

    /// `GET`.
    pub async fn get(&self, path: &str) -> anyhow::Result<Reply> {
        let (http, url, token) = self.request(path);
        blocking(move || {
            reply(
                http.get(&url)
                    .header("Authorization", format!("Bearer {token}"))
                    .call()?,
            )
        })
        .await
    }

    /// `DELETE`.
    pub async fn delete(&self, path: &str) -> anyhow::Result<Reply> {
        let (http, url, token) = self.request(path);
        blocking(move || {
            let request = http.delete(&url);
            reply(
                request
                    .header("Authorization", format!("Bearer {token}"))
                    .call()?,
            )
        })
        .await
    }

    fn request(&self, path: &str) -> (ureq::Agent, String, String) {
        let endpoint = self.endpoint();
        (
            self.http.clone(),
            format!("{}{path}", endpoint.url),
            endpoint.token,
        )
    }

    /// `POST /observe`, by default for a snapshot.
    pub async fn observe(&self, mut params: Value) -> anyhow::Result<Reply> {
        if params.get("what").is_none() {
            params["what"] = json!("a11y_tree");
        }
        self.post("/observe", params).await
    }

    /// `GET /status`.
    pub async fn status(&self) -> anyhow::Result<Value> {
        self.get("/status").await?.ok()
    }

    /// The open tabs.
    pub async fn tabs(&self) -> anyhow::Result<Vec<Value>> {
        let body = self.get("/tabs").await?.ok()?;
        body["tabs"].as_array().cloned().context("/tabs lists tabs")
    }
}

impl Endpoint {
    fn read(state: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(state.join("endpoint.json"))?;
        let endpoint: Value = serde_json::from_str(&text)?;
        let field = |name: &str| {
            let value = endpoint[name].as_str().map(str::to_string);
            value.with_context(|| format!("endpoint.json has no {name}"))
        };
        let process = endpoint["pid"]
            .as_u64()
            .context("endpoint.json has no pid")?;
        Ok(Self {
            url: field("url")?,
            token: field("agent_token")?,
            process: process.try_into()?,
        })
    }
}

fn reply(mut response: ureq::http::Response<ureq::Body>) -> anyhow::Result<Reply> {
    let status = response.status().as_u16();
    let text = response
        .body_mut()
        .with_config()
        .limit(256 << 20)
        .read_to_string()?;
    let body = serde_json::from_str(&text)
        .with_context(|| format!("{status} with a body that is not JSON: {text:.300}"))?;
    Ok(Reply { status, body })
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?
}
