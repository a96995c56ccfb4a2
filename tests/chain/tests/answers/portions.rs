//! The engine's work in portions, in an extension page with an engine of its own: the scripts and
//! the module are those of the worker, where nobody may look in.

use axlens_harness::own_page::go_to_own_page;
use axlens_harness::{Tab, on_chain};
use serde_json::{Value, json};

/// Elements of the large page: more than any machine understands within a slice, and more memory
/// than is kept.
const MANY: usize = 60_000;

/// A record of many links, made where it is used: it would be long on the way.
const RECORD: &str = r#"
    const record = (many) => {
      const ints = ['1,1,0,4,0'];
      const strings = ['div', 'a', 'href'];
      for (let node = 2; node < many + 2; node += 1) {
        strings.push(`/where/number/${node} and 🙂 so on`);
        ints.push(`1,${node},1,1026,1,2,${node + 1},2,${node + 1},0`);
      }
      return ['{"url":"https://example.test/","ready":"complete"}', ints.join(','), strings.join('\u001e'), ''].join('\u001d');
    };
    const engine = await import('/worker/reading/engine.js');
    const exports = await import('/engine/axlens_engine.js');
"#;

/// What a script comes to in a page of the extension.
async fn in_extension(tab: &Tab, script: &str) -> anyhow::Result<Value> {
    go_to_own_page(tab, "options").await?;
    tab.evaluate(&format!("(async () => {{ {RECORD} {script} }})()"))
        .await
}

#[test]
fn others_have_their_turn_and_memory_is_given_back() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.tab().await?;
        let script = r#"
            await engine.understand(record(1), { check() {} });
            const before = exports.held();
            let [turns, pauses, most] = [0, 0, 0];
            const channel = new MessageChannel();
            channel.port1.onmessage = () => { turns += 1; channel.port2.postMessage(0); };
            channel.port2.postMessage(0);
            const check = () => { pauses += 1; most = Math.max(most, exports.held()); };
            const one = await engine.understand(record(MANY), { check });
            const after = exports.held();
            const turnsOfOne = turns;
            const two = await engine.understand(record(MANY), { check() {} });
            channel.port1.close();
            return { before, most, after, pauses, turns: turnsOfOne, uids: one.nodes.split(',').length,
              same: one.tree === two.tree && one.registry === two.registry, smiles: one.tree.split('🙂').length };
        "#;
        let said = in_extension(&tab, &script.replace("MANY", &MANY.to_string())).await?;
        let number = |key: &str| said[key].as_u64().unwrap_or_default();
        assert_eq!(said["same"], true, "{said}");
        assert_eq!(number("uids"), MANY as u64, "{said}");
        assert!(number("smiles") > MANY as u64, "{said}");
        assert!(number("pauses") > 1 && number("turns") > 1, "{said}");
        assert!(number("most") > 64 << 20, "the page was large: {said}");
        assert!(number("after") <= number("before"), "{said}");
        Ok(())
    })
}

#[test]
fn an_answer_tells_the_longest_slice() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let answer = tab.observe(json!({"timings": true})).await?;
        let timings = &answer["timings"];
        for stage in ["record", "slice", "understand", "understandSlice"] {
            assert!(timings[stage].is_number(), "{stage}: {timings}");
        }
        Ok(())
    })
}

#[test]
fn what_nobody_waits_for_is_given_up_and_leaves_the_engine_as_it_was() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.tab().await?;
        let script = r#"
            const check = () => { throw new Error('enough'); };
            const error = await engine.understand(record(MANY), { check }).then(() => 'done', String);
            const explained = await engine.explain(record(MANY), 2, check).then(() => 'done', String);
            // Two at once, one of which is given up: the other is not touched.
            const [small, given] = await Promise.all([
              engine.understand(record(3000), { check() {} }),
              engine.understand(record(MANY), { check }).then(() => 'done', String),
            ]);
            const why = JSON.parse(await engine.explain(record(3), 2, () => {}));
            return [error, explained, given, small.nodes.split(',').length, why.role.value];
        "#;
        let said = in_extension(&tab, &script.replace("MANY", &MANY.to_string())).await?;
        let enough = "Error: enough";
        assert_eq!(said, json!([enough, enough, enough, 3000, "link"]));
        Ok(())
    })
}
