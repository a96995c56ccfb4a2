//! Escapes text that Markdown would interpret. A character is escaped only where it would mean
//! something, so that most text costs nothing.

use std::borrow::Cow;

/// The place of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TextPlace {
    /// In a link's text, where brackets must be balanced.
    pub in_link: bool,
    /// In a cell of a table, where `|` ends the cell.
    pub in_table: bool,
}

/// The text without single characters that only say where a word may be divided: soft hyphens, word
/// joiners and zero-width spaces. All other invisible characters stay, and so do several of these
/// in a row: they may be a message.
pub(super) fn without_division_marks(text: &str) -> Cow<'_, str> {
    let is_mark = |character: char| "\u{ad}\u{200b}\u{2060}\u{feff}".contains(character);
    if text.is_ascii() || !text.contains(is_mark) {
        return Cow::Borrowed(text);
    }
    let is_visible =
        |character: char| character.is_whitespace() || !crate::quote::is_invisible(character);
    let characters: Vec<char> = text.chars().collect();
    let is_single = |at: usize| {
        let before = at.checked_sub(1).map(|before| characters[before]);
        let around = [before, characters.get(at + 1).copied()];
        let mut around = around.into_iter().flatten().peekable();
        around.peek().is_some() && around.all(is_visible)
    };
    let kept = characters.iter().enumerate();
    let kept = kept.filter(|(at, character)| !is_mark(**character) || !is_single(*at));
    Cow::Owned(kept.map(|(_, character)| character).collect())
}

/// Appends a text of a paragraph.
pub(super) fn push(out: &mut String, text: &str, place: TextPlace) {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied();
        if is_special(character, out, after, place) {
            out.push('\\');
        }
        out.push(character);
    }
}

fn is_special(character: char, before: &str, after: Option<char>, place: TextPlace) -> bool {
    match character {
        '*' | '`' | '~' => true,
        '_' => {
            let is_word_after = after.is_some_and(char::is_alphanumeric);
            !(is_word_after && before.ends_with(char::is_alphanumeric))
        }
        '\\' => after.is_none_or(|after| !after.is_alphanumeric()),
        '<' => after.is_none_or(|after| after.is_ascii_alphabetic() || "/!?".contains(after)),
        ';' => is_reference(before),
        '[' => place.in_link || before.ends_with(']'),
        ']' => place.in_link,
        '(' => before.ends_with(']'),
        '|' => place.in_table,
        _ => false,
    }
}

/// Whether a semicolon would make a character reference of the text before it.
fn is_reference(before: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '#';
    before.trim_end_matches(is_part).ends_with('&')
}

/// Whether a paragraph would define the address of a link: `[label]: address`.
pub(super) fn is_definition(text: &str) -> bool {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    text.starts_with('[') && end.is_some_and(|end| text[end + 1..].starts_with(':'))
}

/// Escapes the beginning of a line that would start a block: a heading, a list, a quote, a line, a
/// table. Also a line that looks like a note of the server.
pub(super) fn push_line(out: &mut String, line: &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after_digits = &line[digits..];
    let is_space = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let after = |sign: char| line.strip_prefix(sign);
    if (1..=9).contains(&digits) && after_digits.strip_prefix(['.', ')']).is_some_and(is_space) {
        out.push_str(&line[..digits]);
        out.push('\\');
        out.push_str(after_digits);
        return;
    }
    let is_heading = after('#').is_some_and(|rest| is_space(rest.trim_start_matches('#')));
    let is_list = ['-', '+']
        .into_iter()
        .any(|sign| after(sign).is_some_and(is_space));
    let only = |signs: &str| line.chars().all(|character| signs.contains(character));
    let is_rule = !line.is_empty() && (only("-|: ") || only("= "));
    if is_heading || is_list || is_rule || line.starts_with(['>']) || line.starts_with("...(") {
        out.push('\\');
    }
    out.push_str(line);
}

/// The address of a link that leads to another page, or `None`.
pub(super) fn target_of(href: &str) -> Option<String> {
    const SCHEMES: [&str; 4] = ["javascript", "data", "blob", "about"];
    // Browsers ignore these characters.
    let href = href.trim_matches(|character: char| character <= ' ');
    let href: String = href
        .chars()
        .filter(|character| !"\t\r\n".contains(*character))
        .collect();
    let scheme = href.split_once(':').map_or("", |(scheme, _)| scheme);
    let leads_nowhere = SCHEMES.iter().any(|each| scheme.eq_ignore_ascii_case(each));
    (!href.is_empty() && !href.starts_with('#') && !leads_nowhere).then_some(href)
}

/// The address of a link, so that it can't end before its end.
pub(super) fn destination(href: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"()<>\\".contains(&byte);
    let has_reference = href.contains('&') && href.contains(';');
    if !has_reference && href.bytes().all(is_plain) {
        return href.to_owned();
    }
    let mut out = String::from("<");
    for character in href.chars() {
        match character {
            '<' | '>' | '\\' | '&' => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out.push('>');
    out
}

/// Code in a paragraph, between more backticks than it has in a row.
pub(super) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    match text.starts_with('`') || text.ends_with('`') {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let others = text.split(|character| character != wanted);
    others.map(str::len).max().unwrap_or(0)
}

/// A text in an HTML comment, which Markdown does not display.
pub(super) fn comment(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("-->", "--\\>").replace("--!>", "--\\!>")
}
