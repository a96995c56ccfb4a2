//! Node-RED: a diagram that is drawn with SVG, from nodes that are dragged out of a list.

use super::visit::Visit;
use super::{Application, node, scripts, stored};
use crate::libraries::waits::on_measured_chain;
use serde_json::{Value, json};

async fn start() -> anyhow::Result<Application> {
    Application::start("/flows", |data, port| {
        let mut command = node("node-red/red.js")?;
        command
            .arg("--userDir")
            .arg(data)
            .arg("--port")
            .arg(port.to_string());
        command
            .arg("--settings")
            .arg(scripts().join("node_red_settings.js"));
        Ok(command)
    })
    .await
}

/// The nodes that are stored, without the tabs: type, name, and the number of connections.
fn nodes(flows: &Application) -> anyhow::Result<Value> {
    let all = flows.json("/flows")?;
    let nodes = all.as_array().into_iter().flatten();
    let nodes = nodes.filter(|node| node["type"] != "tab").map(|node| {
        let wires = node["wires"].as_array().into_iter().flatten();
        let wires: usize = wires.map(|port| port.as_array().map_or(0, Vec::len)).sum();
        json!([node["type"], node["name"], wires])
    });
    Ok(nodes.collect())
}

/// Deploys, and waits until these nodes are stored.
async fn deploy(visit: &Visit<'_>, flows: &Application, expected: Value) -> anyhow::Result<()> {
    visit.click("link \"Deploy\"").await?;
    stored(expected, || nodes(flows)).await
}

/// Names a node and deletes the other one.
async fn change_nodes(visit: &Visit<'_>, flows: &Application) -> anyhow::Result<()> {
    // A node is named in its dialog. The label lets the pointer through to the node.
    visit
        .act(json!([{"action": "click", "selector": "text=timestamp", "count": 2}]))
        .await?;
    visit.fill("textbox \"Name\"", "Start").await?;
    visit.click("button \"Done\"").await?;
    deploy(
        visit,
        flows,
        json!([["inject", "Start", 1], ["debug", "debug 1", 0]]),
    )
    .await?;

    // A node is deleted with a key.
    visit
        .act(json!([
            {"action": "click", "selector": "text=debug 1", "nth": 1},
            {"action": "press", "keys": "Delete"},
        ]))
        .await?;
    deploy(visit, flows, json!([["inject", "Start", 0]])).await?;
    Ok(())
}

async fn import(visit: &Visit<'_>, flows: &Application) -> anyhow::Result<()> {
    // A flow is imported from its text.
    visit
        .act(json!([{"action": "press", "keys": "Control+i"}]))
        .await?;
    let comment = json!([{"id": "c1", "type": "comment", "name": "Read me", "x": 90, "y": 90}]);
    visit
        .fill("textbox ~red-clipboard", &comment.to_string())
        .await?;
    visit.click("button \"Import\"").await?;
    visit.act(json!([{"action": "click", "selector": "#red-ui-workspace-chart", "position": [200, 220]}]))
        .await?;
    deploy(
        visit,
        flows,
        json!([["inject", "Start", 0], ["comment", "Read me", 0]]),
    )
    .await
}

#[test]
#[ignore = "full: applications"]
fn tasks_in_node_red() -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let flows = start().await?;
        let visit = Visit::open(chain, &flows, "/").await?;
        let chart =
            |x: u32, y: u32| json!({"selector": "#red-ui-workspace-chart", "position": [x, y]});
        let drag = |name: &str, (x, y): (u32, u32)| json!([{"action": "drag", "selector": format!("text={name}"), "to": chart(x, y)}]);

        // Two nodes are dragged out of the list.
        visit.uid("textbox \"filter nodes\"").await?;
        visit.act(drag("inject", (120, 60))).await?;
        // On a slow machine the description of the first node has opened, because the pointer has
        // rested there. It covers the workspace until the pointer leaves it.
        let away = json!([{"action": "hover", "selector": "#red-ui-header"}]);
        visit.act(away).await?;
        visit.act(drag("debug", (180, 160))).await?;
        deploy(
            &visit,
            &flows,
            json!([["inject", "", 0], ["debug", "debug 1", 0]]),
        )
        .await?;

        // One port is connected with another.
        let port =
            |side: &str| json!({"selector": format!(".red-ui-flow-port-{side} .red-ui-flow-port")});
        let mut connect = port("output");
        connect["action"] = json!("drag");
        connect["to"] = port("input");
        visit.act(json!([connect])).await?;
        deploy(
            &visit,
            &flows,
            json!([["inject", "", 1], ["debug", "debug 1", 0]]),
        )
        .await?;

        change_nodes(&visit, &flows).await?;
        import(&visit, &flows).await
    })
}
