//! Frames of every kind are in the tree at their place. A frame that fails or is too slow is one
//! line.

use anyhow::Context;
use axlens_harness::tab::{text, uid_of, uid_on};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::json;
use std::collections::BTreeSet;

fn inner(name: &str) -> Page {
    Page::html(format!(
        "<!doctype html><title>{name}</title><button>Button of {name}</button>"
    ))
}

/// The lines below the first line with the fragment, which is an iframe's.
fn below<'a>(tree: &'a str, fragment: &str) -> Vec<&'a str> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = tree.lines().skip_while(|line| !line.contains(fragment));
    let Some(top) = lines.next() else {
        return Vec::new();
    };
    lines.take_while(|line| depth(line) > depth(top)).collect()
}

fn assert_framed(tree: &str, frame: &str, content: &str) {
    let line = tree
        .lines()
        .find(|line| line.contains(frame))
        .unwrap_or_default();
    let uid = uid_on(line).unwrap_or_default();
    let inside = below(tree, frame);
    let hit = inside.iter().find(|line| line.contains(content));
    assert!(hit.is_some(), "{content} below {frame} in\n{tree}");
    let inner = hit.and_then(|line| uid_on(line)).unwrap_or_default();
    assert!(
        inner.starts_with(&format!("{uid}.")),
        "{inner} does not begin with {uid} in\n{tree}"
    );
}

async fn page_of_every_kind(chain: &Chain) -> Page {
    let same = chain.site.page(inner("same"));
    let foreign = chain.site.foreign(inner("foreign"));
    let nested = chain.site.page(Page::html(format!(
        "<!doctype html><title>Nested</title><iframe title=nested src='{foreign}?nested'></iframe>"
    )));
    Page::html(format!(
        "<!doctype html><title>Frames</title><h1>Frames</h1>
        <iframe title='frame same' src='{same}'></iframe>
        <iframe title='frame foreign' src='{foreign}'></iframe>
        <iframe title='frame outer' src='{nested}'></iframe>
        <iframe title='frame srcdoc' srcdoc='<button>Button of srcdoc</button>'></iframe>
        <iframe title='frame blank' id=blank></iframe>
        <iframe title='frame blob' id=blob></iframe>
        <iframe title='frame sandboxed' sandbox srcdoc='<button>Button of sandboxed</button>'></iframe>
        <iframe title='frame scripts' sandbox='allow-scripts' src='{same}?scripts'></iframe>
        <script>
            document.getElementById('blank').contentDocument.body.innerHTML = '<button>Button of blank</button>';
            document.getElementById('blob').src = URL.createObjectURL(new Blob(['<button>Button of blob</button>'], {{type: 'text/html'}}));
        </script>"
    ))
}

/// Scripts that change the frames of `page_of_every_kind`, each with the text that they add.
const CHANGES: [(&str, &str); 6] = [
    (
        "frames[0].document.querySelector('button').textContent = 'Button changed'",
        "Button changed",
    ),
    ("blank.contentDocument.body.append('Appended')", "Appended"),
    (
        "frames[3].document.querySelector('button').textContent = 'Button of three'",
        "Button of three",
    ),
    ("frames[0].location.search = '?again'", "Button of same"),
    (
        "document.body.append(Object.assign(document.createElement('iframe'), { title: 'frame late', srcdoc: '<form id=axlensRecorder><input name=answer aria-label=Late></form>' }))",
        "\"Late\"",
    ),
    (
        "document.querySelector('iframe').remove(); document.body.append('Removed')",
        "Removed",
    ),
];

#[test]
fn frames_read_through_their_page_equal_frames_read_alone() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(page_of_every_kind(chain).await).await?;
        let mut before = tab.tree().await?;
        for (change, expected) in CHANGES {
            for _ in 0..3 {
                assert_eq!(tab.tree().await?, before, "before {change}");
            }
            tab.evaluate(&format!("{change}; void 0")).await?;
            before = until(expected, async || {
                let tree = tab.tree().await?;
                Ok((tree != before && tree.contains(expected)).then_some(tree))
            })
            .await?;
        }
        for kind in ["foreign", "blob", "sandboxed"] {
            assert_framed(
                &before,
                &format!("\"frame {kind}\""),
                &format!("\"Button of {kind}\""),
            );
        }
        Ok(())
    })
}

