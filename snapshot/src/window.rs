//! Splits a long text into windows of bounded size, at line breaks. Every window but the first
//! begins with a note about its context, every one but the last ends with a note about how to get
//! the next. Notes count towards the size. Without notes, the joined windows are the whole text.

/// Maximum length of an ancestor's line in a breadcrumb, in characters; for a longer line, it has
/// only the role.
const MAX_CRUMB_LEN: usize = 60;

/// Maximum size of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of tokens.
    pub tokens: Option<usize>,
    /// Maximum number of characters.
    pub chars: Option<usize>,
}

/// A window of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The lines, with notes.
    pub text: String,
    /// Its first line, as a number in the whole text.
    pub first: usize,
    /// The first line after it; `None` if there is none.
    pub next: Option<usize>,
    /// Number of lines of the whole text.
    pub total: usize,
}

/// Functions that count tokens and format cursors.
pub struct Callbacks<'a> {
    /// Counts tokens.
    pub count: &'a dyn Fn(&str) -> usize,
    /// The instruction to request the window that begins at a line.
    pub cursor: &'a dyn Fn(usize) -> String,
}

/// The window that begins at a line. It has at least one line, however small the bounds. `notices`
/// are additional notes at its beginning.
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
    // The last line is measured with the largest possible numbers.
    let mut used = UsedSize::default();
    used.add(&head, bounds, callbacks);
    let whole = fitting(&lines, first, used, bounds, callbacks);
    if whole == total {
        return Window {
            text: head + &lines[first..].concat(),
            first,
            next: None,
            total,
        };
    }
    used.add(&more(total, total, callbacks), bounds, callbacks);
    let next = fitting(&lines, first, used, bounds, callbacks);
    let text = head + &lines[first..next].concat() + &more(total - next, next, callbacks);
    Window {
        text,
        first,
        next: Some(next),
        total,
    }
}

/// The used part of each bound.
#[derive(Debug, Clone, Copy, Default)]
struct UsedSize {
    tokens: usize,
    chars: usize,
}

impl UsedSize {
    /// Counts only what has a bound.
    fn add(&mut self, text: &str, bounds: Bounds, callbacks: &Callbacks) {
        if bounds.tokens.is_some() {
            self.tokens += (callbacks.count)(text);
        }
        if bounds.chars.is_some() {
            self.chars += text.chars().count();
        }
    }

    fn exceeds(&self, bounds: Bounds) -> bool {
        bounds.tokens.is_some_and(|max| self.tokens > max)
            || bounds.chars.is_some_and(|max| self.chars > max)
    }
}

/// The first line that does not fit, at least the one after `first`.
fn fitting(
    lines: &[&str],
    first: usize,
    mut used: UsedSize,
    bounds: Bounds,
    callbacks: &Callbacks,
) -> usize {
    for (offset, line) in lines[first..].iter().enumerate() {
        used.add(line, bounds, callbacks);
        if used.exceeds(bounds) && offset > 0 {
            return first + offset;
        }
    }
    lines.len()
}

fn more(left: usize, next: usize, callbacks: &Callbacks) -> String {
    format!("...({left} more lines: {})\n", (callbacks.cursor)(next))
}

/// The ancestors of a line, outermost first, by indentation.
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
        // Up to the first string of the page; there is no quote before it.
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
        fn joined_windows_are_the_whole_text(
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
        fn windows_respect_their_bounds(lines in prop::collection::vec("[ ]{0,6}[a-z]{1,12}", 1..60)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            for window in all(&text, Bounds { tokens: Some(80), chars: Some(400) }) {
                prop_assert!(window.text.chars().count() <= 400);
            }
        }
    }

    #[test]
    fn a_later_window_names_its_ancestors() {
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
    fn a_long_ancestor_is_shown_by_its_role() {
        let text = format!("  region \"{}\"\n    a\n    b\n", "x".repeat(100));
        let cut = window(&text, 2, Bounds::default(), &[], &CALLBACKS);
        assert_eq!(
            cut.text,
            "...(continued from line 2, inside region)\n    b\n"
        );
    }

    #[test]
    fn a_short_text_is_not_cut_and_a_window_after_the_end_is_empty() {
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
