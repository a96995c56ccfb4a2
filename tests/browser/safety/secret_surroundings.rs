//! Fields that are secret because of the texts around them, and fields with similar surroundings
//! that are not.

use super::secrets::all_answers;
use anyhow::Context;
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::{Value, json};

/// Secret fields. `VALUE` is a text that no answer may have, and `BOXES` for six fields for
/// one character each.
const SECRET: &[&str] = &[
    // A group.
    "<fieldset><legend>Verification code</legend><input value=VALUE></fieldset>",
    "<fieldset><legend>Verification code</legend>BOXES</fieldset>",
    "<fieldset><legend>Recovery phrase</legend><label>Word 1 <input value=VALUE></label></fieldset>",
    "<div role=group aria-label='Security code'><input aria-label='Digit 1 of 6' value=VALUE></div>",
    "<span id=g1>Einmalcode</span><div role=group aria-labelledby=g1>BOXES</div>",
    "<fieldset><legend>Change your password</legend><label>Old <input value=VALUE></label></fieldset>",
    "<fieldset><legend>Carte bancaire</legend><label>Numéro <input placeholder='0000 0000' value=VALUE></label></fieldset>",
    // Labels.
    "<h2>Two-factor authentication</h2><label>Code<span>required</span> <input value=VALUE></label>",
    "<label><u>P</u>assword <input value=VALUE></label>",
    "<label for=i1><span>Pass</span><span>word</span></label><input id=i1 value=VALUE>",
    "<label>Pass<wbr>word <input value=VALUE></label>",
    "<label><u>S</u>ecurity code <input value=VALUE></label>",
    "<label>Pass\u{200b}wor\u{ad}d <input value=VALUE></label>",
    "<label>6-digit code <input value=VALUE></label>",
    "<label>Six digit code <input value=VALUE></label>",
    "<label>Enter the code from your app <input value=VALUE></label>",
    "<label>Enter the code we sent to +49 ··· 55 <input value=VALUE></label>",
    "<label>2FA token <input value=VALUE></label>",
    "<label>MFA token <input value=VALUE></label>",
    "<label>Secret phrase <input value=VALUE></label>",
    "<label>12-word phrase <textarea>VALUE</textarea></label>",
    "<label>Seed words <textarea>VALUE</textarea></label>",
    "<label>Secret <input value=VALUE></label>",
    "<label>6-stelliger Code <input value=VALUE></label>",
    "<label>Code aus Ihrer App <input value=VALUE></label>",
    "<label>Wiederherstellungsphrase <input value=VALUE></label>",
    "<label>Code à 6 chiffres <input value=VALUE></label>",
    "<label>Code d’authentification <input value=VALUE></label>",
    "<label>Código de 6 dígitos <input value=VALUE></label>",
    "<label>Frase semilla <input value=VALUE></label>",
    "<label>Código de autenticação <input value=VALUE></label>",
    "<label>Codice a 6 cifre <input value=VALUE></label>",
    "<label>6-cijferige code <input value=VALUE></label>",
    "<label>Herstelzin <input value=VALUE></label>",
    "<label>6-siffrig kod <input value=VALUE></label>",
    "<label>6-cyfrowy kod <input value=VALUE></label>",
    "<label>6-значный код <input value=VALUE></label>",
    "<label>Секретная фраза <input value=VALUE></label>",
    "<label>6 haneli kod <input value=VALUE></label>",
    "<label>6桁のコード <input value=VALUE></label>",
    "<label>リカバリーフレーズ <input value=VALUE></label>",
    "<label>6位数字代码 <input value=VALUE></label>",
    "<label>助记词 <input value=VALUE></label>",
    "<label>6자리 코드 <input value=VALUE></label>",
    "<label>Mã gồm 6 chữ số <input value=VALUE></label>",
    "<label>عبارة الاسترداد <input value=VALUE></label>",
    // A table.
    "<table><tr><th>Device<th>PIN</tr><tr><td>Phone<td><input value=VALUE></tr></table>",
    "<table><thead><tr><th>Site<th>Password</thead><tbody><tr><td>a.example<td><input value=VALUE></tbody></table>",
    "<table><tr><th>Security code</th><td><input value=VALUE></td></tr></table>",
    "<table><tr><td>Verification code</td><td><input value=VALUE></td></tr></table>",
    "<div role=table><div role=row><span role=columnheader>User</span><span role=columnheader>One-time code</span></div><div role=row><span role=cell>Ada</span><span role=cell><input value=VALUE></span></div></div>",
    // A dialog.
    "<dialog open aria-label='Verification code'><input value=VALUE></dialog>",
    "<div role=dialog aria-labelledby=d1><h2 id=d1>Enter your security code</h2><p>It is on the back.</p><p>See there.</p><p>Then</p><input placeholder=Code value=VALUE></div>",
    "<div role=alertdialog><h2>Two-factor authentication</h2><p>A</p><p>B</p><p>C</p><label>Code <input value=VALUE></label></div>",
    "<dialog open><h3>Enter the code from your app</h3><form><div>A</div><div>B</div><div>C</div><input placeholder='000000' value=VALUE></form></dialog>",
    // A description.
    "<input aria-describedby=e1 value=VALUE><p id=e1>Enter the 6-digit code from your authenticator app.</p>",
    "<label>Code <input aria-describedby=e2 value=VALUE></label><p id=e2>The verification code that we sent to you.</p>",
    "<div contenteditable role=textbox aria-describedby=e3>VALUE</div><p id=e3>Your recovery phrase</p>",
    // The text before.
    "<p>Verification code</p><p><input value=VALUE></p>",
    "<div>Enter the <b>6-digit code</b> we sent you</div><div><input inputmode=numeric value=VALUE></div>",
    "<dl><dt>PIN<dd><input value=VALUE></dl>",
    "<b>Passwort</b> <input value=VALUE>",
    "<h1>Two-step verification</h1><form><div><input name=code placeholder=Code value=VALUE></div></form>",
    "<p>Enter the code from your app</p><div>BOXES</div>",
    "<p>Geben Sie den Code aus der App ein</p><input maxlength=1 value=x><input maxlength=1 value=VALUE>",
    "<p>Check your phone</p><input name=phone_code value=VALUE>",
    // Rows of fields for one character each.
    "<section>BOXES</section>",
    "<div><span><input maxlength=1 value=VALUE></span><span><input maxlength=1 value=VALUE></span><span><input maxlength=1 value=VALUE></span><span><input maxlength=1 value=VALUE></span></div>",
    "<div><input type=tel pattern='[0-9]' value=VALUE><input type=tel pattern='[0-9]' value=VALUE><input type=tel pattern='[0-9]' value=VALUE><input type=tel pattern='[0-9]' value=VALUE></div>",
    // A field to search with.
    "<input role=searchbox name=password2 value=VALUE>",
    "<input type=search name=otp aria-label=Alpha value=VALUE>",
    "<input type=search aria-label='Verification code' value=VALUE>",
    // A custom element.
    "<own-field label='One-time code' value=VALUE></own-field>",
    "<own-field type=password value=VALUE></own-field>",
    "<own-field autocomplete=one-time-code value=VALUE></own-field>",
    "<span id=c1>Recovery phrase</span><own-field aria-labelledby=c1 value=VALUE></own-field>",
    "<fieldset><legend>Security code</legend><own-field value=VALUE></own-field></fieldset>",
    "<own-field label='One-time code'><template shadowrootmode=closed><input value=VALUE></template></own-field>",
    "<own-field label='Recovery phrase'><template shadowrootmode=open><textarea>VALUE</textarea></template></own-field>",
    "<own-field name=cvv><template shadowrootmode=open><input value=VALUE></template></own-field>",
    "<own-field type=password><template shadowrootmode=closed><input value=VALUE></template></own-field>",
    "<own-field><span slot=label>Verification code</span><template shadowrootmode=closed><slot name=label></slot><input value=VALUE></template></own-field>",
    "<span id=c2>2FA token</span><own-field aria-labelledby=c2><template shadowrootmode=closed><input value=VALUE></template></own-field>",
    "<dialog open aria-label='Security code'><own-field><template shadowrootmode=closed><input value=VALUE></template></own-field></dialog>",
    "<own-outer label='Verification code'><template shadowrootmode=open><own-inner><template shadowrootmode=closed><input value=VALUE></template></own-inner></template></own-outer>",
];

