//! Outcomes: whether the page has changed because of the action, and what the answer shows.

use crate::acting::observed_page::{ObservedPage, on_page, outcome, tree};
use anyhow::Context;
use axlens_harness::Page;
use axlens_harness::on_chain;
use axlens_harness::wait::until;
use serde_json::{Value, json};

/// "Late" changes the page after a tenth of the time for which a click is watched.
const BUTTONS: &str = "<title>Buttons</title><h1>Buttons</h1>
<button id=now onclick='news.textContent = \"Done now\"'>Now</button>
<button onclick='setTimeout(() => news.textContent = \"Done late\", 50)'>Late</button>
<button onclick='0'>Nothing</button>
<button disabled>Off</button>
<button onclick='document.body.classList.toggle(\"open\")'>Toggle</button>
<style>.panel { display: none } .open .panel { display: block }</style>
<p class=panel>Panel text</p>
<p id=news>Nothing yet</p>
<div style='position:relative'><button id=under onclick='news.textContent = \"Wrong\"'>Under</button>
<div role=img aria-label=Cover style='position:absolute;inset:0;background:#fff'></div></div>
<a href='#there'>Within</a> <label><input type=checkbox>Agree</label>";

#[test]
fn a_click_reports_its_outcome() -> anyhow::Result<()> {
    on_page(BUTTONS, async |page| {
        let now = page.click("\"Now\"").await?;
        assert_eq!(outcome(&now), "changed", "{now:#}");
        assert!(tree(&now).contains("Done now"), "{now:#}");
        assert_eq!(now["settled"], Value::Null, "the page is idle: {now:#}");
        let late = page.click("\"Late\"").await?;
        assert_eq!(outcome(&late), "changed", "{late:#}");
        assert!(tree(&late).contains("Done late"), "{late:#}");
        let nothing = page.click("\"Nothing\"").await?;
        assert_eq!(outcome(&nothing), "unchanged", "{nothing:#}");
        assert_eq!(nothing["results"][0]["evidence"]["watchedMs"], 200);
        // A class that makes an element visible is a change.
        let toggled = page.click("\"Toggle\"").await?;
        assert_eq!(outcome(&toggled), "changed", "{toggled:#}");
        assert!(tree(&toggled).contains("Panel text"), "{toggled:#}");

        for (text, code) in [
            ("\"Off\"", "element_disabled"),
            ("\"Under\"", "element_covered"),
        ] {
            let click = json!({"action": "click", "uid": page.uid(text)?});
            let refused = page.interact(click).await?;
            assert_eq!(refused.code()?, code, "{}", refused.body);
        }
        let within = page.click("\"Within\"").await?;
        assert_eq!(outcome(&within), "routed", "{within:#}");
        for expected in ["changed", "already"] {
            let checked = page.act_on("\"Agree\"", json!({"action": "check"})).await?;
            assert_eq!(outcome(&checked), expected, "{checked:#}");
        }
        Ok(())
    })
}

/// Keys, and the outcome if they are pressed in the button "Keys", which then has the focus.
const KEYS: &[(&str, &str)] = &[
    ("Shift", "unchanged"),
    ("Control+B", "unchanged"),
    ("Alt+K", "unchanged"),
    ("Escape", "unchanged"),
    ("Enter", "changed"),
    ("Space", "changed"),
    ("Tab", "changed"),
    ("Shift+Tab", "changed"),
];

#[test]
fn keys_without_an_effect_are_unchanged() -> anyhow::Result<()> {
    const PAGE: &str = "<title>Keys</title><button>Before</button><button id=keys
        onclick='news.textContent += \"!\"'>Keys</button><button>After</button>
        <input aria-label=Town><p id=news>News</p>";
    on_page(PAGE, async |page| {
        for (keys, expected) in KEYS {
            page.evaluate("document.activeElement.blur()").await?;
            let press = json!({"action": "press", "keys": keys});
            let answer = page.act_on("\"Keys\"", press).await?;
            assert_eq!(outcome(&answer), *expected, "{keys}: {answer:#}");
        }
        page.evaluate("document.activeElement.blur()").await?;
        let press = json!({"action": "press", "keys": "ArrowLeft"});
        let answer = page.act_on("\"Town\"", press).await?;
        assert_eq!(outcome(&answer), "unchanged", "{answer:#}");
        let focus = json!({"action": "focus"});
        let answer = page.act_on("\"Keys\"", focus).await?;
        assert_eq!(outcome(&answer), "changed", "{answer:#}");
        Ok(())
    })
}

