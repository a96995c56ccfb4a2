//! Limits concurrent work, in all and for each client, and serves waiting clients round-robin. A
//! turn may hand a value over to the next one of the same client.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Limits of concurrent and of waiting work.
#[derive(Debug, Clone, Copy)]
pub struct FairQueueLimits {
    /// Concurrent turns of all clients.
    pub at_once: usize,
    /// Concurrent turns of one client.
    pub each: usize,
    /// Waiting requests for a turn, of all clients.
    pub waiting: usize,
    /// Waiting requests for a turn, of one client.
    pub waiting_each: usize,
}

/// Why a client can neither have a turn nor wait for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overload {
    /// Too many requests of this client wait.
    Client,
    /// Too many requests of all clients wait.
    Total,
}

/// Gives clients their turns.
#[derive(Debug)]
pub struct FairQueue<W = ()> {
    limits: FairQueueLimits,
    state: Mutex<QueueState<W>>,
}

/// A turn, which ends when it is dropped.
#[derive(Debug)]
pub struct Turn<W = ()> {
    queue: Arc<FairQueue<W>>,
    client: Arc<str>,
    handed_over: Option<W>,
}

#[derive(Debug)]
struct QueueState<W> {
    taken: usize,
    waiting: usize,
    /// The clients that have a turn or wait for one.
    clients: HashMap<Arc<str>, ClientTurns<W>>,
    /// The waiting clients, the next one first.
    round: VecDeque<Arc<str>>,
}

#[derive(Debug)]
struct ClientTurns<W> {
    taken: usize,
    waiting: VecDeque<oneshot::Sender<Turn<W>>>,
}

/// The result of a request for a turn.
enum Admission<W> {
    Immediate(Turn<W>),
    Queued(oneshot::Receiver<Turn<W>>),
}

impl<W> FairQueue<W> {
    /// A queue without clients.
    pub fn new(limits: FairQueueLimits) -> Arc<FairQueue<W>> {
        let state = QueueState {
            taken: 0,
            waiting: 0,
            clients: HashMap::new(),
            round: VecDeque::new(),
        };
        Arc::new(FairQueue {
            limits,
            state: Mutex::new(state),
        })
    }

    /// Waits for a turn of this client. A dropped future loses its place in the queue.
    ///
    /// # Errors
    /// If too many requests wait.
    pub async fn next(self: &Arc<Self>, client: &str) -> Result<Turn<W>, Overload> {
        match self.enter(client)? {
            Admission::Immediate(turn) => Ok(turn),
            Admission::Queued(turn) => {
                // The sender is only dropped after it was used, or with the receiver.
                turn.await.map_err(|_| Overload::Total)
            }
        }
    }

    /// The number of waiting requests of all clients.
    pub fn waiting(&self) -> usize {
        self.lock().waiting
    }

    fn enter(self: &Arc<Self>, client: &str) -> Result<Admission<W>, Overload> {
        let mut state = self.lock();
        let (name, turns) = state.client(client);
        let may_start = turns.taken < self.limits.each;
        if may_start && state.taken < self.limits.at_once {
            state.take(&name);
            return Ok(Admission::Immediate(self.turn(name)));
        }
        state.forget_dropped(&name);
        let waiting = state.clients[&name].waiting.len();
        if waiting >= self.limits.waiting_each {
            return Err(Overload::Client);
        }
        if state.waiting >= self.limits.waiting {
            state.forget_if_idle(&name);
            return Err(Overload::Total);
        }
        let (sender, receiver) = oneshot::channel();
        state.wait(&name, sender);
        Ok(Admission::Queued(receiver))
    }

    /// Ends a turn and begins the next one, which gets the value if it is the same client's.
    fn leave(self: &Arc<Self>, client: &Arc<str>, handed_over: Option<W>) {
        let next = {
            let mut state = self.lock();
            state.release(client);
            state.next(self.limits.each)
        };
        if let Some((next, sender)) = next {
            let handed_over = handed_over.filter(|_| next == *client);
            let mut turn = self.turn(next);
            turn.handed_over = handed_over;
            // If the receiver was dropped, the turn is dropped and so passes to the next client.
            let _ = sender.send(turn);
        }
    }

