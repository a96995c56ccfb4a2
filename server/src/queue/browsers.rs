//! The browsers that the server knows: each with its id, its name, its queue and what its extension
//! said of itself. A synchronous state machine: time is passed in, and it knows nothing of sockets,
//! tasks or locks; [`crate::queue::dispatch`] is the shell around it.

mod names;

use crate::queue::browser_queue::{
    Arrival, Asked, BrowserQueue, ConnectionId, Counts, Lost, QueryId,
};
use axlens_protocol::wire::{Hello, PendingQueries};
use axlens_protocol::{Code, Fault};
use std::time::{Duration, Instant};

/// Most browsers that are remembered; of those that are not connected, the one that was not heard
/// of for longest goes first.
pub const REMEMBERED: usize = 16;

/// Stands for a browser while the server remembers it, and is never given to another. Unlike its
/// id, it does not pass to another browser whose profile is a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BrowserKey(u64);

impl BrowserKey {
    /// The key of this number, for tests.
    #[cfg(test)]
    pub fn of(number: u64) -> BrowserKey {
        BrowserKey(number)
    }
}

/// The worker of an extension, by what it says of itself with every request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    /// Id of its browser, made at random when the extension was installed there.
    pub browser: String,
    /// Its own id, made at random when it started.
    pub instance: String,
}

/// What is known of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserState {
    /// Stands for it.
    pub key: BrowserKey,
    /// Its id.
    pub id: String,
    /// Its name, which no other has.
    pub name: String,
    /// A poll is held open, or was a moment ago.
    pub connected: bool,
    /// What its extension said of itself last.
    pub hello: Option<Hello>,
    /// Id of the worker that came last.
    pub instance: Option<String>,
    /// How long ago it polled.
    pub last_seen: Option<Duration>,
    /// The wire version of its extension, where that was turned away since.
    pub turned_away: Option<u32>,
}

/// A query that is not answered yet.
#[derive(Debug, Clone)]
pub struct Queued {
    /// The query.
    pub id: QueryId,
    /// The browser that is asked.
    pub browser: BrowserKey,
    /// Name of that browser.
    pub browser_name: String,
    /// What is asked, and by whom.
    pub asked: Asked,
    /// Whether the browser works on it.
    pub leased: bool,
    /// Whether a person is asked.
    pub waits_for_person: bool,
}

/// Browsers, in the order in which they came.
#[derive(Debug, Default)]
pub struct Browsers {
    last_key: u64,
    last_query: QueryId,
    last_connection: ConnectionId,
    known: Vec<Browser>,
}

#[derive(Debug)]
struct Browser {
    key: BrowserKey,
    id: String,
    /// As its extension calls it.
    wanted_name: String,
    name: String,
    hello: Option<Hello>,
    /// The worker that said it.
    said_by: String,
    turned_away: Option<u32>,
    /// When its extension last sent anything.
    heard: Instant,
    /// Its worker was replaced by one that may be another browser's: what was said of tabs before
    /// may be of either.
    doubtful: bool,
    queue: BrowserQueue,
}

/// What a worker's arrival comes to.
#[derive(Debug)]
pub struct Arrived {
    /// Whether it is let in.
    pub admitted: Result<(), Fault>,
    /// Queries that may not be asked a second time.
    pub lost: Vec<Lost>,
    /// Queries that nobody may answer any more.
    pub orphaned: Vec<QueryId>,
}

impl Browsers {
    /// A worker comes, with a poll or anything else. A browser that is new is remembered from now
    /// on; a worker whose browser id another one has come with since is told to get another.
    pub fn arrive(&mut self, worker: &Worker, now: Instant) -> Arrived {
        let (position, mut orphaned) = match self.place_of(worker, now) {
            Ok(place) => place,
            Err(full) => {
                return Arrived {
                    admitted: Err(full),
                    lost: Vec::new(),
                    orphaned: Vec::new(),
                };
            }
        };
        let key = self.next_key();
        let browser = &mut self.known[position];
        let (mut admitted, mut lost) = (Ok(()), Vec::new());
        match browser.queue.arrive(&worker.instance) {
            Arrival::Known => {}
            Arrival::Successor(unrepeatable) => (browser.doubtful, lost) = (true, unrepeatable),
            Arrival::Beside => orphaned.extend(browser.begin_anew(key)),
            Arrival::Replaced => {
                if browser.doubtful {
                    orphaned.extend(browser.begin_anew(key));
                }
                admitted = Err(id_taken());
            }
        }
        if admitted.is_ok() {
            browser.heard = now;
        }
        Arrived {
            admitted,
            lost,
            orphaned,
        }
    }

