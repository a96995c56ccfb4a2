//! The titles of units: which of its texts tells a unit from its siblings.

use super::{Unit, Units, Words};
use crate::dom::{Dom, Idx};
use crate::hash;
use crate::roles::Roles;
use crate::table::HashTable;
use axlens_snapshot::role::Role;

/// Maximum number of siblings whose texts are compared.
const MAX_SIBLINGS: usize = 64;
/// Maximum number of texts of a unit that are compared.
const MAX_PLACES: usize = 24;
/// Maximum number of texts of a unit in which a title is looked for.
const MAX_SCANNED: u32 = 200;
/// Maximum number of texts of a title.
const MAX_TITLE_WORDS: u32 = 24;
/// Maximum number of characters of a title that count.
const MAX_CHARS: usize = 200;

/// Which digits of a title count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Digits {
    /// All but those of a count: "12 results", "Inbox (3)".
    NoCounts,
    /// All.
    All,
}

/// The texts of siblings at one place of their shape.
#[derive(Debug, Default)]
struct SiblingText {
    key: u64,
    /// Hashes of the texts, and of the titles that their units already have.
    texts: HashTable,
    siblings: usize,
    /// The number of texts that begin with a letter.
    with_letter: usize,
    /// The number of texts that have no letter.
    numbers: usize,
    /// The number of texts that can be the number of an order.
    ids: usize,
}

impl SiblingText {
    /// How many siblings its texts tell apart. Numbers tell none apart, unless they can be those of
    /// orders: all are different, with three digits or more.
    fn different(&self) -> usize {
        let different = self.texts.len();
        let are_ids = different == self.siblings && self.ids == self.siblings;
        if self.numbers * 2 > self.siblings && !are_ids {
            return 0;
        }
        different
    }

    /// How well its texts tell siblings apart. Texts that begin with a number, such as times, count
    /// less.
    fn tells(&self) -> usize {
        let is_word = self.with_letter * 2 > self.siblings;
        self.different() * if is_word { 3 } else { 2 }
    }
}

