//! Pictures with marks, of elements and of whole pages, looked at pixel by pixel in a real browser.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::go_to_own_page;
use axlens_harness::pixels::{Edges, patches, screenshot};
use axlens_harness::tab::uid_of;
use axlens_harness::{Browser, Chain, ConsentWindow, Page, Tab};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Of the frames around marked elements: `COLOURS` in extension/worker/screenshot/canvas.js.
const FRAMES: [u32; 6] = [0xd6006c, 0x0057d9, 0x0b7a2f, 0xa34700, 0x6a1fd0, 0x00727d];

/// Wider than any picture of these tests: none is made smaller.
const WHOLE: u64 = 8192;

/// The colour of the button with this number, which nothing else has.
fn colour(number: u32) -> u32 {
    0x00f0_e000 | number
}

/// A button of a colour of its own, which is its name too.
fn button(number: u32, style: &str) -> String {
    let colour = colour(number);
    format!(
        "<button aria-label='b{number}' style='all:unset;display:inline-block;width:60px;height:20px;
         margin:24px 30px;background:#{colour:06x};{style}'></button>"
    )
}

/// Buttons in every kind of place; those from 1 to 19 are seen, the others are not.
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

/// The buttons of [`places`] that are in view.
const SEEN: std::ops::RangeInclusive<u32> = 1..=9;
const UNSEEN: std::ops::RangeInclusive<u32> = 21..=25;

fn edges(mark: &Value) -> anyhow::Result<Edges> {
    let [left, top, width, height]: Edges = serde_json::from_value(mark["box"].clone())?;
    Ok([left, top, left + width, top + height])
}

/// The boxes of the marks of an answer, by the names in its legend.
fn marks_by_name(answer: &Value) -> anyhow::Result<HashMap<String, Edges>> {
    let legend = answer["legend"].as_str().context("a legend")?;
    let marks = answer["marks"].as_array().context("marks")?;
    assert_eq!(legend.lines().count(), marks.len(), "{legend}");
    let named = legend.lines().zip(marks).map(|(line, mark)| {
        let uid = mark["uid"].as_str().context("a uid")?;
        assert!(line.starts_with(&format!("{uid} ")), "{line} {mark}");
        let name = line.split('"').nth(1).with_context(|| line.to_owned())?;
        Ok((name.to_owned(), edges(mark)?))
    });
    named.collect()
}

/// The mark of each button that is seen stands on it, pixel by pixel, and no other is marked.
/// Returns the picture, and which were seen.
async fn assert_marked(tab: &Tab, what: &str) -> anyhow::Result<(Value, Vec<u32>)> {
    let plain = screenshot(tab, json!({"max_side": WHOLE})).await?.ok()?;
    let params = json!({"marks": true, "max_side": WHOLE});
    let answer = screenshot(tab, params).await?.ok()?;
    let marks = marks_by_name(&answer)?;
    let colours: Vec<u32> = SEEN.map(colour).collect();
    let (unmarked, marked) = (
        patches(tab, &plain, &colours).await?,
        patches(tab, &answer, &colours).await?,
    );
    let mut seen = Vec::new();
    for ((number, plain), patch) in SEEN.zip(unmarked).zip(marked) {
        let Some(around) = plain.around else { continue };
        seen.push(number);
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
        // One pixel may be of both, where the element does not begin with one.
        let is_frame = |ring: &Vec<u32>| ring.iter().all(|colour| FRAMES.contains(colour));
        assert!(
            patch.rings.iter().any(is_frame),
            "{what}: around b{number}: {:x?}",
            patch.rings
        );
    }
    for number in UNSEEN {
        assert!(
            !marks.contains_key(&format!("b{number}")),
            "{what}: b{number}"
        );
    }
    Ok((answer, seen))
}

/// Sets Chromium's zoom of a tab, as a person does.
async fn zoom(chain: &Chain, browser: &Browser, tab: &Tab, factor: f64) -> anyhow::Result<()> {
    let options = chain
        .open_in(browser, Page::html("<title>Own</title>"))
        .await?;
    go_to_own_page(&options, "options").await?;
    let url = tab.evaluate("location.href").await?;
    let script = format!(
        "chrome.tabs.query({{}}).then(async (tabs) => {{
            const tab = tabs.find((each) => each.url === {url});
            await chrome.tabs.setZoom(tab.id, {factor});
            return 0;
        }})"
    );
    options.evaluate(&script).await?;
    Ok(())
}

