//! Actions after a time without requests, next to a clock: the outcome is that of an action without
//! a pause. Each action has a tab of its own, so that no request reads it during the time.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use anyhow::{Context, ensure};
use axlens_harness::on_runtime;
use axlens_harness::wait::{silence, until};
use axlens_harness::{Chain, Kind};
use serde_json::{Value, json};
use std::time::Duration;

/// `seen`: what an action has changed. "Ignored" and "Focused" change nothing.
const PAGE: &str = "<title>Silence</title><style>#list li { height: 24px } .menu ul { display: none }
.menu.open ul { display: block } #box { height: 60px; overflow: auto }</style>
<h1>Silence</h1><p>Open for <b id=clock>0</b> ticks</p><p id=seen>Nothing</p>
<button id=click>Click</button> <button>Ignored</button> <button autofocus>Focused</button> <a href='#x' id=activate>Activate</a>
<label>Name <input id=fill></label> <label>Typed <input id=type></label>
<label>Pressed <input id=press></label> <label>Cleared <input id=clear value=old></label>
<label>Agree <input type=checkbox id=check></label>
<label>News <input type=checkbox id=uncheck checked></label>
<label>State <select id=select><option>Open</option><option>Paid</option></select></label>
<label>Size <input type=range id=set min=0 max=10 value=1></label>
<div class=menu id=menu><button id=hover>File</button><ul><li>Recent files</li></ul></div>
<div id=box tabindex=0 role=region aria-label=Box><p>First</p><p>Second</p><p>Third</p><p>Fourth</p><p>Fifth</p></div>
<form id=form aria-label=Order><label>Item <input name=item></label><button>Order</button></form>
<label>Scan <input type=file id=upload></label>
<ul id=list role=listbox aria-label=List><li role=option tabindex=0>Ada</li><li role=option tabindex=0>Bob</li>
<li role=option tabindex=0>Cid</li></ul>
<script>
  const TICK_MS = 200;
  const ticks = [];
  setInterval(() => { ticks.push(performance.now()); clock.textContent = String(ticks.length); }, TICK_MS);
  /** Whether the clock has ticked without delay in the last 50 ticks. */
  const isEven = () => [...ticks.slice(-50), performance.now()].every(
    (time, index, all) => index === 0 || time - all[index - 1] < TICK_MS + 60);
  const effects = [];
  const report = (what) => { effects.push(what); seen.textContent = effects.join(', '); };
  click.onclick = () => report('click');
  activate.onclick = (event) => { event.preventDefault(); report('activate'); };
  for (const field of [fill, type, press, clear])
    field.oninput = () => report(`${field.id} ${field.value}`);
  for (const box of [check, uncheck]) box.onchange = () => report(`${box.id} ${box.checked}`);
  select.onchange = () => report(`select ${select.value}`);
  set.onchange = () => report(`set ${set.value}`);
  menu.onmouseenter = () => setTimeout(() => { menu.classList.add('open'); report('hover'); }, 200);
  box.onscroll = () => { if (!effects.includes('scroll')) report('scroll'); };
  form.onsubmit = (event) => { event.preventDefault(); report('submit'); };
  upload.onchange = () => report(`upload ${upload.files[0].name}`);
  let dragged = null;
  list.addEventListener('pointerdown', ({ target }) => { dragged = target.closest('li'); });
  addEventListener('pointerup', ({ clientX, clientY }) => {
    const onto = document.elementFromPoint(clientX, clientY)?.closest('#list li');
    if (dragged && onto && onto !== dragged) {
      onto.after(dragged);
      effects.push('drag ' + [...list.children].map((item) => item.textContent).join(' '));
    }
    dragged = null;
  });
</script>";

/// An action, the line of its element, and its effect. Without an effect, nothing must change.
struct Case {
    line: &'static str,
    action: Value,
    effects: &'static [&'static str],
}

