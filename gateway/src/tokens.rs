//! The tokens of a gateway: of agents and of edges, each of one tenant. They are in a file that
//! only its user can access, as hashes; a token itself is only printed when it is created.

use anyhow::{Context, ensure};
use axlens_local::platform::FileStamp;
use axlens_local::state_dir::{self, StateDir};
use axlens_local::{secret, tokens};
use axlens_protocol::model::TokenScope;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Version of the file's format.
const FORMAT: u32 = 1;

/// Maximum size of the file, in bytes.
const MAX_LEN: u64 = 64 * 1024 * 1024;

/// The number of digits of an id.
const ID_DIGITS: usize = 16;

/// A token, without the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatewayToken {
    /// Its unique id.
    pub id: String,
    /// Its tenant. Nothing of one tenant can be reached with a token of another.
    pub tenant: String,
    /// Name of the agent or edge, unique among those of the tenant.
    pub name: String,
    /// SHA-256 of the token.
    pub sha256: String,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// When it expires, in seconds since 1970; `None` if it does not.
    pub expires: Option<u64>,
    /// Who has it.
    pub holder: Holder,
}

/// Who has a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Holder {
    /// An agent.
    Agent(AgentRights),
    /// A local server that joins the gateway.
    Edge {},
}

/// What an agent may do. The owner of an edge can limit it further.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgentRights {
    /// Maximum permission.
    pub scope: TokenScope,
    /// Names of the edges that it may use; every edge of the tenant if empty.
    pub edges: Vec<String>,
    /// Maximum number of requests in a minute.
    pub per_minute: u32,
    /// Maximum number of requests in progress.
    pub at_once: u32,
}

/// The properties of a new token.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Its tenant.
    pub tenant: String,
    /// Name of the agent or edge.
    pub name: String,
    /// How long it is valid; `None`: until it is revoked.
    pub lasts: Option<Duration>,
    /// Who has it.
    pub holder: Holder,
}

/// The file's JSON. Unknown fields are errors, because they may restrict a token.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredTokens {
    format: u32,
    tokens: Vec<GatewayToken>,
}

/// The file of tokens of a gateway.
#[derive(Debug, Clone)]
pub struct GatewayTokens {
    dir: StateDir,
}

impl GatewayToken {
    /// The rights of an agent; `None` for an edge.
    pub fn rights(&self) -> Option<&AgentRights> {
        match &self.holder {
            Holder::Agent(rights) => Some(rights),
            Holder::Edge {} => None,
        }
    }

    /// Whether it has expired.
    pub fn is_expired(&self, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        self.expires.is_some_and(|expires| expires <= now)
    }

    fn check(&self) -> anyhow::Result<()> {
        check_part(&self.tenant)?;
        let is_id =
            |id: &str| id.len() == ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        ensure!(is_id(&self.id), "a token has no id");
        ensure!(secret::is_well_formed(&self.sha256), "a hash is invalid");
        match &self.holder {
            Holder::Edge {} => check_part(&self.name),
            Holder::Agent(rights) => {
                tokens::check_name(&self.name)?;
                rights.edges.iter().try_for_each(|edge| check_part(edge))
            }
        }
    }
}

/// Checks the name of a tenant or of an edge. It is a part of a subject of NATS, so it can have no
/// dot.
fn check_part(name: &str) -> anyhow::Result<()> {
    tokens::check_name(name)?;
    ensure!(
        is_part(name),
        "{name:?} can't be the name of a tenant or of an edge: it has a dot"
    );
    Ok(())
}

/// Whether this can be the name of a tenant or of an edge.
pub fn is_part(name: &str) -> bool {
    tokens::check_name(name).is_ok() && !name.contains('.')
}

impl GatewayTokens {
    /// The file in this folder, which may be missing.
    pub fn of(dir: &StateDir) -> GatewayTokens {
        GatewayTokens { dir: dir.clone() }
    }

    /// Its path.
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("gateway-tokens.json")
    }

    /// `None` if there is no file.
    pub fn stamp(&self) -> Option<FileStamp> {
        let metadata = std::fs::symlink_metadata(self.path()).ok()?;
        Some(FileStamp::of(&metadata))
    }

    /// The tokens, in the order of creation.
    ///
    /// # Errors
    /// If others can access the file, it is a link, or it is invalid.
    pub fn read(&self) -> anyhow::Result<Vec<GatewayToken>> {
        let file = self.path();
        if let Err(error) = std::fs::symlink_metadata(&file)
            && error.kind() == ErrorKind::NotFound
        {
            return Ok(Vec::new());
        }
        let text = state_dir::read_private_up_to(&file, MAX_LEN)?;
        parse(&text).with_context(|| format!("{} is invalid", file.display()))
    }

    /// Adds a token and returns it.
    ///
    /// # Errors
    /// If a name is invalid or taken, or the file can't be read or written.
    pub fn add(&self, new: NewToken) -> anyhow::Result<String> {
        let _lock = self.lock()?;
        let mut all = self.read()?;
        let text = format!("{}{}", tokens::PREFIX, secret::new()?);
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
        let token = GatewayToken {
            id: secret::new()?[..ID_DIGITS].to_owned(),
            tenant: new.tenant,
            name: new.name,
            sha256: tokens::hash(&text),
            created: now.as_secs(),
            expires: new.lasts.map(|lasts| now.saturating_add(lasts).as_secs()),
            holder: new.holder,
        };
        all.push(token);
        check_all(&all)?;
        self.write(all)?;
        Ok(text)
    }

    /// Revokes the token with this id. Returns false if there is none.
    ///
    /// # Errors
    /// If the file can't be read or written.
    pub fn revoke(&self, id: &str) -> anyhow::Result<bool> {
        let _lock = self.lock()?;
        let mut all = self.read()?;
        let count = all.len();
        all.retain(|token| token.id != id);
        let is_revoked = all.len() < count;
        if is_revoked {
            self.write(all)?;
        }
        Ok(is_revoked)
    }

    fn write(&self, tokens: Vec<GatewayToken>) -> anyhow::Result<()> {
        let stored = StoredTokens {
            format: FORMAT,
            tokens,
        };
        let text = serde_json::to_string_pretty(&stored)? + "\n";
        ensure!(
            text.len() as u64 <= MAX_LEN,
            "there are too many tokens: revoke some first"
        );
        state_dir::replace(&self.path(), &text)
    }

    /// Locks the file for a change.
    fn lock(&self) -> anyhow::Result<File> {
        self.dir.make()?;
        let file = self.dir.path().join("gateway-tokens.lock");
        let lock = state_dir::open_lock(&file)?;
        lock.lock()
            .with_context(|| format!("{} can't be locked", file.display()))?;
        Ok(lock)
    }
}

