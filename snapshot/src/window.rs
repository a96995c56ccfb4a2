//! A long text in windows of so many tokens, cut between lines; every window but the last says how to get the next.

/// One window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The lines, and a last one of ours when more follow.
    pub text: String,
    /// First line of the whole text that is not shown; `None`: nothing is left.
    pub next: Option<usize>,
    /// Lines of the whole text.
    pub total: usize,
}

/// The window that begins at a line. At least one line is shown, however small the budget. `count` counts tokens; `cursor` makes the words
/// with which the next window is asked for.
pub fn window(
    text: &str,
    first: usize,
    budget: usize,
    count: &dyn Fn(&str) -> usize,
    cursor: &dyn Fn(usize) -> String,
) -> Window {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let total = lines.len();
    let first = first.min(total);
    let mut spent = 0;
    let mut next = first;
    while next < total {
        spent += count(lines[next]);
        if spent > budget && next > first {
            break;
        }
        next += 1;
    }
    let mut shown = lines[first..next].concat();
    if next == total {
        return Window {
            text: shown,
            next: None,
            total,
        };
    }
    shown.push_str(&format!(
        "...({} more lines: {})\n",
        total - next,
        cursor(next)
    ));
    Window {
        text: shown,
        next: Some(next),
        total,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn windows_joined_are_the_whole(lines in prop::collection::vec("[a-z ]{0,12}", 0..40), budget in 0_usize..40) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let mut joined = String::new();
            let mut first = 0;
            loop {
                let part = window(&text, first, budget, &str::len, &|next| format!("cursor {next}"));
                match part.next {
                    Some(next) => {
                        let cut = part.text.trim_end().rfind('\n').map_or(0, |at| at + 1);
                        joined.push_str(&part.text[..cut]);
                        prop_assert!(next > first);
                        first = next;
                    }
                    None => {
                        joined.push_str(&part.text);
                        break;
                    }
                }
            }
            prop_assert_eq!(joined, text);
        }
    }
}
