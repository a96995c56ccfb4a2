//! `POST /network`, `/errors`, `/downloads` and `/page-tools`, and `POST /observe` for them: the
//! lists of a tab.

use super::page_tools;
use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_page_facts::{downloads, errors, network};
use axlens_protocol::Fault;
use axlens_protocol::agent::downloads::{DownloadsAnswer, DownloadsRequest};
use axlens_protocol::agent::errors::{ErrorsAnswer, ErrorsRequest};
use axlens_protocol::agent::network::{NetworkAnswer, NetworkRequest};
use axlens_protocol::agent::page_tools::{PageTool, PageToolsAnswer, PageToolsRequest};
use axlens_protocol::wire::{
    ChromeTab, DownloadsParams, DownloadsResult, ErrorsResult, Method, NetworkResult,
    PageToolsResult,
};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Default maximum number of page tools in an answer.
const DEFAULT_PAGE_TOOLS: usize = 50;

/// A request for a list of a tab.
pub trait ListRequest: Sized {
    /// Its `what` in `/observe`, and its kind in the audit log.
    const WHAT: &'static str;
    /// Maximum number of entries in an answer.
    const MAX_ENTRIES: usize;
    /// The result of the extension.
    type Result: DeserializeOwned + Send + 'static;
    /// The answer for the agent.
    type Answer;

    /// The fields that every list has.
    fn fields(&self) -> ListFields<'_>;
    /// The query for the extension.
    fn method() -> Method;
    /// The tab of a result.
    fn tab_of(result: &Self::Result) -> &ChromeTab;
    /// The answer from a result.
    ///
    /// # Errors
    /// If the browser has no such list.
    fn answer(&self, tab: TabHandle, result: Self::Result) -> Result<Self::Answer, Fault>;
}

/// The fields that the requests for all lists have.
pub struct ListFields<'a> {
    /// The `what` of the request.
    pub what: Option<&'a str>,
    /// Maximum number of entries in the answer.
    pub limit: Option<usize>,
    /// The tab.
    pub tab: Option<TabHandle>,
    /// The browser.
    pub browser: Option<&'a String>,
    /// The name of the session.
    pub session: Option<&'a String>,
    /// The timeout, in milliseconds.
    pub timeout_ms: Option<u64>,
}

/// Answers a request.
///
/// # Errors
/// `bad_request`, and every fault of the extension.
pub async fn list<R: ListRequest>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: R,
) -> Result<R::Answer, Fault> {
    let fields = request.fields();
    let limit = request::limit(fields.timeout_ms)?;
    let session = request::session(agent, fields.session.cloned())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, &request).await
}

/// Checks a request.
///
/// # Errors
/// `bad_request`.
pub fn check<R: ListRequest>(request: &R) -> Result<(), Fault> {
    let fields = request.fields();
    if fields.what.is_some_and(|what| what != R::WHAT) {
        let message = format!("`what` must be \"{}\".", R::WHAT);
        return Err(Fault::bad_request(message));
    }
    let is_allowed = |limit: usize| (1..=R::MAX_ENTRIES).contains(&limit);
    if !fields.limit.is_none_or(is_allowed) {
        let message = format!("`limit` must be from 1 to {}.", R::MAX_ENTRIES);
        return Err(Fault::bad_request(message));
    }
    Ok(())
}

/// Answers a checked request whose session has its turn.
///
/// # Errors
/// Every fault of the extension.
pub async fn in_turn<R: ListRequest>(
    context: RequestContext<'_>,
    request: &R,
) -> Result<R::Answer, Fault> {
    subject::note_kind(R::WHAT);
    let ListFields { tab, browser, .. } = request.fields();
    let choice = TabChoice {
        tab,
        browser: browser.cloned(),
    };
    let destination = tabs::destination(context, &choice).await?;
    let result: R::Result = context.query(destination, R::method()).await?;
    let tab = R::tab_of(&result);
    subject::note_tab(tab);
    let handle = {
        let handles = &mut context.app.sessions().handles;
        handles.get_or_reassign(destination.tab(tab.id), &tab.was)
    };
    request.answer(handle, result)
}