#[test]
fn every_mark_stands_on_its_element() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let one = &chain.browser;
        let middle = chain.dense_browser("middle", "--force-device-scale-factor=1.5");
        let dense = chain.dense_browser("dense", "--force-device-scale-factor=2");
        let (middle, dense) = (middle.await?, dense.await?);
        chain.browsers(3).await?;
        for (browser, ratio) in [(one, 1.0), (&middle, 1.5), (&dense, 2.0)] {
            let tab = chain.open_in(browser, places(&chain)).await?;
            for zoomed in [1.0, 1.25] {
                zoom(&chain, browser, &tab, zoomed).await?;
                let ratio = ratio * zoomed;
                tab.wait_for(&format!("devicePixelRatio === {ratio}"))
                    .await?;
                let mut all = BTreeSet::new();
                for top in (2990..3800).step_by(100) {
                    tab.evaluate(&format!("scrollTo(0, {top}); void 0")).await?;
                    if zoomed == 1.0 && top > 3200 {
                        tab.wait_for("window.scrolled").await?;
                    }
                    let (answer, seen) = assert_marked(&tab, &format!("{ratio} {top}")).await?;
                    assert_eq!(answer["devicePixelRatio"], json!(ratio));
                    all.extend(seen);
                    if all.len() == SEEN.count() {
                        break;
                    }
                }
                assert_eq!(all, SEEN.collect(), "at {ratio}");
            }
        }
        Ok(())
    })
}

/// A page on which nothing but one colour is seen.
fn plain(number: u32) -> Page {
    let colour = colour(number);
    Page::html(format!(
        "<!doctype html><title>Front {number}</title><body style='background:#{colour:06x}'>"
    ))
}

#[test]
fn the_wrong_tab_is_never_photographed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let front = async |number| {
            let tab = chain.front_tab().await?;
            tab.goto(&chain.site.page(plain(number))).await?;
            tab.handle().await?;
            anyhow::Ok(tab)
        };
        let tabs = [front(1).await?, front(2).await?];
        let viewer = chain.open(Page::html("<title>Viewer</title>")).await?;
        let switches = async {
            for switch in 0..200 {
                tabs[switch % 2].activate().await?;
                // As fast as Chromium answers, and now and then after a while.
                for _ in 0..switch % 5 {
                    chain.agent.get("/tabs").await?;
                }
            }
            anyhow::Ok(())
        };
        let pictures = async {
            let (mut right, mut refused) = (0, 0);
            for round in 0..24 {
                let at = round % 2;
                let reply = screenshot(&tabs[at], json!({})).await?;
                if reply.status != 200 {
                    assert_eq!(reply.code()?, "tab_not_visible");
                    refused += 1;
                    continue;
                }
                let seen = patches(&viewer, &reply.body, &[colour(1), colour(2)]).await?;
                assert!(
                    seen[at].pixels > 1000 && seen[1 - at].pixels == 0,
                    "{seen:?}"
                );
                right += 1;
            }
            anyhow::Ok((right, refused))
        };
        let (switched, counted) = tokio::join!(switches, pictures);
        switched?;
        let (right, refused) = counted?;
        assert_eq!(right + refused, 24);
        tabs[0].activate().await?;
        screenshot(&tabs[0], json!({})).await?.ok()?;
        assert_eq!(
            screenshot(&tabs[1], json!({})).await?.code()?,
            "tab_not_visible"
        );
        Ok(())
    })
}

/// A tall page with a colour at its top, in its middle and at its end, a header that stays, and
/// secret fields of colours of their own.
fn tall() -> Page {
    let field = |number: u32| {
        let colour = colour(number);
        format!(
            "<input type=password value=hunter22 style='all:unset;display:block;width:200px;
             height:40px;background:#{colour:06x}'>"
        )
    };
    Page::html(format!(
        "<!doctype html><title>Tall</title><body style='margin:0'>{top}{first}
         <div style='height:1200px'></div>{middle}{second}<div style='height:1200px'></div>{end}",
        top = button(1, ""),
        first = field(31),
        middle = button(2, ""),
        second = field(32),
        end = button(3, ""),
    ))
}

