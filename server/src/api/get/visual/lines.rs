//! Writes facts as lines.

use super::look::{Look, look, text_look, text_quote};
use super::sizes::size_words;
use super::texts::{TextLook, TextSample, choose};
use axlens_protocol::wire::{FramePosition, VisualFact, VisualFacts, VisualKind};
use std::collections::HashMap;

/// Maximum number of lines.
const MAX_LINES: usize = 200;

/// The uid and the role of an element, by its node id.
pub type KnownUids = HashMap<u32, (String, &'static str)>;

/// What lines depend on besides the facts.
#[derive(Debug)]
pub struct LineContext<'a> {
    /// The elements that the session knows.
    pub known: &'a KnownUids,
    /// Where the document is in the tab; `None` if it is unknown.
    pub position: Option<FramePosition>,
    /// The node id of the element that the request names; `None` for the viewport.
    pub element: Option<u32>,
}

/// The lines for an answer.
#[derive(Debug, PartialEq)]
pub struct VisualLines {
    /// One line for each fact, then remarks.
    pub text: String,
    /// Whether some are missing.
    pub is_cut: bool,
}

/// One fact, with what its line says.
struct Item<'a> {
    fact: &'a VisualFact,
    look: Look,
    /// What `small` and `large` compare.
    size: f64,
}

/// Writes the facts of an element or of the viewport.
pub fn lines(facts: &VisualFacts, context: &LineContext<'_>) -> VisualLines {
    let is_visible = |fact: &&VisualFact| context.is_visible(fact);
    let visible: Vec<&VisualFact> = facts.facts.iter().filter(is_visible).collect();
    let outside = facts.outside as usize + facts.facts.len() - visible.len();
    let (items, usual) = items(&visible, facts);
    let listed = &items[..items.len().min(MAX_LINES)];
    let mut lines = item_lines(listed, context);
    if listed.len() < items.len() {
        lines.push(format!(
            "...({} of {} shown; name an element for fewer)",
            listed.len(),
            items.len()
        ));
    }
    if items.is_empty() {
        lines.push("...(nothing that is only visible)".to_owned());
    }
    lines.extend(usual.map(|look| {
        format!(
            "...(the other texts: {} on {}, {} px)",
            look.color, look.behind, look.size
        )
    }));
    lines.extend(remarks(facts, outside, context.element.is_some()));
    VisualLines {
        text: lines.join("\n"),
        is_cut: listed.len() < items.len() || facts.stopped > 0,
    }
}

/// What is missing.
fn remarks(facts: &VisualFacts, outside: usize, is_element: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    if is_element && outside > 0 {
        remarks.push(format!(
            "...(not in the viewport: {outside} more; scroll to them)"
        ));
    }
    if facts.frames > 0 {
        let frames = facts.frames;
        remarks.push(format!(
            "...(frames left out: {frames}; name an element in one)"
        ));
    }
    if facts.stopped > 0 {
        let stopped = facts.stopped;
        remarks.push(format!(
            "...(stopped after {stopped} elements; name an element)"
        ));
    }
    if facts.untested > 0 {
        let untested = facts.untested;
        remarks.push(format!(
            "...(points that may be covered, because testing takes too long: {untested}; name an \
             element or take a screenshot)"
        ));
    }
    remarks
}

/// The facts that are listed, and the looks of the texts that are not.
fn items<'a>(visible: &[&'a VisualFact], facts: &VisualFacts) -> (Vec<Item<'a>>, Option<TextLook>) {
    let is_text = |fact: &VisualFact| fact.kind == VisualKind::Text;
    let texts: Vec<TextSample> = visible
        .iter()
        .filter(|fact| is_text(fact))
        .map(|fact| TextSample {
            look: text_look(&fact.style, fact.opacity).0,
            length: fact.text.chars().count(),
        })
        .collect();
    let (around, _) = text_look(&facts.surroundings, 1.0);
    let choice = choose(&texts, &around);
    let mut is_listed = choice.is_listed.iter().copied();
    let items: Vec<Item<'_>> = visible
        .iter()
        .filter(|fact| !is_text(fact) || is_listed.next().unwrap_or_default())
        .filter_map(|fact| item(fact, &choice.usual))
        .collect();
    let texts_listed = items.iter().filter(|item| is_text(item.fact)).count();
    let has_others = texts_listed > 0 && texts_listed < texts.len();
    (items, has_others.then_some(choice.usual))
}

fn item<'a>(fact: &'a VisualFact, usual: &TextLook) -> Option<Item<'a>> {
    let is_text = matches!(fact.kind, VisualKind::Text | VisualKind::SvgText);
    let [width, height] = fact.size;
    Some(match is_text {
        true => Item {
            fact,
            look: look_of_text(fact, usual),
            size: fact.style.size,
        },
        false => Item {
            fact,
            look: look(fact)?,
            size: width.max(height),
        },
    })
}

