//! The parts of `cargo xtask test`, in the order of running: what each does, in which run it is,
//! and what its tests need.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::format;
use crate::fuzz::{FuzzArguments, fuzz};
use crate::places::Places;
use crate::tidy;
use crate::workspace;

use super::cargo_tests::Counts;
use super::installations::{
    API_CHECKERS, APPLICATIONS, COMPONENTS, FRAMEWORKS, LIBRARIES, MCP_CLIENTS, NATS,
    PYTHON_CLIENT, SCREEN, SSH, TYPESCRIPT_CLIENT,
};
use super::selection::{OF_BUILD, Selection, Setting, Tests, WITHOUT_BUILD};
use super::{Session, deny, engine_in_browser, lint, nextest, platforms, types};

/// A part of the tests.
pub struct Part {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it checks.
    pub about: &'static str,
    /// The runs that have it.
    pub runs: Runs,
    /// What it does.
    pub work: Work,
}

/// The runs that have a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// `cargo xtask test` only: a part of the full run includes it.
    First,
    /// Both.
    Both,
    /// `cargo xtask test --full` only.
    Full,
}

/// What a part does.
pub enum Work {
    /// A check.
    Check(fn(&Places) -> Result<()>),
    /// The build of the product.
    Build(fn(&mut Session) -> Result<()>),
    /// Tests that are not run by nextest.
    Counted(fn(&Places, &mut Counts) -> Result<()>),
    /// Tests that nextest runs.
    Tests(Selection<'static>),
}

impl Part {
    /// Whether a run has this part.
    pub fn is_in(&self, is_full: bool) -> bool {
        match self.runs {
            Runs::First => !is_full,
            Runs::Both => true,
            Runs::Full => is_full,
        }
    }

    /// The filterset of a part whose tests only the full run has.
    pub fn full_only_tests(&self) -> Option<&'static str> {
        match self.work {
            Work::Tests(Selection {
                tests: Tests::FullOnly(filterset),
                ..
            }) => Some(filterset),
            _ => None,
        }
    }
}

/// The names of the parts, for the command line.
pub fn names() -> PossibleValuesParser {
    let values = PARTS.iter().map(|part| {
        let only = match part.runs {
            Runs::Full => "--full: ",
            Runs::First | Runs::Both => "",
        };
        PossibleValue::new(part.name).help(format!("{only}{}", part.about))
    });
    PossibleValuesParser::new(values)
}

/// A filterset of the tests that belong to no part that only the full run has.
fn others() -> String {
    nextest::all_except(PARTS.iter().filter_map(Part::full_only_tests))
}