fn parse(text: &str) -> anyhow::Result<Vec<GatewayToken>> {
    let stored: StoredTokens = serde_json::from_str(text)?;
    ensure!(
        stored.format == FORMAT,
        "it has format {}, and this version reads format {FORMAT}",
        stored.format
    );
    check_all(&stored.tokens)?;
    Ok(stored.tokens)
}

fn check_all(tokens: &[GatewayToken]) -> anyhow::Result<()> {
    let mut names = std::collections::HashSet::new();
    let mut ids = std::collections::HashSet::new();
    for token in tokens {
        token.check()?;
        let name = (&token.tenant, &token.name, token.rights().is_some());
        ensure!(
            names.insert(name),
            "there is a token with the name {} already: revoke it first",
            token.name
        );
        ensure!(ids.insert(&token.id), "two tokens have the same id");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> (tempfile::TempDir, GatewayTokens) {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().join("gateway"));
        (folder, GatewayTokens::of(&dir))
    }

    fn edge(tenant: &str, name: &str) -> NewToken {
        NewToken {
            tenant: tenant.to_owned(),
            name: name.to_owned(),
            lasts: None,
            holder: Holder::Edge {},
        }
    }

    fn agent(tenant: &str, name: &str) -> NewToken {
        NewToken {
            holder: Holder::Agent(AgentRights {
                scope: TokenScope::Read,
                edges: vec!["laptop".to_owned()],
                per_minute: 60,
                at_once: 4,
            }),
            ..edge(tenant, name)
        }
    }

    #[test]
    fn a_token_is_stored_as_its_hash_until_it_is_revoked() {
        let (_folder, file) = file();
        let text = file.add(agent("acme", "ci")).expect("added");
        file.add(edge("acme", "ci"))
            .expect("an edge with the name of an agent");
        let stored = file.read().expect("readable");
        assert_eq!(stored.len(), 2);
        assert_eq!(stored[0].sha256, tokens::hash(&text));
        let json = std::fs::read_to_string(file.path()).expect("readable");
        assert!(!json.contains(&text));
        assert!(file.revoke(&stored[0].id).expect("revoked"));
        assert!(!file.revoke(&stored[0].id).expect("there is none"));
        assert_eq!(file.read().expect("readable"), stored[1..]);
    }

    #[test]
    fn a_name_is_unique_in_its_tenant() {
        let (_folder, file) = file();
        file.add(edge("acme", "laptop")).expect("added");
        assert!(file.add(edge("acme", "laptop")).is_err());
        file.add(edge("other", "laptop")).expect("another tenant");
    }

    #[test]
    fn no_tenant_and_no_edge_can_contain_another_ones_subject() {
        let (_folder, file) = file();
        for (tenant, name) in [
            ("a.b", "c"),
            ("a", "b.c"),
            ("*", "a"),
            ("a", ">"),
            ("a", "*"),
            ("", "a"),
            ("a", ""),
            ("a b", "c"),
            ("a", "b\r\nPUB x 0"),
            ("A", "b"),
        ] {
            assert!(file.add(edge(tenant, name)).is_err(), "{tenant:?} {name:?}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_or_that_has_unknown_fields_is_an_error() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, file) = file();
        file.add(agent("acme", "ci")).expect("added");
        let text = std::fs::read_to_string(file.path()).expect("readable");
        std::fs::set_permissions(file.path(), PermissionsExt::from_mode(0o640)).expect("changed");
        assert!(file.read().is_err());
        for changed in [
            text.replace("\"format\": 1", "\"format\": 2"),
            text.replace("\"tenant\"", "\"sites\": [], \"tenant\""),
            text.replace("acme", "a.b"),
        ] {
            state_dir::replace(&file.path(), &changed).expect("written");
            assert!(file.read().is_err(), "{changed}");
        }
    }

    #[test]
    fn a_token_expires_at_its_time() {
        let (_folder, file) = file();
        let lasts = Some(Duration::from_secs(60));
        file.add(NewToken {
            lasts,
            ..edge("acme", "laptop")
        })
        .expect("added");
        let token = &file.read().expect("readable")[0];
        let now = SystemTime::now();
        assert!(!token.is_expired(now));
        assert!(token.is_expired(now + Duration::from_secs(61)));
    }
}
