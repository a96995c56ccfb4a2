//! A long text in windows of bounded size, cut between lines. A window that goes on begins with
//! what it stands in, one that is not the last ends with how to get the next; both are notes and
//! count towards the size. Joined without them, windows give the whole.

/// Longest line of an ancestor that a breadcrumb repeats, in characters; of a longer one it says
/// the role alone.
const MAX_CRUMB_LEN: usize = 60;

/// Largest size of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// In tokens.
    pub tokens: Option<usize>,
    /// In characters.
    pub chars: Option<usize>,
}

/// One window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The lines, between notes.
    pub text: String,
    /// First line of the whole text that is in it.
    pub first: usize,
    /// First line of the whole text behind it; `None`: nothing is left.
    pub next: Option<usize>,
    /// Lines of the whole text.
    pub total: usize,
}

/// How sizes are counted, and how the next window is asked for.
pub struct Callbacks<'a> {
    /// Counts tokens.
    pub count: &'a dyn Fn(&str) -> usize,
    /// The words that ask for the window from a line on.
    pub cursor: &'a dyn Fn(usize) -> String,
}

/// The window that begins at a line. It has at least one line, however small the bounds. `notices`:
/// more notes for its head.
pub fn window(
    text: &str,
    first: usize,
    bounds: Bounds,
    notices: &[String],
    callbacks: &Callbacks,
) -> Window {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let total = lines.len();
    let first = first.min(total);
    let mut head: String = notices
        .iter()
        .map(|notice| format!("...({notice})\n"))
        .collect();
    if first > 0 && first < total {
        head.push_str(&breadcrumb(&lines, first));
    }
    // The numbers in the last line never take more room than with the largest ones.
    let mut spent = Spent::default();
    spent.add(&head, bounds, callbacks);
    let whole = fitting(&lines, first, spent, bounds, callbacks);
    if whole == total {
        return Window {
            text: head + &lines[first..].concat(),
            first,
            next: None,
            total,
        };
    }
    spent.add(&more(total, total, callbacks), bounds, callbacks);
    let next = fitting(&lines, first, spent, bounds, callbacks);
    let text = head + &lines[first..next].concat() + &more(total - next, next, callbacks);
    Window {
        text,
        first,
        next: Some(next),
        total,
    }
}

/// What has been spent of each bound.
#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    tokens: usize,
    chars: usize,
}

impl Spent {
    /// Only what is bounded is counted.
    fn add(&mut self, text: &str, bounds: Bounds, callbacks: &Callbacks) {
        if bounds.tokens.is_some() {
            self.tokens += (callbacks.count)(text);
        }
        if bounds.chars.is_some() {
            self.chars += text.chars().count();
        }
    }

    fn exceeds(&self, bounds: Bounds) -> bool {
        bounds.tokens.is_some_and(|most| self.tokens > most)
            || bounds.chars.is_some_and(|most| self.chars > most)
    }
}

/// The first line that does not fit any more, at least the one behind `first`.
fn fitting(
    lines: &[&str],
    first: usize,
    mut spent: Spent,
    bounds: Bounds,
    callbacks: &Callbacks,
) -> usize {
    for (offset, line) in lines[first..].iter().enumerate() {
        spent.add(line, bounds, callbacks);
        if spent.exceeds(bounds) && offset > 0 {
            return first + offset;
        }
    }
    lines.len()
}

fn more(left: usize, next: usize, callbacks: &Callbacks) -> String {
    format!("...({left} more lines: {})\n", (callbacks.cursor)(next))
}

/// What the line stands in, outermost first. A line's level is how far it is indented.
fn breadcrumb(lines: &[&str], first: usize) -> String {
    let mut level = indentation(lines[first]);
    let mut crumbs: Vec<&str> = Vec::new();
    for line in lines[..first].iter().rev() {
        if level == 0 {
            break;
        }
        if indentation(line) < level {
            level = indentation(line);
            crumbs.push(crumb(line));
        }
    }
    crumbs.reverse();
    let inside = if crumbs.is_empty() {
        String::new()
    } else {
        format!(", inside {}", crumbs.join(" > "))
    };
    format!("...(continued from line {first}{inside})\n")
}

fn crumb(line: &str) -> &str {
    let line = line.trim_start_matches(' ').trim_end_matches('\n');
    match line.chars().count() > MAX_CRUMB_LEN {
        // Up to the first string of the page: there can be no quote in what stands before it.
        true => line.split('"').next().unwrap_or_default().trim_end(),
        false => line,
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CALLBACKS: Callbacks = Callbacks {
        count: &|text| text.len().div_ceil(4),
        cursor: &|next| format!("cursor {next}"),
    };

    fn all(text: &str, bounds: Bounds) -> Vec<Window> {
        let mut windows = vec![window(text, 0, bounds, &[], &CALLBACKS)];
        while let Some(next) = windows.last().and_then(|window| window.next) {
            windows.push(window(text, next, bounds, &[], &CALLBACKS));
        }
        windows
    }

    fn without_notes(text: &str) -> String {
        text.split_inclusive('\n')
            .filter(|line| !line.starts_with("...("))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn windows_joined_are_the_whole(
            lines in prop::collection::vec("[ ]{0,6}[a-z]{1,12}", 0..40),
            tokens in prop::option::of(0_usize..60),
            chars in prop::option::of(0_usize..300),
        ) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let windows = all(&text, Bounds { tokens, chars });
            let joined: String = windows.iter().map(|window| without_notes(&window.text)).collect();
            prop_assert_eq!(joined, text);
        }

        #[test]
        fn no_window_is_larger_than_its_bounds(lines in prop::collection::vec("[ ]{0,6}[a-z]{1,12}", 1..60)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            for window in all(&text, Bounds { tokens: Some(80), chars: Some(400) }) {
                prop_assert!(window.text.chars().count() <= 400);
            }
        }
    }

    #[test]
    fn a_window_that_goes_on_says_what_it_stands_in() {
        let text =
            "main\n  list \"Results\"\n    item \"one\"\n    item \"two\"\n    item \"three\"\n";
        let cut = window(
            text,
            3,
            Bounds {
                chars: Some(200),
                ..Bounds::default()
            },
            &["the page has changed".to_string()],
            &CALLBACKS,
        );
        let expected = "...(the page has changed)\n...(continued from line 3, inside main > list \"Results\")\n    item \"two\"\n    item \"three\"\n";
        assert_eq!(cut.text, expected);
        assert_eq!(cut.next, None);
    }

    #[test]
    fn a_long_ancestor_is_named_by_its_role() {
        let text = format!("  region \"{}\"\n    a\n    b\n", "x".repeat(100));
        let cut = window(&text, 2, Bounds::default(), &[], &CALLBACKS);
        assert_eq!(
            cut.text,
            "...(continued from line 2, inside region)\n    b\n"
        );
    }

    #[test]
    fn what_fits_is_not_cut_and_what_is_behind_the_end_is_empty() {
        let bounds = Bounds {
            chars: Some(10),
            ..Bounds::default()
        };
        assert_eq!(
            window("one\ntwo\n", 0, bounds, &[], &CALLBACKS).text,
            "one\ntwo\n"
        );
        assert_eq!(window("one\n", 7, bounds, &[], &CALLBACKS).text, "");
    }
}