/// How often a clock must tick until its ticks are background mutations.
const RECOGNIZED_AFTER: usize = 5;

/// A page with a clock. `isEven`: whether the clock has ticked without delay since a tick.
const TICKING: &str = "<title>Ticking</title><h1>Ticking</h1><p>It is <b id=clock>0</b> o'clock</p>
<button onclick='0'>Nothing</button> <button onclick='news.textContent = \"Fresh\"'>Refresh</button>
<p id=news>No news</p> <button onclick='clock.textContent = \"none\"'>Reset</button>
<button onclick='(async () => { await null; await null; clock.textContent = \"\"; })()'>Reset soon</button>
<script>const ticks = [];
const isEven = (first) => [...ticks.slice(first), performance.now()].every(
  (time, index, all) => index === 0 || time - all[index - 1] < 180);
setInterval(() => { ticks.push(performance.now()); clock.textContent = String(ticks.length); }, 120);
</script>";

/// Clicks when the clock has ticked several times. Returns the outcome, or `None` if the machine
/// has delayed a tick, so that the clock may have counted as a change.
async fn outcome_despite_clock(
    page: &ObservedPage<'_>,
    button: &str,
) -> anyhow::Result<Option<String>> {
    let first = page.evaluate("ticks.length").await?;
    page.tab
        .wait_for(&format!("ticks.length > {first} + {RECOGNIZED_AFTER}"))
        .await?;
    let answer = page.click(button).await?;
    let is_even = page.evaluate(&format!("isEven({first})")).await? == true;
    Ok(is_even.then(|| outcome(&answer).to_owned()))
}

#[test]
fn a_clock_does_not_count_as_a_change_and_hides_none() -> anyhow::Result<()> {
    on_page(TICKING, async |page| {
        for _ in 0..3 {
            let unaffected = until("a click between even ticks", || async {
                outcome_despite_clock(&page, "\"Nothing\"").await
            });
            assert_eq!(unaffected.await?, "unchanged");
        }
        let refreshed = page.click("\"Refresh\"").await?;
        assert_eq!(outcome(&refreshed), "changed", "{refreshed:#}");
        assert!(tree(&refreshed).contains("Fresh"), "{refreshed:#}");
        // A change of the clock by the click's own handler is an effect of the click.
        for button in ["\"Reset\"", "\"Reset soon\""] {
            let reset = page.click(button).await?;
            assert_eq!(outcome(&reset), "changed", "{reset:#}");
        }
        Ok(())
    })
}

/// A clock that is not rendered, and a text that a button changes.
const UNSEEN_CLOCK: &str = "<title>Ticking</title><p hidden>It is <b id=clock>0</b> o'clock</p>
<p id=count>0</p> <button onclick='count.textContent = Number(count.textContent) + 1'>More</button>
<script>let ticks = 0;
setInterval(() => { ticks += 1; clock.textContent = String(ticks); }, 120);</script>";

#[test]
fn a_clock_that_is_not_rendered_hides_no_change() -> anyhow::Result<()> {
    on_page(UNSEEN_CLOCK, async |page| {
        page.tab
            .wait_for(&format!("ticks > {RECOGNIZED_AFTER}"))
            .await?;
        for click in 0..8 {
            let answer = page.click("\"More\"").await?;
            assert_eq!(outcome(&answer), "changed", "click {click}: {answer:#}");
        }
        Ok(())
    })
}

/// A page with a clock in front of which a button changes its own name and a text. A click does not
/// move the focus.
const NEWS: &str = "<title>Ticking</title><h1>Ticking</h1><p>It is <b id=clock>0</b> o'clock</p>
<button onclick='0'>Nothing</button> <p id=news>No news</p>
<button onclick='this.textContent = \"Refreshed\"; news.textContent = \"Fresh\"'>Refresh</button>
<ul><li>First of the other lines</li><li>Second of the other lines</li><li>Third of the other lines</li>
<li>Fourth of the other lines</li><li>Fifth of the other lines</li></ul>
<script>addEventListener('mousedown', (event) => event.preventDefault());
const ticks = [];
const isEven = (first) => [...ticks.slice(first), performance.now()].every(
  (time, index, all) => index === 0 || time - all[index - 1] < 180);
