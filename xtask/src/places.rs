//! Paths: the folders of the workspace, and the output of the build in `target/axlens/`.

use std::path::{Path, PathBuf};

/// The paths that every task needs, all absolute.
pub struct Places {
    /// The workspace's top folder.
    pub root: PathBuf,
    /// `target/axlens/`: the output of the build.
    pub built: PathBuf,
}

impl Places {
    /// The places of the workspace that this program was compiled in.
    pub fn of_workspace() -> Places {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.parent().unwrap_or(manifest).to_path_buf();
        let built = root.join("target").join("axlens");
        Places { root, built }
    }

    /// The extension, ready to be loaded unpacked.
    pub fn extension(&self) -> PathBuf {
        self.built.join("extension")
    }

    /// One of the built programs.
    pub fn program(&self, name: &str) -> PathBuf {
        self.built.join("bin").join(name)
    }

    /// Where intermediate files of the build are kept.
    pub fn work(&self) -> PathBuf {
        self.built.join("work")
    }
}
