//! Marks of elements: their positions, frames and labels.

use crate::screenshots::{NOT_SCALED, button, colour, marks_by_name};
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::go_to_own_page;
use axlens_harness::pixels::{patches, screenshot};
use axlens_harness::{Browser, Chain, Kind, Page, Tab};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The colours of marks: `MARK_COLORS` in extension/worker/screenshot/canvas.js.
const FRAMES: [u32; 6] = [0xd6006c, 0x0057d9, 0x0b7a2f, 0xa34700, 0x6a1fd0, 0x00727d];

/// Buttons in every kind of place. Those from 1 to 9 are visible, the others are not.
fn places(chain: &Chain) -> Page {
    let page = |html: String| Page::html(format!("<!doctype html>{html}"));
    let same = chain.site.page(page(button(5, "") + &button(6, "")));
    let inner = chain.site.foreign(page(button(7, "")));
    let nested = chain.site.foreign(page(format!(
        "{}<iframe src='{inner}' style='width:200px;height:90px'></iframe>",
        button(8, "")
    )));
    let scrolled = chain.site.foreign(page(format!(
        "<div style='height:500px'></div>{}<div style='height:500px'></div><script>
            const scroll = () => {{ scrollTo(0, 500); scrollY === 500 ? parent.postMessage('scrolled', '*')
              : requestAnimationFrame(scroll); }};
            requestAnimationFrame(scroll);
        </script>",
        button(9, "")
    )));
    let under = chain.site.foreign(page(button(21, "")));
    let turned = chain.site.foreign(page(button(22, "")));
    Page::html(format!(
        "<!doctype html><title>Places</title><script>onmessage = () => window.scrolled = true</script><style>iframe {{ width:340px;height:90px;
            border:7px solid;padding:5px;vertical-align:top }} body {{ margin:0 }}</style>
        <div style='height:3000px'></div>
        {one}{two}<span style='display:inline-block;width:90px;height:60px;overflow:auto'>{three}</span>
        <span><template shadowrootmode=closed>{four}</template></span>{disabled}<br>
        <iframe src='{same}'></iframe><iframe src='{scrolled}'></iframe><br>
        <iframe src='{nested}' style='height:130px;width:460px'></iframe>
        <span style='position:relative'>{covered}<b style='position:absolute;left:0;top:-40px;width:160px;height:90px;background:#eee'></b></span>
        <span style='position:relative'><iframe src='{under}' style='width:160px'></iframe><b
          style='position:absolute;left:0;top:-20px;width:220px;height:150px;background:#eee'></b></span><br>
        <iframe src='{turned}' style='transform:rotate(180deg);width:160px'></iframe>
        <div style='height:3000px'></div>{below}",
        one = button(1, ""),
        two = button(2, "position:relative;left:3.4px;top:1.7px"),
        three = button(3, "margin:20px;width:120px"),
        four = button(4, ""),
        covered = button(23, ""),
        below = button(24, ""),
        disabled = button(25, "").replace("<button", "<button disabled"),
    ))
}

/// The visible buttons of [`places`].
const VISIBLE: std::ops::RangeInclusive<u32> = 1..=9;
const HIDDEN: std::ops::RangeInclusive<u32> = 21..=25;

/// Asserts that the mark of each visible button is on it, pixel by pixel, and that no other button
/// has a mark. Returns the response and the visible buttons.
async fn assert_marked(tab: &Tab, what: &str) -> anyhow::Result<(Value, Vec<u32>)> {
    let plain = screenshot(tab, json!({"max_side": NOT_SCALED}))
        .await?
        .ok()?;
    let params = json!({"marks": true, "max_side": NOT_SCALED});
    let answer = screenshot(tab, params).await?.ok()?;
    let marks = marks_by_name(&answer)?;
    let colours: Vec<u32> = VISIBLE.map(colour).collect();
    let (unmarked, marked) = (
        patches(tab, &plain, &colours).await?,
        patches(tab, &answer, &colours).await?,
    );
    let mut visible = Vec::new();
    for ((number, plain), patch) in VISIBLE.zip(unmarked).zip(marked) {
        let Some(around) = plain.around else { continue };
        visible.push(number);
        let mark = marks.get(&format!("b{number}"));
        let mark = mark.with_context(|| {
            format!(
                "{what}: b{number} at {around:?}: {marks:?}, {} {}",
                answer["unmarked"], answer["height"]
            )
        })?;
        let is_near = |(one, other): (&i64, i64)| (one - other).abs() <= 1;
        assert!(
            mark.iter().zip(around).all(is_near),
            "{what}: b{number} is at {around:?}, its mark at {mark:?}"
        );
        // An element that does not begin at a whole pixel shares one with its frame.
        let is_frame = |ring: &Vec<u32>| ring.iter().all(|colour| FRAMES.contains(colour));
        assert!(
            patch.rings.iter().any(is_frame),
            "{what}: around b{number}: {:x?}",
            patch.rings
        );
    }
    for number in HIDDEN {
        assert!(
            !marks.contains_key(&format!("b{number}")),
            "{what}: b{number}"
        );
    }
    Ok((answer, visible))
}

/// Sets Chromium's zoom of a tab, and not that of its host, which stays.
async fn zoom(chain: &Chain, browser: &Browser, tab: &Tab, factor: f64) -> anyhow::Result<()> {
    let options = chain
        .open_in(browser, Page::html("<title>Own</title>"))
        .await?;
    go_to_own_page(&options, "options").await?;
    let url = tab.evaluate("location.href").await?;
    let script = format!(
        "chrome.tabs.query({{}}).then(async (tabs) => {{
            const tab = tabs.find((each) => each.url === {url});
            await chrome.tabs.setZoomSettings(tab.id, {{scope: 'per-tab'}});
            await chrome.tabs.setZoom(tab.id, {factor});
            return 0;
        }})"
    );
    options.evaluate(&script).await?;
    Ok(())
}

