//! What changed between two readings, in the words that an agent is told it in.

use crate::shown::Shown;
use axlens_snapshot::delta::{Answer, Since, always_full, answer};

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// Nothing changed, or this did: the words of a delta.
    Said(String),
    /// There is no delta: why.
    None(String),
}

/// Compares two texts that were made with the same options. However much has changed, the changes
/// are said: nobody pays for their length here.
pub fn compare(before: &Shown, now: &Shown) -> Comparison {
    if let Some(why) = always_full(now.options.format) {
        return Comparison::None(why.to_owned());
    }
    let since = Since::Snapshot(before.reading.number);
    let free = |_: &str| 0;
    match answer(Some(before.base()), now.base(), since, now.text(), &free) {
        Answer::Unchanged(text) | Answer::Changes(text, _) => Comparison::Said(text),
        Answer::Full(why) => Comparison::None(why.trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{answer_with, buttons, read};
    use axlens_snapshot::Options;
    use axlens_snapshot::options::Format;

    fn shown(text: &str, number: u64, format: Format) -> Shown {
        let options = Options {
            format,
            ..Options::default()
        };
        Shown::of(&read(text, number), &options, &|| 0.0)
    }

    fn compared(before: &str, now: &str, format: Format) -> Comparison {
        compare(&shown(before, 1, format), &shown(now, 2, format))
    }

    #[test]
    fn changes_are_said_however_many_they_are() {
        let (before, now) = (buttons(&["Save"]), buttons(&["Saved", "Delete"]));
        let Comparison::Said(text) = compared(&before, &now, Format::Lean) else {
            panic!("there are changes");
        };
        assert!(
            text.contains("snapshot 1") && text.contains("Delete"),
            "{text}"
        );
        let Comparison::Said(same) = compared(&now, &now, Format::Lean) else {
            panic!("it is the same");
        };
        assert!(same.contains("unchanged"), "{same}");
    }

    #[test]
    fn what_can_t_be_compared_says_why() {
        let page = buttons(&["Save"]);
        let other = answer_with(8, &serde_json::json!([{"d": 0, "r": "document"}]));
        assert!(matches!(
            compared(&page, &page, Format::Refs),
            Comparison::None(_)
        ));
        assert!(matches!(
            compared(&page, &other, Format::Lean),
            Comparison::None(_)
        ));
    }
}
