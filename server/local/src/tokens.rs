//! The named tokens of a state directory, in a file that only its user can access. The file has
//! their hashes; a token itself is only printed when it is created.

use crate::platform::{self, FileStamp};
use crate::secret;
use crate::site_pattern;
use crate::state_dir::{StateDir, files};
use anyhow::{Context, bail, ensure};
use axlens_protocol::model::TokenScope;
use axlens_protocol::wire::USER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The prefix of every token, by which it can be recognized anywhere.
pub const PREFIX: &str = "axl_";

/// The maximum length of a name, in characters.
pub const MAX_NAME_LEN: usize = 40;

/// The number of digits of an id.
const ID_DIGITS: usize = 16;

/// The maximum number of revoked tokens that are stored.
const MAX_REVOKED: usize = 100;

/// Version of the file's format.
const FORMAT: u32 = 1;

/// A token, without the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedToken {
    /// Its unique id.
    pub id: String,
    /// The unique name of the agent.
    pub name: String,
    /// SHA-256 of the token.
    pub sha256: String,
    /// What it allows.
    pub scope: TokenScope,
    /// Patterns of the allowed sites; every site if empty.
    pub sites: Vec<String>,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// When it expires, in seconds since 1970; `None` if it does not.
    pub expires: Option<u64>,
    /// How its agent identifies itself.
    #[serde(default, skip_serializing_if = "AgentIdentification::is_by_token")]
    pub by: AgentIdentification,
}

/// How an agent identifies itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentIdentification {
    /// By its token.
    #[default]
    Token,
    /// By its name, as a program of the user. Nobody knows the token: it would protect nothing from
    /// such a program, and could be copied from a client's configuration.
    Name,
}

impl AgentIdentification {
    fn is_by_token(&self) -> bool {
        *self == AgentIdentification::Token
    }
}

/// A revoked token, stored so that the audit log can name its agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokedToken {
    /// Its id.
    pub id: String,
    /// Name of the agent; a later token may have it too.
    pub name: String,
    /// [`mark`] of the token: not its hash, with which it could be restored.
    pub mark: String,
    /// When it was revoked, in seconds since 1970.
    pub revoked: u64,
}

/// The contents of the file.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    /// The valid tokens, in the order of creation.
    pub tokens: Vec<NamedToken>,
    /// The revoked tokens, the oldest first.
    pub revoked: Vec<RevokedToken>,
}

/// The properties of a new token.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Name of the agent.
    pub name: String,
    /// What it allows.
    pub scope: TokenScope,
    /// Patterns of the allowed sites; every site if empty.
    pub sites: Vec<String>,
    /// How long it is valid; `None`: until it is revoked.
    pub lasts: Option<Duration>,
}

/// The file's JSON. Unknown fields are errors, because they may restrict a token.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredTokens {
    format: u32,
    tokens: Vec<NamedToken>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    revoked: Vec<RevokedToken>,
}

/// The file of tokens of a state directory.
#[derive(Debug, Clone)]
pub struct TokenFile {
    dir: StateDir,
}

impl NamedToken {
    /// When it expires.
    pub fn expires_at(&self) -> Option<SystemTime> {
        let after = Duration::from_secs(self.expires?);
        // A time that overflows never comes.
        UNIX_EPOCH.checked_add(after)
    }

    fn check(&self) -> anyhow::Result<()> {
        check_name(&self.name)?;
        ensure!(!self.id.is_empty() && self.id != USER, "a token has no id");
        ensure!(secret::is_well_formed(&self.sha256), "a hash is invalid");
        for site in &self.sites {
            site_pattern::check_normal(site)?;
        }
        Ok(())
    }
}

impl TokenFile {
    /// The file of this state directory, which may be missing.
    pub fn of(dir: &StateDir) -> TokenFile {
        TokenFile { dir: dir.clone() }
    }

    /// The state directory.
    pub fn dir(&self) -> &StateDir {
        &self.dir
    }

