//! `POST /observe`: has the tab read, stitches its frames, shapes and renders the tree, and remembers what was shown.

mod request;
mod stopgap;

use crate::app::App;
use crate::extension;
use crate::tabs;
use crate::tokens::{at_same_rate, savings};
use axlens_protocol::{Ask, ChromeTab, Code, Fault, ObserveAnswer, ObserveAsk};
pub use request::Request;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue, and `scope_not_found`.
pub async fn observe(app: &Arc<App>, request: Request) -> Result<Value, Fault> {
    let chrome = tabs::chrome_id(app, request.tab, request.limit).await?;
    let ask = Ask::Observe(ObserveAsk {
        scope: request.scope.clone(),
        engine: request.engine,
        frames: true,
        ..ObserveAsk::default()
    });
    let read: ObserveAnswer = extension::ask(app, ask, chrome, request.limit).await?;
    if read.blank {
        return Ok(blank(app, &request, &read.tab));
    }
    check(&read, &request)?;
    let tab = app.sessions().handles.of(read.tab.id);
    let main = &read.frames[0];
    let tree = main.tree.as_deref().cloned().unwrap_or_default();
    let rendered = stopgap::outline(&tree, &request);
    let mut answer = Map::new();
    let tokens = app.counter.count(&rendered.text);
    let listing = at_same_rate(tree.query_dom_bytes, tokens, rendered.text.len());
    answer.insert("url".to_owned(), json!(tree.url));
    answer.insert("pageTitle".to_owned(), json!(tree.title));
    answer.insert(
        "rootSelector".to_owned(),
        json!(request.scope.as_deref().unwrap_or("body")),
    );
    answer.insert("nodeCount".to_owned(), json!(rendered.nodes));
    answer.insert("interactiveCount".to_owned(), json!(rendered.uids.len()));
    answer.insert("maxDepthReached".to_owned(), json!(rendered.deeper));
    answer.insert("tree".to_owned(), json!(rendered.text));
    answer.insert("uidMap".to_owned(), Value::Object(rendered.uids));
    answer.insert("tokenEstimate".to_owned(), json!({
        "thisResponse": tokens, "equivalentQueryDom": listing, "savings": savings(tokens as u64, listing)}));
    answer.insert("snapshot".to_owned(), json!(1));
    answer.insert("session".to_owned(), json!(request.session));
    answer.insert("tab".to_owned(), json!(tab));
    answer.insert("document".to_owned(), json!(main.document));
    answer.insert("world".to_owned(), json!(tree.world));
    answer.insert("engine".to_owned(), json!(read.engine));
    Ok(Value::Object(answer))
}

fn check(read: &ObserveAnswer, request: &Request) -> Result<(), Fault> {
    let Some(main) = read.frames.first() else {
        return Err(Fault::new(
            Code::Internal,
            "The extension read no frame of the tab.",
        ));
    };
    if let Some(fault) = &main.fault {
        return Err(fault.clone());
    }
    let mut targets = read
        .frames
        .iter()
        .filter_map(|frame| frame.tree.as_ref()?.target.as_ref());
    if let Some(scope) = &request.scope
        && targets.all(Vec::is_empty)
    {
        let message = format!("No element matches selector '{scope}'");
        return Err(Fault::new(Code::ScopeNotFound, message));
    }
    Ok(())
}

fn blank(app: &App, request: &Request, tab: &ChromeTab) -> Value {
    let handle = app.sessions().handles.of(tab.id);
    json!({"url": tab.url, "pageTitle": tab.title, "rootSelector": request.scope.as_deref().unwrap_or("body"), "nodeCount": 1,
        "interactiveCount": 0, "maxDepthReached": false, "tree": "document \"(empty)\"\n", "uidMap": {},
        "tokenEstimate": {"thisResponse": app.counter.count("document \"(empty)\"\n"), "equivalentQueryDom": 0, "savings": "0%"},
        "session": request.session, "tab": handle})
}
