//! `POST /wait`: until the page is as the agent says, or the time is up. The page is looked at, and
//! again only when it has said that something changed.

mod condition;

use crate::agents::Agent;
use crate::api::extension::{self, Target};
use crate::api::find;
use crate::api::find::sought::Search;
use crate::api::observe::{self, Looked};
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::agent::find::FoundElement;
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::wire::{ChangesParams, ChangesResult, Method};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::Found;
use condition::Condition;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// For how long one query waits for changes: a worker that is ended is asked anew before long.
const ONE_QUERY: Duration = Duration::from_secs(20);

/// What a query for changes may take beyond its wait.
const BEYOND: Duration = Duration::from_secs(3);

/// When nothing has changed for so long, the page is quiet.
const QUIET: Duration = Duration::from_millis(500);

/// How often in a row a page may not be readable: more is no passing state.
const MAX_UNREAD: usize = 3;

/// A page that changes all the time is looked at for a part of the time alone: this many times as
/// long as the look took, nothing is done.
const REST: u32 = 3;

/// Answers a request.
///
/// # Errors
/// `not_yet` when the time is up; `bad_request` for what can't be waited for; those of ids, and
/// every fault of the extension.
pub async fn wait(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: WaitRequest,
) -> Result<WaitAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    let (condition, tab) = condition_of(app, &session, &request)?;
    let began = Instant::now();
    if let Condition::Time = condition {
        tokio::time::sleep_until(began + limit).await;
        return Ok(WaitAnswer {
            event: request.event,
            waited_ms: milliseconds(began.elapsed()),
            ..WaitAnswer::default()
        });
    }
    let (_turn, limit) = turn(app, agent, limit).await?;
    let target = tabs::target(app, agent, &tab, limit).await?;
    let mut waiting = Waiting {
        app,
        agent,
        session: &session,
        condition,
        tab,
        target,
        until: began + limit,
        seen: None,
        unread: 0,
    };
    let come = waiting.until_it_is().await?;
    answer(&waiting, &request, come, began).await
}

/// What is waited for, and in which tab.
fn condition_of(
    app: &App,
    session: &SessionKey,
    request: &WaitRequest,
) -> Result<(Condition, TabChoice), Fault> {
    let tab = TabChoice {
        tab: request.tab,
        browser: request.browser.clone(),
    };
    let resolved = request.uid.as_ref().map(|id| {
        let resolved = resolve_id::find(app, session, id, None, &tab)?;
        Ok::<_, Fault>((id, resolved))
    });
    let resolved = resolved.transpose()?;
    let tab = match &resolved {
        Some((_, resolved)) => TabChoice {
            tab: Some(resolved.tab),
            browser: None,
        },
        None => tab,
    };
    Ok((Condition::new(request, resolved)?, tab))
}

/// A wait under way.
struct Waiting<'a> {
    app: &'a Arc<App>,
    agent: &'a Arc<Agent>,
    session: &'a SessionKey,
    condition: Condition,
    tab: TabChoice,
    target: Target,
    until: Instant,
    /// What has changed so far, as the extension names it.
    seen: Option<String>,
    /// How often in a row the page could not be read.
    unread: usize,
}

/// What was there when it came to be.
struct Come {
    looked: Looked,
    found: Found,
}

