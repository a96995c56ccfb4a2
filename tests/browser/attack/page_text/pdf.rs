//! A PDF file that makes reading it expensive, and one of a site that the user has blocked.

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab, pdf};
use serde_json::{Value, json};

/// Runs them all.
///
/// # Errors
/// If the chain does not work.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let tried = "a file of 12 levels of drawings, each of which draws the next one 12 times";
    report.attack("pdf_bomb", tried, bomb(chain)).await;
    let tried = "a file that draws itself";
    report
        .attack("pdf_recursion", tried, recursion(chain))
        .await;
    let tried = "a file whose address redirects to a blocked site when it is requested again";
    let attempt = redirected(chain);
    report.attack("pdf_of_a_blocked_site", tried, attempt).await;
    Ok(())
}

async fn open(chain: &Chain, address: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    tab.navigate(address).await?;
    until("the viewer", || async {
        let reply = tab.ask(json!({})).await?;
        let text = reply.body.to_string();
        Ok(text.contains("Chrome's viewer").then_some(()))
    })
    .await?;
    Ok(tab)
}

async fn get(tab: &Tab, mut body: Value) -> anyhow::Result<Reply> {
    body["what"] = json!("pdf");
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/get", body).await
}

/// A file whose only page draws the first of these forms.
fn drawing(forms: &[String]) -> Page {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R\
         /Resources<</XObject<</X 5 0 R>>>>>>"
            .to_owned(),
        pdf::stream("", "/X Do"),
    ];
    objects.extend_from_slice(forms);
    Page::pdf(pdf::of_objects(&objects))
}

/// A form that draws another one.
fn form(next: usize, content: &str) -> String {
    let fields =
        format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {next} 0 R>>>>");
    pdf::stream(&fields, content)
}

async fn bomb(chain: &Chain) -> anyhow::Result<String> {
    let calls = "/X Do ".repeat(12);
    let mut forms: Vec<String> = (0..12).map(|level| form(6 + level, &calls)).collect();
    forms.push(form(5, "q Q"));
    is_survived(chain, drawing(&forms)).await
}

async fn recursion(chain: &Chain) -> anyhow::Result<String> {
    is_survived(chain, drawing(&[form(5, "/X Do")])).await
}

/// The answer has a note, and the server answers the next request.
async fn is_survived(chain: &Chain, file: Page) -> anyhow::Result<String> {
    let tab = open(chain, &chain.site.page(file)).await?;
    let answer = get(&tab, json!({"timeoutMs": 3000})).await?.ok()?;
    ensure!(answer["truncated"] == true, "{answer}");
    let note = answer["notes"][1].as_str().context("a note")?.to_owned();
    chain.agent.status().await?;
    Ok(note)
}

async fn redirected(chain: &Chain) -> anyhow::Result<String> {
    let secret = Page::pdf(pdf::of_pages(&[&["Blocked matter"]]));
    let blocked = chain.site.alone("blocked", secret);
    let address = chain.site.page(Page::pdf(pdf::of_pages(&[&["Open"]])));
    let tab = open(chain, &address).await?;
    let viewed = open(chain, &blocked).await?;
    let control = get(&viewed, json!({})).await?.ok()?.to_string();
    ensure!(control.contains("Blocked matter"), "the control: {control}");
    let options = chain.own_page("options").await?;
    let sites = json!([{"pattern": "blocked.localhost", "level": "block", "confirm": false}]);
    set_policy(&options, &json!({"default": "ask", "sites": sites})).await?;
    let redirect = Page::pdf("").status(302).header("location", &blocked);
    chain.site.replace(&address, redirect);
    let replies = [get(&viewed, json!({})).await?, get(&tab, json!({})).await?];
    set_policy(&options, &json!({"default": "ask", "sites": []})).await?;
    for (reply, code) in replies.iter().zip(["tab_not_found", "restricted_page"]) {
        let text = reply.body.to_string();
        ensure!(reply.code()? == code, "{text}");
        ensure!(
            !text.contains("Blocked") && !text.contains("blocked."),
            "{text}"
        );
    }
    Ok("both are refused".to_owned())
}