    /// What a worker says of itself, once it has arrived. What it said before that and comes only
    /// now, by another connection, is not heard.
    pub fn greet(&mut self, worker: &Worker, hello: Hello) {
        let wanted = names::cleaned(&hello.name);
        let Some(position) = self.position(&worker.browser) else {
            return;
        };
        if self.known[position].has_heard_later(worker, &hello) {
            return;
        }
        if self.known[position].wanted_name != wanted {
            let name = self.unique_name(&wanted, position);
            (self.known[position].name, self.known[position].wanted_name) = (name, wanted);
        }
        let browser = &mut self.known[position];
        browser.turned_away = None;
        browser.hello = Some(hello);
        browser.said_by.clone_from(&worker.instance);
    }

    /// The extension of this browser speaks another version of the wire.
    pub fn turn_away(&mut self, browser: &str, wire: u32) {
        if let Some(browser) = self.of_id(browser) {
            browser.turned_away = Some(wire);
        }
    }

    /// Adds a query to a browser, to be answered by `deadline`.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` for a browser that is forgotten.
    pub fn ask(
        &mut self,
        browser: BrowserKey,
        asked: Asked,
        deadline: Instant,
    ) -> Result<QueryId, Fault> {
        let id = self.last_query.next();
        let browser = self.of_key_mut(browser).ok_or_else(gone)?;
        browser.queue.add(id, asked, deadline)?;
        self.last_query = id;
        Ok(id)
    }

    /// Gives a worker all that waits for its browser, and says what nobody waits for any more.
    ///
    /// # Errors
    /// `browser_id_taken` for a worker that another has replaced.
    pub fn take(
        &mut self,
        worker: &Worker,
        connection: ConnectionId,
        now: Instant,
    ) -> Result<PendingQueries, Fault> {
        let browser = self.of_id(&worker.browser);
        let browser = browser.filter(|browser| browser.queue.is_of(&worker.instance));
        let queue = &mut browser.ok_or_else(id_taken)?.queue;
        Ok(queue.take(&worker.instance, connection, now))
    }

    /// A worker's connection begins.
    pub fn open(&mut self) -> ConnectionId {
        self.last_connection = self.last_connection.next();
        self.last_connection
    }

    /// A worker's connection has ended: what was given to it and is not answered waits again.
    /// Returns what may not be asked a second time.
    pub fn close(&mut self, worker: &Worker, connection: ConnectionId) -> Vec<Lost> {
        let browser = self.of_id(&worker.browser);
        browser.map_or_else(Vec::new, |browser| browser.queue.close(connection))
    }

    /// Ends a query by a worker's answer. False: that worker was not given it, or nobody waits for
    /// it any more.
    pub fn answer(&mut self, worker: &Worker, id: QueryId) -> bool {
        let given = self.is_worked_on_by(worker, id);
        let browser = self.of_id(&worker.browser).filter(|_| given);
        browser.is_some_and(|browser| browser.queue.finish(id))
    }

    /// Whether this worker has this query to answer.
    pub fn is_worked_on_by(&self, worker: &Worker, id: QueryId) -> bool {
        let position = self.position(&worker.browser);
        let queue = position.map(|position| &self.known[position].queue);
        queue.is_some_and(|queue| queue.is_of(&worker.instance) && queue.was_given_out(id))
    }

    /// Nobody waits for a query any more.
    pub fn cancel(&mut self, id: QueryId) {
        for browser in &mut self.known {
            browser.queue.cancel(id);
        }
    }

