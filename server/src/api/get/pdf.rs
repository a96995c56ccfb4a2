//! The text of the PDF file that a tab shows.

use super::excerpt::MAX_TEXT_LEN;
use super::named::NamedElement;
use crate::api::context::RequestContext;
use crate::api::tabs;
use crate::audit::subject;
use crate::pdf::pages::PageRange;
use crate::pdf::{process, text};
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::wire::{Method, PdfResult};
use axlens_protocol::{Code, Fault};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::time::Instant;

/// The part of the remaining time in which the file is read: the answer needs the rest.
const READ_SHARE: f64 = 0.9;

/// The first note of an answer: what the site can notice.
const REQUESTED: &str = "the file was requested again; its site may have received that GET request";

/// Answers with the text of pages of the file.
///
/// # Errors
/// `bad_request` for an element or pages that do not exist; `not_applicable` if the tab shows no
/// PDF file, or one without readable text; every fault of the extension.
pub async fn pdf(
    context: RequestContext<'_>,
    named: NamedElement,
    pages: Option<&str>,
) -> Result<GetAnswer, Fault> {
    super::check_names_none(&named)?;
    let range = range(pages)?;
    let destination = tabs::destination(context, &named.choice.tab).await?;
    let result: PdfResult = context.query(destination, Method::Pdf {}).await?;
    subject::note_tab(&result.tab);
    let tab = destination.tab(result.tab.id);
    let tab = context.app.sessions().handles.get_or_assign(tab);
    let file = file(&result.data)?;
    let deadline = Instant::now() + context.remaining().mul_f64(READ_SHARE);
    let reader = &context.app.pdf;
    let agent = context.agent.id();
    let content = reader
        .read(agent, file, range, MAX_TEXT_LEN, deadline)
        .await?;
    let mut notes = vec![REQUESTED.to_owned()];
    notes.extend(text::notes(&content));
    Ok(GetAnswer {
        pdf: Some(text::text(&content)),
        page_count: Some(content.count),
        truncated: text::is_truncated(&content),
        notes,
        tab,
        ..GetAnswer::default()
    })
}

/// Parses `pages`; by default every page.
///
/// # Errors
/// `bad_request`.
pub fn range(pages: Option<&str>) -> Result<PageRange, Fault> {
    let Some(pages) = pages else {
        return Ok(PageRange::ALL);
    };
    pages.parse().map_err(|()| {
        Fault::bad_request("`pages` must be a page or a range, such as \"3\", \"3-5\" or \"3-\".")
    })
}

fn file(data: &str) -> Result<Vec<u8>, Fault> {
    let file = STANDARD.decode(data).ok();
    file.filter(|file| file.len() <= process::MAX_FILE)
        .ok_or_else(|| Fault::new(Code::Internal, "The extension sent no valid file."))
}
