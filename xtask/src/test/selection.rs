//! The tests of a part that nextest runs: which ones, on what, and what they need.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::chromium;
use crate::machine::find_program;
use crate::places::Places;
use crate::times::{Kind, span};

use super::chain_pool::{self, ChainPool};
use super::installations::{self, Installation};
use super::nextest::{self, Ignored, Listed};
use super::{Record, Session};

/// A filterset of the tests that need the build, most of them a browser.
pub const OF_BUILD: &str = "package(/^axlens-(tests-.*|harness|bench)$/)";
/// Its complement.
pub const WITHOUT_BUILD: &str = "not package(/^axlens-(tests-.*|harness|bench)$/)";

/// Tests of the workspace.
#[derive(Clone, Copy)]
pub struct Selection<'a> {
    /// Which tests.
    pub tests: Tests<'a>,
    /// What they run on.
    pub setting: Setting,
    /// What is installed for them.
    pub needs: &'static [&'static Installation],
}

/// Which tests, by a filterset of nextest.
#[derive(Debug, Clone, Copy)]
pub enum Tests<'a> {
    /// Those of a filterset that have no `#[ignore]`.
    Quick(&'a str),
    /// Those of a filterset that have one.
    FullOnly(&'a str),
    /// Those that have one and that no other part selects: the filterset depends on all parts.
    OtherFullOnly(fn() -> String),
    /// All of a filterset.
    All(&'a str),
}

/// What tests run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The workspace alone.
    Workspace,
    /// The built product, and Chromium.
    Browser,
    /// The same, one test at a time because the tests measure times.
    BrowserAlone,
}

/// Tests that are compiled and listed, with what they run on.
pub struct Prepared {
    /// Runs them. It may be changed before.
    pub command: Command,
    /// Ends when the tests have ended.
    _pool: Option<ChainPool>,
    listed: Listed,
    ignored: Ignored,
}

impl Selection<'_> {
    /// Installs, builds, compiles and lists what the tests need, and starts the pool of chains.
    pub fn prepare(&self, session: &mut Session) -> Result<Prepared> {
        let places = session.places;
        let skipped = span(Kind::Install, || self.install(places))?;
        let on_browser = self.setting != Setting::Workspace;
        if on_browser {
            session.build()?;
        }
        let (filterset, ignored) = self.tests.filterset();
        let listed = nextest::list(places, &filterset)?;
        ensure!(listed.selected(ignored) > 0, "no test is selected");
        let filterset = format!("({filterset}) & ({})", nextest::all_except(skipped));
        let mut command = nextest::command(places, &filterset, ignored)?;
        if find_program(&["nats-server"]).is_some() {
            command.env("AXLENS_NEEDS_NATS", "1");
        }
        let threads = match self.setting {
            Setting::BrowserAlone => 1,
            // Some tests wait for most of their time.
            Setting::Workspace | Setting::Browser => super::processors() + 1,
        };
        command.args(["--test-threads", &threads.to_string()]);
        let pool = on_browser.then(|| self.use_browser(places, &mut command));
        Ok(Prepared {
            command,
            _pool: pool.transpose()?,
            listed,
            ignored,
        })
    }

    /// Installs what the tests need. Returns filtersets of those that can't run.
    fn install(&self, places: &Places) -> Result<Vec<&'static str>> {
        if self.setting != Setting::Workspace {
            chromium::find_or_install()?;
            installations::install_programs()?;
        }
        installations::install(places, self.needs)
    }

    fn use_browser(&self, places: &Places, command: &mut Command) -> Result<ChainPool> {
        let chromium = chromium::counted(places)?;
        let pool = ChainPool::start(places, &chromium)?;
        command
            .env("AXLENS_BUILD", &places.built)
            .env(chromium::VARIABLE, chromium)
            .env(chain_pool::VARIABLE, pool.socket());
        Ok(pool)
    }
}

impl Tests<'_> {
    /// The filterset, and which of its tests run.
    fn filterset(self) -> (String, Ignored) {
        match self {
            Tests::Quick(filterset) => (filterset.to_owned(), Ignored::Without),
            Tests::FullOnly(filterset) => (filterset.to_owned(), Ignored::Only),
            Tests::All(filterset) => (filterset.to_owned(), Ignored::Included),
            Tests::OtherFullOnly(filterset) => (filterset(), Ignored::Only),
        }
    }
}

impl Prepared {
    /// Runs the tests. An error if one fails.
    pub fn run(mut self, record: &mut Record) -> Result<()> {
        let outcome = nextest::run(&mut self.command, &mut record.counts, &mut record.tests);
        let counts = &mut record.counts;
        let ended = counts.passed + counts.failed;
        counts.skipped = self.listed.selected(self.ignored).saturating_sub(ended);
        if self.ignored == Ignored::Without {
            counts.full_only = self.listed.full_only;
        }
        outcome
    }
}
