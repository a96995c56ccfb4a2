//! The page in a tab: reads of it, and actions.

use crate::browser::Browser;
use crate::changes;
use crate::error::{Error, Result};
use crate::operations::Effect;
use crate::target::Target;
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest};
use axlens_protocol::agent::find::{ElementCriteria, FindAnswer, FindRequest};
use axlens_protocol::agent::get::{GetAnswer, GetRequest};
use axlens_protocol::agent::interact::{
    ActionResult, ElementReference, InteractAnswer, InteractRequest, Show, Step, StepResult,
    TargetedAction,
};
use axlens_protocol::agent::locate::{LocateAnswer, LocateRequest};
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::agent::screenshot::{ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::agent::wait::{WaitAnswer, WaitRequest};
use axlens_protocol::agent::{SerializedJson, TabHandle};
use axlens_protocol::model::action::Action;
use axlens_snapshot::options::Format;

/// The page in a tab. A clone has the same tab and its own last answer.
#[derive(Clone)]
pub struct Page {
    browser: Browser,
    tab: Option<TabHandle>,
    text: String,
    changes: String,
    url: String,
    title: String,
    answer: Option<InteractAnswer>,
}

/// Options of the actions of one request.
#[derive(Debug, Clone, Default)]
pub struct ActOptions {
    /// Idempotency key: a later request with the same key gets the outcomes of the first one.
    pub key: Option<String>,
    /// How dialogs of the page are answered; default: they stay open for the user.
    pub dialogs: Option<axlens_protocol::model::dialogs::Dialogs>,
    /// Whether each action waits until the user grants a gesture.
    pub activation: bool,
    /// Whether the actions are only checked.
    pub dry_run: bool,
    /// The snapshot in the answer.
    pub show: Show,
}

impl Browser {
    /// The page in the tab in front, which is determined when it is first read.
    pub fn page(&self) -> Page {
        Page::new(self.clone(), None)
    }

    /// The page in a tab.
    pub fn page_in(&self, tab: TabHandle) -> Page {
        Page::new(self.clone(), Some(tab))
    }

    /// Opens a page in a new tab, in the background.
    ///
    /// # Errors
    /// Those of a request, and [`Error::Invalid`] if the server names no tab.
    pub async fn open(&self, url: impl Into<String>) -> Result<Page> {
        let url = Some(url.into());
        let mut page = self.page();
        page.act_on_tab(Action::NewTab { url }).await?;
        let opened = page.answer().and_then(|answer| answer.new_tabs.first());
        let tab = opened.ok_or_else(|| Error::Invalid("no tab was opened".to_owned()))?;
        Ok(self.page_in(*tab))
    }
}

impl Page {
    pub(crate) fn new(browser: Browser, tab: Option<TabHandle>) -> Page {
        Page {
            browser,
            tab,
            text: String::new(),
            changes: String::new(),
            url: String::new(),
            title: String::new(),
            answer: None,
        }
    }

    /// Number of the tab; `None` before the first answer of a page in front.
    pub fn tab(&self) -> Option<TabHandle> {
        self.tab
    }

    /// Session of the uids.
    pub fn session(&self) -> &str {
        self.browser.session()
    }

    /// Lines of the last answer: a snapshot, the matches of a search with their rows, or the lines
    /// that an action has changed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// URL of the page, when it was last read.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Title of the page, when it was last read.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The answer of the last actions.
    pub fn answer(&self) -> Option<&InteractAnswer> {
        self.answer.as_ref()
    }

    /// What the last actions have changed: each outcome, then the changed lines.
    pub fn changes(&self) -> &str {
        &self.changes
    }

    /// Takes a snapshot in the format `lean`.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn observe(&mut self) -> Result<ObserveAnswer> {
        self.observe_with(ObserveRequest {
            format: Format::Lean,
            ..ObserveRequest::default()
        })
        .await
    }

    /// Takes a snapshot with options.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn observe_with(&mut self, mut request: ObserveRequest) -> Result<ObserveAnswer> {
        request.what = Some("a11y_tree".to_owned());
        request.tab = self.tab;
        request.session = Some(self.session().to_owned());
        let answer: ObserveAnswer = self.read("/observe", &request).await?;
        self.tab = Some(answer.tab);
        self.text = answer.tree.read().map_err(Error::Answer)?;
        self.remember(Some(&answer.url), Some(&answer.page_title));
        Ok(answer)
    }

    /// Reads one property of an element, or of the page.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn get(&mut self, mut request: GetRequest) -> Result<GetAnswer> {
        request.tab = self.tab;
        request.session = Some(self.session().to_owned());
        self.read("/get", &request).await
    }

    /// Waits for a condition.
    ///
    /// # Errors
    /// `not_yet` if the time is up before it holds.
    pub async fn wait(&mut self, mut request: WaitRequest) -> Result<WaitAnswer> {
        request.tab = self.tab;
        request.session = Some(self.session().to_owned());
        let answer: WaitAnswer = self.read("/wait", &request).await?;
        self.tab = answer.tab.or(self.tab);
        self.remember(answer.url.as_deref(), answer.page_title.as_deref());
        Ok(answer)
    }

    /// Box and selector of an element of an earlier answer.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn locate(&mut self, mut request: LocateRequest) -> Result<LocateAnswer> {
        request.session = Some(self.session().to_owned());
        self.read("/locate", &request).await
    }

    /// Why an element has its role, name and states.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn explain(&mut self, mut request: ExplainRequest) -> Result<ExplainAnswer> {
        request.tab = request.tab.or(self.tab);
        request.session = Some(self.session().to_owned());
        self.read("/explain", &request).await
    }

    /// A screenshot of the tab, of an element or of the whole page.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn screenshot(&mut self, mut request: ScreenshotRequest) -> Result<ScreenshotAnswer> {
        request.tab = self.tab;
        request.session = Some(self.session().to_owned());
        self.read("/screenshot", &request).await
    }

    /// Executes an action on an element.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act(&mut self, target: impl Into<Target>, action: Action) -> Result<ActionResult> {
        let target = target.into().0;
        self.act_once(TargetedAction { action, target }).await
    }

    /// Executes an action on the tab.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act_on_tab(&mut self, action: Action) -> Result<ActionResult> {
        let target = ElementReference::default();
        self.act_once(TargetedAction { action, target }).await
    }

    async fn act_once(&mut self, action: TargetedAction) -> Result<ActionResult> {
        let answer = self.run(vec![action.into()], ActOptions::default()).await?;
        let result = answer.results.into_iter().find_map(StepResult::into_action);
        result.ok_or_else(|| Error::Invalid("the answer has no result".to_owned()))
    }

    /// Executes actions, and reads between them, up to the first fault.
    ///
    /// # Errors
    /// Those of a request, with the results of the steps before the one that failed.
    pub async fn run(&mut self, actions: Vec<Step>, options: ActOptions) -> Result<InteractAnswer> {
        let observe = ObserveRequest {
            tab: self.tab,
            session: Some(self.session().to_owned()),
            ..ObserveRequest::default()
        };
        let request = InteractRequest {
            actions,
            key: options.key,
            dialogs: options.dialogs,
            activation: options.activation,
            dry_run: options.dry_run,
            show: options.show,
            has_view: false,
            observe,
        };
        let answer = self.browser.post("/interact", &request, Effect::Acts).await;
        let answer: InteractAnswer = answer?;
        self.tab = Some(answer.tab);
        self.changes = changes::text(&answer).map_err(Error::Answer)?;
        let tree = answer.tree.as_ref().map(SerializedJson::read).transpose();
        self.text = tree.map_err(Error::Answer)?.unwrap_or_default();
        self.remember(answer.url.as_deref(), answer.page_title.as_deref());
        self.answer = Some(answer.clone());
        Ok(answer)
    }

    pub(crate) async fn matches(&mut self, criteria: ElementCriteria) -> Result<FindAnswer> {
        let request = FindRequest {
            criteria,
            limit: Some(MAX_MATCHES),
            tab: self.tab,
            session: Some(self.session().to_owned()),
            ..FindRequest::default()
        };
        let answer: FindAnswer = self.read("/find", &request).await?;
        self.tab = Some(answer.tab);
        self.text.clone_from(&answer.tree);
        self.remember(Some(&answer.url), Some(&answer.page_title));
        Ok(answer)
    }

    async fn read<A: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        request: &impl serde::Serialize,
    ) -> Result<A> {
        self.browser.post(path, request, Effect::Reads).await
    }

    fn remember(&mut self, url: Option<&str>, title: Option<&str>) {
        if let Some(url) = url {
            url.clone_into(&mut self.url);
        }
        if let Some(title) = title {
            title.clone_into(&mut self.title);
        }
    }
}

/// The largest `limit` of a search.
const MAX_MATCHES: usize = 100;
