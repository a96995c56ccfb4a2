//! One random action on a page that changes at random, and the check of its answer.

mod answers;
mod lists;

use crate::acting::truth::components::{self, COMPONENTS, Component, is_final, open_internals};
use anyhow::{Context, ensure};
use axlens_harness::wait::{silence, until};
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// An order and one of its controls. Only the page knows which order a control belongs to.
type Mark = (i64, String);

/// The maximum number of actions with the uids of one snapshot.
const MAX_ACTIONS_PER_SNAPSHOT: usize = 4;
/// The ticks after which the changes of a clock count as background mutations.
const RECOGNIZED_AFTER: u64 = 5;

/// One of this number of requests is a list of actions on fields.
const LIST_INTERVAL: usize = 4;

/// One of this number of actions follows a short pause.
const SHORT_PAUSE_INTERVAL: usize = 10;
const MAX_SHORT_PAUSE_MS: usize = 1000;
/// After this number of actions on a page, no request is sent for a longer time.
const LONG_PAUSE_INTERVAL: usize = 25;
const MIN_LONG_PAUSE_MS: usize = 5000;

/// The number of actions by kind, outcome, fault and ended component.
#[derive(Debug, Default)]
pub struct Tally {
    actions: usize,
    executed: usize,
    /// Actions that were refused although their elements were the same, by the page's own log.
    needless: Vec<String>,
    kinds: BTreeMap<String, usize>,
    outcomes: BTreeMap<String, usize>,
    faults: BTreeMap<String, usize>,
    ended: BTreeMap<Component, usize>,
}

impl Tally {
    /// The share of needless refusals among all actions.
    pub fn needless_share(&self) -> f64 {
        self.needless.len() as f64 / self.actions.max(1) as f64
    }

    fn add(&mut self, plan: &Plan, reply: &Reply, is_executed: bool) {
        self.actions += 1;
        self.executed += usize::from(is_executed);
        *self.kinds.entry(plan.kind()).or_default() += 1;
        let (counts, name) = match reply.code() {
            Ok(code) => (&mut self.faults, code),
            Err(_) => (&mut self.outcomes, outcome(reply)),
        };
        *counts.entry(name.to_owned()).or_default() += 1;
        if let Some((component, _)) = plan.ending {
            *self.ended.entry(component).or_default() += 1;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} actions, {} executed", self.actions, self.executed)?;
        writeln!(f, "{} refused needlessly", self.needless.len())?;
        self.needless
            .iter()
            .try_for_each(|refusal| writeln!(f, "  {refusal}"))?;
        writeln!(f, "kinds {:?}", self.kinds)?;
        writeln!(f, "outcomes {:?}", self.outcomes)?;
        write!(f, "faults {:?}, ended {:?}", self.faults, self.ended)
    }
}

/// An agent that executes random actions on one page.
pub struct RandomAgent<'a> {
    chain: &'a Chain,
    internals: Tab,
    page: Tab,
    has_clock: bool,
    seed: u64,
    requests: usize,
    /// The maximum of a long pause, in milliseconds.
    max_pause_ms: usize,
    /// The uids of the controls in the last snapshot, and the order that each belonged to.
    controls: Vec<(String, Mark)>,
    /// The actions until the next snapshot.
    remaining: usize,
}

/// A random action, or a list of actions on fields.
struct Plan {
    body: Value,
    /// The controls of the actions.
    marks: Vec<Mark>,
    /// The positions of the controls of one action in the last snapshot.
    positions: Vec<usize>,
    /// The inputs that the page logs if the action is executed completely.
    inputs: Vec<Mark>,
    /// Whether the page changes by itself during the action.
    has_mutations: bool,
    /// The component that ends during the action, and after how many round trips.
    ending: Option<(Component, usize)>,
}

