//! One action: what is known before, what is done, and what is true of the answer.

use crate::kills::{self, PARTS, Part};
use anyhow::{Context, bail, ensure};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// An order and one of its controls: what only the page knows.
type Mark = (u64, String);

/// So many actions are done with what one snapshot has shown, at most.
const MAX_WITH_ONE: usize = 4;

/// What was seen of all actions.
#[derive(Debug, Default)]
pub struct Tally {
    actions: usize,
    sent: usize,
    outcomes: BTreeMap<String, usize>,
    faults: BTreeMap<String, usize>,
    kills: BTreeMap<Part, usize>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { actions, sent, .. } = self;
        writeln!(f, "{actions} actions, {sent} of them sent to the page")?;
        writeln!(f, "outcomes {:?}", self.outcomes)?;
        write!(f, "faults {:?}, killed {:?}", self.faults, self.kills)
    }
}

/// A page, and an agent that acts on it.
pub struct Desk<'a> {
    chain: &'a Chain,
    internals: Tab,
    page: Tab,
    seed: u64,
    requests: usize,
    /// What the last snapshot has shown: uids of controls, and whose they were then.
    shown: Vec<(String, Mark)>,
    left: usize,
}

/// What is going to be done.
struct Plan {
    body: Value,
    mark: Mark,
    /// The page changes by itself meanwhile.
    background_mutations: bool,
    kill: Option<(Part, usize)>,
}

/// The page at a moment.
struct State {
    visible: String,
    background: Value,
    logged: usize,
    /// Its clock has ticked evenly.
    even: bool,
}

