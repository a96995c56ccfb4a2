//! One action of a request, from the element that is named to what came of it.

use super::at_most_once;
use super::outcome::{self, Found};
use super::page_look::{self, PageLook};
use super::{refusal, uploads};
use crate::agents::Agent;
use crate::api::audit_record::{AuditRecord, audited_agent};
use crate::api::extension::{self, Target};
use crate::api::live_element::{self, ElementChoice, LiveElement, SelectorChoice, ShownElement};
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::page_selector::PageSelector;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::state::App;
use axlens_protocol::agent::interact::{Act, ActionResult, InteractRequest, Outcome};
use axlens_protocol::model::action::{Action, DragTo, Settled};
use axlens_protocol::model::action_table::TargetKind;
use axlens_protocol::model::dialogs::SeenDialog;
use axlens_protocol::model::{ElementId, RefusalReason, Via};
use axlens_protocol::wire::{
    self, ActReport, ChromeTab, GoneKind, InteractParams, Method, NodeHandle, OutcomeAnswer,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::render::lean::line_alone;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to do where the element has become another: nothing that is said here makes it the one that
/// was meant.
const CHANGED: &str = "Take a new snapshot, see whether it is still the element you want, and use its uid; or repeat the request with `seen`. The same request again is refused again.";

/// How often an element is looked at once more whose surroundings go on changing; then it is acted
/// on as it was seen last.
const MAX_LOOKS: usize = 4;

/// How late most pages react that react at all.
const LATE: Duration = Duration::from_millis(500);
/// Least time for one step of an action.
const MIN: Duration = Duration::from_millis(1);

/// A request whose actions are being done.
pub struct Acting<'a> {
    app: &'a Arc<App>,
    agent: &'a Arc<Agent>,
    session: &'a SessionKey,
    request: &'a InteractRequest,
    deadline: Instant,
    /// The page after the last action, where it is still as it was then.
    last: Option<(TabHandle, PageLook)>,
    /// Each tab before the first action in it, every line; none where nothing is kept of it.
    first: HashMap<TabHandle, Option<Arc<PackedBase>>>,
}

/// What came of one action.
pub struct Acted {
    /// As the agent is told.
    pub result: ActionResult,
    /// The tab that it was done in.
    pub tab: Option<TabHandle>,
    /// Tabs that it has opened.
    pub new_tabs: Vec<TabHandle>,
    /// How the wait for the page ended.
    pub settled: Settled,
    /// For how long the page was waited for, in milliseconds.
    pub waited_ms: u32,
}

/// What an action is done to.
struct Aim {
    target: Target,
    tab: TabHandle,
    element: Option<AimedElement>,
    /// The other element of the action, where it has one: that which one is dragged to.
    onto: Option<AimedElement>,
    /// The page before.
    before: Option<PageLook>,
}

/// The element of an action.
struct AimedElement {
    shown: ShownElement,
    live: LiveElement,
}

impl AimedElement {
    /// As the extension names it. Where the page made it anew, it is another node by now.
    fn handle(&self) -> NodeHandle {
        NodeHandle {
            node: self.live.node().node,
            ..self.shown.resolved.element.node.clone()
        }
    }
}

/// What an act is about, for the person who is asked.
fn line(aim: &Aim) -> String {
    let elements = [&aim.element, &aim.onto].into_iter().flatten();
    let lines: Vec<String> = elements
        .map(|element| line_alone(element.live.node()))
        .collect();
    lines.join(" → ")
}

/// What makes no sense in an action.
///
/// # Errors
/// `bad_request`.
pub fn check(act: &Act) -> Result<(), Fault> {
    let target = &act.target;
    let by_selector = target.selector.is_some();
    let given = ids(act).count() + usize::from(by_selector);
    let word = act.action.as_str();
    let message = match (act.action.info().target, given) {
        (TargetKind::Element, 0) => format!("`{word}` needs an element: give its `uid`."),
        (TargetKind::Tab, 1..) => format!("`{word}` is done to a tab: leave out the element."),
        (_, 2..) => "Give one of `uid`, `id`, `ref` and `selector`.".to_owned(),
        _ if !by_selector && (target.hosts.is_some() || target.frame.is_some()) => {
            "`hosts` and `frame` belong to a `selector`.".to_owned()
        }
        _ => {
            selector(act)?;
            return arguments(&act.action);
        }
    };
    Err(Fault::bad_request(message))
}