impl Plan {
    /// The action, and where it is executed.
    fn kind(&self) -> String {
        if self.is_list() {
            return "list of fields".to_owned();
        }
        let place = match self.marks[0].0 {
            -2 => " in a frame of another site",
            ..0 => " in a frame",
            _ => "",
        };
        let action = self.body["action"].as_str().unwrap_or_default();
        format!("{action}{place}")
    }

    fn is_list(&self) -> bool {
        self.body["actions"].is_array()
    }
}

/// The state of the page at one time.
struct State {
    visible: String,
    focused: String,
    mutations: u64,
    log_length: usize,
    /// The number of values that the page has put back.
    taken_back: usize,
    ticks: u64,
}

/// The measurements of the page during an action.
struct Measured {
    log: Vec<Mark>,
    /// The controls whose values the page has put back.
    taken_back: Vec<Mark>,
    /// Whether the machine has delayed a tick of the clock.
    is_tick_delayed: bool,
    /// Whether the machine has delayed the page's reaction to the input.
    is_reaction_delayed: bool,
}

impl<'a> RandomAgent<'a> {
    pub async fn open(
        chain: &'a Chain,
        settings: &str,
        seed: u64,
        max_pause_ms: usize,
    ) -> anyhow::Result<Self> {
        let has_clock = settings.contains("ticking");
        let settings = format!("{settings}&seed={seed}");
        let frame = |key: &str, name: &str| {
            let html = include_str!("frame.html");
            Page::html(html.replace("FRAME_KEY", key).replace("FRAME_NAME", name))
        };
        let html = include_str!("page.html")
            .replace("SETTINGS", &settings)
            .replace("NEAR_FRAME", &chain.site.page(frame("-1", "First report")))
            .replace("FAR_FRAME", &chain.site.foreign(frame("-2", "Far report")));
        Ok(RandomAgent {
            chain,
            internals: open_internals(chain).await?,
            page: chain.open(Page::html(html)).await?,
            has_clock,
            seed,
            requests: 0,
            max_pause_ms,
            controls: Vec::new(),
            remaining: 0,
        })
    }

    /// Knuth's MMIX generator.
    fn random(&mut self, below: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % below
    }

