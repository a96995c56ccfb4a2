//! Which gateway the user has joined, and what the user allows its agents: the file `gateway.json`
//! of the state directory. It names the file with the token instead of containing it.

use anyhow::{Context, bail, ensure};
use axlens_local::state_dir::{self, StateDir};
use axlens_local::{secret, site_pattern, tokens};
use axlens_protocol::model::TokenScope;
use axum::http::Uri;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;

/// Version of the file's format.
const FORMAT: u32 = 1;

/// The usual ports of `wss://` and `ws://`.
const TLS_PORT: u16 = 443;
const PLAIN_PORT: u16 = 80;

/// The gateway that the user has joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinSettings {
    /// The gateway.
    pub address: GatewayAddress,
    /// The file with this server's token at the gateway.
    pub token_file: PathBuf,
    /// The file with the certificates of the authorities that are trusted, in PEM; `None`: those of
    /// the system.
    pub ca_file: Option<PathBuf>,
    /// What the gateway's agents may do at most.
    pub scope: TokenScope,
    /// Patterns of the sites that they may access; every site if empty.
    pub sites: Vec<String>,
}

/// The file's JSON. Unknown fields are errors, because they may restrict the gateway.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoredSettings {
    format: u32,
    url: String,
    token_file: PathBuf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ca_file: Option<PathBuf>,
    scope: TokenScope,
    #[serde(default)]
    sites: Vec<String>,
}

/// The address of a gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewayAddress {
    /// Whether the connection has TLS.
    pub is_tls: bool,
    /// Host name or address, in lower case.
    pub host: String,
    /// Port.
    pub port: u16,
}

impl JoinSettings {
    /// The stored settings; `None` if no gateway was joined.
    ///
    /// # Errors
    /// If others can access the file, it is a link, or it is invalid.
    pub fn read(dir: &StateDir) -> anyhow::Result<Option<JoinSettings>> {
        let file = dir.gateway_file();
        if let Err(error) = std::fs::symlink_metadata(&file)
            && error.kind() == ErrorKind::NotFound
        {
            return Ok(None);
        }
        let text = state_dir::read_private(&file)?;
        let invalid = || format!("{} is invalid: run `axlens join` again", file.display());
        let stored: StoredSettings = serde_json::from_str(&text).with_context(invalid)?;
        JoinSettings::from_stored(stored)
            .map(Some)
            .with_context(invalid)
    }

    fn from_stored(stored: StoredSettings) -> anyhow::Result<JoinSettings> {
        ensure!(stored.format == FORMAT, "it has another format");
        for site in &stored.sites {
            let normal = site_pattern::normalize(site).map_err(anyhow::Error::msg)?;
            ensure!(normal == *site, "{site:?} must be written {normal:?}");
        }
        Ok(JoinSettings {
            address: stored.url.parse()?,
            token_file: stored.token_file,
            ca_file: stored.ca_file,
            scope: stored.scope,
            sites: stored.sites,
        })
    }

    /// Stores the settings.
    ///
    /// # Errors
    /// If the state directory can't be written.
    pub fn write(&self, dir: &StateDir) -> anyhow::Result<()> {
        let stored = StoredSettings {
            format: FORMAT,
            url: self.address.to_string(),
            token_file: self.token_file.clone(),
            ca_file: self.ca_file.clone(),
            scope: self.scope,
            sites: self.sites.clone(),
        };
        dir.make()?;
        let text = serde_json::to_string_pretty(&stored)? + "\n";
        state_dir::replace(&dir.gateway_file(), &text)
    }

    /// Removes the stored settings. Returns whether there were any.
    ///
    /// # Errors
    /// If the file can't be removed.
    pub fn remove(dir: &StateDir) -> anyhow::Result<bool> {
        match std::fs::remove_file(dir.gateway_file()) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The token. The error does not contain the file's text.
    ///
    /// # Errors
    /// If others can access the file, or it has no token.
    pub fn token(&self) -> anyhow::Result<String> {
        let file = &self.token_file;
        let text = state_dir::read_private(file)
            .with_context(|| format!("the token can't be read from {}", file.display()))?;
        let token = text.trim();
        let digits = token.strip_prefix(tokens::PREFIX);
        match digits.is_some_and(secret::is_well_formed) {
            true => Ok(token.to_owned()),
            false => bail!(
                "{} has no token of a gateway: `axlens-gateway token add-edge` prints one",
                file.display()
            ),
        }
    }
}

impl GatewayAddress {
    /// Host, and the port if it is not the usual one.
    pub fn name(&self) -> String {
        match self.port == self.default_port() {
            true => self.host.clone(),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// The host without the brackets of an IPv6 address.
    pub fn bare_host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    fn default_port(&self) -> u16 {
        match self.is_tls {
            true => TLS_PORT,
            false => PLAIN_PORT,
        }
    }
}

impl fmt::Display for GatewayAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_tls { "wss" } else { "ws" };
        write!(formatter, "{scheme}://{}", self.name())
    }
}

/// Parses `wss://HOST[:PORT]`. Without TLS only this machine is possible, for a tunnel's end.
impl FromStr for GatewayAddress {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<GatewayAddress> {
        const HINT: &str = "write wss://HOST or wss://HOST:PORT";
        let uri: Uri = text.parse().ok().with_context(|| HINT)?;
        let is_tls = match uri.scheme_str() {
            Some("wss") => true,
            Some("ws") => false,
            _ => bail!(HINT),
        };
        let authority = uri.authority().context(HINT)?;
        ensure!(!authority.as_str().contains('@'), "{HINT}, without a user");
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
        ensure!(is_bare, "{HINT}, without a path");
        let host = authority.host().to_ascii_lowercase();
        let is_own = host == "127.0.0.1" || host == "[::1]";
        ensure!(
            is_tls || is_own,
            "without TLS, anyone on the way could read pages and act: write wss:// (ws:// is only for 127.0.0.1, the end of a tunnel on this machine)"
        );
        let mut address = GatewayAddress {
            is_tls,
            host,
            port: 0,
        };
        address.port = authority.port_u16().unwrap_or(address.default_port());
        ensure!(!address.host.is_empty() && address.port != 0, HINT);
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn dir() -> (tempfile::TempDir, StateDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().join("state"));
        (folder, dir)
    }

