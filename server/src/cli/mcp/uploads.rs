//! Reads the files that an agent uploads by their paths, only from folders that the user has
//! allowed. The server receives their contents.

use crate::api::interact::uploads::MAX_BYTES;
use crate::platform::{FolderHandle, is_local};
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folders that the user has allowed.
#[derive(Debug, Default)]
pub struct UploadFolders(Vec<UploadFolder>);

#[derive(Debug)]
struct UploadFolder {
    /// Its canonical path.
    path: PathBuf,
    /// The folder itself.
    handle: FolderHandle,
}

impl UploadFolders {
    /// Allows these folders with all their contents.
    ///
    /// # Errors
    /// If one is not a folder.
    pub fn new(folders: &[PathBuf]) -> anyhow::Result<UploadFolders> {
        let folders = folders.iter().map(|folder| {
            let open = || {
                let path = folder.canonicalize()?;
                let handle = FolderHandle::open(&path)?;
                anyhow::Ok(UploadFolder { path, handle })
            };
            open().with_context(|| format!("--files {} is not a folder", folder.display()))
        });
        folders.collect::<anyhow::Result<_>>().map(UploadFolders)
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
        let (place, file) = self.find(path)?;
        let bytes = read_bounded(file, remaining).with_context(|| path.to_owned())?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let mut content = json!({"name": name, "base64": STANDARD.encode(bytes)});
        if let Some(media_type) = media_type {
            content["type"] = json!(media_type);
        }
        Ok(content)
    }

    /// Opens a file, which must be in one of the folders, also after following links. Returns its
    /// canonical path too.
    fn find(&self, path: &str) -> anyhow::Result<(PathBuf, File)> {
        if self.0.is_empty() {
            bail!("no folder for uploads is allowed: start `axlens mcp` with --files FOLDER");
        }
        let places = self.0.iter().map(|folder| folder.path.join(path));
        // On Windows, the path may name another computer.
        let places = places.filter(|place| is_local(place));
        let places = places.filter_map(|place| place.canonicalize().ok());
        let mut files = places.filter_map(|place| {
            let file = self.0.iter().find_map(|folder| {
                let below = place.strip_prefix(&folder.path).ok()?;
                open_below(&folder.handle, below).ok()
            });
            Some((place, file?))
        });
        files
            .next()
            .with_context(|| format!("{path}: no such file in the folders of --files"))
    }
}

/// Opens a regular file below a folder. The path is canonical, so that a link in it was put there
/// after the check, and is not followed out of the folder.
fn open_below(folder: &FolderHandle, path: &Path) -> anyhow::Result<File> {
    let file = folder.open_below(path)?;
    ensure!(file.metadata()?.is_file(), "it is not a regular file");
    Ok(file)
}

/// Reads a file of at most `remaining` bytes, and reduces them by its size.
fn read_bounded(file: File, remaining: &mut u64) -> anyhow::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    ensure!(size <= *remaining, "the files have more than 8 MiB");
    *remaining -= size;
    let mut bytes = Vec::new();
    file.take(size + 1).read_to_end(&mut bytes)?;
    // Files of the system, as in /proc, have another size than they say.
    ensure!(
        bytes.len() as u64 == size,
        "its size is not the one that it had before it was read"
    );
    Ok(bytes)
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
    #[test]
    fn a_link_that_replaces_a_file_after_the_check_is_not_followed() {
        let (allowed, other) = (tempfile::tempdir(), tempfile::tempdir());
        let (allowed, other) = (allowed.expect("a folder"), other.expect("a folder"));
        std::fs::write(other.path().join("b.txt"), "Bob").expect("written");
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, allowed.path().join(name)).expect("linked");
        };
        link(&other.path().join("b.txt"), "file");
        link(other.path(), "folder");
        let folders = UploadFolders::new(&[allowed.path().to_owned()]).expect("a folder");
        // As if the check had been before the links.
        for path in ["file", "folder/b.txt", ""] {
            assert!(
                open_below(&folders.0[0].handle, Path::new(path)).is_err(),
                "{path}"
            );
        }
    }

    #[test]
    fn a_file_that_is_not_what_it_was_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        std::fs::write(&path, "four").expect("written");
        let open = || File::open(&path).expect("it is there");
        let mut remaining = 4;
        assert_eq!(read_bounded(open(), &mut remaining).expect("read"), b"four");
        assert_eq!(remaining, 0);
        assert!(read_bounded(open(), &mut 3).is_err(), "too large");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn pipes_and_files_of_the_system_are_not_read() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR, 0).expect("made");
        let opened = UploadFolders::new(&[folder.path().to_owned()]).expect("a folder");
        assert!(open_below(&opened.0[0].handle, Path::new("pipe")).is_err());
        let system = UploadFolders::new(&[PathBuf::from("/proc")]).expect("a folder");
        for path in ["self/environ", "self/maps"] {
            assert!(
                system.insert_contents(&mut message(path)).is_err(),
                "{path}"
            );
        }
    }
}
