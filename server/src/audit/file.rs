//! The files of the audit log, one JSON object per line: appending, rotation, and removal of old
//! entries.

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

/// The size from which on a file is rotated, in bytes.
const MAX_LEN: u64 = 1024 * 1024;

/// The age from which on entries are removed.
pub const MAX_AGE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Of constant length, so that the order of the texts is the order of the times.
const TIME: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// The current time in the log's format.
pub fn now() -> String {
    format_time(SystemTime::now())
}

fn format_time(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    time.format(TIME).unwrap_or_default()
}

/// The log's files, for their only writer.
pub struct AuditFile {
    dir: StateDir,
    open: Option<File>,
    max_len: u64,
}

impl AuditFile {
    /// The log of a state directory.
    pub fn of(dir: &StateDir) -> AuditFile {
        AuditFile {
            dir: dir.clone(),
            open: None,
            max_len: MAX_LEN,
        }
    }

    /// Appends an entry, with one write of the whole line, so that a crash leaves no partial line.
    ///
    /// # Errors
    /// If the file can't be written, or is a link or another user's.
    pub fn append(&mut self, entry: &AuditEntry) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        let mut file = match self.open.take() {
            Some(file) => file,
            None => open_append(&self.dir.audit_file(0))?,
        };
        if file.metadata()?.len() + line.len() as u64 > self.max_len {
            self.rotate()?;
            self.remove_old()?;
            file = open_append(&self.dir.audit_file(0))?;
        }
        file.write_all(&line)?;
        self.open = Some(file);
        Ok(())
    }

    /// Removes the entries that are too old.
    ///
    /// # Errors
    /// If a file can't be read or replaced.
    pub fn remove_old(&mut self) -> anyhow::Result<()> {
        let oldest = format_time(SystemTime::now() - MAX_AGE);
        for number in 0..AUDIT_FILES {
            let file = self.dir.audit_file(number);
            let Some(lines) = lines(&self.dir, number)? else {
                continue;
            };
            let is_recent = |line: &&String| entry(line).is_none_or(|entry| entry.time >= oldest);
            let recent: Vec<&String> = lines.iter().filter(is_recent).collect();
            if recent.is_empty() {
                std::fs::remove_file(&file)?;
            } else if recent.len() < lines.len() {
                let text: String = recent
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
                    .with_context(|| format!("{} can't be renamed", from.display()))?;
            }
        }
        Ok(())
    }
}

/// Every entry of a state directory's log, the oldest first. Invalid lines are skipped.
///
/// # Errors
/// If a file can't be read, or is a link or another user's.
pub fn read(dir: &StateDir) -> anyhow::Result<Vec<AuditEntry>> {
    let mut entries = Vec::new();
    for number in (0..AUDIT_FILES).rev() {
        let lines = lines(dir, number)?.unwrap_or_default();
        entries.extend(lines.iter().filter_map(|line| entry(line)));
    }
    Ok(entries)
}

/// Parses a line; `None` if it is invalid.
pub fn entry(line: &str) -> Option<AuditEntry> {
    serde_json::from_str(line).ok()
}

/// The lines of a file; `None` if it does not exist.
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
        assert_eq!(format_time(time), "2000-02-29T00:00:00.005Z");
    }

    #[test]
    fn a_long_file_is_rotated_and_the_oldest_of_five_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile {
            max_len: 1,
            ..AuditFile::of(&dir)
        };
        for kind in ["a", "b", "c", "d", "e", "f", "g"] {
            file.append(&entry_at(now(), kind)).expect("written");
        }
        assert_eq!(kinds(&dir), ["c", "d", "e", "f", "g"]);
        for number in 0..AUDIT_FILES {
            let metadata = std::fs::metadata(dir.audit_file(number)).expect("there");
            assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(
            std::fs::read_dir(dir.path()).expect("a folder").count(),
            AUDIT_FILES
        );
    }

    #[test]
    fn only_entries_older_than_ninety_days_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile::of(&dir);
        let ago =
            |days: u64| format_time(SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60));
        for (days, kind) in [(100, "a"), (91, "b"), (89, "c"), (0, "d")] {
            file.append(&entry_at(ago(days), kind)).expect("written");
        }
        file.remove_old().expect("removed");
        assert_eq!(kinds(&dir), ["c", "d"]);
        file.append(&entry_at(ago(0), "e")).expect("written");
        assert_eq!(kinds(&dir), ["c", "d", "e"]);
    }

    #[test]
    fn an_incomplete_line_is_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut file = AuditFile::of(&dir);
        file.append(&entry_at(now(), "a")).expect("written");
        std::fs::write(dir.audit_file(1), "{\"time\": \"20\n").expect("written");
        assert_eq!(kinds(&dir), ["a"]);
    }
}
