//! Answers as text instead of JSON, for the command line and MCP. Texts of the page are quoted.

use crate::text::interface::{self, Interface};
use crate::text::numbered_results::numbered;
use crate::text::outcomes::{self, uid_text};
use crate::text::rows;
use axlens_page_facts::line_parts::MAX_URL_LEN;
use axlens_page_facts::{downloads, errors, network};
use axlens_protocol::agent::find::{FindAnswer, FoundElement};
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::agent::interact::ask_user::AskUserAnswer;
use axlens_protocol::agent::interact::{
    ControlResult, InteractAnswer, ReadAnswer, Rounds, StepResult,
};
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::agent::observe::pins::{Pin, PinsAnswer};
use axlens_protocol::agent::screenshot::ScreenshotAnswer;
use axlens_protocol::agent::tabs::{MissingBrowser, Tab, TabsAnswer};
use axlens_protocol::agent::wait::WaitAnswer;
use axlens_snapshot::quote::{address, requoted, shortened, single_line};
use axlens_snapshot::tree::ReadyState;
use std::collections::HashSet;

/// Maximum length of a value of a step, in characters.
const MAX_VALUE: usize = 200;

/// The facts about the page as a whole, on one line.
pub fn header(answer: &ObserveAnswer) -> String {
    let header = &answer.header;
    let url = shortened(&answer.url, MAX_URL_LEN);
    let mut parts = vec![
        format!("page {} {}", requoted(&answer.page_title), address(&url)),
        format!("tab {}", answer.tab),
        format!("snapshot {}", answer.snapshot),
    ];
    if header.ready != ReadyState::Complete {
        parts.push("still loading".to_owned());
    }
    let [x, y, width, height] = header.scroll;
    parts.push(format!("scrolled to {x},{y} of {width}×{height}"));
    if let Some(uid) = &header.focused {
        parts.push(format!("focus on {}", uid_text(uid)));
    }
    if let Some(dialog) = &header.dialog {
        parts.push(format!("open dialog {}", requoted(dialog)));
    }
    match answer.page_tools {
        0 => {}
        1 => parts.push("1 page tool".to_owned()),
        count => parts.push(format!("{count} page tools")),
    }
    if header.page_moved {
        parts.push("the page changed while it was read".to_owned());
    }
    let parts = parts.join("; ");
    format!("...({})\n", single_line(&parts))
}

/// The text of an answer to actions, for programs: the results, numbered if there are several, the
/// page, and the hint.
///
/// # Errors
/// If a page's text is no JSON string.
pub fn printed(answer: &InteractAnswer) -> anyhow::Result<String> {
    let is_single = answer.results.len() == 1 && !answer.decides();
    let mut text = String::new();
    for (number, result) in numbered(answer, |_, result| step(result, Interface::Http))? {
        text += &match is_single {
            true => format!("{result}\n"),
            false => format!("{number} {result}\n"),
        };
    }
    text += &outcomes::page(answer)?;
    Ok(match &answer.hint {
        Some(hint) => with_hint(&text, hint),
        None => text,
    })
}

/// A text, and a hint as its last line.
pub fn with_hint(text: &str, hint: &str) -> String {
    let text = text.trim_end_matches('\n');
    format!("{text}\n...({})\n", single_line(hint))
}

/// The results of actions, one line for each, those of reads, and the page.
///
/// # Errors
/// If a page's text is no JSON string.
pub fn interacted(answer: &InteractAnswer, interface: Interface) -> anyhow::Result<String> {
    let mut text = String::new();
    for (number, result) in numbered(answer, |_, result| step(result, interface))? {
        if answer.decides() {
            text += &format!("{number} ");
        }
        text += &result;
        text.push('\n');
    }
    Ok(text + &outcomes::page(answer)?)
}

/// The result of an action or a read, without a line feed at the end.
///
/// # Errors
/// If a page's text is no JSON string.
pub fn step(result: &StepResult, interface: Interface) -> anyhow::Result<String> {
    let text = match result {
        StepResult::Action(result) => outcomes::action(result),
        StepResult::Read(answer) => match &**answer {
            ReadAnswer::Find(answer) => found(answer),
            // Lines of Markdown and PDF files could be taken for those of another step.
            ReadAnswer::Get(answer) => match answer.markdown.as_ref().or(answer.pdf.as_ref()) {
                Some(text) => with_notes(requoted(text), answer),
                None => got(answer),
            },
            ReadAnswer::Wait(answer) => waited(answer),
            ReadAnswer::Observe(answer) => observed(answer, interface)?,
            ReadAnswer::Screenshot(answer) => captured(answer, interface),
            ReadAnswer::Network(answer) => network::text(answer),
            ReadAnswer::Errors(answer) => errors::text(answer),
            ReadAnswer::Downloads(answer) => downloads::text(answer),
            ReadAnswer::AskUser(answer) => question_end(answer),
        },
        StepResult::Control(result) => decided(result),
    };
    Ok(text.trim_end_matches('\n').to_owned())
}

