//! The events of a run, and their random order.

use axlens_harness::measure::Random;
use std::time::Duration;

/// A suspension that is shorter than every timeout of a connection.
const SHORT_SUSPENSION: Duration = Duration::from_secs(4);

/// A suspension that is longer than the time after which the worker gives up a silent server
/// (`IDLE_TIMEOUT_MS` in `extension/worker/connection/websocket.js`).
const LONG_SUSPENSION: Duration = Duration::from_secs(40);

/// What happens to a part of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// Chromium stops the service worker, as it does with an idle one.
    WorkerStopped,
    /// The process of the extension is killed.
    ExtensionKilled,
    /// The browser ends and starts again.
    BrowserRestarted,
    /// The browser is killed and starts again.
    BrowserKilled,
    /// The browser ends, and starts with another profile.
    ProfileSwitched,
    /// All processes stop for four seconds.
    Suspended,
    /// All processes stop for forty seconds.
    SuspendedLong,
    /// The programs are replaced by newer ones, and `axlens install` runs.
    ServerUpgraded,
    /// The server is killed.
    ServerKilled,
    /// The native host is killed.
    HostKilled,
}

impl Event {
    /// Every event, in the order of the table.
    pub const ALL: [Event; 10] = [
        Event::WorkerStopped,
        Event::ExtensionKilled,
        Event::BrowserRestarted,
        Event::BrowserKilled,
        Event::ProfileSwitched,
        Event::Suspended,
        Event::SuspendedLong,
        Event::ServerUpgraded,
        Event::ServerKilled,
        Event::HostKilled,
    ];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Event::WorkerStopped => "service worker stopped",
            Event::ExtensionKilled => "extension process killed",
            Event::BrowserRestarted => "browser restarted",
            Event::BrowserKilled => "browser killed and started again",
            Event::ProfileSwitched => "another profile started instead",
            Event::Suspended => "all processes stopped for 4 s",
            Event::SuspendedLong => "all processes stopped for 40 s",
            Event::ServerUpgraded => "programs replaced, `axlens install`",
            Event::ServerKilled => "server killed",
            Event::HostKilled => "native host killed",
        }
    }

    /// Whether another worker connects afterwards.
    pub fn ends_worker(self) -> bool {
        match self {
            Event::WorkerStopped | Event::ExtensionKilled => true,
            Event::BrowserRestarted | Event::BrowserKilled | Event::ProfileSwitched => true,
            Event::Suspended | Event::SuspendedLong => false,
            Event::ServerUpgraded | Event::ServerKilled | Event::HostKilled => false,
        }
    }

    /// Whether another server runs afterwards.
    pub fn ends_server(self) -> bool {
        matches!(self, Event::ServerUpgraded | Event::ServerKilled)
    }

    /// How long all processes are stopped.
    pub fn suspension(self) -> Option<Duration> {
        match self {
            Event::Suspended => Some(SHORT_SUSPENSION),
            Event::SuspendedLong => Some(LONG_SUSPENSION),
            Event::WorkerStopped | Event::ExtensionKilled => None,
            Event::BrowserRestarted | Event::BrowserKilled | Event::ProfileSwitched => None,
            Event::ServerUpgraded | Event::ServerKilled | Event::HostKilled => None,
        }
    }
}

/// Long suspensions take most of the time of a run, so that they occur in every fourth block only.
const LONG_INTERVAL: usize = 4;

/// The events of a run. Every block contains each event once, in a random order.
pub fn order(rounds: usize, random: &mut Random) -> Vec<Event> {
    let mut events = Vec::new();
    for block in 0.. {
        if events.len() >= rounds {
            break;
        }
        let is_long = block % LONG_INTERVAL == LONG_INTERVAL - 1;
        let all = Event::ALL.into_iter();
        let mut left: Vec<Event> = all
            .filter(|event| is_long || *event != Event::SuspendedLong)
            .collect();
        while !left.is_empty() {
            events.push(left.swap_remove(random.below(left.len())));
        }
    }
    events.truncate(rounds);
    events
}
