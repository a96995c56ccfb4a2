//! The user's cache: tools and packages that every clone needs. Each is an entry, a folder that is
//! made once for each state of its pins and never changed after that. Several clones can use the
//! cache at the same time.

use std::env;
use std::env::consts::{ARCH, OS};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};

use crate::files::files_under;
use crate::progress::step;
use crate::times::{Kind, span};

/// Names the cache's folder.
const VARIABLE: &str = "AXLENS_CACHE";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// An entry that no run has used for so long is removed.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The bytes of all entries. Beyond it, entries that were not used within a day are removed, the
/// least recently used ones first. One run uses about a third.
const MAX_SIZE: u64 = 6 << 30;
/// What the name of an entry ends with while it is made or removed.
const UNFINISHED: &str = ".unfinished";

/// The locks of the entries that this process uses: they are not removed before it ends.
static IN_USE: Mutex<Vec<File>> = Mutex::new(Vec::new());

/// A folder of entries.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The user's: `AXLENS_CACHE`, or `axlens` in the system's folder for caches.
    pub fn of_user() -> Cache {
        let named = env::var_os(VARIABLE).map(|path| env::current_dir().map(|at| at.join(path)));
        Self::in_folder(named.and_then(Result::ok).unwrap_or_else(folder_of_system))
    }

    /// A cache in a folder.
    pub fn in_folder(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// A path in it that is not an entry.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The folder of an entry. If the cache has none with this name and these pins, `make` installs
    /// it in a new folder, which is then renamed.
    ///
    /// # Errors
    /// Those of `make`, and where the cache can't be written.
    pub fn entry(
        &self,
        name: &str,
        pins: &str,
        make: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<PathBuf> {
        self.silent_entry(name, pins, |folder| {
            let work = || make(folder).with_context(|| name.to_owned());
            span(Kind::Install, || step(&format!("{name}: install"), work))
        })
    }

    /// Like [`Cache::entry`], without output.
    pub fn silent_entry(
        &self,
        name: &str,
        pins: &str,
        make: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let id = id(name, pins);
        let entry = self.entries().join(&id);
        let lock = self.lock_file(&id)?;
        // Waits while another process removes it.
        lock.lock_shared()?;
        if !entry.exists() {
            let making = self.lock_file(&format!("{id}{UNFINISHED}"))?;
            // Waits while another process makes it. Not by the lock of its use, which that process
            // has until it ends.
            making.lock()?;
            if !entry.exists() {
                make_entry(&entry, make)?;
                fs::write(self.lock_path(&id), size(&entry)?.to_string())?;
            }
        }
        lock.set_modified(SystemTime::now())?;
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.push(lock);
        Ok(entry)
    }

    /// Removes entries that are old, those that exceed the size, and what an interrupted process
    /// left.
    pub fn clean(&self) -> Result<()> {
        let mut entries = self.list()?;
        entries.sort_by_key(|entry| entry.age);
        let mut size = 0;
        for entry in entries {
            size += entry.size;
            let exceeds = size > MAX_SIZE && entry.age > DAY;
            if exceeds || entry.age > MAX_AGE || entry.is_unfinished {
                self.remove(&entry.id)?;
            }
        }
        Ok(())
    }

    fn list(&self) -> Result<Vec<EntryState>> {
        let mut entries = Vec::new();
        for file in fs::read_dir(self.entries()).into_iter().flatten() {
            let name = file?.file_name().to_string_lossy().into_owned();
            let id = name.strip_suffix(UNFINISHED).unwrap_or(&name);
            let lock = self.lock_path(id);
            let used = fs::metadata(&lock).and_then(|file| file.modified());
            let age = used.ok().and_then(|time| time.elapsed().ok());
            let size = fs::read_to_string(&lock).unwrap_or_default();
            entries.push(EntryState {
                age: age.unwrap_or_default(),
                size: size.parse().unwrap_or_default(),
                is_unfinished: id != name,
                id: id.to_owned(),
            });
        }
        Ok(entries)
    }

    /// Removes an entry and its unfinished folder, unless a process uses or makes it.
    fn remove(&self, id: &str) -> Result<()> {
        let lock = self.lock_file(id)?;
        if lock.try_lock().is_err() {
            return Ok(());
        }
        let entry = self.entries().join(id);
        let unfinished = unfinished(&entry);
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
            return Ok(());
        }
        // Renamed first, so that an entry is complete or not there.
        fs::rename(&entry, &unfinished)?;
        fs::remove_dir_all(&unfinished)?;
        Ok(())
    }

    fn entries(&self) -> PathBuf {
        self.folder.join("entries")
    }

    /// The file that is locked while an entry is used or removed. It was changed when the entry was
    /// used last, and contains its size.
    fn lock_path(&self, id: &str) -> PathBuf {
        self.folder.join("locks").join(id)
    }

    fn lock_file(&self, id: &str) -> Result<File> {
        let path = self.lock_path(id);
        for folder in [self.entries(), self.folder.join("locks")] {
            fs::create_dir_all(&folder)
                .with_context(|| format!("{VARIABLE} can name another folder"))?;
        }
        let mut options = File::options();
        let options = options.create(true).truncate(false).write(true);
        options
            .open(&path)
            .with_context(|| path.display().to_string())
    }
}

fn make_entry(entry: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let unfinished = unfinished(entry);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    fs::create_dir_all(&unfinished)?;
    make(&unfinished)?;
    Ok(fs::rename(&unfinished, entry)?)
}

