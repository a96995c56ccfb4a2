//! The outline of a highlighted element is visible in every frame and shadow root, under a strict
//! content security policy, and after repeated requests.

use axlens_harness::pixels::seen;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab, on_chain};
use serde_json::{Value, json};

/// The colour of the outline. These pages have nothing else in it.
const OUTLINE: u32 = 0x00d6_249f;

/// The path to which the pages report violations of their policy.
const REPORTS: &str = "/highlight-report";

/// The names of the buttons, one in each kind of place.
const PLACES: [&str; 5] = [
    "In the page",
    "In an open root",
    "In a closed root",
    "In a foreign frame",
    "In a root of a frame",
];

/// A page whose policy allows nothing except the frame.
fn strict(body: &str) -> Page {
    let policy = format!("default-src 'none'; frame-src http://localhost:*; report-uri {REPORTS}");
    Page::html(format!("<!doctype html><title>Strict</title>{body}"))
        .header("content-security-policy", &policy)
}

fn root(mode: &str, name: &str) -> String {
    format!("<div><template shadowrootmode={mode}><button>{name}</button></template></div>")
}

/// A page with a button in every place.
fn page(chain: &Chain) -> Page {
    let [plain, open, closed, foreign, deep] = PLACES;
    let frame = format!("<button>{foreign}</button>{}", root("closed", deep));
    let frame = chain.site.foreign(strict(&frame));
    let (open, closed) = (root("open", open), root("closed", closed));
    strict(&format!(
        "<button>{plain}</button>{open}{closed}<iframe src='{frame}'></iframe>"
    ))
}

async fn highlight(chain: &Chain, tab: &Tab, uid: &str) -> anyhow::Result<Reply> {
    let act = json!({"action": "highlight", "uid": uid, "session": tab.name});
    chain.agent.post("/interact", act).await
}

/// Pauses all animations in the page and its frame, so that the outline stays.
async fn pause_animations(tab: &Tab) -> anyhow::Result<()> {
    let sessions = tab.sessions().await?;
    anyhow::ensure!(sessions.len() == 2, "{sessions:?}");
    for session in sessions {
        tab.command_in(&session, "Animation.enable", json!({}))
            .await?;
        let rate = json!({"playbackRate": 0});
        tab.command_in(&session, "Animation.setPlaybackRate", rate)
            .await?;
    }
    Ok(())
}

/// The sites of the actions on this button, in the audit log.
fn sites(chain: &Chain, name: &str) -> anyhow::Result<Vec<Value>> {
    let log = chain.log()?;
    let acts = log
        .into_iter()
        .filter(|entry| entry["element"]["name"] == name && entry["consent"] == "unattended");
    Ok(acts.map(|mut entry| entry["origin"].take()).collect())
}

#[test]
fn the_outline_is_visible_in_every_frame_and_shadow_root() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.tab().await?;
        for name in PLACES {
            tab.goto(&chain.site.page(page(chain))).await?;
            let uid = uid_of(&tab.tree().await?, name)?;
            pause_animations(&tab).await?;
            assert_eq!(seen(chain, &tab, &[OUTLINE]).await?, [0u32; 0], "{name}");
            let request = || highlight(chain, &tab, &uid);
            let (first, second, third) = tokio::try_join!(request(), request(), request())?;
            for reply in [first, second, third] {
                assert_eq!(reply.ok()?["results"][0]["outcome"], "shown", "{name}");
            }
            until(name, || async {
                let colours = seen(chain, &tab, &[OUTLINE]).await?;
                Ok((colours == [OUTLINE]).then_some(()))
            })
            .await?;
            if name == PLACES[0] {
                // Only the outline of the last request remains.
                let count = tab.evaluate("document.getAnimations().length").await?;
                assert_eq!(count, 1);
            }
        }
        assert!(chain.site.posted(REPORTS).is_empty());
        // The log has the frame's site, not the tab's.
        let here = json!(chain.site.origin());
        until("the audit log", || async {
            let (page, frame) = (sites(chain, PLACES[0])?, sites(chain, PLACES[3])?);
            anyhow::ensure!(page == vec![here.clone(); 3], "{page:?}");
            anyhow::ensure!(frame.len() == 3, "{frame:?}");
            let is_foreign = |site: &Value| site.to_string().contains("http://localhost:");
            assert!(frame.iter().all(is_foreign), "{frame:?}");
            Ok(Some(()))
        })
        .await
    })
}