#[test]
fn every_mark_is_on_its_element() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        assert_all_marked(&chain, &chain.browser, 1.0).await
    })
}

#[test]
#[ignore = "full: dense screens"]
fn every_mark_is_on_its_element_on_a_dense_screen() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let middle = chain.dense_browser("middle", "--force-device-scale-factor=1.5");
        let dense = chain.dense_browser("dense", "--force-device-scale-factor=2");
        let (middle, dense) = (middle.await?, dense.await?);
        chain.browsers(3).await?;
        for (browser, ratio) in [(&middle, 1.5), (&dense, 2.0)] {
            assert_all_marked(&chain, browser, ratio).await?;
        }
        Ok(())
    })
}

/// `ratio`: device pixels per CSS pixel of the browser.
async fn assert_all_marked(chain: &Chain, browser: &Browser, ratio: f64) -> anyhow::Result<()> {
    let tab = chain.open_in(browser, places(chain)).await?;
    for zoomed in [1.0, 1.25] {
        zoom(chain, browser, &tab, zoomed).await?;
        let ratio = ratio * zoomed;
        tab.wait_for(&format!("devicePixelRatio === {ratio}"))
            .await?;
        let mut all = BTreeSet::new();
        for top in (2990..3800).step_by(100) {
            tab.evaluate(&format!("scrollTo(0, {top}); void 0")).await?;
            if zoomed == 1.0 && top > 3200 {
                tab.wait_for("window.scrolled").await?;
            }
            let (answer, visible) = assert_marked(&tab, &format!("{ratio} {top}")).await?;
            assert_eq!(answer["devicePixelRatio"], json!(ratio));
            all.extend(visible);
            if all.len() == VISIBLE.count() {
                break;
            }
        }
        assert_eq!(all, VISIBLE.collect(), "at {ratio}");
    }
    Ok(())
}

#[test]
fn at_most_a_hundred_elements_are_marked_controls_first() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let links = "<a href='#'>x</a> ".repeat(150);
        let html = format!("<!doctype html><title>Many</title>{links}<button>Save</button>");
        let tab = chain.open(Page::html(html)).await?;
        let answer = screenshot(&tab, json!({"marks": true})).await?.ok()?;
        let marks = answer["marks"].as_array().context("marks")?.len();
        let unmarked = answer["unmarked"].as_u64().context("a number")?;
        assert!(
            marks <= 100 && marks as u64 + unmarked == 151,
            "{marks} {unmarked}"
        );
        let legend = answer["legend"].as_str().context("a legend")?;
        assert!(
            legend.contains("button \"Save\""),
            "controls are marked first: {legend}"
        );
        assert!(
            answer["hint"]
                .as_str()
                .is_some_and(|hint| hint.contains("more visible elements"))
        );
        // A marked element counts as part of a snapshot.
        let uid = answer["marks"][0]["uid"].as_str().context("a uid")?;
        tab.locate(uid).await?.ok()?;
        Ok(())
    })
}

#[test]
fn no_label_hides_a_small_element_next_to_a_large_one() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = chain.own_page("options").await?;
        // A large field below a row of checkboxes, and rows above and below it.
        let script = "(async () => {
            const { labelPlaces } = await import('/worker/screenshot/mark-labels.js');
            const box = (x, y, width, height) => ({ box: [x, y, x + width, y + height], width: 30 });
            const small = Array.from({ length: 8 }, (_, at) => box(100 + 60 * at, 88, 9, 9));
            const large = [box(100, 100, 500, 200), box(80, 0, 560, 84)];
            const places = labelPlaces([...large, ...small], 16, [800, 600]);
            const hidden = small.filter(({ box: [left, top, right, bottom] }) => places.some((place) =>
              place && place[0] <= left && place[1] <= top && place[2] >= right && place[3] >= bottom));
            return [hidden.length, places.filter((place) => place === null).length];
        })()";
        let hidden = options.evaluate(script).await?;
        assert_eq!(hidden, json!([0, 0]));
        Ok(())
    })
}

#[test]
fn labels_do_not_overlap() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = chain.own_page("options").await?;
        // Random boxes, some of which overlap or are outside.
        let script = "(async () => {
            const { labelPlaces } = await import('/worker/screenshot/mark-labels.js');
            let seed = 7;
            const random = (end) => (seed = (seed * 48271) % 2147483647) % end;
            let drawn = 0;
            for (let round = 0; round < 200; round++) {
                const marks = Array.from({ length: 100 }, () => {
                    const [x, y] = [random(900) - 50, random(700) - 50];
                    return { box: [x, y, x + random(300), y + random(60)], width: 14 + random(40) };
                });
                const places = labelPlaces(marks, 16, [800, 600]).filter((place) => place !== null);
                drawn += places.length;
                places.forEach(([left, top, right, bottom], at) => {
                    if (left < 0 || top < 0 || right > 800 || bottom > 600) throw new Error('outside');
                    for (const other of places.slice(at + 1))
                        if (left < other[2] && other[0] < right && top < other[3] && other[1] < bottom)
                            throw new Error('overlap');
                });
            }
            return drawn;
        })()";
        let drawn = options.evaluate(script).await?;
        assert!(
            drawn.as_u64() > Some(15_000),
            "too few have a place: {drawn}"
        );
        Ok(())
    })
}
