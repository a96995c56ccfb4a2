//! Files that an agent names by their paths: they are read here, and only from folders that the
//! user has given. The server gets what is in them.

use crate::api::interact::uploads::MAX_BYTES;
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The folders that files may come from.
#[derive(Debug, Default)]
pub struct Folders(Vec<PathBuf>);

impl Folders {
    /// These, and all that is in them.
    ///
    /// # Errors
    /// Where one is no folder.
    pub fn new(folders: &[PathBuf]) -> anyhow::Result<Folders> {
        let whole = folders.iter().map(|folder| {
            let path = folder.canonicalize();
            let path = path.with_context(|| format!("--files {}", folder.display()))?;
            ensure!(path.is_dir(), "--files {}: no folder", folder.display());
            Ok(path)
        });
        whole.collect::<anyhow::Result<_>>().map(Folders)
    }

    /// Puts what is in the files in the place of their paths. False: the message names none.
    ///
    /// # Errors
    /// Where a file may not be read, or can't be.
    pub fn fill(&self, message: &mut Value) -> anyhow::Result<bool> {
        let mut filled = false;
        let mut left = MAX_BYTES;
        let actions = message.pointer_mut("/params/arguments/actions");
        for action in actions.and_then(Value::as_array_mut).into_iter().flatten() {
            let files = action.get_mut("files").and_then(Value::as_array_mut);
            for file in files.into_iter().flatten() {
                let Some(path) = file["path"].as_str().map(str::to_owned) else {
                    continue;
                };
                *file = self.read(&path, file["type"].as_str(), &mut left)?;
                filled = true;
            }
        }
        Ok(filled)
    }

    fn read(&self, path: &str, media_type: Option<&str>, left: &mut u64) -> anyhow::Result<Value> {
        let file = self.find(path)?;
        let size = file.metadata().with_context(|| path.to_owned())?.len();
        ensure!(size <= *left, "{path}: the files have more than 8 MiB");
        *left -= size;
        let bytes = std::fs::read(&file).with_context(|| path.to_owned())?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut given = json!({"name": name, "base64": STANDARD.encode(bytes)});
        if let Some(media_type) = media_type {
            given["type"] = json!(media_type);
        }
        Ok(given)
    }

    /// The file, where it really is: not by a link out of the folders.
    fn find(&self, path: &str) -> anyhow::Result<PathBuf> {
        if self.0.is_empty() {
            bail!("files are given by the user: start `axlens mcp` with --files FOLDER");
        }
        let places = self.0.iter().map(|folder| folder.join(path));
        let found = places.filter_map(|place| place.canonicalize().ok());
        let is_within = |file: &PathBuf| self.0.iter().any(|folder| file.starts_with(folder));
        let mut found = found.filter(|file| is_within(file) && is_plain(file));
        found
            .next()
            .with_context(|| format!("{path}: no such file under the folders of --files"))
    }
}

fn is_plain(file: &Path) -> bool {
    file.metadata().is_ok_and(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(path: &str) -> Value {
        json!({"params": {"arguments": {"actions": [
            {"action": "click", "uid": 1},
            {"action": "upload", "files": [{"path": path, "type": "text/plain"}]},
        ]}}})
    }

    #[test]
    fn files_come_from_the_given_folders_alone() {
        let (given, other) = (tempfile::tempdir(), tempfile::tempdir());
        let (given, other) = (given.expect("a folder"), other.expect("a folder"));
        std::fs::create_dir(given.path().join("in")).expect("made");
        std::fs::write(given.path().join("in/a.txt"), "Ada").expect("written");
        std::fs::write(other.path().join("b.txt"), "Bob").expect("written");
        let link = given.path().join("link.txt");
        std::os::unix::fs::symlink(other.path().join("b.txt"), link).expect("linked");
        let folders = Folders::new(&[given.path().to_owned()]).expect("a folder");
        let whole = given.path().join("in/a.txt").display().to_string();
        for path in ["in/a.txt", &whole] {
            let mut message = message(path);
            assert!(folders.fill(&mut message).expect("it may be read"));
            let file = &message["params"]["arguments"]["actions"][1]["files"][0];
            let wanted = json!({"name": "a.txt", "type": "text/plain", "base64": "QWRh"});
            assert_eq!(*file, wanted);
        }
        let outside = other.path().join("b.txt").display().to_string();
        let up = format!(
            "../{}/b.txt",
            other.path().file_name().expect("a name").display()
        );
        for path in ["link.txt", "in", "none.txt", &outside, &up] {
            assert!(folders.fill(&mut message(path)).is_err(), "{path}");
        }
        assert!(Folders::default().fill(&mut message("in/a.txt")).is_err());
        let mut plain = json!({"params": {"arguments": {"tab": 1}}});
        assert!(!folders.fill(&mut plain).expect("nothing to do"));
        assert!(Folders::new(&[given.path().join("in/a.txt")]).is_err());
    }
}