#[test]
fn a_frame_with_the_recorders_name_is_read_like_others() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let foreign = chain.site.foreign(Page::html(
            "<!doctype html><button>Foreign</button><iframe name=axlensRecorder srcdoc='<button>Named</button>'></iframe>",
        ));
        let same = chain.site.page(inner("same"));
        let page = format!(
            "<!doctype html><title>Names</title><iframe src='{foreign}'></iframe><iframe src='{same}'></iframe><p>Outside</p>"
        );
        let tab = chain.open(Page::html(page)).await?;
        let first = tab.tree().await?;
        for expected in [
            "\"Foreign\"",
            "\"Named\"",
            "\"Button of same\"",
            "\"Outside\"",
        ] {
            assert!(first.contains(expected), "{expected} in\n{first}");
        }
        // From the second request, frames of the page's origin are read through the page.
        for _ in 0..3 {
            assert_eq!(tab.tree().await?, first);
        }
        Ok(())
    })
}

#[test]
fn every_kind_of_frame_is_at_its_place() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(page_of_every_kind(chain).await).await?;
        let tree = tab.tree().await?;
        for kind in ["same", "foreign", "srcdoc", "blank", "blob", "sandboxed"] {
            assert_framed(
                &tree,
                &format!("\"frame {kind}\""),
                &format!("\"Button of {kind}\""),
            );
        }
        assert_framed(&tree, "\"frame scripts\"", "\"Button of same\"");
        assert_framed(&tree, "\"frame outer\"", "\"Button of foreign\"");
        Ok(())
    })
}

#[test]
fn locate_finds_an_element_in_a_frame() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let foreign = chain.site.foreign(inner("foreign"));
        let tab = chain
            .open(Page::html(format!(
                "<!doctype html><title>Host</title><iframe title=f src='{foreign}'></iframe>"
            )))
            .await?;
        let answer = tab.observe(json!({})).await?;
        let uid = uid_of(&text(&answer), "\"Button of foreign\"")?;
        assert!(uid.contains('.'), "{answer}");
        let found = tab.locate(&uid).await?.ok()?;
        assert_eq!(
            found["selector"], answer["uidMap"][&uid]["selector"],
            "{found}"
        );
        tab.evaluate("document.querySelector('iframe').remove(); void 0")
            .await?;
        assert_eq!(tab.locate(&uid).await?.code()?, "stale_uid");
        Ok(())
    })
}

#[test]
fn selectors_name_the_frames_on_the_way() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html(
            "<!doctype html><title>Through</title><iframe></iframe><iframe name=outer srcdoc=\"<p>Outer</p><button>Mark outer</button>
            <iframe srcdoc='<button>Not this</button><button>Mark inner</button>'></iframe>\"></iframe>",
        );
        let tab = chain.open(page).await?;
        let answer = tab.observe(json!({"max_depth": 15})).await?;
        let tree = text(&answer);
        for mark in ["Mark outer", "Mark inner", "Not this"] {
            let entry = answer["uidMap"][uid_of(&tree, &format!("\"{mark}\""))?].clone();
            let reached = format!(
                "(({{frame, selector}}) => {{
                    let root = document;
                    for (const step of frame) {{
                        const hits = root.querySelectorAll(step);
                        if (hits.length !== 1) return `${{hits.length}} of ${{step}}`;
                        root = hits[0].contentDocument;
                    }}
                    return [...root.querySelectorAll(selector)].map((hit) => hit.textContent).join('|');
                }})({entry})"
            );
            assert_eq!(tab.evaluate(&reached).await?, mark, "{entry}");
        }
        Ok(())
    })
}

#[test]
fn a_frameset_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (one, two) = (
            chain.site.page(inner("one")),
            chain.site.foreign(inner("two")),
        );
        let tab = chain.open(Page::html(format!("<!doctype html><html><head><title>Set</title></head><frameset cols='50%,50%'><frame title='left' src='{one}'><frame title='right' src='{two}'></frameset></html>"))).await?;
        let tree = tab.tree().await?;
        assert!(
            tree.contains("Button of one") && tree.contains("Button of two"),
            "{tree}"
        );
        Ok(())
    })
}

