//! Leases with a simulated clock.

use super::*;
use axlens_protocol::wire::QueryAgent;

const LIMITS: LeaseLimits = LeaseLimits {
    max_ttl: Duration::from_secs(3600),
    per_agent: 2,
};

fn agent(id: &str) -> Arc<Agent> {
    let query_agent = QueryAgent {
        id: id.to_owned(),
        name: id.to_owned(),
        ..QueryAgent::user()
    };
    Arc::new(Agent {
        query_agent: Arc::new(query_agent),
        ..Agent::user()
    })
}

fn pool(size: usize) -> PoolLeases {
    let mut pool = PoolLeases::default();
    pool.open(LIMITS);
    for number in 1..=size {
        let name = format!("{ID_PREFIX}{number}");
        pool.add(&name, &name);
        pool.set_ready(&name);
    }
    pool
}

fn lease(pool: &mut PoolLeases, agent: &Arc<Agent>, now: Instant) -> Result<String, Code> {
    let leased = pool.lease(agent, Some(60), |_| true, now);
    leased.map(|(id, _)| id).map_err(|fault| fault.code)
}

#[test]
fn only_the_agent_of_the_lease_can_use_the_browser_until_it_expires() {
    let (mut pool, now, ada) = (pool(1), Instant::now(), agent("ada"));
    assert!(!pool.admits("pool-1", "ada", now), "it is not leased yet");
    let id = lease(&mut pool, &ada, now).expect("one is ready");
    let minute = Duration::from_secs(60);
    assert!(pool.admits(&id, "ada", now + minute - Duration::from_millis(1)));
    assert!(!pool.admits(&id, "ada", now + minute));
    let fault = pool.ended(&id, "ada", now + minute).expect("it has ended");
    assert_eq!(pool.no_lease("ada", now + minute), fault);
    assert!(fault.message.contains("its time is over"), "{fault}");
    assert_eq!(pool.ended(&id, "ada", now), None);
    for other in ["bob", "user", POOL_AGENT] {
        assert!(!pool.admits(&id, other, now), "{other}");
    }
    assert!(pool.admits("0b1e", "bob", now), "a user's own browser");
}

#[test]
fn a_browser_is_leased_once() {
    let (mut pool, now, ada) = (pool(1), Instant::now(), agent("ada"));
    let id = lease(&mut pool, &ada, now).expect("one is ready");
    let bob = agent("bob");
    assert_eq!(lease(&mut pool, &bob, now), Err(Code::QueueFull));
    pool.end(&id, None, LeaseEnd::Agent);
    pool.set_ready(&id);
    assert_eq!(lease(&mut pool, &bob, now), Err(Code::QueueFull));
    assert!(pool.is_ending(&id) && !pool.accepts(&id) && !pool.admits(&id, "ada", now));
    pool.remove(&id);
    assert!(!pool.accepts(&id), "a process that has not ended in time");
    assert!(!pool.admits(&id, "ada", now));
}

#[test]
fn an_agent_has_a_maximum_and_leaves_the_rest_to_others() {
    let (mut pool, now, ada) = (pool(3), Instant::now(), agent("ada"));
    for _ in 0..LIMITS.per_agent {
        lease(&mut pool, &ada, now).expect("one is ready");
    }
    assert_eq!(lease(&mut pool, &ada, now), Err(Code::QueueFull));
    let bobs = lease(&mut pool, &agent("bob"), now).expect("one is ready");
    pool.end("pool-1", None, LeaseEnd::Agent);
    assert_eq!(
        lease(&mut pool, &ada, now),
        Err(Code::QueueFull),
        "none is ready"
    );
    assert_eq!(bobs, "pool-3");
}

#[test]
fn a_browser_that_is_starting_or_not_connected_is_not_leased() {
    let (mut pool, now, ada) = (pool(1), Instant::now(), agent("ada"));
    let none = pool.lease(&ada, None, |_| false, now);
    assert_eq!(none.map_err(|fault| fault.code), Err(Code::QueueFull));
    pool.add("pool-9", "pool-9");
    assert!(
        pool.admits("pool-9", POOL_AGENT, now),
        "the pool prepares it"
    );
    lease(&mut pool, &ada, now).expect("the other one");
    assert_eq!(lease(&mut pool, &ada, now), Err(Code::QueueFull));
}

#[test]
fn the_duration_has_bounds() {
    let (mut pool, now, ada) = (pool(1), Instant::now(), agent("ada"));
    for ttl in [0, 3601, u64::MAX] {
        let refused = pool.lease(&ada, Some(ttl), |_| true, now);
        let fault = refused.expect_err("out of bounds");
        assert_eq!(fault.code, Code::BadRequest);
        assert!(fault.message.contains("from 1 to 3600"), "{fault}");
    }
    let (_, ttl) = pool.lease(&ada, None, |_| true, now).expect("the default");
    assert_eq!(ttl, DEFAULT_TTL);
}

#[test]
fn the_end_of_a_lease_is_explained_to_its_agent_only() {
    let (mut pool, now, ada) = (pool(1), Instant::now(), agent("ada"));
    let id = lease(&mut pool, &ada, now).expect("one is ready");
    let key = BrowserKey::of(7);
    pool.end(&id, Some(key), LeaseEnd::Crashed);
    let fault = pool.ended(&id, "ada", now).expect("it was her lease");
    assert!(fault.message.contains("ended unexpectedly"), "{fault}");
    assert!(fault.hint.contains("POST /browsers"), "{fault}");
    assert_eq!(pool.ended_with_key(key, "ada"), Some(fault.clone()));
    assert_eq!(pool.no_lease("ada", now), fault);
    assert_eq!(pool.ended(&id, "bob", now), None);
    assert_eq!(pool.ended_with_key(key, "bob"), None);
    assert!(pool.was_of_another(key, "bob") && !pool.was_of_another(key, "ada"));
    assert!(pool.no_lease("bob", now).message.contains("leased none"));
}

#[test]
fn the_leases_of_an_agent_without_a_valid_token_are_known() {
    let (mut pool, now) = (pool(2), Instant::now());
    let id = lease(&mut pool, &agent("ada"), now).expect("one is ready");
    lease(&mut pool, &agent("bob"), now).expect("one is ready");
    let invalid = pool.with_invalid_agents(|agent| agent.id() != "ada");
    assert_eq!(invalid, [id]);
}

#[test]
fn a_server_without_a_pool_says_so() {
    let mut pool = PoolLeases::default();
    let now = Instant::now();
    assert_eq!(lease(&mut pool, &agent("ada"), now), Err(Code::NotFound));
    assert!(!pool.accepts("pool-1") && pool.accepts("0b1e"));
}
