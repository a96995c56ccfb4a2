//! The text of an element or a page.

use super::excerpt::{TextRange, excerpt};
use super::named::NamedElement;
use super::page_part::content;
use crate::api::context::RequestContext;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetAnswer;
use axlens_snapshot::markdown;
use axlens_snapshot::text::text_of;

/// Answers with the text of an element, or of the page.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, `bad_request` for a part after its end, and every
/// fault of the extension.
pub async fn text(
    context: RequestContext<'_>,
    named: NamedElement,
    range: TextRange,
) -> Result<GetAnswer, Fault> {
    let content = content(context, named).await?;
    let text = text_of(content.nodes().iter().map(|each| &each.node));
    let part = excerpt(&text, range)?;
    Ok(GetAnswer {
        truncated: part.next.is_some(),
        next_offset: part.next,
        total_chars: part.next.map(|_| part.total),
        text: Some(part.text),
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
    range: TextRange,
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
    let part = excerpt(&written.text, range)?;
    Ok(GetAnswer {
        truncated: part.next.is_some(),
        next_offset: part.next,
        total_chars: part.next.map(|_| part.total),
        markdown: Some(part.text),
        left_out: written.left_out,
        left_out_words: written.left_out_words,
        notes: written.notes,
        tab: content.tab(),
        ..GetAnswer::default()
    })
}
