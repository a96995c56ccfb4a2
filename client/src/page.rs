//! The page in a tab: reads of it, and actions.

use crate::browser::Browser;
use crate::error::{Error, Result};
use crate::operations::Effect;
use crate::target::Target;
use axlens_protocol::agent::downloads::{DownloadsAnswer, DownloadsRequest};
use axlens_protocol::agent::errors::{ErrorsAnswer, ErrorsRequest};
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest};
use axlens_protocol::agent::find::{ElementCriteria, FindAnswer, FindRequest};
use axlens_protocol::agent::get::{GetAnswer, GetRequest};
use axlens_protocol::agent::interact::ask_user::{AskUserAnswer, AskUserRequest};
use axlens_protocol::agent::interact::{
    ActionResult, ElementReference, InteractAnswer, InteractRequest, Show, Step, StepResult,
    TargetedAction,
};
use axlens_protocol::agent::locate::{LocateAnswer, LocateRequest};
use axlens_protocol::agent::network::{NetworkAnswer, NetworkRequest};
use axlens_protocol::agent::observe::pins::{PinsAnswer, PinsRequest};
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::agent::page_tools::{PageToolsAnswer, PageToolsRequest};
use axlens_protocol::agent::screenshot::{ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::agent::wait::{WaitAnswer, WaitRequest};
use axlens_protocol::agent::{SerializedJson, TabHandle};
use axlens_protocol::model::action::Action;
use axlens_snapshot::options::Format;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The page in a tab. Clones and elements share the last answer.
#[derive(Clone)]
pub struct Page {
    browser: Browser,
    last: Arc<Mutex<LastAnswer>>,
}

/// What is known from the answers.
#[derive(Default)]
struct LastAnswer {
    tab: Option<TabHandle>,
    text: String,
    changes: String,
    url: String,
    title: String,
    acted: Option<InteractAnswer>,
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
        let action = TargetedAction {
            action: Action::NewTab { url },
            target: ElementReference::default(),
        };
        let options = ActOptions::default();
        let answer = self.page().run(vec![action.into()], options).await?;
        let tab = answer.new_tabs.first();
        let tab = tab.ok_or_else(|| Error::Invalid("no tab was opened".to_owned()))?;
        let page = self.page_in(*tab);
        page.acted(answer, true)?;
        Ok(page)
    }
}

impl Page {
    pub(crate) fn new(browser: Browser, tab: Option<TabHandle>) -> Page {
        let last = LastAnswer {
            tab,
            ..LastAnswer::default()
        };
        Page {
            browser,
            last: Arc::new(Mutex::new(last)),
        }
    }

    fn last(&self) -> MutexGuard<'_, LastAnswer> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of the tab; `None` before the first answer of a page in front.
    pub fn tab(&self) -> Option<TabHandle> {
        self.last().tab
    }

    /// Session of the uids.
    pub fn session(&self) -> &str {
        self.browser.session()
    }

    /// Lines of the last answer: a snapshot, the matches of a search with their rows, or the lines
    /// that an action has changed.
    pub fn text(&self) -> String {
        self.last().text.clone()
    }

    /// URL of the page, when it was last read.
    pub fn url(&self) -> String {
        self.last().url.clone()
    }

    /// Title of the page, when it was last read.
    pub fn title(&self) -> String {
        self.last().title.clone()
    }

    /// The answer of the last actions; with a fault, the results before it.
    pub fn answer(&self) -> Option<InteractAnswer> {
        self.last().acted.clone()
    }

    /// What the last actions have changed: each outcome, then the changed lines.
    pub fn changes(&self) -> String {
        self.last().changes.clone()
    }

    /// Takes a snapshot in the format `lean`.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn observe(&self) -> Result<ObserveAnswer> {
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
    pub async fn observe_with(&self, mut request: ObserveRequest) -> Result<ObserveAnswer> {
        request.what = Some("a11y_tree".to_owned());
        request.tab = self.tab();
        request.session = Some(self.session().to_owned());
        let answer: ObserveAnswer = self.read("/observe", &request).await?;
        let text = answer.tree.read().map_err(Error::Answer)?;
        let mut last = self.last();
        last.remember(answer.tab, Some(&answer.url), Some(&answer.page_title));
        last.text = text;
        drop(last);
        Ok(answer)
    }

