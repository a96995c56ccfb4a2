//! The frames that the `frame` of a request names: by the selectors that `/locate` returns, or by
//! any others that match their iframes.

use super::matching::{matches_in, read};
use super::search::{ElementSearch, ElementSelector, SearchFields};
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use axlens_protocol::wire::page_pieces;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::{FrameSelectors, IN_SHADOW_ROOT};
use axlens_snapshot::page_tree::Tree;
use std::collections::HashSet;

/// Positions of frames in a page's tree.
pub(super) type Frames = HashSet<usize>;

/// Document and node id of each iframe that a selector matches.
type Iframes = HashSet<(String, u32)>;

/// The frames of a page that a search names; `None` if it names none, so that all count.
///
/// # Errors
/// `bad_request` for a selector that can't be used, and every fault of the extension.
pub(super) async fn named_frames(
    context: RequestContext<'_>,
    destination: Destination,
    search: &ElementSearch,
    (tree, paths): (&Tree, &FrameSelectors),
) -> Result<Option<Frames>, Fault> {
    let Some(wanted) = &search.frame else {
        return Ok(None);
    };
    let positions = 0..tree.frames.len();
    let has_path = |frame: &usize| paths.for_frame(*frame) == wanted.as_slice();
    let by_path: Frames = positions.clone().filter(has_path).collect();
    if !by_path.is_empty() {
        return Ok(Some(by_path));
    }
    let mut levels = Vec::new();
    for selector in wanted {
        levels.push(iframes(context, destination, selector).await?);
    }
    let is_matched = |frame: &usize| is_in(tree, *frame, &levels);
    Ok(Some(positions.filter(is_matched).collect()))
}

/// The iframes of the tab that a selector matches.
async fn iframes(
    context: RequestContext<'_>,
    destination: Destination,
    selector: &str,
) -> Result<Iframes, Fault> {
    let own = selector.rsplit(IN_SHADOW_ROOT).next().unwrap_or_default();
    let search = ElementSearch::new(SearchFields {
        selector: Some(own.trim().to_owned()),
        ..SearchFields::default()
    })?;
    let search = search.filter(|search| matches!(search.selector, ElementSelector::Css(_)));
    let search = search.ok_or_else(|| Fault::bad_request("A frame is named by CSS selectors."))?;
    let mut frames = match read(context, destination, &search, (None, None)).await {
        Ok(read) => read.frames,
        Err(fault) if fault.code == Code::ScopeNotFound => return Ok(Iframes::new()),
        Err(fault) => return Err(fault),
    };
    page_pieces::parse(&mut frames);
    let handles = frames.iter().flat_map(matches_in);
    Ok(handles.map(|found| (found.document, found.node)).collect())
}

/// Whether the iframes around a frame are those of the levels, outermost first.
fn is_in(tree: &Tree, frame: usize, levels: &[Iframes]) -> bool {
    let path = &tree.frames[frame].path;
    path.len() == levels.len()
        && levels.iter().enumerate().all(|(depth, iframes)| {
            let is_around = |uid: &[u32]| uid == &path[..=depth];
            let mut nodes = tree.nodes.iter();
            let iframe = nodes.find(|each| each.uid.as_ref().is_some_and(|uid| is_around(&uid.0)));
            iframe.is_some_and(|iframe| {
                let document = tree.frames[iframe.frame].document.clone();
                iframes.contains(&(document, iframe.node.node))
            })
        })
}
