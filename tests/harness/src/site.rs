//! The web site of the tests: pages made on the spot or read from the fixtures, with any header,
//! halved by a gate where a test wants a page that is still loading, on two ports, so that one site
//! can stand in the other as a stranger; or the files of one folder.

mod folder;

use anyhow::Context;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// One page: what its answer says and holds.
#[derive(Clone)]
pub struct Page {
    content_type: String,
    headers: Vec<(String, String)>,
    body: String,
    rest: Option<(Gate, String)>,
    status: u16,
}

impl Page {
    /// A page of HTML.
    pub fn html(body: impl Into<String>) -> Self {
        Self {
            content_type: "text/html; charset=utf-8".into(),
            headers: Vec::new(),
            body: body.into(),
            rest: None,
            status: 200,
        }
    }

    /// The page as another type.
    pub fn content_type(mut self, content_type: &str) -> Self {
        self.content_type = content_type.into();
        self
    }

    /// The page with another status.
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// The page with one more header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The page whose end comes once the gate is opened.
    pub fn then(mut self, gate: &Gate, rest: impl Into<String>) -> Self {
        self.rest = Some((gate.clone(), rest.into()));
        self
    }
}

/// Holds the rest of a page back until it is opened.
#[derive(Clone)]
pub struct Gate(Arc<watch::Sender<bool>>);

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Gate {
    /// Lets everything through, from now on.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    async fn opened(&self) {
        let mut seen = self.0.subscribe();
        // The sender lives in this gate, so the wait ends with the opening alone.
        let _ = seen.wait_for(|open| *open).await;
    }
}

/// The site, served until the runtime ends.
#[derive(Clone)]
pub struct Site {
    shelf: Arc<Shelf>,
    here: String,
    there: String,
}

#[derive(Default)]
struct Shelf {
    pages: Mutex<HashMap<String, Page>>,
    reports: Mutex<Vec<(String, String)>>,
    asked: Mutex<Vec<String>>,
    next: AtomicUsize,
    /// Where paths that no page has are looked for.
    folder: Option<PathBuf>,
}

impl Site {
    /// Starts the site on two free ports of the loopback address.
    pub async fn start() -> anyhow::Result<Self> {
        Self::with(Shelf::default()).await
    }

    /// Serves the folder that a file lies in; with the file's address.
    pub async fn of_file(file: &Path) -> anyhow::Result<(Self, String)> {
        let name = file.file_name().context("a file has a name")?;
        let folder = file.parent().context("a file lies in a folder")?;
        let site = Self::with(Shelf {
            folder: Some(folder.to_path_buf()),
            ..Shelf::default()
        })
        .await?;
        let address = format!("{}/{}", site.here, folder::encoded(&name.to_string_lossy()));
        Ok((site, address))
    }

    async fn with(shelf: Shelf) -> anyhow::Result<Self> {
        let shelf = Arc::new(shelf);
        let here = serve(shelf.clone()).await?;
        let there = serve(shelf.clone()).await?;
        Ok(Self {
            shelf,
            here: format!("http://127.0.0.1:{here}"),
            there: format!("http://localhost:{there}"),
        })
    }

    /// Puts the page on the shelf; its path, which no other page has.
    pub fn path(&self, page: Page) -> String {
        let path = format!("/page/{}", self.shelf.next.fetch_add(1, Ordering::Relaxed));
        lock(&self.shelf.pages).insert(path.clone(), page);
        path
    }

    /// Puts the page on the shelf; its address.
    pub fn page(&self, page: Page) -> String {
        format!("{}{}", self.here, self.path(page))
    }

    /// The page as another site would show it: another host, another port, another process of the
    /// browser.
    pub fn foreign(&self, page: Page) -> String {
        format!("{}{}", self.there, self.path(page))
    }

    /// The page as a site of its own would show it: what hangs or dies there takes no other test's
    /// page with it.
    pub fn alone(&self, name: &str, page: Page) -> String {
        let port = self.there.rsplit(':').next().unwrap_or_default();
        format!("http://{name}.localhost:{port}{}", self.path(page))
    }

    /// Another page at an address of this site from now on.
    pub fn replace(&self, address: &str, page: Page) {
        let path = address
            .trim_start_matches(&self.here)
            .trim_start_matches(&self.there)
            .to_string();
        lock(&self.shelf.pages).insert(path, page);
    }

    /// Address of a fixture, under a path of its own.
    pub fn fixture(&self, name: &str) -> anyhow::Result<String> {
        Ok(self.page(Page::html(crate::shared::fixture(name)?)))
    }

    /// Scheme, host and port of the site.
    pub fn origin(&self) -> &str {
        &self.here
    }

    /// What was posted to a path, in order.
    pub fn posted(&self, path: &str) -> Vec<String> {
        lock(&self.shelf.reports)
            .iter()
            .filter(|(to, _)| to == path)
            .map(|(_, body)| body.clone())
            .collect()
    }

    /// Whether the path was asked for.
    pub fn was_asked(&self, path: &str) -> bool {
        lock(&self.shelf.asked).iter().any(|asked| asked == path)
    }
}

async fn serve(shelf: Arc<Shelf>) -> anyhow::Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))
        .await
        .context("a port for the site")?;
    let port = listener.local_addr()?.port();
    let router = axum::Router::new().fallback(answer).with_state(shelf);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}

async fn answer(
    State(shelf): State<Arc<Shelf>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let path = uri.path().to_string();
    lock(&shelf.asked).push(path.clone());
    if method == Method::POST {
        lock(&shelf.reports).push((path, String::from_utf8_lossy(&body).into_owned()));
        return StatusCode::NO_CONTENT.into_response();
    }
    if path == "/never" {
        std::future::pending::<()>().await;
    }
    let page = lock(&shelf.pages).get(&path).cloned();
    match (page, &shelf.folder) {
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
        Some((gate, rest)) => halved(page.body, gate, rest),
    };
    response.body(body).unwrap_or_else(|error| {
        (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
    })
}

/// The first half at once, the second when the gate opens.
fn halved(first: String, gate: Gate, second: String) -> Body {
    let halves = vec![second, first];
    Body::from_stream(stream::unfold(
        (halves, gate),
        |(mut halves, gate)| async move {
            let half = halves.pop()?;
            if halves.is_empty() {
                gate.opened().await;
            }
            Some((
                Ok::<_, std::convert::Infallible>(Bytes::from(half)),
                (halves, gate),
            ))
        },
    ))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
