//! `axlens log`: prints the audit log, or writes it as a report. It reads the log's files, so no
//! server has to run.

mod report;

use super::{OK, print};
use crate::audit::file;
use crate::platform::wait_while_open;
use axlens_local::StateDir;
use axlens_local::state_dir::open_to_read;
use axlens_protocol::agent::audit::AuditEntry;
use axlens_snapshot::quote::{requoted, single_line};
use clap::Args;
use same_file::Handle;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

/// The interval in which --follow reads new entries.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The number of earlier entries that --follow prints without --last.
const DEFAULT_LAST_WITH_FOLLOW: usize = 10;

/// Arguments of `axlens log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// Print new entries until Ctrl-C.
    #[arg(long)]
    follow: bool,
    /// Only requests of this agent, by its name or id.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Only requests about this site, such as https://example.org.
    #[arg(long, value_name = "ORIGIN")]
    site: Option<String>,
    /// The number of last entries [default: all; with --follow, 10].
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    /// Print each entry as JSON.
    #[arg(long)]
    json: bool,
    /// Write a report for a person to this file: who did what where, with outcomes and consent.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["follow", "json"])]
    html: Option<PathBuf>,
}

/// `axlens log`
///
/// # Errors
/// If the log can't be read, or the state directory can't be trusted.
pub fn log(dir: &StateDir, args: &LogArgs) -> anyhow::Result<u8> {
    dir.check()?;
    // Before the files are read, so that no entry is missed.
    let mut tail = Tail::begin(dir)?;
    let mut entries = file::read(dir)?;
    entries.retain(|entry| args.matches(entry));
    let last = match (args.last, args.follow) {
        (Some(last), _) => last,
        (None, true) => DEFAULT_LAST_WITH_FOLLOW,
        (None, false) => usize::MAX,
    };
    let entries = entries.split_off(entries.len().saturating_sub(last));
    if let Some(path) = &args.html {
        axlens_local::state_dir::replace(path, &report::html(&entries))?;
        print::remark(&format!("{} requests: {}", entries.len(), path.display()));
        return Ok(OK);
    }
    if entries.is_empty() && !args.follow {
        print::remark("The audit log has no such request.");
    }
    let mut is_open = print_all(&entries, args)?;
    while args.follow && is_open {
        is_open = wait_while_open(POLL_INTERVAL)
            && print_all(&tail.read_new(dir, |entry| args.matches(entry))?, args)?;
    }
    Ok(OK)
}

/// Prints entries. Returns whether stdout is still open.
fn print_all(entries: &[AuditEntry], args: &LogArgs) -> anyhow::Result<bool> {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&match args.json {
            true => serde_json::to_string(entry)?,
            false => line(entry),
        });
        text.push('\n');
    }
    Ok(print::try_text(&text).is_ok())
}

impl LogArgs {
    fn matches(&self, entry: &AuditEntry) -> bool {
        let is_one_of = |wanted: &Option<String>, values: &[&str]| {
            wanted
                .as_deref()
                .is_none_or(|wanted| values.contains(&wanted))
        };
        let site = self.site.as_ref().map(|site| without_slash(site));
        is_one_of(&self.agent, &[&entry.agent.name, &entry.agent.id])
            && is_one_of(&site, &[entry.origin.as_deref().unwrap_or_default()])
    }
}

/// Removes the slash at the end of a copied URL; `file://` is unchanged.
fn without_slash(site: &str) -> String {
    let site = site.to_lowercase();
    let bare = site.strip_suffix('/').filter(|bare| !bare.ends_with('/'));
    bare.unwrap_or(&site).to_owned()
}

/// An entry as one line.
fn line(entry: &AuditEntry) -> String {
    let element = entry.element.as_ref().map_or_else(String::new, |element| {
        let uid = element.uid.as_deref().map(|uid| format!("{uid} "));
        format!(
            "  {}{} {}",
            uid.unwrap_or_default(),
            element.role,
            requoted(&element.name)
        )
    });
    let browser = entry.browser.as_ref();
    let browser = browser.map_or_else(String::new, |name| format!("  in {}", requoted(name)));
    let consent = entry.consent.map(|consent| consent.as_str());
    let consent = consent.map_or_else(String::new, |consent| format!("  consent {consent}"));
    let line = format!(
        "{}  {:<17}  {:<18}  {:<12}  {}{element}{browser}{consent}",
        entry.time,
        entry.outcome.as_str(),
        entry.kind,
        entry.agent.name,
        entry.origin.as_deref().unwrap_or("-"),
    );
    single_line(&line).into_owned()
}

