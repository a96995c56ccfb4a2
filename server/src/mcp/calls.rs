//! What each tool does: from its arguments to a request of [`crate::api`], and from the answer to
//! text.

use super::page_marks::marked;
use crate::agents::Agent;
use crate::api::request::not_understood;
use crate::api::{explain, find, get, interact, observe, request, screenshot, tabs, wait};
use crate::state::App;
use crate::stopped::Stopped;
use crate::text::answer_text;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest, InteractStopped};
use axlens_protocol::agent::observe::{
    Compression, FindChoice, ObserveAnswer, ObserveRequest, ScopeChoice,
};
use axlens_protocol::agent::tabs::TabsRequest;
use axlens_snapshot::options::Format;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// Largest text of a page, where a call does not say: clients put longer ones into a file.
const TOKENS: usize = 20_000;

/// In place of a picture.
const UNCHANGED: &str = "The picture is the same as the last one of this tab.";

/// A call of a tool.
#[derive(Clone)]
pub struct Call {
    /// Answers it.
    pub app: Arc<App>,
    /// Who asks.
    pub agent: Arc<Agent>,
    /// Whose uids.
    pub session: String,
    /// As they were sent.
    pub arguments: JsonObject,
}

/// What a tool answers.
pub type Called = Result<Content, Refused>;

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// In words.
    Text(String),
    /// A picture.
    Image {
        /// In base64.
        data: String,
        /// Its type.
        kind: String,
        /// What is said of it; may be nothing.
        words: String,
    },
}

/// Why a tool did not do what it was called for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The fault.
    pub fault: Fault,
    /// What was done before, and the page.
    pub before: String,
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused {
            fault,
            before: String::new(),
        }
    }
}

