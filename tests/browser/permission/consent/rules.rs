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
            const effect = {kind: 'leave', destinations: ['http://a.localhost/1'], targets: []}; \
            const act = {agent: 'a', tab: 1, element: '5', act: 'click', isExact: true, effect}; \
            const other = {...effect, destinations: ['http://a.localhost/2']}; \
            const changes = [{}, {agent: 'b'}, {element: '6'}, {act: 'check'}, {effect: other}]; \
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

#[test]
fn what_is_shown_of_a_loop_may_reach_less_but_no_other_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let page = chain.own_page("options").await?;
        let permits = "import('/worker/policy/permits.js').then(({permitById, isPermittedById}) => { \
            const effect = {kind: 'leave', destinations: ['http://a.localhost/1'], targets: []}; \
            const act = {agent: 'a', tab: 1, element: '5', act: 'click', isExact: false, effect}; \
            permitById('x', act, ['http://a.localhost'], 10_000); \
            const to = (url) => ({effect: {...effect, destinations: [url]}}); \
            const tries = [{}, to('http://a.localhost/2'), {effect: {...effect, kind: 'harmless'}}, \
              to('http://b.localhost/1'), {effect: {...effect, kind: 'submit'}}, {element: '6'}]; \
            const sites = ['http://a.localhost']; \
            return [...tries.map((change) => isPermittedById('x', {...act, ...change}, sites)), \
              isPermittedById('x', act, ['http://b.localhost']), isPermittedById('y', act, [])]; })";
        let [yes, no] = [true, false];
        assert_eq!(
            page.evaluate(permits).await?,
            json!([yes, yes, yes, no, no, no, no, no])
        );
        Ok(())
    })
}
