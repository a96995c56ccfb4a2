//! The outline contract (docs/contracts.md), requirement by requirement.

use axlens_harness::tab::{text, uid_on};
use axlens_harness::{Page, on_chain};
use serde_json::{Value, json};

/// The outline with every uid replaced by `N`.
fn without_numbers(tree: &str) -> String {
    let mut out = String::new();
    let mut rest = tree;
    while let Some((before, after)) = rest.split_once("[uid=") {
        let (_, tail) = after.split_once(']').unwrap_or(("", ""));
        out.push_str(before);
        out.push_str("[uid=N]");
        rest = tail;
    }
    out + rest
}

/// The indentation of a line, in levels of two spaces.
fn level(line: &str) -> usize {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    assert_eq!(spaces % 2, 0, "two spaces a level: {line:?}");
    spaces / 2
}

#[test]
fn the_outline_of_the_dashboard_follows_the_contract() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let tree = without_numbers(&text(&tab.observe(json!({})).await?));
        let lines: Vec<&str> = tree.lines().collect();
        let expected = [
            "document \"Dashboard - MyApp\"",
            "  navigation \"Main Nav\"",
            "    link \"Home\" [uid=N] url=/",
            "    link \"Settings\" [uid=N] url=/settings",
            "  main",
            "    heading[1] \"Dashboard\"",
            "    region \"Stats\"",
            "      text \"Active users: 1,234\"",
            "    form \"Search\"",
        ];
        for line in expected {
            // A text in a paragraph is one level deeper (docs/contracts.md, Outline, Departures).
            assert!(
                lines.iter().any(|have| have.trim() == line.trim()),
                "{line} in\n{tree}"
            );
        }
        assert_eq!(lines[..7], expected[..7], "{tree}");
        assert!(tree.contains("textbox \"Search...\" [uid=N]"), "{tree}");
        assert!(tree.contains("button \"Go\" [uid=N]"), "{tree}");
        assert!(
            tree.contains("table \"Recent Activity\" (24 rows)"),
            "{tree}"
        );
        assert!(tree.contains("list \"Notifications\" (7 items)"), "{tree}");
        Ok(())
    })
}

#[test]
fn the_answer_has_every_field_of_the_contract() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let answer = tab.observe(json!({})).await?;
        assert_eq!(answer["pageTitle"], "Dashboard - MyApp");
        assert_eq!(answer["rootSelector"], "body");
        assert!(
            answer["url"]
                .as_str()
                .is_some_and(|url| url.starts_with(chain.site.origin())),
            "{answer}"
        );
        assert!(
            answer["nodeCount"].as_u64() > answer["interactiveCount"].as_u64(),
            "{answer}"
        );
        assert!(answer["interactiveCount"].as_u64() > Some(7), "{answer}");
        assert_eq!(answer["maxDepthReached"], false);
        for ours in ["snapshot", "session", "tab", "document", "world"] {
            assert!(!answer[ours].is_null(), "{ours} in {answer}");
        }
        assert_eq!(answer["session"], tab.name.as_str());
        assert_eq!(answer["tab"], tab.handle().await?);
        Ok(())
    })
}

#[test]
fn r1_states_and_values_are_on_the_line() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let tree = without_numbers(&tab.tree().await?);
        for line in [
            "checkbox \"Weekly digest\" [uid=N] checked",
            "checkbox \"Beta features\" [uid=N] disabled",
            "textbox \"Display name\" [uid=N] value=\"Ada\" required",
        ] {
            assert!(
                tree.lines().any(|have| have.trim() == line),
                "{line} in\n{tree}"
            );
        }
        let more = tree
            .lines()
            .find(|line| line.contains("More settings"))
            .unwrap_or_default();
        assert!(more.contains("collapsed"), "{tree}");
        Ok(())
    })
}

#[test]
fn r2_every_interactive_element_has_a_small_integer() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<!doctype html><title>All</title><a href=/x>link</a><button>button</button><input aria-label=textbox><input type=search aria-label=searchbox>
            <input type=number aria-label=spinbutton><input type=range aria-label=slider><input type=checkbox aria-label=checkbox><input type=radio aria-label=radio>
            <select aria-label=combobox><option>option</select><select size=3 aria-label=listbox><option>o</select><textarea aria-label=area></textarea>
            <div role=menu><div role=menuitem>menuitem</div></div><div role=tablist><div role=tab>tab</div></div><div role=switch aria-checked=false>switch</div>
            <div tabindex=0>focusable</div><p>paragraph</p><h2>heading</h2><img alt=image src=data:,>";
        let tab = chain.open(Page::html(page)).await?;
        let tree = tab.tree().await?;
        for role in [
            "link",
            "button",
            "textbox",
            "searchbox",
            "spinbutton",
            "slider",
            "checkbox",
            "radio",
            "combobox",
            "listbox",
            "menuitem",
            "tab",
            "switch",
        ] {
            let line = tree
                .lines()
                .find(|line| line.trim_start().starts_with(&format!("{role} ")))
                .unwrap_or_default();
            let uid: u32 = uid_on(line).unwrap_or_default().parse().unwrap_or_default();
            assert!((1..1000).contains(&uid), "{role}: {line:?} in\n{tree}");
        }
        let focusable = tree
            .lines()
            .find(|line| line.contains("focusable"))
            .unwrap_or_default();
        assert!(uid_on(focusable).is_some(), "{tree}");
        for plain in ["paragraph", "heading", "image"] {
            assert!(
                tree.lines()
                    .filter(|line| line.contains(&format!("\"{plain}\"")))
                    .all(|line| uid_on(line).is_none()),
                "{tree}"
            );
        }
        Ok(())
    })
}