#[test]
fn a_whole_page_is_one_picture_without_secrets() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(tall()).await?;
        tab.evaluate("scrollTo(0, 321); void 0").await?;
        let params = json!({"full": true, "marks": true, "max_side": WHOLE});
        let answer = screenshot(&tab, params).await?.ok()?;
        let height = tab
            .evaluate("document.documentElement.scrollHeight")
            .await?;
        assert_eq!(
            (&answer["height"], &answer["page"]["truncated"]),
            (&height, &json!(false))
        );
        assert!(
            answer["page"]["tiles"].as_u64() > Some(3),
            "{}",
            answer["page"]
        );
        let numbers = [1, 2, 3, 31, 32];
        let found = patches(&tab, &answer, &numbers.map(colour)).await?;
        let marks = marks_by_name(&answer)?;
        for (number, patch) in numbers[..3].iter().zip(&found) {
            let mark = marks[&format!("b{number}")];
            let around = patch.around.context("it is in the picture")?;
            assert!(
                mark.iter()
                    .zip(around)
                    .all(|(one, other)| (one - other).abs() <= 1)
            );
        }
        assert!(
            found[3..].iter().all(|patch| patch.around.is_none()),
            "{found:?}"
        );
        assert_eq!(
            tab.evaluate("scrollY").await?,
            json!(321),
            "it is scrolled back"
        );
        // A page without end is announced, and never silently cut.
        tab.evaluate("document.body.style.height = '60000px'; void 0")
            .await?;
        let endless = screenshot(&tab, json!({"full": true})).await?.ok()?;
        assert_eq!(endless["page"]["tiles"], json!(20));
        assert_eq!(endless["page"]["truncated"], json!(true));
        assert!(
            endless["hint"]
                .as_str()
                .is_some_and(|hint| hint.contains("of 60")),
            "{endless:.300}"
        );
        assert_eq!(endless["height"], json!(1568));
        Ok(())
    })
}

#[test]
fn an_element_is_cut_out_where_it_is_in_view() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(tall()).await?;
        let tree = tab.tree().await?;
        let cut = async |name: &str| screenshot(&tab, json!({"uid": uid_of(&tree, name)?})).await;
        let answer = cut("\"b1\"").await?.ok()?;
        assert_eq!(
            (&answer["width"], &answer["height"]),
            (&json!(60), &json!(20))
        );
        let found = patches(&tab, &answer, &[colour(1)]).await?;
        assert_eq!(found[0].pixels, 60 * 20);
        let secret = cut("textbox").await?.ok()?;
        assert_eq!(patches(&tab, &secret, &[colour(31)]).await?[0].pixels, 0);
        assert_eq!(cut("\"b3\"").await?.code()?, "element_not_visible");
        tab.evaluate("document.querySelector('button').remove(); void 0")
            .await?;
        assert_eq!(cut("\"b1\"").await?.code()?, "stale_uid");
        Ok(())
    })
}

#[test]
fn an_unchanged_picture_is_not_sent_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(plain(5)).await?;
        let again = async |session: &str| {
            screenshot(&tab, json!({"if_changed": true, "session": session}))
                .await?
                .ok()
        };
        assert!(again("one").await?["data"].is_string(), "it is the first");
        let same = again("one").await?;
        assert_eq!(
            (&same["unchanged"], &same["data"]),
            (&json!(true), &Value::Null)
        );
        assert!(
            again("two").await?["data"].is_string(),
            "of another session"
        );
        tab.evaluate("document.body.style.background = 'red'; void 0")
            .await?;
        assert!(again("one").await?["data"].is_string(), "it has changed");
        Ok(())
    })
}

#[test]
fn what_does_not_stand_still_is_torn() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let moving =
            "<!doctype html><title>Moving</title><button style='position:absolute'>Go</button>
            <script>let x = 0; const step = () => {
                document.querySelector('button').style.left = `${x++ % 300}px`;
                requestAnimationFrame(step);
            }; step()</script>";
        let tab = chain.open(Page::html(moving)).await?;
        let moved = screenshot(&tab, json!({"marks": true})).await?;
        assert_eq!((moved.code()?, moved.status), ("page_moved", 409));
        assert_eq!(moved.body["retryable"], json!(true));
        screenshot(&tab, json!({})).await?.ok()?;
        Ok(())
    })
}

#[test]
fn a_hundred_are_marked_and_their_labels_stand_apart() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
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
            "controls come first: {legend}"
        );
        assert!(
            answer["hint"]
                .as_str()
                .is_some_and(|hint| hint.contains("more elements"))
        );
        // What is marked counts as shown.
        let uid = answer["marks"][0]["uid"].as_str().context("a uid")?;
        tab.locate(uid).await?.ok()?;
        Ok(())
    })
}

