//! "Act and see": an action, and the call that returns the new state of the page. Each tool gets a
//! fresh page of 60 rows and reads it. The measured time is that from the action until the agent
//! has the new state.

use crate::other_tools::OtherTools;
use anyhow::{Context, ensure};
use axlens_bench::series::Series;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

/// The name of Axlens in the numbers.
pub const OURS: &str = "axlens";

/// The name of an earlier build of Axlens.
pub const EARLIER: &str = "axlens, earlier";

/// The other tools, in the order of the table.
pub const OTHERS: [&str; 4] = [
    "playwright",
    "playwright-mcp",
    "chrome-devtools-mcp",
    "agent-browser",
];

/// Rounds of a tool that starts a process for every command.
const ROUNDS_OF_COMMANDS: usize = 5;

const ROWS: usize = 60;

const FIELDS: [&str; 10] = [
    "Customer", "Street", "Town", "Country", "Company", "Courier", "Remark", "Voucher", "Gate",
    "Dock",
];

/// The measurements of one tool, one for each round.
#[derive(Debug, Default)]
pub struct Numbers {
    /// Milliseconds, as the client measures them.
    pub all: Series,
    /// Of these, the time in which Axlens waited for the page, from the response.
    pub waited: Series,
    /// The rest.
    pub beyond: Series,
    /// Tokens that the agent reads.
    pub tokens: Series,
    /// The ratio to the time of Axlens in the same round.
    pub ratios: Series,
}

/// An action on the page.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    click: Option<&'static str>,
    fill: Vec<(&'static str, String)>,
    /// A text that only the new state contains.
    sees: String,
    /// The outcome that Axlens must return.
    outcome: &'static str,
}

