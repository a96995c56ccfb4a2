//! A download location: an HTTP server on the loopback address.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::installers::{archive, archive_name, sha256};

/// What the location answers for a path.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The whole file.
    Whole(Vec<u8>),
    /// The first half of the file; then the connection is closed.
    Half(Vec<u8>),
    /// The first half of the file; then nothing until the client closes the connection.
    Stalled(Vec<u8>),
    /// A redirect to this URL.
    Redirect(String),
}

/// A running download location. It ends with the test's process.
pub struct Location {
    /// Its URL, for `AXLENS_DOWNLOAD_URL`.
    pub url: String,
    replies: Replies,
    requests: Receiver<String>,
}

type Replies = Arc<Mutex<BTreeMap<String, Reply>>>;

impl Location {
    /// A location that has these versions; the last one is the newest.
    pub fn start(versions: &[&str]) -> Result<Location> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}", listener.local_addr()?);
        let replies = Replies::default();
        let (sender, requests) = channel();
        let served = Arc::clone(&replies);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (served, sender) = (Arc::clone(&served), sender.clone());
                thread::spawn(move || respond(stream, &served, &sender));
            }
        });
        let location = Location {
            url,
            replies,
            requests,
        };
        for version in versions {
            location.publish(version)?;
        }
        Ok(location)
    }

    /// Adds a version, which is the newest now.
    pub fn publish(&self, version: &str) -> Result<()> {
        let (name, archive) = (archive_name(version), archive(version)?);
        let sums = format!(
            "{}  other.zip\n{}  {name}\n",
            sha256(b"other"),
            sha256(&archive)
        );
        self.set(&format!("/{version}/{name}"), Reply::Whole(archive));
        self.set(
            &format!("/{version}/SHA256SUMS"),
            Reply::Whole(sums.into_bytes()),
        );
        let newest = format!("{version}\n").into_bytes();
        self.set("/latest/VERSION", Reply::Whole(newest));
        Ok(())
    }

    /// Sets the answer for a path.
    pub fn set(&self, path: &str, reply: Reply) {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.insert(path.to_owned(), reply);
    }

    /// The bytes of the archive of a version that is there.
    pub fn archive_of(&self, version: &str) -> Result<(String, Vec<u8>)> {
        let path = format!("/{version}/{}", archive_name(version));
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        match replies.get(&path) {
            Some(Reply::Whole(bytes)) => Ok((path, bytes.clone())),
            other => anyhow::bail!("no archive {path}: {other:?}"),
        }
    }

    /// Removes a path.
    pub fn remove(&self, path: &str) {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.remove(path);
    }

    /// Waits until this path is requested and its answer, or the half of it, is sent.
    pub fn wait_for(&self, path: &str) -> Result<()> {
        loop {
            let request = self.requests.recv_timeout(Duration::from_secs(30));
            if request.with_context(|| format!("no request for {path}"))? == path {
                return Ok(());
            }
        }
    }

    /// The paths that were requested since the last call.
    pub fn requested(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }
}

fn respond(mut stream: TcpStream, replies: &Replies, requests: &Sender<String>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    lines
        .by_ref()
        .map_while(Result::ok)
        .find(String::is_empty)?;
    let reply = {
        let replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.get(&path).cloned()
    };
    let head = |status: &str, length: usize| {
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n")
    };
    let message = match &reply {
        None => head("404 Not Found", 0) + "\r\n",
        Some(Reply::Redirect(url)) => head("302 Found", 0) + &format!("Location: {url}\r\n\r\n"),
        Some(Reply::Whole(bytes) | Reply::Half(bytes) | Reply::Stalled(bytes)) => {
            head("200 OK", bytes.len()) + "\r\n"
        }
    };
    stream.write_all(message.as_bytes()).ok()?;
    match &reply {
        None | Some(Reply::Redirect(_)) => {}
        Some(Reply::Whole(bytes)) => stream.write_all(bytes).ok()?,
        Some(Reply::Half(bytes) | Reply::Stalled(bytes)) => {
            stream.write_all(&bytes[..bytes.len() / 2]).ok()?;
        }
    }
    requests.send(path).ok()?;
    if let Some(Reply::Stalled(_)) = reply {
        // Ends when the client closes the connection.
        let _ = stream.read(&mut [0]);
    }
    Some(())
}
