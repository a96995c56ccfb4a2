//! The text of an element or a page.

use super::named::NamedElement;
use super::page_part::content;
use crate::api::context::RequestContext;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetAnswer;
use axlens_snapshot::markdown;
use axlens_snapshot::text::text_of;

/// Maximum length of a text, in characters.
pub(super) const MAX_TEXT_LEN: usize = 200_000;

/// Answers with the text of an element, or of the page.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn text(context: RequestContext<'_>, named: NamedElement) -> Result<GetAnswer, Fault> {
    let content = content(context, named).await?;
    let (text, truncated) = cut(text_of(content.nodes().iter().map(|each| &each.node)));
    Ok(GetAnswer {
        text: Some(text),
        truncated,
        tab: content.tab(),
        ..GetAnswer::default()
    })
}

/// Answers with an element, or the main content of the page, as Markdown. `whole`: all of the page.
///
/// # Errors
/// Those of [`text`], and `bad_request` for `whole` with an element.
pub async fn markdown(
    context: RequestContext<'_>,
    named: NamedElement,
    whole: bool,
) -> Result<GetAnswer, Fault> {
    if whole && !named.is_page() {
        let message = "`whole` is for a page: an element is always whole. Leave it out.";
        return Err(Fault::bad_request(message));
    }
    let content = content(context, named).await?;
    let written = match content.is_page() && !whole {
        true => markdown::of_page(content.nodes()),
        false => markdown::of_nodes(content.nodes()),
    };
    let (text, truncated) = cut(written.text);
    Ok(GetAnswer {
        markdown: Some(text),
        left_out: written.left_out,
        left_out_words: written.left_out_words,
        notes: written.notes,
        truncated,
        tab: content.tab(),
        ..GetAnswer::default()
    })
}

/// The text with at most [`MAX_TEXT_LEN`] characters, and whether it was longer.
fn cut(mut text: String) -> (String, bool) {
    let end = text.char_indices().nth(MAX_TEXT_LEN).map(|(at, _)| at);
    text.truncate(end.unwrap_or(text.len()));
    (text, end.is_some())
}
