//! The text of an answer: a line `# page N of M` before the lines of each page. The file's own
//! lines can't be mistaken for such a line, or for a note.

use super::pages::{Missing, PdfPage};
use super::reader::{EarlyEnd, PdfContent};
use axlens_snapshot::quote::escape_invisible;

/// How Axlens's own lines begin.
const OWN_LINES: [&str; 2] = ["# page ", "...("];

/// Pages that a note lists by number; of more, it has the first ones.
const MAX_LISTED: usize = 20;

/// The pages, each after a line with its number. A line of the file that begins like one of Axlens,
/// or with a backslash, has a backslash before it.
pub fn text(content: &PdfContent) -> String {
    let mut text = String::new();
    for page in &content.pages {
        text += &format!("# page {} of {}\n", page.number, content.count);
        for line in page.text.lines() {
            push_line(&mut text, &escape_invisible(line));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn push_line(text: &mut String, line: &str) {
    let start = line.trim_start().to_ascii_lowercase();
    let is_like_own = OWN_LINES.iter().any(|own| start.starts_with(own));
    if is_like_own || start.starts_with('\\') {
        text.push('\\');
    }
    text.push_str(line);
    text.push('\n');
}

/// Whether pages of the request, or parts of them, are missing.
pub fn is_truncated(content: &PdfContent) -> bool {
    content.end.is_some() || content.pages.iter().any(|page| page.missing.is_some())
}

/// What is missing, and why.
pub fn notes(content: &PdfContent) -> Vec<String> {
    let without_text = |has_images: bool| {
        listed(content, move |page| {
            page.text.is_empty() && page.missing.is_none() && page.has_images == has_images
        })
    };
    let failed = listed(content, |page| page.missing == Some(Missing::Failed));
    let notes = [
        without_text(true).map(|pages| format!("no text, only images or drawings: {pages}")),
        without_text(false).map(|pages| format!("no text: {pages}")),
        failed.map(|pages| format!("the parser failed, a part is missing: {pages}")),
        rest(content),
    ];
    notes.into_iter().flatten().collect()
}

/// The pages after the last one that was read.
fn rest(content: &PdfContent) -> Option<String> {
    let last = content.pages.last();
    let next = last.map_or(1, |page| page.number + 1);
    if let Some(end) = content.end {
        return Some(match end {
            EarlyEnd::Deadline => format!(
                "the time ended before page {next}: `pages` \"{next}-\" continues, with a larger `timeoutMs` if necessary"
            ),
            EarlyEnd::Failed if next >= content.count => {
                format!("the parser failed at page {next}")
            }
            EarlyEnd::Failed => format!(
                "the parser failed at page {next}: `pages` \"{}-\" continues after it",
                next + 1
            ),
        });
    }
    let last = last.filter(|page| page.missing == Some(Missing::TooLong))?;
    Some(match next > content.count {
        true => format!("page {} is cut: it is too long", last.number),
        false => format!(
            "page {} is cut, and those after it are left out: `pages` \"{next}-\" continues",
            last.number
        ),
    })
}

/// `page 3`, or `pages 1-4, 7`; `None` if there are none.
fn listed(content: &PdfContent, is_listed: impl Fn(&PdfPage) -> bool) -> Option<String> {
    let pages = content.pages.iter().filter(|page| is_listed(page));
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for PdfPage { number, .. } in pages {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let is_one = matches!(&ranges[..], [(first, last)] if first == last);
    let names = ranges.iter().take(MAX_LISTED);
    let names: Vec<String> = names
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        })
        .collect();
    let more = if ranges.len() > MAX_LISTED {
        " …"
    } else {
        ""
    };
    let word = if is_one { "page" } else { "pages" };
    (!names.is_empty()).then(|| format!("{word} {}{more}", names.join(", ")))
}