    /// A worker begins a poll.
    pub fn begin_poll(&mut self, worker: &Worker, now: Instant) {
        if let Some(browser) = self.of_id(&worker.browser) {
            browser.queue.begin_poll(now);
        }
    }

    /// A poll ends, with queries or without, or its connection is gone.
    pub fn end_poll(&mut self, worker: &Worker, now: Instant) {
        if let Some(browser) = self.of_id(&worker.browser) {
            browser.queue.end_poll(&worker.instance, now);
        }
    }

    /// The browser that is meant by an id or a name; where none is given, the one that is
    /// connected. None: it may yet come.
    ///
    /// # Errors
    /// `ambiguous_browser` where none is named and several are connected.
    pub fn choose(&self, named: Option<&str>, now: Instant) -> Result<Option<BrowserKey>, Fault> {
        if let Some(named) = named {
            return Ok(self.named(named));
        }
        let connected = self.connected(now);
        match connected[..] {
            [] => Ok(None),
            [one] => Ok(Some(one.key)),
            _ => Err(ambiguous(&connected)),
        }
    }

    /// The browser of an id or a name. An id goes first: a name is anybody's choice.
    pub fn named(&self, word: &str) -> Option<BrowserKey> {
        let of_id = self.known.iter().find(|browser| browser.id == word);
        let of_name = || self.known.iter().find(|browser| browser.name == word);
        of_id.or_else(of_name).map(|browser| browser.key)
    }

    /// Whether a query waits in some browser that does not poll.
    pub fn has_waiting(&self) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.has_waiting() && !browser.queue.is_polled())
    }

    /// Whether nobody works on this query, nor has a poll open that could be given it.
    pub fn is_unheard(&self, id: QueryId) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.is_waiting(id) && !browser.queue.is_polled())
    }

    /// Whether nobody works on this query.
    pub fn is_waiting(&self, id: QueryId) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.is_waiting(id))
    }

    /// How many queries wait and how many are worked on, in all browsers.
    pub fn counts(&self) -> Counts {
        let none = Counts {
            pending: 0,
            leased: 0,
        };
        let counts = self.known.iter().map(|browser| browser.queue.counts());
        counts.fold(none, |sum, each| Counts {
            pending: sum.pending + each.pending,
            leased: sum.leased + each.leased,
        })
    }

    /// Every query that is not answered yet, browser by browser.
    pub fn queued(&self) -> Vec<Queued> {
        let queued = self.known.iter().flat_map(|browser| {
            let entries = browser.queue.entries();
            entries.map(|(id, asked, leased)| Queued {
                id,
                browser: browser.key,
                browser_name: browser.name.clone(),
                asked: asked.clone(),
                leased,
                waits_for_person: false,
            })
        });
        queued.collect()
    }

    /// What is known of a browser.
    pub fn state(&self, key: BrowserKey, now: Instant) -> Option<BrowserState> {
        let browser = self.known.iter().find(|browser| browser.key == key);
        browser.map(|browser| browser.state(now))
    }

    /// What is known of every browser, in the order in which they came.
    pub fn states(&self, now: Instant) -> Vec<BrowserState> {
        let known = self.known.iter();
        known.map(|browser| browser.state(now)).collect()
    }

    fn connected(&self, now: Instant) -> Vec<&Browser> {
        let known = self.known.iter();
        known
            .filter(|browser| browser.queue.is_connected(now))
            .collect()
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.known.iter().position(|browser| browser.id == id)
    }

    fn of_id(&mut self, id: &str) -> Option<&mut Browser> {
        self.known.iter_mut().find(|browser| browser.id == id)
    }

    fn of_key_mut(&mut self, key: BrowserKey) -> Option<&mut Browser> {
        self.known.iter_mut().find(|browser| browser.key == key)
    }

    fn next_key(&mut self) -> BrowserKey {
        self.last_key += 1;
        BrowserKey(self.last_key)
    }

    /// The position of a worker's browser, remembered from now on where it is new; and the queries
    /// of the one that is forgotten for it.
    fn place_of(&mut self, worker: &Worker, now: Instant) -> Result<(usize, Vec<QueryId>), Fault> {
        if let Some(position) = self.position(&worker.browser) {
            return Ok((position, Vec::new()));
        }
        let lost = self.make_room(now)?;
        let key = self.next_key();
        let position = self.known.len();
        let wanted_name = names::cleaned("");
        self.known.push(Browser {
            key,
            id: worker.browser.clone(),
            name: self.unique_name(&wanted_name, position),
            wanted_name,
            hello: None,
            said_by: String::new(),
            turned_away: None,
            heard: now,
            doubtful: false,
            queue: BrowserQueue::default(),
        });
        Ok((position, lost))
    }

    /// Forgets a browser where there are as many as are remembered. Returns its queries.
    fn make_room(&mut self, now: Instant) -> Result<Vec<QueryId>, Fault> {
        if self.known.len() < REMEMBERED {
            return Ok(Vec::new());
        }
        let away = self.known.iter().enumerate();
        let away = away.filter(|(_, browser)| !browser.queue.is_connected(now));
        let oldest = away.min_by_key(|(_, browser)| browser.heard);
        match oldest.map(|(position, _)| position) {
            Some(position) => Ok(self.known.remove(position).queue.empty()),
            None => Err(full()),
        }
    }

    fn unique_name(&self, wanted: &str, position: usize) -> String {
        let others = self.known.iter().enumerate();
        let others = others.filter(|(other, _)| *other != position);
        let others: Vec<&str> = others.map(|(_, browser)| browser.name.as_str()).collect();
        names::unique(wanted, &others)
    }
}

