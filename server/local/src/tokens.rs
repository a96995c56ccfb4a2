//! The named tokens of a state directory, in a file of its user alone. Of a token its hash is kept;
//! the token itself is shown once, when it is made.

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
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What every token begins with, so that it is known where it turns up.
pub const PREFIX: &str = "axl_";

/// Longest name, in characters.
const MAX_NAME_LEN: usize = 40;

/// Digits of an id.
const ID_DIGITS: usize = 16;

/// Most revoked tokens of which something is kept.
const REVOKED: usize = 100;

/// Version of the file's format.
const FORMAT: u32 = 1;

/// A token, without what lets anybody in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedToken {
    /// No other token has it, nor ever had.
    pub id: String,
    /// Name of the agent, which no other token has.
    pub name: String,
    /// SHA-256 of the token.
    pub sha256: String,
    /// What it allows at most.
    pub scope: TokenScope,
    /// Patterns of the sites that it allows; none: every site.
    pub sites: Vec<String>,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// When it expires, in seconds since 1970; none: never.
    pub expires: Option<u64>,
}

/// What is left of a token that was taken back, so that the log can say whose it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokedToken {
    /// Its id.
    pub id: String,
    /// Name of the agent; a later token may have it too.
    pub name: String,
    /// [`mark`] of the token: not its hash, which would let it in again.
    pub mark: String,
    /// When it was taken back, in seconds since 1970.
    pub revoked: u64,
}

/// All that the file says.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    /// The valid tokens, in the order in which they were made.
    pub tokens: Vec<NamedToken>,
    /// Those that were taken back, the oldest first.
    pub revoked: Vec<RevokedToken>,
}

/// What a new token is to be.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Name of the agent.
    pub name: String,
    /// What it allows at most.
    pub scope: TokenScope,
    /// Patterns of the sites that it allows; none: every site.
    pub sites: Vec<String>,
    /// For how long; none: until it is revoked.
    pub lasts: Option<Duration>,
}

/// The file: a field that this version does not know may forbid something.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    tokens: Vec<NamedToken>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    revoked: Vec<RevokedToken>,
}

/// By what it is seen that the file is another, or was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp([i64; 6], u64);

/// The file of tokens of a state directory.
#[derive(Debug, Clone)]
pub struct TokenFile {
    dir: StateDir,
}

impl NamedToken {
    /// When it expires.
    pub fn expires_at(&self) -> Option<SystemTime> {
        let after = Duration::from_secs(self.expires?);
        // What is beyond all times never comes.
        UNIX_EPOCH.checked_add(after)
    }

    fn check(&self) -> anyhow::Result<()> {
        check_name(&self.name)?;
        ensure!(!self.id.is_empty() && self.id != USER, "a token has no id");
        ensure!(secret::is_well_formed(&self.sha256), "a hash is none");
        for site in &self.sites {
            let normal = site_pattern::normalize(site).map_err(anyhow::Error::msg)?;
            ensure!(normal == *site, "{site:?} is to be written {normal:?}");
        }
        Ok(())
    }
}

impl TokenFile {
    /// That of this state directory, whether it is there or not.
    pub fn of(dir: &StateDir) -> TokenFile {
        TokenFile { dir: dir.clone() }
    }

    /// Where it is.
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("tokens.json")
    }

    /// `None` if there is no file.
    pub fn stamp(&self) -> Option<Stamp> {
        let about = std::fs::symlink_metadata(self.path()).ok()?;
        let times = [
            about.mtime(),
            about.mtime_nsec(),
            about.ctime(),
            about.ctime_nsec(),
        ];
        let [a, b, c, d] = times;
        let (inode, length) = (about.ino().cast_signed(), about.len().cast_signed());
        Some(Stamp([a, b, c, d, inode, length], about.dev()))
    }

    /// The tokens, in the order in which they were made.
    ///
    /// # Errors
    /// Those of [`TokenFile::read_all`].
    pub fn read(&self) -> anyhow::Result<Vec<NamedToken>> {
        Ok(self.read_all()?.tokens)
    }

    /// All that it says. Nothing of a file that others can read or write, that is a link, or that
    /// says what this version does not know.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn read_all(&self) -> anyhow::Result<Tokens> {
        let file = self.path();
        match std::fs::symlink_metadata(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Tokens::default()),
            Ok(about) if about.is_symlink() => {
                bail!("{} is a symbolic link: remove it", file.display())
            }
            _ => {}
        }
        let text = files::read_private(&file)
            .context("look at what is in it, then run `chmod 600` on it, or remove it")?;
        parse(&text).with_context(|| format!("{} makes no sense", file.display()))
    }

    /// Makes a token and returns it.
    ///
    /// # Errors
    /// When the name is none or taken, or the file can't be read or written.
    pub fn add(&self, new: &NewToken) -> anyhow::Result<String> {
        check_name(&new.name)?;
        let _lock = self.lock()?;
        let mut all = self.read_all()?;
        let name = &new.name;
        if all.tokens.iter().any(|token| token.name == *name) {
            bail!("there is a token of the name {name}: run `axlens token revoke {name}` first");
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
        });
        self.write(all)?;
        Ok(text)
    }

    /// Takes a token back; of the last hundred, id and name are kept. False: there is none of this
    /// name.
    ///
    /// # Errors
    /// When the file can't be read or written.
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
        let revoked = revoked.split_off(revoked.len().saturating_sub(REVOKED));
        self.write(Tokens { tokens, revoked })?;
        Ok(true)
    }

    fn write(&self, Tokens { tokens, revoked }: Tokens) -> anyhow::Result<()> {
        let stored = Stored {
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

    /// Held by the one who changes the file.
    fn lock(&self) -> anyhow::Result<File> {
        self.dir.make()?;
        let file = self.dir.path().join("tokens.lock");
        let lock = files::open_lock(&file)?;
        lock.lock()
            .with_context(|| format!("{} can't be locked", file.display()))?;
        Ok(lock)
    }
}

/// What is kept of a token.
pub fn hash(token: &str) -> String {
    secret::hex(&Sha256::digest(token.as_bytes()))
}

/// What is kept of a token that was taken back. No hash can be had from it.
pub fn mark(token: &str) -> String {
    mark_of_hash(&hash(token))
}

fn mark_of_hash(sha256: &str) -> String {
    hash(&format!("revoked {sha256}"))
}

fn parse(text: &str) -> anyhow::Result<Tokens> {
    let stored: Stored = serde_json::from_str(text)?;
    ensure!(stored.format == FORMAT, "another version has written it");
    for (at, token) in stored.tokens.iter().enumerate() {
        token.check()?;
        let before = &stored.tokens[..at];
        let is_same = |other: &NamedToken| other.id == token.id || other.name == token.name;
        ensure!(!before.iter().any(is_same), "two tokens are one");
    }
    for token in &stored.revoked {
        check_name(&token.name)?;
        ensure!(
            !token.id.is_empty() && token.id != USER,
            "a token has no id"
        );
        ensure!(secret::is_well_formed(&token.mark), "a mark is none");
    }
    Ok(Tokens {
        tokens: stored.tokens,
        revoked: stored.revoked,
    })
}

/// # Errors
/// Says what a name is.
fn check_name(name: &str) -> anyhow::Result<()> {
    let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
    let is_good = (1..=MAX_NAME_LEN).contains(&name.len()) && name.bytes().all(is_known);
    ensure!(
        is_good && name != USER,
        "{name:?} can't be an agent's name: use 1 to {MAX_NAME_LEN} of a–z, 0–9, `.`, `_` and `-`, and not `{USER}`, which is your own"
    );
    Ok(())
}

#[cfg(test)]
mod tests;