#[test]
fn r3_the_text_is_indented_by_two_and_begins_with_the_document() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("states.html").await?;
        let tree = tab.tree().await?;
        assert!(tree.starts_with("document \"States\"\n"), "{tree}");
        let mut before = 0;
        for line in tree.lines().skip(1) {
            let now = level(line);
            assert!(
                (1..=before + 1).contains(&now),
                "{line:?} after level {before} in\n{tree}"
            );
            before = now;
        }
        Ok(())
    })
}

#[test]
fn r4_the_uid_map_has_exactly_the_printed_uids() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for params in [
            json!({}),
            json!({"interactive_only": true}),
            json!({"scope": "main"}),
            json!({"max_depth": 2}),
        ] {
            let tab = chain.open_fixture("dashboard.html").await?;
            let answer = tab.observe(params).await?;
            let mut printed: Vec<String> = text(&answer).lines().filter_map(uid_on).collect();
            let map = answer["uidMap"].as_object().cloned().unwrap_or_default();
            let mut mapped: Vec<String> = map.keys().cloned().collect();
            printed.sort();
            mapped.sort();
            assert_eq!(printed, mapped, "{answer}");
            for (uid, entry) in &map {
                assert!(
                    entry["selector"].is_string()
                        && entry["tag"].is_string()
                        && entry["role"].is_string(),
                    "{uid}: {entry}"
                );
            }
        }
        Ok(())
    })
}

#[test]
fn r5_scope_limits_the_text_and_keeps_the_uids() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let whole = tab.tree().await?;
        let answer = tab
            .observe(json!({"scope": "form[aria-label=Search]", "max_depth": 15}))
            .await?;
        let part = text(&answer);
        assert_eq!(answer["rootSelector"], "form[aria-label=Search]");
        assert!(part.contains("Search...") && part.contains("Go"), "{part}");
        assert!(
            !part.contains("Home") && !part.contains("Recent Activity"),
            "{part}"
        );
        for name in ["\"Search...\"", "\"Go\""] {
            let uid = |tree: &str| {
                tree.lines()
                    .find(|line| line.contains(name))
                    .and_then(uid_on)
            };
            assert_eq!(uid(&whole), uid(&part), "{name}");
        }
        Ok(())
    })
}

#[test]
fn r6_interactive_only_shows_every_control_and_little_else() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        let whole = tab.tree().await?;
        let only = text(&tab.observe(json!({"interactive_only": true})).await?);
        let uids = |tree: &str| tree.lines().filter_map(uid_on).collect::<Vec<_>>();
        assert_eq!(uids(&whole), uids(&only), "{only}");
        assert!(!only.contains("heading"), "{only}");
        assert!(only.len() < whole.len());
        Ok(())
    })
}

#[test]
fn r7_depth_counts_printed_levels_and_is_capped_at_fifteen() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let deep = format!(
            "<!doctype html><title>Deep</title>{}<button>bottom</button>",
            "<div role=group aria-label=g>".repeat(20)
        );
        let tab = chain.open(Page::html(deep)).await?;
        for (params, deepest) in [
            (json!({"max_depth": 3}), 3),
            (json!({}), 8),
            (json!({"max_depth": 15}), 15),
            (json!({"max_depth": 99}), 15),
        ] {
            let answer = tab.observe(params).await?;
            let tree = text(&answer);
            let groups = tree
                .lines()
                .filter(|line| line.trim_start().starts_with("group"))
                .map(level)
                .max();
            assert_eq!(groups, Some(deepest), "{tree}");
            assert_eq!(answer["maxDepthReached"], true);
            assert!(
                answer["hint"]
                    .as_str()
                    .is_some_and(|hint| hint.contains("scope")),
                "{answer}"
            );
            assert!(!tree.contains("bottom"), "{tree}");
        }
        // Elements without a role have no level.
        let wrapped = format!(
            "<!doctype html><title>Wrapped</title>{}<button>bottom</button>",
            "<div>".repeat(200)
        );
        let answer = chain
            .open(Page::html(wrapped))
            .await?
            .observe(json!({}))
            .await?;
        assert_eq!(answer["maxDepthReached"], false);
        assert!(text(&answer).contains("bottom"));
        Ok(())
    })
}