impl Call {
    /// The arguments, as a type of their own.
    fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        let arguments = self.given().collect();
        serde_json::from_value(Value::Object(arguments)).map_err(|error| not_understood(&error))
    }

    /// The arguments as a request of an endpoint, in this session.
    fn request<T: DeserializeOwned>(&self, more: Value) -> Result<T, Fault> {
        let mut fields: JsonObject = self.given().collect();
        fields.insert("session".to_owned(), json!(self.session));
        if let Value::Object(more) = more {
            fields.extend(more);
        }
        serde_json::from_value(Value::Object(fields)).map_err(|error| not_understood(&error))
    }

    /// What is null was left out.
    fn given(&self) -> impl Iterator<Item = (String, Value)> {
        let given = self.arguments.iter().filter(|(_, value)| !value.is_null());
        given.map(|(name, value)| (name.clone(), value.clone()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObserveArguments {
    tab: Option<u32>,
    scope: Option<ScopeChoice>,
    #[serde(default)]
    interactive: bool,
    #[serde(default)]
    changes: bool,
    find: Option<FindChoice>,
    max_tokens: Option<usize>,
    cursor: Option<String>,
    browser: Option<String>,
    // Those of the first contract: its own text is the answer.
    what: Option<String>,
    #[serde(default)]
    interactive_only: bool,
    max_depth: Option<u32>,
}

/// `observe`
pub async fn observe(call: Call) -> Called {
    let given: ObserveArguments = call.read()?;
    let format = match given.what {
        Some(_) => Format::Outline,
        None => Format::Lean,
    };
    let max_tokens = given.max_tokens.unwrap_or(TOKENS);
    let request = ObserveRequest {
        what: given.what.or(Some("a11y_tree".to_owned())),
        scope: given.scope,
        interactive_only: given.interactive || given.interactive_only,
        max_depth: given.max_depth,
        tab: given.tab,
        browser: given.browser,
        session: Some(call.session.clone()),
        format,
        find: given.find,
        compression: given.changes.then_some(Compression::Delta),
        max_tokens: (!given.changes).then_some(max_tokens),
        cursor: given.cursor,
        ..ObserveRequest::default()
    };
    let answer = observe::observe(&call.app, &call.agent, request).await?;
    observed(&answer, format)
}

fn observed(answer: &ObserveAnswer, format: Format) -> Called {
    let tree = answer.tree.read().map_err(|error| unreadable(&error))?;
    let page = match format {
        Format::Lean => answer_text::header(answer) + &tree,
        _ => tree,
    };
    let mut text = marked(&page);
    if let Some(cursor) = &answer.cursor {
        text += &format!("\nThere is more: cursor {cursor}");
    }
    if let Some(hint) = &answer.hint {
        text += &format!("\n{hint}");
    }
    Ok(Content::Text(text))
}

/// An answer of our own that is no JSON.
fn unreadable(error: &impl std::fmt::Display) -> Fault {
    Fault::new(axlens_protocol::Code::Internal, error.to_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InteractArguments {
    tab: Option<u32>,
    actions: Vec<Value>,
    /// Of the first action.
    seen: Option<String>,
    dialogs: Option<Value>,
    activation: Option<bool>,
    changes: Option<bool>,
    key: Option<String>,
}

/// `interact`
pub async fn interact(call: Call) -> Called {
    let mut given: InteractArguments = call.read()?;
    if let (Some(seen), Some(Value::Object(first))) = (given.seen, given.actions.first_mut()) {
        first.entry("seen").or_insert(json!(seen));
    }
    let shown = if given.changes == Some(false) {
        "none"
    } else {
        "delta"
    };
    let mut fields = json!({"actions": given.actions, "snapshot": shown, "max_tokens": TOKENS});
    for (name, value) in [
        ("tab", json!(given.tab)),
        ("dialogs", json!(given.dialogs)),
        ("activation", json!(given.activation)),
        ("key", json!(given.key)),
    ] {
        if !value.is_null() {
            fields[name] = value;
        }
    }
    act(call, fields).await
}

/// Has something done, and answers what came of it.
async fn act(call: Call, fields: Value) -> Called {
    let fields = Call {
        arguments: JsonObject::new(),
        ..call.clone()
    }
    .request::<InteractRequest>(fields)?;
    match interact::interact(&call.app, &call.agent, fields).await {
        Ok(answer) => Ok(Content::Text(interacted(&answer)?)),
        Err(Stopped::AtOnce(fault)) => Err(fault.into()),
        Err(Stopped::Later(stopped)) => {
            let InteractStopped { fault, done } = *stopped;
            let before = interacted(&done)?;
            Err(Refused { fault, before })
        }
    }
}

fn interacted(answer: &InteractAnswer) -> Result<String, Fault> {
    let text = answer_text::interacted(answer).map_err(|error| unreadable(&error))?;
    let mut text = marked(&text);
    if let Some(cursor) = &answer.cursor {
        text += &format!("\nThere is more: observe with cursor {cursor}");
    }
    if let Some(hint) = &answer.hint {
        text += &format!("\n{hint}");
    }
    Ok(text)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NavigateArguments {
    tab: Option<u32>,
    to: String,
    #[serde(default)]
    new_tab: bool,
    browser: Option<String>,
}

/// `navigate`
pub async fn navigate(call: Call) -> Called {
    let given: NavigateArguments = call.read()?;
    let mut fields = match (given.to.as_str(), given.new_tab) {
        (word @ ("back" | "forward" | "reload"), false) => json!({"action": word}),
        (word @ ("back" | "forward" | "reload"), true) => {
            let message = format!("There is no {word} in a new tab: leave out `new_tab`.");
            return Err(Fault::bad_request(message).into());
        }
        (url, false) => json!({"action": "navigate", "url": url}),
        (url, true) => json!({"action": "new_tab", "url": url}),
    };
    // Of another page all is new.
    fields["snapshot"] = json!("full");
    fields["max_tokens"] = json!(TOKENS);
    in_tab(&mut fields, given.tab, given.browser);
    act(call, fields).await
}

fn in_tab(fields: &mut Value, tab: Option<u32>, browser: Option<String>) {
    if let Some(tab) = tab {
        fields["tab"] = json!(tab);
    }
    if let Some(browser) = browser {
        fields["browser"] = json!(browser);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TabsArguments {
    #[serde(default, rename = "do")]
    what: TabsVerb,
    tab: Option<u32>,
    browser: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TabsVerb {
    #[default]
    List,
    Close,
    Activate,
    Claim,
    Release,
}

/// `tabs`
pub async fn tabs(call: Call) -> Called {
    let given: TabsArguments = call.read()?;
    let action = match given.what {
        TabsVerb::List => return list_tabs(call, given.browser).await,
        TabsVerb::Close => "close_tab",
        TabsVerb::Activate => "activate_tab",
        TabsVerb::Claim => "claim_tab",
        TabsVerb::Release => "release_tab",
    };
    let mut fields = json!({"action": action, "snapshot": "none"});
    in_tab(&mut fields, given.tab, given.browser);
    act(call, fields).await
}

async fn list_tabs(call: Call, browser: Option<String>) -> Called {
    let (request, limit) = (TabsRequest { browser }, request::DEFAULT_LIMIT);
    let answer = tabs::tabs(&call.app, &call.agent, request, limit).await?;
    Ok(Content::Text(marked(&answer_text::tabs(&answer))))
}

/// `find`
pub async fn find(call: Call) -> Called {
    let request = call.request(json!({}))?;
    let answer = find::find(&call.app, &call.agent, request).await?;
    Ok(Content::Text(marked(&answer_text::found(&answer))))
}

/// `get`
pub async fn get(call: Call) -> Called {
    let request = call.request(json!({}))?;
    let answer = get::get(&call.app, &call.agent, request).await?;
    Ok(Content::Text(marked(&answer_text::got(&answer))))
}

/// `wait`
pub async fn wait(mut call: Call) -> Called {
    let seconds = call.arguments.remove("seconds").unwrap_or_default();
    let more = match seconds.as_f64() {
        Some(seconds) => json!({"timeoutMs": (seconds * 1000.0).round() as u64}),
        None if seconds.is_null() => json!({}),
        None => return Err(Fault::bad_request("`seconds` is a number.").into()),
    };
    let request = call.request(more)?;
    let answer = wait::wait(&call.app, &call.agent, request).await?;
    Ok(Content::Text(marked(&answer_text::waited(&answer))))
}

/// `screenshot`
pub async fn screenshot(call: Call) -> Called {
    let request = call.request(json!({}))?;
    let mut answer = screenshot::screenshot(&call.app, &call.agent, request).await?;
    let data = answer.data.take();
    let unchanged = answer.unchanged.then(|| UNCHANGED.to_owned());
    let mut text = answer.legend.as_deref().map(marked).unwrap_or_default();
    for said in [unchanged, answer.hint.clone()].into_iter().flatten() {
        text += &format!("\n{said}");
    }
    let text = text.trim_start().to_owned();
    Ok(match data {
        Some(data) => Content::Image {
            data,
            kind: answer.mime_type,
            words: text,
        },
        None => Content::Text(text),
    })
}

/// `explain`
pub async fn explain(call: Call) -> Called {
    let request = call.request(json!({}))?;
    let answer = explain::explain(&call.app, &call.agent, request).await?;
    let mut json = Vec::new();
    axlens_protocol::agent::write_json(&answer, &mut json).map_err(|error| unreadable(&error))?;
    Ok(Content::Text(marked(&String::from_utf8_lossy(&json))))
}