setInterval(() => { ticks.push(performance.now()); clock.textContent = String(ticks.length); }, 120);
</script>";

/// Clicks between even ticks of the clock. Returns the answer.
async fn click_despite_clock(page: &ObservedPage<'_>, button: &str) -> anyhow::Result<Value> {
    let click = until("a click between even ticks", || async {
        let first = page.evaluate("ticks.length").await?;
        page.tab
            .wait_for(&format!("ticks.length > {first} + {RECOGNIZED_AFTER}"))
            .await?;
        // The clock has ticked since the last answer; this snapshot is the one that the next answer
        // compares with.
        page.tab.observe(json!({"format": "lean"})).await?;
        let answer = page.click(button).await?;
        let is_even = page.evaluate(&format!("isEven({first})")).await? == true;
        Ok(is_even.then_some(answer))
    });
    click.await
}

#[test]
fn a_clock_takes_no_line_of_an_answer() -> anyhow::Result<()> {
    on_page(NEWS, async |page| {
        let nothing = click_despite_clock(&page, "\"Nothing\"").await?;
        assert_eq!(outcome(&nothing), "unchanged", "{nothing:#}");
        assert_eq!(nothing["delta"], "unchanged", "{nothing:#}");
        assert_eq!(nothing["tree"], Value::Null, "{nothing:#}");
        let refreshed = page.click("\"Refresh\"").await?;
        assert_eq!(outcome(&refreshed), "changed", "{refreshed:#}");
        assert_eq!(refreshed["delta"], "changes", "{refreshed:#}");
        assert!(tree(&refreshed).contains("Fresh"), "{refreshed:#}");
        let whole = page.tab.observe(json!({"format": "lean"})).await?;
        assert!(!tree(&whole).contains("It is 0 "), "{whole:#}");
        Ok(())
    })
}

#[test]
fn an_answer_shows_the_changes_in_the_view_of_the_last_snapshot() -> anyhow::Result<()> {
    let html = "<title>View</title><h1>View</h1><p id=news>No news</p>
        <button onclick='late.textContent = \"Renamed\"'>Rename</button> <button id=late>Old</button>
        <button onclick='news.textContent = \"Fresh\"'>Tell</button>
        <button onclick='news.remove()'>Empty</button>
        <form id=group><button type=button onclick='group.remove()'>Close</button></form>
        <script>addEventListener('mousedown', (event) => event.preventDefault());</script>";
    on_page(html, async |page| {
        let interactive = json!({"format": "lean", "interactive_only": true});
        page.tab.observe(interactive).await?;
        let renamed = page.click("\"Rename\"").await?;
        assert_eq!(renamed["delta"], "changes", "{renamed:#}");
        let changed = tree(&renamed).lines().filter(|line| line.starts_with('~'));
        assert_eq!(changed.count(), 1, "{renamed:#}");
        // The text is not in this view.
        let reported = page.click("\"Tell\"").await?;
        assert_eq!(outcome(&reported), "changed", "{reported:#}");
        assert_eq!(reported["delta"], "unchanged", "{reported:#}");
        assert_eq!(reported["outside"], json!(["\"Fresh\""]), "{reported:#}");
        let emptied = page.click("\"Empty\"").await?;
        let hint = emptied["hint"].as_str().unwrap_or_default();
        assert!(hint.contains("whole page"), "{emptied:#}");
        let scope = json!({"format": "lean", "interactive_only": true, "scope": "#group"});
        page.tab.observe(scope).await?;
        let closed = page.click("\"Close\"").await?;
        assert!(
            tree(&closed).starts_with("...(full snapshot: the scope \"#group\" is not found"),
            "{closed:#}"
        );
        assert!(tree(&closed).contains("\"Tell\""), "{closed:#}");
        Ok(())
    })
}