impl ListRequest for NetworkRequest {
    const WHAT: &'static str = "network";
    const MAX_ENTRIES: usize = 1000;
    type Result = NetworkResult;
    type Answer = NetworkAnswer;

    fn fields(&self) -> ListFields<'_> {
        ListFields {
            what: self.what.as_deref(),
            limit: self.limit,
            tab: self.tab,
            browser: self.browser.as_ref(),
            session: self.session.as_ref(),
            timeout_ms: self.timeout_ms,
        }
    }

    fn method() -> Method {
        Method::Network {}
    }

    fn tab_of(result: &NetworkResult) -> &ChromeTab {
        &result.tab
    }

    fn answer(&self, tab: TabHandle, result: NetworkResult) -> Result<NetworkAnswer, Fault> {
        Ok(NetworkAnswer {
            tab,
            ..network::answer(self, &result)
        })
    }
}

impl ListRequest for ErrorsRequest {
    const WHAT: &'static str = "errors";
    const MAX_ENTRIES: usize = 300;
    type Result = ErrorsResult;
    type Answer = ErrorsAnswer;

    fn fields(&self) -> ListFields<'_> {
        ListFields {
            what: self.what.as_deref(),
            limit: self.limit,
            tab: self.tab,
            browser: self.browser.as_ref(),
            session: self.session.as_ref(),
            timeout_ms: self.timeout_ms,
        }
    }

    fn method() -> Method {
        Method::Errors {}
    }

    fn tab_of(result: &ErrorsResult) -> &ChromeTab {
        &result.tab
    }

    fn answer(&self, tab: TabHandle, result: ErrorsResult) -> Result<ErrorsAnswer, Fault> {
        Ok(ErrorsAnswer {
            tab,
            ..errors::answer(self, &result)
        })
    }
}

impl ListRequest for DownloadsRequest {
    const WHAT: &'static str = "downloads";
    const MAX_ENTRIES: usize = 100;
    type Result = DownloadsResult;
    type Answer = DownloadsAnswer;

    fn fields(&self) -> ListFields<'_> {
        ListFields {
            what: self.what.as_deref(),
            limit: self.limit,
            tab: self.tab,
            browser: self.browser.as_ref(),
            session: self.session.as_ref(),
            timeout_ms: self.timeout_ms,
        }
    }

    fn method() -> Method {
        Method::Downloads(DownloadsParams::default())
    }

    fn tab_of(result: &DownloadsResult) -> &ChromeTab {
        &result.tab
    }

    fn answer(&self, tab: TabHandle, result: DownloadsResult) -> Result<DownloadsAnswer, Fault> {
        Ok(DownloadsAnswer {
            tab,
            ..downloads::answer(self, &result)
        })
    }
}

impl ListRequest for PageToolsRequest {
    const WHAT: &'static str = "page_tools";
    const MAX_ENTRIES: usize = 200;
    type Result = PageToolsResult;
    type Answer = PageToolsAnswer;

    fn fields(&self) -> ListFields<'_> {
        ListFields {
            what: self.what.as_deref(),
            limit: self.limit,
            tab: self.tab,
            browser: self.browser.as_ref(),
            session: self.session.as_ref(),
            timeout_ms: self.timeout_ms,
        }
    }

    fn method() -> Method {
        Method::PageTools {}
    }

    fn tab_of(result: &PageToolsResult) -> &ChromeTab {
        &result.tab
    }

    fn answer(&self, tab: TabHandle, result: PageToolsResult) -> Result<PageToolsAnswer, Fault> {
        let tools = page_tools::tools_of(&result)?.into_iter();
        let mut tools: Vec<PageTool> = tools.map(|(tool, ..)| tool).collect();
        let more = result.frames.iter().map(|frame| frame.more as usize);
        let count = tools.len() + more.sum::<usize>();
        tools.truncate(self.limit.unwrap_or(DEFAULT_PAGE_TOOLS));
        Ok(PageToolsAnswer { count, tab, tools })
    }
}