#[test]
fn a_frame_that_never_loads_is_one_line() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let good = chain.site.page(inner("good"));
        let tab = chain.tab().await?;
        // The load event of this page never fires.
        tab.navigate(&chain.site.page(Page::html(format!("<!doctype html><title>Patient</title><iframe title=never src='{}/never'></iframe><iframe title=good src='{good}'></iframe>", chain.site.origin())))).await?;
        tab.wait_for("document.querySelectorAll('iframe').length === 2 && document.querySelectorAll('iframe')[1].contentDocument?.querySelector('button') != null").await?;
        let tree = tab.tree().await?;
        assert_framed(&tree, "\"good\"", "\"Button of good\"");
        assert!(tree.contains("\"never\""), "{tree}");
        Ok(())
    })
}

#[test]
fn a_hung_frame_is_one_line_and_the_rest_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let good = chain.site.page(inner("good"));
        let hung = chain.site.alone("busy-frame", Page::html("<!doctype html><title>Busy</title><button>Busy</button><script>
            addEventListener('message', () => { const request = new XMLHttpRequest(); request.open('GET', '/hangs', false); request.send(); const end = performance.now() + 120000; while (performance.now() < end); });
        </script>"));
        let tab = chain.open(Page::html(format!("<!doctype html><title>Holder</title><iframe title=busy id=busy src='{hung}'></iframe><iframe title=good src='{good}'></iframe>"))).await?;
        tab.handle().await?;
        tab.evaluate("busy.contentWindow.postMessage(0, '*')")
            .await?;
        // The frame sends this request in the task that then hangs, so that no other task of the
        // frame runs in between.
        until("the frame to hang", || async {
            Ok(chain.site.was_requested("/hangs").then_some(()))
        })
        .await?;
        let answer = tab.observe(json!({})).await?;
        let tree = text(&answer);
        assert_framed(&tree, "\"good\"", "\"Button of good\"");
        let lines = below(&tree, "\"busy\"");
        assert!(
            lines.len() == 1 && !lines[0].contains("button"),
            "not exactly one line:\n{tree}"
        );
        Ok(())
    })
}

#[test]
fn frames_in_shadow_roots_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let same = chain.site.page(inner("same"));
        let tab = chain.open(Page::html(format!("<!doctype html><title>Shadowed</title><div id=host></div><script>
            host.attachShadow({{mode: 'open'}}).innerHTML = '<iframe title=deep src=\"{same}\"></iframe>';
        </script>"))).await?;
        let tree = tab.tree().await?;
        assert!(tree.contains("Button of same"), "{tree}");
        Ok(())
    })
}

#[test]
fn frames_with_equal_urls_are_not_confused() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let frames: String = (0..5)
            .map(|n| {
                format!(
                    "<iframe title='twin {n}' srcdoc='<button>Twin button {n}</button>'></iframe>"
                )
            })
            .collect();
        let tree = chain
            .open(Page::html(format!(
                "<!doctype html><title>Twins</title>{frames}"
            )))
            .await?
            .tree()
            .await?;
        for n in 0..5 {
            assert_framed(
                &tree,
                &format!("\"twin {n}\""),
                &format!("\"Twin button {n}\""),
            );
        }
        Ok(())
    })
}

/// Chrome does not list frames with a `blob:` URL. The extension searches for each of them, even if
/// it has found others before.
#[test]
fn a_frame_that_chrome_does_not_list_is_found_when_it_is_added_later() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>Blobs</title><iframe id=one></iframe><div id=host></div><script>
            window.show = (frame, name) => frame.src = URL.createObjectURL(new Blob([`<button>${name}</button>`], { type: 'text/html' }));
            show(one, 'First');
            const hidden = document.createElement('iframe');
            host.attachShadow({ mode: 'open' }).append(hidden);
            show(hidden, 'In the shadow');
        </script>";
        let tab = chain.open(Page::html(page)).await?;
        let wait_for = async |name: &str| {
            until(name, || async {
                Ok(tab.tree().await?.contains(name).then_some(()))
            })
            .await
        };
        wait_for("\"First\"").await?;
        wait_for("\"In the shadow\"").await?;
        tab.evaluate("window.later = document.createElement('iframe'); document.body.append(later); show(later, 'Later'); void 0")
            .await?;
        wait_for("\"Later\"").await?;
        tab.evaluate("one.remove(); void 0").await?;
        tab.evaluate("window.last = document.createElement('iframe'); document.body.append(last); show(last, 'Last'); void 0")
            .await?;
        wait_for("\"Last\"").await?;
        let tree = tab.tree().await?;
        assert!(
            !tree.contains("\"First\"") && tree.contains("\"Later\""),
            "{tree}"
        );
        Ok(())
    })
}

