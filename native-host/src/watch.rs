//! Keeps the server of one installation running and reports every change. It runs on a separate
//! thread until the process ends.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use axlens_local::server::RunningServer;

use crate::server::{self, ServerProcess};
use crate::settings::Settings;

/// Maximum time between the start of a server and its first answer.
const TIME_TO_START: Duration = Duration::from_secs(15);
/// If the started server exits because another server has locked the state directory: the maximum
/// time until that one answers.
const TIME_FOR_ANOTHER: Duration = Duration::from_millis(300);
/// Maximum number of consecutive attempts to start a server that exits immediately.
const ATTEMPTS: u32 = 5;
/// Interval of the requests to a server that was just started.
const PROBE_INTERVAL: Duration = Duration::from_millis(20);
/// Interval of the search for a server that another host has started, while none runs.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// If a server has run for this time, its end does not count as a failed start.
const LIVED: Duration = Duration::from_secs(5);
/// Delay before a server that has ended is started again. If server and browser end at the same
/// time, the pipe closes within this time, and no new server is started.
const BEFORE_STARTING: Duration = Duration::from_millis(50);
/// Maximum pause between two attempts to start a server.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// The URL of a server, and the key with which the extension proves its identity.
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

/// A change of the server's state.
#[derive(Clone, PartialEq, Eq)]
pub enum Change {
    /// It runs, and has proven its identity.
    Up(Address),
    /// It has ended and will be started again.
    Ended,
    /// The user has stopped it. It is started again only on the user's request.
    Stopped,
    /// The user has removed the installation of this host.
    Uninstalled,
    /// It could not be started, with the reason.
    Failed(String),
}

/// The outcome of starting a server.
enum StartOutcome {
    Alive(Box<RunningServer>),
    Ended(ExitStatus),
    NoAnswer,
}

/// The installation whose server is watched.
pub struct Watch {
    /// The settings of the installation.
    pub settings: Settings,
    /// The file with the settings.
    pub settings_file: PathBuf,
    /// The host's program, which starts the server.
    pub program: PathBuf,
}

impl Watch {
    /// Watches until `report` returns false or the other end of `retry_now` is closed. A message on
    /// `retry_now` ends a pause between two attempts.
    pub fn run(&self, retry_now: &Receiver<()>, report: &mut dyn FnMut(Change) -> bool) {
        let mut failures = 0;
        loop {
            match self.find_or_start() {
                Ok(None) => {
                    if !self.wait_while_unwanted(retry_now, report) {
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

    /// Waits until the server ends (true) or the host ends (false). The connection can end while
    /// the server still runs, so the server is looked up again after each end.
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

    /// Finds or starts the server. `None` if none may be started, see [`Watch::unwanted`]. Several
    /// attempts are needed: the connection to an ending server closes before the server unlocks the
    /// state directory, and a server that is started in between exits immediately.
    fn find_or_start(&self) -> Result<Option<RunningServer>, String> {
        let mut failure = String::new();
        for _ in 0..ATTEMPTS {
            match server::find(&self.settings) {
                Ok(Some(running)) => return Ok(Some(running)),
                Ok(None) => {}
                // The server may be starting or ending.
                Err(error) => {
                    failure = format!("{error:#}");
                    std::thread::sleep(PROBE_INTERVAL);
                    continue;
                }
            }
            if self.unwanted().is_some() {
                return Ok(None);
            }
            let mut started = server::start(&self.settings, &self.settings_file, &self.program)
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

    /// Waits for an answer of the started server, or of another server that has locked the state
    /// directory.
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

    /// Why no server may be started: the user has removed the installation or has stopped the
    /// server, or the browser is one of a pool, which ends with its server. `None` if one may.
    fn unwanted(&self) -> Option<Change> {
        if !self.settings_file.exists() {
            return Some(Change::Uninstalled);
        }
        let is_stopped = self.settings.is_of_pool() || self.settings.dir().is_stopped();
        is_stopped.then_some(Change::Stopped)
    }

    /// Reports why the server may not be started, each time the reason changes, until it may.
    /// Returns false if the host ends.
    fn wait_while_unwanted(
        &self,
        retry_now: &Receiver<()>,
        report: &mut dyn FnMut(Change) -> bool,
    ) -> bool {
        let mut reported = None;
        while let Some(reason) = self.unwanted() {
            if reported.as_ref() != Some(&reason) {
                if !report(reason.clone()) {
                    return false;
                }
                reported = Some(reason);
            }
            match retry_now.recv_timeout(POLL_INTERVAL) {
                // A hello waits for an answer.
                Ok(()) => reported = None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }

    /// Waits for `length`, until a message on `retry_now`, or until a server runs. Returns false if
    /// the host ends.
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

/// Waits for the process to end. Without this, it would become a zombie process.
fn reap(mut started: ServerProcess) {
    std::thread::spawn(move || started.child.wait());
}

/// The pause before the next attempt: short after a server that has run for a while, otherwise half
/// a second, doubled after each failure.
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