    fn turn(self: &Arc<Self>, client: Arc<str>) -> Turn<W> {
        Turn {
            queue: Arc::clone(self),
            client,
            handed_over: None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<W>> {
        // No operation under the lock can leave it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Clone> Turn<W> {
    /// The value that the previous turn of this client handed over. Unless it is replaced, the next
    /// turn gets it too.
    pub fn handed_over(&self) -> Option<W> {
        self.handed_over.clone()
    }

    /// Hands a value over to the next turn, if a request of this client waits for it already.
    pub fn hand_over(&mut self, value: W) {
        self.handed_over = Some(value);
    }
}

impl<W> Drop for Turn<W> {
    fn drop(&mut self) {
        self.queue.leave(&self.client, self.handed_over.take());
    }
}

impl<W> QueueState<W> {
    fn client(&mut self, name: &str) -> (Arc<str>, &mut ClientTurns<W>) {
        let known = self.clients.get_key_value(name);
        let name = known.map_or_else(|| name.into(), |(name, _)| Arc::clone(name));
        let turns = self.clients.entry(Arc::clone(&name));
        let turns = turns.or_insert_with(|| ClientTurns {
            taken: 0,
            waiting: VecDeque::new(),
        });
        (name, turns)
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

    /// Takes the next turn for the first waiting client that may have one.
    fn next(&mut self, each: usize) -> Option<(Arc<str>, oneshot::Sender<Turn<W>>)> {
        for _ in 0..self.round.len() {
            let name = self.round.pop_front()?;
            self.forget_dropped(&name);
            let turns = self.client(&name).1;
            let sender = match turns.taken < each {
                true => turns.waiting.pop_front(),
                false => None,
            };
            if !turns.waiting.is_empty() {
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

    /// Removes the requests that no longer wait.
    fn forget_dropped(&mut self, name: &Arc<str>) {
        let waiting = &mut self.client(name).1.waiting;
        let before = waiting.len();
        waiting.retain(|sender| !sender.is_closed());
        let dropped = before - waiting.len();
        self.waiting -= dropped;
    }

    fn forget_if_idle(&mut self, name: &Arc<str>) {
        let turns = self.client(name).1;
        if turns.taken == 0 && turns.waiting.is_empty() {
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

    const LIMITS: FairQueueLimits = FairQueueLimits {
        at_once: 4,
        each: 3,
        waiting: 6,
        waiting_each: 4,
    };

    type TurnRequest = Pin<Box<dyn Future<Output = Result<Turn, Overload>>>>;

    /// A request for a turn that has to wait.
    fn request(turns: &Arc<FairQueue>, client: &'static str) -> TurnRequest {
        let turns = Arc::clone(turns);
        let mut waiting: TurnRequest = Box::pin(async move { turns.next(client).await });
        assert!(now(&mut waiting).is_none());
        waiting
    }

    fn at_once(turns: &Arc<FairQueue>, client: &'static str) -> Result<Turn, Overload> {
        let turns = Arc::clone(turns);
        let mut waiting: TurnRequest = Box::pin(async move { turns.next(client).await });
        now(&mut waiting).expect("it does not wait")
    }

    fn now(waiting: &mut TurnRequest) -> Option<Result<Turn, Overload>> {
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
    fn a_value_is_handed_over_to_requests_of_the_client_that_wait_already() {
        let turns: Arc<FairQueue<&str>> = FairQueue::new(FairQueueLimits { each: 1, ..LIMITS });
        let enter = |client| turns.enter(client).expect("there is room");
        let (Admission::Immediate(mut first), Admission::Queued(dropped)) =
            (enter("a"), enter("a"))
        else {
            panic!("one at a time");
        };
        let Admission::Queued(mut waits) = enter("a") else {
            panic!("one at a time");
        };
        assert_eq!(first.handed_over(), None);
        first.hand_over("no");
        drop(dropped);
        drop(first);
        let second = waits.try_recv().expect("it is next");
        assert_eq!(second.handed_over(), Some("no"));
        drop(second);
        let Admission::Immediate(later) = enter("a") else {
            panic!("no client has a turn");
        };
        assert_eq!(later.handed_over(), None);
    }

    #[test]
    fn no_client_has_all_turns() {
        let turns = FairQueue::new(LIMITS);
        let _first: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        let mut waits = request(&turns, "a");
        let other = at_once(&turns, "b").expect("there is one left");
        drop(other);
        assert!(now(&mut waits).is_none());
    }

    #[test]
    fn waiting_clients_are_served_round_robin() {
        let turns = FairQueue::new(FairQueueLimits {
            at_once: 1,
            waiting: 100,
            ..LIMITS
        });
        let mut turn = at_once(&turns, "a").expect("no client has one");
        let names = ["a", "a", "a", "b", "c", "b"];
        let mut waiting: Vec<_> = names.map(|name| (name, request(&turns, name))).into();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(turn);
            let mut next = waiting.iter_mut().enumerate();
            let (at, got) = next
                .find_map(|(at, (_, waiting))| now(waiting).map(|got| (at, got)))
                .expect("one is next");
            turn = got.expect("a turn");
            order.push(waiting.remove(at).0);
        }
        assert_eq!(order, ["a", "b", "c", "a", "b", "a"]);
        drop(turn);
        assert!(is_idle(&turns));
    }

    #[test]
    fn waiting_requests_are_bounded() {
        let turns = FairQueue::new(LIMITS);
        let taken: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        let mut waiting: Vec<_> = (0..4).map(|_| request(&turns, "a")).collect();
        assert_eq!(at_once(&turns, "a").expect_err("full"), Overload::Client);
        let _last = at_once(&turns, "b");
        waiting.extend([request(&turns, "b"), request(&turns, "b")]);
        assert_eq!(at_once(&turns, "b").expect_err("full"), Overload::Total);
        assert_eq!(at_once(&turns, "c").expect_err("full"), Overload::Total);
        drop(taken);
        let turns: Vec<_> = waiting.iter_mut().filter_map(now).collect();
        assert_eq!(turns.len(), 3);
    }

    #[test]
    fn a_dropped_request_loses_its_place_and_no_turn_is_lost() {
        let turns = FairQueue::new(LIMITS);
        let mut taken: Vec<_> = (0..3).map(|_| at_once(&turns, "a")).collect();
        taken.push(at_once(&turns, "b"));
        let waiting: Vec<_> = (0..4).map(|_| request(&turns, "a")).collect();
        drop(waiting);
        let mut stays = request(&turns, "a");
        let leaving = request(&turns, "b");
        // The request gets a turn and is dropped before it was polled.
        taken.pop();
        drop(leaving);
        taken.pop();
        assert!(now(&mut stays).expect("it is next").is_ok());
        drop((taken, stays));
        assert!(is_idle(&turns));
    }
}
