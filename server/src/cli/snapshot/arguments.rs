//! The arguments of `axlens snapshot` and their request.

use crate::cli::request::PageArgs;
use axlens_protocol::agent::observe::{Compression, FindChoice, ObserveRequest, ScopeChoice};
use axlens_snapshot::options::{Find, Format, Include};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

/// The number of lines around each match of --find.
const FIND_CONTEXT: usize = 2;

/// The text formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// All information in the fewest tokens.
    Lean,
    /// `role "name" [uid=N]`; long tables and lists are summarised.
    Outline,
    /// `1: role "name"`: numbers of this snapshot only.
    Numbered,
    /// `- role "name" [ref=e1]`: refs of this snapshot only.
    Refs,
    /// `- role "name" [e1]`.
    Tabs,
}

/// Arguments of `axlens snapshot`.
#[derive(Debug, Args)]
pub struct SnapshotArgs {
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Only the part of the page with this CSS selector or uid.
    #[arg(short = 's', long, value_name = "CSS|UID")]
    scope: Option<String>,
    /// Only interactive elements.
    #[arg(short = 'i', long)]
    interactive: bool,
    /// Also elements that are clickable despite their role, with the reason.
    #[arg(short = 'C', long)]
    cursor_interactive: bool,
    /// Only lines with an id, value, name or state, and their ancestors.
    #[arg(short = 'c', long)]
    compact: bool,
    /// Maximum depth.
    #[arg(short = 'd', long, value_name = "N")]
    depth: Option<u32>,
    /// Text format.
    #[arg(short = 'f', long, value_enum, default_value = "lean")]
    pub format: FormatName,
    /// Only these roles.
    #[arg(long, value_name = "ROLE", value_delimiter = ',')]
    roles: Vec<String>,
    /// Without these roles.
    #[arg(long, value_name = "ROLE", value_delimiter = ',')]
    exclude_roles: Vec<String>,
    /// Only elements in the viewport.
    #[arg(long)]
    viewport: bool,
    /// Only the open modal dialog.
    #[arg(long)]
    modal: bool,
    /// Only lines with this text, their ancestors, and a few lines around them.
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
    /// Summarise long runs of similar rows and options.
    #[arg(long)]
    fold: bool,
    /// With the URLs of links.
    #[arg(long)]
    urls: bool,
    /// With boxes: x, y, width, height.
    #[arg(long)]
    boxes: bool,
    /// Only the changes since this session's last snapshot with the same options.
    #[arg(long)]
    delta: bool,
    /// Maximum number of tokens; the last line has the cursor of the next part.
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// Continue where an earlier answer ended.
    #[arg(long)]
    cursor: Option<String>,
    /// Another parameter of POST /observe, as `name=JSON`.
    #[arg(short = 'p', long = "param", value_name = "NAME=JSON", value_parser = parameter)]
    params: Vec<(String, Value)>,
    /// Print the duration of each step.
    #[arg(long)]
    timings: bool,
    #[command(flatten)]
    pub(super) page: PageArgs,
}

impl SnapshotArgs {
    /// The body of `POST /observe`. Parameters of --param replace those of the other arguments.
    ///
    /// # Errors
    /// Never: a request is JSON.
    pub fn request(&self) -> anyhow::Result<Map<String, Value>> {
        let Value::Object(mut request) = serde_json::to_value(self.observe_request())? else {
            anyhow::bail!("a request is an object");
        };
        request.extend(self.params.iter().cloned());
        Ok(request)
    }

    fn observe_request(&self) -> ObserveRequest {
        ObserveRequest {
            what: Some("a11y_tree".to_owned()),
            scope: self.scope.as_deref().map(scope),
            interactive_only: self.interactive,
            max_depth: self.depth,
            tab: self.tab,
            browser: self.page.browser.clone(),
            session: Some(self.page.session.clone()),
            format: self.format.into(),
            cursor_interactive: self.cursor_interactive,
            compact: self.compact,
            roles: self.roles.clone(),
            exclude_roles: self.exclude_roles.clone(),
            viewport_only: self.viewport,
            modal_only: self.modal,
            find: self.find.as_deref().map(with_context),
            include: self.include(),
            fold: self.fold,
            compression: self.delta.then_some(Compression::Delta),
            max_tokens: self.max_tokens,
            cursor: self.cursor.clone(),
            timings: self.timings,
            timeout_ms: self.page.timeout,
            ..ObserveRequest::default()
        }
    }

    fn include(&self) -> Vec<Include> {
        let choices = [(Include::Urls, self.urls), (Include::Boxes, self.boxes)];
        let enabled = choices.into_iter().filter(|(_, enabled)| *enabled);
        enabled.map(|(include, _)| include).collect()
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Lean => Format::Lean,
            FormatName::Outline => Format::Outline,
            FormatName::Numbered => Format::Numbered,
            FormatName::Refs => Format::Refs,
            FormatName::Tabs => Format::Tabs,
        }
    }
}

/// The part of a page. A selector may be written as for actions.
fn scope(text: &str) -> ScopeChoice {
    ScopeChoice::Text(text.strip_prefix("css=").unwrap_or(text).to_owned())
}

fn with_context(text: &str) -> FindChoice {
    FindChoice::Whole(Find {
        text: text.to_owned(),
        context: FIND_CONTEXT,
    })
}

/// Parses `name=JSON`; a value that is not JSON is text.
fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write it as name=JSON")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use serde_json::json;

    #[derive(Parser)]
    struct SnapshotCommand {
        #[command(flatten)]
        args: SnapshotArgs,
    }

    fn request(words: &[&str]) -> Value {
        let words = ["snapshot"].iter().chain(words);
        let command = SnapshotCommand::try_parse_from(words).expect("arguments");
        Value::Object(command.args.request().expect("a request"))
    }

    #[test]
    fn arguments_become_a_request() {
        assert_eq!(
            request(&[]),
            json!({"what": "a11y_tree", "session": "default", "format": "lean"})
        );
        let words = "--tab 2 -s #main -iCc -d 3 -f refs --roles link,button --find total --urls --boxes --delta --timings --timeout 500";
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(
            request(&words),
            json!({"what": "a11y_tree", "session": "default", "format": "refs", "tab": 2, "scope": "#main",
                "interactive_only": true, "cursor_interactive": true, "compact": true, "max_depth": 3,
                "roles": ["link", "button"], "find": {"text": "total", "context": 2}, "include": ["urls", "boxes"],
                "compression": "delta", "timings": true, "timeoutMs": 500})
        );
    }

    #[test]
    fn any_other_parameter_is_sent_as_it_is() {
        let words = [
            "-p",
            "max_chars=500",
            "-p",
            "engine=page",
            "-p",
            "format=\"tabs\"",
        ];
        let request = request(&words);
        assert_eq!(
            (
                &request["max_chars"],
                &request["engine"],
                &request["format"]
            ),
            (&json!(500), &json!("page"), &json!("tabs"))
        );
    }
}