    /// Reads one property of an element, or of the page.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn get(&self, mut request: GetRequest) -> Result<GetAnswer> {
        request.tab = self.tab();
        request.session = Some(self.session().to_owned());
        let answer: GetAnswer = self.read("/get", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// Waits for a condition.
    ///
    /// # Errors
    /// `not_yet` if the time is up before it holds.
    pub async fn wait(&self, mut request: WaitRequest) -> Result<WaitAnswer> {
        request.tab = self.tab();
        request.session = Some(self.session().to_owned());
        let answer: WaitAnswer = self.read("/wait", &request).await?;
        if let Some(tab) = answer.tab {
            let (url, title) = (answer.url.as_deref(), answer.page_title.as_deref());
            self.last().remember(tab, url, title);
        }
        Ok(answer)
    }

    /// Box and selector of an element of an earlier answer.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn locate(&self, mut request: LocateRequest) -> Result<LocateAnswer> {
        request.session = Some(self.session().to_owned());
        let answer: LocateAnswer = self.read("/locate", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// Why an element has its role, name and states.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn explain(&self, mut request: ExplainRequest) -> Result<ExplainAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer: ExplainAnswer = self.read("/explain", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// The requests of the page and its frames.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn network(&self, mut request: NetworkRequest) -> Result<NetworkAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer: NetworkAnswer = self.read("/network", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// What the browser reports of the page and its frames, and their failed resources.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn errors(&self, mut request: ErrorsRequest) -> Result<ErrorsAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer: ErrorsAnswer = self.read("/errors", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// The downloads that the tab has started, if the user lets Axlens see downloads.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn downloads(&self, mut request: DownloadsRequest) -> Result<DownloadsAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer: DownloadsAnswer = self.read("/downloads", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// The tools that the page offers to agents.
    ///
    /// # Errors
    /// Those of a request; `not_supported` if the browser has no page tools.
    pub async fn page_tools(&self, mut request: PageToolsRequest) -> Result<PageToolsAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer: PageToolsAnswer = self.read("/page-tools", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// The elements that the user has pinned for agents, with their notes.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn pins(&self) -> Result<PinsAnswer> {
        let request = PinsRequest {
            tab: self.tab(),
            session: Some(self.session().to_owned()),
            ..PinsRequest::default()
        };
        let answer: PinsAnswer = self.read("/pins", &request).await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// Asks the user a question about this page, or to do something on it.
    ///
    /// # Errors
    /// Those of a request; `permission_denied` if nobody can be asked now.
    pub async fn ask_user(&self, mut request: AskUserRequest) -> Result<AskUserAnswer> {
        request.tab = request.tab.or(self.tab());
        request.session = Some(self.session().to_owned());
        let answer = self.browser.post("/ask-user", &request, Effect::Acts);
        let answer: AskUserAnswer = answer.await?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// A screenshot of the tab, of an element or of the whole page.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn screenshot(&self, mut request: ScreenshotRequest) -> Result<ScreenshotAnswer> {
        request.tab = self.tab();
        request.session = Some(self.session().to_owned());
        // A whole page is scrolled.
        let effect = if request.full {
            Effect::Acts
        } else {
            Effect::Reads
        };
        let answer = self.browser.post("/screenshot", &request, effect).await;
        let answer: ScreenshotAnswer = answer?;
        self.last().remember(answer.tab, None, None);
        Ok(answer)
    }

    /// Executes an action on an element.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act(&self, target: impl Into<Target>, action: Action) -> Result<ActionResult> {
        let target = target.into().0;
        self.act_once(TargetedAction { action, target }).await
    }

    /// Executes an action on the tab.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act_on_tab(&self, action: Action) -> Result<ActionResult> {
        let target = ElementReference::default();
        self.act_once(TargetedAction { action, target }).await
    }

    async fn act_once(&self, action: TargetedAction) -> Result<ActionResult> {
        let answer = self.run(vec![action.into()], ActOptions::default()).await?;
        let result = answer.results.into_iter().find_map(StepResult::into_action);
        result.ok_or_else(|| Error::Invalid("the answer has no result".to_owned()))
    }

    /// Executes actions, and reads between them, up to the first fault.
    ///
    /// # Errors
    /// Those of a request, with the results of the steps before the one that failed.
    pub async fn run(&self, actions: Vec<Step>, options: ActOptions) -> Result<InteractAnswer> {
        let observe = ObserveRequest {
            tab: self.tab(),
            session: Some(self.session().to_owned()),
            ..ObserveRequest::default()
        };
        let request = InteractRequest {
            key: options.key,
            dialogs: options.dialogs,
            activation: options.activation,
            dry_run: options.dry_run,
            show: options.show,
            with_text: true,
            ..InteractRequest::of(actions, observe)
        };
        // The address of an answer about a new tab is not that of this page.
        let is_of_tab = !request.actions.iter().any(opens_tab);
        match self.browser.post("/interact", &request, Effect::Acts).await {
            Ok(answer) => self.acted(answer, is_of_tab),
            Err(error) => {
                if let Error::Fault(refused) = &error
                    && let Some(done) = &refused.done
                {
                    self.acted(done.clone(), is_of_tab)?;
                }
                Err(error)
            }
        }
    }

    /// Stores the answer of actions. `is_of_tab`: its address is that of this page.
    fn acted(&self, answer: InteractAnswer, is_of_tab: bool) -> Result<InteractAnswer> {
        let tree = answer.tree.as_ref().map(SerializedJson::read).transpose();
        let text = tree.map_err(Error::Answer)?.unwrap_or_default();
        let mut last = self.last();
        if is_of_tab {
            let (url, title) = (answer.url.as_deref(), answer.page_title.as_deref());
            last.remember(answer.tab, url, title);
        }
        last.changes = answer.text.clone().unwrap_or_default();
        last.text = text;
        last.acted = Some(answer.clone());
        drop(last);
        Ok(answer)
    }

    pub(crate) async fn matches(&self, criteria: ElementCriteria) -> Result<FindAnswer> {
        let request = FindRequest {
            criteria,
            tab: self.tab(),
            session: Some(self.session().to_owned()),
            ..FindRequest::default()
        };
        let answer: FindAnswer = self.read("/find", &request).await?;
        let mut last = self.last();
        last.remember(answer.tab, Some(&answer.url), Some(&answer.page_title));
        last.text.clone_from(&answer.tree);
        drop(last);
        Ok(answer)
    }

    async fn read<A: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        request: &impl serde::Serialize,
    ) -> Result<A> {
        self.browser.post(path, request, Effect::Reads).await
    }
}

fn opens_tab(step: &Step) -> bool {
    matches!(step, Step::Action(action) if matches!(action.action, Action::NewTab { .. }))
}

impl LastAnswer {
    /// Takes the tab of a page that has none yet, and URL and title if the answer has them.
    fn remember(&mut self, tab: TabHandle, url: Option<&str>, title: Option<&str>) {
        self.tab.get_or_insert(tab);
        if let Some(url) = url {
            url.clone_into(&mut self.url);
        }
        if let Some(title) = title {
            title.clone_into(&mut self.title);
        }
    }
}