/// A page that writes to an element several times and then stops. A click is answered after a
/// tenth of the time for which it is watched.
const LOADING: &str = "<title>Loading</title><h1>Loading</h1><p id=text>Nothing yet</p>
<button onclick='setTimeout(() => { setText(\"Answer \" + ++answers); }, 50)'>Request</button>
<script>let answers = 0, writtenAt = 0;
const setText = (content) => { text.textContent = content; writtenAt = performance.now(); };
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
async function load(times) {
  for (let n = 0; n < times; n++) { setText('Loading ' + n); await pause(); }
  setText('Loaded');
}</script>";

#[test]
fn an_element_that_was_written_a_few_times_is_no_clock() -> anyhow::Result<()> {
    on_page(LOADING, async |page| {
        for (answers, times) in [(1, 1), (2, 2), (3, 5)] {
            page.evaluate(&format!("load({times})")).await?;
            if times > 1 {
                // A clock would have missed several ticks.
                page.tab
                    .wait_for("performance.now() - writtenAt > 1600")
                    .await?;
            }
            let answer = page.click("\"Request\"").await?;
            assert_eq!(outcome(&answer), "changed", "{times}: {answer:#}");
            let expected = format!("Answer {answers}");
            assert!(tree(&answer).contains(&expected), "{answer:#}");
        }
        Ok(())
    })
}

/// A page whose first lines alone fit into a window.
fn long_page() -> String {
    let rows = (1..=400).map(|row| {
        format!("<tr><td>Order {row}<td><button onclick='edit(this)'>Edit {row}</button></tr>")
    });
    format!(
        "<title>Long</title><h1>Long</h1><p id=news>Nothing</p>
        <button onclick='news.textContent = \"Done\"'>Act</button>
        <button onclick='document.querySelectorAll(\"td:first-child\").forEach((cell) => {{
          cell.textContent = `Changed ${{cell.textContent}}`; }})'>All</button>
        <table>{}</table><script>function edit(button) {{
          button.insertAdjacentHTML('afterend', '<button>Save</button>'); }}</script>",
        rows.collect::<String>()
    )
}

#[test]
fn after_a_window_of_a_page_the_answer_has_the_changes_of_the_action() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(long_page())).await?;
        let first = json!({"format": "lean", "max_tokens": 200});
        let window = tab.observe(first).await?;
        assert!(window["cursor"].is_string(), "{window:#}");
        let page = ObservedPage {
            tree: tree(&window).to_owned(),
            chain,
            tab,
        };
        let done = page.click("\"Act\"").await?;
        assert_eq!(done["delta"], "changes", "{done:#}");
        let changes = tree(&done);
        let heading = "...(changes since the actions began";
        assert!(changes.starts_with(heading), "{changes}");
        assert!(changes.contains("Done") && changes.len() < 200, "{changes}");
        assert_eq!(done["since"], Value::Null, "no snapshot precedes it");
        uids_of_the_answer_are_valid(&page).await?;
        // Changes that are too large for the answer are returned in windows.
        let large = page
            .act_on("\"All\"", json!({"action": "click", "max_tokens": 300}))
            .await?;
        assert_eq!(large["delta"], Value::Null, "{large:#}");
        assert!(large["cursor"].is_string(), "{large:#}");
        Ok(())
    })
}

#[test]
fn an_answer_has_a_bounded_part_of_a_page_that_has_become_long() -> anyhow::Result<()> {
    let html = "<title>Long</title><button>Show</button><main></main><script>
        const row = (_, n) => `<p>Row number ${n} of a very long list</p>`;
        document.querySelector('button').onclick = () =>
            document.querySelector('main').insertAdjacentHTML('beforeend', Array.from({length: 6000}, row).join(''));
        </script>";
    on_page(html, async |page| {
        let answer = page.click("\"Show\"").await?;
        let length = tree(&answer).len();
        // 20,000 tokens of at most 6 bytes.
        assert!((10_000..120_000).contains(&length), "{length} bytes");
        assert!(answer["cursor"].is_string(), "{}", answer["hint"]);
        Ok(())
    })
}

