//! The audit log, `audit.jsonl` in the state directory: agent, site, kind and outcome of every
//! request. A separate thread writes it, so that no request waits for it.

pub mod file;
pub mod recent;
pub mod subject;

use axlens_local::StateDir;
use axlens_protocol::agent::audit::{AuditEntry, AuditStatus};
use file::AuditFile;
use recent::RecentRequests;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// The maximum number of entries that wait for the writer.
const MAX_WAITING: usize = 1024;

/// The audit log of a server.
#[derive(Debug)]
pub struct AuditLog {
    dir: StateDir,
    counts: Arc<EntryCounts>,
    writer: Mutex<Option<Writer>>,
    /// The last requests that have ended.
    pub recent: RecentRequests,
}

#[derive(Debug, Default)]
struct EntryCounts {
    written: AtomicU64,
    lost: AtomicU64,
}

#[derive(Debug)]
struct Writer {
    entries: SyncSender<AuditEntry>,
    thread: JoinHandle<()>,
}

impl AuditLog {
    /// Opens the log and removes old entries. If the log can't be written, the server still runs,
    /// and the entries are counted as lost.
    pub fn open(dir: &StateDir) -> AuditLog {
        let counts = Arc::new(EntryCounts::default());
        let (entries, waiting) = sync_channel(MAX_WAITING);
        let (file, counted) = (AuditFile::of(dir), Arc::clone(&counts));
        let thread = std::thread::spawn(move || write(file, &waiting, &counted));
        AuditLog {
            dir: dir.clone(),
            counts,
            writer: Mutex::new(Some(Writer { entries, thread })),
            recent: RecentRequests::default(),
        }
    }

    /// Queues an entry for the writer.
    pub fn record(&self, entry: AuditEntry) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writer
            .as_ref()
            .is_some_and(|writer| writer.entries.try_send(entry).is_ok());
        if !sent {
            self.counts.lose(&"too many entries wait to be written");
        }
    }

    /// Writes the waiting entries. Later entries are lost.
    pub fn close(&self) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Writer { entries, thread }) = writer.take() else {
            return;
        };
        drop(entries);
        if thread.join().is_err() {
            tracing::error!("the writer of the audit log has failed");
        }
    }

    /// The numbers of written and lost entries.
    pub fn status(&self) -> AuditStatus {
        AuditStatus {
            lost: self.counts.lost.load(Ordering::Relaxed),
            path: self.dir.audit_file(0).display().to_string(),
            written: self.counts.written.load(Ordering::Relaxed),
        }
    }

    /// The log's state directory.
    pub fn dir(&self) -> &StateDir {
        &self.dir
    }
}

impl EntryCounts {
    fn lose(&self, why: &dyn std::fmt::Display) {
        self.lost.fetch_add(1, Ordering::Relaxed);
        tracing::error!("an entry of the audit log is lost: {why}");
    }
}

/// Writes entries until the log is closed.
fn write(mut file: AuditFile, entries: &Receiver<AuditEntry>, counts: &EntryCounts) {
    if let Err(error) = file.remove_old() {
        tracing::error!("old entries of the audit log could not be removed: {error:#}");
    }
    for entry in entries {
        match file.append(&entry) {
            Ok(()) => {
                counts.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => counts.lose(&format!("{error:#}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize) -> AuditEntry {
        AuditEntry {
            time: file::now(),
            kind: format!("kind {number}"),
            ..AuditEntry::default()
        }
    }

    #[test]
    fn entries_before_the_end_are_in_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let audit = AuditLog::open(&dir);
        (0..100).for_each(|number| audit.record(entry(number)));
        audit.close();
        let read = file::read(&dir).expect("readable");
        assert_eq!(read.len(), 100);
        assert_eq!(audit.status().written, 100);
        audit.record(entry(100));
        assert_eq!(audit.status().lost, 1);
    }

    #[test]
    fn entries_that_cannot_be_written_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        std::os::unix::fs::symlink("/dev/null", dir.audit_file(0)).expect("a link");
        let audit = AuditLog::open(&dir);
        audit.record(entry(1));
        audit.close();
        let AuditStatus { lost, written, .. } = audit.status();
        assert_eq!((lost, written), (1, 0));
    }
}
