//! Dry runs: the checks of an action, without its events; and screenshots between actions.

use crate::acting::observed_page::{on_page, outcome};
use serde_json::{Value, json};

const PAGE: &str = "<title>Dry run</title><button id=save>Save</button>
<input id=name aria-label=Name><button disabled>Closed</button>
<div style='position: relative'><button id=under>Under</button>
<div style='position: absolute; inset: 0; background: white'>Cover</div></div>
<input type=date aria-label=Day><div style='height: 4000px'></div><button>Far below</button><script>
globalThis.events = 0;
for (const kind of ['pointerover', 'pointermove', 'mousedown', 'click', 'keydown', 'input', 'focus'])
  // The window itself gets the focus when another window loses it.
  addEventListener(kind, (event) => { globalThis.events += event.target === window ? 0 : 1; }, true);
save.onclick = () => { save.textContent = 'Saved'; };</script>";

#[test]
fn a_dry_run_checks_and_sends_nothing() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (line, action) in [
            ("Save", json!({"action": "click"})),
            ("Name", json!({"action": "fill", "value": "Ada"})),
            ("Name", json!({"action": "press", "keys": "Enter"})),
            ("Far below", json!({"action": "click"})),
        ] {
            let mut body = action;
            body["dryRun"] = json!(true);
            let answer = page.act_on(line, body).await?;
            assert_eq!(outcome(&answer), "possible", "{line}: {answer}");
            assert!(answer.get("tree").is_none(), "{answer}");
            let evidence = &answer["results"][0]["evidence"];
            assert!(evidence.get("needsConsent").is_none(), "{answer}");
        }
        for (line, action, code) in [
            ("Closed", json!({"action": "click"}), "element_disabled"),
            ("Under", json!({"action": "click"}), "element_covered"),
            (
                "Day",
                json!({"action": "fill", "value": "soon"}),
                "bad_request",
            ),
        ] {
            let mut body = action;
            (body["dryRun"], body["uid"]) = (json!(true), json!(page.uid(line)?));
            let reply = page.interact(body).await?;
            assert_eq!(reply.body["error"], code, "{line}: {}", reply.body);
        }
        assert_eq!(page.evaluate("globalThis.events").await?, json!(0));
        // The same action is executed afterwards.
        let clicked = page.click("Save").await?;
        assert_eq!(outcome(&clicked), "changed");
        assert_ne!(page.evaluate("globalThis.events").await?, json!(0));
        Ok(())
    })
}

#[test]
fn a_dry_run_is_for_actions_on_elements_without_a_key() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for body in [
            json!({"action": "navigate", "url": "https://a.example/", "dryRun": true}),
            json!({"action": "execute_js", "script": "1", "dryRun": true}),
            json!({"action": "click", "uid": page.uid("Save")?, "dryRun": true, "key": "a"}),
        ] {
            let reply = page.interact(body).await?;
            assert_eq!(reply.body["error"], "bad_request", "{}", reply.body);
        }
        Ok(())
    })
}

#[test]
fn a_screenshot_between_actions_shows_the_page_after_the_first() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let save = page.uid("Save")?;
        let answer = page
            .interact_ok(json!({"actions": [
                {"screenshot": {}},
                {"action": "click", "uid": save},
                {"screenshot": {"marks": true, "if_changed": true}},
            ]}))
            .await?;
        let results = &answer["results"];
        let image = |at: usize| results[at]["screenshot"]["data"].as_str();
        assert!(image(0).is_some_and(|data| data.len() > 100), "{answer}");
        assert!(image(2).is_some() && image(2) != image(0), "{answer}");
        let legend = results[2]["screenshot"]["legend"].as_str();
        assert!(
            legend.is_some_and(|legend| legend.contains("\"Saved\"")),
            "{legend:?}"
        );
        let wrong = json!({"actions": [
            {"action": "click", "uid": page.uid("Name")?},
            {"screenshot": {"full": true, "uid": "1"}},
        ]});
        let reply = page.interact(wrong).await?;
        assert_eq!(reply.body["error"], Value::from("bad_request"));
        assert!(
            reply.body.get("done").is_none(),
            "nothing is executed: {}",
            reply.body
        );
        Ok(())
    })
}