#[test]
fn the_command_writes_a_file_and_mcp_answers_with_a_picture() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(tall()).await?;
        let handle = tab.handle().await?.to_string();
        let folder = tempfile::tempdir()?;
        let run = |more: &[&str]| {
            let all = [&["screenshot", "--tab", &handle], more].concat();
            chain.program(&all).current_dir(folder.path()).output()
        };
        let first = run(&["--marks"])?;
        let said = String::from_utf8_lossy(&first.stdout).into_owned();
        let name = format!("axlens-{handle}-1.png");
        assert!(
            said.starts_with(&name) && said.contains("button \"b1\""),
            "{said}"
        );
        let picture = std::fs::read(folder.path().join(&name))?;
        assert!(picture.starts_with(b"\x89PNG"));
        run(&["--format", "jpeg", "-o", "page.jpg"])?;
        assert!(std::fs::read(folder.path().join("page.jpg"))?.starts_with(b"\xff\xd8\xff"));
        assert!(run(&["-o", "-"])?.stdout.starts_with(b"\x89PNG"));
        run(&[])?;
        assert!(
            folder
                .path()
                .join(format!("axlens-{handle}-2.png"))
                .exists()
        );
        assert_eq!(run(&["--uid", "1", "--full"])?.status.code(), Some(2));
        assert_eq!(run(&["--quality", "80"])?.status.code(), Some(1));
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "screenshot", "arguments": {"tab": tab.handle().await?, "marks": true}}});
        let answer = axlens_mcp(&chain, &call)?;
        let content = &answer["result"]["content"];
        assert_eq!(content[0]["type"], "image", "{answer:.300}");
        let legend = content[1]["text"].as_str().context("a legend")?;
        assert!(
            legend.contains("button \"b1\"") && legend.contains("<page-"),
            "{legend}"
        );
        Ok(())
    })
}

#[test]
fn labels_stand_apart() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let options = chain.own_page("options").await?;
        // Boxes anywhere, some of them on top of each other and some outside.
        let script = "(async () => {
            const { labelPlaces } = await import('/worker/screenshot/mark-labels.js');
            let seed = 7;
            const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
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
                            throw new Error('over another');
                });
            }
            return drawn;
        })()";
        let drawn = options.evaluate(script).await?;
        assert!(drawn.as_u64() > Some(15_000), "most have room: {drawn}");
        Ok(())
    })
}

#[test]
fn a_whole_page_needs_what_an_action_needs() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(tall()).await?;
        let made = chain.command(&["token", "add", "reader", "--scope", "read"])?;
        let token = String::from_utf8(made.stdout)?;
        let reader = chain.agent.with_token(token.trim());
        let handle = tab.handle().await?;
        let full = json!({"tab": handle, "full": true});
        assert_eq!(
            reader.post("/screenshot", full).await?.code()?,
            "permission_denied"
        );
        let window = reader
            .post("/screenshot", json!({"tab": handle}))
            .await?
            .ok()?;
        assert!(window["data"].is_string());
        let log = chain.log()?;
        let kinds: Vec<&Value> = log.iter().map(|entry| &entry["kind"]).collect();
        assert!(kinds.contains(&&json!("screenshot")), "{kinds:?}");
        Ok(())
    })
}

#[test]
fn a_person_is_asked_before_a_page_is_scrolled_for_a_picture() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let tab = chain.open(tall()).await?;
        tab.evaluate("window.scrolls = 0; onscroll = () => { scrolls += 1; }; 0")
            .await?;
        for (answer, code) in [("deny", Some("permission_denied")), ("once", None)] {
            let body = json!({"tab": tab.handle().await?, "full": true});
            let agent = chain.agent.clone();
            let asked = tokio::spawn(async move { agent.post("/screenshot", body).await });
            let window = ConsentWindow::armed(&chain.browser).await?;
            window.answer(&chain.browser, answer).await?;
            let reply = asked.await??;
            match code {
                Some(code) => assert_eq!(reply.code()?, code),
                None => assert!(reply.ok()?["data"].is_string()),
            }
            let scrolled = tab.evaluate("scrolls > 0").await?;
            assert_eq!(scrolled, code.is_none(), "{answer}");
        }
        Ok(())
    })
}

/// One call over standard input and output.
fn axlens_mcp(chain: &Chain, call: &Value) -> anyhow::Result<Value> {
    let mut command = chain.program(&["mcp"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().context("piped")?;
    let mut lines = BufReader::new(child.stdout.take().context("piped")?).lines();
    let begin = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}}});
    writeln!(input, "{begin}")?;
    lines.next().context("an answer")??;
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    writeln!(input, "{begun}\n{call}")?;
    let answer = loop {
        let line: Value = serde_json::from_str(&lines.next().context("an answer")??)?;
        if line["id"] == call["id"] {
            break line;
        }
    };
    drop(input);
    child.wait()?;
    Ok(answer)
}
