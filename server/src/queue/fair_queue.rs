//! Whose turn it is: so much is done at once, no one client may have all of it, and those who wait
//! are served in turn, one of each. It knows nothing of what is done, nor of the words that those
//! with a turn leave for their next.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// How much is done at once, and how much may wait.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// FairQueue at once, of all clients.
    pub at_once: usize,
    /// FairQueue at once of one client.
    pub each: usize,
    /// Most that wait, of all clients.
    pub waiting: usize,
    /// Most that wait of one client.
    pub waiting_each: usize,
}

/// Why no turn is given and none is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// Too many of this client wait already.
    Client,
    /// Too many of all clients wait already.
    All,
}

/// Gives turns.
#[derive(Debug)]
pub struct FairQueue<W = ()> {
    bounds: Bounds,
    state: Mutex<QueueState<W>>,
}

/// A turn; over when it is dropped.
#[derive(Debug)]
pub struct Turn<W = ()> {
    turns: Arc<FairQueue<W>>,
    client: Arc<str>,
    word: Option<W>,
}

#[derive(Debug)]
struct QueueState<W> {
    taken: usize,
    waiting: usize,
    /// Those that have a turn or wait for one.
    clients: HashMap<Arc<str>, Client<W>>,
    /// Those that wait, the next first.
    round: VecDeque<Arc<str>>,
}

#[derive(Debug)]
struct Client<W> {
    taken: usize,
    waiting: VecDeque<oneshot::Sender<Turn<W>>>,
}

/// What asking for a turn has led to.
enum Entered<W> {
    Turn(Turn<W>),
    Waiting(oneshot::Receiver<Turn<W>>),
}

impl<W> FairQueue<W> {
    /// Nobody has a turn yet.
    pub fn new(bounds: Bounds) -> Arc<FairQueue<W>> {
        let state = QueueState {
            taken: 0,
            waiting: 0,
            clients: HashMap::new(),
            round: VecDeque::new(),
        };
        Arc::new(FairQueue {
            bounds,
            state: Mutex::new(state),
        })
    }

