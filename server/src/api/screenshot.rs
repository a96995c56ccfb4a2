//! `POST /screenshot`: an image of the visible part of a tab, of an element, or of the whole page.
//! On request, the elements that actions can use are marked with their uids.

mod hint;
mod marks;
mod request;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::live_element::{self, ElementChoice};
use crate::api::request::session;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::session::ScreenshotHash;
use crate::state::App;
use axlens_protocol::agent::screenshot::{CapturedPage, ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::agent::tab_snapshot::Screenshot;
use axlens_protocol::model::CssPixels;
use axlens_protocol::wire::{
    ImageInfo, Method, NodeHandle, PageExtent, ScreenshotParams, ScreenshotResult,
};
use axlens_protocol::{Code, Fault};
use marks::MarkedPage;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;

/// Answers a request.
///
/// # Errors
/// `bad_request`; `tab_not_visible`, `page_moved`; for an element those of ids, `stale_uid`,
/// `changed_uid` and `element_not_visible`; for a whole page those of actions; every fault of the
/// extension.
pub async fn screenshot(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ScreenshotRequest,
) -> Result<ScreenshotAnswer, Fault> {
    let limit = limit(&request)?;
    let session = session(agent, request.session.clone())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, request).await
}

/// The timeout of a request: longer for a whole page.
///
/// # Errors
/// `bad_request` outside the bounds.
pub fn limit(request: &ScreenshotRequest) -> Result<Duration, Fault> {
    request::limit(request)
}

/// Checks a request, and returns the parameters of its query.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &ScreenshotRequest) -> Result<ScreenshotParams, Fault> {
    request::params(request)
}

/// Answers a request of an agent that has its turn, in the session of the context.
///
/// # Errors
/// Those of [`screenshot`].
pub async fn in_turn(
    context: RequestContext<'_>,
    request: ScreenshotRequest,
) -> Result<ScreenshotAnswer, Fault> {
    let params = check(&request)?;
    let if_changed = request.if_changed;
    let capture = capture(context, request, params).await?;
    answer(context, capture, if_changed)
}

/// The visible part of a tab, for an agent that has its turn.
///
/// # Errors
/// `tab_not_visible`, and every fault of the extension.
pub async fn plain(
    context: RequestContext<'_>,
    destination: Destination,
) -> Result<Screenshot, Fault> {
    subject::note_kind("screenshot");
    let method = Method::Screenshot(ScreenshotParams::default());
    let result: ScreenshotResult = context.query(destination, method).await?;
    subject::note_tab(&result.tab);
    Ok(Screenshot {
        data: result.data,
        mime_type: result.mime_type,
    })
}

/// A screenshot of the extension.
struct Capture {
    result: ScreenshotResult,
    /// The page whose elements are marked, if the request is for marks.
    page: Option<MarkedPage>,
    destination: Destination,
}

/// Verifies the element and reads the page, if the request needs them, and takes the screenshot.
async fn capture(
    context: RequestContext<'_>,
    request: ScreenshotRequest,
    mut params: ScreenshotParams,
) -> Result<Capture, Fault> {
    let has_marks = request.marks;
    let tab = TabChoice {
        tab: request.tab,
        browser: request.browser.clone(),
    };
    let mut destination = match request.uid.is_some() || request.id.is_some() {
        false => tabs::destination(context, &tab).await?,
        true => {
            let (element, destination) = element(context, request, tab).await?;
            params.crop = Some(element);
            destination
        }
    };
    let page = match has_marks {
        true => Some(MarkedPage::read(context, destination).await?),
        false => None,
    };
    if let Some(page) = &page {
        destination.tab_id = Some(page.tab_id());
        params.marks = Some(page.params());
    }
    let method = Method::Screenshot(params);
    let result: ScreenshotResult = context.query(destination, method).await?;
    subject::note_tab(&result.tab);
    Ok(Capture {
        result,
        page,
        destination,
    })
}

/// The element that the screenshot shows, verified in the live page.
async fn element(
    context: RequestContext<'_>,
    request: ScreenshotRequest,
    tab: TabChoice,
) -> Result<(NodeHandle, Destination), Fault> {
    let choice = ElementChoice {
        uid: request.uid,
        id: request.id,
        snapshot: request.snapshot,
        tab,
        seen: request.seen,
    };
    let element = live_element::resolve(context, choice)?;
    let live = live_element::verify(context, &element).await?;
    let (resolved, node) = (&element.resolved, live.node());
    let uid = resolved.element.uid.clone();
    subject::note_element(uid, node.role.as_str(), &node.name);
    let handle = NodeHandle {
        node: node.node,
        ..resolved.element.node.clone()
    };
    Ok((handle, resolved.browser_tab.into()))
}

/// Composes the answer, and stores the hash and the marks for the session.
fn answer(
    context: RequestContext<'_>,
    capture: Capture,
    if_changed: bool,
) -> Result<ScreenshotAnswer, Fault> {
    let result = capture.result;
    let image = result.image.ok_or_else(no_image_info)?;
    let hash: ScreenshotHash = Sha256::digest(result.data.as_bytes()).into();
    let browser_tab = capture.destination.tab(result.tab.id);
    let mut sessions = context.app.sessions();
    let tab = sessions
        .handles
        .get_or_reassign(browser_tab, &result.tab.was);
    let session = sessions.get_or_create(context.session);
    let is_same = session.store_screenshot_hash(tab, hash);
    drop(sessions);
    let unchanged = if_changed && is_same;
    let answer = ScreenshotAnswer {
        data: (!unchanged).then_some(result.data),
        mime_type: result.mime_type,
        unchanged,
        url: result.tab.url,
        ..describe_image(&image, tab)
    };
    match capture.page {
        Some(page) => page.add_marks(context, &image, answer),
        None => Ok(answer),
    }
}

fn describe_image(image: &ImageInfo, tab: TabHandle) -> ScreenshotAnswer {
    let page = image.page.as_ref().map(captured_page);
    ScreenshotAnswer {
        clipped: image.clipped,
        device_pixel_ratio: image.device_pixel_ratio,
        height: image.height,
        hint: hint::missing_parts(image, page.as_ref()),
        page,
        scale: image.scale,
        tab,
        width: image.width,
        ..ScreenshotAnswer::default()
    }
}

fn captured_page(page: &PageExtent) -> CapturedPage {
    // A difference of less than a pixel is a rounding error of the layout.
    let exceeds = |size: f64, captured: f64| size > captured + 1.0;
    CapturedPage {
        height: CssPixels::rounded(page.height),
        captured_height: CssPixels::rounded(page.captured_height),
        tiles: page.tiles,
        truncated: exceeds(page.height, page.captured_height)
            || exceeds(page.width, page.captured_width),
        width: CssPixels::rounded(page.width),
    }
}

fn no_image_info() -> Fault {
    let message = "The extension's response has no facts about the image.";
    Fault::new(Code::VersionMismatch, message)
}