    fn settings(dir: &StateDir) -> JoinSettings {
        JoinSettings {
            address: "wss://gateway.example".parse().expect("an address"),
            token_file: dir.path().join("token"),
            ca_file: None,
            scope: TokenScope::Read,
            sites: vec!["example.org".to_owned()],
        }
    }

    #[test]
    fn settings_are_read_as_they_were_written_and_removed() {
        let (_folder, dir) = dir();
        assert_eq!(JoinSettings::read(&dir).expect("no file"), None);
        settings(&dir).write(&dir).expect("written");
        let stored = JoinSettings::read(&dir).expect("readable");
        assert_eq!(stored, Some(settings(&dir)));
        assert!(JoinSettings::remove(&dir).expect("removed"));
        assert!(!JoinSettings::remove(&dir).expect("nothing there"));
    }

    #[test]
    fn a_file_that_can_not_be_trusted_joins_no_gateway() {
        let (_folder, dir) = dir();
        settings(&dir).write(&dir).expect("written");
        let file = dir.gateway_file();
        let text = std::fs::read_to_string(&file).expect("readable");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("changed");
        assert!(JoinSettings::read(&dir).is_err(), "others can read it");
        for changed in [
            text.replace("\"format\": 1", "\"format\": 2"),
            text.replace("wss://", "ws://"),
            text.replace("\"scope\": \"read\"", "\"scope\": \"all\""),
            text.replace("\"format\"", "\"limit\": 1, \"format\""),
            text.replace("example.org", "EXAMPLE.org"),
        ] {
            state_dir::replace(&file, &changed).expect("written");
            assert!(JoinSettings::read(&dir).is_err(), "{changed}");
        }
    }

    #[test]
    fn a_token_is_read_only_from_a_private_file() {
        let (_folder, dir) = dir();
        let settings = settings(&dir);
        settings.write(&dir).expect("written");
        assert!(settings.token().is_err(), "no file");
        let token = format!("{}{}", tokens::PREFIX, secret::new().expect("random"));
        state_dir::replace(&settings.token_file, &format!("{token}\n")).expect("written");
        assert_eq!(settings.token().expect("a token"), token);
        let others = PermissionsExt::from_mode(0o644);
        std::fs::set_permissions(&settings.token_file, others).expect("changed");
        assert!(settings.token().is_err());
        state_dir::replace(&settings.token_file, "secret").expect("written");
        let error = settings.token().expect_err("no token");
        assert!(!format!("{error:#}").contains("secret"), "{error:#}");
    }

    #[test]
    fn an_address_has_tls_or_is_this_machine() {
        for (text, name) in [
            ("wss://Gateway.example", "gateway.example"),
            ("wss://gateway.example:443/", "gateway.example"),
            ("wss://gateway.example:8443", "gateway.example:8443"),
            ("ws://127.0.0.1:8080", "127.0.0.1:8080"),
            ("ws://[::1]:8080", "[::1]:8080"),
        ] {
            let address: GatewayAddress = text.parse().expect(text);
            assert_eq!(address.name(), name);
            let again: GatewayAddress = address.to_string().parse().expect("its text");
            assert_eq!(again, address);
        }
        for text in [
            "gateway.example",
            "https://gateway.example",
            "ws://gateway.example",
            "ws://localhost:8080",
            "wss://user:secret@gateway.example",
            "wss://gateway.example/path",
            "wss://gateway.example/?token=secret",
            "wss://gateway.example:0",
            "wss://gate way",
        ] {
            let error = text.parse::<GatewayAddress>().expect_err(text);
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
