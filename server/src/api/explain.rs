//! `POST /explain`: why an element has its role, name and states. The extension's engine says it;
//! nothing is remembered.

use crate::api::extension;
use crate::api::request::{self, WrittenId};
use crate::api::resolve_id;
use crate::api::tabs;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::{ExplainAnswer, ExplainParams, Method};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The request's body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    uid: Option<WrittenId>,
    id: Option<WrittenId>,
    selector: Option<String>,
    tab: Option<TabHandle>,
    session: Option<String>,
    snapshot: Option<u64>,
    #[serde(rename = "timeoutMs")]
    timeout_ms: Option<u64>,
}

/// What is to be explained, and where.
struct Target {
    chrome: Option<i64>,
    params: ExplainParams,
    uid: Option<String>,
    frame: Vec<String>,
}

/// Answers a request.
///
/// # Errors
/// Those of ids, `scope_not_found` for a selector that names nothing, and every fault of the
/// extension.
pub async fn explain(app: &App, request: Request) -> Result<Value, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let target = target(app, request).await?;
    let method = Method::Explain(target.params);
    let answer: ExplainAnswer<Map<String, Value>> =
        extension::ask(app, method, target.chrome, limit).await?;
    let mut said = answer.explanation;
    // The engine knows the number in its own document alone.
    if let Some(uid) = target.uid {
        said.insert("uid".to_owned(), json!(uid));
    }
    if !target.frame.is_empty() {
        said.insert("frame".to_owned(), json!(target.frame));
    }
    let tab = app
        .sessions()
        .handles
        .of_tab(answer.tab.id, &answer.tab.was);
    said.insert("tab".to_owned(), json!(tab));
    said.insert("document".to_owned(), json!(answer.document));
    said.insert("world".to_owned(), json!(answer.world));
    Ok(Value::Object(said))
}

async fn target(app: &App, request: Request) -> Result<Target, Fault> {
    let session = request::session(request.session)?;
    match (request.uid.or(request.id), request.selector) {
        (Some(id), None) => {
            let meant = resolve_id::find(app, &session, &id, request.snapshot, request.tab)?;
            Ok(Target {
                chrome: Some(meant.chrome),
                params: ExplainParams::Node(meant.element.node),
                uid: meant.element.uid,
                frame: meant.element.frame,
            })
        }
        (None, Some(selector)) if !selector.trim().is_empty() => {
            let limit = request::limit(request.timeout_ms)?;
            Ok(Target {
                chrome: tabs::chrome_id(app, request.tab, limit).await?,
                params: ExplainParams::Selector { selector },
                uid: None,
                frame: Vec::new(),
            })
        }
        _ => Err(Fault::bad_request("Give either `uid` or `selector`.")),
    }
}