impl Browser {
    /// Whether this worker has said something later already.
    fn has_heard_later(&self, worker: &Worker, hello: &Hello) -> bool {
        let last = self.hello.as_ref().map_or(0, |last| last.count);
        self.said_by == worker.instance && hello.count < last
    }

    fn state(&self, now: Instant) -> BrowserState {
        BrowserState {
            key: self.key,
            id: self.id.clone(),
            name: self.name.clone(),
            connected: self.queue.is_connected(now),
            hello: self.hello.clone(),
            instance: self.queue.instance().map(str::to_owned),
            last_seen: self.queue.last_seen(now),
            turned_away: self.turned_away,
        }
    }

    /// Two browsers have come with one id. Nothing that was said of the tabs so far may be taken
    /// for this one's, which keeps the id: it begins anew under another key. Returns its queries.
    fn begin_anew(&mut self, key: BrowserKey) -> Vec<QueryId> {
        tracing::warn!(
            browser = self.name,
            "two browsers have one id, as copies of a profile do: the older one gets another"
        );
        (self.key, self.doubtful) = (key, false);
        self.queue.empty()
    }
}

/// The fault of a browser that is named and not known.
pub fn not_found(word: &str) -> Fault {
    Fault::new(
        Code::BrowserNotFound,
        format!("No browser {word:?} has connected."),
    )
}

/// The fault of a query that its browser can't answer any more.
pub fn gone() -> Fault {
    let message = "The browser that the tab was in is gone.";
    let fault = Fault::new(Code::ExtensionDisconnected, message)
        .hint("List the browsers and their tabs anew (`GET /browsers`, `GET /tabs`).");
    Fault {
        retryable: false,
        ..fault
    }
}

fn ambiguous(connected: &[&Browser]) -> Fault {
    let each = connected.iter();
    let each: Vec<String> = each
        .map(|browser| format!("{:?} ({})", browser.name, browser.id))
        .collect();
    let message = format!("Several browsers are connected: {}.", each.join(", "));
    Fault::new(Code::AmbiguousBrowser, message)
}

fn full() -> Fault {
    let message = format!("{REMEMBERED} browsers are connected already.");
    Fault::new(Code::QueueFull, message).hint("Close one of the other browsers.")
}

fn id_taken() -> Fault {
    let message = "Another browser has connected with this browser's id since.";
    Fault::new(Code::BrowserIdTaken, message)
}

#[cfg(test)]
mod tests;
