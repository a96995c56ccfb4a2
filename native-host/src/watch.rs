//! Keeps the server of one installation running and reports every change. Runs on a thread of its
//! own and ends with the process.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use axlens_local::server::RunningServer;

use crate::server::{self, ServerProcess};
use crate::settings::Settings;

/// How long a server may take from its start to its first answer.
const TIME_TO_START: Duration = Duration::from_secs(15);
/// How long after the exit of a server that we started another one, which won the state directory,
/// may take to answer.
const TIME_FOR_ANOTHER: Duration = Duration::from_millis(300);
/// How often in a row a server that ends at once is started before that is called a failure.
const ATTEMPTS: u32 = 5;
/// How often a starting server is asked.
const PROBE_INTERVAL: Duration = Duration::from_millis(20);
/// How often a server that another host has started is looked for while none runs.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// A server that lived this long died of something else than its start.
const LIVED: Duration = Duration::from_secs(5);
/// Where server and browser end together, the pipe closes within this time, and no new server is
/// left behind.
const BEFORE_STARTING: Duration = Duration::from_millis(50);
/// The longest pause between two attempts to start.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// Where a server is, and what the extension needs to prove itself to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// `http://127.0.0.1:PORT`
    pub url: String,
    /// The extension's key.
    pub key: String,
}

impl Address {
    fn of(running: &RunningServer) -> Address {
        Address {
            url: running.identity.url(),
            key: running.key.clone(),
        }
    }
}

/// What happened to the server.
#[derive(Clone, PartialEq, Eq)]
pub enum Change {
    /// It runs, and has proven that it is this installation's.
    Up(Address),
    /// It has ended; it will be started again.
    Ended,
    /// The user has stopped it; it is not started again before the user says so.
    Stopped,
    /// It could not be started: why.
    Failed(String),
}

/// The outcome of starting a server.
enum StartOutcome {
    Alive(Box<RunningServer>),
    Ended(ExitStatus),
    NoAnswer,
}

/// The installation watched.
pub struct Watch {
    /// Its settings.
    pub settings: Settings,
    /// The file they are in.
    pub settings_file: PathBuf,
}

impl Watch {
    /// Watches until `report` returns false or the other end of `retry_now` is closed, through which
    /// a pause between attempts is cut short.
    pub fn run(&self, retry_now: &Receiver<()>, report: &mut dyn FnMut(Change) -> bool) {
        let mut failures = 0;
        loop {
            match self.find_or_start() {
                Ok(None) => {
                    if !report(Change::Stopped) || !self.wait_while_stopped(retry_now) {
                        return;
                    }
                    continue;
                }
                Ok(Some(running)) => {
                    let since = Instant::now();
                    if !report(Change::Up(Address::of(&running)))
                        || !self.stay_until_ended(running, retry_now)
                        || !report(Change::Ended)
                    {
                        return;
                    }
                    failures = if since.elapsed() >= LIVED {
                        0
                    } else {
                        failures + 1
                    };
                }
                Err(reason) => {
                    failures += 1;
                    if !report(Change::Failed(reason)) {
                        return;
                    }
                }
            }
            if !self.pause(pause_after(failures), retry_now) {
                return;
            }
        }
    }

    /// Returns when the server has ended (true) or the host ends (false). A connection may
    /// end though the server lives on: it is asked again, without haste.
    fn stay_until_ended(&self, mut running: RunningServer, retry_now: &Receiver<()>) -> bool {
        loop {
            running.wait_for_end();
            match server::find(&self.settings) {
                Ok(Some(again)) if again.identity.pid == running.identity.pid => running = again,
                _ => return true,
            }
            if matches!(
                retry_now.recv_timeout(POLL_INTERVAL),
                Err(RecvTimeoutError::Disconnected)
            ) {
                return false;
            }
        }
    }

