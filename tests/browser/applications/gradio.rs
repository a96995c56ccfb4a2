//! Gradio: fields, lists with a filter, a slider, an image, and a table.

use super::visit::{SQUARE, Visit};
use super::{Application, python, scripts, stored};
use crate::libraries::waits::on_measured_chain;
use serde_json::json;

const ORDERS: &str = "orders.json";

async fn start() -> anyhow::Result<Application> {
    Application::start("/", |data, port| {
        let mut command = python()?;
        command.arg(scripts().join("gradio_app.py"));
        command.arg(port.to_string()).arg(data.join(ORDERS));
        // Nothing is asked of other machines.
        command.envs([
            ("GRADIO_ANALYTICS_ENABLED", "False"),
            ("HF_HUB_OFFLINE", "1"),
        ]);
        Ok(command)
    })
    .await
}

/// Sends the order, and waits until this field of it is stored.
async fn order(
    visit: &Visit<'_>,
    orders: &Application,
    (field, value): (&str, serde_json::Value),
) -> anyhow::Result<()> {
    visit.click("button \"Order\"").await?;
    stored(value, || Ok(orders.file(ORDERS)?[field].take())).await
}

/// Changes cells of the table. The button is the same one afterwards.
async fn change_table(visit: &Visit<'_>, orders: &Application) -> anyhow::Result<()> {
    // Enter begins and ends the change of a cell.
    visit.click("tab \"Guests\"").await?;
    let order_button = visit.uid("button \"Order\"").await?;
    for (cell, text) in [("Cyd", "Dora"), ("2", "5")] {
        let enter = json!({"action": "press", "keys": "Enter"});
        let edit = json!([
            {"action": "click", "on": format!("gridcell \"{cell}\"")},
            enter,
            {"action": "press", "keys": "Control+a"},
            {"action": "type", "text": text},
            enter,
        ]);
        visit.act(edit).await?;
    }
    // The button is the same one although the page has edited its table.
    visit
        .act(json!([{"action": "click", "uid": order_button}]))
        .await?;
    let rows = json!([["Ada", "5"], ["Dora", 1]]);
    stored(rows, || Ok(orders.file(ORDERS)?["rows"].take())).await
}

#[test]
#[ignore = "full: applications"]
fn tasks_in_gradio() -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let orders = start().await?;
        let visit = Visit::open(chain, &orders, "/").await?;
        let check =
            |box_name: &str| json!({"action": "check", "on": format!("checkbox \"{box_name}\"")});

        // One list: a text, a list with a filter, two checkboxes.
        let fields = json!([
            {"action": "fill", "on": "textbox \"Name\"", "value": "Ada"},
            {"action": "select", "on": "combobox \"Size\"", "labels": ["Large"]},
            check("Gift wrap"),
            check("Insurance"),
        ]);
        visit.act(fields).await?;
        order(&visit, &orders, ("size", json!("Large"))).await?;
        let stored_order = orders.file(ORDERS)?;
        assert_eq!(stored_order["extras"], json!(["Gift wrap", "Insurance"]));
        assert_eq!(stored_order["name"], "Ada");

        visit.fill("slider", "7").await?;
        order(&visit, &orders, ("count", json!(7))).await?;

        visit
            .select("combobox \"Toppings\"", &["Olives", "Basil"])
            .await?;
        order(&visit, &orders, ("toppings", json!(["Olives", "Basil"]))).await?;

        visit
            .upload("button \"Drop an image", ("red.png", SQUARE))
            .await?;
        visit
            .tab
            .wait_for("document.querySelector('img[src*=red]') !== null")
            .await?;
        let photo = json!({"name": "red.png", "bytes": 75});
        order(&visit, &orders, ("photo", photo)).await?;

        change_table(&visit, &orders).await
    })
}
