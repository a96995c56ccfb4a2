//! `POST /screenshot`: a picture of what a tab shows, of an element of it, or of the whole page,
//! with what can be acted on marked by its uid.

mod hint;
mod marks;
mod wish;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::{self, Target};
use crate::api::live_element::{self, ElementChoice};
use crate::api::request::{self, DEFAULT_LIMIT};
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::shown::PictureHash;
use crate::state::App;
use axlens_protocol::agent::screenshot::{CapturedPage, ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::agent::tab_snapshot::Screenshot;
use axlens_protocol::model::CssPixels;
use axlens_protocol::wire::ScreenshotResult as Taken;
use axlens_protocol::wire::{ImageInfo, Method, NodeHandle, PageExtent, ScreenshotParams};
use axlens_protocol::{Code, Fault};
use marks::MarkedPage;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Answers a request.
///
/// # Errors
/// `bad_request`; `tab_not_visible`, `page_moved`; of an element those of ids, `stale_uid`,
/// `changed_uid` and `element_not_visible`; of a whole page those of acting; every fault of the
/// extension.
pub async fn screenshot(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ScreenshotRequest,
) -> Result<ScreenshotAnswer, Fault> {
    let limit = wish::limit(&request)?;
    let session = request::session(agent, request.session.clone())?;
    let params = wish::params(&request)?;
    let if_changed = request.if_changed;
    let (_turn, left) = turn(app, agent, limit).await?;
    let asking = Asking {
        app,
        agent,
        session,
        until: Instant::now() + left,
    };
    let (taken, page, target) = asking.take(request, params).await?;
    asking.answer(taken, page, target, if_changed)
}

/// All that a tab's window shows, for an agent that has its turn already.
///
/// # Errors
/// `tab_not_visible`, and every fault of the extension.
pub async fn plain(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    target: Target,
) -> Result<Screenshot, Fault> {
    subject::note_kind("screenshot");
    let method = Method::Screenshot(ScreenshotParams::default());
    let answer: Taken = extension::ask(app, agent, method, target, DEFAULT_LIMIT).await?;
    subject::note_tab(&answer.tab);
    Ok(Screenshot {
        data: answer.data,
        mime_type: answer.mime_type,
    })
}

/// Who asks, whose uids, and until when.
struct Asking<'a> {
    app: &'a Arc<App>,
    agent: &'a Arc<Agent>,
    session: SessionKey,
    until: Instant,
}

impl Asking<'_> {
    /// Looks the element up and reads the page, where that is asked for, and has the picture taken.
    async fn take(
        &self,
        request: ScreenshotRequest,
        mut params: ScreenshotParams,
    ) -> Result<(Taken, Option<MarkedPage>, Target), Fault> {
        let marks = request.marks;
        let tab = TabChoice {
            tab: request.tab,
            browser: request.browser.clone(),
        };
        let mut target = match request.uid.is_some() || request.id.is_some() {
            false => tabs::target(self.app, self.agent, &tab, self.left()).await?,
            true => {
                let (crop, target) = self.element(request, tab).await?;
                params.crop = Some(crop);
                target
            }
        };
        let page = match marks {
            true => Some(MarkedPage::read(self, target).await?),
            false => None,
        };
        if let Some(page) = &page {
            target.chrome = Some(page.chrome());
            params.marks = Some(page.wanted());
        }
        let (method, left) = (Method::Screenshot(params), self.left());
        let taken: Taken = extension::ask(self.app, self.agent, method, target, left).await?;
        subject::note_tab(&taken.tab);
        Ok((taken, page, target))
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// The element that is to be cut out, as it is now.
    async fn element(
        &self,
        request: ScreenshotRequest,
        tab: TabChoice,
    ) -> Result<(NodeHandle, Target), Fault> {
        let choice = ElementChoice {
            uid: request.uid,
            id: request.id,
            snapshot: request.snapshot,
            tab,
            seen: request.seen,
        };
        let context = RequestContext::new(self.app, self.agent, &self.session, self.left());
        let element = live_element::resolve(context, choice)?;
        let live = live_element::verify(context, &element).await?;
        let (resolved, node) = (&element.resolved, live.node());
        subject::note_element(resolved.element.uid.clone(), node.role.as_str(), &node.name);
        let handle = NodeHandle {
            node: node.node,
            ..resolved.element.node.clone()
        };
        Ok((handle, resolved.chrome.into()))
    }

    /// Notes what the session is given, and says it.
    fn answer(
        &self,
        taken: Taken,
        page: Option<MarkedPage>,
        target: Target,
        if_changed: bool,
    ) -> Result<ScreenshotAnswer, Fault> {
        let facts = taken.image.ok_or_else(no_facts)?;
        let hash: PictureHash = Sha256::digest(taken.data.as_bytes()).into();
        let mut sessions = self.app.sessions();
        let chrome = target.tab(taken.tab.id);
        let tab = sessions.handles.of_tab(chrome, &taken.tab.was);
        let is_last = sessions.session(&self.session).is_last_picture(tab, hash);
        drop(sessions);
        let unchanged = if_changed && is_last;
        let answer = ScreenshotAnswer {
            data: (!unchanged).then_some(taken.data),
            mime_type: taken.mime_type,
            unchanged,
            url: taken.tab.url,
            ..of_picture(&facts, tab)
        };
        match page {
            Some(page) => page.shown(self, &facts, answer),
            None => Ok(answer),
        }
    }
}

fn of_picture(facts: &ImageInfo, tab: TabHandle) -> ScreenshotAnswer {
    let page = facts.page.as_ref().map(of_page);
    ScreenshotAnswer {
        clipped: facts.clipped,
        device_pixel_ratio: facts.device_pixel_ratio,
        height: facts.height,
        hint: hint::of(facts, page.as_ref()),
        page,
        scale: facts.scale,
        tab,
        width: facts.width,
        ..ScreenshotAnswer::default()
    }
}

fn of_page(page: &PageExtent) -> CapturedPage {
    // Layout rounds.
    let goes_on = |all: f64, shown: f64| all > shown + 1.0;
    CapturedPage {
        height: CssPixels::rounded(page.height),
        captured_height: CssPixels::rounded(page.captured_height),
        tiles: page.tiles,
        truncated: goes_on(page.height, page.captured_height)
            || goes_on(page.width, page.captured_width),
        width: CssPixels::rounded(page.width),
    }
}

fn no_facts() -> Fault {
    let message = "The extension says nothing of the picture: it is of an older version.";
    Fault::new(Code::VersionMismatch, message)
}