    /// Several attempts: the end of a server is noticed before it has let go of the state
    /// directory, and one that is started in between ends at once.
    /// `None` if the user has stopped the server.
    fn find_or_start(&self) -> Result<Option<RunningServer>, String> {
        let mut failure = String::new();
        for _ in 0..ATTEMPTS {
            match server::find(&self.settings) {
                Ok(Some(running)) => return Ok(Some(running)),
                Ok(None) => {}
                // It may just have gone, or begin.
                Err(error) => {
                    failure = format!("{error:#}");
                    std::thread::sleep(PROBE_INTERVAL);
                    continue;
                }
            }
            if self.is_unwanted() {
                return Ok(None);
            }
            let mut started = server::start(&self.settings, &self.settings_file)
                .map_err(|error| format!("the server could not be started: {error:#}"))?;
            match self.wait_for_answer(&mut started) {
                StartOutcome::Alive(running) => {
                    reap(started);
                    return Ok(Some(*running));
                }
                StartOutcome::Ended(status) => {
                    let what = format!("the server ended at once ({status})");
                    failure = self.failure_message(&what, &started);
                }
                StartOutcome::NoAnswer => {
                    let what = "the server was started but does not answer";
                    let failure = self.failure_message(what, &started);
                    reap(started);
                    return Err(failure);
                }
            }
        }
        Err(failure)
    }

    /// Waits for an answer: of the server just started, or of another one that held the state
    /// directory already.
    fn wait_for_answer(&self, started: &mut ServerProcess) -> StartOutcome {
        let mut until = Instant::now() + TIME_TO_START;
        let mut ended = None;
        loop {
            if let Ok(Some(running)) = server::find(&self.settings) {
                return StartOutcome::Alive(Box::new(running));
            }
            if ended.is_none() {
                ended = started.child.try_wait().ok().flatten();
                if ended.is_some() {
                    until = Instant::now() + TIME_FOR_ANOTHER;
                }
            }
            if Instant::now() >= until {
                return ended.map_or(StartOutcome::NoAnswer, StartOutcome::Ended);
            }
            std::thread::sleep(PROBE_INTERVAL);
        }
    }

    fn failure_message(&self, what: &str, started: &ServerProcess) -> String {
        let (program, state_dir) = (
            self.settings.server.display(),
            self.settings.state_dir.display(),
        );
        let output = started.last_output(&self.settings);
        format!(
            "{what}; try it by hand: `{program} serve --state-dir {state_dir}`. Its last output: {output}"
        )
    }

    /// Whether the user has stopped the server, or has taken the installation away while the
    /// browser runs.
    fn is_unwanted(&self) -> bool {
        self.settings.dir().is_stopped() || !self.settings_file.exists()
    }

    /// Waits until the user has a server started, or has started one; false when the host ends.
    fn wait_while_stopped(&self, retry_now: &Receiver<()>) -> bool {
        while self.is_unwanted() {
            let received = retry_now.recv_timeout(POLL_INTERVAL);
            if matches!(received, Err(RecvTimeoutError::Disconnected)) {
                return false;
            }
        }
        true
    }

    /// Waits, unless hurried or another server appears; false when the host ends.
    fn pause(&self, length: Duration, retry_now: &Receiver<()>) -> bool {
        let until = Instant::now() + length;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.settings.dir().is_served().unwrap_or(false) {
                return true;
            }
            match retry_now.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(()) => return true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }
}

/// Collects its exit status: without that, it stays in the process table after its end.
fn reap(mut started: ServerProcess) {
    std::thread::spawn(move || started.child.wait());
}

/// Short after a server that lived, then half a second, doubled each time.
fn pause_after(failures: u32) -> Duration {
    match failures {
        0 => BEFORE_STARTING,
        _ => MAX_PAUSE.min(POLL_INTERVAL * 2u32.saturating_pow(failures.min(10) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stop_growing() {
        let pauses: Vec<u128> = [0, 1, 2, 3, 7, 100]
            .map(|failures| pause_after(failures).as_millis())
            .to_vec();
        assert_eq!(pauses, [50, 500, 1000, 2000, 30_000, 30_000]);
    }
}