    /// Its path.
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("tokens.json")
    }

    /// `None` if there is no file.
    pub fn stamp(&self) -> Option<FileStamp> {
        let metadata = std::fs::symlink_metadata(self.path()).ok()?;
        Some(FileStamp::of(&metadata))
    }

    /// The tokens, in the order of creation.
    ///
    /// # Errors
    /// Those of [`TokenFile::read_all`].
    pub fn read(&self) -> anyhow::Result<Vec<NamedToken>> {
        Ok(self.read_all()?.tokens)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// If others can access it, it is a link, or it is invalid.
    pub fn read_all(&self) -> anyhow::Result<Tokens> {
        let file = self.path();
        match std::fs::symlink_metadata(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Tokens::default()),
            Ok(metadata) if metadata.is_symlink() => {
                bail!("{} is a symbolic link: remove it", file.display())
            }
            _ => {}
        }
        let text = files::read_private(&file).with_context(|| {
            let hint = platform::restrict_hint(&file);
            format!("check its contents, then run `{hint}`, or remove it")
        })?;
        parse(&text).with_context(|| format!("{} is invalid", file.display()))
    }

    /// Adds a token and returns it.
    ///
    /// # Errors
    /// If the name is invalid or taken, or the file can't be read or written.
    pub fn add(&self, new: &NewToken) -> anyhow::Result<String> {
        let _lock = self.lock()?;
        self.insert(self.read_all()?, new, AgentIdentification::Token)
    }

    /// Adds an agent that identifies itself by its name.
    ///
    /// # Errors
    /// If the name is invalid or taken, or the file can't be read or written.
    pub fn add_by_name(&self, new: &NewToken) -> anyhow::Result<()> {
        let _lock = self.lock()?;
        self.insert(self.read_all()?, new, AgentIdentification::Name)?;
        Ok(())
    }

    /// Adds an agent that identifies itself by its name, unless there is one. Returns whether it
    /// was added.
    ///
    /// # Errors
    /// If the name is invalid or that of a token, the agent has expired, or the file can't be read
    /// or written.
    pub fn ensure_by_name(&self, new: &NewToken) -> anyhow::Result<bool> {
        let _lock = self.lock()?;
        let all = self.read_all()?;
        let name = &new.name;
        let Some(known) = all.tokens.iter().find(|token| token.name == *name) else {
            self.insert(all, new, AgentIdentification::Name)?;
            return Ok(true);
        };
        if known.by == AgentIdentification::Token {
            bail!("the agent {name} has a token: choose another name for this client");
        }
        let is_expired = known.expires_at().is_some_and(|at| at <= SystemTime::now());
        ensure!(
            !is_expired,
            "the agent {name} has expired: run `axlens token revoke {name}` first"
        );
        Ok(false)
    }

    /// Writes the file with another token, and returns it. The caller holds the lock.
    fn insert(
        &self,
        mut all: Tokens,
        new: &NewToken,
        by: AgentIdentification,
    ) -> anyhow::Result<String> {
        check_name(&new.name)?;
        let name = &new.name;
        if all.tokens.iter().any(|token| token.name == *name) {
            bail!("there is a token with the name {name}: run `axlens token revoke {name}` first");
        }
        let text = format!("{PREFIX}{}", secret::new()?);
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
        let sites = new.sites.iter().map(|site| site_pattern::normalize(site));
        let sites: Result<Vec<String>, String> = sites.collect();
        all.tokens.push(NamedToken {
            id: secret::new()?[..ID_DIGITS].to_owned(),
            name: name.clone(),
            sha256: hash(&text),
            scope: new.scope,
            sites: sites.map_err(anyhow::Error::msg)?,
            created: now.as_secs(),
            expires: new.lasts.map(|lasts| now.saturating_add(lasts).as_secs()),
            by,
        });
        self.write(all)?;
        Ok(text)
    }

    /// Revokes a token. Returns false if there is none with this name.
    ///
    /// # Errors
    /// If the file can't be read or written.
    pub fn revoke(&self, name: &str) -> anyhow::Result<bool> {
        let _lock = self.lock()?;
        let Tokens {
            mut tokens,
            mut revoked,
        } = self.read_all()?;
        let Some(at) = tokens.iter().position(|token| token.name == name) else {
            return Ok(false);
        };
        let token = tokens.remove(at);
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
        revoked.push(RevokedToken {
            id: token.id,
            name: token.name,
            mark: mark_of_hash(&token.sha256),
            revoked: now.as_secs(),
        });
        let revoked = revoked.split_off(revoked.len().saturating_sub(MAX_REVOKED));
        self.write(Tokens { tokens, revoked })?;
        Ok(true)
    }

    fn write(&self, Tokens { tokens, revoked }: Tokens) -> anyhow::Result<()> {
        let stored = StoredTokens {
            format: FORMAT,
            tokens,
            revoked,
        };
        let text = serde_json::to_string_pretty(&stored)? + "\n";
        if text.len() as u64 >= files::MAX_LEN {
            bail!("there are too many tokens and sites: revoke some first");
        }
        files::write_private(&self.path(), &text)
    }

    /// Locks the file for a change.
    fn lock(&self) -> anyhow::Result<File> {
        self.dir.make()?;
        let file = self.dir.path().join("tokens.lock");
        let lock = files::open_lock(&file)?;
        lock.lock()
            .with_context(|| format!("{} can't be locked", file.display()))?;
        Ok(lock)
    }
}

/// The stored hash of a token.
pub fn hash(token: &str) -> String {
    secret::hex(&Sha256::digest(token.as_bytes()))
}

/// The stored mark of a revoked token, from which its hash can't be computed.
pub fn mark(token: &str) -> String {
    mark_of_hash(&hash(token))
}

fn mark_of_hash(sha256: &str) -> String {
    hash(&format!("revoked {sha256}"))
}

/// The format alone, because another one has other fields.
#[derive(Deserialize)]
struct StoredFormat {
    format: u32,
}

fn parse(text: &str) -> anyhow::Result<Tokens> {
    let StoredFormat { format } = serde_json::from_str(text)?;
    ensure!(
        format == FORMAT,
        "it has format {format}, and this version of Axlens reads format {FORMAT}: use the version that wrote it"
    );
    let stored: StoredTokens = serde_json::from_str(text)?;
    for (at, token) in stored.tokens.iter().enumerate() {
        token.check()?;
        let before = &stored.tokens[..at];
        let is_same = |other: &NamedToken| other.id == token.id || other.name == token.name;
        ensure!(
            !before.iter().any(is_same),
            "two tokens have the same id or name"
        );
    }
    for token in &stored.revoked {
        check_name(&token.name)?;
        ensure!(
            !token.id.is_empty() && token.id != USER,
            "a token has no id"
        );
        ensure!(secret::is_well_formed(&token.mark), "a mark is invalid");
    }
    Ok(Tokens {
        tokens: stored.tokens,
        revoked: stored.revoked,
    })
}

/// Whether a name has the form of those of agents and secrets.
pub fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
    (1..=MAX_NAME_LEN).contains(&name.len()) && name.bytes().all(is_allowed)
}

/// Checks the name of an agent.
///
/// # Errors
/// If it is invalid.
pub fn check_name(name: &str) -> anyhow::Result<()> {
    ensure!(
        is_name(name) && name != USER,
        "{name:?} can't be an agent's name: use 1 to {MAX_NAME_LEN} of a–z, 0–9, `.`, `_` and `-`, and not `{USER}`, which is your own"
    );
    Ok(())
}

#[cfg(test)]
mod tests;