impl<'r> Units<'r> {
    /// The units of siblings, with their titles.
    pub(super) fn titles(&self, dom: &Dom<'r>, roles: &Roles, group: &[Idx]) -> Vec<Unit<'r>> {
        let label = |node: Idx| dom.attr(node, "aria-label").unwrap_or_default().trim();
        let units = group
            .iter()
            .map(|node| Units::untitled(*node, label(*node)));
        let mut units: Vec<Unit> = units.collect();
        if !self.title_by_heading(&mut units) {
            self.title_by_place(&mut units);
        }
        for unit in &mut units {
            let is_dialog = matches!(roles.role(unit.node), Role::Dialog | Role::Alertdialog);
            if unit.title[0] == (0, 0) && unit.label.is_empty() {
                unit.title[0] = self.first_text(unit.node);
            } else if is_dialog {
                unit.title[1] = self.first_after(unit);
            }
        }
        self.tell_equal_apart(&mut units);
        for unit in &mut units {
            unit.hash = self.title_hash(unit, (0, 0));
        }
        units
    }

    /// Titles units by their headings. Returns false if the headings of siblings are equal, or most
    /// have none.
    fn title_by_heading(&self, units: &mut [Unit]) -> bool {
        let mut different = HashTable::default();
        let compared = &units[..units.len().min(MAX_SIBLINGS)];
        let mut headings = 0;
        for heading in compared
            .iter()
            .filter_map(|unit| self.heading_in(unit.node))
        {
            different.add(self.hash(heading, Digits::All));
            headings += 1;
        }
        if headings * 2 <= compared.len() || units.len() > 1 && different.len() == 1 {
            return false;
        }
        for unit in units {
            unit.title[0] = self.heading_in(unit.node).unwrap_or_default();
        }
        true
    }

    /// Titles units by the texts at the first place that tells most of them apart.
    fn title_by_place(&self, units: &mut [Unit]) {
        let place = self.place_that_tells(units, None);
        let Some(place) = place.filter(|place| place.different() > 1) else {
            return;
        };
        for unit in units {
            unit.title[0] = self.title_at(unit.node, place.key);
        }
    }

    /// Sets which digits count, and adds a second text to titles that are equal.
    fn tell_equal_apart(&self, units: &mut [Unit]) {
        if units.len() < 2 {
            return;
        }
        let [counts, all] =
            [Digits::NoCounts, Digits::All].map(|digits| self.number_of_titles(units, digits));
        let (digits, known) = match all.len() > counts.len() {
            true => (Digits::All, all),
            false => (Digits::NoCounts, counts),
        };
        units.iter_mut().for_each(|unit| unit.digits = digits);
        if known.len() == units.len().min(MAX_SIBLINGS) {
            return;
        }
        let place = self.place_that_tells(units, Some(digits));
        let Some(place) = place.filter(|place| place.different() > known.len()) else {
            return;
        };
        for unit in units.iter_mut().filter(|unit| unit.title[1] == (0, 0)) {
            if known.get(self.hash(unit.title[0], digits)) != Some(1) {
                unit.title[1] = self.title_at(unit.node, place.key);
            }
        }
    }

    /// For each title, how many of the siblings have it.
    fn number_of_titles(&self, units: &[Unit], digits: Digits) -> HashTable {
        let mut titles = HashTable::default();
        for unit in units.iter().take(MAX_SIBLINGS) {
            titles.count(self.hash(unit.title[0], digits));
        }
        titles
    }

    /// The first place whose texts tell the most siblings apart, together with the titles that they
    /// have already if `known` says which digits of them count.
    fn place_that_tells(&self, units: &[Unit], known: Option<Digits>) -> Option<SiblingText> {
        let compared = units.len().min(MAX_SIBLINGS);
        let places = self.places(&units[..compared], known);
        let shared = places.into_iter();
        let shared = shared.filter(|place| place.siblings * 2 >= compared);
        // The first one of several: `max_by_key` returns the last one.
        shared.rev().max_by_key(SiblingText::tells)
    }

    fn places(&self, units: &[Unit], known: Option<Digits>) -> Vec<SiblingText> {
        let mut places: Vec<SiblingText> = Vec::new();
        for unit in units {
            let known = known.map_or(0, |digits| self.hash(unit.title[0], digits));
            for (word, key) in self.places_of(unit.node) {
                let at = places.iter().position(|place| place.key == key);
                let at = at.unwrap_or_else(|| {
                    let place = SiblingText {
                        key,
                        ..SiblingText::default()
                    };
                    places.push(place);
                    places.len() - 1
                });
                let place = &mut places[at];
                let text = self.words[word as usize].text;
                let hash = self.hash((word, word + 1), Digits::All);
                place.texts.add(hash::pair(known, hash));
                place.with_letter += usize::from(text.starts_with(char::is_alphabetic));
                place.siblings += 1;
                place.numbers += usize::from(!text.contains(char::is_alphabetic));
                place.ids += usize::from(is_id(text));
            }
        }
        places
    }

    /// The texts of a unit outside of controls, and their places.
    fn places_of(&self, unit: Idx) -> impl Iterator<Item = (u32, u64)> {
        let mut paths: Vec<u64> = Vec::new();
        let words = self.scanned(unit).filter(|word| {
            let word = &self.words[*word as usize];
            !word.in_control
        });
        words.take(MAX_PLACES).map(move |word| {
            let text = &self.words[word as usize];
            let path = self.path_within(unit, text.node);
            let path = path.wrapping_add(text.source as u64);
            let before = paths.iter().filter(|other| **other == path).count();
            paths.push(path);
            (word, hash::pair(path, before as u64))
        })
    }

    /// The words of a unit in which a title is looked for.
    fn scanned(&self, unit: Idx) -> std::ops::Range<u32> {
        let (start, end) = self.words_of(unit);
        start..end.min(start + MAX_SCANNED)
    }

    /// The title of a unit at a place.
    fn title_at(&self, unit: Idx, key: u64) -> Words {
        let found = self.places_of(unit).find(|(_, place)| *place == key);
        found.map_or((0, 0), |(word, _)| self.with_neighbours(unit, word))
    }

    /// A word and those of the same element right before and after it: a text in several nodes, or
    /// with generated content, is one title.
    pub(super) fn with_neighbours(&self, unit: Idx, word: u32) -> Words {
        let node = self.words[word as usize].node;
        let continues = |word: u32| self.words[word as usize].continues && self.is_of(word, node);
        let words = self.scanned(unit);
        let (mut start, mut end) = (word, word + 1);
        while start > words.start && continues(start) && self.is_of(start - 1, node) {
            start -= 1;
        }
        while end < words.end && continues(end) {
            end += 1;
        }
        (start, end)
    }

    /// Whether a word is of this element.
    fn is_of(&self, word: u32, node: Idx) -> bool {
        self.words[word as usize].node == node
    }

    /// The first text with letters outside of controls; the first text with letters if there is
    /// none. Numbers alone are no title: they are counters.
    fn first_text(&self, unit: Idx) -> Words {
        let is_title = |word: &u32| self.words[*word as usize].is_title();
        let has_letter = |word: &u32| self.words[*word as usize].has_letter();
        let outside = self.scanned(unit).find(is_title);
        let found = outside.or_else(|| self.scanned(unit).find(has_letter));
        found.map_or((0, 0), |word| self.with_neighbours(unit, word))
    }

    /// The first text outside of controls that is neither the heading nor the label.
    fn first_after(&self, unit: &Unit) -> Words {
        let heading = unit.title[0];
        let texts = self.scanned(unit.node);
        let mut texts = texts.filter(|word| !(heading.0..heading.1).contains(word));
        let first = texts.find(|word| {
            let word = &self.words[*word as usize];
            !word.in_control && word.text != unit.label
        });
        first.map_or((0, 0), |word| (word, word + 1))
    }

    /// The hash of a title without the words of an element; `None` if no other words are left.
    pub(super) fn title_hash(&self, unit: &Unit, own: Words) -> Option<u64> {
        let mut title = TitleHash::new(unit.digits);
        for (start, end) in unit.title {
            let words = (start, end.min(start + MAX_TITLE_WORDS));
            if words.0 < own.0 {
                self.add_words((words.0, words.1.min(own.0)), &mut title);
            }
            if words.1 > own.1 {
                self.add_words((words.0.max(own.1), words.1), &mut title);
            }
        }
        title.add(unit.label);
        title.finish()
    }

    /// The hash of the texts of a range.
    pub(super) fn hash(&self, (start, end): Words, digits: Digits) -> u64 {
        let mut title = TitleHash::new(digits);
        self.add_words((start, end.min(start + MAX_TITLE_WORDS)), &mut title);
        title.finish().unwrap_or_default()
    }

    fn add_words(&self, words: Words, title: &mut TitleHash) {
        for word in self.words_in(words) {
            title.add(word.text);
        }
    }
}

/// Whether a text can be the number of an order, and is no price, time or share.
fn is_id(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '#' | '-' | '/' | ' ');
    digits >= 3 && text.chars().all(is_part)
}

