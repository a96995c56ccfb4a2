//! The audit log, `audit.jsonl` in the state directory: which agent asked what, of which site, and
//! what came of it. One thread writes it; a request never waits for it. Knows nothing of endpoints
//! nor of what is asked.

pub mod file;
pub mod recent;
pub mod subject;

use axlens_local::StateDir;
use axlens_protocol::agent::audit::{AuditEntry, AuditStatus};
use file::AuditFile;
use recent::Recent;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Entries that may wait for the writer.
const WAITING: usize = 1024;

/// The audit log of a server.
#[derive(Debug)]
pub struct Audit {
    dir: StateDir,
    counts: Arc<Counts>,
    writer: Mutex<Option<Writer>>,
    /// The last requests that have ended.
    pub recent: Recent,
}

#[derive(Debug, Default)]
struct Counts {
    written: AtomicU64,
    lost: AtomicU64,
}

#[derive(Debug)]
struct Writer {
    entries: SyncSender<AuditEntry>,
    thread: JoinHandle<()>,
}

impl Audit {
    /// Opens the log and drops what is too old. A log that can't be written is no reason not to
    /// serve: its entries are counted as lost.
    pub fn open(dir: &StateDir) -> Audit {
        let counts = Arc::new(Counts::default());
        let (entries, waiting) = sync_channel(WAITING);
        let (file, counted) = (AuditFile::of(dir), Arc::clone(&counts));
        let thread = std::thread::spawn(move || write(file, &waiting, &counted));
        Audit {
            dir: dir.clone(),
            counts,
            writer: Mutex::new(Some(Writer { entries, thread })),
            recent: Recent::default(),
        }
    }

    /// Hands an entry to the writer.
    pub fn record(&self, entry: AuditEntry) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writer
            .as_ref()
            .is_some_and(|writer| writer.entries.try_send(entry).is_ok());
        if !sent {
            self.counts.lose(&"too many entries wait to be written");
        }
    }

    /// Writes what waits; nothing is recorded any more.
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

    /// How it is doing.
    pub fn status(&self) -> AuditStatus {
        AuditStatus {
            lost: self.counts.lost.load(Ordering::Relaxed),
            path: self.dir.audit_file(0).display().to_string(),
            written: self.counts.written.load(Ordering::Relaxed),
        }
    }

    /// The state directory that it is in.
    pub fn dir(&self) -> &StateDir {
        &self.dir
    }
}

impl Counts {
    fn lose(&self, why: &dyn std::fmt::Display) {
        self.lost.fetch_add(1, Ordering::Relaxed);
        tracing::error!("an entry of the audit log is lost: {why}");
    }
}

/// Writes until nobody records any more.
fn write(mut file: AuditFile, entries: &Receiver<AuditEntry>, counts: &Counts) {
    if let Err(error) = file.drop_old() {
        tracing::error!("old entries of the audit log could not be dropped: {error:#}");
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
    fn what_was_recorded_before_the_end_is_in_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let audit = Audit::open(&dir);
        (0..100).for_each(|number| audit.record(entry(number)));
        audit.close();
        let read = file::read(&dir).expect("readable");
        assert_eq!(read.len(), 100);
        assert_eq!(audit.status().written, 100);
        audit.record(entry(100));
        assert_eq!(audit.status().lost, 1);
    }

    #[test]
    fn what_can_not_be_written_is_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        std::os::unix::fs::symlink("/dev/null", dir.audit_file(0)).expect("a link");
        let audit = Audit::open(&dir);
        audit.record(entry(1));
        audit.close();
        let AuditStatus { lost, written, .. } = audit.status();
        assert_eq!((lost, written), (1, 0));
    }
}
