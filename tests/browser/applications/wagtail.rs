//! Wagtail, on Django: the administration of a site, with rich texts, dates, rows that are added,
//! and pages that are stored while they are edited.

use super::visit::{SQUARE, Visit};
use super::{Application, python, scripts, stored};
use crate::libraries::waits::on_measured_chain;
use anyhow::ensure;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const PASSWORD: &str = "opensesame";

/// A command of Django for the site.
fn manage(data: &Path) -> anyhow::Result<Command> {
    let mut command = python()?;
    command.arg("manage.py").env("DATA", data);
    command.current_dir(scripts().join("wagtail"));
    Ok(command)
}

async fn start() -> anyhow::Result<Application> {
    Application::start("/data", |data, port| {
        let user = [
            "createsuperuser",
            "--noinput",
            "--username",
            "ada",
            "--email",
            "a@example.org",
        ];
        for arguments in [&["migrate", "-v0"][..], &user[..]] {
            let mut command = manage(data)?;
            command
                .args(arguments)
                .env("DJANGO_SUPERUSER_PASSWORD", PASSWORD);
            let made = command.output()?;
            ensure!(made.status.success(), "{made:?}");
        }
        let mut server = manage(data)?;
        server.args(["runserver", "--noreload", &format!("127.0.0.1:{port}")]);
        Ok(server)
    })
    .await
}

/// The only event that is stored.
fn event(site: &Application) -> anyhow::Result<Value> {
    let events = site.json("/data")?["events"].take();
    ensure!(
        events.as_array().is_some_and(|all| all.len() == 1),
        "{events}"
    );
    Ok(events[0].clone())
}

async fn create_page(visit: &Visit<'_>, site: &Application) -> anyhow::Result<()> {
    // A page with a title, a date, a rich text, and one row.
    let address = format!("{}/admin/pages/add/pages/event/2/", site.url);
    visit
        .act(json!([{"action": "navigate", "url": address}]))
        .await?;
    let fields = json!([
        {"action": "fill", "on": "textbox \"Title*\"", "value": "Harbour tour"},
        {"action": "fill", "on": "textbox \"Day\"", "value": "2026-12-24"},
        {"action": "fill", "selector": ".public-DraftEditor-content", "value": "Boats leave at nine."},
        {"action": "click", "on": "button \"Add Guest\""},
    ]);
    visit.act(fields).await?;
    let guest = json!([
        {"action": "fill", "on": "textbox \"Name*\"", "value": "Ada"},
        {"action": "fill", "on": "spinbutton \"Seats*\"", "value": "3"},
    ]);
    visit.act(guest).await?;
    visit.click("button \"More actions\"").await?;
    visit.click("button \"Publish\"").await?;
    stored(json!([["Ada", 3]]), || Ok(event(site)?["guests"].take())).await?;
    let made = event(site)?;
    assert_eq!(made["title"], "Harbour tour");
    assert_eq!(made["day"], "2026-12-24");
    assert_eq!(made["live"], true);
    let body = made["body"].as_str().unwrap_or_default();
    ensure!(body.contains("Boats leave at nine."), "{body}");
    Ok(())
}

async fn edit_page(visit: &Visit<'_>, site: &Application) -> anyhow::Result<()> {
    // A word of the text becomes bold.
    visit
        .act(json!([{"action": "navigate", "url": format!("{}/admin/pages/3/edit/", site.url)}]))
        .await?;
    let bold = json!([
        {"action": "select_text", "selector": ".public-DraftEditor-content", "text": "nine"},
        {"action": "press", "keys": "Control+b"},
    ]);
    visit.act(bold).await?;
    // The row gets another number, and a second row comes before it.
    visit.fill("spinbutton \"Seats*\"", "4").await?;
    visit.click("button \"Add Guest\"").await?;
    let second = visit.nth_uid("textbox \"Name*\"", 1).await?;
    visit
        .act(json!([{"action": "fill", "uid": second, "value": "Cyd"}]))
        .await?;
    let up = visit.nth_uid("button \"Move up\"", 1).await?;
    visit.act(json!([{"action": "click", "uid": up}])).await?;
    visit.click("button \"More actions\"").await?;
    visit.click("button \"Publish\"").await?;
    stored(json!([["Cyd", 1], ["Ada", 4]]), || {
        Ok(event(site)?["guests"].take())
    })
    .await?;
    let body = event(site)?["body"].take();
    ensure!(
        body.as_str().unwrap_or_default().contains("<b>nine</b>"),
        "{body}"
    );
    Ok(())
}

async fn upload_image(visit: &Visit<'_>, site: &Application) -> anyhow::Result<()> {
    // An image is uploaded.
    visit
        .act(json!([{"action": "navigate", "url": format!("{}/admin/images/add/", site.url)}]))
        .await?;
    visit
        .upload("button \"File*\"", ("red.png", SQUARE))
        .await?;
    visit.click("button \"Upload\"").await?;
    stored(json!(1), || {
        let images = site.json("/data")?["images"].take();
        Ok(json!(images.as_array().map_or(0, Vec::len)))
    })
    .await?;
    Ok(())
}

#[test]
#[ignore = "full: applications"]
fn tasks_in_wagtail() -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let site = start().await?;
        let visit = Visit::open(chain, &site, "/admin/").await?;
        let sign_in = json!([
            {"action": "fill", "on": "textbox \"Username*\"", "value": "ada"},
            {"action": "fill", "on": "textbox \"Password*\"", "value": PASSWORD},
            {"action": "click", "on": "button \"Sign in\""},
        ]);
        visit.act(sign_in).await?;

        create_page(&visit, &site).await?;
        edit_page(&visit, &site).await?;
        upload_image(&visit, &site).await?;

        // The page is deleted.
        visit.act(json!([{"action": "navigate", "url": format!("{}/admin/pages/3/delete/", site.url)}]))
            .await?;
        visit.click("button \"Yes, delete it\"").await?;
        stored(json!([]), || Ok(site.json("/data")?["events"].take())).await
    })
}
