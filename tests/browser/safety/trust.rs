//! A web page can't read anything from the server or the extension. The server's rules have tests
//! in `server/tests/http`; these tests check that the browser enforces them.

use axlens_harness::on_chain;
use serde_json::json;

#[test]
fn a_page_reads_nothing_from_the_server() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let (url, token) = (json!(chain.agent.url()), json!(chain.agent.token()));
        let attempts = format!(
            "(async () => {{
                const tries = [];
                const attempt = async (what, path, options) => {{
                    try {{ const r = await fetch({url} + path, options); tries.push([what, r.type, r.status]); }} catch {{ tries.push([what, 'refused', 0]); }}
                }};
                await attempt('plain', '/status', {{}});
                await attempt('no-cors', '/pending-queries', {{mode: 'no-cors'}});
                await attempt('no-cors post', '/observe', {{mode: 'no-cors', method: 'POST', body: '{{}}'}});
                await attempt('with token', '/tabs', {{headers: {{authorization: 'Bearer ' + {token}}}}});
                await attempt('observe', '/observe', {{method: 'POST', headers: {{authorization: 'Bearer ' + {token}, 'content-type': 'application/json'}}, body: '{{\"what\":\"a11y_tree\"}}'}});
                return tries;
            }})()"
        );
        let tries = tab.evaluate(&attempts).await?;
        for attempt in tries.as_array().into_iter().flatten() {
            assert!(attempt[1] == "refused" || attempt[1] == "opaque", "{tries}");
        }
        Ok(())
    })
}

#[test]
fn a_page_can_fetch_no_file_of_the_extension() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let id = json!(axlens_harness::shared::extension_id()?);
        for file in [
            "manifest.json",
            "shared/text-diff.js",
            "page/recorder/recorder.js",
            "engine/axlens_engine_bg.wasm",
            "ui/options/options.html",
        ] {
            let found = tab
                .evaluate(&format!(
                    "fetch(`chrome-extension://${{{id}}}/{file}`).then(() => true, () => false)"
                ))
                .await?;
            assert_eq!(found, false, "{file}");
        }
        Ok(())
    })
}