fn selector(act: &Act) -> Result<Option<PageSelector>, Fault> {
    act.target
        .selector
        .clone()
        .map(PageSelector::new)
        .transpose()
}

fn arguments(action: &Action) -> Result<(), Fault> {
    let message = match action {
        Action::Click(click) if !(1..=3).contains(&click.count) => "`count` must be 1, 2 or 3.",
        Action::Press { keys } if keys.0.is_empty() => "`keys` is empty.",
        Action::Select(select) => {
            let given = [
                select.values.is_some(),
                select.labels.is_some(),
                select.indexes.is_some(),
            ];
            match given.iter().filter(|given| **given).count() {
                1 => return Ok(()),
                _ => "Give one of `values`, `labels` and `indexes`.",
            }
        }
        Action::Scroll(scroll) if scroll.by.is_some() && scroll.to.is_some() => {
            "Give one of `by` and `to`."
        }
        Action::Upload { files } => return uploads::check(files),
        Action::ExecuteJs { script } if script.trim().is_empty() => "`script` is empty.",
        _ => return Ok(()),
    };
    Err(Fault::bad_request(message))
}

fn ids(act: &Act) -> impl Iterator<Item = &ElementId> {
    let target = &act.target;
    [&target.uid, &target.id, &target.reference]
        .into_iter()
        .flatten()
}