/// `price = "$10.50"`, `for: 3 rounds`, `stop: no more pages`
fn decided(result: &ControlResult) -> String {
    match result {
        ControlResult::Let(named) => {
            let value = shortened(&named.value, MAX_VALUE);
            format!("{} = {}", named.name, requoted(&value))
        }
        ControlResult::Stop(message) => format!("stop: {}", single_line(message)),
        ControlResult::Collect(collected) => rows::collected(collected),
        ControlResult::For(Rounds { rounds, of }) => {
            let rounds = match rounds {
                1 => "1 round".to_owned(),
                rounds => format!("{rounds} rounds"),
            };
            match of {
                Some(of) => format!("for: {rounds}, of {of} matches"),
                None => format!("for: {rounds}"),
            }
        }
    }
}

/// A page, after the facts about it as a whole and before those about the answer.
fn observed(answer: &ObserveAnswer, interface: Interface) -> anyhow::Result<String> {
    let mut text = header(answer) + answer.tree.read()?.trim_end_matches('\n');
    let remarks = [("cursor", &answer.cursor), ("hint", &answer.hint)];
    for (name, remark) in remarks {
        if let Some(remark) = remark {
            let remark = interface::render(remark, interface);
            text += &format!("\n...({name}: {})", single_line(&remark));
        }
    }
    Ok(text)
}

/// The elements that the user has pinned: the note of each, and its lines.
pub fn pinned(answer: &PinsAnswer) -> String {
    if answer.pins.is_empty() {
        return "...(the user has pinned nothing in this tab)\n".to_owned();
    }
    let pin = |(at, pin): (usize, &Pin)| {
        let note = match pin.note.is_empty() {
            true => String::new(),
            false => format!(": {}", requoted(&pin.note)),
        };
        let removed = match pin.element {
            Some(_) => "",
            None => ", which no snapshot has",
        };
        let line = pin.line.trim_end_matches('\n');
        let lines = if line.is_empty() {
            String::new()
        } else {
            format!("{line}\n")
        };
        format!("...(pin {}{note}{removed})\n{lines}", at + 1)
    };
    answer.pins.iter().enumerate().map(pin).collect()
}

/// `answered: "Work"`, `declined`
pub fn question_end(answer: &AskUserAnswer) -> String {
    let outcome = answer.outcome.as_str();
    match &answer.answer {
        Some(text) => format!("{outcome}: {}", requoted(text)),
        None => outcome.to_owned(),
    }
}

/// The size of a screenshot, the marked elements, and the hint.
pub fn captured(answer: &ScreenshotAnswer, interface: Interface) -> String {
    let (width, height) = (answer.width, answer.height);
    let same = match answer.unchanged {
        true => ", unchanged since the last one",
        false => "",
    };
    let mut text = format!("...({width}×{height} pixels of tab {}{same})\n", answer.tab);
    text += answer.legend.as_deref().unwrap_or_default();
    if let Some(hint) = &answer.hint {
        text += &format!("...({})\n", interface::render(hint, interface));
    }
    text
}

/// The matches of a search, after a line with their number and uids.
pub fn found(answer: &FindAnswer) -> String {
    format!("{}\n{}", matches(answer), answer.tree)
}

/// The number of matches and their uids. The lines after it contain other uids too.
fn matches(answer: &FindAnswer) -> String {
    let uids = answer.matches.iter().flat_map(|found| &found.uid);
    let uids: Vec<&str> = uids.map(String::as_str).collect();
    let matches = match answer.count {
        1 => "1 match".to_owned(),
        count => format!("{count} matches"),
    };
    match uids.is_empty() {
        true => format!("...({matches})"),
        false => format!("...({matches}: {})", uids.join(", ")),
    }
}