/// Fields that are not secret. `VALUE` is a text that the answers have.
const PLAIN: &[&str] = &[
    "<label>Postal code <input value=VALUE></label>",
    "<label>Country code <input value=VALUE></label>",
    "<label>Promo code <input value=VALUE></label>",
    "<label>Enter the promo code we sent to you <input value=VALUE></label>",
    "<label>Discount code <input value=VALUE></label>",
    "<label>Search code <input type=search value=VALUE></label>",
    "<label>Code editor <textarea>VALUE</textarea></label>",
    "<label>Token count <input value=VALUE></label>",
    "<label>2-digit country code <input value=VALUE></label>",
    "<label>Language code <input value=VALUE></label>",
    "<label>Currency code <input value=VALUE></label>",
    "<label>Sort order <input value=VALUE></label>",
    "<label>Product code <input value=VALUE></label>",
    "<label>Phrase of the day <input value=VALUE></label>",
    "<label>Exact phrase <input value=VALUE></label>",
    "<label>Word count <input value=VALUE></label>",
    "<label>Secretary <input value=VALUE></label>",
    "<label>Gift code we sent you <input value=VALUE></label>",
    "<label>HTML code from the app <textarea>VALUE</textarea></label>",
    "<label>Postleitzahl <input value=VALUE></label>",
    "<label>Gutscheincode <input value=VALUE></label>",
    "<label>Code postal <input value=VALUE></label>",
    "<label>Código postal <input value=VALUE></label>",
    "<label>郵便番号 <input value=VALUE></label>",
    "<label>单位代码 <input value=VALUE></label>",
    "<label>Промокод <input value=VALUE></label>",
    // Other fields near a code.
    "<fieldset><legend>Verification code</legend><label>Your e-mail <input value=VALUE></label></fieldset>",
    "<fieldset><legend>Change your password</legend><label>User name <input value=VALUE></label></fieldset>",
    "<fieldset><legend>Credit card</legend><label>Name on it <input value=VALUE></label></fieldset>",
    "<dialog open aria-label='Verification code'><label>Country <input value=VALUE></label></dialog>",
    "<p>We will text you a verification code</p><input type=tel name=phone value=VALUE>",
    "<p>We will send a verification code</p><input type=email placeholder='a@b.example' value=VALUE>",
    "<p>We will send a verification code</p><input autocomplete=tel-national value=VALUE>",
    "<label>Phone <input aria-describedby=n1 value=VALUE></label><p id=n1>We send a verification code to it.</p>",
    "<label>Code <input name=promo_code value=VALUE></label><p>Verification code</p>",
    "<h2>Coupons</h2><label>Code <input value=VALUE></label>",
    "<p>Password</p><p>You have changed it a year ago.</p><p>Nothing else is known.</p><p>Title</p><input value=VALUE>",
    "<p>Your password was changed on 1 November from a device that we do not know, in a place that we do not know either. If it was not you, inform us at once, or let another person do so for you, please. It takes a minute.</p><input value=VALUE>",
    "<article>My verification code does not arrive</article><label>Reply <input value=VALUE></label>",
    "<article>My password is secret</article><textarea placeholder='Write a message'>VALUE</textarea>",
    "<article>My recovery phrase is lost</article><div contenteditable role=textbox>VALUE</div>",
    "<label>Password</label><input type=password value=x><input value=VALUE>",
    // Tables.
    "<table><tr><th>Password<th>Note</tr><tr><td>x<td><input value=VALUE></tr></table>",
    "<table><tr><th>Name<th>PIN</tr><tr><td><input value=VALUE><td>x</tr></table>",
    "<table><tr><th>Country code<th>Rate</tr><tr><td><input value=VALUE><td>x</tr></table>",
    // Rows of fields for one character each.
    "<p>Date of birth</p><div><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE></div>",
    "<fieldset><legend>Postcode</legend><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE></fieldset>",
    "<table><tr><td><input maxlength=1 value=VALUE><td><input maxlength=1 value=VALUE><td><input maxlength=1 value=VALUE><td><input maxlength=1 value=VALUE></tr></table>",
    "<p>Guess the word</p><div><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE></div>",
    "<div><input maxlength=1 aria-label=Initial value=VALUE><input maxlength=1 aria-label=Initial value=VALUE><input maxlength=1 aria-label=Initial value=VALUE><input maxlength=1 aria-label=Initial value=VALUE></div>",
    "<div><input maxlength=1 value=VALUE><input maxlength=1 value=VALUE></div>",
    // Fields to search with.
    "<input type=search aria-label='Search passwords' value=VALUE>",
    "<input role=searchbox aria-label='Find a security code' name=code-search value=VALUE>",
    "<input type=search name=q aria-label='Passwörter durchsuchen' value=VALUE>",
    // Custom elements.
    "<own-field label='Promo code'><template shadowrootmode=closed><input value=VALUE></template></own-field>",
    "<dialog open aria-label='Verification code'><own-field label='Your e-mail'><template shadowrootmode=open><input value=VALUE></template></own-field></dialog>",
    "<own-field label='Postal code' role=textbox contenteditable>VALUE</own-field>",
];

