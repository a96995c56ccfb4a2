//! A click waits for a frame only if an animation may move its element.

use crate::acting::events::on_page;
use anyhow::ensure;
use serde_json::json;

const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>At rest</title><style>
  body { margin: 0 } .transition { transition: all 60s linear }
  @keyframes fade { to { opacity: 0.9 } } @keyframes turn { to { transform: rotate(1turn) } }
  @keyframes grow { to { height: 400px } } @keyframes slide { to { translate: 400px } }
  @keyframes custom { to { --any: 9 } }
</style>
<div id=neighbour style="height: 10px"></div>
<div id=around style="timeline-scope: --page"><button id=target><i id=inner>Target</i></button></div>
<svg width=100 height=50><foreignObject width=90 height=40><button id=drawn>Drawn</button></foreignObject><rect id=other x=60 width=20 height=20 /></svg>
<div id=open></div><div id=end style="height: 5000px"></div>
<script>open = document.querySelector('#open');
  open.attachShadow({ mode: 'open' }).innerHTML = `<div id=box><slot></slot></div>`;
  open.innerHTML = '<button id=slotted>Slotted</button>';
  const reset = () => {
    for (const animation of document.getAnimations()) animation.cancel();
    for (const it of document.querySelectorAll('[style*=animation], .transition')) {
      it.style.animation = ''; it.classList.remove('transition');
    }
    document.querySelector('#sheet')?.remove();
  };
</script>"#;

/// What runs, the element that is clicked, and whether it may be moved by that.
const RUNNING: &[(&str, &str, bool)] = &[
    ("0", "#target", false),
    ("around.style.animation = 'fade 60s'", "#target", false),
    ("around.style.animation = 'turn 60s'", "#target", true),
    ("inner.style.animation = 'turn 60s infinite'", "#target", false),
    ("neighbour.style.animation = 'slide 60s'", "#target", false),
    ("neighbour.style.animation = 'grow 60s'", "#target", true),
    ("neighbour.style.animation = 'custom 60s'", "#target", true),
    (
        "around.style.animation = 'slide linear'; around.style.animationTimeline = 'scroll()'",
        "#target",
        false,
    ),
    (
        "target.className = 'transition'; target.clientLeft; target.style.paddingLeft = '9px'",
        "#target",
        true,
    ),
    (
        "neighbour.animate([{ height: '10px' }, { height: '500px' }], 60000)",
        "#target",
        true,
    ),
    (
        "document.head.append(Object.assign(document.createElement('style'), { id: 'sheet',
            textContent: '#around::before { content: \"\"; animation: turn 60s }' }))",
        "#target",
        false,
    ),
    (
        "document.head.append(Object.assign(document.createElement('style'), { id: 'sheet',
            textContent: '#around::before { content: \"\"; display: block; animation: grow 60s }' }))",
        "#target",
        true,
    ),
    (
        "other.innerHTML = '<animate attributeName=y to=9 dur=60s />'",
        "#target",
        false,
    ),
    (
        "other.innerHTML = '<animate attributeName=y to=9 dur=60s />'",
        "#drawn",
        true,
    ),
];

async fn frames_of_click(
    page: &crate::acting::events::ScriptedPage,
    selector: &str,
) -> anyhow::Result<u64> {
    let result = page
        .perform(Some(selector), &json!({"action": "click"}))
        .await?;
    ensure!(
        result["done"].is_object() || result["refused"]["why"] == "moving",
        "{result}"
    );
    let frames = page.evaluate_in_extension("axlensFrames()").await?;
    Ok(frames.as_u64().unwrap_or_default())
}

#[test]
fn a_click_waits_for_a_frame_only_if_an_animation_may_move_its_element() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (start, selector, is_waiting) in RUNNING {
            page.evaluate(&format!("reset(); {start}; 0")).await?;
            let frames = frames_of_click(&page, selector).await?;
            ensure!((frames > 0) == *is_waiting, "{start}: {frames} frames");
        }
        Ok(())
    })
}
