//! The web site of the tests: pages with any header, from a string or a fixture, or the files of a
//! folder. It has two ports, so that a page of one origin can embed a page of another. A [`Gate`]
//! keeps a page loading.

mod folder;

use anyhow::Context;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// The response for a page.
#[derive(Clone)]
pub struct Page {
    content_type: String,
    headers: Vec<(String, String)>,
    body: String,
    rest: Option<(Gate, Option<String>)>,
    is_for_posts: bool,
    gate: Option<Gate>,
    status: u16,
    cookie: Option<String>,
}

impl Page {
    /// A page of HTML.
    pub fn html(body: impl Into<String>) -> Self {
        Self {
            content_type: "text/html; charset=utf-8".into(),
            headers: Vec::new(),
            body: body.into(),
            rest: None,
            is_for_posts: false,
            gate: None,
            status: 200,
            cookie: None,
        }
    }

    /// Sets the content type.
    pub fn content_type(mut self, content_type: &str) -> Self {
        self.content_type = content_type.into();
        self
    }

    /// Sets the status.
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// A PDF file, which no cache keeps.
    pub fn pdf(body: impl Into<String>) -> Self {
        Self::html(body)
            .content_type("application/pdf")
            .header("cache-control", "no-store")
    }

    /// Answers requests without this cookie with the status 403.
    pub fn needs_cookie(mut self, cookie: &str) -> Self {
        self.cookie = Some(cookie.into());
        self
    }

    /// Adds a second part, which is sent when the gate opens.
    pub fn then(mut self, gate: &Gate, rest: impl Into<String>) -> Self {
        self.rest = Some((gate.clone(), Some(rest.into())));
        self
    }

    /// Ends the connection in the middle of the response when the gate opens.
    pub fn then_fail(mut self, gate: &Gate) -> Self {
        self.rest = Some((gate.clone(), None));
        self
    }

    /// Answers POST requests too.
    pub fn for_posts(mut self) -> Self {
        self.is_for_posts = true;
        self
    }

    fn accepts(&self, headers: &HeaderMap) -> bool {
        let sent = headers.get("cookie").and_then(|value| value.to_str().ok());
        let sent = sent.unwrap_or_default();
        let has = |cookie: &String| sent.split("; ").any(|each| each == cookie);
        self.cookie.as_ref().is_none_or(has)
    }

    /// Delays the whole response, also its headers, until the gate opens.
    pub fn after(mut self, gate: &Gate) -> Self {
        self.gate = Some(gate.clone());
        self
    }
}

/// Delays a page, or the second part of one, until it is opened.
#[derive(Clone)]
pub struct Gate(Arc<watch::Sender<bool>>);

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Gate {
    /// Opens it permanently.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    async fn opened(&self) {
        let mut receiver = self.0.subscribe();
        // It does not fail, because this gate owns the sender.
        let _ = receiver.wait_for(|open| *open).await;
    }
}

/// The web site. It is served until the runtime ends.
#[derive(Clone)]
pub struct Site {
    content: Arc<Content>,
    here: String,
    there: String,
}

#[derive(Default)]
struct Content {
    pages: Mutex<HashMap<String, Page>>,
    reports: Mutex<Vec<(String, String)>>,
    requested: Mutex<Vec<String>>,
    next: AtomicUsize,
    /// Serves the paths that have no page.
    folder: Option<PathBuf>,
}

impl Site {
    /// Starts the site on two free ports of the loopback address.
    pub async fn start() -> anyhow::Result<Self> {
        Self::with(Content::default()).await
    }

    /// Serves the folder of a file. Returns the file's address, too.
    pub async fn of_file(file: &Path) -> anyhow::Result<(Self, String)> {
        let name = file.file_name().context("a file has a name")?;
        let folder = file.parent().context("a file lies in a folder")?;
        let site = Self::with(Content {
            folder: Some(folder.to_path_buf()),
            ..Content::default()
        })
        .await?;
        let address = format!("{}/{}", site.here, folder::encoded(&name.to_string_lossy()));
        Ok((site, address))
    }

    async fn with(content: Content) -> anyhow::Result<Self> {
        let content = Arc::new(content);
        let here = serve(content.clone()).await?;
        let there = serve(content.clone()).await?;
        Ok(Self {
            content,
            here: format!("http://127.0.0.1:{here}"),
            there: format!("http://localhost:{there}"),
        })
    }