/// A frame in a shadow root is not in `window.frames`. If it could not load, it does not explain a
/// missing frame there.
#[test]
fn a_failed_frame_in_a_shadow_root_does_not_hide_other_frames() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>Shadow</title><div id=host></div><script>
            host.attachShadow({ mode: 'open' }).innerHTML = `<iframe src='http://nowhere.test/'></iframe>`;
            window.show = (name) => {
                const frame = document.body.appendChild(document.createElement('iframe'));
                frame.src = URL.createObjectURL(new Blob([`<button>${name}</button>`], { type: 'text/html' }));
            };
            addEventListener('DOMContentLoaded', () => { show('First'); show('Second'); });
        </script>";
        let tab = chain.open(Page::html(page)).await?;
        for name in ["Second", "Third", "Fourth"] {
            if name != "Second" {
                tab.evaluate(&format!("show('{name}')")).await?;
            }
            until(name, || async {
                let tree = tab.tree().await?;
                Ok(tree.contains(&format!("\"{name}\"")).then_some(()))
            })
            .await?;
        }
        Ok(())
    })
}

/// The page adds the unlisted frame last, because the extension remembers one that it has found
/// before the other frame failed.
#[test]
fn a_failed_frame_in_a_shadow_root_does_not_hide_a_single_unlisted_one() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>Host</title><div id=host></div><script>
            host.attachShadow({ mode: 'open' }).innerHTML = `<iframe src='http://nowhere.test/'></iframe>`;
            window.show = () => {
                const frame = document.body.appendChild(document.createElement('iframe'));
                frame.src = URL.createObjectURL(new Blob(['<button>Unlisted</button>'], { type: 'text/html' }));
            };
        </script>";
        let tab = chain.open(Page::html(page)).await?;
        let wait_for = async |text: &str| {
            until(text, || async {
                Ok(tab.tree().await?.contains(text).then_some(()))
            })
            .await
        };
        wait_for("could not be loaded").await?;
        tab.evaluate("show()").await?;
        wait_for("\"Unlisted\"").await
    })
}

#[test]
fn an_unlisted_frame_in_a_shadow_root_is_at_its_place() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>Alone</title><div id=host></div><p>Below</p><script>
            const frame = document.createElement('iframe');
            frame.title = 'frame alone';
            frame.src = URL.createObjectURL(new Blob(['<button>Alone</button>'], { type: 'text/html' }));
            host.attachShadow({ mode: 'open' }).append(frame);
        </script>";
        let tab = chain.open(Page::html(page)).await?;
        let tree = until("the frame in the shadow root", || async {
            let tree = tab.tree().await?;
            Ok(tree.contains("\"Alone\"").then_some(tree))
        })
        .await?;
        assert_framed(&tree, "\"frame alone\"", "\"Alone\"");
        assert_eq!(tab.tree().await?, tree);
        Ok(())
    })
}

/// The ids of the scripts that ran in the page, including the extension's.
async fn scripts(tab: &Tab) -> anyhow::Result<BTreeSet<String>> {
    let sessions = tab.sessions().await?;
    let session = sessions.first().context("no session")?;
    let parsed = tab
        .events_of(session, "Debugger.enable", "Debugger.scriptParsed")
        .await?;
    tab.command("Debugger.disable", json!({})).await?;
    let ids = parsed
        .iter()
        .filter_map(|script| script["scriptId"].as_str());
    Ok(ids.map(str::to_owned).collect())
}

#[test]
fn unlisted_frames_are_searched_once_even_if_other_frames_failed() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>Listed</title><iframe src='http://nowhere.test/'></iframe><iframe id=blob></iframe><iframe src='http://nowhere.test/?again'></iframe><script>
            blob.src = URL.createObjectURL(new Blob(['<button>Unlisted</button>'], { type: 'text/html' }));
        </script>";
        let tab = chain.open(Page::html(page)).await?;
        until("the unlisted frame", || async {
            Ok(tab.tree().await?.contains("\"Unlisted\"").then_some(()))
        })
        .await?;
        tab.tree().await?;
        let before = scripts(&tab).await?;
        let tree = tab.tree().await?;
        let after = scripts(&tab).await?;
        assert!(tree.contains("\"Unlisted\""), "{tree}");
        assert!(!before.is_empty());
        assert_eq!(after.difference(&before).next(), None);
        Ok(())
    })
}
