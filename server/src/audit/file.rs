//! The files of the audit log: appended to, put aside when they are long, and emptied of what is
//! old. One JSON object a line.

use anyhow::Context;
use axlens_local::StateDir;
use axlens_local::state_dir::{AUDIT_FILES, open_append, open_to_read, replace};
use axlens_protocol::agent::audit::AuditEntry;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, SystemTime};
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

/// A file that is longer is put aside, in bytes.
const MAX_LEN: u64 = 1024 * 1024;

/// For how long entries are kept.
pub const KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Always as long, so that the order of texts is the order of times.
const TIME: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// This moment, as it stands in the log.
pub fn now() -> String {
    written(SystemTime::now())
}

fn written(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    time.format(TIME).unwrap_or_default()
}

/// The log's files, for the one that writes them.
pub struct AuditFile {
    dir: StateDir,
    open: Option<File>,
    longest: u64,
}

impl AuditFile {
    /// The log of a state directory.
    pub fn of(dir: &StateDir) -> AuditFile {
        AuditFile {
            dir: dir.clone(),
            open: None,
            longest: MAX_LEN,
        }
    }

    /// Adds an entry: the whole line in one step, so that a crash leaves no half of one.
    ///
    /// # Errors
    /// When the file can't be written, or is a link or another user's.
    pub fn append(&mut self, entry: &AuditEntry) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        let mut file = match self.open.take() {
            Some(file) => file,
            None => open_append(&self.dir.audit_file(0))?,
        };
        if file.metadata()?.len() + line.len() as u64 > self.longest {
            self.rotate()?;
            self.drop_old()?;
            file = open_append(&self.dir.audit_file(0))?;
        }
        file.write_all(&line)?;
        self.open = Some(file);
        Ok(())
    }

    /// Drops the entries that are too old.
    ///
    /// # Errors
    /// When a file can't be read or replaced.
    pub fn drop_old(&mut self) -> anyhow::Result<()> {
        let oldest = written(SystemTime::now() - KEPT);
        for number in 0..AUDIT_FILES {
            let file = self.dir.audit_file(number);
            let Some(lines) = lines(&self.dir, number)? else {
                continue;
            };
            let is_young = |line: &&String| entry(line).is_none_or(|entry| entry.time >= oldest);
            let young: Vec<&String> = lines.iter().filter(is_young).collect();
            if young.is_empty() {
                std::fs::remove_file(&file)?;
            } else if young.len() < lines.len() {
                let text: String = young
                    .iter()
                    .flat_map(|line| [line.as_str(), "\n"])
                    .collect();
                replace(&file, &text)?;
            }
        }
        self.open = None;
        Ok(())
    }

    fn rotate(&self) -> anyhow::Result<()> {
        for number in (0..AUDIT_FILES - 1).rev() {
            let (from, to) = (self.dir.audit_file(number), self.dir.audit_file(number + 1));
            if std::fs::symlink_metadata(&from).is_ok() {
                std::fs::rename(&from, &to)
                    .with_context(|| format!("{} can't be put aside", from.display()))?;
            }
        }
        Ok(())
    }
}

/// Every entry of a state directory's log, the oldest first. A line that makes no sense is passed
/// over.
///
/// # Errors
/// When a file can't be read, or is a link or another user's.
pub fn read(dir: &StateDir) -> anyhow::Result<Vec<AuditEntry>> {
    let mut entries = Vec::new();
    for number in (0..AUDIT_FILES).rev() {
        let lines = lines(dir, number)?.unwrap_or_default();
        entries.extend(lines.iter().filter_map(|line| entry(line)));
    }
    Ok(entries)
}

/// The entry of a line.
pub fn entry(line: &str) -> Option<AuditEntry> {
    serde_json::from_str(line).ok()
}

/// The lines of a file; none where there is no such file.
fn lines(dir: &StateDir, number: usize) -> anyhow::Result<Option<Vec<String>>> {
    let path = dir.audit_file(number);
    if std::fs::symlink_metadata(&path).is_err() {
        return Ok(None);
    }
    let lines = BufReader::new(open_to_read(&path)?).lines();
    let lines: std::io::Result<Vec<String>> = lines.collect();
    lines
        .map(Some)
        .with_context(|| format!("{} can't be read", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn entry_at(time: String, kind: &str) -> AuditEntry {
        AuditEntry {
            time,
            kind: kind.to_owned(),
            ..AuditEntry::default()
        }
    }

    fn kinds(dir: &StateDir) -> Vec<String> {
        let entries = read(dir).expect("readable").into_iter();
        entries.map(|entry| entry.kind).collect()
    }

    #[test]
    fn times_are_utc_with_milliseconds() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(951_782_400_005);
        assert_eq!(written(time), "2000-02-29T00:00:00.005Z");
    }

    #[test]
    fn a_long_file_is_put_aside_and_the_oldest_of_five_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile {
            longest: 1,
            ..AuditFile::of(&dir)
        };
        for kind in ["a", "b", "c", "d", "e", "f", "g"] {
            file.append(&entry_at(now(), kind)).expect("written");
        }
        assert_eq!(kinds(&dir), ["c", "d", "e", "f", "g"]);
        for number in 0..AUDIT_FILES {
            let about = std::fs::metadata(dir.audit_file(number)).expect("there");
            assert_eq!(about.permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(
            std::fs::read_dir(dir.path()).expect("a folder").count(),
            AUDIT_FILES
        );
    }

    #[test]
    fn what_is_older_than_ninety_days_is_dropped_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile::of(&dir);
        let ago = |days: u64| written(SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60));
        for (days, kind) in [(100, "a"), (91, "b"), (89, "c"), (0, "d")] {
            file.append(&entry_at(ago(days), kind)).expect("written");
        }
        file.drop_old().expect("dropped");
        assert_eq!(kinds(&dir), ["c", "d"]);
        file.append(&entry_at(ago(0), "e")).expect("written");
        assert_eq!(kinds(&dir), ["c", "d", "e"]);
    }

    #[test]
    fn a_line_that_was_cut_off_costs_itself_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile::of(&dir);
        file.append(&entry_at(now(), "a")).expect("written");
        std::fs::write(dir.audit_file(1), "{\"time\": \"20\n").expect("written");
        assert_eq!(kinds(&dir), ["a"]);
    }
}