/// One fact. The value of a field and the title are quoted, because they can contain line breaks.
pub fn got(answer: &GetAnswer) -> String {
    if answer.html.is_some() || !answer.styles.is_empty() || answer.visual.is_some() {
        return inspected(answer);
    }
    if answer.secret {
        return "...(secret)".to_owned();
    }
    if let Some(value) = &answer.value {
        let value = value
            .as_deref()
            .map_or("...(empty, or not a field)".to_owned(), requoted);
        let more = if answer.truncated { "\n...(cut)" } else { "" };
        return value + more;
    }
    if let Some(text) = answer.markdown.as_ref().or(answer.pdf.as_ref()) {
        return with_notes(text.clone(), answer);
    }
    if let Some(text) = &answer.text {
        let more = cut(answer).map(|note| format!("\n{note}"));
        return requoted(text) + &more.unwrap_or_default();
    }
    if let Some(rows) = &answer.rows {
        return rows::text(answer, rows);
    }
    if let Some(count) = answer.count {
        return counted(answer, count);
    }
    match (&answer.rect, &answer.title, &answer.url) {
        (Some(Some(rect)), ..) => rect.map(|number| number.get().to_string()).join(" "),
        (Some(None), ..) => "...(not measured)".to_owned(),
        (_, Some(title), _) => requoted(title),
        (_, _, Some(url)) => address(url).into_owned(),
        _ => state(answer),
    }
}

/// Markdown or the text of a PDF file, and what it does not have. It is not quoted: none of its
/// lines begins like a note.
fn with_notes(markdown: String, answer: &GetAnswer) -> String {
    let mut lines = vec![markdown];
    lines.retain(|text| !text.is_empty());
    lines.extend(cut(answer));
    lines.extend(answer.notes.iter().map(|note| format!("...({note})")));
    if answer.left_out_words > 0 {
        let parts = match answer.left_out.is_empty() {
            true => String::new(),
            false => format!(": {}", answer.left_out.join(", ")),
        };
        let words = answer.left_out_words;
        lines.push(format!("...({words} words left out{parts}; whole has all)"));
    }
    if lines.is_empty() {
        lines.push("...(no text)".to_owned());
    }
    lines.join("\n")
}

/// That a text is only a part, and how to read the rest.
fn cut(answer: &GetAnswer) -> Option<String> {
    let note = match (answer.next_offset, answer.total_chars) {
        (Some(next), Some(total)) => {
            format!("...(cut at {next} of {total} characters; offset {next} has the rest)")
        }
        _ => "...(cut)".to_owned(),
    };
    answer.truncated.then_some(note)
}

/// HTML, styles or what is visible, with notes about missing parts.
fn inspected(answer: &GetAnswer) -> String {
    let styles = answer.styles.iter();
    let styles = styles.map(|(name, value)| format!("{}: {}", requoted(name), requoted(value)));
    let mut lines: Vec<String> = answer.html.iter().map(|html| requoted(html)).collect();
    lines.extend(styles);
    lines.extend(answer.visual.clone());
    // Its own lines say what is missing.
    if answer.truncated && answer.visual.is_none() {
        lines.push("...(cut)".to_owned());
    }
    if answer.secret {
        lines.push("...(without what is secret)".to_owned());
    }
    lines.join("\n")
}

/// A number, with the columns or a row of a table.
fn counted(answer: &GetAnswer, count: usize) -> String {
    let (Some(row), Some(tree)) = (&answer.row, &answer.tree) else {
        let columns: Vec<String> = answer.columns.iter().map(|name| requoted(name)).collect();
        return match columns.is_empty() {
            true => count.to_string(),
            false => format!("{count} rows: {}", columns.join(" | ")),
        };
    };
    let cells = answer.columns.iter().filter_map(|column| {
        let cell = row.get(column)?;
        Some(format!("{}: {}", requoted(column), requoted(cell)))
    });
    let cells: Vec<String> = cells.collect();
    let more = match count {
        1 => String::new(),
        count => format!("...(the first of {count} rows that are so)\n"),
    };
    format!("{more}{}\n{tree}", cells.join(", "))
}

fn state(answer: &GetAnswer) -> String {
    let role = answer.role.map_or("", |role| role.as_str());
    let name = requoted(answer.name.as_deref().unwrap_or_default());
    let states = answer.states.iter().flatten().map(String::as_str);
    let words: Vec<&str> = [role, &name].into_iter().chain(states).collect();
    single_line(&words.join(" ")).into_owned()
}