fn cases(onto: &str) -> Vec<Case> {
    let case = |line, action, effects| Case {
        line,
        action,
        effects,
    };
    let files = json!([{"name": "a.txt", "type": "text/plain", "base64": "QWRh"}]);
    vec![
        case(
            "option \"Ada\"",
            json!({"action": "drag", "to": {"uid": onto}}),
            &["drag Bob Ada Cid"],
        ),
        case("\"Click\"", json!({"action": "click"}), &["click"]),
        case("\"Ignored\"", json!({"action": "click"}), &[]),
        case("\"File\"", json!({"action": "hover"}), &["hover"]),
        case("\"Ignored\"", json!({"action": "hover"}), &[]),
        case(
            "\"Name\"",
            json!({"action": "fill", "value": "Ada"}),
            &["fill Ada"],
        ),
        case(
            "\"Typed\"",
            json!({"action": "type", "text": "ab"}),
            &["type a", "type ab"],
        ),
        case(
            "\"Pressed\"",
            json!({"action": "press", "keys": "x"}),
            &["press x"],
        ),
        case("\"Cleared\"", json!({"action": "clear"}), &["clear "]),
        case("\"Agree\"", json!({"action": "check"}), &["check true"]),
        case("\"News\"", json!({"action": "uncheck"}), &["uncheck false"]),
        case(
            "\"State\"",
            json!({"action": "select", "labels": ["Paid"]}),
            &["select Paid"],
        ),
        case(
            "\"Size\"",
            json!({"action": "set", "value": "7"}),
            &["set 7"],
        ),
        case(
            "\"Box\"",
            json!({"action": "scroll", "by": [0, 50]}),
            &["scroll"],
        ),
        case("\"Activate\"", json!({"action": "activate"}), &["activate"]),
        case("\"Item\"", json!({"action": "submit"}), &["submit"]),
        case(
            "button \"Scan\"",
            json!({"action": "upload", "files": files}),
            &["upload a.txt"],
        ),
        case("\"Focused\"", json!({"action": "focus"}), &[]),
    ]
}

/// Executes a case and checks its effect and outcome.
async fn run(page: &ObservedPage<'_>, case: Case) -> anyhow::Result<()> {
    let answer = page.act_on(case.line, case.action).await?;
    let is_even = page.evaluate("isEven()").await? == true;
    let effects = page.evaluate("effects").await?;
    ensure!(effects == json!(case.effects), "{effects}: {answer:#}");
    match (outcome(&answer), case.effects.is_empty()) {
        ("changed", false) | ("unchanged" | "already", true) => Ok(()),
        // A limit in docs/acting.md: a delayed tick counts as a change.
        ("changed", true) if !is_even => Ok(()),
        (other, _) => anyhow::bail!("{other}: {answer:#}"),
    }
}

/// Opens a tab for each case, sends no request for this time, and executes all cases, from `first`
/// on. Only the first one follows a time in which the connection was silent, too.
fn outcomes_are_true_after(seconds: u64, first: &str) -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let mut pages = Vec::new();
        for index in 0..cases("").len() {
            let page = ObservedPage::open(&chain, PAGE).await?;
            let case = cases(&page.uid("option \"Bob\"")?).remove(index);
            pages.push((page, case));
        }
        let start = pages
            .iter()
            .position(|(_, case)| case.action["action"] == first);
        pages.rotate_left(start.context("the first case")?);
        silence(Duration::from_secs(seconds)).await;
        for (page, case) in pages {
            let what = format!("{} on {} after {seconds} s", case.action, case.line);
            run(&page, case).await.context(what)?;
        }
        Ok(())
    })
}

#[test]
fn outcomes_are_true_after_5_seconds_without_a_request() -> anyhow::Result<()> {
    outcomes_are_true_after(5, "hover")
}

#[test]
#[ignore = "full: silence"]
fn outcomes_are_true_after_15_seconds_without_a_request() -> anyhow::Result<()> {
    outcomes_are_true_after(15, "drag")
}

#[test]
#[ignore = "full: silence"]
fn outcomes_are_true_after_40_seconds_without_a_request() -> anyhow::Result<()> {
    outcomes_are_true_after(40, "click")
}

