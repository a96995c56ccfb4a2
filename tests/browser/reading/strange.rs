//! Unusual pages.

use axlens_harness::tab::text;
use axlens_harness::{Page, on_chain};
use serde_json::json;

#[test]
fn a_form_that_clobbers_every_property_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("clobbered.html").await?;
        let tree = tab.tree().await?;
        let marks = tab.evaluate("[...document.querySelectorAll('input')].map((input) => HTMLElement.prototype.getAttribute.call(input, 'aria-label'))").await?;
        let marks: Vec<String> = marks
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|mark| mark.as_str().map(str::to_string))
            .collect();
        assert!(marks.len() > 40);
        for mark in &marks {
            let line = tree
                .lines()
                .find(|line| {
                    line.trim_start()
                        .starts_with(&format!("textbox \"{mark}\" [uid="))
                })
                .unwrap_or_default();
            assert!(!line.is_empty(), "{mark} in\n{tree}");
        }
        for line in [
            "form \"Clobbered form\"",
            "button \"Send it\"",
            "heading[1] \"Before\"",
            "link \"After\"",
        ] {
            assert!(tree.contains(line), "{line} in\n{tree}");
        }
        assert!(tree.starts_with("document \"Clobbered\""), "{tree}");
        Ok(())
    })
}

#[test]
fn lone_surrogates_and_megabytes_of_text_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Odd</title><button id=a>a</button><button id=b>b</button><p id=p></p><script>
            a.setAttribute('aria-label', 'lone \\ud800 surrogate \\u001d\\u001e and \\u0000 separators');
            b.setAttribute('title', 'x'.repeat(3000000));
            p.textContent = 'y '.repeat(2500000);
        </script>")).await?;
        // The page's own work: until it is done, the page may count as one that hangs.
        tab.wait_for("document.title === 'Odd' && document.readyState === 'complete'")
            .await?;
        tab.evaluate("document.body.offsetHeight").await?;
        let tree = tab.tree().await?;
        assert!(tree.contains("lone \u{fffd} surrogate"), "{tree:.500}");
        assert!(tree.len() < 5_000, "{}", tree.len());
        Ok(())
    })
}

#[test]
fn cycles_of_labels_and_owners_are_read_once() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Cycles</title>
            <button id=a aria-labelledby='b a'>A</button><button id=b aria-labelledby='a b'>B</button>
            <div id=c role=group aria-label=C aria-owns='d c'></div><div id=d role=group aria-label=D aria-owns=c><button>In D</button></div>
            <label id=l for=i>Label <input id=i aria-labelledby='l i'></label>")).await?;
        let tree = tab.tree().await?;
        assert!(
            tree.contains("button \"In D\"") || tree.contains("\"In D\""),
            "{tree}"
        );
        assert_eq!(tree.matches("In D\"").count(), 1, "{tree}");
        Ok(())
    })
}

#[test]
fn a_page_that_changes_all_the_time_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let body: String = (0..5_000)
            .map(|n| format!("<p>Paragraph <a href=/{n}>{n}</a></p>"))
            .collect();
        let tab = chain.open(Page::html(format!("<!doctype html><title>Busy</title><b id=tick></b>{body}<script>
            const channel = new MessageChannel();
            let count = 0;
            channel.port1.onmessage = () => {{ tick.textContent = ++count; channel.port2.postMessage(0); }};
            channel.port2.postMessage(0);
        </script>"))).await?;
        let answer = tab.observe(json!({})).await?;
        assert!(text(&answer).contains("Paragraph"), "{answer:.300}");
        Ok(())
    })
}

#[test]
fn svg_text_and_xhtml_documents_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' role='img'><title>Drawing</title><a href='/x'><text>Linked</text></a></svg>";
        let answer = chain
            .open(Page::html(svg).content_type("image/svg+xml"))
            .await?
            .observe(json!({}))
            .await?;
        assert!(
            text(&answer).contains("Linked") || text(&answer).contains("Drawing"),
            "{answer}"
        );
        let plain = chain
            .open(Page::html("just text").content_type("text/plain"))
            .await?
            .observe(json!({}))
            .await?;
        assert!(text(&plain).contains("just text"), "{plain}");
        let xhtml = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>X</title></head><body><button>Strict</button></body></html>";
        let strict = chain
            .open(Page::html(xhtml).content_type("application/xhtml+xml"))
            .await?
            .observe(json!({}))
            .await?;
        assert!(text(&strict).contains("button \"Strict\""), "{strict}");
        Ok(())
    })
}