/// A page with all fields, each with a text of its own, and these texts.
fn page(rows: &[&str], word: &str) -> (Page, Vec<String>) {
    let mut values = Vec::new();
    let mut html = "<!doctype html><title>Fields</title><main>".to_owned();
    for (at, row) in rows.iter().enumerate() {
        let value = format!("{word}-{at:03}-moth");
        // A check box ends the text that labels the next row.
        let boxes = "<input maxlength=1 inputmode=numeric value=VALUE>".repeat(6);
        let row = row.replace("BOXES", &boxes).replace("VALUE", &value);
        html += &format!("<div data-row={at}>{row}</div><input type=checkbox>");
        values.push(value);
    }
    (Page::html(html + "</main>"), values)
}

/// The answers of `/get` about each field with one of these numbers.
async fn got(
    chain: &Chain,
    tab: &Tab,
    rows: impl Iterator<Item = usize>,
) -> anyhow::Result<Vec<(String, Value)>> {
    let mut answers = Vec::new();
    for at in rows {
        let selector = format!("[data-row='{at}']");
        for get in ["html", "text"] {
            let request = json!({"tab": tab.handle().await?, "session": tab.name,
                "selector": selector, "what": get});
            let reply = chain.agent.post("/get", request).await?;
            answers.push((format!("{get} of {selector}"), reply.body));
        }
    }
    Ok(answers)
}

