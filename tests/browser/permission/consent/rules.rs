//! The rules of the worker, called without a page.

use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind};
use serde_json::json;

#[test]
fn a_permit_is_valid_for_one_action_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let page = chain.own_page("options").await?;
        let permits = "import('/worker/policy/permits.js').then(({givePermit, usePermit}) => { \
            const act = {agent: 'a', tab: 1, document: 'D', node: 5, act: 'highlight'}; \
            const changes = [{}, {agent: 'b'}, {document: 'E'}, {node: 6}, {act: 'click'}]; \
            const tries = changes.map((change) => { const permit = givePermit(act); \
              return [usePermit(permit, {...act, ...change}), usePermit(permit, act)]; }); \
            return [...tries, usePermit('', act)]; })";
        let refused = json!([false, false]);
        assert_eq!(
            page.evaluate(permits).await?,
            json!([[true, false], refused, refused, refused, refused, false])
        );
        Ok(())
    })
}
