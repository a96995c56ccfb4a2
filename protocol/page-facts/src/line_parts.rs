//! Parts of a line that are text of a page or a server: URLs, file names, kinds of requests.

use axlens_snapshot::quote::{address, requoted, shortened};

/// Maximum length of a printed URL, in characters.
pub const MAX_URL_LEN: usize = 300;

/// Maximum length of a printed file name, in characters.
const MAX_NAME_LEN: usize = 32;

/// A URL; `(hidden)` if the policy hides it.
pub fn url_text(url: &str) -> String {
    match url.is_empty() {
        true => "(hidden)".to_owned(),
        false => address(&shortened(url, MAX_URL_LEN)).into_owned(),
    }
}

/// The name of a downloaded file, which the page can choose, cut to a few tokens. Quoted unless it
/// is a plain word.
pub fn file_name(name: Option<&str>) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    match name {
        None => "(not named yet)".to_owned(),
        Some("") => "(hidden)".to_owned(),
        Some(name) if name.len() <= MAX_NAME_LEN && name.bytes().all(is_plain) => name.to_owned(),
        Some(name) => requoted(&shortened(name, MAX_NAME_LEN)),
    }
}

/// What started a request: a word of letters and hyphens; anything else is quoted.
pub fn request_kind(kind: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    match kind.bytes().all(is_word) && !kind.is_empty() {
        true => kind.to_owned(),
        false => requoted(kind),
    }
}
