//! The lists of the tool `observe`: requests, errors and downloads. A cursor is the time of an
//! earlier answer.

use super::ObserveArguments;
use crate::api::observe::{pins, tab_list};
use crate::mcp::call::{Call, Content, ToolResult};
use crate::mcp::page_marks::marked;
use crate::text::answer_text;
use axlens_page_facts::{downloads, errors, network, page_tools};
use axlens_protocol::Fault;
use axlens_protocol::agent::downloads::DownloadsRequest;
use axlens_protocol::agent::errors::ErrorsRequest;
use axlens_protocol::agent::network::NetworkRequest;
use axlens_protocol::agent::observe::FindChoice;
use axlens_protocol::agent::observe::pins::PinsRequest;
use axlens_protocol::agent::page_tools::PageToolsRequest;
use axlens_protocol::model::PageErrorKind;
use serde_json::Value;

/// What `what` names.
#[derive(Debug, Clone, Copy)]
pub(super) enum ListName {
    Network,
    Errors,
    Downloads,
    PageTools,
    Pins,
}

impl ListName {
    /// The list with a name.
    pub(super) fn of(what: &str) -> Option<ListName> {
        match what {
            "network" => Some(ListName::Network),
            "errors" => Some(ListName::Errors),
            "downloads" => Some(ListName::Downloads),
            "page_tools" => Some(ListName::PageTools),
            pins::WHAT => Some(ListName::Pins),
            _ => None,
        }
    }
}

/// Answers with a list.
pub(super) async fn list(call: &Call, what: ListName, args: ObserveArguments) -> ToolResult {
    let (app, agent, session) = (&call.app, &call.agent, call.session.clone());
    let text = match what {
        ListName::Network => {
            let request = args.network_request(session)?;
            network::text(&tab_list::list(app, agent, request).await?)
        }
        ListName::Errors => {
            let request = args.errors_request(session)?;
            errors::text(&tab_list::list(app, agent, request).await?)
        }
        ListName::Downloads => {
            let request = args.downloads_request(session)?;
            downloads::text(&tab_list::list(app, agent, request).await?)
        }
        ListName::PageTools => {
            let request = args.page_tools_request(session)?;
            page_tools::text(&tab_list::list(app, agent, request).await?)
        }
        ListName::Pins => {
            let request = args.pins_request(session)?;
            answer_text::pinned(&pins::pins(app, agent, request).await?)
        }
    };
    Ok(Content::of_text(marked(&text)))
}

impl ObserveArguments {
    fn network_request(self, session: String) -> Result<NetworkRequest, Fault> {
        self.check("network", &["find", "failed", "kinds"])?;
        Ok(NetworkRequest {
            after: self.after()?,
            url: self.find.map(text_of).transpose()?,
            failed: self.failed,
            kinds: self.kinds,
            limit: self.limit,
            tab: self.tab,
            browser: self.browser,
            session: Some(session),
            ..NetworkRequest::default()
        })
    }

    fn errors_request(self, session: String) -> Result<ErrorsRequest, Fault> {
        self.check("errors", &["kinds"])?;
        Ok(ErrorsRequest {
            after: self.after()?,
            kinds: error_kinds(self.kinds)?,
            limit: self.limit,
            tab: self.tab,
            browser: self.browser,
            session: Some(session),
            ..ErrorsRequest::default()
        })
    }

    fn downloads_request(self, session: String) -> Result<DownloadsRequest, Fault> {
        self.check("downloads", &[])?;
        Ok(DownloadsRequest {
            after: self.after()?,
            limit: self.limit,
            tab: self.tab,
            browser: self.browser,
            session: Some(session),
            ..DownloadsRequest::default()
        })
    }

    fn page_tools_request(self, session: String) -> Result<PageToolsRequest, Fault> {
        self.check("page_tools", &[])?;
        Ok(PageToolsRequest {
            limit: self.limit,
            tab: self.tab,
            browser: self.browser,
            session: Some(session),
            ..PageToolsRequest::default()
        })
    }

    fn pins_request(self, session: String) -> Result<PinsRequest, Fault> {
        self.check(pins::WHAT, &[])?;
        Ok(PinsRequest {
            tab: self.tab,
            browser: self.browser,
            session: Some(session),
            ..PinsRequest::default()
        })
    }

    /// # Errors
    /// `bad_request` if an argument does not apply to the list.
    fn check(&self, what: &str, own: &[&str]) -> Result<(), Fault> {
        let arguments = [
            ("scope", self.scope.is_some()),
            ("interactive", self.interactive || self.interactive_only),
            ("changes", self.changes),
            ("find", self.find.is_some()),
            ("max_tokens", self.max_tokens.is_some()),
            ("max_depth", self.max_depth.is_some()),
            ("failed", self.failed),
            ("kinds", !self.kinds.is_empty()),
        ];
        let mut invalid = arguments
            .into_iter()
            .filter(|(name, is_there)| *is_there && !own.contains(name));
        let Some((name, _)) = invalid.next() else {
            return Ok(());
        };
        let valid = ["tab", "cursor", "limit"].iter().chain(own);
        let valid: Vec<String> = valid.map(|name| format!("`{name}`")).collect();
        Err(Fault::bad_request(format!(
            "`{name}` does not apply to `what`: \"{what}\". What applies: {}.",
            valid.join(", ")
        )))
    }

    /// The time of an earlier answer.
    fn after(&self) -> Result<Option<f64>, Fault> {
        let time = |cursor: &String| {
            axlens_page_facts::tab_list::time(cursor).ok_or_else(|| {
                Fault::bad_request(
                    "`cursor` must be the number after `up to` in an earlier answer.",
                )
            })
        };
        self.cursor.as_ref().map(time).transpose()
    }
}

fn text_of(find: FindChoice) -> Result<String, Fault> {
    match find {
        FindChoice::Text(text) => Ok(text),
        FindChoice::Whole(_) => Err(Fault::bad_request(
            "With `what`: \"network\", `find` must be a text.",
        )),
    }
}

fn error_kinds(names: Vec<String>) -> Result<Vec<PageErrorKind>, Fault> {
    let kind = |name: String| {
        serde_json::from_value(Value::String(name))
            .map_err(|error| Fault::bad_request(format!("`kinds`: {error}.")))
    };
    names.into_iter().map(kind).collect()
}
