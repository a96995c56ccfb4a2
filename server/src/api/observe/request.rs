//! Validates a request for a snapshot. The fault of an invalid field names the valid ones.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::page_selector::PageSelector;
use crate::sessions::handles::TabHandle;
use crate::sessions::ids::is_id_not_selector;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::scope::Scope;
use crate::sessions::session::IdKind;
use crate::sessions::snapshot_cache::SnapshotSettings;
use crate::sessions::views::PageView;
use crate::sessions::windows::WindowedSnapshot;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{Compression, ObserveRequest, ScopeChoice};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::delta::background::Background;
use axlens_snapshot::options::{Format, Include, Options};
use axlens_snapshot::uid::Uid;
use axlens_snapshot::window::Bounds;
use std::sync::Arc;
use std::time::Duration;

/// A validated request for a snapshot.
#[derive(Debug, Clone)]
pub struct SnapshotRequest {
    /// The agent that sends the request.
    pub agent: Arc<Agent>,
    /// The tab.
    pub choice: TabChoice,
    /// The session of its uids.
    pub session: SessionKey,
    /// The part of the page.
    pub scope: Scope,
    /// Where the engine runs.
    pub engine: EngineChoice,
    /// The timeout of a query.
    pub limit: Duration,
    /// Whether the answer has the duration of each stage.
    pub timings: bool,
    /// Whether the answer has changes instead of the whole text.
    pub delta: bool,
    /// What the request knows about the actions before it.
    pub after_actions: Option<ActionContext>,
    /// Whether the agent is shown the text, so that its view is the session's last one.
    pub is_shown: bool,
    /// Whether the page is read without cached snapshots and trees.
    pub skip_cache: bool,
    /// Whether the read is kept for another request.
    pub keeps_read: bool,
    /// The maximum size of the text. If changes are larger, the answer has the first window of the
    /// text instead.
    pub bounds: Bounds,
    /// The cursor of an earlier answer's next window.
    pub cursor: Option<String>,
    /// The options of the text.
    pub options: Options,
}

/// The actions before a request for changes.
#[derive(Debug, Clone, Default)]
pub struct ActionContext {
    /// The page before the actions, with the options of the request. The answer has the changes
    /// since then if the session has no earlier text of the document.
    pub before: Option<Arc<PackedBase>>,
    /// What the page changes by itself, which the answer leaves out.
    pub background: Background,
    /// The scope that the page no longer has: the request is for the whole page instead.
    pub scope_gone: Option<String>,
}

impl SnapshotRequest {
    /// A request for the whole page of a tab.
    pub fn of_tab(
        context: RequestContext<'_>,
        tab: TabHandle,
        options: Options,
    ) -> SnapshotRequest {
        SnapshotRequest {
            agent: Arc::clone(context.agent),
            choice: TabChoice {
                tab: Some(tab),
                browser: None,
            },
            session: context.session.clone(),
            scope: Scope::Page,
            engine: EngineChoice::Auto,
            limit: context.remaining(),
            timings: false,
            delta: false,
            after_actions: None,
            is_shown: false,
            skip_cache: false,
            keeps_read: false,
            bounds: Bounds::default(),
            cursor: None,
            options,
        }
    }

    /// A request for the current text of a page whose snapshot is read in windows.
    pub fn again(context: RequestContext<'_>, windowed: &WindowedSnapshot) -> SnapshotRequest {
        let SnapshotSettings {
            scope,
            options,
            engine,
        } = windowed.settings.clone();
        SnapshotRequest {
            scope,
            engine,
            ..SnapshotRequest::of_tab(context, windowed.tab, options)
        }
    }

    /// Validates a request.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn new(agent: &Arc<Agent>, fields: ObserveRequest) -> Result<SnapshotRequest, Fault> {
        if fields.what.as_deref() != Some("a11y_tree") {
            return Err(Fault::bad_request(
                "`what` is required and must be \"a11y_tree\", \"network\", \"errors\", \"downloads\" or \"page_tools\".",
            ));
        }
        let delta = fields.compression == Some(Compression::Delta);
        if delta
            && (fields.max_tokens.is_some()
                || fields.max_chars.is_some()
                || fields.cursor.is_some())
        {
            return Err(Fault::bad_request(
                "A delta is never split: omit `max_tokens`, `max_chars` and `cursor`.",
            ));
        }
        let bounds = Bounds {
            tokens: at_least("max_tokens", fields.max_tokens, MIN_TOKENS)?,
            chars: at_least("max_chars", fields.max_chars, MIN_CHARS)?,
        };
        let options = fields.options()?;
        Ok(SnapshotRequest {
            agent: Arc::clone(agent),
            choice: TabChoice {
                tab: fields.tab,
                browser: fields.browser,
            },
            session: request::session(agent, fields.session)?,
            scope: scope(fields.scope)?,
            engine: fields.engine,
            limit: request::limit(fields.timeout_ms)?,
            timings: fields.timings,
            delta,
            after_actions: None,
            is_shown: true,
            skip_cache: false,
            keeps_read: false,
            bounds,
            cursor: fields.cursor,
            options,
        })
    }

    /// The context of the request, from now on.
    pub fn context<'a>(&'a self, app: &'a Arc<App>) -> RequestContext<'a> {
        RequestContext::new(app, &self.agent, &self.session, self.limit)
    }

    /// Whether the answer has a selector for each element. The format `lean` has them only on
    /// request, because they would be several times as long as the text.
    pub fn wants_selectors(&self) -> bool {
        self.options.format != Format::Lean || self.options.includes(Include::Selectors)
    }

    /// The kind of ids of a format with its own ids.
    pub fn own_ids(&self) -> Option<IdKind> {
        own_ids(self.options.format)
    }

    /// The view that the request is for.
    pub fn view(&self) -> PageView {
        PageView {
            scope: self.scope.clone(),
            options: self.options.clone(),
        }
    }

    /// The view of later answers of actions; `None` if this request does not determine it. A search
    /// for a text is no view. Ids that belong to one snapshot can't be repeated later: the view is
    /// then the whole page.
    pub fn last_view(&self) -> Option<PageView> {
        if !self.is_shown || self.options.find.is_some() {
            return None;
        }
        let is_repeatable = match &self.scope {
            Scope::Page | Scope::Selector(_) => true,
            Scope::Id(id) => id.trim_start_matches("uid=").parse::<Uid>().is_ok(),
        };
        let view = (is_repeatable && self.own_ids().is_none()).then(|| self.view());
        Some(view.unwrap_or_default())
    }

    /// The same request for another view.
    pub fn with_view(self, view: PageView) -> SnapshotRequest {
        SnapshotRequest {
            scope: view.scope,
            options: view.options,
            ..self
        }
    }

    /// The settings that determine the snapshot of a given page.
    pub fn settings(&self) -> SnapshotSettings {
        SnapshotSettings {
            scope: self.scope.clone(),
            options: self.options.clone(),
            engine: self.engine,
        }
    }

    /// Whether the text has a maximum size.
    pub fn is_bounded(&self) -> bool {
        self.bounds != Bounds::default()
    }

    /// Whether the answer is the first window of the text.
    pub fn is_windowed(&self) -> bool {
        self.is_bounded() && !self.delta
    }
}