    /// The next turn of this client. Whoever stops waiting gives up the place.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn next(self: &Arc<Self>, client: &str) -> Result<Turn<W>, Full> {
        match self.enter(client)? {
            Entered::Turn(turn) => Ok(turn),
            Entered::Waiting(turn) => {
                // The sender is kept until it is used: nothing takes those that wait out of state.
                turn.await.map_err(|_| Full::All)
            }
        }
    }

    /// How many wait, of all clients.
    pub fn waiting(&self) -> usize {
        self.lock().waiting
    }

    fn enter(self: &Arc<Self>, client: &str) -> Result<Entered<W>, Full> {
        let mut state = self.lock();
        let (name, entry) = state.client(client);
        let may = entry.taken < self.bounds.each;
        if may && state.taken < self.bounds.at_once {
            state.take(&name);
            return Ok(Entered::Turn(self.turn(name)));
        }
        state.forget_those_gone(&name);
        let waiting = state.clients[&name].waiting.len();
        if waiting >= self.bounds.waiting_each {
            return Err(Full::Client);
        }
        if state.waiting >= self.bounds.waiting {
            state.forget_if_idle(&name);
            return Err(Full::All);
        }
        let (sender, receiver) = oneshot::channel();
        state.wait(&name, sender);
        Ok(Entered::Waiting(receiver))
    }

    /// A turn is over: the next one begins. The word is for the same client, where it waits.
    fn leave(self: &Arc<Self>, client: &Arc<str>, word: Option<W>) {
        let next = {
            let mut state = self.lock();
            state.release(client);
            state.next(self.bounds.each)
        };
        if let Some((next, sender)) = next {
            let word = word.filter(|_| next == *client);
            let mut turn = self.turn(next);
            turn.word = word;
            // Who has gone meanwhile gives turn and word on by dropping them.
            let _ = sender.send(turn);
        }
    }

    fn turn(self: &Arc<Self>, client: Arc<str>) -> Turn<W> {
        Turn {
            turns: Arc::clone(self),
            client,
            word: None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<W>> {
        // Nothing that is done under the lock can leave it half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Clone> Turn<W> {
    /// What the turn before was left with by whoever had it. It stays for the next of this client,
    /// where one waits already.
    pub fn word(&self) -> Option<W> {
        self.word.clone()
    }

    /// Leaves a word for the next one of this client, where one waits already.
    pub fn leave_word(&mut self, word: W) {
        self.word = Some(word);
    }
}

impl<W> Drop for Turn<W> {
    fn drop(&mut self) {
        self.turns.leave(&self.client, self.word.take());
    }
}

impl<W> QueueState<W> {
    fn client(&mut self, name: &str) -> (Arc<str>, &mut Client<W>) {
        let known = self.clients.get_key_value(name);
        let name = known.map_or_else(|| name.into(), |(name, _)| Arc::clone(name));
        let entry = self.clients.entry(Arc::clone(&name));
        let entry = entry.or_insert_with(|| Client {
            taken: 0,
            waiting: VecDeque::new(),
        });
        (name, entry)
    }

    fn take(&mut self, name: &Arc<str>) {
        self.taken += 1;
        self.client(name).1.taken += 1;
    }

    fn release(&mut self, name: &Arc<str>) {
        self.taken -= 1;
        self.client(name).1.taken -= 1;
        self.forget_if_idle(name);
    }

    fn wait(&mut self, name: &Arc<str>, sender: oneshot::Sender<Turn<W>>) {
        self.waiting += 1;
        let waiting = &mut self.client(name).1.waiting;
        waiting.push_back(sender);
        if waiting.len() == 1 {
            self.round.push_back(Arc::clone(name));
        }
    }

    /// The one whose turn it is, which has the turn now.
    fn next(&mut self, each: usize) -> Option<(Arc<str>, oneshot::Sender<Turn<W>>)> {
        for _ in 0..self.round.len() {
            let name = self.round.pop_front()?;
            self.forget_those_gone(&name);
            let entry = self.client(&name).1;
            let sender = match entry.taken < each {
                true => entry.waiting.pop_front(),
                false => None,
            };
            let waits = !entry.waiting.is_empty();
            if waits {
                self.round.push_back(Arc::clone(&name));
            }
            if let Some(sender) = sender {
                self.waiting -= 1;
                self.take(&name);
                return Some((name, sender));
            }
            self.forget_if_idle(&name);
        }
        None
    }

    /// Those that no longer wait make room.
    fn forget_those_gone(&mut self, name: &Arc<str>) {
        let waiting = &mut self.client(name).1.waiting;
        let before = waiting.len();
        waiting.retain(|sender| !sender.is_closed());
        let gone = before - waiting.len();
        self.waiting -= gone;
    }

    fn forget_if_idle(&mut self, name: &Arc<str>) {
        let entry = self.client(name).1;
        if entry.taken == 0 && entry.waiting.is_empty() {
            self.clients.remove(name);
            self.round.retain(|waiting| waiting != name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    const BOUNDS: Bounds = Bounds {
        at_once: 4,
        each: 3,
        waiting: 6,
        waiting_each: 4,
    };

    type Waiting = Pin<Box<dyn Future<Output = Result<Turn, Full>>>>;

    /// The next turn of this client, waited for where it is not to be had at once.
    fn ask(turns: &Arc<FairQueue>, client: &'static str) -> Waiting {
        let turns = Arc::clone(turns);
        let mut waiting: Waiting = Box::pin(async move { turns.next(client).await });
        assert!(now(&mut waiting).is_none());
        waiting
    }

    fn at_once(turns: &Arc<FairQueue>, client: &'static str) -> Result<Turn, Full> {
        let turns = Arc::clone(turns);
        let mut waiting: Waiting = Box::pin(async move { turns.next(client).await });
        now(&mut waiting).expect("it does not wait")
    }

    fn now(waiting: &mut Waiting) -> Option<Result<Turn, Full>> {
        match waiting
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    fn is_idle(turns: &FairQueue) -> bool {
        let state = turns.lock();
        (state.taken, state.waiting) == (0, 0) && state.clients.is_empty() && state.round.is_empty()
    }

    #[test]
    fn a_word_goes_to_those_of_the_asker_that_wait_already() {
        let turns: Arc<FairQueue<&str>> = FairQueue::new(Bounds { each: 1, ..BOUNDS });
        let enter = |client| turns.enter(client).expect("there is room");
        let (Entered::Turn(mut first), Entered::Waiting(gone)) = (enter("a"), enter("a")) else {
            panic!("one at a time");
        };
        let Entered::Waiting(mut waits) = enter("a") else {
            panic!("one at a time");
        };
        assert_eq!(first.word(), None);
        first.leave_word("no");
        drop(gone);
        drop(first);
        let second = waits.try_recv().expect("it is next");
        assert_eq!(second.word(), Some("no"));
        drop(second);
        let Entered::Turn(later) = enter("a") else {
            panic!("nobody has a turn");
        };
        assert_eq!(later.word(), None);
    }

    #[test]
    fn no_asker_has_all_turns() {
        let turns = FairQueue::new(BOUNDS);
        let _first: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        let mut waits = ask(&turns, "a");
        let other = at_once(&turns, "b").expect("there is one left");
        drop(other);
        assert!(now(&mut waits).is_none());
    }

    #[test]
    fn those_that_wait_are_served_in_turn() {
        let turns = FairQueue::new(Bounds {
            at_once: 1,
            waiting: 100,
            ..BOUNDS
        });
        let mut turn = at_once(&turns, "a").expect("nobody has one");
        let names = ["a", "a", "a", "b", "c", "b"];
        let mut waiting: Vec<_> = names.map(|name| (name, ask(&turns, name))).into();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(turn);
            let mut next = waiting.iter_mut().enumerate();
            let (at, got) = next
                .find_map(|(at, (_, waiting))| now(waiting).map(|got| (at, got)))
                .expect("somebody is next");
            turn = got.expect("a turn");
            order.push(waiting.remove(at).0);
        }
        assert_eq!(order, ["a", "b", "c", "a", "b", "a"]);
        drop(turn);
        assert!(is_idle(&turns));
    }

    #[test]
    fn what_waits_is_bounded() {
        let turns = FairQueue::new(BOUNDS);
        let taken: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        let mut waiting: Vec<_> = (0..4).map(|_| ask(&turns, "a")).collect();
        assert_eq!(at_once(&turns, "a").expect_err("full"), Full::Client);
        let _last = at_once(&turns, "b");
        waiting.extend([ask(&turns, "b"), ask(&turns, "b")]);
        assert_eq!(at_once(&turns, "b").expect_err("full"), Full::All);
        assert_eq!(at_once(&turns, "c").expect_err("full"), Full::All);
        drop(taken);
        let turns: Vec<_> = waiting.iter_mut().filter_map(now).collect();
        assert_eq!(turns.len(), 3);
    }

    #[test]
    fn whoever_stops_waiting_gives_up_the_place_and_no_turn_is_lost() {
        let turns = FairQueue::new(BOUNDS);
        let mut taken: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        taken.push(at_once(&turns, "b"));
        let waiting: Vec<_> = (0..4).map(|_| ask(&turns, "a")).collect();
        drop(waiting);
        let mut stays = ask(&turns, "a");
        let given = ask(&turns, "b");
        // One is given a turn and leaves without having seen it.
        taken.pop();
        drop(given);
        taken.pop();
        assert!(now(&mut stays).expect("it is next").is_ok());
        drop((taken, stays));
        assert!(is_idle(&turns));
    }
}