impl<'a> Desk<'a> {
    pub async fn open(chain: &'a Chain, settings: &str, seed: u64) -> anyhow::Result<Desk<'a>> {
        let settings = format!("{settings}&seed={seed}");
        let html = include_str!("page.html").replace("SETTINGS", &settings);
        let mut desk = Desk {
            chain,
            internals: kills::internals(chain).await?,
            page: chain.open(Page::html(html)).await?,
            seed,
            requests: 0,
            shown: Vec::new(),
            left: 0,
        };
        if settings.contains("ticking") {
            // A clock is known for one after some ticks.
            desk.look().await?;
            let ticks = desk.page.evaluate("ticks").await?;
            desk.page.wait_for(&format!("ticks > {ticks} + 6")).await?;
        }
        Ok(desk)
    }

    fn random(&mut self, below: usize) -> usize {
        // Knuth's MMIX generator.
        self.seed = self
            .seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % below
    }

    fn one_of(&mut self, words: [&'static str; 3]) -> &'static str {
        words[self.random(3)]
    }

    /// Does one action, and sees what became of it.
    pub async fn round(&mut self, tally: &mut Tally) -> anyhow::Result<()> {
        self.look().await?;
        for _ in 0..self.random(3) {
            self.page.evaluate("mutate()").await?;
        }
        let plan = self.plan();
        let before = self.state().await?;
        if plan.background_mutations {
            let after = self.random(300);
            self.page.evaluate(&format!("mutateIn({after})")).await?;
        }
        let reply = self.send(&plan).await?;
        self.page.wait_for("pending === 0").await?;
        let after = self.state().await?;
        self.count(tally, &plan, &reply);
        let log = self.log_since(before.logged).await?;
        tally.sent += usize::from(!log.is_empty());
        let verdict = judge(&plan, &reply, &log, (&before, &after));
        if plan.background_mutations || plan.kill.is_some() || reply.status != 200 {
            self.left = 0;
        }
        let delays = self.page.evaluate("delays.slice(-3)").await?;
        verdict.with_context(|| {
            format!(
                "{} on {:?}: {:#} {delays}",
                plan.body, plan.mark, reply.body
            )
        })
    }

    /// Takes a snapshot where the last one is used up.
    async fn look(&mut self) -> anyhow::Result<()> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(());
        }
        self.left = MAX_WITH_ONE - 1;
        let tree = until("a snapshot", || async {
            let tabs = self.chain.agent.tabs().await?;
            let mine = self.page.evaluate("location.href").await?;
            let mine = tabs.iter().find(|tab| tab["url"] == mine);
            let tab = &mine.context("the tab")?["tab"];
            let request = json!({"tab": tab, "session": self.page.name, "format": "lean"});
            let answer = self.chain.agent.observe(request).await?.ok()?;
            Ok(answer["tree"].as_str().map(str::to_owned))
        })
        .await?;
        let marks: Vec<Mark> = serde_json::from_value(self.page.evaluate("marks()").await?)?;
        let uids: Vec<String> = tree.lines().filter_map(control).collect();
        ensure!(
            uids.len() == marks.len(),
            "{} marks for\n{tree}",
            marks.len()
        );
        self.shown = uids.into_iter().zip(marks).collect();
        Ok(())
    }

    fn plan(&mut self) -> Plan {
        let which = self.random(self.shown.len());
        let (uid, mark) = self.shown[which].clone();
        self.requests += 1;
        let mut body = match mark.1.as_str() {
            "do" | "count" => json!({"action": "click"}),
            "paid" => json!({"action": self.one_of(["check", "uncheck", "click"])}),
            "note" => {
                let action = ["fill", "clear"][usize::from(self.random(5) == 0)];
                match action {
                    "fill" => json!({"action": action, "value": format!("Note {}", self.requests)}),
                    _ => json!({"action": action}),
                }
            }
            _ => json!({"action": "select", "labels": [self.one_of(["Open", "Sent", "Done"])]}),
        };
        body["uid"] = json!(uid);
        body["session"] = json!(self.page.name);
        body["key"] = json!(format!("request {}", self.requests));
        body["snapshot"] = json!("none");
        let kill = (self.random(12) == 0).then(|| (PARTS[self.random(3)], self.random(25)));
        let background_mutations = self.random(4) == 0;
        Plan {
            body,
            mark,
            background_mutations,
            kill,
        }
    }

    /// Sends the request; where something was killed meanwhile, until there is an answer.
    async fn send(&self, plan: &Plan) -> anyhow::Result<Reply> {
        let first = self.chain.agent.post("/interact", plan.body.clone());
        let Some((part, trips)) = plan.kill else {
            return first.await;
        };
        let (first, killed) = tokio::join!(first, part.kill(self.chain, &self.internals, trips));
        killed?;
        // A connection that broke off, and what may be tried again, are no answers.
        if let Ok(reply) = first
            && is_answer(&reply)
        {
            kills::whole_again(self.chain).await?;
            return Ok(reply);
        }
        kills::whole_again(self.chain).await?;
        until("an answer", || async {
            let reply = self
                .chain
                .agent
                .post("/interact", plan.body.clone())
                .await?;
            Ok(is_answer(&reply).then_some(reply))
        })
        .await
    }

    async fn state(&self) -> anyhow::Result<State> {
        let seen = self
            .page
            .evaluate("[visible(), background, log.length, isEven()]")
            .await?;
        Ok(State {
            visible: seen[0].as_str().context("what is visible")?.to_owned(),
            background: seen[1].clone(),
            logged: seen[2].as_u64().context("a length")? as usize,
            even: seen[3] == true,
        })
    }

    async fn log_since(&self, start: usize) -> anyhow::Result<Vec<Mark>> {
        let log = self.page.evaluate(&format!("log.slice({start})")).await?;
        Ok(serde_json::from_value(log)?)
    }

    fn count(&self, tally: &mut Tally, plan: &Plan, reply: &Reply) {
        tally.actions += 1;
        let (words, word) = match reply.code() {
            Ok(code) => (&mut tally.faults, code),
            Err(_) => (&mut tally.outcomes, outcome(reply)),
        };
        *words.entry(word.to_owned()).or_default() += 1;
        if let Some((part, _)) = plan.kill {
            *tally.kills.entry(part).or_default() += 1;
        }
    }
}

/// The uid of a line that is a control.
fn control(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let uid = words.next()?;
    let role = words.next()?;
    let is_control = ["button", "checkbox", "textbox", "combobox"].contains(&role);
    is_control.then(|| uid.to_owned())
}

fn is_answer(reply: &Reply) -> bool {
    reply.status == 200 || reply.body["retryable"] == false
}

fn outcome(reply: &Reply) -> &str {
    reply.body["results"][0]["outcome"]
        .as_str()
        .unwrap_or_default()
}

/// Whether the answer is true.
fn judge(
    plan: &Plan,
    reply: &Reply,
    log: &[Mark],
    (before, after): (&State, &State),
) -> anyhow::Result<()> {
    if let Some(other) = log.iter().find(|mark| **mark != plan.mark) {
        bail!("{other:?} was acted on");
    }
    ensure!(log.len() <= 1, "it was done {} times", log.len());
    let same = before.visible == after.visible;
    let by_itself = before.background != after.background;
    match (reply.status, outcome(reply)) {
        // Who is told that nobody knows, or to look first, looks.
        (200, "unknown") => Ok(()),
        (200, _) if plan.kill.is_some() && log.is_empty() => {
            ensure!(outcome(reply) == "already", "it was not done");
            Ok(())
        }
        (200, "already") => {
            ensure!(log.is_empty(), "it was done");
            Ok(())
        }
        (200, _) if by_itself || plan.kill.is_some() => Ok(()),
        // A clock that the machine has held up is none: docs/acting.md, Limits.
        (200, "changed") if same && !after.even => Ok(()),
        (200, "changed") => {
            ensure!(!same, "nothing has changed");
            Ok(())
        }
        (200, "unchanged") => {
            ensure!(same, "{}\n{}", before.visible, after.visible);
            Ok(())
        }
        (200, other) => bail!("{other}: what is that?"),
        _ if plan.kill.is_some() => Ok(()),
        _ => {
            ensure!(log.is_empty(), "a fault, and it was done");
            Ok(())
        }
    }
}
