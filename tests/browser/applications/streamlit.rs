//! Streamlit: a page whose script runs again after each change, with sliders, dates and a table
//! that is drawn on a canvas.

use super::visit::Visit;
use super::{Application, python, scripts, stored};
use crate::libraries::waits::on_measured_chain;
use serde_json::json;

const BOOKINGS: &str = "bookings.json";

async fn start() -> anyhow::Result<Application> {
    Application::start("/_stcore/health", |data, port| {
        let mut command = python()?;
        command.args(["-m", "streamlit", "run"]);
        command.arg(scripts().join("streamlit_app.py"));
        // Its packages are not where it expects those of a user.
        command.args(["--global.developmentMode", "false"]);
        command.args(["--server.address", "127.0.0.1", "--server.headless", "true"]);
        command.args(["--browser.gatherUsageStats", "false", "--server.port"]);
        command
            .arg(port.to_string())
            .arg("--")
            .arg(data.join(BOOKINGS));
        Ok(command)
    })
    .await
}

async fn change_table(visit: &Visit<'_>, bookings: &Application) -> anyhow::Result<()> {
    // The table is drawn on a canvas: an agent takes the place of a cell from a screenshot.
    let canvas = "document.querySelector('canvas').getBoundingClientRect()";
    visit
        .tab
        .evaluate("document.querySelector('canvas').scrollIntoView({ block: 'center' }), 0")
        .await?;
    let place = visit
        .tab
        .evaluate(&format!("[{canvas}.x + 100, {canvas}.y + 87]"))
        .await?;
    visit
        .act(json!([{"action": "click", "selector": format!("at={},{}", place[0], place[1]), "count": 2}]))
        .await?;
    let enter = json!([{"action": "press", "keys": "Enter"}]);
    visit.fill("textbox =\"Bread\"", "Salad").await?;
    visit.act(enter).await?;
    let meals = json!([
        {"Meal": "Soup", "Portions": 4},
        {"Meal": "Salad", "Portions": 2},
    ]);
    stored(meals, || Ok(bookings.file(BOOKINGS)?["meals"].take())).await
}

#[test]
#[ignore = "full: applications"]
fn tasks_in_streamlit() -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let bookings = start().await?;
        let visit = Visit::open(chain, &bookings, "/").await?;
        let field = |name: &'static str| {
            let bookings = &bookings;
            move || Ok(bookings.file(BOOKINGS)?[name].take())
        };

        // A slider takes its value at the end of a drag or of a key press.
        visit.fill("slider", "9").await?;
        stored(json!(9), field("guests")).await?;

        // A list, each step of which runs the script again.
        let list = json!([
            {"action": "fill", "on": "textbox \"Name\"", "value": "Ada"},
            {"action": "select", "on": "combobox \"Room\"", "labels": ["Elm"]},
            {"action": "check", "on": "checkbox \"Confirmed\""},
            {"action": "click", "on": "button \"Add one guest more\""},
        ]);
        visit.act(list).await?;
        stored(json!(1), field("more")).await?;
        stored(json!("Elm"), field("room")).await?;
        stored(json!("Ada"), field("name")).await?;
        stored(json!(true), field("confirmed")).await?;

        visit
            .select("combobox \"Days\"", &["Monday", "Wednesday"])
            .await?;
        stored(json!(["Monday", "Wednesday"]), field("days")).await?;

        for (part, value) in [("year", "2026"), ("month", "12"), ("day", "24")] {
            visit
                .fill(&format!("spinbutton \"{part}, Begin\""), value)
                .await?;
        }
        // It is taken when its calendar is closed by a click elsewhere.
        visit.click("textbox \"Name\"").await?;
        stored(json!("2026-12-24"), field("begin")).await?;

        visit
            .upload("button \"Upload\"", ("plan.txt", "dGFibGUgMQ=="))
            .await?;
        let plan = json!({"name": "plan.txt", "text": "table 1"});
        stored(plan, field("plan")).await?;

        change_table(&visit, &bookings).await
    })
}
