//! The engine works in slices. The tests run the worker's scripts and engine in an extension page,
//! because they can't call them in the worker itself.

use axlens_harness::own_page::go_to_own_page;
use axlens_harness::{Tab, on_chain};
use serde_json::{Value, json};

/// Elements of the large page. No machine understands so many within a slice, and they need more
/// memory than the engine keeps.
const MANY: usize = 60_000;

/// Creates a record of many links in the page, because it is too long to send there.
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

/// The value of a script in a page of the extension.
async fn in_extension(tab: &Tab, script: &str) -> anyhow::Result<Value> {
    go_to_own_page(tab, "options").await?;
    tab.evaluate(&format!("(async () => {{ {RECORD} {script} }})()"))
        .await
}

#[test]
fn other_tasks_run_between_slices_and_memory_is_freed() -> anyhow::Result<()> {
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
        let result = in_extension(&tab, &script.replace("MANY", &MANY.to_string())).await?;
        let number = |key: &str| result[key].as_u64().unwrap_or_default();
        assert_eq!(result["same"], true, "{result}");
        assert_eq!(number("uids"), MANY as u64, "{result}");
        assert!(number("smiles") > MANY as u64, "{result}");
        assert!(number("pauses") > 1 && number("turns") > 1, "{result}");
        assert!(number("most") > 64 << 20, "the page was large: {result}");
        assert!(number("after") <= number("before"), "{result}");
        Ok(())
    })
}

#[test]
fn timings_include_the_longest_slice() -> anyhow::Result<()> {
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
fn a_cancelled_task_does_not_affect_other_tasks() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.tab().await?;
        let script = r#"
            const check = () => { throw new Error('enough'); };
            const error = await engine.understand(record(MANY), { check }).then(() => 'done', String);
            const explained = await engine.explain(record(MANY), 2, check).then(() => 'done', String);
            // Two at the same time: cancelling one does not affect the other.
            const [small, cancelled] = await Promise.all([
              engine.understand(record(3000), { check() {} }),
              engine.understand(record(MANY), { check }).then(() => 'done', String),
            ]);
            const why = JSON.parse(await engine.explain(record(3), 2, () => {}));
            return [error, explained, cancelled, small.nodes.split(',').length, why.role.value];
        "#;
        let result = in_extension(&tab, &script.replace("MANY", &MANY.to_string())).await?;
        let enough = "Error: enough";
        assert_eq!(result, json!([enough, enough, enough, 3000, "link"]));
        Ok(())
    })
}
