//! A web server for one folder on the loopback address: a page from a file is a page like any other
//! only over HTTP.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;

use anyhow::{Context as _, Result};

/// Kinds of content by the end of a file's name.
const KINDS: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("htm", "text/html; charset=utf-8"),
    ("xhtml", "application/xhtml+xml"),
    ("svg", "image/svg+xml"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("gif", "image/gif"),
    ("pdf", "application/pdf"),
    ("txt", "text/plain; charset=utf-8"),
];

/// A running web server. It ends with the process.
pub struct Site {
    /// The address of the file that it was started for.
    pub address: String,
}

impl Site {
    /// Serves the folder that a file lies in.
    pub fn of_file(file: &Path) -> Result<Site> {
        let folder = file.parent().context("a file lies in a folder")?.to_owned();
        let name = file
            .file_name()
            .context("a file has a name")?
            .to_string_lossy()
            .into_owned();
        let listener = TcpListener::bind("127.0.0.1:0").context("no free port on 127.0.0.1")?;
        let address = format!("http://{}/{}", listener.local_addr()?, encoded(&name));
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let folder = folder.clone();
                // A browser that goes away in the middle of an answer is nobody's fault.
                thread::spawn(move || drop(answer(&connection, &folder)));
            }
        });
        Ok(Site { address })
    }
}

fn answer(mut connection: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or("/");
    let file = file(folder, path);
    let (status, kind, content) = match file
        .as_ref()
        .and_then(|file| fs::read(file).ok().map(|content| (kind(file), content)))
    {
        Some((kind, content)) => ("200 OK", kind, content),
        None => ("404 Not Found", "text/plain", b"not found".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    connection.write_all(head.as_bytes())?;
    connection.write_all(&content)
}

/// The file that a request's path names, within the folder.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let relative = PathBuf::from(decoded(path).trim_start_matches('/'));
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(relative))
}

fn kind(file: &Path) -> &'static str {
    let end = file
        .extension()
        .map(|end| end.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    KINDS
        .iter()
        .find(|(known, _)| *known == end)
        .map_or("application/octet-stream", |(_, kind)| kind)
}

/// A file's name as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    name.bytes()
        .map(|byte| {
            if plain(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

fn decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        match digits
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .filter(|_| *first == b'%')
        {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_their_way_through_an_address() {
        for name in [
            "plain.html",
            "two words.html",
            "100%.html",
            "größer?.html",
            "%zz",
        ] {
            assert_eq!(decoded(&encoded(name)), name);
        }
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = Path::new("/folder");
        assert_eq!(file(folder, "/a/b.css?v=1"), Some(folder.join("a/b.css")));
        for path in ["/../secret", "/a/%2e%2e/%2e%2e/secret", "/%2fetc/passwd"] {
            assert!(
                file(folder, path)
                    .is_none_or(|file| file.starts_with(folder) && !path.contains("secret")),
                "{path}"
            );
        }
    }
}
