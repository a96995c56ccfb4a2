//! The differences between two readings, as the text of a delta.

use crate::view::TextView;
use axlens_snapshot::delta::{DeltaAnswer, Since, always_full, answer};

/// The outcome of comparing two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The text of a delta, also if nothing changed.
    Changes(String),
    /// Why there is no delta.
    Incomparable(String),
}

/// Compares two texts with the same options. The length of the delta is not limited, because it
/// costs no tokens.
pub fn compare(previous: &TextView, now: &TextView) -> Comparison {
    if let Some(why) = always_full(now.options.format) {
        return Comparison::Incomparable(why.to_string());
    }
    let since = Since::Snapshot(previous.reading.number);
    let free = |_: &str| 0;
    match answer(Some(previous.base()), now.base(), since, now.text(), &free) {
        DeltaAnswer::Unchanged(text) | DeltaAnswer::Changes(text, _) => Comparison::Changes(text),
        DeltaAnswer::Full(why) => Comparison::Incomparable(why.line().trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{answer_with, buttons, read};
    use axlens_snapshot::Options;
    use axlens_snapshot::options::Format;

    fn view(text: &str, number: u64, format: Format) -> TextView {
        let options = Options {
            format,
            ..Options::default()
        };
        TextView::new(&read(text, number), &options, &|| 0.0)
    }

    fn compared(before: &str, now: &str, format: Format) -> Comparison {
        compare(&view(before, 1, format), &view(now, 2, format))
    }

    #[test]
    fn a_delta_has_no_limit_of_length() {
        let (before, now) = (buttons(&["Save"]), buttons(&["Saved", "Delete"]));
        let Comparison::Changes(text) = compared(&before, &now, Format::Lean) else {
            panic!("there are changes");
        };
        assert!(
            text.contains("snapshot 1") && text.contains("Delete"),
            "{text}"
        );
        let Comparison::Changes(same) = compared(&now, &now, Format::Lean) else {
            panic!("it is the same");
        };
        assert!(same.contains("unchanged"), "{same}");
    }

    #[test]
    fn texts_that_can_not_be_compared_have_a_reason() {
        let page = buttons(&["Save"]);
        let other = answer_with(8, &serde_json::json!([{"d": 0, "r": "document"}]));
        assert!(matches!(
            compared(&page, &page, Format::Refs),
            Comparison::Incomparable(_)
        ));
        assert!(matches!(
            compared(&page, &other, Format::Lean),
            Comparison::Incomparable(_)
        ));
    }
}