/// The awaited event, and the time until it.
pub fn waited(answer: &WaitAnswer) -> String {
    let found = answer.found.as_ref().map(element);
    let download = answer.download.as_ref();
    let download = download.map(|entry| format!(": {}", downloads::line(entry)));
    let found = found.or(download).unwrap_or_default();
    let seconds = answer.waited_ms as f64 / 1000.0;
    format!("{}{found} after {seconds:.1} s", answer.event.as_str())
}

fn element(found: &FoundElement) -> String {
    let uid = found.uid.as_ref().map(|uid| format!("{uid} "));
    let (uid, role) = (uid.unwrap_or_default(), found.role.as_str());
    match &found.text {
        Some(text) => format!(": {uid}{role} with the text {}", requoted(text)),
        None => format!(": {uid}{role} {}", requoted(&found.name)),
    }
}

/// The tabs, one line for each. Tabs of several browsers are listed under the browsers' names.
pub fn tabs(answer: &TabsAnswer) -> String {
    let browsers: HashSet<&str> = answer.tabs.iter().map(|tab| &*tab.browser).collect();
    let several = browsers.len() + answer.missing.len() > 1;
    let (mut lines, mut last_browser) = (Vec::new(), "");
    for tab in &answer.tabs {
        if several && tab.browser != last_browser {
            lines.push(format!("browser {}", requoted(&tab.browser)));
            last_browser = &tab.browser;
        }
        lines.push(tab_line(tab));
    }
    lines.extend(answer.missing.iter().map(missing_line));
    lines.join("\n")
}

fn missing_line(missing: &MissingBrowser) -> String {
    let (browser, message) = (
        requoted(&missing.browser),
        single_line(&missing.fault.message),
    );
    format!("browser {browser} did not answer: {message}")
}

fn tab_line(tab: &Tab) -> String {
    let marks = [
        ("active", tab.active),
        ("asleep", tab.discarded),
        ("incognito", tab.incognito),
        ("not readable", !tab.readable),
    ];
    let marks: String = marks
        .iter()
        .filter(|(_, is)| *is)
        .map(|(mark, _)| format!(" [{mark}]"))
        .collect();
    let (title, url) = (requoted(&tab.title), address(&tab.url));
    format!("{} {title} {url}{marks}", tab.tab)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::{Code, Fault};

    #[test]
    fn a_part_of_a_text_names_the_next_one() {
        let mut answer = GetAnswer {
            markdown: Some("# A".to_owned()),
            truncated: true,
            next_offset: Some(5),
            total_chars: Some(30),
            ..GetAnswer::default()
        };
        let note = "...(cut at 5 of 30 characters; offset 5 has the rest)";
        assert_eq!(got(&answer), format!("# A\n{note}"));
        answer.text = answer.markdown.take();
        assert_eq!(got(&answer), format!("\"# A\"\n{note}"));
    }

    #[test]
    fn tabs_of_several_browsers_are_listed_under_their_names() {
        let tab = |tab, browser: &str| Tab {
            tab,
            browser: browser.to_owned(),
            readable: true,
            ..Tab::default()
        };
        let mut answer = TabsAnswer {
            tabs: vec![tab(1, "Chrome"), tab(3, "Chrome")],
            missing: Vec::new(),
        };
        assert_eq!(tabs(&answer), "1 \"\" \"\"\n3 \"\" \"\"");
        answer.tabs.push(tab(2, "Edge"));
        answer.missing.push(MissingBrowser {
            browser: "Brave".to_owned(),
            fault: Fault::new(Code::Timeout, "Too late."),
        });
        assert_eq!(
            tabs(&answer),
            "browser \"Chrome\"\n1 \"\" \"\"\n3 \"\" \"\"\nbrowser \"Edge\"\n2 \"\" \"\"\nbrowser \"Brave\" did not answer: Too late."
        );
    }

    #[test]
    fn a_tab_is_one_line_whatever_its_title_and_url_contain() {
        let tab = Tab {
            tab: 3,
            title: "Two\nlines\\\" https://bank.example/ [active]\n4 \"\u{202e}".to_owned(),
            url: "data:text/html,x [active]".to_owned(),
            discarded: true,
            readable: true,
            ..Tab::default()
        };
        assert_eq!(
            tab_line(&tab),
            concat!(
                r#"3 "Two\nlines\\\" https://bank.example/ [active]\n4 \"\u{202e}" "#,
                r#""data:text/html,x [active]" [asleep]"#
            )
        );
    }
}
