//! Serves a folder of files over HTTP, because `file:` pages differ from other pages.

use std::path::{Component, Path, PathBuf};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Content types by file extension.
const CONTENT_TYPES: [(&str, &str); 12] = [
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

/// The file at a request's path.
pub fn answer(folder: &Path, path: &str) -> Response {
    let file = file(folder, path);
    match file.and_then(|file| Some((content_type(&file), std::fs::read(&file).ok()?))) {
        Some((content_type, content)) => {
            ([("content-type", content_type)], content).into_response()
        }
        None => (StatusCode::NOT_FOUND, "not found").into_response(),
    }
}

/// Percent-encodes a file's name.
pub fn encoded(name: &str) -> String {
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

/// The path in the folder. `None`: it is outside of the folder.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = PathBuf::from(decoded(path).trim_start_matches('/'));
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(relative))
}

fn content_type(file: &Path) -> &'static str {
    let end = file
        .extension()
        .map(|end| end.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    CONTENT_TYPES
        .iter()
        .find(|(known, _)| *known == end)
        .map_or("application/octet-stream", |(_, content_type)| content_type)
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
    fn encoded_names_are_decoded_to_themselves() {
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
        assert_eq!(file(folder, "/a/b.css"), Some(folder.join("a/b.css")));
        for path in ["/../secret", "/a/%2e%2e/%2e%2e/secret", "/%2fetc/passwd"] {
            assert!(
                file(folder, path)
                    .is_none_or(|file| file.starts_with(folder) && !path.contains("secret")),
                "{path}"
            );
        }
    }
}
