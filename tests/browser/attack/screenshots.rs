//! Screenshots of a secret field, wherever the page makes Chrome paint it. Each page shows a secret
//! in a colour of its own, which no pixel of the image may have.

use crate::attack::report::Report;
use anyhow::{bail, ensure};
use axlens_harness::pixels::{Edges, patches, screenshot};
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// The colour of the secret's letters, which nothing else has.
const INK: u32 = 0x00ff_0000;
/// The longest side of an image, so that it is not scaled.
const MAX_SIDE: u32 = 8192;
/// The field's text, which fills it.
const FIELD: &str = "<input id=field name=otp value='■■■■■■■■' aria-label=Code style='all:unset;\
    position:relative;width:80px;height:20px;font:20px monospace;color:#f00;overflow:hidden;STYLE'>";

/// Name, what is tried, the page's body, and its script. `FIELD` is the field, `FIELD{…}` with a
/// style.
const PAGES: &[(&str, &str, &str, &str)] = &[
    (
        "reflected_field",
        "a field with a reflection",
        "FIELD{-webkit-box-reflect: below 90px}",
        "",
    ),
    (
        "reflected_ancestor",
        "a field in a box with a reflection to the right, in per cent",
        "<div style='width:200px;-webkit-box-reflect:right 20%'>FIELD{}</div>",
        "",
    ),
    (
        "reflected_in_a_shadow_root",
        "a field in a closed shadow root with a reflection around it",
        "<div style='width:200px;-webkit-box-reflect:below 60px'><div id=host></div></div>",
        "host.attachShadow({mode: 'closed'}).innerHTML = `FIELD{}`",
    ),
    (
        "text_shadow",
        "an editable element with a text shadow far away",
        "<b id=field contenteditable aria-label=Password style='color:#f00;text-shadow:#f00 0 90px'>■■■■</b>",
        "",
    ),
    (
        "aria_textbox_in_the_image",
        "an element with the role of a text field",
        "<b id=field role=textbox tabindex=0 aria-label=Password style='color:#f00'>■■■■</b>",
        "",
    ),
    (
        "aria_slider_in_the_image",
        "an element with the role of a slider, whose text overflows it",
        "<div id=field role=slider tabindex=0 aria-label=PIN aria-valuenow=7 style='width:9px;color:#f00;white-space:nowrap'>■■■■</div>",
        "",
    ),
    (
        "inherited_text_shadow",
        "a text shadow of an editable element, inherited from far out",
        "<div style='text-shadow:#f00 150px 0'><p><b id=field contenteditable aria-label=Password style='color:#f00'>■■■■</b></p></div>",
        "",
    ),
    (
        "drop_shadow",
        "a field with a drop shadow",
        "FIELD{filter: drop-shadow(#f00 0 90px)}",
        "",
    ),
    (
        "drop_shadow_of_an_ancestor",
        "a field in a box whose filter has two drop shadows",
        "<div style='filter:drop-shadow(#f00 120px 0) drop-shadow(#f00 0 80px)'>FIELD{}</div>",
        "",
    ),
    (
        "svg_filter",
        "a field that an SVG filter paints elsewhere",
        "<svg width=0 height=0><filter id=away x='-5' y='-5' width='20' height='20'><feOffset dx=150 dy=120 /></filter></svg><div style='width:100px;filter:url(#away)'>FIELD{}</div>",
        "",
    ),
    (
        "zoomed_shadow",
        "a drop shadow in a zoomed box",
        "<div style='zoom:2;filter:drop-shadow(#f00 0 60px)'>FIELD{}</div>",
        "",
    ),
    (
        "shadow_in_a_scaled_box",
        "a drop shadow in a scaled box",
        "<div style='transform:scale(2);transform-origin:0 0;width:200px;filter:drop-shadow(#f00 0 60px)'>FIELD{}</div>",
        "",
    ),
    (
        "frame_with_a_shadow",
        "a frame with a field, and a drop shadow of the frame",
        "<iframe style='border:0;width:200px;height:60px;filter:drop-shadow(#f00 0 120px)' srcdoc=\"<body style='margin:0'>FIELD{}\"></iframe>",
        "",
    ),
    (
        "backdrop_filter",
        "a cover that paints what is behind it elsewhere",
        "<svg width=0 height=0><filter id=away x='-5' y='-5' width='20' height='20'><feOffset dx=150 dy=120 /></filter></svg>FIELD{}<div style='position:fixed;inset:0;pointer-events:none;backdrop-filter:url(#away)'></div>",
        "",
    ),
    (
        "backdrop_filter_of_a_part",
        "a pseudo-element in a shadow root that paints what is behind it elsewhere",
        "FIELD{}<div id=host></div>",
        "host.attachShadow({mode: 'closed'}).innerHTML = \"<svg width=0 height=0><filter id=away><feOffset dx=150 dy=120 /></filter></svg><style>p::after { content: ''; position: fixed; inset: 0; backdrop-filter: url(#away) }</style><p></p>\"",
    ),
    (
        "backdrop_filter_over_a_frame",
        "a cover over a frame with a field",
        "<svg width=0 height=0><filter id=away><feOffset dx=150 dy=120 /></filter></svg><iframe style='border:0;width:200px;height:60px' srcdoc=\"<body style='margin:0'>FIELD{}\"></iframe><div style='position:fixed;inset:0;backdrop-filter:url(#away)'></div>",
        "",
    ),
    (
        "shadow_in_an_editor",
        "a shadow of a part of an editable element",
        "<div id=field contenteditable aria-label=Password style='color:#f00'><b style='text-shadow:#f00 0 90px'>■■■■</b></div>",
        "",
    ),
    (
        "reflection_in_an_editor",
        "a reflection of a part of an editable element",
        "<div id=field contenteditable aria-label=Password style='color:#f00'><b style='display:inline-block;-webkit-box-reflect:below 90px'>■■■■</b></div>",
        "",
    ),
    (
        "part_of_an_editor_elsewhere",
        "a part of an editable element that is painted elsewhere",
        "<div id=field contenteditable aria-label=Password style='color:#f00'><b style='position:fixed;left:200px;top:150px'>■■■■</b></div>",
        "",
    ),
    (
        "shadow_root_in_an_editor",
        "a shadow root in an editable element, whose text is painted elsewhere",
        "<div id=field contenteditable aria-label=Password style='color:#f00'><b id=host></b></div>",
        "host.attachShadow({mode: 'closed'}).innerHTML = \"<i style='position:fixed;left:200px;top:150px'>■■■■</i>\"",
    ),
    (
        "highlighted_text",
        "a highlight of an editable element, with a shadow",
        "<style>::highlight(code) { text-shadow: #f00 0 90px }</style><b id=field contenteditable aria-label=Password style='color:#f00'>■■■■</b>",
        "const range = new Range(); range.selectNodeContents(field); CSS.highlights.set('code', new Highlight(range))",
    ),
    (
        "moving_field",
        "a field that moves every 7 ms",
        "<div id=box style='position:absolute;left:0'>FIELD{}</div>",
        "let at = 0; setInterval(() => { at = (at + 137) % 500; box.style.left = `${at}px`; }, 7)",
    ),
    (
        "swinging_field",
        "a field that is in two places in turn, every 7 ms",
        "<div id=box style='position:absolute;top:0'>FIELD{}</div>",
        "let at = 0; setInterval(() => { at = 200 - at; box.style.top = `${at}px`; }, 7)",
    ),
    (
        "animated_field",
        "a field in a box that the compositor moves",
        "<style>@keyframes jump { from { transform: none } to { transform: translate(300px, 200px) } }</style><div style='width:100px;animation:jump 40ms steps(2, jump-none) infinite alternate'>FIELD{}</div>",
        "",
    ),
    (
        "jumping_in_frames",
        "a field that jumps in each animation frame, and back after it",
        "<div id=box style='position:absolute;top:0'>FIELD{}</div>",
        "const step = () => { box.style.top = '200px'; setTimeout(() => { box.style.top = '0px'; }); requestAnimationFrame(step); }; step()",
    ),
    (
        "swap_of_fields",
        "two boxes of which one has the field in turn",
        "<div id=one></div><div style='height:150px'></div><div id=two></div><template id=t>FIELD{}</template>",
        "const field = t.content.firstChild; let at = 0; setInterval(() => [one, two][at = 1 - at].append(field), 7)",
    ),
    (
        "scrolled_field",
        "a field in a list that scrolls to and fro every 7 ms",
        "<div id=list style='height:400px;overflow:hidden'><div style='height:250px'></div>FIELD{}<div style='height:900px'></div></div>",
        "setInterval(() => { list.scrollTop = 200 - list.scrollTop }, 7)",
    ),
    (
        "pushed_field",
        "a field that a box above it pushes down every 7 ms",
        "<div id=above></div>FIELD{}",
        "let at = 0; setInterval(() => { above.style.height = `${at = 150 - at}px`; }, 7)",
    ),
    (
        "shadow_of_an_svg_group",
        "a field in an SVG group whose attribute names a filter",
        "<svg width=400 height=300><filter id=away x='-5' y='-5' width='20' height='20'><feOffset dx=150 dy=120 /></filter><g filter='url(#away)'><foreignObject width=200 height=50><body xmlns='http://www.w3.org/1999/xhtml'>FIELD{}</body></foreignObject></g></svg>",
        "",
    ),
    (
        "rotated_reflection",
        "a reflection in a rotated box",
        "<div style='transform:rotate(180deg);margin:150px 0 0 100px;width:200px;-webkit-box-reflect:below 40px'>FIELD{}</div>",
        "",
    ),
    (
        "view_transition",
        "a view transition that shows the field elsewhere",
        "<style>::view-transition-group(root) { animation: none } ::view-transition-group(code) { animation: stay 1000s; } @keyframes stay { from, to { transform: translate(200px, 150px) } } ::view-transition-new(code) { animation: none }</style><div style='width:100px;view-transition-name:code'>FIELD{}</div>",
        "onload = () => document.startViewTransition(() => {})",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let control = "the same field with a plain name is in the image, for comparison";
    let tab = chain.tab().await?;
    report
        .attack("plain_field", control, plain(chain, &tab))
        .await;
    for (name, tried, body, script) in PAGES {
        report
            .attack(name, tried, secret(chain, &tab, body, script))
            .await;
    }
    Ok(())
}

fn with_field(text: &str) -> String {
    let mut parts = text.split("FIELD{");
    let mut html = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('}').unwrap_or((part, ""));
        html += &FIELD.replace("STYLE", style);
        html += rest;
    }
    html
}

