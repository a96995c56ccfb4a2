//! Pages that make reading them expensive: the time that a request takes in a page's main thread.
//! No request may cause a task longer than 50 ms, which the page's own observer of long tasks
//! reports, in addition to what the page's own rendering takes.

mod large;
mod pages;
mod trace;

use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::{Chain, Tab};
use pages::PAGES;
use serde_json::{Map, Value, json};
use std::fmt::{self, Display, Formatter};
use trace::Trace;

/// Name, path and body of each request. `UID` is the uid of the button "Target", which each page
/// has.
const REQUESTS: &[(&str, &str, &str)] = &[
    ("snapshot_time", "/observe", r#"{"what": "a11y_tree"}"#),
    (
        "snapshot_with_places_time",
        "/observe",
        r#"{"what": "a11y_tree", "include": ["boxes", "selectors"]}"#,
    ),
    ("locate_time", "/locate", r#"{"uid": UID}"#),
    (
        "find_time",
        "/find",
        r#"{"role": "button", "name": "Target"}"#,
    ),
    (
        "find_by_selector_time",
        "/find",
        r#"{"selector": "button"}"#,
    ),
    (
        "find_at_a_point_time",
        "/find",
        r#"{"selector": "at=20,20"}"#,
    ),
    ("explain_time", "/explain", r##"{"selector": "#target"}"##),
    ("get_text_time", "/get", r#"{"what": "text"}"#),
    ("get_html_time", "/get", r#"{"what": "html"}"#),
    ("get_visual_time", "/get", r#"{"what": "visual"}"#),
    ("get_box_time", "/get", r#"{"what": "box", "uid": UID}"#),
    (
        "get_styles_time",
        "/get",
        r#"{"what": "styles", "uid": UID, "names": ["color"]}"#,
    ),
    (
        "get_count_time",
        "/get",
        r#"{"what": "count", "selector": "button"}"#,
    ),
    (
        "wait_time",
        "/wait",
        r#"{"for": "text", "value": "Target"}"#,
    ),
    ("wait_for_quiet_time", "/wait", r#"{"for": "quiet"}"#),
    ("network_time", "/network", "{}"),
    ("errors_time", "/errors", "{}"),
    ("screenshot_time", "/screenshot", "{}"),
    (
        "screenshot_with_marks_time",
        "/screenshot",
        r#"{"marks": true}"#,
    ),
    (
        "screenshot_of_an_element_time",
        "/screenshot",
        r#"{"uid": UID}"#,
    ),
    (
        "screenshot_of_the_page_time",
        "/screenshot",
        r#"{"full": true, "timeoutMs": 60000}"#,
    ),
    (
        "click_time",
        "/interact",
        r#"{"action": "click", "uid": UID}"#,
    ),
    (
        "dry_run_time",
        "/interact",
        r#"{"action": "click", "uid": UID, "dryRun": true}"#,
    ),
    (
        "fill_time",
        "/interact",
        r##"{"action": "fill", "selector": "#field", "value": "x"}"##,
    ),
    (
        "type_time",
        "/interact",
        r##"{"action": "type", "selector": "#field", "text": "x"}"##,
    ),
    (
        "select_time",
        "/interact",
        r##"{"action": "select", "selector": "#list", "labels": ["two"]}"##,
    ),
    (
        "hover_time",
        "/interact",
        r#"{"action": "hover", "uid": UID}"#,
    ),
    (
        "press_time",
        "/interact",
        r#"{"action": "press", "keys": "Tab"}"#,
    ),
    (
        "scroll_time",
        "/interact",
        r#"{"action": "scroll", "by": [0, 300]}"#,
    ),
];

/// Another process may delay the page's thread.
const TRIES: usize = 3;

/// The longest task that a request may cause.
const MAX_TASK_MS: f64 = 50.0;

/// A longer task may take this multiple of the longest task with which the page renders a scroll of
/// its own, or `MAX_TASK_MS` more than that: the rendering can't be divided, takes longer on a slow
/// machine, and longer for a frame that is captured.
const MAX_OF_OWN: f64 = 2.0;

/// The longest task that a request may cause on any page if it only reads. Actions and screenshots
/// scroll, and what comes into view is rendered, however long that takes.
const MAX_OF_READING_MS: f64 = 150.0;

/// The requests of a sample.
const SAMPLE: [&str; 3] = ["snapshot_time", "find_time", "click_time"];

/// The number of pages of a sample.
const PAGES_OF_A_SAMPLE: usize = 1;

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    large::attacks(report, chain).await?;
    attack_pages(report, chain, PAGES.len(), |_| true).await
}

/// Runs a few of them.
pub async fn sample(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    attack_pages(report, chain, PAGES_OF_A_SAMPLE, |name| {
        SAMPLE.contains(&name)
    })
    .await
}

/// Sends the requests that are selected to the first pages.
async fn attack_pages(
    report: &mut Report,
    chain: &Chain,
    pages: usize,
    is_selected: fn(&str) -> bool,
) -> anyhow::Result<()> {
    let mut open = Vec::new();
    for (name, script) in PAGES.iter().take(pages) {
        open.push(PageUnderTest::open(chain, name, script).await?);
    }
    for (name, path, body) in REQUESTS.iter().filter(|(name, ..)| is_selected(name)) {
        let tried = format!("{path} {body} on {} pages", open.len());
        report
            .attack(name, &tried, on_pages(chain, &mut open, path, body))
            .await;
    }
    Ok(())
}

struct PageUnderTest {
    name: &'static str,
    script: &'static str,
    tab: Tab,
}

/// What a request did to the page's main thread.
struct Cost {
    /// The code of the fault, empty without one.
    fault: String,
    /// The longest task, in milliseconds of the thread's own time: another process may delay the
    /// thread, so that the duration says nothing. 0 if the page observed no long task.
    longest: u64,
    /// The longest task that is allowed, in milliseconds.
    limit: f64,
}

impl Cost {
    /// A request that cannot keep to its slices ends with a fault.
    fn is_allowed(&self) -> bool {
        self.longest as f64 <= self.limit && matches!(self.fault.as_str(), "" | "timeout")
    }
}

impl Display for Cost {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Cost {
            longest,
            limit,
            fault,
        } = self;
        write!(formatter, "{longest} of {limit:.0} ms {fault}")
    }
}

impl PageUnderTest {
    async fn open(chain: &Chain, name: &'static str, script: &'static str) -> anyhow::Result<Self> {
        let tab = chain.open(pages::page(script)).await?;
        tab.wait_for("window.built === true").await?;
        tab.handle().await?;
        Ok(Self { name, script, tab })
    }

    /// Opens it again: after a failure, what the request began may still be running.
    async fn reopen(&mut self, chain: &Chain) -> anyhow::Result<()> {
        *self = Self::open(chain, self.name, self.script).await?;
        Ok(())
    }

    /// The cost of the first try that is allowed, or the least of all.
    async fn least_cost_of(
        &mut self,
        chain: &Chain,
        path: &str,
        body: &str,
    ) -> anyhow::Result<Cost> {
        let mut cost = self.cost_of(chain, path, body).await;
        for _ in 1..TRIES {
            if cost.as_ref().is_ok_and(Cost::is_allowed) {
                break;
            }
            self.reopen(chain).await?;
            let again = self.cost_of(chain, path, body).await;
            let is_less = match (&again, &cost) {
                (Ok(again), Ok(cost)) => again.is_allowed() || again.longest < cost.longest,
                (again, _) => again.is_ok(),
            };
            if is_less {
                cost = again;
            }
        }
        cost
    }

    async fn cost_of(&self, chain: &Chain, path: &str, body: &str) -> anyhow::Result<Cost> {
        let params = self.params(body).await?;
        let trace = Trace::start(&self.tab).await?;
        self.tab.evaluate("begin()").await?;
        let reply = self.tab.agent().post(path, params).await?;
        let observed = self.tab.evaluate("end()").await?;
        let longest = trace.longest_task(&self.tab).await?;
        let has_long_task = observed != 0;
        let limit = match has_long_task && longest as f64 > MAX_TASK_MS {
            true => self.limit(chain, path).await?,
            false => MAX_TASK_MS,
        };
        Ok(Cost {
            limit,
            fault: reply.body["error"].as_str().unwrap_or_default().to_owned(),
            longest: if has_long_task { longest } else { 0 },
        })
    }

    /// The longest allowed task, in milliseconds, by the same page in a tab that no agent has read.
    async fn limit(&self, chain: &Chain, path: &str) -> anyhow::Result<f64> {
        let tab = chain.open(pages::page(self.script)).await?;
        tab.wait_for("window.built === true").await?;
        let trace = Trace::start(&tab).await?;
        tab.evaluate("begin()").await?;
        tab.evaluate("render()").await?;
        let own = trace.longest_task(&tab).await? as f64;
        let limit = (own * MAX_OF_OWN).max(own + MAX_TASK_MS);
        Ok(match matches!(path, "/interact" | "/screenshot") {
            true => limit,
            false => limit.min(MAX_OF_READING_MS),
        })
    }

    /// The parameters, with the uid and the tab filled in.
    async fn params(&self, body: &str) -> anyhow::Result<Value> {
        let mut params = json!({"tab": self.tab.handle().await?, "session": self.tab.name});
        if body.contains("UID") {
            let mut find = params.clone();
            find["selector"] = json!("#target");
            let found = self.tab.agent().post("/find", find).await?.ok()?;
            let uid = found["matches"][0]["uid"].to_string();
            params = json!({"session": self.tab.name});
            merge(&mut params, &body.replace("UID", &uid))?;
        } else {
            merge(&mut params, body)?;
        }
        Ok(params)
    }
}

/// Adds the fields of a JSON text.
fn merge(params: &mut Value, body: &str) -> anyhow::Result<()> {
    let fields: Map<String, Value> = serde_json::from_str(body)?;
    for (name, value) in fields {
        params[name] = value;
    }
    Ok(())
}

/// What the request costs on each page. An error if it costs too much on one, or fails.
async fn on_pages(
    chain: &Chain,
    open: &mut [PageUnderTest],
    path: &str,
    body: &str,
) -> anyhow::Result<String> {
    let (mut costs, mut is_bad) = (Vec::new(), false);
    for page in open.iter_mut() {
        let cost = page.least_cost_of(chain, path, body).await?;
        is_bad |= !cost.is_allowed();
        if !cost.is_allowed() || !cost.fault.is_empty() {
            page.reopen(chain).await?;
        }
        costs.push(format!("{} {cost}", page.name));
    }
    let costs = costs.join(", ");
    ensure!(!is_bad, "{costs}");
    Ok(costs)
}
