//! A request to observe, checked: what makes no sense is a fault that says what is taken.

use crate::agents::Agent;
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::page_selector::PageSelector;
use crate::sessions::handles::TabHandle;
use crate::sessions::ids::is_plainly_id;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::scope::Scope;
use crate::sessions::shown::ListKind;
use crate::sessions::snapshot_cache::SnapshotSettings;
use crate::sessions::windows::Windowed;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{Compression, ObserveRequest, ScopeChoice};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::options::{Format, Include, Options};
use axlens_snapshot::window::Bounds;
use std::sync::Arc;
use std::time::Duration;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who asks.
    pub agent: Arc<Agent>,
    /// Which tab.
    pub choice: TabChoice,
    /// Whose uids.
    pub session: SessionKey,
    /// The part that is shown.
    pub scope: Scope,
    /// Where the engine is to run.
    pub engine: EngineChoice,
    /// How long it may take.
    pub limit: Duration,
    /// Whether to say where the time went.
    pub timings: bool,
    /// Whether only changes are wanted.
    pub delta: bool,
    /// The page before actions: what has changed since is told where the session was not shown all
    /// of an earlier text.
    pub before: Option<Arc<PackedBase>>,
    /// Whether nothing that is kept of the page may answer.
    pub anew: bool,
    /// Largest size of the text. Changes come whole; where they are larger, the text comes in
    /// windows in place of them.
    pub bounds: Bounds,
    /// Where an earlier answer ended.
    pub cursor: Option<String>,
    /// What is shown, and how.
    pub options: Options,
}

impl Request {
    /// A request for the whole of a tab.
    pub fn of(
        (agent, session): (&Arc<Agent>, &SessionKey),
        tab: TabHandle,
        options: Options,
    ) -> Request {
        Request {
            agent: Arc::clone(agent),
            choice: TabChoice {
                tab: Some(tab),
                browser: None,
            },
            session: session.clone(),
            scope: Scope::Page,
            engine: EngineChoice::Auto,
            limit: request::DEFAULT_LIMIT,
            timings: false,
            delta: false,
            before: None,
            anew: false,
            bounds: Bounds::default(),
            cursor: None,
            options,
        }
    }

    /// A request for the text of a snapshot that is read in windows, as the page is now.
    pub fn again(request: &Request, windowed: &Windowed) -> Request {
        let SnapshotSettings {
            scope,
            options,
            engine,
        } = windowed.settings.clone();
        Request {
            scope,
            engine,
            limit: request.limit,
            ..Request::of((&request.agent, &request.session), windowed.tab.0, options)
        }
    }

    /// Checks a request.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn new(agent: &Arc<Agent>, fields: ObserveRequest) -> Result<Request, Fault> {
        if fields.what.as_deref() != Some("a11y_tree") {
            return Err(Fault::bad_request(
                "`what` is required and must be \"a11y_tree\".",
            ));
        }
        let delta = fields.compression == Some(Compression::Delta);
        if delta
            && (fields.max_tokens.is_some()
                || fields.max_chars.is_some()
                || fields.cursor.is_some())
        {
            return Err(Fault::bad_request(
                "A delta comes whole: leave out `max_tokens`, `max_chars` and `cursor`.",
            ));
        }
        let bounds = Bounds {
            tokens: at_least("max_tokens", fields.max_tokens, MIN_TOKENS)?,
            chars: at_least("max_chars", fields.max_chars, MIN_CHARS)?,
        };
        let options = fields.options()?;
        Ok(Request {
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
            before: None,
            anew: false,
            bounds,
            cursor: fields.cursor,
            options,
        })
    }
}

impl Request {
    /// Whether the answer is to say how each element can be found in the page. Beside `lean`,
    /// selectors would be several times as long as the text, and take as long to make: there they
    /// are asked for.
    pub fn wants_selectors(&self) -> bool {
        self.options.format != Format::Lean || self.options.includes(Include::Selectors)
    }

    /// What the ids of its format are, where they are its own.
    pub fn own_ids(&self) -> Option<ListKind> {
        own_ids(self.options.format)
    }

    /// All that decides how the page is presented.
    pub fn settings(&self) -> SnapshotSettings {
        SnapshotSettings {
            scope: self.scope.clone(),
            options: self.options.clone(),
            engine: self.engine,
        }
    }

    /// Whether the text has a largest size.
    pub fn is_bounded(&self) -> bool {
        self.bounds != Bounds::default()
    }

    /// Whether the text is to come in windows.
    pub fn is_windowed(&self) -> bool {
        self.is_bounded() && !self.delta
    }
}

/// What the ids of a format are, where they are its own.
pub fn own_ids(format: Format) -> Option<ListKind> {
    match format {
        Format::Refs | Format::Tabs => Some(ListKind::Refs),
        Format::Numbered => Some(ListKind::Numbers),
        Format::Outline | Format::Lean => None,
    }
}

/// Smaller windows could not hold one line and the marks around it.
const MIN_TOKENS: usize = 50;
const MIN_CHARS: usize = 200;

fn at_least(name: &str, given: Option<usize>, least: usize) -> Result<Option<usize>, Fault> {
    match given {
        Some(given) if given < least => Err(Fault::bad_request(format!(
            "`{name}` must be at least {least}."
        ))),
        given => Ok(given),
    }
}

fn scope(given: Option<ScopeChoice>) -> Result<Scope, Fault> {
    let text = match given {
        None => return Ok(Scope::Page),
        Some(ScopeChoice::Number(number)) => return Ok(Scope::Id(number.to_string())),
        Some(ScopeChoice::Text(text)) => text,
    };
    match text.trim() {
        "" => Err(Fault::bad_request(
            "`scope` is empty: leave it out, or give a CSS selector or a uid.",
        )),
        "body" => Ok(Scope::Page),
        id if is_plainly_id(id) => Ok(Scope::Id(id.to_owned())),
        _ => Ok(Scope::Selector(PageSelector::new(text)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::Code;

    fn read_body(body: &[u8]) -> Result<Request, Fault> {
        Request::new(&Arc::new(Agent::user()), request::read(body)?)
    }

    fn read(fields: &str) -> Result<Request, Fault> {
        read_body(format!("{{\"what\": \"a11y_tree\" {fields}}}").as_bytes())
    }

    #[test]
    fn a_request_that_says_nothing_has_the_defaults() {
        let request = read("").expect("it is whole");
        assert_eq!(
            (&*request.session.name, &request.scope),
            ("default", &Scope::Page)
        );
        assert_eq!(request.options, Options::default());
        assert_eq!(request.scope.as_str(), "body");
    }

    #[test]
    fn the_fault_of_an_unknown_field_lists_those_there_are() {
        let fault = read(", \"depth\": 3").expect_err("there is none");
        assert_eq!(fault.code, Code::BadRequest);
        for name in ["`depth`", "`max_depth`", "`timeoutMs`", "`compression`"] {
            assert!(fault.message.contains(name), "{fault}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
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
                .expect("it is one")
                .scope
        };
        let main = PageSelector::new("#main".to_owned()).expect("it asks for no value");
        assert_eq!(scope("\"#main\""), Scope::Selector(main));
        assert_eq!(scope("\"body\""), Scope::Page);
        for id in ["42", "\"42\"", "\"uid=42\"", "\"37.42\"", "\"@e5\""] {
            assert!(matches!(scope(id), Scope::Id(_)), "{id}");
        }
    }
}