impl Waiting<'_> {
    /// # Errors
    /// `not_yet`, and every fault of the extension that does not pass by itself.
    async fn until_it_is(&mut self) -> Result<Come, Fault> {
        // What changes from here on is not missed.
        self.changed(Duration::ZERO).await?;
        if let Condition::Quiet = self.condition {
            self.until_quiet().await?;
        }
        loop {
            let began = Instant::now();
            let is_last = self.left().is_zero();
            if let Some(looked) = self.look().await? {
                let (is, found) = self.condition.holds(&looked);
                if is {
                    return Ok(Come { looked, found });
                }
                if is_last {
                    return Err(self.condition.not_yet(&looked, &found));
                }
                let rested = (Instant::now() + began.elapsed() * REST).min(self.until);
                while !self.changed(self.left()).await? && !self.left().is_zero() {}
                tokio::time::sleep_until(rested).await;
            }
        }
    }

    /// # Errors
    /// `not_yet` where the page changes until the time is up.
    async fn until_quiet(&mut self) -> Result<(), Fault> {
        while self.changed(QUIET).await? {
            if self.left().is_zero() {
                return Err(Fault::new(Code::NotYet, "The page goes on changing."));
            }
        }
        Ok(())
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// The page as it is now; none where it could not be read, as one that is on its way to another
    /// can't for a moment.
    async fn look(&mut self) -> Result<Option<Looked>, Fault> {
        let read = match self.read(self.condition.search()).await {
            Err(fault) if fault.code == Code::ScopeNotFound => {
                self.read(&self.condition.search().for_nothing()).await
            }
            read => read,
        };
        match read {
            Ok(looked) => {
                self.unread = 0;
                Ok(Some(looked))
            }
            Err(fault) if self.unread < MAX_UNREAD && passes(&fault) => {
                self.unread += 1;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    async fn read(&self, search: &Search) -> Result<Looked, Fault> {
        let limit = self.left().max(BEYOND);
        let asked = search.request((self.agent, self.session), self.tab.clone(), limit);
        observe::look(self.app, asked).await
    }

    /// Waits until something has changed since it was asked last. Whether it has.
    async fn changed(&mut self, limit: Duration) -> Result<bool, Fault> {
        let wait = limit.min(ONE_QUERY);
        let method = Method::Changes(ChangesParams {
            seen: self.seen.take(),
            for_ms: milliseconds(wait),
        });
        let (app, agent) = (self.app, self.agent);
        let said = extension::ask(app, agent, method, self.target, wait + BEYOND).await;
        match said {
            Ok(said) => Ok(self.note(said)),
            // The next look says what it is.
            Err(fault) if passes(&fault) => Ok(true),
            Err(fault) => Err(fault),
        }
    }

    /// The tab that was in front when it began is the one, whichever is in front later.
    fn note(&mut self, said: ChangesResult) -> bool {
        subject::note_tab(&said.tab);
        let tab = self.target.tab(said.tab.id);
        let mut sessions = self.app.sessions();
        self.tab = TabChoice {
            tab: Some(sessions.handles.of_tab(tab, &said.tab.was)),
            browser: None,
        };
        self.target = tab.into();
        self.seen = Some(said.seen);
        said.changed
    }

    /// The element, whose uid the agent may use from now on: no other is shown.
    async fn shown(&self, come: &Come) -> Result<Option<FoundElement>, Fault> {
        let search = self.condition.search_for(&come.found);
        let (tab, limit) = (self.tab.clone(), self.left().max(BEYOND));
        let shown = find::shown(self.app, (self.agent, self.session), &search, tab, limit).await?;
        let found = &shown.presented.snapshot.found;
        // It may have gone again since.
        let first = found.matches.first().or(come.found.matches.first());
        Ok(first.map(find::element))
    }
}

/// Whether a fault may be of a page that is on its way to another.
fn passes(fault: &Fault) -> bool {
    matches!(
        fault.code,
        Code::Timeout | Code::StaleUid | Code::RestrictedPage | Code::Internal
    )
}

async fn answer(
    waiting: &Waiting<'_>,
    request: &WaitRequest,
    come: Come,
    began: Instant,
) -> Result<WaitAnswer, Fault> {
    let found = match request.event {
        WaitFor::Appears | WaitFor::Enabled | WaitFor::Text => waiting.shown(&come).await?,
        _ => None,
    };
    Ok(WaitAnswer {
        event: request.event,
        found,
        page_title: Some(come.looked.tree.main.title),
        tab: Some(come.looked.tab),
        url: Some(come.looked.chrome.url),
        waited_ms: milliseconds(began.elapsed()),
    })
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