#[test]
fn r8_tables_and_lists_are_summarised_and_folds_count_their_controls() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let tree = tab.tree().await?;
        let rows = tree
            .lines()
            .filter(|line| line.trim_start().starts_with("row \""));
        assert_eq!(rows.count(), 3, "{tree}");
        assert!(
            tree.contains("Details 2") && !tree.contains("Details 3\""),
            "{tree}"
        );
        assert!(
            tree.contains("Storage") == (tree.matches("listitem").count() > 5),
            "{tree}"
        );
        // The line counts the 21 folded rows and the 21 links in them.
        let fold = tree
            .lines()
            .find(|line| line.contains("...(21 more rows"))
            .unwrap_or_default();
        assert_eq!(fold.matches("21").count(), 2, "{fold:?} in\n{tree}");
        Ok(())
    })
}

#[test]
fn r9_long_text_is_cut_at_a_hundred_characters() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let long = "ü".repeat(150);
        let tab = chain
            .open(Page::html(format!(
                "<!doctype html><meta charset=utf-8><title>Long</title><p>{long}</p><p>{}</p>",
                "x".repeat(100)
            )))
            .await?;
        let tree = tab.tree().await?;
        let line = tree
            .lines()
            .find(|line| line.contains('ü'))
            .unwrap_or_default();
        assert!(
            (97..=100).contains(&line.matches('ü').count())
                && (line.contains('…') || line.contains("...")),
            "{tree}"
        );
        assert!(tree.contains(&format!("\"{}\"", "x".repeat(100))), "{tree}");
        Ok(())
    })
}

#[test]
fn r10_tokens_are_counted_and_compared() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let answer = tab.observe(json!({})).await?;
        let estimate = &answer["tokenEstimate"];
        let (ours, theirs) = (
            estimate["thisResponse"].as_u64(),
            estimate["equivalentQueryDom"].as_u64(),
        );
        assert!(ours > Some(100) && theirs > ours, "{estimate}");
        let share = 100.0 - 100.0 * ours.unwrap_or(0) as f64 / theirs.unwrap_or(1) as f64;
        let savings: f64 = estimate["savings"]
            .as_str()
            .and_then(|text| text.strip_suffix('%'))
            .and_then(|text| text.parse().ok())
            .unwrap_or(-1.0);
        assert!((share - savings).abs() <= 1.0, "{estimate}");
        Ok(())
    })
}

/// A page with more elements than the limits allow.
fn large() -> String {
    let rows: String = (0..10_000)
        .map(|n| {
            format!(
                "<div role=group aria-label='Group {n}'><button>Button number {n}</button></div>"
            )
        })
        .collect();
    format!("<!doctype html><title>Large</title><h1>Top</h1>{rows}")
}

#[test]
fn r11_a_text_has_at_most_five_thousand_nodes_and_fifty_kilobytes() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(large())).await?;
        let answer = tab.observe(json!({})).await?;
        let tree = text(&answer);
        assert!(tree.len() <= 50 * 1024, "{} bytes", tree.len());
        let cut = tree
            .lines()
            .rev()
            .find(|line| line.contains("more nodes truncated)"))
            .unwrap_or_default();
        let left: u64 = cut
            .split(|c: char| !c.is_ascii_digit())
            .find_map(|digits| digits.parse().ok())
            .unwrap_or_default();
        let printed = tree.lines().filter(|line| !line.contains("...(")).count() as u64;
        // 1 document, 1 heading, 10,000 groups, 10,000 buttons; names of headings and buttons may
        // count as text of their own.
        assert!(left + printed >= 20_002, "{left} left, {printed} printed");
        assert!(printed <= 5_000, "{printed}");
        let uids = tree.lines().filter_map(uid_on).count();
        assert_eq!(
            answer["uidMap"].as_object().map(serde_json::Map::len),
            Some(uids)
        );
        Ok(())
    })
}

#[test]
fn r12_the_same_page_gives_the_same_uids() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = tab.observe(json!({})).await?;
        let again = tab.observe(json!({})).await?;
        assert_eq!(
            (&first["tree"], &first["uidMap"]),
            (&again["tree"], &again["uidMap"])
        );
        let other = chain
            .open_fixture("dashboard.html")
            .await?
            .observe(json!({}))
            .await?;
        assert_eq!(
            (&first["tree"], &first["uidMap"]),
            (&other["tree"], &other["uidMap"])
        );
        tab.evaluate("window.isFirst = true; void setTimeout(() => location.reload())")
            .await?;
        // Before the parser has finished, it is another page.
        tab.wait_for("!window.isFirst && document.readyState === 'complete'")
            .await?;
        let reloaded = tab.observe(json!({})).await?;
        assert_ne!(first["world"], reloaded["world"]);
        assert_eq!(first["tree"], reloaded["tree"]);
        Ok(())
    })
}

#[test]
fn the_fault_for_an_unknown_argument_lists_the_known_ones() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let reply = chain.agent.observe(json!({"scopes": "main"})).await?;
        assert_eq!((reply.status, reply.code()?), (400, "bad_request"));
        assert!(
            reply.body.to_string().contains("interactive_only"),
            "{}",
            reply.body
        );
        for wrong in [
            json!({"what": "page"}),
            json!({"what": "a11y_tree", "max_depth": "deep"}),
            json!({"what": Value::Null}),
        ] {
            let reply = chain.agent.post("/observe", wrong).await?;
            assert_eq!((reply.status, reply.code()?), (400, "bad_request"));
        }
        Ok(())
    })
}