/// What is known of an entry without its content.
struct EntryState {
    id: String,
    /// The time since it was used last.
    age: Duration,
    size: u64,
    is_unfinished: bool,
}

/// Makes a path lead to an entry, in place of what is there.
pub fn link(entry: &Path, path: &Path) -> Result<()> {
    if fs::read_link(path).is_ok_and(|target| target == entry) {
        return Ok(());
    }
    if path.is_dir() && !path.is_symlink() {
        fs::remove_dir_all(path)?;
    }
    fs::create_dir_all(path.parent().context("a link needs a folder")?)?;
    let new = path.with_extension("new");
    let _ = fs::remove_file(&new);
    symlink(entry, &new)?;
    fs::rename(&new, path).with_context(|| path.display().to_string())
}

fn folder_of_system() -> PathBuf {
    let home = env::home_dir().unwrap_or_default();
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let caches = match named.filter(|path| path.is_absolute()) {
        Some(named) => named,
        None if OS == "macos" => home.join("Library/Caches"),
        None => home.join(".cache"),
    };
    caches.join("axlens")
}

/// The name of an entry's folder. Programs are of this system, so it is part of the pins.
fn id(name: &str, pins: &str) -> String {
    let mut hash = DefaultHasher::new();
    (pins, ARCH, OS).hash(&mut hash);
    format!("{}-{:016x}", name.replace('/', "+"), hash.finish())
}

fn unfinished(entry: &Path) -> PathBuf {
    let mut path = entry.as_os_str().to_owned();
    path.push(UNFINISHED);
    PathBuf::from(path)
}

/// The bytes of all files.
fn size(folder: &Path) -> Result<u64> {
    let files = files_under(folder)?;
    let sizes = files.iter().map(|file| Ok(file.symlink_metadata()?.len()));
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::thread;

    /// A cache, and the folder that it is in.
    fn cache() -> Result<(Cache, tempfile::TempDir)> {
        let folder = tempfile::tempdir()?;
        Ok((Cache::in_folder(folder.path().to_path_buf()), folder))
    }

    fn write(text: &'static str) -> impl Fn(&Path) -> Result<()> {
        move |folder: &Path| Ok(fs::write(folder.join("file"), text)?)
    }

    /// Ends the use of all entries, and makes one look as if it was used so long ago.
    fn age(cache: &Cache, entry: &Path, age: Duration) -> Result<()> {
        IN_USE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        let id = entry.file_name().context("a name")?.to_string_lossy();
        let lock = cache.lock_file(&id)?;
        Ok(lock.set_modified(SystemTime::now() - age)?)
    }

    #[test]
    fn an_entry_is_made_once_for_each_state_of_its_pins() -> Result<()> {
        let (cache, _folder) = cache()?;
        let first = cache.entry("tool", "1", write("one"))?;
        assert_eq!(cache.entry("tool", "1", |_| bail!("again"))?, first);
        let second = cache.entry("tool", "2", write("two"))?;
        assert_eq!(fs::read_to_string(first.join("file"))?, "one");
        assert_eq!(fs::read_to_string(second.join("file"))?, "two");
        assert!(cache.entry("tool", "3", |_| bail!("no network")).is_err());
        assert!(cache.entry("tool", "3", write("three")).is_ok());
        Ok(())
    }

    #[test]
    fn two_clones_make_an_entry_once() -> Result<()> {
        let (cache, _folder) = cache()?;
        for pins in 0..50 {
            let made = Mutex::new(0);
            let make = |folder: &Path| {
                *made.lock().expect("no panic") += 1;
                write("one")(folder)
            };
            thread::scope(|scope| {
                let entry = || cache.entry("tool", &pins.to_string(), make);
                let clones = [(); 4].map(|()| scope.spawn(entry));
                clones.map(|clone| clone.join().expect("no panic").is_ok())
            });
            assert_eq!(*made.lock().expect("no panic"), 1);
        }
        Ok(())
    }

    #[test]
    fn only_what_is_old_and_not_in_use_is_removed() -> Result<()> {
        let (cache, _folder) = cache()?;
        let old = cache.entry("old", "1", write("one"))?;
        let large = cache.entry("large", "1", write("one"))?;
        let recent = cache.entry("recent", "1", write("one"))?;
        age(&cache, &old, MAX_AGE + DAY)?;
        let id = large.file_name().context("a name")?.to_string_lossy();
        fs::write(cache.lock_path(&id), (MAX_SIZE + 1).to_string())?;
        age(&cache, &large, DAY / 2)?;
        fs::create_dir(unfinished(&cache.entries().join("interrupted")))?;
        cache.clean()?;
        assert!(!old.exists() && large.exists() && recent.exists());
        assert_eq!(fs::read_dir(cache.entries())?.count(), 2);
        age(&cache, &large, DAY * 2)?;
        let used = cache.lock_file(&id)?;
        used.lock_shared()?;
        cache.clean()?;
        assert!(large.exists());
        used.unlock()?;
        cache.clean()?;
        assert!(!large.exists() && recent.exists());
        Ok(())
    }

    #[test]
    fn a_link_replaces_an_older_one_and_a_folder() -> Result<()> {
        let (cache, folder) = cache()?;
        let path = folder.path().join("built/tools");
        fs::create_dir_all(path.join("of an earlier version"))?;
        for pins in ["1", "2", "2"] {
            let entry = cache.entry("tools", pins, write("one"))?;
            link(&entry, &path)?;
            assert_eq!(fs::read_link(&path)?, entry);
        }
        Ok(())
    }
}
