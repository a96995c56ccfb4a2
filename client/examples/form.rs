//! Fills the first text field of the page in front and prints what changed:
//! `cargo run -p axlens-client --example form -- "Ada Lovelace"`.

#![allow(clippy::print_stdout, reason = "an example prints what it did")]

use axlens_client::Result;
use axlens_client::protocol::agent::find::ElementCriteria;

#[tokio::main]
async fn main() -> Result<()> {
    let value = std::env::args().nth(1).unwrap_or_else(|| "Ada".to_owned());
    let browser = axlens_client::connect().await?;
    let page = browser.page();
    let fields = page
        .find_all(ElementCriteria {
            role: Some("textbox".to_owned()),
            ..ElementCriteria::default()
        })
        .await?;
    let Some(field) = fields.into_iter().next() else {
        println!("{} has no text field.", page.url());
        return Ok(());
    };
    field.fill(&value).await?;
    println!("{}", field.page().changes());
    Ok(())
}
