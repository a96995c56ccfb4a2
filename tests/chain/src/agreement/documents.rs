//! Every document of a tab, frames and shadow roots included: what our recorder says of it, and
//! what Chromium's own accessibility tree says of its elements. Knows DevTools and the recorder's
//! world; knows nothing of what the two ought to say.

use anyhow::{Context, bail};
use axlens_harness::{Tab, shared};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A document as both see it.
pub struct Document {
    /// The recorder's record of it.
    pub record: String,
    /// Its elements: the recorder's node id, and what Chromium shows of it; `None` where it leaves
    /// the element out.
    pub elements: Vec<(u32, Option<Shown>)>,
}

/// Role and name of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its role, in the words of whoever shows it.
    pub role: String,
    /// Its name, white space collapsed.
    pub name: String,
}

impl Shown {
    /// A role and a name.
    pub fn new(role: &str, name: &str) -> Shown {
        Shown {
            role: role.to_string(),
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// In the recorder's world: its record, and the tag and node id of every element in the order of
/// the flat tree, which is how DevTools lists them: what slots take in their place, what none takes
/// nowhere.
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

/// Every document of the tab that the recorder has been in (an observation makes sure of that), and
/// how many frames it has not.
pub async fn of(tab: &Tab) -> anyhow::Result<(Vec<Document>, usize)> {
    let mut documents = Vec::new();
    let mut unread = 0;
    for session in tab.sessions().await? {
        let worlds = worlds(tab, &session).await?;
        let elements = elements(tab, &session).await?;
        tab.command_in(&session, "Accessibility.enable", json!({}))
            .await?;
        for (frame, backends) in elements {
            // A frame whose page never came has no world of ours: the browser's own words of
            // failure stand there.
            let Some(world) = worlds.get(&frame) else {
                unread += 1;
                continue;
            };
            let chromium = chromium_tree(tab, &session, &frame).await?;
            let read = read(tab, &session, *world).await?;
            documents.push(join(&read, &backends, &chromium)?);
        }
        tab.command_in(&session, "Accessibility.disable", json!({}))
            .await?;
    }
    Ok((documents, unread))
}

/// The recorder's worlds by frame.
async fn worlds(tab: &Tab, session: &str) -> anyhow::Result<HashMap<String, i64>> {
    let ours = format!("chrome-extension://{}", shared::extension_id()?);
    let made = tab
        .events_of(session, "Runtime.enable", "Runtime.executionContextCreated")
        .await?;
    tab.command_in(session, "Runtime.disable", json!({}))
        .await?;
    let worlds = made.iter().map(|event| &event["context"]);
    let worlds = worlds.filter(|world| world["origin"] == ours.as_str());
    let known = worlds.filter_map(|world| {
        let frame = world["auxData"]["frameId"].as_str()?;
        Some((frame.to_string(), world["id"].as_i64()?))
    });
    Ok(known.collect())
}

async fn read(tab: &Tab, session: &str, world: i64) -> anyhow::Result<Value> {
    let params = json!({"expression": READ, "contextId": world, "awaitPromise": true, "returnByValue": true});
    let answer = tab.command_in(session, "Runtime.evaluate", params).await?;
    let text = answer["result"]["value"]
        .as_str()
        .with_context(|| format!("the recorder's world: {answer:.500}"))?;
    Ok(serde_json::from_str(text)?)
}

/// A tag and the number by which Chromium knows the element.
type Backend = (String, i64);

/// The elements of the session's documents by frame, in the order of `READ`.
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
    let read = documents.map(|document| {
        let frame = text(strings, &document["frameId"]);
        (frame, in_order(&Nodes::new(&document["nodes"], strings)))
    });
    Ok(read.collect())
}

fn text(strings: &Value, place: &Value) -> String {
    let place = place.as_u64().unwrap_or(u64::MAX) as usize;
    strings[place].as_str().unwrap_or_default().to_string()
}

/// The nodes of one document: parallel columns.
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
        let name = text(self.strings, &self.columns["nodeName"][node]);
        let backend = self.columns["backendNodeId"][node].as_i64().unwrap_or(0);
        (name.to_ascii_lowercase(), backend)
    }
}

const ELEMENT: i64 = 1;
/// Elements in order. What templates hold is a fragment, and no part of the page.
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
    // Generated content is an element to the snapshot, named with a colon.
    found.retain(|(tag, _)| !tag.starts_with(':'));
    found
}

/// What Chromium's accessibility tree shows of the elements of a frame.
async fn chromium_tree(
    tab: &Tab,
    session: &str,
    frame: &str,
) -> anyhow::Result<HashMap<i64, Shown>> {
    let tree = tab
        .command_in(
            session,
            "Accessibility.getFullAXTree",
            json!({"frameId": frame}),
        )
        .await?;
    let word = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    let nodes = tree["nodes"].as_array().into_iter().flatten();
    let seen = nodes.filter(|node| node["ignored"] != true);
    let shown = seen.filter_map(|node| {
        let shown = Shown::new(&word(&node["role"]), &word(&node["name"]));
        Some((node["backendDOMNodeId"].as_i64()?, shown))
    });
    Ok(shown.collect())
}

/// Both walks went through the same elements: the nth of the one is the nth of the other.
fn join(
    read: &Value,
    backends: &[Backend],
    chromium: &HashMap<i64, Shown>,
) -> anyhow::Result<Document> {
    let walked = read["elements"].as_array().context("elements")?;
    let ours: Vec<&str> = walked.iter().filter_map(|pair| pair[0].as_str()).collect();
    let theirs: Vec<&str> = backends.iter().map(|(tag, _)| tag.as_str()).collect();
    if ours.join(" ").to_ascii_lowercase() != theirs.join(" ") {
        bail!("the recorder saw {ours:?}, Chromium {theirs:?}");
    }
    let mut elements = Vec::new();
    for (ours, (_, backend)) in walked.iter().zip(backends) {
        let node = u32::try_from(ours[1].as_u64().unwrap_or(0))?;
        elements.push((node, chromium.get(backend).cloned()));
    }
    Ok(Document {
        record: read["record"].as_str().unwrap_or_default().to_string(),
        elements,
    })
}
