//! A task of ten steps by MCP alone, with Axlens and with other tools, on a page with a form and a
//! table of 1,500 rows: calls, tokens and time. The same for finding out why a form fails. Also the
//! time that MCP and the command line add to a query.

use crate::other_tools::OtherTools;
use anyhow::Context;
use axlens_bench::series::Series;
use axlens_harness::own_page::set_policy;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Instant;

/// The tools, in the order of the table.
pub const TOOLS: [&str; 4] = [
    "axlens",
    "playwright-mcp",
    "chrome-devtools-mcp",
    "agent-browser",
];

/// Those that find out why a form fails.
pub const STORY_TOOLS: [&str; 3] = ["axlens", "playwright-mcp", "chrome-devtools-mcp"];

const ROWS: usize = 1500;

/// Rounds of the query that measures the added time.
const QUERIES: usize = 100;

/// The measurements of one tool, one for each round.
#[derive(Debug, Default)]
pub struct TaskTimes {
    /// Milliseconds, without the agent's own time.
    pub ms: Series,
    /// Calls.
    pub calls: Series,
    /// Tokens that the agent writes: names and arguments of its calls.
    pub written: Series,
    /// Tokens that it reads: responses.
    pub read: Series,
    /// Tokens of the list of tools.
    pub listed: usize,
}

/// Milliseconds of the same query by each interface.
#[derive(Debug, Default)]
pub struct Ways {
    /// `POST /get`.
    pub http: Series,
    /// The tool `get` by `axlens mcp`.
    pub mcp: Series,
    /// `axlens get`, including the start of its process.
    pub command: Series,
}

fn tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

fn page() -> String {
    let mut html = String::from(
        "<!doctype html><title>Orders</title><h1>Orders</h1><p role=status id=state>Nothing new</p>
        <form aria-label='New order'><label>Customer <input></label> <label>E-mail <input type=email></label>
        <label>Town <input></label> <label>Shipping <select><option>Standard<option>Express</select></label>
        <label><input type=checkbox required> Terms accepted</label> <button>Send order</button></form>
        <table><tr><th>Number</th><th>Customer</th><th>Amount</th><th></th></tr>",
    );
    for row in 1..=ROWS {
        let _ = writeln!(
            html,
            "<tr><td>{row}</td><td>Customer {row}</td><td>{}.00</td><td><button>Edit</button></td></tr>",
            10 + row % 90
        );
    }
    html.push_str(
        "</table><script>
        const show = (text, after) => setTimeout(() => { state.textContent = text; }, after);
        document.forms[0].onsubmit = (event) => {
          event.preventDefault();
          const [customer, mail, town, shipping, terms] = event.target.elements;
          const right = customer.value === 'Ada Lovelace' && mail.value === 'ada@example.com' &&
            town.value === 'London' && shipping.value === 'Express' && terms.checked;
          show(right ? 'Order 1501 sent' : 'Something is missing', 300);
        };
        document.querySelector('table').onclick = ({ target }) => {
          const row = target.closest('tr');
          if (target.textContent === 'Edit') {
            target.insertAdjacentHTML('afterend',
              ' <label>New amount <input></label> <button>Save</button>');
          } else if (target.textContent === 'Save') {
            const amount = row.querySelector('input').value;
            row.cells[2].textContent = amount;
            row.querySelector('label').remove();
            target.remove();
            show(`Order ${row.cells[0].textContent} saved: ${amount}`, 1200);
          }
        };</script>",
    );
    html
}

/// Runs the task with all tools, interleaved.
pub async fn measure(
    chain: &Chain,
    tools: &mut OtherTools,
    rounds: usize,
) -> anyhow::Result<BTreeMap<&'static str, TaskTimes>> {
    let url = chain.site.page(Page::html(page()));
    let tab = chain.tab().await?;
    let mut measured = BTreeMap::new();
    for _ in 0..rounds {
        for name in TOOLS {
            once(&tab, tools, (name, "task", &url), &mut measured).await?;
        }
    }
    Ok(measured)
}

/// Has all tools find out why a form fails, interleaved. The user has turned on "Exceptions and
/// console" for the site.
pub async fn story(
    chain: &Chain,
    tools: &mut OtherTools,
    rounds: usize,
) -> anyhow::Result<BTreeMap<&'static str, TaskTimes>> {
    let tab = chain.tab().await?;
    let options = chain.own_page("options").await?;
    let site = json!({"pattern": "shop.localhost", "level": "act", "confirm": false,
        "console": true});
    set_policy(&options, &json!({"default": "act", "sites": [site]})).await?;
    options.close().await?;
    let url = checkout(chain);
    until("the rule applies to new documents", || async {
        tab.goto(&url).await?;
        let native = "console.log.toString().includes('native code')";
        Ok((tab.evaluate(native).await? == false).then_some(()))
    })
    .await?;
    let mut measured = BTreeMap::new();
    for _ in 0..rounds {
        for name in STORY_TOOLS {
            once(&tab, tools, (name, "story", &url), &mut measured).await?;
        }
    }
    Ok(measured)
}