/// An element that an action has opened can be acted on, although no snapshot contained it.
async fn uids_of_the_answer_are_valid(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    let query = json!({"session": page.tab.name, "tab": page.tab.handle().await?,
        "role": "button", "name": "Edit 300"});
    let found = page.chain.agent.post("/find", query).await?.ok()?;
    let edit = json!({"action": "click", "uid": found["matches"][0]["uid"]});
    let opened = page.interact_ok(edit).await?;
    let save = tree(&opened).lines().find(|line| line.contains("Save"));
    let save = save.and_then(|line| line.trim_start_matches(['+', ' ']).split(' ').next());
    let click = json!({"action": "click", "uid": save.context("a uid")?});
    page.interact_ok(click).await.map(drop)
}

const STRICT: &str = "default-src 'none'; script-src 'nonce-own'; connect-src *; frame-src *; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// "Earlier" is requested before the action, and "Fine" does not fail.
const REQUESTS: &str = "<!doctype html><title>Requests</title><button id=one>One</button>
<button id=many>Many</button><iframe src='FOREIGN'></iframe>
<script nonce=own>
fetch('FAILS?earlier').then(() => document.title = 'Ready');
one.onclick = () => { fetch('FINE'); fetch('FAILS?page=2&access_token=hush'); };
many.onclick = async () => { for (let n = 0; n < 5; n++) await fetch('FAILS?' + n); };
</script>";

#[test]
fn the_evidence_has_the_failed_requests_of_an_action() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fails = chain.site.path(Page::html("").status(422));
        let fine = chain.site.path(Page::html("fine"));
        let missing = "<button onclick=\"fetch('/missing')\">In the frame</button>";
        let html = REQUESTS
            .replace("FAILS", &fails)
            .replace("FINE", &fine)
            .replace("FOREIGN", &chain.site.foreign(Page::html(missing)));
        let strict = Page::html(html).header("content-security-policy", STRICT);
        let tab = chain.open(strict).await?;
        tab.wait_for("document.title === 'Ready'").await?;
        let page = ObservedPage::observe(chain, tab).await?;

        let one = page.click("\"One\"").await?;
        assert_eq!(outcome(&one), "unchanged", "{one:#}");
        let evidence = &one["results"][0]["evidence"];
        let url = format!("{fails}?page=2&access_token=[REDACTED]");
        let expected = json!([{"status": 422, "kind": "fetch", "url": url}]);
        assert_eq!(evidence["failedRequests"], expected, "{one:#}");
        assert_eq!(evidence["moreFailedRequests"], Value::Null, "{one:#}");

        let many = page.click("\"Many\"").await?;
        let evidence = &many["results"][0]["evidence"];
        let listed = evidence["failedRequests"].as_array();
        assert_eq!(listed.map(Vec::len), Some(3), "{many:#}");
        assert_eq!(evidence["moreFailedRequests"], 2, "{many:#}");

        let framed = page.click("\"In the frame\"").await?;
        let failed = &framed["results"][0]["evidence"]["failedRequests"];
        let url = failed[0]["url"].as_str().unwrap_or_default();
        assert!(
            url.starts_with("http://") && url.ends_with("/missing"),
            "{framed:#}"
        );
        Ok(())
    })
}

#[test]
fn the_evidence_has_the_status_of_a_page_that_fails() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fine = chain.site.path(Page::html("<h1>Fine</h1>"));
        let missing = chain.site.path(Page::html("<h1>Missing</h1>").status(404));
        let html = format!("<a href='{missing}'>To nowhere</a> <a href='{fine}'>To the page</a>");
        for (link, status) in [("To nowhere", json!(404)), ("To the page", Value::Null)] {
            let page = ObservedPage::open(chain, &html).await?;
            let answer = page.click(link).await?;
            assert_eq!(outcome(&answer), "navigated", "{answer:#}");
            assert_eq!(
                answer["results"][0]["evidence"]["status"], status,
                "{answer:#}"
            );
        }
        let page = ObservedPage::open(chain, &html).await?;
        let url = format!("{}{missing}", chain.site.origin());
        for action in ["navigate", "new_tab"] {
            let answer = page
                .interact_ok(json!({"action": action, "url": url}))
                .await?;
            assert_eq!(
                answer["results"][0]["evidence"]["status"], 404,
                "{answer:#}"
            );
        }
        Ok(())
    })
}