/// The hash of the texts of a title. Spaces and punctuation do not count, unless there is nothing
/// else, so that a text can be in several nodes.
#[derive(Debug)]
struct TitleHash {
    digits: Digits,
    /// Hash of the letters, and of the digits that count.
    counting: u64,
    /// Hash of all characters, for a text without letters.
    whole: u64,
    chars: usize,
    previous: char,
    has_letter: bool,
    /// Whether the last digit is one of a count.
    is_count: bool,
}

impl TitleHash {
    fn new(digits: Digits) -> TitleHash {
        TitleHash {
            digits,
            counting: hash::OFFSET,
            whole: hash::OFFSET,
            chars: 0,
            previous: ' ',
            has_letter: false,
            is_count: false,
        }
    }

    fn add(&mut self, text: &str) {
        for char in text.chars().take(MAX_CHARS.saturating_sub(self.chars)) {
            self.chars += 1;
            self.add_char(char);
        }
    }

    fn add_char(&mut self, char: char) {
        if char.is_whitespace() {
            return;
        }
        let is_digit = char.is_numeric();
        if is_digit && !self.previous.is_numeric() {
            self.is_count = self.previous == '(' || !self.has_letter;
        }
        let is_letter = char.is_alphabetic();
        self.has_letter |= is_letter;
        self.previous = char;
        self.whole = hash::char(self.whole, char);
        if is_letter || is_digit && (self.digits == Digits::All || !self.is_count) {
            self.counting = hash::char(self.counting, char);
        }
    }

    /// The hash; `None` of no text.
    fn finish(self) -> Option<u64> {
        let hash = match self.has_letter {
            true => self.counting,
            false => self.whole,
        };
        (self.chars > 0).then_some(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::{Digits, TitleHash};

    fn hash(texts: &[&str], digits: Digits) -> Option<u64> {
        let mut title = TitleHash::new(digits);
        texts.iter().for_each(|text| title.add(text));
        title.finish()
    }

    #[test]
    fn counts_are_no_part_of_a_title() {
        let is_same =
            |one: &str, other: &str, digits| hash(&[one], digits) == hash(&[other], digits);
        for (one, other) in [("Inbox (3)", "Inbox (12)"), ("12 results", "7 results")] {
            assert!(is_same(one, other, Digits::NoCounts), "{one}");
            assert!(!is_same(one, other, Digits::All), "{one}");
        }
        for (one, other) in [
            ("Order 1042", "Order 1043"),
            ("Step 1 of 3", "Step 2 of 3"),
            ("1042", "1043"),
            ("—", "•"),
        ] {
            assert!(!is_same(one, other, Digits::NoCounts), "{one}");
        }
        assert_eq!(
            hash(&["Winter ", "League"], Digits::NoCounts),
            hash(&["Winter League"], Digits::NoCounts)
        );
        assert_eq!(hash(&[], Digits::All), None);
        assert_eq!(hash(&[""], Digits::All), None);
    }
}