#[test]
#[ignore = "full: silence"]
fn outcomes_are_true_after_90_seconds_without_a_request() -> anyhow::Result<()> {
    outcomes_are_true_after(90, "fill")
}

/// Two clocks, and buttons: one without effect, one that changes another text at once, one after a
/// time, and one that changes a clock.
const CLOCKS: &str = "<title>Clocks</title><main>
<p id=note>Nothing</p><p>Now <b id=seconds>0</b></p><p id=fast>0</p>
<button autofocus>Plain</button> <button id=now>Now</button> <button id=later>Later</button>
<button id=skip>Skip</button></main><script>
  let ticks = 0;
  setInterval(() => { seconds.textContent = String(++ticks); }, 1000);
  let fastTicks = 0;
  setInterval(() => { fast.textContent = String(++fastTicks); }, 700);
  let presses = 0;
  now.onclick = () => { note.textContent = `Now ${++presses}`; };
  later.onclick = () => setTimeout(() => { note.textContent = `Later ${++presses}`; }, 120);
  skip.onclick = () => { ticks += 100; seconds.textContent = String(ticks); };
</script>";

/// Waits until the slower clock has ticked this often since the page was first read.
async fn ticked(page: &ObservedPage<'_>, times: u64) -> anyhow::Result<()> {
    let first = page.evaluate("ticks").await?.as_u64().context("a number")?;
    until("ticks of the clock", async || {
        let ticks = page.evaluate("ticks").await?.as_u64();
        Ok(ticks.filter(|ticks| *ticks >= first + times))
    })
    .await?;
    Ok(())
}

#[test]
fn a_key_without_effect_is_unchanged_at_each_moment_of_a_clock() -> anyhow::Result<()> {
    on_page(CLOCKS, async |page| {
        ticked(&page, 2).await?;
        for turn in 0..20 {
            let press = json!({"action": "press", "keys": "x"});
            let pressed = page.act_on("\"Plain\"", press).await?;
            ensure!(outcome(&pressed) == "unchanged", "{turn}: {pressed:#}");
        }
        Ok(())
    })
}

#[test]
fn changes_next_to_a_clock_and_of_a_clock_are_changes() -> anyhow::Result<()> {
    on_page(CLOCKS, async |page| {
        ticked(&page, 5).await?;
        for turn in 0..6 {
            for button in ["\"Now\"", "\"Skip\"", "\"Later\""] {
                let clicked = page.click(button).await?;
                ensure!(
                    outcome(&clicked) == "changed",
                    "{turn} {button}: {clicked:#}"
                );
            }
        }
        Ok(())
    })
}

/// Clocks of several kinds: in a button, of elements, and of an attribute.
const KINDS_OF_CLOCKS: &str = "<title>Kinds</title><main><button autofocus>Plain</button>
<button>Refresh in <span id=inner>0</span></button><p id=parts></p><p role=img id=label></p>
<p id=note>Nothing</p><button id=now>Now</button></main><script>
  let ticks = 0;
  let presses = 0;
  now.onclick = () => { note.textContent = `Now ${++presses}`; };
  setInterval(() => {
    ticks += 1;
    inner.textContent = String(ticks);
    parts.innerHTML = `<b>${ticks}</b>:<b>00</b>`;
    label.setAttribute('aria-label', `${ticks} o'clock`);
  }, 600);
</script>";

#[test]
fn actions_next_to_clocks_of_each_kind_have_true_outcomes() -> anyhow::Result<()> {
    on_page(KINDS_OF_CLOCKS, async |page| {
        ticked(&page, 6).await?;
        for turn in 0..8 {
            let press = json!({"action": "press", "keys": "x"});
            let pressed = page.act_on("\"Plain\"", press).await?;
            ensure!(outcome(&pressed) == "unchanged", "{turn}: {pressed:#}");
        }
        for turn in 0..8 {
            let clicked = page.click("\"Now\"").await?;
            ensure!(outcome(&clicked) == "changed", "{turn}: {clicked:#}");
        }
        Ok(())
    })
}
