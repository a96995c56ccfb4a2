//! `axlens log`: which agent asked what, of which site. Reads the audit log's files; no server need
//! run.

use super::{OK, print};
use crate::audit::file;
use axlens_local::StateDir;
use axlens_local::state_dir::open_to_read;
use axlens_protocol::agent::audit::AuditEntry;
use axlens_snapshot::quote::{requoted, single_line};
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

/// How often the log is looked at for more.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// How many entries are shown before what follows, where nothing else is said.
const BEFORE_FOLLOWING: usize = 10;

/// Arguments of `axlens log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// Go on with what comes, until Ctrl-C.
    #[arg(long)]
    follow: bool,
    /// Only what this agent asked, by its name or id.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Only what was asked of this site, such as https://example.org.
    #[arg(long, value_name = "ORIGIN")]
    site: Option<String>,
    /// Only the last so many [default: all; with --follow, 10].
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    /// Print each entry as JSON.
    #[arg(long)]
    json: bool,
}

/// `axlens log`
///
/// # Errors
/// When the log can't be read, or the state directory can't be trusted.
pub fn log(dir: &StateDir, args: &LogArgs) -> anyhow::Result<u8> {
    dir.check()?;
    // Before the files are read: nothing may come between.
    let mut tail = Tail::begin(dir)?;
    let mut entries = file::read(dir)?;
    entries.retain(|entry| args.wants(entry));
    let last = match (args.last, args.follow) {
        (Some(last), _) => last,
        (None, true) => BEFORE_FOLLOWING,
        (None, false) => usize::MAX,
    };
    let entries = entries.split_off(entries.len().saturating_sub(last));
    if entries.is_empty() && !args.follow {
        print::remark("No such request is in the audit log.");
    }
    let mut is_read = print_all(&entries, args)?;
    while args.follow && is_read {
        is_read = print::is_read_for(POLL_INTERVAL)
            && print_all(&tail.more(dir, |entry| args.wants(entry))?, args)?;
    }
    Ok(OK)
}

/// Prints entries; whether somebody still reads.
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
    fn wants(&self, entry: &AuditEntry) -> bool {
        let is = |wanted: &Option<String>, given: &[&str]| {
            wanted
                .as_deref()
                .is_none_or(|wanted| given.contains(&wanted))
        };
        let site = self.site.as_ref().map(|site| without_slash(site));
        is(&self.agent, &[&entry.agent.name, &entry.agent.id])
            && is(&site, &[entry.origin.as_deref().unwrap_or_default()])
    }
}

/// As a person copies it out of an address bar; `file://` stays as it is.
fn without_slash(site: &str) -> String {
    let site = site.to_lowercase();
    let bare = site.strip_suffix('/').filter(|bare| !bare.ends_with('/'));
    bare.unwrap_or(&site).to_owned()
}

/// An entry in one line.
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
    let consent = consent.map_or_else(String::new, |word| format!("  consent {word}"));
    let line = format!(
        "{}  {:<17}  {:<18}  {:<12}  {}{element}{browser}{consent}",
        entry.time,
        entry.outcome,
        entry.kind,
        entry.agent.name,
        entry.origin.as_deref().unwrap_or("-"),
    );
    single_line(&line).into_owned()
}

/// The end of the log, read as it grows.
#[derive(Default)]
struct Tail {
    open: Option<File>,
    /// Of a line that is not whole yet.
    begun: Vec<u8>,
}

impl Tail {
    fn begin(dir: &StateDir) -> anyhow::Result<Tail> {
        let mut tail = Tail::default();
        tail.more(dir, |_| false)?;
        Ok(tail)
    }

    /// What was written since; of a file that was put aside meanwhile, the rest of it first.
    fn more(
        &mut self,
        dir: &StateDir,
        wants: impl Fn(&AuditEntry) -> bool,
    ) -> anyhow::Result<Vec<AuditEntry>> {
        let mut bytes = std::mem::take(&mut self.begun);
        if let Some(open) = &mut self.open {
            open.read_to_end(&mut bytes)?;
        }
        let path = dir.audit_file(0);
        let there = std::fs::symlink_metadata(&path).ok();
        let number = |file: &File| file.metadata().ok().map(|about| about.ino());
        let known = self.open.as_ref().and_then(number);
        if there.is_some_and(|there| Some(there.ino()) != known) {
            let mut next = open_to_read(&path)?;
            next.read_to_end(&mut bytes)?;
            self.open = Some(next);
        }
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        self.begun = bytes.split_off(end.map_or(0, |end| end + 1));
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.lines().filter_map(file::entry).filter(wants).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::audit::{AuditedAgent, AuditedElement};
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
            outcome: "ok".to_owned(),
        }
    }

    #[test]
    fn an_entry_is_one_line_whatever_it_holds() {
        assert_eq!(
            line(&entry("user")),
            "2026-01-02T03:04:05.678Z  ok                 locate              user          https://example.org  42 button \"Save\"  in \"Chrome\""
        );
        let asked = AuditEntry {
            consent: Some(Consent::AllowedSite),
            ..entry("user")
        };
        let asked = line(&asked);
        assert!(asked.ends_with("  consent allowed_site"), "{asked}");
        let forged = line(&entry("a\nb\u{1b}[2J"));
        assert!(!forged.contains(['\n', '\u{1b}']), "{forged}");
    }

    #[test]
    fn a_log_is_followed_across_its_rotation_and_lines_that_are_not_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let written = |name: &str| serde_json::to_string(&entry(name)).expect("JSON") + "\n";
        let now = dir.audit_file(0);
        std::fs::write(&now, written("before")).expect("written");
        let mut tail = Tail::begin(&dir).expect("readable");
        let mut more = || -> Vec<String> {
            let entries = tail.more(&dir, |_| true).expect("readable").into_iter();
            entries.map(|entry| entry.agent.name).collect()
        };
        let append = |text: &str| {
            let mut file = axlens_local::state_dir::open_append(&now).expect("opened");
            std::io::Write::write_all(&mut file, text.as_bytes()).expect("written");
        };
        assert_eq!(more(), [] as [&str; 0]);
        let (first, rest) = (written("a"), written("b"));
        append(&first[..20]);
        assert_eq!(more(), [] as [&str; 0]);
        append(&first[20..]);
        append(&rest);
        std::fs::rename(&now, dir.audit_file(1)).expect("put aside");
        append(&written("c"));
        assert_eq!(more(), ["a", "b", "c"]);
    }
}