/// Measurements by action and by tool.
pub type Measured = Vec<(Case, BTreeMap<&'static str, Numbers>)>;

fn cases() -> Vec<Case> {
    let click = |name, click, sees: &str, outcome| Case {
        name,
        click: Some(click),
        fill: Vec::new(),
        sees: sees.to_owned(),
        outcome,
    };
    let fill = |name, fields: &[&'static str]| {
        let fill = fields
            .iter()
            .map(|field| (*field, format!("{field} of 31")));
        Case {
            name,
            click: None,
            fill: fill.collect(),
            // Some tools repeat the typed text in their response without reading the page.
            sees: format!("Noted {}", fields.last().unwrap_or(&"")),
            outcome: "changed",
        }
    };
    vec![
        click("click", "Ship 31", "Shipped 31", "changed"),
        click(
            "click without effect",
            "Idle",
            "Orders of today",
            "unchanged",
        ),
        click("click that navigates", "Stock", "All in stock", "navigated"),
        fill("fill", &FIELDS[..1]),
        fill("ten fields", &FIELDS),
    ]
}

/// The page; a click on its link leads to `next`.
fn page(next: &str) -> String {
    let mut html = format!(
        "<!doctype html><title>Shop</title><h1>Orders of today</h1>
        <nav><a href='{next}'>Stock</a></nav><button onclick='0'>Idle</button><form>"
    );
    for field in FIELDS {
        let _ = writeln!(html, "<label>{field} <input name='{field}'></label>");
    }
    html.push_str("</form><p id=noted>Nothing noted</p>");
    html.push_str("<script>document.oninput = ({ target }) => { noted.textContent = `Noted ${target.name}`; };</script>");
    html.push_str("<table><tr><th>Order</th><th>Customer</th><th>State</th><th></th></tr>");
    for row in 1..=ROWS {
        let _ = writeln!(
            html,
            "<tr><td>{row}</td><td>Customer {row}</td><td>Open</td><td><button
            onclick=\"this.closest('tr').cells[2].textContent = 'Shipped {row}'\">Ship
            {row}</button></td></tr>"
        );
    }
    html.push_str("</table>");
    html
}

/// Measures all tools, interleaved: in each round each tool runs each action once.
pub async fn measure(
    chain: &Chain,
    mut tools: Option<&mut OtherTools>,
    rounds: usize,
) -> anyhow::Result<Measured> {
    let (tab, url) = open(chain).await?;
    let mut measured = nothing_yet();
    for round in 0..rounds {
        for (case, numbers) in &mut measured {
            tab.goto(&url).await?;
            let ours = act_and_see(&tab, case).await?;
            let time = ours.all;
            ours.put(numbers.entry(OURS).or_default(), time);
            let Some(tools) = tools.as_deref_mut() else {
                continue;
            };
            for name in OTHERS {
                if name == "agent-browser" && round >= ROUNDS_OF_COMMANDS {
                    continue;
                }
                tab.goto(&url).await?;
                let theirs = tools.act(name, &url, &case.as_value()).await?;
                match ActResponse::of(&theirs) {
                    Some(acted) => acted.put(numbers.entry(name).or_default(), time),
                    None => eprintln!("{}: {name}: {theirs:.600}", case.name),
                }
            }
        }
    }
    Ok(measured)
}

/// Measures this build and an earlier one, each in its own browser, interleaved.
pub async fn compare(chain: &Chain, earlier: &Chain, rounds: usize) -> anyhow::Result<Measured> {
    let (now, before) = (open(chain).await?, open(earlier).await?);
    let mut measured = nothing_yet();
    for _ in 0..rounds {
        for (case, numbers) in &mut measured {
            now.0.goto(&now.1).await?;
            let ours = act_and_see(&now.0, case).await?;
            before.0.goto(&before.1).await?;
            let theirs = act_and_see(&before.0, case).await?;
            let time = ours.all;
            ours.put(numbers.entry(OURS).or_default(), time);
            theirs.put(numbers.entry(EARLIER).or_default(), time);
        }
    }
    Ok(measured)
}

fn nothing_yet() -> Measured {
    let cases = cases().into_iter();
    cases.map(|case| (case, BTreeMap::new())).collect()
}

/// A tab, and the address of the page.
async fn open(chain: &Chain) -> anyhow::Result<(Tab, String)> {
    let next = "<!doctype html><title>Shop</title><h1>All in stock</h1><p>Nothing is missing.</p>";
    let next = chain.site.page(Page::html(next));
    let url = chain.site.page(Page::html(page(&next)));
    Ok((chain.tab().await?, url))
}

impl Case {
    /// The action for the other tools.
    fn as_value(&self) -> Value {
        let field = |(name, value): &(&str, String)| json!({"name": name, "value": value});
        let fill: Vec<Value> = self.fill.iter().map(field).collect();
        match self.click {
            Some(click) => json!({"click": click, "sees": self.sees}),
            None => json!({"fill": fill, "sees": self.sees}),
        }
    }

    /// The action for Axlens, with the uids of this snapshot.
    fn as_request(&self, tree: &str) -> anyhow::Result<Value> {
        if let Some(click) = self.click {
            return Ok(json!({"action": "click", "uid": uid(tree, click)?}));
        }
        let field = |(name, value): &(&str, String)| {
            Ok(json!({"action": "fill", "uid": uid(tree, name)?, "value": value}))
        };
        let fields: anyhow::Result<Vec<Value>> = self.fill.iter().map(field).collect();
        Ok(json!({"actions": fields?}))
    }
}

/// The uid of the element of this name in a lean snapshot.
fn uid(tree: &str, name: &str) -> anyhow::Result<String> {
    let quoted = format!("\"{name}\"");
    let mut lines = tree.lines().filter(|line| line.contains(&quoted));
    let uid = lines.find_map(|line| line.trim_start().split([' ', ':']).next());
    Ok(uid
        .with_context(|| format!("no {name} in\n{tree}"))?
        .to_owned())
}

async fn act_and_see(tab: &Tab, case: &Case) -> anyhow::Result<ActResponse> {
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
        text: answer.to_string(),
    })
}

/// The response to one action.
struct ActResponse {
    all: f64,
    waited: Option<f64>,
    text: String,
}

impl ActResponse {
    /// `None` if another tool failed.
    fn of(answer: &Value) -> Option<ActResponse> {
        Some(ActResponse {
            all: answer["ms"].as_f64()?,
            waited: None,
            text: answer["text"].as_str()?.to_owned(),
        })
    }

    fn put(self, numbers: &mut Numbers, ours: f64) {
        numbers.all.0.push(self.all);
        numbers.ratios.0.push(self.all / ours);
        let tokens = bpe_openai::o200k_base().count(&self.text);
        numbers.tokens.0.push(tokens as f64);
        if let Some(waited) = self.waited {
            numbers.waited.0.push(waited);
            numbers.beyond.0.push(self.all - waited);
        }
    }
}
