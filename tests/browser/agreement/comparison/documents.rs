//! The recorder's record and Chromium's accessibility tree of every document of a tab, including
//! frames and shadow roots. Both are read over DevTools.

use anyhow::{Context, bail};
use axlens_harness::{Tab, shared};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A document.
pub struct Document {
    /// Its record.
    pub record: String,
    /// Its elements: the recorder's node id, and Chromium's role and name. `None`: Chromium's tree
    /// does not contain the element.
    pub elements: Vec<(u32, Option<RoleAndName>)>,
}

/// Role and name of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleAndName {
    /// Its role, as Axlens or Chromium names it.
    pub role: String,
    /// Its name, with white space collapsed.
    pub name: String,
}

impl RoleAndName {
    /// Collapses the white space of the name.
    pub fn new(role: &str, name: &str) -> RoleAndName {
        RoleAndName {
            role: role.to_string(),
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// Runs in the recorder's world: the record, and the tag and node id of every element in the order
/// of the flat tree, as DevTools lists them. Slotted elements are in their slot; other children of
/// a shadow host are omitted.
const READ: &str = "(async () => {
    const { answer, nodeId } = globalThis.axlensRecorder;
    const recorded = await answer({ axlens: 'record' });
    let record = recorded.record ?? '';
    for (let index = 0; index < (recorded.pieces ?? 0); index++) record += answer({ axlens: 'piece', id: recorded.id, index }).piece;
    const children = Object.getOwnPropertyDescriptor(Element.prototype, 'children').get;
    const elements = [];
    const pending = [document.documentElement];
    for (let element = pending.pop(); element; element = pending.pop()) {
        elements.push([element.localName, nodeId(element)]);
        const root = element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
        const assigned = element instanceof HTMLSlotElement && element.assignedNodes().length > 0;
        const inside = root?.children ?? (assigned ? element.assignedElements() : children.call(element));
        pending.push(...[...inside].reverse());
    }
    return JSON.stringify({ record, elements });
})()";

/// Every document of the tab that has a recorder, and the number of frames without one. A snapshot
/// injects the recorder into all frames.
pub async fn read_documents(tab: &Tab) -> anyhow::Result<(Vec<Document>, usize)> {
    let mut documents = Vec::new();
    let mut unread = 0;
    for session in tab.sessions().await? {
        let worlds = worlds(tab, &session).await?;
        let elements = elements(tab, &session).await?;
        tab.command_in(&session, "Accessibility.enable", json!({}))
            .await?;
        for (frame, backends) in elements {
            // A frame that could not be loaded shows the browser's error page, which has no
            // recorder.
            let Some(world) = worlds.get(&frame) else {
                unread += 1;
                continue;
            };
            let chromium = chromium_tree(tab, &session, &frame).await?;
            let recorded = read_record(tab, &session, *world).await?;
            documents.push(join(&recorded, &backends, &chromium)?);
        }
        tab.command_in(&session, "Accessibility.disable", json!({}))
            .await?;
    }
    Ok((documents, unread))
}

/// The recorder's worlds by frame.
async fn worlds(tab: &Tab, session: &str) -> anyhow::Result<HashMap<String, i64>> {
    let ours = format!("chrome-extension://{}", shared::extension_id()?);
    let created = tab
        .events_of(session, "Runtime.enable", "Runtime.executionContextCreated")
        .await?;
    tab.command_in(session, "Runtime.disable", json!({}))
        .await?;
    let worlds = created.iter().map(|event| &event["context"]);
    let worlds = worlds.filter(|world| world["origin"] == ours.as_str());
    let by_frame = worlds.filter_map(|world| {
        let frame = world["auxData"]["frameId"].as_str()?;
        Some((frame.to_string(), world["id"].as_i64()?))
    });
    Ok(by_frame.collect())
}

async fn read_record(tab: &Tab, session: &str, world: i64) -> anyhow::Result<Value> {
    let params = json!({"expression": READ, "contextId": world, "awaitPromise": true, "returnByValue": true});
    let answer = tab.command_in(session, "Runtime.evaluate", params).await?;
    let text = answer["result"]["value"]
        .as_str()
        .with_context(|| format!("the recorder's world: {answer:.500}"))?;
    Ok(serde_json::from_str(text)?)
}

/// A tag and Chromium's id of the element.
type Backend = (String, i64);

/// The elements of the session's documents, by frame, in the order of [`READ`].
async fn elements(tab: &Tab, session: &str) -> anyhow::Result<Vec<(String, Vec<Backend>)>> {
    let snapshot = tab
        .command_in(
            session,
            "DOMSnapshot.captureSnapshot",
            json!({"computedStyles": []}),
        )
        .await?;
    let strings = &snapshot["strings"];
    let documents = snapshot["documents"].as_array().into_iter().flatten();
    let by_frame = documents.map(|document| {
        let frame = string_at(strings, &document["frameId"]);
        (frame, in_order(&Nodes::new(&document["nodes"], strings)))
    });
    Ok(by_frame.collect())
}

fn string_at(strings: &Value, index: &Value) -> String {
    let index = index.as_u64().unwrap_or(u64::MAX) as usize;
    strings[index].as_str().unwrap_or_default().to_string()
}

/// The nodes of one document, as columns.
struct Nodes<'s> {
    columns: &'s Value,
    strings: &'s Value,
    children: Vec<Vec<usize>>,
}

