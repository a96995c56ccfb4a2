//! The user's secrets that agents may use by name, in a file that only the user can access. The
//! file has the command that prints each value, and never a value.

use crate::site_pattern;
use crate::state_dir::{StateDir, files};
use crate::tokens::{MAX_NAME_LEN, is_name};
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Version of the file's format.
const FORMAT: u32 = 1;

/// A secret, without its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedSecret {
    /// Its unique name, which agents use.
    pub name: String,
    /// Patterns of the sites whose fields may take it, at least one.
    pub sites: Vec<String>,
    /// The program that prints the value, and its arguments.
    pub command: Vec<String>,
}

impl NamedSecret {
    /// Checks the name, the sites and the command.
    ///
    /// # Errors
    /// If one of them is invalid.
    pub fn check(&self) -> anyhow::Result<()> {
        let name = &self.name;
        ensure!(
            is_name(name),
            "{name:?} can't be a secret's name: use 1 to {MAX_NAME_LEN} of a–z, 0–9, `.`, `_` and `-`"
        );
        ensure!(!self.sites.is_empty(), "the secret {name} has no site");
        for site in &self.sites {
            site_pattern::check_normal(site)?;
            let is_every = site_pattern::is_every_host(site);
            ensure!(!is_every, "a secret is for some sites: name them");
        }
        let program = self.command.first();
        ensure!(
            program.is_some_and(|program| !program.is_empty()),
            "the secret {name} has no command"
        );
        Ok(())
    }
}

/// The file of secrets of a state directory.
#[derive(Debug, Clone)]
pub struct SecretFile {
    dir: StateDir,
}

/// The file's JSON. Unknown fields are errors, because they may restrict a secret.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSecrets {
    format: u32,
    secrets: Vec<NamedSecret>,
}

impl SecretFile {
    /// The file of this state directory, which may be missing.
    pub fn of(dir: &StateDir) -> SecretFile {
        SecretFile { dir: dir.clone() }
    }

    /// Its path.
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("secrets.json")
    }

    /// The secrets, in the order of creation.
    ///
    /// # Errors
    /// If others can access the file, or it is invalid.
    pub fn read(&self) -> anyhow::Result<Vec<NamedSecret>> {
        let file = self.path();
        if std::fs::symlink_metadata(&file).is_err() {
            return Ok(Vec::new());
        }
        let text = files::read_private(&file)?;
        parse(&text).with_context(|| format!("{} is invalid", file.display()))
    }

    /// Adds a secret.
    ///
    /// # Errors
    /// If it is invalid, its name is taken, or the file can't be read or written.
    pub fn add(&self, secret: NamedSecret) -> anyhow::Result<()> {
        secret.check()?;
        let _lock = self.lock()?;
        let mut secrets = self.read()?;
        let name = &secret.name;
        ensure!(
            !secrets.iter().any(|other| other.name == *name),
            "there is a secret with the name {name}: run `axlens secret remove {name}` first"
        );
        secrets.push(secret);
        self.write(secrets)
    }

    /// Removes a secret. Returns false if there is none with this name.
    ///
    /// # Errors
    /// If the file can't be read or written.
    pub fn remove(&self, name: &str) -> anyhow::Result<bool> {
        let _lock = self.lock()?;
        let mut secrets = self.read()?;
        let before = secrets.len();
        secrets.retain(|secret| secret.name != name);
        let is_removed = secrets.len() < before;
        if is_removed {
            self.write(secrets)?;
        }
        Ok(is_removed)
    }

    fn write(&self, secrets: Vec<NamedSecret>) -> anyhow::Result<()> {
        let format = FORMAT;
        let text = serde_json::to_string_pretty(&StoredSecrets { format, secrets })? + "\n";
        ensure!(
            (text.len() as u64) < files::MAX_LEN,
            "there are too many secrets: remove some first"
        );
        files::write_private(&self.path(), &text)
    }

    /// Locks the file for a change.
    fn lock(&self) -> anyhow::Result<std::fs::File> {
        self.dir.make()?;
        let file = self.dir.path().join("secrets.lock");
        let lock = files::open_lock(&file)?;
        lock.lock()
            .with_context(|| format!("{} can't be locked", file.display()))?;
        Ok(lock)
    }
}

fn parse(text: &str) -> anyhow::Result<Vec<NamedSecret>> {
    let StoredSecrets { format, secrets } = serde_json::from_str(text)?;
    ensure!(
        format == FORMAT,
        "it has format {format}, and this version of Axlens reads format {FORMAT}: use the version that wrote it"
    );
    for (at, secret) in secrets.iter().enumerate() {
        secret.check()?;
        let mut before = secrets[..at].iter();
        ensure!(
            !before.any(|other| other.name == secret.name),
            "two secrets have the same name"
        );
    }
    Ok(secrets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(name: &str, site: &str) -> NamedSecret {
        NamedSecret {
            name: name.to_owned(),
            sites: vec![site.to_owned()],
            command: vec!["pass".to_owned(), "show".to_owned(), name.to_owned()],
        }
    }

    #[test]
    fn secrets_are_kept_until_they_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = SecretFile::of(&StateDir::at(folder.path().join("state")));
        assert_eq!(file.read().expect("no file"), []);
        let github = secret("github", "https://github.com");
        file.add(github.clone()).expect("added");
        assert!(file.add(github.clone()).is_err());
        assert_eq!(file.read().expect("a file"), [github]);
        assert!(file.remove("github").expect("removed"));
        assert!(!file.remove("github").expect("nothing to remove"));
        assert_eq!(file.read().expect("a file"), []);
    }

    #[test]
    fn a_secret_has_a_name_a_command_and_sites_of_its_own() {
        for (name, site) in [
            ("", "a.example"),
            ("Git Hub", "a.example"),
            ("a", "*"),
            ("a", "https://*"),
            ("a", "https://*:8443"),
            ("a", "*:8443"),
            ("a", "HTTPS://A.example"),
        ] {
            assert!(secret(name, site).check().is_err(), "{name} {site}");
        }
        secret("a", "https://*.a.example").check().expect("valid");
        let mut without = secret("a", "a.example");
        without.command.clear();
        assert!(without.check().is_err());
        without = secret("a", "a.example");
        without.sites.clear();
        assert!(without.check().is_err());
        assert!(parse(r#"{"format": 2, "secrets": []}"#).is_err());
    }
}