/// The page with the form that fails.
fn checkout(chain: &Chain) -> String {
    let reason = r#"{"error":"validation_failed","fields":{"postcode":"must have five digits"}}"#;
    let refusal = Page::html(reason).content_type("application/json");
    let orders = chain.site.alone("shop", refusal.status(422).for_posts());
    let script = Page::html(CHECKOUT_SCRIPT.replace("/api/orders", &orders));
    let script = chain
        .site
        .alone("shop", script.content_type("text/javascript"));
    let html = CHECKOUT.replace("/checkout.js", &format!("{script}?checkout.js"));
    chain.site.alone("shop", Page::html(html))
}

const CHECKOUT: &str = "<!doctype html><title>Checkout</title><h1>Checkout</h1>
    <nav><a href=/>Shop</a> <a href=/cart>Cart</a> <a href=/account>Account</a></nav>
    <form><label>Name <input value=Ada></label> <label>Street <input value='Main St 1'></label>
    <label>Postcode <input value=123></label> <label>Town <input value=London></label>
    <label>Country <select><option>United Kingdom<option>France</select></label>
    <label><input type=checkbox checked> Terms accepted</label><button>Place order</button></form>
    <script src=/checkout.js></script>";

const CHECKOUT_SCRIPT: &str = "const form = document.querySelector('form');
    const onAnswer = (order) => {
      const names = order.items.map((item) => item.name);
      document.querySelector('h1').textContent = `Thank you for ${names.join(', ')}`;
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      fetch('/api/orders', { method: 'POST', body: new URLSearchParams(new FormData(form)) })
        .then((answer) => answer.json())
        .then((order) => setTimeout(onAnswer, 0, order));
    };";

/// Has a tool do some work on a new page.
async fn once(
    tab: &Tab,
    tools: &mut OtherTools,
    (name, work, url): (&'static str, &str, &str),
    measured: &mut BTreeMap<&'static str, TaskTimes>,
) -> anyhow::Result<()> {
    tab.goto("about:blank").await?;
    tab.goto(url).await?;
    let done = tools.task(name, work, url).await?;
    let numbers = measured.entry(name).or_default();
    match put(numbers, &done) {
        Some(()) => numbers.listed = tokens(&tools.listed(name, url).await?),
        None => eprintln!("{name}: {done:.2000}"),
    }
    Ok(())
}

fn put(numbers: &mut TaskTimes, done: &Value) -> Option<()> {
    let calls = done["calls"].as_array()?;
    let sum = |part: &str| -> usize {
        let texts = calls.iter().filter_map(|call| call[part].as_str());
        texts.map(tokens).sum()
    };
    numbers.ms.0.push(done["ms"].as_f64()?);
    numbers.calls.0.push(calls.len() as f64);
    numbers.written.0.push(sum("sent") as f64);
    numbers.read.0.push(sum("answered") as f64);
    Some(())
}

/// The same query by HTTP, by MCP and by the command line, interleaved.
pub async fn ways(chain: &Chain) -> anyhow::Result<Ways> {
    let tab = chain
        .open(Page::html("<title>Small</title><h1>Small</h1>"))
        .await?;
    let handle = tab.handle().await?;
    let mut mcp = Mcp::start(chain)?;
    let mut ways = Ways::default();
    for round in 0..QUERIES {
        let times = [
            by_http(&tab, handle).await?,
            mcp.title(handle)?,
            by_command(chain, handle)?,
        ];
        // The first round is not warm.
        if round > 0 {
            ways.http.0.push(times[0]);
            ways.mcp.0.push(times[1]);
            ways.command.0.push(times[2]);
        }
    }
    Ok(ways)
}

fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

async fn by_http(tab: &Tab, handle: u64) -> anyhow::Result<f64> {
    let start = Instant::now();
    let params = json!({"what": "title", "tab": handle});
    tab.agent().post("/get", params).await?.ok()?;
    Ok(since(start))
}

fn by_command(chain: &Chain, handle: u64) -> anyhow::Result<f64> {
    let start = Instant::now();
    let output = chain.run(&["get", "title", "--tab", &handle.to_string()])?;
    anyhow::ensure!(output.status.success(), "axlens get");
    Ok(since(start))
}

/// A client of `axlens mcp`.
struct Mcp {
    child: Child,
    writes: ChildStdin,
    reads: BufReader<ChildStdout>,
}

impl Mcp {
    fn start(chain: &Chain) -> anyhow::Result<Mcp> {
        let mut command = chain.command(&["mcp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let writes = child.stdin.take().context("piped")?;
        let reads = BufReader::new(child.stdout.take().context("piped")?);
        let mut mcp = Mcp {
            child,
            writes,
            reads,
        };
        mcp.ask(
            json!({"method": "initialize", "params": {"protocolVersion": "2025-11-25",
            "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}),
        )?;
        writeln!(
            mcp.writes,
            "{}",
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
        )?;
        Ok(mcp)
    }

    fn ask(&mut self, mut message: Value) -> anyhow::Result<Value> {
        message["jsonrpc"] = json!("2.0");
        message["id"] = json!(1);
        writeln!(self.writes, "{message}")?;
        let mut line = String::new();
        self.reads.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    fn title(&mut self, tab: u64) -> anyhow::Result<f64> {
        let start = Instant::now();
        let arguments = json!({"what": "title", "tab": tab});
        let params = json!({"name": "get", "arguments": arguments});
        let answer = self.ask(json!({"method": "tools/call", "params": params}))?;
        anyhow::ensure!(answer["result"]["isError"] == false, "{answer}");
        Ok(since(start))
    }
}

impl Drop for Mcp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
