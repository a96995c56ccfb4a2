//! Completion in `axlens repl`: commands, options, roles, and the uids of printed lines.

use crate::cli::print::PrintedPage;
use axlens_snapshot::role::Role;
use rustyline::Context;
use rustyline::completion::{Completer, Pair};
use rustyline::{Helper, Highlighter, Hinter, Validator};
use std::collections::BTreeMap;

/// How many characters of a line a list of candidates has.
const MAX_LINE_CHARS: usize = 60;

/// Completes the word before the cursor.
#[derive(Helper, Highlighter, Hinter, Validator)]
pub struct LineHelper {
    /// The definitions of all commands.
    commands: clap::Command,
    /// The printed lines by uid, the numbers of its frames and its own.
    lines: BTreeMap<Vec<u32>, String>,
}

impl LineHelper {
    /// A helper that knows no uids.
    pub fn new(commands: clap::Command) -> LineHelper {
        LineHelper {
            commands,
            lines: BTreeMap::new(),
        }
    }

    /// Adds the uids of a printed snapshot or of changes. Removed ones are forgotten, and all
    /// earlier ones at a whole snapshot.
    pub fn add_page(&mut self, page: &PrintedPage) {
        if page.is_whole {
            self.lines.clear();
        }
        for line in page.lines.lines() {
            let is_removed = line.trim_start().starts_with('-');
            let line = line.trim_start_matches(['+', '~', '-', ' ']);
            let (uid, rest) = line.split_once(' ').unwrap_or((line, ""));
            let Ok(uid) = uid.split('.').map(str::parse).collect::<Result<_, _>>() else {
                continue;
            };
            // A tab, a number or a text that begins with a number.
            if !rest.starts_with(|first: char| first.is_ascii_lowercase()) {
                continue;
            }
            if is_removed {
                self.lines.remove(&uid);
            } else {
                self.lines.insert(uid, rest.to_owned());
            }
        }
    }

    /// The candidates for the last word, which begins with `start`, after other words.
    fn candidates(&self, before: &[&str], start: &str) -> Vec<Pair> {
        let Some(name) = before.first() else {
            let names = self.commands.get_subcommands();
            return starting_with(names.map(|command| command.get_name().to_owned()), start);
        };
        if matches!(before.last(), Some(&"--role" | &"-r")) {
            return starting_with(Role::ALL.iter().map(|role| role.as_str().to_owned()), start);
        }
        let Some(command) = self.commands.find_subcommand(name) else {
            return Vec::new();
        };
        if start.starts_with('-') {
            let options = command.get_arguments().filter_map(clap::Arg::get_long);
            return starting_with(options.map(|option| format!("--{option}")), start);
        }
        self.elements(start)
    }

    /// The elements whose uid begins with a text, or whose line contains it.
    fn elements(&self, start: &str) -> Vec<Pair> {
        let wanted = start.to_lowercase();
        let elements = self.lines.iter().filter_map(|(uid, line)| {
            let uid: Vec<String> = uid.iter().map(u32::to_string).collect();
            let uid = uid.join(".");
            let is_wanted = uid.starts_with(start) || line.to_lowercase().contains(&wanted);
            let beginning: String = line.chars().take(MAX_LINE_CHARS).collect();
            is_wanted.then(|| Pair {
                display: format!("{uid} {beginning}"),
                replacement: uid,
            })
        });
        elements.collect()
    }
}

fn starting_with(all: impl Iterator<Item = String>, start: &str) -> Vec<Pair> {
    let wanted = all.filter(|each| each.starts_with(start));
    wanted
        .map(|each| Pair {
            display: each.clone(),
            replacement: each,
        })
        .collect()
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = &line[..position];
        let begin = line.rfind(' ').map_or(0, |space| space + 1);
        let before: Vec<&str> = line[..begin].split_whitespace().collect();
        Ok((begin, self.candidates(&before, &line[begin..])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn add(helper: &mut LineHelper, is_whole: bool, lines: &str) {
        helper.add_page(&PrintedPage {
            is_whole,
            lines: lines.to_owned(),
        });
    }

    fn completed(line: &str) -> Vec<String> {
        let mut helper = LineHelper::new(super::super::ReplLine::command());
        add(
            &mut helper,
            true,
            "form \"Order\"\n 43 textbox \"Customer\"\n 407 button \"Save\"\n12.5 link \"Help\"",
        );
        add(
            &mut helper,
            false,
            "- 407 button \"Save\"\n+ 409 button \"Saved\"",
        );
        let history = rustyline::history::MemHistory::new();
        let found = helper.complete(line, line.len(), &Context::new(&history));
        let (_, pairs) = found.expect("candidates");
        pairs.into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn commands_options_roles_and_uids_are_completed() {
        assert_eq!(completed("snap"), ["snapshot"]);
        assert_eq!(completed("find --role searchb"), ["searchbox"]);
        assert_eq!(completed("snapshot --inter"), ["--interactive"]);
        assert_eq!(completed("click 4"), ["43", "409"]);
        assert_eq!(completed("click sav"), ["409"]);
        assert_eq!(completed("click "), ["12.5", "43", "409"]);
        assert!(completed("nothing ").is_empty());
        let mut helper = LineHelper::new(super::super::ReplLine::command());
        add(
            &mut helper,
            true,
            "7 button \"Old\"\n4 \"Tab\" http://a.test/",
        );
        assert_eq!(helper.elements("").len(), 1);
        add(&mut helper, true, "9 link \"New\"");
        let left = helper.elements("").pop().expect("a line");
        assert_eq!(left.replacement, "9");
    }
}