    /// Adds a page. Returns its path, which no other page has.
    pub fn path(&self, page: Page) -> String {
        let path = format!(
            "/page/{}",
            self.content.next.fetch_add(1, Ordering::Relaxed)
        );
        lock(&self.content.pages).insert(path.clone(), page);
        path
    }

    /// Adds a page. Returns its address.
    pub fn page(&self, page: Page) -> String {
        format!("{}{}", self.here, self.path(page))
    }

    /// Adds a page of another origin: with another host and port, in another renderer process.
    /// Returns its address.
    pub fn foreign(&self, page: Page) -> String {
        format!("{}{}", self.there, self.path(page))
    }

    /// Adds a page of an origin of its own, so that it can hang or crash without an effect on the
    /// pages of other tests. Returns its address.
    pub fn alone(&self, name: &str, page: Page) -> String {
        let port = self.there.rsplit(':').next().unwrap_or_default();
        format!("http://{name}.localhost:{port}{}", self.path(page))
    }

    /// Replaces the page at a URL.
    pub fn replace(&self, address: &str, page: Page) {
        let path = address
            .trim_start_matches(&self.here)
            .trim_start_matches(&self.there)
            .to_string();
        lock(&self.content.pages).insert(path, page);
    }

    /// Adds a fixture. Returns its address.
    pub fn fixture(&self, name: &str) -> anyhow::Result<String> {
        Ok(self.page(Page::html(crate::shared::fixture(name)?)))
    }

    /// Scheme, host and port of the site.
    pub fn origin(&self) -> &str {
        &self.here
    }

    /// The bodies of the POST requests to a path, in order.
    pub fn posted(&self, path: &str) -> Vec<String> {
        lock(&self.content.reports)
            .iter()
            .filter(|(to, _)| to == path)
            .map(|(_, body)| body.clone())
            .collect()
    }

    /// Whether the path was requested.
    pub fn was_requested(&self, path: &str) -> bool {
        self.requests(path) > 0
    }

    /// How often the path was requested.
    pub fn requests(&self, path: &str) -> usize {
        let requested = lock(&self.content.requested);
        requested.iter().filter(|each| *each == path).count()
    }
}

async fn serve(content: Arc<Content>) -> anyhow::Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))
        .await
        .context("a port for the site")?;
    let port = listener.local_addr()?.port();
    let router = axum::Router::new().fallback(answer).with_state(content);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}

async fn answer(
    State(content): State<Arc<Content>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().to_string();
    lock(&content.requested).push(path.clone());
    if method == Method::POST {
        lock(&content.reports).push((path, String::from_utf8_lossy(&body).into_owned()));
        let page = lock(&content.pages).get(uri.path()).cloned();
        return match page.filter(|page| page.is_for_posts) {
            Some(page) => respond(page),
            None => StatusCode::NO_CONTENT.into_response(),
        };
    }
    if path == "/never" {
        std::future::pending::<()>().await;
    }
    let page = lock(&content.pages).get(&path).cloned();
    if let Some(gate) = page.as_ref().and_then(|page| page.gate.as_ref()) {
        gate.opened().await;
    }
    match (page, &content.folder) {
        (Some(page), _) if !page.accepts(&headers) => StatusCode::FORBIDDEN.into_response(),
        (Some(page), _) => respond(page),
        (None, Some(folder)) => folder::answer(folder, &path),
        (None, None) => (StatusCode::NOT_FOUND, "nothing here").into_response(),
    }
}

fn respond(page: Page) -> Response {
    let mut response = Response::builder()
        .status(page.status)
        .header("content-type", page.content_type);
    for (name, value) in &page.headers {
        response = response.header(name, value);
    }
    let body = match page.rest {
        None => Body::from(page.body),
        Some((gate, rest)) => in_two_parts(page.body, gate, rest),
    };
    response.body(body).unwrap_or_else(|error| {
        (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
    })
}

/// Sends the first part at once, and the second one, or an error, when the gate opens.
fn in_two_parts(first: String, gate: Gate, second: Option<String>) -> Body {
    let parts = vec![second, Some(first)];
    Body::from_stream(stream::unfold(
        (parts, gate),
        |(mut parts, gate)| async move {
            let part = parts.pop()?;
            if parts.is_empty() {
                gate.opened().await;
            }
            let part = part.map(Bytes::from);
            let broken = || std::io::Error::other("the response breaks off");
            Some((part.ok_or_else(broken), (parts, gate)))
        },
    ))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