#[test]
fn a_field_without_a_label_is_secret_because_of_the_texts_around_it() -> anyhow::Result<()> {
    fields_are_secret(4)
}

#[test]
#[ignore = "full: secrets by effect"]
fn reads_of_every_field_without_a_label_are_redacted() -> anyhow::Result<()> {
    fields_are_secret(1)
}

/// `interval`: one of so many fields is also read alone.
fn fields_are_secret(interval: usize) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (page, values) = page(SECRET, "hush");
        let tab = chain.open(page).await?;
        let mut answers = all_answers(&tab, "around").await?;
        let read_alone = (0..SECRET.len()).step_by(interval);
        answers.extend(got(chain, &tab, read_alone).await?);
        let rows = SECRET.iter().zip(&values);
        let leaks: Vec<String> = answers
            .iter()
            .flat_map(|(what, answer)| {
                let all = answer.to_string();
                rows.clone()
                    .filter(move |(_, value)| all.contains(*value))
                    .map(move |(row, _)| format!("{what}: {row}"))
            })
            .collect();
        assert!(leaks.is_empty(), "{leaks:#?}");
        let redacted = answers[0].1["tree"].as_str().context("a tree")?;
        let count = redacted.matches("[REDACTED]").count();
        assert!(count > SECRET.len(), "{count} in {redacted}");
        Ok(())
    })
}

#[test]
fn a_field_with_a_label_of_its_own_is_not_secret_because_of_the_texts_around_it()
-> anyhow::Result<()> {
    on_chain(async |chain| {
        let (page, values) = page(PLAIN, "open");
        let tab = chain.open(page).await?;
        let tree = tab.observe(json!({"max_depth": 30})).await?.to_string();
        let rows = PLAIN.iter().zip(&values);
        let missing: Vec<_> = rows.filter(|(_, value)| !tree.contains(*value)).collect();
        assert!(missing.is_empty(), "{missing:#?}");
        Ok(())
    })
}

/// Elements, and whether `get html` has the word `hush-moth` in them.
const CREDENTIALS: &[(&str, bool)] = &[
    ("<meta name=csrf-token content=hush-moth>", false),
    ("<meta name=_csrf content=hush-moth>", false),
    ("<meta name=xsrf content=hush-moth>", false),
    ("<meta property=csp-nonce content=hush-moth>", false),
    ("<meta name=api-key content=hush-moth>", false),
    ("<meta name=csrf-param content=hush-moth>", true),
    ("<meta name=description content=hush-moth>", true),
    (
        "<meta name=google-site-verification content=hush-moth>",
        true,
    ),
    (
        "<input type=hidden name=authenticity_token value=hush-moth>",
        false,
    ),
    (
        "<input type=hidden name=csrfmiddlewaretoken value=hush-moth>",
        false,
    ),
    ("<div data-csrf-token=hush-moth>x</div>", false),
    ("<div data-token=hush-moth>x</div>", false),
    ("<div data-api-key=hush-moth>x</div>", false),
    ("<div data-session-id=hush-moth>x</div>", false),
    ("<form data-access-token=hush-moth></form>", false),
    ("<div data-token-count=hush-moth>x</div>", true),
    ("<div data-tokens=hush-moth>x</div>", true),
    ("<div data-key=hush-moth>x</div>", true),
    ("<div data-testid=hush-moth>x</div>", true),
];