fn look_of_text(fact: &VisualFact, usual: &TextLook) -> Look {
    let (look, color) = text_look(&fact.style, fact.opacity);
    let is_on_other = look.behind != usual.behind && fact.kind == VisualKind::Text;
    let details = is_on_other.then(|| format!("on {}", look.behind));
    Look {
        shape: Some(format!("text {}", text_quote(&fact.text))),
        color: Some(color),
        details: details.into_iter().collect(),
        quotes: Vec::new(),
    }
}

fn item_lines(items: &[Item<'_>], context: &LineContext<'_>) -> Vec<String> {
    let sizes = sizes(items);
    let hexes = hexes(items);
    let lines = items.iter().zip(sizes).zip(hexes);
    lines
        .map(|((item, size), hex)| item.line(size, hex, context))
        .collect()
}

/// The size words, each compared with the items of the same kind.
fn sizes(items: &[Item<'_>]) -> Vec<Option<&'static str>> {
    let mut words = vec![None; items.len()];
    let kinds = [
        VisualKind::Shape,
        VisualKind::Box,
        VisualKind::Image,
        VisualKind::Text,
        VisualKind::SvgText,
    ];
    for kind in kinds {
        let of_kind = |index: &usize| items[*index].fact.kind == kind;
        let indexes: Vec<usize> = (0..items.len()).filter(of_kind).collect();
        let sizes: Vec<f64> = indexes.iter().map(|index| items[*index].size).collect();
        for (index, word) in indexes.into_iter().zip(size_words(&sizes)) {
            words[index] = word;
        }
    }
    words
}

/// The exact colours of the items whose word another colour has too.
fn hexes<'i>(items: &'i [Item<'_>]) -> Vec<Option<&'i str>> {
    let colors = || items.iter().map(|item| item.look.color.as_ref());
    let mut first: HashMap<&str, &str> = HashMap::new();
    let mut shared: HashMap<&str, bool> = HashMap::new();
    for color in colors().flatten() {
        let Some(hex) = &color.hex else { continue };
        let known = first.entry(&color.name).or_insert(hex);
        *shared.entry(&color.name).or_default() |= known != hex;
    }
    let exact = colors().map(|color| {
        let color = color?;
        let is_shared = shared.get(&*color.name).copied().unwrap_or_default();
        color.hex.as_deref().filter(|_| is_shared)
    });
    exact.collect()
}

impl Item<'_> {
    fn line(&self, size: Option<&str>, hex: Option<&str>, context: &LineContext<'_>) -> String {
        let Item { fact, look, .. } = self;
        let known = context.known.get(&fact.node);
        let (uid, role) = known.map_or((None, None), |(uid, role)| (Some(uid), Some(*role)));
        let noun = look.shape.as_deref().or(role).unwrap_or(&fact.tag);
        let mut words = vec![
            uid.cloned().unwrap_or_else(|| context.point(fact)),
            noun_word(noun, fact),
        ];
        words.extend(look.color.iter().map(|color| color.name.clone()));
        words.extend(hex.map(str::to_owned));
        words.extend(look.details.iter().cloned());
        words.extend(size.map(str::to_owned));
        if !matches!(fact.kind, VisualKind::Text | VisualKind::SvgText) {
            let [width, height] = fact.size.map(f64::round);
            words.push(format!("{width}x{height}"));
        }
        words.extend(look.quotes.iter().cloned());
        if fact.covered {
            words.push("covered".to_owned());
        }
        if uid.is_none() {
            words.extend(context.container(fact).map(|uid| format!("in {uid}")));
        }
        words.join(" ")
    }
}

/// The tag of a custom element is a text of the page: only letters, digits and hyphens are written.
fn noun_word(noun: &str, fact: &VisualFact) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
    match noun == fact.tag && !noun.chars().all(is_plain) {
        true => "element".to_owned(),
        false => noun.to_owned(),
    }
}

impl LineContext<'_> {
    /// Whether its point is in the viewport of the tab, as far as that is known.
    fn is_visible(&self, fact: &VisualFact) -> bool {
        let Some(FramePosition { origin, visible }) = self.position else {
            return true;
        };
        let [x, y] = [origin[0] + fact.at[0], origin[1] + fact.at[1]];
        let [left, top, right, bottom] = visible;
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }

    /// Its point as a selector; `at=?` if the position of its frame is unknown.
    fn point(&self, fact: &VisualFact) -> String {
        let Some(FramePosition { origin, .. }) = self.position else {
            return "at=?".to_owned();
        };
        let rounded = |number: f64| (number * 10.0).round() / 10.0;
        let [x, y] = [0, 1].map(|axis| rounded(origin[axis] + fact.at[axis]));
        format!("at={x},{y}")
    }

    /// The uid of the innermost element around it that the session knows, inside the element that
    /// the request names.
    fn container(&self, fact: &VisualFact) -> Option<&str> {
        let around = fact.around.iter();
        let inside = around.take_while(|node| Some(**node) != self.element);
        let mut known = inside.filter_map(|node| self.known.get(node));
        known.next().map(|(uid, _)| uid.as_str())
    }
}

#[cfg(test)]
mod tests;