/// Reads new entries at the end of the log.
#[derive(Default)]
struct Tail {
    open: Option<Handle>,
    /// The beginning of an incomplete line.
    incomplete: Vec<u8>,
}

impl Tail {
    fn begin(dir: &StateDir) -> anyhow::Result<Tail> {
        let mut tail = Tail::default();
        tail.read_new(dir, |_| false)?;
        Ok(tail)
    }

    /// The entries since the last call. If the file was rotated since, the rest of it comes first.
    fn read_new(
        &mut self,
        dir: &StateDir,
        filter: impl Fn(&AuditEntry) -> bool,
    ) -> anyhow::Result<Vec<AuditEntry>> {
        let mut bytes = std::mem::take(&mut self.incomplete);
        if let Some(open) = &mut self.open {
            open.as_file_mut().read_to_end(&mut bytes)?;
        }
        let path = dir.audit_file(0);
        if std::fs::symlink_metadata(&path).is_ok() {
            let current = Some(Handle::from_file(open_to_read(&path)?)?);
            if current != self.open {
                self.open = current;
                if let Some(next) = &mut self.open {
                    next.as_file_mut().read_to_end(&mut bytes)?;
                }
            }
        }
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        self.incomplete = bytes.split_off(end.map_or(0, |end| end + 1));
        let text = String::from_utf8_lossy(&bytes);
        Ok(text
            .lines()
            .filter_map(file::entry)
            .filter(filter)
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::audit::{
        AuditOutcome, AuditedAgent, AuditedElement, RequestOutcome,
    };
    use axlens_protocol::model::Consent;

    fn entry(name: &str) -> AuditEntry {
        AuditEntry {
            time: "2026-01-02T03:04:05.678Z".to_owned(),
            agent: AuditedAgent {
                id: "user".to_owned(),
                name: name.to_owned(),
            },
            browser: Some("Chrome".to_owned()),
            origin: Some("https://example.org".to_owned()),
            kind: "locate".to_owned(),
            element: Some(AuditedElement {
                uid: Some("42".to_owned()),
                role: "button".to_owned(),
                name: "Save".to_owned(),
            }),
            consent: None,
            outcome: AuditOutcome::Request(RequestOutcome::Ok),
        }
    }

    #[test]
    fn an_entry_is_always_one_line() {
        assert_eq!(
            line(&entry("user")),
            "2026-01-02T03:04:05.678Z  ok                 locate              user          https://example.org  42 button \"Save\"  in \"Chrome\""
        );
        let consented = AuditEntry {
            consent: Some(Consent::AllowedSite),
            ..entry("user")
        };
        let consented = line(&consented);
        assert!(consented.ends_with("  consent allowed_site"), "{consented}");
        let forged = line(&entry("a\nb\u{1b}[2J"));
        assert!(!forged.contains(['\n', '\u{1b}']), "{forged}");
    }

    #[test]
    fn rotation_and_incomplete_lines_lose_no_entry() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let written = |name: &str| serde_json::to_string(&entry(name)).expect("JSON") + "\n";
        let now = dir.audit_file(0);
        std::fs::write(&now, written("before")).expect("written");
        let mut tail = Tail::begin(&dir).expect("readable");
        let mut read_new = || -> Vec<String> {
            let entries = tail.read_new(&dir, |_| true).expect("readable").into_iter();
            entries.map(|entry| entry.agent.name).collect()
        };
        let append = |text: &str| {
            let mut file = axlens_local::state_dir::open_append(&now).expect("opened");
            std::io::Write::write_all(&mut file, text.as_bytes()).expect("written");
        };
        assert_eq!(read_new(), [] as [&str; 0]);
        let (first, rest) = (written("a"), written("b"));
        append(&first[..20]);
        assert_eq!(read_new(), [] as [&str; 0]);
        append(&first[20..]);
        append(&rest);
        std::fs::rename(&now, dir.audit_file(1)).expect("renamed");
        append(&written("c"));
        assert_eq!(read_new(), ["a", "b", "c"]);
    }
}
