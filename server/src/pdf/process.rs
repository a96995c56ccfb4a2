//! What runs in the process that reads one file: `axlens pdf-text`, with the file as its standard
//! input. It prints messages, one on each line.

use super::font_widths;
use super::layout::PdfLines;
use super::pages::{Message, Missing, PageRange, PdfPage};
use crate::platform;
use anyhow::Context;
use clap::Args;
use pdf_extract::{Document, Error, Object, ObjectId, OutputError, output_doc_page};
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Maximum size of a file, in bytes. The extension reads no larger ones.
pub const MAX_FILE: usize = 32 * 1024 * 1024;

/// Maximum memory of the process, in bytes, where the system can limit it.
const MAX_MEMORY: u64 = 1024 * 1024 * 1024;

/// Arguments of `axlens pdf-text`.
#[derive(Debug, Args)]
pub struct PdfTextArgs {
    /// The pages.
    pages: String,
    /// Maximum length of all text, in bytes.
    max_len: usize,
}

/// Reads the file on standard input, and prints the messages.
///
/// # Errors
/// If the server has ended.
pub fn run(args: &PdfTextArgs) -> anyhow::Result<()> {
    // A failure is reported as a missing page, and no part of the file belongs on a terminal.
    std::panic::set_hook(Box::new(|_| {}));
    platform::limit_process(MAX_MEMORY).context("the limits of the process")?;
    let range: PageRange = args.pages.parse().map_err(|()| anyhow::anyhow!("pages"))?;
    let mut file = Vec::new();
    let input = std::io::stdin().lock();
    input.take(MAX_FILE as u64).read_to_end(&mut file)?;
    let mut output = std::io::stdout().lock();
    read(&file, range, args.max_len, &mut |message| {
        let line = serde_json::to_string(message)?;
        writeln!(output, "{line}")?;
        Ok(output.flush()?)
    })
}

/// Reads a file. Reports each page as soon as it is read: the process can end at the next one.
///
/// # Errors
/// Those of `report`.
pub fn read(
    file: &[u8],
    range: PageRange,
    max_len: usize,
    report: &mut dyn FnMut(&Message) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let loaded = catch_unwind(|| {
        let mut document = Document::load_mem(file)?;
        font_widths::expand_ranges(&mut document);
        Ok(document)
    });
    let document = match loaded {
        Ok(Ok(document)) if !document.is_encrypted() => document,
        Ok(Ok(_) | Err(Error::Decryption(_) | Error::InvalidPassword)) => {
            return report(&Message::Encrypted);
        }
        Ok(Err(_)) | Err(_) => return report(&Message::Invalid),
    };
    let pages = document.get_pages();
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    report(&Message::Pages(count))?;
    let mut left = max_len;
    for number in range.first..=range.last_of(count) {
        let id = pages.get(&number).copied().unwrap_or_default();
        let page = page(&document, number, id, left);
        left = left.saturating_sub(page.text.len());
        let is_last = page.missing == Some(Missing::TooLong);
        report(&Message::Page(page))?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// Reads a page. What was read before the parser failed is kept.
fn page(document: &Document, number: u32, id: ObjectId, max_len: usize) -> PdfPage {
    let mut lines = PdfLines::new(max_len);
    let result: Result<Result<(), OutputError>, _> = catch_unwind(AssertUnwindSafe(|| {
        output_doc_page(document, &mut lines, number)
    }));
    let missing = match result {
        Ok(Ok(())) => None,
        Ok(Err(_)) if lines.is_full() => Some(Missing::TooLong),
        Ok(Err(_)) | Err(_) => Some(Missing::Failed),
    };
    PdfPage {
        number,
        text: lines.into_text(),
        has_images: has_images(document, id),
        missing,
    }
}

/// Whether the page has an image, or a form, which can have one.
fn has_images(document: &Document, page: ObjectId) -> bool {
    let Ok((direct, inherited)) = document.get_page_resources(page) else {
        return false;
    };
    let inherited = inherited
        .into_iter()
        .filter_map(|id| document.get_dictionary(id).ok());
    let mut objects = direct
        .into_iter()
        .chain(inherited)
        .filter_map(|resources| document.get_dict_in_dict(resources, b"XObject").ok())
        .flat_map(|objects| objects.iter());
    objects.any(|(_, object)| is_image(document, object))
}

fn is_image(document: &Document, object: &Object) -> bool {
    let object = match document.dereference(object) {
        Ok((_, object)) => object,
        Err(_) => return false,
    };
    let subtype = object
        .as_stream()
        .and_then(|stream| stream.dict.get(b"Subtype"))
        .and_then(Object::as_name);
    matches!(subtype, Ok(b"Image" | b"Form"))
}
