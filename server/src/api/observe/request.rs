//! A request to observe, read strictly: an unknown or ill-made field is a fault that says what is
//! taken.

use crate::api::request;
use crate::sessions::handles::TabHandle;
use crate::sessions::ids::is_plainly_id;
use axlens_protocol::Fault;
use axlens_protocol::wire::EngineChoice;
use axlens_snapshot::Role;
use axlens_snapshot::options::{Find, Format, Include, Options};
use axlens_snapshot::window::Bounds;
use serde::Deserialize;
use std::time::Duration;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which tab; none: the one in front of the user.
    pub tab: Option<TabHandle>,
    /// Whose uids.
    pub session: String,
    /// The part that is shown.
    pub scope: Scope,
    /// Where the engine is to run.
    pub engine: EngineChoice,
    /// How long it may take.
    pub limit: Duration,
    /// Whether to tell where the time went.
    pub timings: bool,
    /// Whether only changes are wanted.
    pub delta: bool,
    /// Largest size of the text.
    pub bounds: Bounds,
    /// Where an earlier answer ended.
    pub cursor: Option<String>,
    /// What is shown, and how.
    pub options: Options,
}

/// The part of a page that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All of it.
    Page,
    /// What a CSS selector names.
    Selector(String),
    /// An element this session was shown.
    Id(String),
}

/// The body as it is written. The order is the one in which a fault lists the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    what: Option<String>,
    scope: Option<WrittenScope>,
    #[serde(default)]
    interactive_only: bool,
    max_depth: Option<u32>,
    tab: Option<TabHandle>,
    session: Option<String>,
    #[serde(default)]
    format: Format,
    #[serde(default)]
    cursor_interactive: bool,
    #[serde(default)]
    compact: bool,
    #[serde(default)]
    roles: Vec<String>,
    #[serde(default)]
    exclude_roles: Vec<String>,
    #[serde(default)]
    viewport_only: bool,
    #[serde(default)]
    modal_only: bool,
    find: Option<WrittenFind>,
    #[serde(default)]
    exclude_patterns: Vec<String>,
    #[serde(default)]
    include: Vec<Include>,
    #[serde(default)]
    fold: bool,
    compression: Option<Compression>,
    max_tokens: Option<usize>,
    max_chars: Option<usize>,
    cursor: Option<String>,
    #[serde(default)]
    timings: bool,
    #[serde(default)]
    engine: EngineChoice,
    #[serde(rename = "timeoutMs")]
    timeout_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a CSS selector, or a uid that this session was shown"
)]
enum WrittenScope {
    Number(u64),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "the text to find, or {\"text\": …, \"context\": lines}"
)]
enum WrittenFind {
    Text(String),
    Whole(Find),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Compression {
    None,
    Delta,
}

impl Request {
    /// A request for the whole of a tab.
    pub fn of(session: String, tab: TabHandle, options: Options) -> Request {
        Request {
            tab: Some(tab),
            session,
            scope: Scope::Page,
            engine: EngineChoice::Auto,
            limit: request::DEFAULT_LIMIT,
            timings: false,
            delta: false,
            bounds: Bounds::default(),
            cursor: None,
            options,
        }
    }

    /// Reads a request's body.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn read(body: &[u8]) -> Result<Request, Fault> {
        let fields: Fields = request::read(body)?;
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
            tokens: at_least("max_tokens", fields.max_tokens, LEAST_TOKENS)?,
            chars: at_least("max_chars", fields.max_chars, LEAST_CHARS)?,
        };
        let options = Options {
            format: fields.format,
            interactive_only: fields.interactive_only,
            cursor: fields.cursor_interactive,
            compact: fields.compact,
            max_depth: fields.max_depth,
            scope_uid: None,
            roles: roles("roles", &fields.roles)?,
            exclude_roles: roles("exclude_roles", &fields.exclude_roles)?,
            viewport_only: fields.viewport_only,
            modal_only: fields.modal_only,
            find: fields.find.map(find),
            exclude_patterns: fields.exclude_patterns,
            include: fields.include,
            fold: fields.fold,
        };
        Ok(Request {
            tab: fields.tab,
            session: request::session(fields.session)?,
            scope: scope(fields.scope)?,
            engine: fields.engine,
            limit: request::limit(fields.timeout_ms)?,
            timings: fields.timings,
            delta,
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

    /// Whether the text is to come in windows.
    pub fn is_bounded(&self) -> bool {
        self.bounds != Bounds::default()
    }
}

impl Scope {
    /// The selector of the scope, as seed 001 answers it.
    pub fn root_selector(&self) -> &str {
        match self {
            Scope::Page => "body",
            Scope::Selector(selector) => selector,
            Scope::Id(id) => id,
        }
    }
}

/// Smaller windows could not hold one line and the marks around it.
const LEAST_TOKENS: usize = 50;
const LEAST_CHARS: usize = 200;

fn at_least(name: &str, given: Option<usize>, least: usize) -> Result<Option<usize>, Fault> {
    match given {
        Some(given) if given < least => Err(Fault::bad_request(format!(
            "`{name}` must be at least {least}."
        ))),
        given => Ok(given),
    }
}

fn scope(written: Option<WrittenScope>) -> Result<Scope, Fault> {
    let text = match written {
        None => return Ok(Scope::Page),
        Some(WrittenScope::Number(number)) => return Ok(Scope::Id(number.to_string())),
        Some(WrittenScope::Text(text)) => text,
    };
    match text.trim() {
        "" => Err(Fault::bad_request(
            "`scope` is empty: leave it out, or give a CSS selector or a uid.",
        )),
        "body" => Ok(Scope::Page),
        id if is_plainly_id(id) => Ok(Scope::Id(id.to_owned())),
        _ => Ok(Scope::Selector(text)),
    }
}

fn find(written: WrittenFind) -> Find {
    match written {
        WrittenFind::Text(text) => Find { text, context: 0 },
        WrittenFind::Whole(find) => find,
    }
}

fn roles(field: &str, words: &[String]) -> Result<Vec<Role>, Fault> {
    let role = |word: &String| {
        let known = match word.as_str() {
            "img" => Some(Role::Image),
            word => Role::from_word(word),
        };
        known.ok_or_else(|| {
            Fault::bad_request(format!("`{field}`: {word:?} is no role."))
                .hint("Use the roles' words as snapshots print them: link, button, heading …")
        })
    };
    words.iter().map(role).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::Code;

    fn read(fields: &str) -> Result<Request, Fault> {
        Request::read(format!("{{\"what\": \"a11y_tree\" {fields}}}").as_bytes())
    }

    #[test]
    fn seed_001s_own_request_with_its_defaults() {
        let request = read("").expect("it is whole");
        assert_eq!(
            (request.session.as_str(), &request.scope),
            ("default", &Scope::Page)
        );
        assert_eq!(request.options, Options::default());
        assert_eq!(request.scope.root_selector(), "body");
    }

    #[test]
    fn an_unknown_field_is_told_with_those_there_are() {
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
            assert!(Request::read(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn a_scope_is_a_selector_or_an_id() {
        let scope = |text: &str| {
            read(&format!(", \"scope\": {text}"))
                .expect("it is one")
                .scope
        };
        assert_eq!(scope("\"#main\""), Scope::Selector("#main".to_owned()));
        assert_eq!(scope("\"body\""), Scope::Page);
        for id in ["42", "\"42\"", "\"uid=42\"", "\"37.42\"", "\"@e5\""] {
            assert!(matches!(scope(id), Scope::Id(_)), "{id}");
        }
    }
}
