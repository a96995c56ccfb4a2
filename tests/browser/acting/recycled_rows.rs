//! Rows that the page uses for other content while an action is executed.

use crate::acting::observed_page::ObservedPage;
use axlens_harness::on_chain;
use serde_json::{Value, json};

/// A list of three orders. In the task after the first event of a type, the page applies an effect:
/// `recycle` shows other orders in the rows, `add` adds text to each row, `remove` removes the
/// second row.
fn list_of_orders(event: &str, effect: &str) -> String {
    format!(
        "<title>Recycled</title><ul id=list></ul><script>
        const received = [], orders = ['Ada', 'Grace', 'Alan'];
        for (const order of orders) {{
          const row = document.createElement('li');
          row.innerHTML = '<b></b> <button>Open</button> <input aria-label=Note> <i></i>';
          const show = (name) => {{ row.order = name; row.querySelector('b').textContent = name; }};
          row.show = show; show(order); list.append(row);
          row.querySelector('button').onclick = () => received.push(row.order);
          row.querySelector('input').oninput = () => received.push(row.order + ' noted');
        }}
        const rows = [...list.children];
        const effects = {{
          recycle: () => rows.forEach((row, index) => row.show(orders[(index + 1) % 3])),
          add: () => rows.forEach((row) => row.querySelector('i').textContent = 'more'),
          remove: () => rows[1].remove(),
        }};
        const {{ port1, port2 }} = new MessageChannel();
        port1.onmessage = effects.{effect};
        list.addEventListener('{event}', () => port2.postMessage(0), {{ once: true }});
        </script>"
    )
}

#[test]
fn a_row_that_becomes_another_between_two_events_is_not_acted_on() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let click = |page: &ObservedPage<'_>| {
            anyhow::Ok(json!({"action": "click", "uid": page.nth_uid("button", 1)?}))
        };
        let fill = |page: &ObservedPage<'_>| {
            anyhow::Ok(json!({"action": "fill", "value": "x", "uid": page.nth_uid("textbox", 1)?}))
        };
        type Action<'a> = &'a dyn Fn(&ObservedPage<'_>) -> anyhow::Result<Value>;
        let refused: [(&str, &str, Action<'_>, &str); 6] = [
            ("pointermove", "recycle", &click, "changed_uid"),
            ("pointerdown", "recycle", &click, "changed_uid"),
            ("mouseup", "recycle", &click, "changed_uid"),
            ("pointermove", "remove", &click, "stale_uid"),
            ("mousedown", "remove", &click, "changed_uid"),
            ("focusin", "recycle", &fill, "changed_uid"),
        ];
        for (event, effect, action, code) in refused {
            let page = ObservedPage::open(chain, &list_of_orders(event, effect)).await?;
            let reply = page.interact(action(&page)?).await?;
            assert_eq!(reply.code()?, code, "{event}: {:#}", reply.body);
            let received = page.evaluate("received").await?;
            assert_eq!(received, json!([]), "{event}, {effect}");
        }
        // While the button is held down.
        let page = ObservedPage::open(chain, &list_of_orders("pointerdown", "recycle")).await?;
        let mut hold = click(&page)?;
        hold["hold"] = json!(100);
        assert_eq!(page.interact(hold).await?.code()?, "changed_uid");
        assert_eq!(page.evaluate("received").await?, json!([]));
        // A row to which text is added is still the same row.
        for event in ["pointerover", "mousedown"] {
            let page = ObservedPage::open(chain, &list_of_orders(event, "add")).await?;
            page.interact_ok(click(&page)?).await?;
            let received = page.evaluate("received").await?;
            assert_eq!(received, json!(["Grace"]), "{event}");
        }
        Ok(())
    })
}
