//! `/get` of HTML, attributes and styles: without the values of secret fields, and without changes
//! to the page.

use crate::find_and_wait::on_page;
use serde_json::{Value, json};

/// No answer may contain `hush`. The fields that contain it are secret for different reasons.
const SOURCE: &str = "<title>Source</title>
<style>h1 { color: rgb(1, 2, 3); --own: plain }</style>
<h1 id=top title='A \"title\" &amp; more' onclick='0'>Head &lt;line&gt; <!-- a note --></h1>
<a href='https://ada:hush@example.com/there'>Link</a>
<img alt=Dot width=9 height=9 src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'>
<section aria-label=Secrets>
<input type=hidden name=csrf value=hush-token>
<input id=password type=password value=hush1 data-value=hush2 aria-valuetext=hush3 style='--it: hush4'>
<input id=revealed type=password value=hush5 aria-label=Revealed>
<input autocomplete=one-time-code value=hush6 aria-label=Code>
<textarea name=cvv>hush7</textarea>
<select autocomplete=cc-exp-month aria-label=Month><option value=1>hush8</option></select>
<div contenteditable id=pin aria-label='PIN'><b>hush9</b></div>
</section>
<input aria-label=Plain value=visible>
<iframe srcdoc=\"<p id=deep>Framed <b>text</b><input type=password value=hush10>\"></iframe>
<div id=opened></div><div id=shut></div>
<script>const own = 'hush11';
opened.attachShadow({mode: 'open'}).innerHTML = '<button class=o>In the open</button><slot></slot>';
opened.innerHTML = 'Slotted';
shut.attachShadow({mode: 'closed'}).innerHTML =
  '<button>In the closed</button><input type=password value=hush12>';
</script>";

const EXPECTED: [&str; 11] = [
    r#"<h1 id="top" title="A &quot;title&quot; &amp; more" onclick="0">Head &lt;line&gt; </h1>"#,
    r#"<a href="https://example.com/there">Link</a>"#,
    r#"<input id="password" type="password">"#,
    r#"<input id="revealed" type="text" aria-label="Revealed">"#,
    r#"<textarea name="cvv"></textarea>"#,
    r#"<div contenteditable="" id="pin" aria-label="PIN"></div>"#,
    r#"<input aria-label="Plain" value="visible">"#,
    r#"<div id="opened"><template shadowrootmode="open"><button class="o">In the open</button><slot></slot></template>Slotted</div>"#,
    r#"<div id="shut"><template shadowrootmode="closed"><button>In the closed</button><input type="password"></template></div>"#,
    "<iframe></iframe>",
    "<script></script>",
];

#[test]
fn the_source_is_returned_without_secrets() -> anyhow::Result<()> {
    on_page(SOURCE, async |page| {
        page.tab.observe(json!({})).await?;
        // A field that was a password field stays secret.
        let reveal = "revealed.type = 'text'; 0";
        page.tab.evaluate(reveal).await?;
        let count_mutations =
            "window.mutations = 0; new MutationObserver(() => mutations += 1).observe(document,
            {subtree: true, childList: true, attributes: true, characterData: true}); 0";
        page.tab.evaluate(count_mutations).await?;
        let get = async |body: Value| {
            let answer = page.get(body.clone()).await?;
            assert!(!answer.to_string().contains("hush"), "{body}: {answer:#}");
            anyhow::Ok(answer)
        };
        let all = get(json!({"what": "html"})).await?;
        let html = all["html"].as_str().unwrap_or_default();
        for part in EXPECTED {
            assert!(html.contains(part), "{part} in\n{html}");
        }
        assert!(!html.contains("a note") && !html.contains("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA7"));
        assert_eq!(all["secret"], true);
        html_of_elements(&get).await?;
        attributes(&get).await?;
        styles(&get).await?;
        assert_eq!(page.tab.evaluate("mutations").await?, 0);
        Ok(())
    })
}

async fn html_of_elements(
    get: &impl AsyncFn(Value) -> anyhow::Result<Value>,
) -> anyhow::Result<()> {
    let framed = get(json!({"what": "html", "selector": "#deep"})).await?;
    let html = r#"<p id="deep">Framed <b>text</b><input type="password"></p>"#;
    assert_eq!(framed["html"], html);
    let shadowed = json!({"what": "html", "selector": "button", "hosts": ["#opened"]});
    let shadowed = get(shadowed).await?;
    let html = r#"<button class="o">In the open</button>"#;
    assert_eq!(shadowed["html"], html);
    assert_eq!(shadowed["secret"], Value::Null, "{shadowed:#}");
    let option_of_secret_list = get(json!({"what": "html", "selector": "option"})).await?;
    assert_eq!(option_of_secret_list["html"], Value::Null);
    assert_eq!(option_of_secret_list["secret"], true);
    Ok(())
}

async fn attributes(get: &impl AsyncFn(Value) -> anyhow::Result<Value>) -> anyhow::Result<()> {
    for (selector, name, value, secret) in [
        ("h1", "title", json!("A \"title\" & more"), Value::Null),
        ("h1", "lang", Value::Null, Value::Null),
        ("a", "HREF", json!("https://example.com/there"), Value::Null),
        ("#password", "type", json!("password"), Value::Null),
        ("#password", "value", Value::Null, json!(true)),
        ("#password", "data-value", Value::Null, json!(true)),
        ("#revealed", "value", Value::Null, json!(true)),
        ("iframe", "srcdoc", Value::Null, json!(true)),
    ] {
        let body = json!({"what": "attribute", "selector": selector, "name": name});
        let answer = get(body).await?;
        assert_eq!(answer["value"], value, "{selector} {name}");
        assert_eq!(answer["secret"], secret, "{selector} {name}");
    }
    Ok(())
}

async fn styles(get: &impl AsyncFn(Value) -> anyhow::Result<Value>) -> anyhow::Result<()> {
    for (selector, names, expected, secret) in [
        (
            "h1",
            &["color", "--own", "display"][..],
            json!({"color": "rgb(1, 2, 3)", "--own": "plain", "display": "block"}),
            Value::Null,
        ),
        (
            "#password",
            &["--it", "display"],
            json!({"display": "inline-block"}),
            json!(true),
        ),
    ] {
        let body = json!({"what": "styles", "selector": selector, "names": names});
        let answer = get(body).await?;
        assert_eq!(answer["styles"], expected, "{selector}");
        assert_eq!(answer["secret"], secret, "{selector}");
    }
    Ok(())
}
