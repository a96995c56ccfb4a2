//! Elements that are still moving when the next action of a list begins, for each way in which a
//! page can move an element: the press waits until the element is at rest.

use crate::acting::observed_page::ObservedPage;
use anyhow::ensure;
use axlens_harness::{Chain, on_chain};
use serde_json::json;

/// `Start` begins a movement, which ends within a second. `pressed` is where the target was when it
/// was pressed.
const PAGE: &str = "<title>Moving</title><style>
  body { margin: 0 } #target { position: relative; left: 0 } .slow { transition: all 0.8s linear }
  @keyframes slide { to { transform: translateX(300px) } }
  #scroller { height: 200px; overflow: auto } #scroller > div { height: 3000px; padding-top: 150px }
</style>
<button id=start>Start</button><div id=before class=slow style='height: 10px; overflow: hidden'></div>
<div id=around class=slow><div id=scroller><div><button id=target>Target</button></div></div></div>
<div id=host></div><svg id=drawing width=600 height=60></svg>
<script>
  const place = () => { const { left, top } = moved().getBoundingClientRect(); return `${left}, ${top}`; };
  window.moved = () => target;
  start.onclick = () => begin();
  addEventListener('pointerdown', (event) => {
    if (event.target !== start) window.pressed = place();
  }, true);
</script>";

/// How the target is moved, and the selector of the target if it is another element.
const MOVEMENTS: [(&str, &str, &str); 9] = [
    (
        "a transition",
        "target.classList.add('slow'), place(), target.style.left = '300px'",
        "#target",
    ),
    (
        "a transition of what is around it",
        "around.style.transform = 'translateX(300px)'",
        "#target",
    ),
    (
        "an animation that begins with equal frames",
        "around.animate({transform: ['none', 'none', 'translateX(300px)']}, {duration: 800, fill: 'forwards'})",
        "#target",
    ),
    (
        "a neighbour that grows",
        "before.style.height = '200px'",
        "#target",
    ),
    (
        "an animation of an inserted rule",
        "document.styleSheets[0].insertRule('#target { animation: slide 0.8s linear forwards }')",
        "#target",
    ),
    (
        "a script",
        "(() => { const begun = performance.now(); const move = () => {
           const part = Math.min(1, (performance.now() - begun) / 800);
           target.style.left = `${300 * part}px`; if (part < 1) requestAnimationFrame(move); };
         move(); })()",
        "#target",
    ),
    (
        "a smooth scroll",
        "scroller.scrollTo({ top: 140, behavior: 'smooth' })",
        "#target",
    ),
    (
        "a transition in a shadow root",
        "inner.style.transform = 'translateX(300px)'",
        "#host",
    ),
    (
        "an animation of SVG",
        "drawing.querySelector('animate').beginElement()",
        "#shape",
    ),
];

/// Parts of the page that only some movements need.
const PREPARE: &str = "{
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = `<div id=inner style='width: 100px; transition: all 0.8s linear'><slot></slot></div>`;
    window.inner = root.querySelector('#inner');
    host.innerHTML = '<b>Slotted</b>';
    drawing.innerHTML = `<rect id=shape x=0 y=0 width=60 height=60><animate attributeName=x from=0 to=300
        dur=0.8s begin=indefinite fill=freeze /></rect>`;
    0;
}";

async fn assert_pressed_at_rest(chain: &Chain, row: (&str, &str, &str)) -> anyhow::Result<()> {
    let (name, movement, selector) = row;
    let page = ObservedPage::open(chain, PAGE).await?;
    page.evaluate(PREPARE).await?;
    let target = if selector == "#host" {
        "#host b"
    } else {
        selector
    };
    let begin = format!(
        "window.moved = () => document.querySelector('{target}'); window.begin = () => {{ {movement}; }}; 0"
    );
    page.evaluate(&begin).await?;
    let before = page.evaluate("place()").await?;
    let clicks = json!({"actions": [{"action": "click", "selector": "#start"},
        {"action": "click", "selector": target}]});
    page.interact_ok(clicks).await?;
    let pressed = page.evaluate("window.pressed ?? 'not pressed'").await?;
    // The movement has ended if the press has waited for it; otherwise it ends now.
    page.tab
        .wait_for("new Promise((done) => {
            let last = ''; const next = () => { const now = place(); if (now === last) return done(true);
            last = now; setTimeout(next, 100); }; next(); })")
        .await?;
    let after = page.evaluate("place()").await?;
    ensure!(before != after, "{name}: nothing moved");
    ensure!(
        pressed == after,
        "{name}: pressed at {pressed}, at rest at {after}"
    );
    page.tab.close().await
}

#[test]
fn an_element_is_pressed_when_it_is_at_rest() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for row in MOVEMENTS {
            assert_pressed_at_rest(chain, row).await?;
        }
        Ok(())
    })
}
