//! Widths of the characters of composite fonts. `pdf-extract` 0.12 reads a range wrongly
//! (`first last width`), and so misplaces all that follows a space in many files. A range is
//! therefore replaced by a list (`first [width …]`), which means the same.

use pdf_extract::{Dictionary, Document, Object};

/// The largest character code.
const MAX_CODE: i64 = 0xffff;

/// Replaces the ranges of every font.
pub fn expand_ranges(document: &mut Document) {
    let ids: Vec<_> = document.objects.keys().copied().collect();
    for id in ids {
        let Some(widths) = document.objects.get(&id).and_then(|font| {
            let font = font.as_dict().ok().filter(|font| is_cid_font(font))?;
            let (_, widths) = document.dereference(font.get(b"W").ok()?).ok()?;
            expanded(widths.as_array().ok()?)
        }) else {
            continue;
        };
        if let Some(Object::Dictionary(font)) = document.objects.get_mut(&id) {
            font.set("W", Object::Array(widths));
        }
    }
}

fn is_cid_font(font: &Dictionary) -> bool {
    let subtype = font.get(b"Subtype").and_then(Object::as_name);
    matches!(subtype, Ok(b"CIDFontType0" | b"CIDFontType2"))
}

/// `None` if the list is not valid.
fn expanded(widths: &[Object]) -> Option<Vec<Object>> {
    let mut out = Vec::new();
    let mut rest = widths;
    while let [first, second, others @ ..] = rest {
        if second.as_array().is_ok() {
            out.extend([first.clone(), second.clone()]);
            rest = others;
            continue;
        }
        let [width, others @ ..] = others else {
            return None;
        };
        let (from, to) = (first.as_i64().ok()?, second.as_i64().ok()?);
        if from < 0 || to < from || to > MAX_CODE {
            return None;
        }
        let codes = usize::try_from(to - from + 1).ok()?;
        out.extend([first.clone(), Object::Array(vec![width.clone(); codes])]);
        rest = others;
    }
    rest.is_empty().then_some(out)
}