impl<'s> Nodes<'s> {
    fn new(columns: &'s Value, strings: &'s Value) -> Nodes<'s> {
        let parents = columns["parentIndex"].as_array().map_or(&[][..], |all| all);
        let mut children = vec![Vec::new(); parents.len()];
        for (node, parent) in parents.iter().enumerate() {
            let parent = parent
                .as_u64()
                .and_then(|parent| usize::try_from(parent).ok());
            if let Some(parent) = parent.and_then(|parent| children.get_mut(parent)) {
                parent.push(node);
            }
        }
        Nodes {
            columns,
            strings,
            children,
        }
    }

    fn kind(&self, node: usize) -> i64 {
        self.columns["nodeType"][node].as_i64().unwrap_or(0)
    }

    fn backend(&self, node: usize) -> Backend {
        let name = string_at(self.strings, &self.columns["nodeName"][node]);
        let backend = self.columns["backendNodeId"][node].as_i64().unwrap_or(0);
        (name.to_ascii_lowercase(), backend)
    }
}

/// `Node.ELEMENT_NODE`.
const ELEMENT: i64 = 1;

/// Elements in order, without the content of templates.
fn in_order(nodes: &Nodes) -> Vec<Backend> {
    let mut found = Vec::new();
    let document = nodes.children.first().into_iter().flatten();
    let mut pending: Vec<usize> = document.rev().copied().collect();
    while let Some(node) = pending.pop() {
        if nodes.kind(node) == ELEMENT {
            found.push(nodes.backend(node));
            pending.extend(nodes.children[node].iter().rev());
        }
    }
    // The snapshot has generated content as elements whose names begin with a colon.
    found.retain(|(tag, _)| !tag.starts_with(':'));
    found
}

/// Role and name of the elements of a frame in Chromium's accessibility tree, by Chromium's id.
async fn chromium_tree(
    tab: &Tab,
    session: &str,
    frame: &str,
) -> anyhow::Result<HashMap<i64, RoleAndName>> {
    let tree = tab
        .command_in(
            session,
            "Accessibility.getFullAXTree",
            json!({"frameId": frame}),
        )
        .await?;
    let string = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    let nodes = tree["nodes"].as_array().into_iter().flatten();
    let included = nodes.filter(|node| node["ignored"] != true);
    let by_id = included.filter_map(|node| {
        let element = RoleAndName::new(&string(&node["role"]), &string(&node["name"]));
        Some((node["backendDOMNodeId"].as_i64()?, element))
    });
    Ok(by_id.collect())
}

/// Combines both lists of elements, which must be the same elements in the same order.
fn join(
    recorded: &Value,
    backends: &[Backend],
    chromium: &HashMap<i64, RoleAndName>,
) -> anyhow::Result<Document> {
    let listed = recorded["elements"].as_array().context("elements")?;
    let ours: Vec<&str> = listed.iter().filter_map(|pair| pair[0].as_str()).collect();
    let theirs: Vec<&str> = backends.iter().map(|(tag, _)| tag.as_str()).collect();
    if ours.join(" ").to_ascii_lowercase() != theirs.join(" ") {
        bail!("the recorder has {ours:?}, Chromium {theirs:?}");
    }
    let mut elements = Vec::new();
    for (ours, (_, backend)) in listed.iter().zip(backends) {
        let node = u32::try_from(ours[1].as_u64().unwrap_or(0))?;
        elements.push((node, chromium.get(backend).cloned()));
    }
    Ok(Document {
        record: recorded["record"].as_str().unwrap_or_default().to_string(),
        elements,
    })
}
