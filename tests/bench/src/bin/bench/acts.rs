//! "Act and see": an action, and the call that returns the new state of the page. Each tool gets a
//! fresh page of 60 rows and reads it. The measured time is that from the action until the agent
//! has the new state.

use crate::acts_cases::{Case, NEXT, cases, page};
use crate::other_tools::{OtherTools, Tool, acting};
use anyhow::{Context, ensure};
use axlens_bench::series::Series;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// The name of Axlens in the numbers.
pub const OURS: &str = "axlens";

/// The name of an earlier build of Axlens.
pub const EARLIER: &str = "axlens, earlier";

/// The measurements of one way, one for each round.
#[derive(Debug, Default)]
pub struct Numbers {
    /// Milliseconds, as the client measures them.
    pub all: Series,
    /// Of these, the time in which Axlens waited for the page, from the response.
    pub waited: Series,
    /// The rest.
    pub beyond: Series,
    /// Tokens that the agent reads before the action, to name the element.
    pub first_look: Series,
    /// Tokens that the agent reads from the action on.
    pub tokens: Series,
    /// The ratio to the time of Axlens in the same round.
    pub ratios: Series,
}

/// Measurements by action and by way.
pub type Measured = Vec<(Case, BTreeMap<String, Numbers>)>;

/// A tool with a browser of its own, so that no other tool is attached to it.
struct Contestant {
    tool: Tool,
    tools: OtherTools,
    place: Place,
    /// Ended last.
    _chain: Chain,
}

/// A tab, and the address of the page.
struct Place {
    tab: Tab,
    url: String,
}

/// Measures Axlens and the tools whose name contains `only`, interleaved: in each round each of
/// their ways runs each action once. Without a folder of other tools only Axlens.
pub async fn measure(
    modules: Option<&Path>,
    only: &str,
    rounds: usize,
) -> anyhow::Result<Measured> {
    let chain = Chain::start().await?;
    let ours = open(&chain).await?;
    let mut others = Vec::new();
    if let Some(modules) = modules {
        for tool in acting()? {
            if tool.tool.contains(only) {
                others.push(Contestant::start(tool, modules).await?);
            }
        }
    }
    let measured = in_rounds(&ours, &mut others, rounds).await;
    for other in others {
        other.tools.end().await?;
    }
    measured
}

async fn in_rounds(
    ours: &Place,
    others: &mut [Contestant],
    rounds: usize,
) -> anyhow::Result<Measured> {
    let mut measured = nothing_yet();
    for round in 0..rounds {
        eprintln!("round {} of {rounds} …", round + 1);
        for (case, numbers) in &mut measured {
            let acted = act_and_see(ours, case).await?;
            let time = acted.all;
            acted.put(numbers.entry(OURS.to_owned()).or_default(), time);
            for other in &mut *others {
                other.act(case, numbers, time).await?;
            }
        }
    }
    Ok(measured)
}

/// Measures this build and an earlier one, each in its own browser, interleaved. Each is the first
/// one in every other round: what a browser still does after an action slows down the next one.
pub async fn compare(chain: &Chain, earlier: &Chain, rounds: usize) -> anyhow::Result<Measured> {
    let (now, before) = (open(chain).await?, open(earlier).await?);
    let mut measured = nothing_yet();
    for round in 0..rounds {
        for (case, numbers) in &mut measured {
            let (ours, theirs) = match round % 2 {
                0 => {
                    let ours = act_and_see(&now, case).await?;
                    (ours, act_and_see(&before, case).await?)
                }
                _ => {
                    let theirs = act_and_see(&before, case).await?;
                    (act_and_see(&now, case).await?, theirs)
                }
            };
            let time = ours.all;
            ours.put(numbers.entry(OURS.to_owned()).or_default(), time);
            theirs.put(numbers.entry(EARLIER.to_owned()).or_default(), time);
        }
    }
    Ok(measured)
}

fn nothing_yet() -> Measured {
    let cases = cases().into_iter();
    cases.map(|case| (case, BTreeMap::new())).collect()
}

async fn open(chain: &Chain) -> anyhow::Result<Place> {
    let next = chain.site.page(Page::html(NEXT));
    let url = chain.site.page(Page::html(page(&next)));
    let tab = chain.tab().await?;
    tab.goto(&url).await?;
    Ok(Place { tab, url })
}

impl Contestant {
    async fn start(tool: Tool, modules: &Path) -> anyhow::Result<Contestant> {
        let chain = Chain::start().await?;
        Ok(Contestant {
            tools: OtherTools::start(modules, &chain).await?,
            place: open(&chain).await?,
            tool,
            _chain: chain,
        })
    }

    /// Runs an action in each way. `ours`: the time of Axlens in this round.
    async fn act(
        &mut self,
        case: &Case,
        numbers: &mut BTreeMap<String, Numbers>,
        ours: f64,
    ) -> anyhow::Result<()> {
        let Place { tab, url } = &self.place;
        for way in &self.tool.ways {
            tab.goto(url).await?;
            let answer = self.tools.act(&way.name, url, &case.as_value()).await?;
            match ActResponse::of(&answer) {
                Some(acted) => acted.put(numbers.entry(way.name.clone()).or_default(), ours),
                None => eprintln!("{}: {}: {answer:.600}", case.name, way.name),
            }
        }
        Ok(())
    }
}

async fn act_and_see(place: &Place, case: &Case) -> anyhow::Result<ActResponse> {
    let tab = &place.tab;
    tab.goto(&place.url).await?;
    let looked = tab.observe(json!({"format": "lean"})).await?;
    let mut request = case.as_request(looked["tree"].as_str().unwrap_or_default())?;
    request["session"] = json!(tab.name);
    request["tab"] = json!(tab.handle().await?);
    let start = Instant::now();
    let answer = tab.agent().post("/interact", request).await?.ok()?;
    let all = start.elapsed().as_secs_f64() * 1000.0;
    let results = answer["results"].as_array().context("results")?;
    let as_wanted = results.iter().all(|one| one["outcome"] == case.outcome);
    ensure!(as_wanted, "{}: {answer:#}", case.name);
    let tree = answer["tree"].as_str().unwrap_or_default();
    let sees = tree.contains(&case.sees) || case.outcome == "unchanged";
    ensure!(sees, "{}: {answer:#}", case.name);
    Ok(ActResponse {
        all,
        waited: answer["waitedMs"].as_f64(),
        looked: looked.to_string(),
        text: answer.to_string(),
    })
}

/// The response to one action.
struct ActResponse {
    all: f64,
    waited: Option<f64>,
    /// The text of the look before the action.
    looked: String,
    text: String,
}

impl ActResponse {
    /// `None` if another tool failed.
    fn of(answer: &Value) -> Option<ActResponse> {
        Some(ActResponse {
            all: answer["ms"].as_f64()?,
            waited: None,
            looked: answer["looked"].as_str()?.to_owned(),
            text: answer["text"].as_str()?.to_owned(),
        })
    }

    fn put(self, numbers: &mut Numbers, ours: f64) {
        numbers.all.0.push(self.all);
        numbers.ratios.0.push(self.all / ours);
        numbers.first_look.0.push(tokens(&self.looked));
        numbers.tokens.0.push(tokens(&self.text));
        if let Some(waited) = self.waited {
            numbers.waited.0.push(waited);
            numbers.beyond.0.push(self.all - waited);
        }
    }
}

fn tokens(text: &str) -> f64 {
    bpe_openai::o200k_base().count(text) as f64
}