#[test]
fn html_has_no_credentials_of_the_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (element, is_shown) in CREDENTIALS {
            let html = format!("<!doctype html><title>T</title><body><div id=all>{element}</div>");
            let tab = chain.open(Page::html(html)).await?;
            let get = json!({"tab": tab.handle().await?, "selector": "#all", "what": "html"});
            let answer = chain.agent.post("/get", get).await?.ok()?;
            let has = answer.to_string().contains("hush-moth");
            assert_eq!(has, *is_shown, "{element}: {answer}");
            let secret = answer["secret"] == json!(true);
            assert_eq!(secret, !is_shown, "{element}: {answer}");
        }
        Ok(())
    })
}

/// Pages, and the change after the first request that makes a field secret.
const LATER: &[(&str, &str)] = &[
    (
        "<fieldset><legend>Alpha</legend><input value=hush-later></fieldset>",
        "document.querySelector('legend').textContent = 'Verification code'",
    ),
    (
        "<p>Alpha</p><p><input value=hush-later></p>",
        "document.querySelector('p').textContent = '6-digit code'",
    ),
    (
        "<div role=dialog id=d><input value=hush-later></div>",
        "d.setAttribute('aria-label', 'Enter the code from your app')",
    ),
    (
        "<table><tr><th>Alpha</tr><tr><td><input value=hush-later></tr></table>",
        "document.querySelector('th').textContent = 'PIN'",
    ),
    (
        "<input aria-describedby=e value=hush-later><p id=e>Alpha</p>",
        "e.textContent = 'Your recovery phrase'",
    ),
];

#[test]
fn a_field_becomes_secret_when_the_texts_around_it_change() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (html, change) in LATER {
            let tab = chain.open(Page::html(*html)).await?;
            assert!(tab.tree().await?.contains("hush-later"), "{html}");
            tab.evaluate(&format!("{change}; void 0")).await?;
            let delta = tab.observe(json!({"compression": "delta"})).await?;
            assert!(!delta.to_string().contains("hush-later"), "{html}: {delta}");
            let tree = tab.tree().await?;
            assert!(tree.contains("[REDACTED]"), "{html}: {tree}");
        }
        Ok(())
    })
}

/// A field whose label is an image, one that a name in place of a text labels, and a select that
/// the page styles, with the browser's copy of its chosen option.
const UNUSUAL_LABELS: &str = "<title>Login</title><style>select { appearance: base-select }</style>
    <label><img alt=Password><input value=open-sesame-91></label>
    <span id=named aria-label=Password></span><input aria-labelledby=named value=xyzzy-plugh>
    <select aria-label='Security code' autocomplete=cc-csc>
    <button><selectedcontent id=copy></selectedcontent></button>
    <option>one</option><option id=chosen selected>two</option></select>";

#[test]
fn labels_without_text_and_copies_of_options_disclose_nothing() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(UNUSUAL_LABELS)).await?;
        let snapshot = tab.observe(json!({})).await?.to_string();
        let get = async |mut body: Value| {
            body["session"] = json!(tab.name);
            body["tab"] = json!(tab.handle().await?);
            anyhow::Ok(chain.agent.post("/get", body).await?.body)
        };
        let html = get(json!({"what": "html"})).await?;
        for secret in ["open-sesame-91", "xyzzy-plugh"] {
            assert!(!snapshot.contains(secret), "{snapshot}");
            assert!(!html.to_string().contains(secret), "{html}");
        }
        let copy = get(json!({"what": "text", "selector": "#copy"})).await?;
        assert!(!copy.to_string().contains("two"), "{copy}");
        let styles = json!({"what": "styles", "selector": "#chosen", "names": ["color"]});
        let styles = get(styles).await?;
        assert_eq!(
            (&styles["secret"], &styles["styles"]),
            (&json!(true), &Value::Null)
        );
        Ok(())
    })
}
