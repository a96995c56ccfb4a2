//! Patterns of sites in tokens: `[scheme://]host[:port]`. This module validates and normalizes
//! them; the extension matches them.

use anyhow::ensure;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The maximum length of a host name and of one label, in characters.
const MAX_HOST_LEN: usize = 253;
const MAX_LABEL_LEN: usize = 63;

/// The hint for an invalid pattern.
const HINT: &str = "write `[scheme://]host[:port]`, where the host is a name, `*.example.org` or `*`, such as `example.org`, `https://*.example.org` or `127.0.0.1:8080`; `file://` for files";

/// The normal form of a pattern.
///
/// # Errors
/// If it is invalid.
pub fn normalize(text: &str) -> Result<String, String> {
    let invalid = |reason: &str| format!("{text:?} is not a pattern of sites: {reason}; {HINT}");
    let lower = text.trim().to_ascii_lowercase();
    if lower == "file://" {
        return Ok(lower);
    }
    let (scheme, rest) = match lower.split_once("://") {
        Some((scheme @ ("http" | "https"), rest)) => (format!("{scheme}://"), rest),
        Some(_) => return Err(invalid("only http and https have hosts")),
        None => (String::new(), lower.as_str()),
    };
    if !rest.is_ascii() {
        return Err(invalid(
            "its host must be in punycode (`xn--`), as browsers copy it",
        ));
    }
    if rest.contains(['/', '?', '#', '@', '\\']) {
        return Err(invalid("only scheme, host and port are allowed"));
    }
    let (host, port) =
        split_port(rest).ok_or_else(|| invalid("its port is not a number up to 65535"))?;
    let host = normal_host(host).ok_or_else(|| invalid("its host is invalid"))?;
    Ok(format!("{scheme}{host}{port}"))
}

/// Checks that a pattern is in its normal form.
///
/// # Errors
/// If it is invalid, or written in another form.
pub fn check_normal(text: &str) -> anyhow::Result<()> {
    let normal = normalize(text).map_err(anyhow::Error::msg)?;
    ensure!(normal == text, "{text:?} must be written {normal:?}");
    Ok(())
}

/// Whether a pattern in its normal form matches every host.
pub fn is_every_host(normal: &str) -> bool {
    let host = normal.split_once("://").map_or(normal, |(_, host)| host);
    host == "*" || host.starts_with("*:")
}

/// The host, and the port with its colon; `None` if the port is invalid.
fn split_port(rest: &str) -> Option<(&str, String)> {
    let end = rest.rfind(']').map_or(0, |at| at + 1);
    let Some(at) = rest[end..].find(':') else {
        return Some((rest, String::new()));
    };
    let (host, port) = rest.split_at(end + at);
    let digits = port.strip_prefix(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u16 = is_number.then(|| digits.parse().ok())??;
    (number > 0).then(|| (host, format!(":{number}")))
}

fn normal_host(host: &str) -> Option<String> {
    if let Some(address) = host.strip_prefix('[') {
        let address: Ipv6Addr = address.strip_suffix(']')?.parse().ok()?;
        return Some(format!("[{address}]"));
    }
    let (below, name) = match host.strip_prefix("*.") {
        Some(name) => ("*.", name),
        None if host == "*" => return Some(host.to_owned()),
        None => ("", host),
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next()?;
    let is_address = last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x");
    let is_valid = match is_address {
        // Browsers accept other notations of addresses too, but show this one.
        true => below.is_empty() && name.parse::<Ipv4Addr>().is_ok(),
        false => name.len() <= MAX_HOST_LEN && name.split('.').all(is_label),
    };
    is_valid.then(|| format!("{below}{name}"))
}

fn is_label(label: &str) -> bool {
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=MAX_LABEL_LEN).contains(&label.len()) && label.bytes().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors that the extension's `shared/sites.js` is tested against too.
    fn vectors() -> serde_json::Value {
        let text = include_str!("../../../fixtures/site-patterns.json");
        serde_json::from_str(text).expect("the vectors are JSON")
    }

    #[test]
    fn valid_patterns_have_one_normal_form() {
        let vectors = vectors();
        let valid = vectors["valid"].as_array().expect("a list");
        assert!(!valid.is_empty());
        for vector in valid {
            let text = vector["text"].as_str().expect("a pattern");
            assert_eq!(
                normalize(text).as_deref().ok(),
                vector["normal"].as_str(),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_patterns_are_errors_that_describe_valid_ones() {
        let vectors = vectors();
        let invalid = vectors["invalid"].as_array().expect("a list");
        let invalid = invalid.iter().filter_map(|text| text.as_str());
        // Browsers accept these in addresses. For a token they must be written as browsers show
        // them.
        let ambiguous = [
            "bücher.example",
            "1.2.3",
            "0x7f.1",
            "127.1",
            "*.127.0.0.1",
            "example..org",
            "example.org:0",
        ];
        for text in invalid.chain(ambiguous) {
            let error = normalize(text).expect_err(text);
            assert!(error.contains("[scheme://]host[:port]"), "{error}");
        }
        let long = ["a".repeat(64), vec!["a"; 128].join(".")];
        assert!(long.iter().all(|host| normalize(host).is_err()));
    }
}