fn page(body: &str, script: &str) -> Page {
    Page::html(format!(
        "<!doctype html><title>Secret</title><body style='margin:0'>{}<script>{}</script>",
        with_field(body),
        with_field(script)
    ))
}

/// The letters of the field are in the image if nothing says that it is secret.
async fn plain(chain: &Chain, tab: &Tab) -> anyhow::Result<String> {
    let body = with_field("FIELD{}")
        .replace("otp", "town")
        .replace("Code", "Town");
    chain.show(tab, page(&body, "")).await?;
    let answer = screenshot(tab, json!({"max_side": MAX_SIDE})).await?.ok()?;
    match ink(tab, &answer).await? {
        Some(_) => Ok("it is".into()),
        None => bail!("the control sees nothing"),
    }
}

async fn secret(chain: &Chain, tab: &Tab, body: &str, script: &str) -> anyhow::Result<String> {
    chain.show(tab, page(body, script)).await?;
    let mut outcomes = Vec::new();
    for mut params in [json!({}), json!({"marks": true}), json!({})] {
        params["max_side"] = json!(MAX_SIDE);
        let reply = screenshot(tab, params).await?;
        if reply.status != 200 {
            ensure!(reply.code()? == "page_moved", "{}", reply.body);
            outcomes.push("page_moved");
            continue;
        }
        if let Some(box_of_ink) = ink(tab, &reply.body).await? {
            bail!("the image has it at {box_of_ink:?}");
        }
        outcomes.push("painted over");
    }
    Ok(outcomes.join(", "))
}

/// The box of the secret's colour in the image.
async fn ink(tab: &Tab, answer: &Value) -> anyhow::Result<Option<Edges>> {
    let found = patches(tab, answer, &[INK]).await?;
    Ok(found.first().and_then(|patch| patch.around))
}