/// All parts.
pub const PARTS: &[Part] = &[
    Part {
        name: "format",
        about: "Rust and JavaScript are formatted",
        runs: Runs::Both,
        work: Work::Check(format::check),
    },
    Part {
        name: "tidy",
        about: "House rules and invariants that can be read off the source",
        runs: Runs::Both,
        work: Work::Check(tidy::tidy),
    },
    Part {
        name: "dependencies",
        about: "Every dependency is used",
        runs: Runs::Both,
        work: Work::Check(deny::all_used),
    },
    Part {
        name: "deny",
        about: "Licences, sources and duplicates of dependencies",
        runs: Runs::Full,
        work: Work::Check(deny::check),
    },
    Part {
        name: "advisories",
        about: "No dependency has a known vulnerability, if the list can be fetched",
        runs: Runs::Full,
        work: Work::Check(deny::check_advisories),
    },
    Part {
        name: "clippy",
        about: "Everything compiles without a warning of the compiler or clippy",
        runs: Runs::Both,
        work: Work::Check(workspace::lint),
    },
    Part {
        name: "windows",
        about: "The native messaging host compiles for Windows",
        runs: Runs::First,
        work: Work::Check(platforms::check_windows),
    },
    Part {
        name: "platforms",
        about: "What ships compiles for Windows and macOS",
        runs: Runs::Full,
        work: Work::Check(platforms::check),
    },
    Part {
        name: "rust",
        about: "Tests without a browser",
        runs: Runs::Both,
        work: Work::Tests(Selection {
            tests: Tests::Quick(WITHOUT_BUILD),
            setting: Setting::Workspace,
            needs: &[&NATS],
        }),
    },
    Part {
        name: "fuzz",
        about: "A minute of looking for pages that the engine can't bear",
        runs: Runs::Full,
        work: Work::Check(|places| fuzz(places, &FuzzArguments::default())),
    },
    Part {
        name: "build",
        about: "The build of what ships, and its size",
        runs: Runs::Both,
        work: Work::Build(|session| session.build_and_weigh()),
    },
    Part {
        name: "types",
        about: "Types of the extension's scripts",
        runs: Runs::Both,
        work: Work::Check(types::check),
    },
    Part {
        name: "lint",
        about: "Import directions, restricted APIs and unused code of the scripts",
        runs: Runs::Both,
        work: Work::Check(lint::check),
    },
    Part {
        name: "engine",
        about: "The engine's exports, in headless Chromium",
        runs: Runs::Full,
        work: Work::Counted(engine_in_browser::test),
    },
    Part {
        name: "browser",
        about: "The built product, in Chromium: headless, and with windows on a screen of its own",
        runs: Runs::Both,
        work: Work::Tests(Selection {
            tests: Tests::Quick(OF_BUILD),
            setting: Setting::Browser,
            needs: &[&SCREEN, &SSH, &PYTHON_CLIENT, &TYPESCRIPT_CLIENT],
        }),
    },
    Part {
        name: "libraries",
        about: "Every UI library, web component and editor",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly("test(/^(libraries|reading::components)::/)"),
            setting: Setting::Browser,
            needs: &[&COMPONENTS, &LIBRARIES],
        }),
    },
    Part {
        name: "applications",
        about: "Tasks in web applications, compared with what these have stored",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly("test(/^applications::/)"),
            setting: Setting::Browser,
            needs: &[&APPLICATIONS],
        }),
    },
    Part {
        name: "clients",
        about: "Client libraries, clients of MCP, frameworks for agents, requests by schemathesis",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly("test(/^(mcp|client_libraries|answers::openapi)::/)"),
            setting: Setting::Browser,
            needs: &[
                &API_CHECKERS,
                &FRAMEWORKS,
                &MCP_CLIENTS,
                &PYTHON_CLIENT,
                &SSH,
                &TYPESCRIPT_CLIENT,
            ],
        }),
    },
    Part {
        name: "conformance",
        about: "Every public test case, and agreement with Chromium's own tree",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly("test(/^(conformance|agreement)::/)"),
            setting: Setting::Browser,
            needs: &[&COMPONENTS],
        }),
    },
    Part {
        name: "page-time",
        about: "How long an attacked page is blocked, one test at a time",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly("test(=attack::page_time)"),
            setting: Setting::BrowserAlone,
            needs: &[],
        }),
    },
    Part {
        name: "soak",
        about: "Random orders of events, long silences, and late answers of the user",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::FullOnly(
                "test(/^(connection::soak|acting::silence|acting::truth|permission::consent::late)/)",
            ),
            setting: Setting::Browser,
            needs: &[],
        }),
    },
    Part {
        name: "other",
        about: "The tests of the full run that no other part has",
        runs: Runs::Full,
        work: Work::Tests(Selection {
            tests: Tests::OtherFullOnly(others),
            setting: Setting::Browser,
            needs: &[&SCREEN, &SSH],
        }),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_different_names() {
        for (index, part) in PARTS.iter().enumerate() {
            let first = PARTS.iter().position(|other| other.name == part.name);
            assert_eq!(first, Some(index));
        }
    }

    #[test]
    fn every_test_of_the_full_run_belongs_to_one_of_its_parts() {
        let others = others();
        let parts = PARTS.iter();
        let selecting: Vec<&Part> = parts
            .filter(|part| part.full_only_tests().is_some())
            .collect();
        assert!(!selecting.is_empty());
        for part in selecting {
            assert_eq!(part.runs, Runs::Full, "{}", part.name);
            let tests = part.full_only_tests().unwrap_or_default();
            assert!(others.contains(&format!(" - ({tests})")), "{others}");
        }
    }

    #[test]
    fn the_table_of_the_full_run_names_its_parts() {
        let document = include_str!("../../../tests/README.md");
        let (_, section) = document
            .split_once("## Only in the full run")
            .expect("the section");
        let rows = section.lines().filter(|line| line.starts_with("| "));
        let mut listed = Vec::new();
        for row in rows.skip(1) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let name = cells[2].trim_matches('`');
            let part = PARTS.iter().find(|part| part.name == name).expect(row);
            assert_eq!(part.runs, Runs::Full, "{row}");
            let is_tests = matches!(part.work, Work::Tests(_));
            assert_eq!(is_tests, cells[1] != cells[2], "{row}");
            listed.push(name);
        }
        let full = PARTS.iter().filter(|part| part.runs == Runs::Full);
        for part in full.filter(|part| part.name != "other") {
            assert!(listed.contains(&part.name), "{}", part.name);
        }
    }

    #[test]
    fn every_part_of_the_full_run_has_a_job() {
        let workflow = include_str!("../../../.github/workflows/nightly.yml");
        let jobs = workflow
            .lines()
            .filter_map(|line| line.trim().strip_prefix("parts: "));
        let listed: Vec<&str> = jobs.flat_map(|parts| parts.split(' ')).collect();
        let full: Vec<&str> = PARTS
            .iter()
            .filter(|part| part.is_in(true))
            .map(|part| part.name)
            .collect();
        assert_eq!(listed.len(), full.len());
        for part in full {
            assert!(listed.contains(&part), "{part}");
        }
    }
}