impl<'a> Acting<'a> {
    /// Begins a request.
    pub fn new(
        app: &'a Arc<App>,
        agent: &'a Arc<Agent>,
        session: &'a SessionKey,
        request: &'a InteractRequest,
        deadline: Instant,
    ) -> Acting<'a> {
        Acting {
            app,
            agent,
            session,
            request,
            deadline,
            last: None,
            first: HashMap::new(),
        }
    }

    /// A tab before the first action in it.
    pub fn before(&self, tab: TabHandle) -> Option<Arc<PackedBase>> {
        self.first.get(&tab)?.clone()
    }

    /// Does one action, as a line of the audit log.
    ///
    /// # Errors
    /// Where it was not done; and where nobody can tell.
    pub async fn recorded(&mut self, position: usize, act: &Act) -> Result<Acted, Fault> {
        let kind = act.action.info().audit_kind;
        let record = AuditRecord::of_action(self.app, audited_agent(self.agent), kind);
        let Some(mut record) = record else {
            return self.one(position, act).await;
        };
        subject::note_action(kind);
        let acted = subject::follow(record.subject(), self.one(position, act)).await;
        subject::note_same(&record.subject());
        record.end(match &acted {
            Ok(acted) => acted.result.outcome.as_str(),
            Err(fault) => fault.code.as_str(),
        });
        acted
    }

    async fn one(&mut self, position: usize, act: &Act) -> Result<Acted, Fault> {
        let id = at_most_once::act_id(self.session, self.request.key.as_deref(), position)?;
        if self.request.key.is_some()
            && let Some(acted) = self.done_before(&id, act).await?
        {
            return Ok(acted);
        }
        let aim = self.aim(act).await?;
        let (done, aim) = self.send(&id, act, aim).await?;
        let acted = self.judge(act, &aim, done).await?;
        if self.request.key.is_some() {
            self.app.answered.remember(&id, &acted.result);
        }
        Ok(acted)
    }

    fn left(&self) -> Duration {
        let left = self.deadline.saturating_duration_since(Instant::now());
        left.max(MIN)
    }

    fn tab_choice(&self) -> TabChoice {
        TabChoice {
            tab: self.request.observe.tab,
            browser: self.request.observe.browser.clone(),
        }
    }

    /// What came of an action that was done under the same key.
    async fn done_before(&mut self, id: &str, act: &Act) -> Result<Option<Acted>, Fault> {
        let target = match self.shown(act) {
            Ok(Some(shown)) => shown.resolved.chrome.into(),
            Ok(None) => self.tab_target().await?,
            // Another server may have shown it. The browser knows what was done, wherever it was.
            Err(_) => {
                let browser = self.request.observe.browser.clone();
                let choice = TabChoice { tab: None, browser };
                tabs::target(self.app, self.agent, &choice, self.left()).await?
            }
        };
        match at_most_once::ask(self.app, self.agent, target, id, self.left()).await? {
            OutcomeAnswer::Never {} => Ok(None),
            OutcomeAnswer::Begun { tab, mut report } => {
                if let Some(report) = &mut report {
                    // What the page was like before is not known any more.
                    report.unseen |= report.mutations > 0;
                }
                let chrome = tab.or(target.chrome).map(|chrome| target.tab(chrome));
                let done = Done {
                    chrome,
                    before: true,
                    report,
                };
                let tab = chrome.map(|chrome| self.app.sessions().handles.of(chrome));
                let aim = Aim {
                    target,
                    tab: tab.unwrap_or_default(),
                    element: None,
                    onto: None,
                    before: None,
                };
                let mut acted = self.judge(act, &aim, done).await?;
                if let Some(answered) = self.app.answered.recall(id) {
                    acted.result = ActionResult {
                        before: true,
                        ..answered
                    };
                }
                Ok(Some(acted))
            }
        }
    }

    fn shown(&self, act: &Act) -> Result<Option<ShownElement>, Fault> {
        let Some(id) = ids(act).next() else {
            return Ok(None);
        };
        let choice = ElementChoice {
            uid: Some(id.clone()),
            id: None,
            snapshot: act.target.snapshot,
            tab: self.tab_choice(),
            seen: act.target.seen.clone(),
        };
        live_element::shown(self.app, self.session, choice).map(Some)
    }

    async fn tab_target(&self) -> Result<Target, Fault> {
        // Once an action was done, those that name no tab are done in the same.
        let choice = match (&self.last, self.request.observe.tab) {
            (Some((tab, _)), None) => TabChoice {
                tab: Some(*tab),
                browser: None,
            },
            _ => self.tab_choice(),
        };
        let target = tabs::target(self.app, self.agent, &choice, self.left()).await?;
        Ok(target)
    }

    /// Finds what is to be acted on, as it is now.
    async fn aim(&mut self, act: &Act) -> Result<Aim, Fault> {
        let shown = self.shown(act)?;
        if act.action.info().target == TargetKind::Tab {
            let target = self.tab_target().await?;
            return Ok(Aim {
                target,
                tab: 0,
                element: None,
                onto: None,
                before: None,
            });
        }
        let (target, tab) = match &shown {
            Some(shown) => (shown.resolved.chrome.into(), shown.resolved.tab),
            None => self.tab_in_front().await?,
        };
        let shown = match selector(act)? {
            Some(selector) => Some(self.selected(act, &selector, target).await?),
            None => shown,
        };
        let before = self.look(tab).await?;
        let element = match shown {
            Some(shown) => Some(self.look_at(shown).await?),
            None => None,
        };
        let onto = match (&act.action, &element) {
            (Action::Drag { to }, Some(element)) => self.goal(to, element).await?,
            _ => None,
        };
        Ok(Aim {
            target,
            tab,
            element,
            onto,
            before: Some(before),
        })
    }

    /// What an element is dragged to.
    async fn goal(
        &self,
        to: &DragTo,
        dragged: &AimedElement,
    ) -> Result<Option<AimedElement>, Fault> {
        let DragTo::Element { uid, seen } = to else {
            return Ok(None);
        };
        let choice = ElementChoice {
            uid: Some(uid.clone()),
            tab: TabChoice {
                tab: Some(dragged.shown.resolved.tab),
                browser: None,
            },
            seen: seen.clone(),
            ..ElementChoice::default()
        };
        let shown = live_element::shown(self.app, self.session, choice)?;
        let document = |shown: &ShownElement| shown.resolved.element.node.document.clone();
        if document(&shown) != document(&dragged.shown) {
            let message = "`drag`: both elements have to be in the same frame.";
            return Err(Fault::new(Code::NotApplicable, message));
        }
        let looked = live_element::look_for_same(self.app, self.agent, &shown, self.left()).await;
        let live = looked.map_err(explained)?;
        Ok(Some(AimedElement { shown, live }))
    }

    /// The element that a selector names.
    async fn selected(
        &self,
        act: &Act,
        selector: &PageSelector,
        target: Target,
    ) -> Result<ShownElement, Fault> {
        let choice = SelectorChoice {
            selector,
            hosts: act.target.hosts.as_deref(),
            frame: act.target.frame.as_deref(),
        };
        let where_to = (self.session, target);
        live_element::selected(self.app, self.agent, where_to, choice, self.left()).await
    }

    /// The tab of an action that names no element by its id.
    async fn tab_in_front(&self) -> Result<(Target, TabHandle), Fault> {
        let target = self.tab_target().await?;
        if let Some(chrome) = target.chrome {
            let handle = self.app.sessions().handles.of(target.tab(chrome));
            return Ok((target, handle));
        }
        let tabs = tabs::of_browser(self.app, self.agent, target.browser, self.left()).await?;
        let front = tabs.iter().find(|tab| tab.active && tab.window_focused);
        let front = front.ok_or_else(|| Fault::new(Code::TabNotFound, "No tab is in front."))?;
        let chrome = self.app.sessions().handles.tab(front.tab);
        let chrome = chrome.ok_or_else(|| extension::no_such_tab(front.tab))?;
        Ok((chrome.into(), front.tab))
    }

    /// The page as it is now; after an action of this request, as it was left.
    async fn look(&mut self, tab: TabHandle) -> Result<PageLook, Fault> {
        if let Some((last, look)) = self.last.take()
            && last == tab
        {
            return Ok(look);
        }
        let look = page_look::look(self.app, self.agent, tab, self.left()).await?;
        self.first.entry(tab).or_insert_with(|| look.base.clone());
        Ok(look)
    }

    async fn look_at(&self, shown: ShownElement) -> Result<AimedElement, Fault> {
        let looked = live_element::look_for_same(self.app, self.agent, &shown, self.left()).await;
        let live = looked.map_err(explained)?;
        let node = live.node();
        let uid = shown.resolved.element.uid.clone();
        subject::note_element(uid, node.role.as_str(), &node.name);
        Ok(AimedElement { shown, live })
    }

    /// Has it done: once more where a person was asked, on what is the same element; and after
    /// another look where what is around the element has changed since the last.
    async fn send(&self, id: &str, act: &Act, mut aim: Aim) -> Result<(Done, Aim), Fault> {
        let mut go = Go::default();
        loop {
            match self.ask(id, act, &aim, &go).await? {
                Asked::Done(done) => return Ok((done, aim)),
                Asked::Consented(_) if go.permit.is_some() => return Err(asked_twice()),
                Asked::Consented(permit) => go.permit = Some(permit),
                Asked::Changed(permit) => {
                    go.permit = permit;
                    go.looks += 1;
                }
            }
            aim.element = self.again(aim.element, &go).await?;
            aim.onto = self.again(aim.onto, &go).await?;
        }
    }

    async fn again(
        &self,
        element: Option<AimedElement>,
        go: &Go,
    ) -> Result<Option<AimedElement>, Fault> {
        match element {
            Some(element) if go.permit.is_some() => self.same(element).await.map(Some),
            Some(element) => self.look_at(element.shown).await.map(Some),
            None => Ok(None),
        }
    }

    /// The element after a person was asked: what they were shown is what they said yes to, and
    /// nothing else.
    async fn same(&self, element: AimedElement) -> Result<AimedElement, Fault> {
        let id = element.shown.id.clone();
        let again = self.look_at(element.shown).await?;
        match is_same(&element.live, &again.live) {
            true => Ok(again),
            false => Err(again.live.changed(&id).hint(CHANGED)),
        }
    }

    async fn ask(&self, id: &str, act: &Act, aim: &Aim, go: &Go) -> Result<Asked, Fault> {
        let live = aim.element.as_ref().map(|element| &element.live);
        let method = Method::Interact(InteractParams {
            id: id.to_owned(),
            act: act.action.clone(),
            target: handle(act, aim)?,
            onto: aim.onto.as_ref().map(AimedElement::handle),
            line: line(aim),
            consent: go.permit.clone(),
            anyway: go.looks >= MAX_LOOKS,
            dialogs: self.request.dialogs.clone(),
            activation: self.request.activation,
        });
        let (app, agent, target) = (self.app, self.agent, aim.target);
        let answer = extension::ask(app, agent, method, target, self.left()).await;
        match answer {
            Ok(wire::InteractAnswer::Consented(permit)) => Ok(Asked::Consented(permit)),
            Ok(wire::InteractAnswer::Refused(refused))
                if refused.why == RefusalReason::Changed && go.looks < MAX_LOOKS =>
            {
                Ok(Asked::Changed(refused.permit))
            }
            Ok(wire::InteractAnswer::Refused(refused)) => {
                let id = aim.element.as_ref().map(|element| &element.shown.id);
                Err(refusal::fault(&act.action, id, live, &refused))
            }
            Ok(wire::InteractAnswer::Done {
                tab,
                before,
                report,
            }) => {
                subject::note_tab(&tab);
                let chrome = Some(self.tab_of(aim.target, &tab));
                Ok(Asked::Done(Done {
                    chrome,
                    before,
                    report,
                }))
            }
            Err(fault) => {
                let ended = at_most_once::after(app, agent, target, id, fault).await?;
                let report = match ended {
                    OutcomeAnswer::Begun { report, .. } => report,
                    OutcomeAnswer::Never {} => None,
                };
                let chrome = target.chrome.map(|chrome| target.tab(chrome));
                Ok(Asked::Done(Done {
                    chrome,
                    before: false,
                    report,
                }))
            }
        }
    }

    fn tab_of(&self, target: Target, tab: &ChromeTab) -> BrowserTab {
        let chrome = target.tab(tab.id);
        self.app.sessions().handles.of_tab(chrome, &tab.was);
        chrome
    }

    /// Compares the page before and after, and says what came of it.
    async fn judge(&mut self, act: &Act, aim: &Aim, done: Done) -> Result<Acted, Fault> {
        let tab = done
            .chrome
            .map(|chrome| self.app.sessions().handles.of(chrome));
        let Some(mut report) = done.report else {
            return Ok(unknown(act, aim, done.before, tab));
        };
        let stayed = report.gone.as_ref().map(|gone| gone.kind) != Some(GoneKind::Navigated);
        let blocked = report.dialogs.iter().any(SeenDialog::is_open);
        let after = match (&aim.before, stayed && !report.already && !blocked) {
            (Some(_), true) => page_look::look(self.app, self.agent, aim.tab, self.left())
                .await
                .ok(),
            _ => None,
        };
        let mut found = outcome::judge(&act.action, &report, aim.before.as_ref(), after.as_ref());
        let mut after = after;
        if found.outcome == Outcome::Unchanged
            && let Some(late) = self.late_look(act, aim, &mut report).await
        {
            after = Some(late);
            found = outcome::judge(&act.action, &report, aim.before.as_ref(), after.as_ref());
        }
        let seen = (&aim.element, &after, found.outcome);
        if let (Some(element), Some(after), Outcome::Changed | Outcome::Routed) = seen {
            self.acknowledge(element, aim.tab, after).await;
        }
        let kept = match report.already {
            true => aim.before.clone(),
            false => after,
        };
        self.last = tab.zip(kept);
        let opened = report.opened.iter();
        let mut sessions = self.app.sessions();
        let new_tabs: Vec<TabHandle> = opened
            .map(|chrome| sessions.handles.of(aim.target.tab(*chrome)))
            .collect();
        drop(sessions);
        Ok(acted(
            act,
            aim,
            done.before,
            (tab, new_tabs),
            *report,
            found,
        ))
    }

    /// Looks once more where something has moved that a snapshot does not show: what goes with a
    /// transition is gone at the end of it. As late as where nothing moves at all.
    async fn late_look(&self, act: &Act, aim: &Aim, report: &mut ActReport) -> Option<PageLook> {
        let left = LATE.saturating_sub(Duration::from_millis(report.waited_ms.into()));
        let may_be_late = matches!(
            act.action,
            Action::Click(_) | Action::Activate | Action::Check | Action::Uncheck
        );
        if report.mutations == 0 || !may_be_late || left.is_zero() {
            return None;
        }
        tokio::time::sleep_until(tokio::time::Instant::now() + left).await;
        report.waited_ms += u32::try_from(left.as_millis()).unwrap_or_default();
        report.watched_ms = report.watched_ms.max(report.waited_ms);
        let look = page_look::look(self.app, self.agent, aim.tab, self.left());
        look.await.ok()
    }

    /// What an action changed in the row of its element, its answer shows.
    async fn acknowledge(&self, element: &AimedElement, tab: TabHandle, after: &PageLook) {
        let (app, shown, live) = (self.app, &element.shown, &element.live);
        if !after.elements.is_empty() {
            return live_element::acknowledge_row(app, shown, live, &after.elements);
        }
        // Somebody else has looked at the same moment. What can't be read stays as it is known.
        let again = page_look::look_at_elements(app, self.agent, tab, self.left()).await;
        if let Ok(again) = again {
            live_element::acknowledge_row(app, shown, live, &again.elements);
        }
    }
}

