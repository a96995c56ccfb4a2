//! Reads the files that an agent uploads by their paths, only from folders that the user has
//! allowed. The server receives their contents.

use crate::api::interact::uploads::MAX_BYTES;
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The folders that the user has allowed.
#[derive(Debug, Default)]
pub struct UploadFolders(Vec<PathBuf>);

impl UploadFolders {
    /// Allows these folders with all their contents.
    ///
    /// # Errors
    /// If one is not a folder.
    pub fn new(folders: &[PathBuf]) -> anyhow::Result<UploadFolders> {
        let paths = folders.iter().map(|folder| {
            let path = folder.canonicalize();
            let path = path.with_context(|| format!("--files {}", folder.display()))?;
            ensure!(
                path.is_dir(),
                "--files {} is not a folder",
                folder.display()
            );
            Ok(path)
        });
        paths.collect::<anyhow::Result<_>>().map(UploadFolders)
    }

    /// Replaces the paths in a message by the contents of the files. Returns false if it has none.
    ///
    /// # Errors
    /// If a file is not allowed or can't be read.
    pub fn insert_contents(&self, message: &mut Value) -> anyhow::Result<bool> {
        let mut changed = false;
        let mut remaining = MAX_BYTES;
        let actions = message.pointer_mut("/params/arguments/actions");
        for action in actions.and_then(Value::as_array_mut).into_iter().flatten() {
            let files = action.get_mut("files").and_then(Value::as_array_mut);
            for file in files.into_iter().flatten() {
                let Some(path) = file["path"].as_str().map(str::to_owned) else {
                    continue;
                };
                *file = self.read(&path, file["type"].as_str(), &mut remaining)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    fn read(
        &self,
        path: &str,
        media_type: Option<&str>,
        remaining: &mut u64,
    ) -> anyhow::Result<Value> {
        let file = self.find(path)?;
        let size = file.metadata().with_context(|| path.to_owned())?.len();
        ensure!(size <= *remaining, "{path}: the files have more than 8 MiB");
        *remaining -= size;
        let bytes = std::fs::read(&file).with_context(|| path.to_owned())?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut content = json!({"name": name, "base64": STANDARD.encode(bytes)});
        if let Some(media_type) = media_type {
            content["type"] = json!(media_type);
        }
        Ok(content)
    }

    /// The canonical path of a file, which must be in one of the folders, also after following
    /// links.
    fn find(&self, path: &str) -> anyhow::Result<PathBuf> {
        if self.0.is_empty() {
            bail!("no folder for uploads is allowed: start `axlens mcp` with --files FOLDER");
        }
        let places = self.0.iter().map(|folder| folder.join(path));
        let files = places.filter_map(|place| place.canonicalize().ok());
        let is_within = |file: &PathBuf| self.0.iter().any(|folder| file.starts_with(folder));
        let mut files = files.filter(|file| is_within(file) && is_regular(file));
        files
            .next()
            .with_context(|| format!("{path}: no such file in the folders of --files"))
    }
}

fn is_regular(file: &Path) -> bool {
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
    fn only_files_in_the_allowed_folders_are_read() {
        let (allowed, other) = (tempfile::tempdir(), tempfile::tempdir());
        let (allowed, other) = (allowed.expect("a folder"), other.expect("a folder"));
        std::fs::create_dir(allowed.path().join("in")).expect("made");
        std::fs::write(allowed.path().join("in/a.txt"), "Ada").expect("written");
        std::fs::write(other.path().join("b.txt"), "Bob").expect("written");
        let link = allowed.path().join("link.txt");
        std::os::unix::fs::symlink(other.path().join("b.txt"), link).expect("linked");
        let folders = UploadFolders::new(&[allowed.path().to_owned()]).expect("a folder");
        let absolute = allowed.path().join("in/a.txt").display().to_string();
        for path in ["in/a.txt", &absolute] {
            let mut message = message(path);
            assert!(
                folders
                    .insert_contents(&mut message)
                    .expect("it may be read")
            );
            let file = &message["params"]["arguments"]["actions"][1]["files"][0];
            let expected = json!({"name": "a.txt", "type": "text/plain", "base64": "QWRh"});
            assert_eq!(*file, expected);
        }
        let outside = other.path().join("b.txt").display().to_string();
        let up = format!(
            "../{}/b.txt",
            other.path().file_name().expect("a name").display()
        );
        for path in ["link.txt", "in", "none.txt", &outside, &up] {
            assert!(
                folders.insert_contents(&mut message(path)).is_err(),
                "{path}"
            );
        }
        assert!(
            UploadFolders::default()
                .insert_contents(&mut message("in/a.txt"))
                .is_err()
        );
        let mut without = json!({"params": {"arguments": {"tab": 1}}});
        assert!(
            !folders
                .insert_contents(&mut without)
                .expect("nothing to do")
        );
        assert!(UploadFolders::new(&[allowed.path().join("in/a.txt")]).is_err());
    }
}