    fn one_of<const N: usize>(&mut self, choices: [&'static str; N]) -> &'static str {
        choices[self.random(N)]
    }

    /// Executes one action and checks the answer.
    pub async fn act(&mut self, tally: &mut Tally) -> anyhow::Result<()> {
        self.observe_if_needed().await?;
        for _ in 0..self.random(3) {
            self.page.evaluate("mutate()").await?;
        }
        self.pause().await;
        self.wait_for_ticks().await?;
        let plan = self.plan();
        let before = self.state().await?;
        if plan.has_mutations {
            let delay = self.random(300);
            self.page.evaluate(&format!("mutateAfter({delay})")).await?;
        }
        let reply = self.send(&plan).await?;
        self.page.wait_for("pending === 0").await?;
        let after = self.state().await?;
        let measured = self.measured_since(&before).await?;
        tally.add(&plan, &reply, !measured.log.is_empty());
        if self.is_needless(&plan, &reply).await? {
            tally
                .needless
                .push(format!("{}: {}", plan.kind(), reply.code()?));
        }
        if plan.has_mutations || plan.ending.is_some() || reply.status != 200 {
            self.remaining = 0;
        }
        answers::check(&plan, &reply, &measured, (&before, &after)).with_context(|| {
            let (body, marks, answer) = (&plan.body, &plan.marks, &reply.body);
            format!("{body} on {marks:?}: {answer:#}")
        })
    }

    /// Whether one action was refused because of its elements, which were the same for a person.
    async fn is_needless(&self, plan: &Plan, reply: &Reply) -> anyhow::Result<bool> {
        let is_refused = matches!(reply.code(), Ok("stale_uid" | "changed_uid"));
        if !is_refused || plan.is_list() || plan.has_mutations {
            return Ok(false);
        }
        let script = format!("{}.every(isSame)", json!(plan.positions));
        Ok(self.page.evaluate(&script).await? == json!(true))
    }

    /// Takes a snapshot if the last one was used for enough actions.
    async fn observe_if_needed(&mut self) -> anyhow::Result<()> {
        if self.remaining > 0 {
            self.remaining -= 1;
            return Ok(());
        }
        self.remaining = MAX_ACTIONS_PER_SNAPSHOT - 1;
        let tree = until("a snapshot", || async {
            let tabs = self.chain.agent.tabs().await?;
            let url = self.page.evaluate("location.href").await?;
            let tab = tabs.iter().find(|tab| tab["url"] == url);
            let tab = &tab.context("the tab")?["tab"];
            let request = json!({"tab": tab, "session": self.page.name, "format": "lean"});
            let answer = self.chain.agent.observe(request).await?.ok()?;
            Ok(answer["tree"].as_str().map(str::to_owned))
        })
        .await?;
        let marks = self.page.evaluate("(remember(), marks())").await?;
        let marks: Vec<Mark> = serde_json::from_value(marks)?;
        let uids: Vec<String> = tree.lines().filter_map(uid_of_control).collect();
        ensure!(
            uids.len() == marks.len(),
            "{} marks for\n{tree}",
            marks.len()
        );
        self.controls = uids.into_iter().zip(marks).collect();
        Ok(())
    }

    /// Sends no request for a random time, so that connection and worker become idle.
    async fn pause(&mut self) {
        let is_long = self.requests % LONG_PAUSE_INTERVAL == LONG_PAUSE_INTERVAL - 1;
        let milliseconds = if is_long {
            MIN_LONG_PAUSE_MS + self.random(self.max_pause_ms - MIN_LONG_PAUSE_MS)
        } else if self.random(SHORT_PAUSE_INTERVAL) == 0 {
            self.random(MAX_SHORT_PAUSE_MS)
        } else {
            return;
        };
        silence(Duration::from_millis(milliseconds as u64)).await;
    }

    /// Waits until the clock has ticked often enough since the last action.
    async fn wait_for_ticks(&self) -> anyhow::Result<()> {
        if self.has_clock {
            let ticks = self.state().await?.ticks;
            let enough = format!("ticks.length > {}", ticks + RECOGNIZED_AFTER);
            self.page.wait_for(&enough).await?;
        }
        Ok(())
    }

    fn plan(&mut self) -> Plan {
        self.requests += 1;
        let (mut body, marks, inputs) = match self.random(LIST_INTERVAL) {
            0 => self.list(),
            _ => self.one_action(),
        };
        let named = [&body["uid"], &body["to"]["uid"]];
        let position = |named: &Value| self.controls.iter().position(|(uid, _)| named == uid);
        let positions = named.into_iter().filter_map(position).collect();
        body["session"] = json!(self.page.name);
        body["key"] = json!(format!("request {}", self.requests));
        body["snapshot"] = json!("none");
        let is_interrupted = self.random(12) == 0;
        let ending = is_interrupted.then(|| (COMPONENTS[self.random(3)], self.random(25)));
        let has_mutations = self.random(4) == 0;
        Plan {
            body,
            marks,
            positions,
            inputs,
            has_mutations,
            ending,
        }
    }

    fn one_action(&mut self) -> (Value, Vec<Mark>, Vec<Mark>) {
        let index = self.random(self.controls.len());
        let (uid, mark) = self.controls[index].clone();
        let (mut body, inputs) = self.action_on(&mark);
        body["uid"] = json!(uid);
        (body, vec![mark], inputs)
    }

    /// A random action on a control, and the inputs that it causes.
    fn action_on(&mut self, mark: &Mark) -> (Value, Vec<Mark>) {
        let number = self.requests;
        let once = vec![mark.clone()];
        match (mark.1.as_str(), self.random(3)) {
            ("move", _) => self.drag(mark),
            ("do" | "count", 0) => {
                let keys = self.one_of(["Enter", "Space"]);
                (json!({"action": "press", "keys": keys}), once)
            }
            ("do" | "count", _) => (json!({"action": "click"}), once),
            ("paid", 0) => (json!({"action": "press", "keys": "Space"}), once),
            ("paid", _) => {
                let action = self.one_of(["check", "uncheck", "click"]);
                (json!({"action": action}), once)
            }
            ("note", 0) => {
                let text = format!("t{number} ");
                let inputs = vec![mark.clone(); text.len()];
                (json!({"action": "type", "text": text}), inputs)
            }
            ("note", 1) => match self.one_of(["clear", "x", "Backspace"]) {
                "clear" => (json!({"action": "clear"}), once),
                keys => (json!({"action": "press", "keys": keys}), once),
            },
            ("note", _) => {
                let value = format!("Note {number}");
                (json!({"action": "fill", "value": value}), once)
            }
            _ => {
                let label = self.one_of(["Open", "Sent", "Done"]);
                (json!({"action": "select", "labels": [label]}), once)
            }
        }
    }

    /// Drags a row onto another one.
    fn drag(&mut self, mark: &Mark) -> (Value, Vec<Mark>) {
        let others = self.controls.iter();
        let others = others.filter(|(_, other)| other.1 == "move" && other != mark);
        let others: Vec<_> = others.cloned().collect();
        let (uid, (onto, _)) = others[self.random(others.len())].clone();
        let inputs = vec![mark.clone(), (onto, "onto".to_owned())];
        (json!({"action": "drag", "to": {"uid": uid}}), inputs)
    }

    /// Sends the request. If a component ends, repeats it until the reply is final.
    async fn send(&self, plan: &Plan) -> anyhow::Result<Reply> {
        let first = self.chain.agent.post("/interact", plan.body.clone());
        let Some((component, delay)) = plan.ending else {
            return first.await;
        };
        let end = component.end(self.chain, &self.internals, delay);
        let (first, ended) = tokio::join!(first, end);
        ended?;
        components::wait_until_connected(self.chain).await?;
        // The connection may have ended without a reply.
        if let Ok(reply) = first
            && is_final(&reply)
        {
            return Ok(reply);
        }
        until("an answer", || async {
            let body = plan.body.clone();
            let reply = self.chain.agent.post("/interact", body).await?;
            Ok(is_final(&reply).then_some(reply))
        })
        .await
    }

    async fn state(&self) -> anyhow::Result<State> {
        let state = "inputsArrived().then(() => \
            [visible(), focused(), mutations, log.length, takenBack.length, ticks.length])";
        let state = self.page.evaluate(state).await?;
        let (visible, focused, mutations, log_length, taken_back, ticks) =
            serde_json::from_value(state)?;
        Ok(State {
            visible,
            focused,
            mutations,
            log_length,
            taken_back,
            ticks,
        })
    }

    async fn measured_since(&self, before: &State) -> anyhow::Result<Measured> {
        let first_tick = before.ticks.saturating_sub(RECOGNIZED_AFTER);
        let script = format!(
            "[log.slice({}), takenBack.slice({}), !isEven({first_tick}), reactionDelay > 250]",
            before.log_length, before.taken_back
        );
        let measured = self.page.evaluate(&script).await?;
        let (log, taken_back, is_tick_delayed, is_reaction_delayed) =
            serde_json::from_value(measured)?;
        Ok(Measured {
            log,
            taken_back,
            is_tick_delayed,
            is_reaction_delayed,
        })
    }
}

/// The uid of a line with a control.
fn uid_of_control(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (uid, role) = (words.next()?, words.next()?);
    let is_control = ["button", "checkbox", "textbox", "combobox"].contains(&role);
    is_control.then(|| uid.to_owned())
}

fn outcome(reply: &Reply) -> &str {
    let outcome = reply.body["results"][0]["outcome"].as_str();
    outcome.unwrap_or_default()
}
