//! The download location (docs/install.md), and the number of its newest version. The system's
//! `curl` or `wget` downloads it, as in the installers: the server itself has no TLS, and these use
//! the certificates and the proxy that the system has. The request has no data about the user.

use anyhow::{Context, bail, ensure};
use semver::Version;
use std::io::{ErrorKind, Read};
use std::process::{Command, Stdio};

/// The same as in the installers.
const DEFAULT_URL: &str = include_str!("../../../../deploy/download-url.txt");

/// Longer than the file `VERSION` is.
const MAX_BYTES: u64 = 256;

/// The options of curl. Its configuration file is not read, because it could turn off the check
/// of certificates.
const CURL: [&str; 6] = ["-q", "--silent", "--fail", "--location", "--max-time", "30"];

/// The options of wget. It can't refuse a redirect to http, and therefore follows none.
const WGET: [&str; 9] = [
    "--no-config",
    "--no-netrc",
    "--no-hsts",
    "--quiet",
    "--max-redirect=0",
    "--tries=1",
    "--timeout=30",
    "--user-agent=axlens",
    "--output-document=-",
];

/// A download location.
pub struct Location {
    url: String,
    scheme: &'static str,
}

impl Location {
    /// The location with this URL: https, or http on the loopback address; `None`: the default.
    ///
    /// # Errors
    /// If it is not such a URL.
    pub fn parse(url: Option<&str>) -> anyhow::Result<Location> {
        let url = url.unwrap_or(DEFAULT_URL).trim().trim_end_matches('/');
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || ":/._~%+=,[]-".contains(letter);
        let scheme = match url.split_once("://") {
            Some(("https", rest)) if !rest.is_empty() => Some("https"),
            Some(("http", rest)) if is_loopback(rest) => Some("http"),
            _ => None,
        };
        match scheme.filter(|_| url.chars().all(is_plain)) {
            Some(scheme) => Ok(Location {
                url: url.to_owned(),
                scheme,
            }),
            None => bail!(
                "not a secure download URL: {url}: set AXLENS_DOWNLOAD_URL to an https:// URL"
            ),
        }
    }

    /// The URL, without a slash at its end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether it is the default location.
    pub fn is_default(&self) -> bool {
        self.url == DEFAULT_URL.trim()
    }

    /// Whether nothing is published there yet: RFC 2606 reserves `.example` for documentation.
    pub fn is_reserved(&self) -> bool {
        self.url.ends_with(".example")
    }

    /// Downloads the number of the newest version.
    ///
    /// # Errors
    /// If it can't be downloaded, or is no version.
    pub fn newest_version(&self) -> anyhow::Result<Version> {
        let url = format!("{}/latest/VERSION", self.url);
        let text = self.download(&url)?;
        let version = text.trim().parse();
        version.with_context(|| format!("{url} has no version: check AXLENS_DOWNLOAD_URL"))
    }

    fn download(&self, url: &str) -> anyhow::Result<String> {
        let mut curl = Command::new("curl");
        let scheme = format!("={}", self.scheme);
        curl.args(CURL)
            .args(["--user-agent", "axlens", "--proto", &scheme, url]);
        if let Some(text) = output(&mut curl, url)? {
            return Ok(text);
        }
        let mut wget = Command::new("wget");
        wget.args(WGET).arg(url);
        if is_gnu_wget()
            && let Some(text) = output(&mut wget, url)?
        {
            return Ok(text);
        }
        bail!("neither curl nor GNU wget is there: install curl, then run this again")
    }
}

/// Whether what follows `http://` is a host on this machine, with a port or a path.
fn is_loopback(rest: &str) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|host| {
        rest.strip_prefix(host)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    })
}

/// Others, such as BusyBox's, may not check certificates.
fn is_gnu_wget() -> bool {
    let output = Command::new("wget").arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU Wget"))
}

/// The beginning of what a program prints; `None` if there is no such program.
fn output(command: &mut Command, url: &str) -> anyhow::Result<Option<String>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let command = command.stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{name} can't be started")),
    };
    let mut text = String::new();
    let stdout = child.stdout.take().context("its output")?;
    let read = stdout.take(MAX_BYTES).read_to_string(&mut text);
    let status = child.wait()?;
    ensure!(status.success(), "{}", failure(&name, status.code(), url));
    read.with_context(|| format!("{url} has no text: check AXLENS_DOWNLOAD_URL"))?;
    Ok(Some(text))
}

/// Why a program failed, with the next step.
fn failure(name: &str, code: Option<i32>, url: &str) -> String {
    match (name, code) {
        ("curl", Some(22)) | ("wget", Some(8)) => {
            format!("{url} is not there: check AXLENS_DOWNLOAD_URL")
        }
        ("curl", Some(35 | 60)) | ("wget", Some(5)) => {
            format!("{url} has no valid certificate: check AXLENS_DOWNLOAD_URL and the clock")
        }
        (_, code) => {
            let code = code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
            format!(
                "cannot download {url} ({name}: {code}): check the connection, then run this again"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_the_loopback_address_are_accepted() {
        for url in [
            "https://mirror.example/axlens/",
            "http://127.0.0.1:8080",
            "http://localhost/a",
            "http://[::1]:1",
        ] {
            assert!(Location::parse(Some(url)).is_ok(), "{url}");
        }
        for url in [
            "",
            "https://",
            "http://mirror.example",
            "http://127.0.0.1.mirror.example",
            "http://localhostile",
            "http://127.0.0.1:80@mirror.example",
            "https://a b",
            "https://a/$(b)",
            "file:///tmp",
        ] {
            assert!(Location::parse(Some(url)).is_err(), "{url}");
        }
        assert!(Location::parse(None).expect("the default").is_default());
    }
}