/// What the extension has done.
struct Done {
    chrome: Option<BrowserTab>,
    before: bool,
    /// None: nobody can tell any more.
    report: Option<Box<ActReport>>,
}

enum Asked {
    Done(Done),
    Consented(String),
    /// Nothing was sent: what is around the element has changed since it was looked at. With a
    /// permit, where a person had allowed it.
    Changed(Option<String>),
}

/// What speaks for doing it now.
#[derive(Default)]
struct Go {
    /// A person has allowed it.
    permit: Option<String>,
    /// How often it was looked at once more.
    looks: usize,
}

/// The element as the extension names it; what has the focus, where none is named.
fn handle(act: &Act, aim: &Aim) -> Result<Option<NodeHandle>, Fault> {
    if let Some(element) = &aim.element {
        return Ok(Some(element.handle()));
    }
    if act.action.info().target == TargetKind::Tab {
        return Ok(None);
    }
    let look = aim.before.as_ref();
    let document = look.and_then(|look| look.document.clone().zip(Some(look.world)));
    let (document, world) = document.ok_or_else(|| {
        let message = format!("`{}`: the page holds nothing.", act.action.as_str());
        Fault::new(Code::NotApplicable, message)
    })?;
    Ok(Some(NodeHandle {
        document,
        world,
        node: 0,
    }))
}