/// The kind of ids of a format with its own ids.
pub fn own_ids(format: Format) -> Option<IdKind> {
    match format {
        Format::Refs | Format::Tabs => Some(IdKind::Refs),
        Format::Numbered => Some(IdKind::Numbers),
        Format::Outline | Format::Lean => None,
    }
}

/// A smaller window could not hold one line with the notices around it.
const MIN_TOKENS: usize = 50;
const MIN_CHARS: usize = 200;

fn at_least(name: &str, value: Option<usize>, min: usize) -> Result<Option<usize>, Fault> {
    match value {
        Some(value) if value < min => Err(Fault::bad_request(format!(
            "`{name}` must be at least {min}."
        ))),
        value => Ok(value),
    }
}

fn scope(choice: Option<ScopeChoice>) -> Result<Scope, Fault> {
    let text = match choice {
        None => return Ok(Scope::Page),
        Some(ScopeChoice::Number(number)) => return Ok(Scope::Id(number.to_string())),
        Some(ScopeChoice::Text(text)) => text,
    };
    match text.trim() {
        "" => Err(Fault::bad_request(
            "`scope` is empty: omit it, or use a CSS selector or a uid.",
        )),
        "body" => Ok(Scope::Page),
        id if is_id_not_selector(id) => Ok(Scope::Id(id.to_owned())),
        _ => Ok(Scope::Selector(PageSelector::new(text)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::Code;

    fn read_body(body: &[u8]) -> Result<SnapshotRequest, Fault> {
        SnapshotRequest::new(&Arc::new(Agent::user()), request::read(body)?)
    }

    fn read(fields: &str) -> Result<SnapshotRequest, Fault> {
        read_body(format!("{{\"what\": \"a11y_tree\" {fields}}}").as_bytes())
    }

    #[test]
    fn an_empty_request_has_the_defaults() {
        let request = read("").expect("a valid request");
        assert_eq!(
            (&*request.session.name, &request.scope),
            ("default", &Scope::Page)
        );
        assert_eq!(request.options, Options::default());
        assert_eq!(request.scope.as_str(), "body");
    }

    #[test]
    fn the_fault_of_an_unknown_field_lists_the_known_ones() {
        let fault = read(", \"depth\": 3").expect_err("an unknown field");
        assert_eq!(fault.code, Code::BadRequest);
        for name in ["`depth`", "`max_depth`", "`timeoutMs`", "`compression`"] {
            assert!(fault.message.contains(name), "{fault}");
        }
    }

    #[test]
    fn invalid_fields_are_bad_requests() {
        for fields in [
            ", \"max_depth\": -1",
            ", \"tab\": \"one\"",
            ", \"format\": \"xml\"",
            ", \"roles\": [\"knob\"]",
            ", \"scope\": \"\"",
            ", \"scope\": []",
            ", \"session\": \"\"",
            ", \"timeoutMs\": 5",
            ", \"max_chars\": 10",
            ", \"engine\": \"moon\"",
            ", \"compression\": \"zip\"",
            ", \"compression\": \"delta\", \"max_tokens\": 500",
            ", \"include\": [\"all\"]",
            ", \"find\": 3",
        ] {
            assert_eq!(
                read(fields).map(|_| ()).map_err(|fault| fault.code),
                Err(Code::BadRequest),
                "{fields}"
            );
        }
        for body in ["", "{}", "[]", "{\"what\": \"dom\"}", "nonsense"] {
            assert!(read_body(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn a_scope_is_a_selector_or_an_id() {
        let scope = |text: &str| {
            read(&format!(", \"scope\": {text}"))
                .expect("a valid scope")
                .scope
        };
        let main = PageSelector::new("#main".to_owned()).expect("a valid selector");
        assert_eq!(scope("\"#main\""), Scope::Selector(main));
        assert_eq!(scope("\"body\""), Scope::Page);
        for id in ["42", "\"42\"", "\"uid=42\"", "\"37.42\"", "\"@e5\""] {
            assert!(matches!(scope(id), Scope::Id(_)), "{id}");
        }
    }
}