fn unknown(act: &Act, aim: &Aim, before: bool, tab: Option<TabHandle>) -> Acted {
    let found = Found {
        outcome: Outcome::Unknown,
        evidence: Default::default(),
    };
    acted(
        act,
        aim,
        before,
        (tab, Vec::new()),
        ActReport::default(),
        found,
    )
}

fn acted(
    act: &Act,
    aim: &Aim,
    before: bool,
    (tab, new_tabs): (Option<TabHandle>, Vec<TabHandle>),
    report: ActReport,
    found: Found,
) -> Acted {
    let live = aim.element.as_ref().map(|element| &element.live);
    let node = live.map(LiveElement::node);
    let uid = |element: &AimedElement| element.shown.resolved.element.uid.clone();
    // An action that opens a tab goes on there.
    let tab = match act.action {
        Action::NewTab { .. } => new_tabs.first().copied().or(tab),
        _ => tab,
    };
    Acted {
        result: ActionResult {
            action: act.action.as_str().to_owned(),
            before,
            evidence: found.evidence,
            hint: report.hint,
            name: node.map(|node| node.name.clone()),
            outcome: found.outcome,
            renamed: live.is_some_and(LiveElement::renamed),
            rerendered: live.is_some_and(LiveElement::rerendered),
            role: node.map(|node| node.role),
            threw: report.threw,
            uid: aim.element.as_ref().and_then(uid),
            value: report.value.map(|json| value_of(json, report.length)),
            value_length: report.length,
            via: report.via.filter(is_notable),
        },
        tab,
        new_tabs,
        settled: report.settled,
        waited_ms: report.waited_ms,
    }
}

/// Whether the answer mentions how an action was executed.
fn is_notable(via: &Via) -> bool {
    match via {
        Via::Pointer | Via::Keyboard => false,
        Via::Label | Via::Activate | Via::Script => true,
    }
}

/// What a script gave; text of what was cut, and of what is no JSON.
fn value_of(json: String, cut: Option<u32>) -> serde_json::Value {
    match cut {
        Some(_) => json.into(),
        None => serde_json::from_str(&json).unwrap_or_else(|_| json.into()),
    }
}

/// The fault of an element that is not what it was, with what to do about it here.
fn explained(fault: Fault) -> Fault {
    match fault.code {
        Code::ChangedUid => fault.hint(CHANGED),
        _ => fault,
    }
}

/// Whether an element is unchanged since the person was asked.
fn is_same(before: &LiveElement, now: &LiveElement) -> bool {
    let (before, now) = (before.node(), now.node());
    (before.role, &before.name, before.context) == (now.role, &now.name, now.context)
}

fn asked_twice() -> Fault {
    let message = "The extension asked the person again for what they had allowed.";
    Fault::new(Code::Internal, message)
}
