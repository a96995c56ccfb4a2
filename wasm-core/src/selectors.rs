//! CSS selectors of elements, unique in their root (document or shadow root), computed from the
//! record. In this order (docs/design.md): `#id`, test id, `[name=…]`, `tag:nth-of-type(n)` with up
//! to three ancestors, the whole path. Ids that look generated are ignored, because they differ
//! between loads of the page.

use crate::digits;
use crate::dom::{Dom, Idx, Kind};
use crate::hash;
use crate::pace::{Pace, SPAN};
use crate::table::{HashTable, pair};
use axlens_protocol::wire::record_format::TEST_IDS;
use axlens_snapshot::quote::is_invisible;
use axlens_snapshot::tree::Path;
use std::cell::Cell;

/// Maximum number of ancestors before the whole path is used.
const MAX_ANCESTORS: usize = 3;

/// Computes the selectors of one page.
#[derive(Debug)]
pub struct Selectors<'p, 'r> {
    dom: &'p Dom<'r>,
    /// Position of each element among the siblings with its tag, from 1.
    positions: Vec<u32>,
    /// Number of occurrences of each signature in each root.
    counts: HashTable,
    /// Remaining budget of path steps, because thousands of nested elements would each have a long
    /// path.
    left: Cell<usize>,
}

impl<'p, 'r> Selectors<'p, 'r> {
    /// Counts the signatures of all elements in one pass.
    pub async fn new(dom: &'p Dom<'r>, pace: &Pace) -> Selectors<'p, 'r> {
        let mut selectors = Selectors {
            dom,
            positions: vec![1; dom.len()],
            counts: HashTable::with_capacity(dom.len() * 4),
            left: Cell::new(dom.len() * 24 + 5_000),
        };
        selectors.find_positions(pace).await;
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                let attributes = selectors.attributes(node).into_iter();
                for signature in attributes.chain(selectors.path_signatures(node)).flatten() {
                    selectors.counts.count(signature);
                }
            }
        }
        selectors
    }

    /// The selector of an element, and those of the shadow hosts around it. Empty after the budget
    /// is spent, because a truncated selector would match something else.
    pub fn path(&self, node: Idx) -> Path {
        self.whole_path(node).unwrap_or_default()
    }

    fn whole_path(&self, node: Idx) -> Option<Path> {
        let mut hosts = Vec::new();
        let mut root = self.dom.root_of(node);
        while let Some(host) = self.dom.host(root) {
            hosts.push(self.selector(host)?);
            root = self.dom.root_of(host);
        }
        hosts.reverse();
        let selector = self.selector(node)?;
        Some(Path { selector, hosts })
    }

    /// The shortest selector of an element that is unique in its root.
    fn selector(&self, node: Idx) -> Option<String> {
        self.left.set(self.left.get().checked_sub(1)?);
        self.by_attribute(node).or_else(|| self.by_position(node))
    }

    fn by_attribute(&self, node: Idx) -> Option<String> {
        let [id, test_id, name] = self.attributes(node);
        if self.is_unique(id) {
            return self
                .dom
                .attr(node, "id")
                .map(|id| ["#", &escape_identifier(id)].concat());
        }
        if self.is_unique(test_id) {
            return self
                .test_id(node)
                .map(|(name, value)| ["[", name, "=", &quote(value), "]"].concat());
        }
        if self.is_unique(name) {
            let tag = escape_identifier(self.dom.tag(node));
            return self
                .dom
                .attr(node, "name")
                .map(|value| [&tag, "[name=", &quote(value), "]"].concat());
        }
        None
    }

    /// `tag:nth-of-type(n)` with as few ancestors as make it unique, or under an ancestor with a
    /// unique attribute, or the whole path.
    fn by_position(&self, node: Idx) -> Option<String> {
        let path_signatures = self.path_signatures(node);
        let enough = path_signatures
            .iter()
            .position(|signature| self.is_unique(*signature));
        let mut parts = vec![self.part(node)];
        let mut above = self
            .dom
            .parent(node)
            .filter(|parent| self.dom.kind(*parent) == Kind::Element);
        while let Some(parent) = above {
            if enough.is_some_and(|ancestors| parts.len() > ancestors) {
                break;
            }
            if let Some(anchor) = self.by_attribute(parent) {
                parts.push(anchor);
                return Some(join(parts));
            }
            self.left.set(self.left.get().checked_sub(1)?);
            parts.push(self.part(parent));
            above = self
                .dom
                .parent(parent)
                .filter(|parent| self.dom.kind(*parent) == Kind::Element);
        }
        if enough.is_none_or(|ancestors| parts.len() <= ancestors)
            && let Some(top) = parts.last_mut()
        {
            // The way begins at an element without a parent: nothing deeper may match.
            top.push_str(":not(* > *)");
        }
        Some(join(parts))
    }

    fn part(&self, node: Idx) -> String {
        let mut part = escape_identifier(self.dom.tag(node));
        part.push_str(":nth-of-type(");
        digits::push(&mut part, self.positions[node.index()].into());
        part.push(')');
        part
    }

    fn is_unique(&self, signature: Option<u64>) -> bool {
        signature.is_some_and(|signature| self.counts.get(signature) == Some(1))
    }

    /// Signatures by attribute: id, test id, name.
    fn attributes(&self, node: Idx) -> [Option<u64>; 3] {
        let root = u64::from(self.dom.root_of(node).0);
        // In quirks mode ids match case-insensitively, so they are counted case-insensitively.
        let id = self
            .dom
            .attr(node, "id")
            .filter(|id| is_recorded_whole(id) && !looks_generated(id));
        let name = self
            .dom
            .attr(node, "name")
            .filter(|name| is_recorded_whole(name));
        [
            id.map(|id| hash::text(hash::pair(root, 0), &id.to_ascii_lowercase())),
            self.test_id(node)
                .map(|(name, value)| hash::text(hash::text(hash::pair(root, 1), name), value)),
            name.map(|name| hash::text(hash::text(hash::pair(root, 2), self.dom.tag(node)), name)),
        ]
    }

    /// Signatures by position: alone and under one, two, three ancestors.
    fn path_signatures(&self, node: Idx) -> [Option<u64>; 1 + MAX_ANCESTORS] {
        let mut all = [None; 1 + MAX_ANCESTORS];
        let mut path = hash::pair(u64::from(self.dom.root_of(node).0), 3);
        let mut next = Some(node);
        for signature in &mut all {
            let Some(element) = next.filter(|element| self.dom.kind(*element) == Kind::Element)
            else {
                break;
            };
            path = hash::pair(
                hash::text(path, self.dom.tag(element)),
                u64::from(self.positions[element.index()]),
            );
            *signature = Some(path);
            next = self.dom.parent(element);
        }
        all
    }

    fn test_id(&self, node: Idx) -> Option<(&'static str, &'r str)> {
        let found = |name: &'static str| self.dom.attr(node, name).map(|value| (name, value));
        TEST_IDS
            .into_iter()
            .find_map(found)
            .filter(|(_, value)| is_recorded_whole(value))
    }

    async fn find_positions(&mut self, pace: &Pace) {
        let mut seen = HashTable::with_capacity(self.dom.len());
        for span in self.dom.spans() {
            pace.steps(SPAN).await;
            for node in self.dom.elements_of(span) {
                let parent = self
                    .dom
                    .parent(node)
                    .unwrap_or_else(|| self.dom.root_of(node));
                // A record has each string once, so a tag's position in it identifies the tag.
                let tag = self.dom.tag(node).as_ptr() as usize as u32;
                self.positions[node.index()] = seen.count(pair(parent.0, tag)) + 1;
            }
        }
    }
}

/// Whether an id was generated by a framework, so that it differs after the next load.
pub fn looks_generated(id: &str) -> bool {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    let framed = id.starts_with(":")
        || id.starts_with("radix-")
        || id.starts_with("ember")
        || id.starts_with("headlessui-");
    let is_hex = |part: &str| {
        part.len() >= 8
            && part.bytes().all(|byte| byte.is_ascii_hexdigit())
            && part.bytes().any(|byte| byte.is_ascii_digit())
    };
    framed || digits >= 5 || id.split(['-', '_', ':', '.']).any(is_hex) || id.len() > 80
}

/// Whether the value was recorded unchanged. The recorder replaces characters that a record can't
/// contain; then a selector would not match.
fn is_recorded_whole(value: &str) -> bool {
    !value.is_empty() && !value.contains('\u{FFFD}')
}

fn join(mut parts: Vec<String>) -> String {
    parts.reverse();
    parts.join(" > ")
}

/// Serializes a CSS identifier. Invisible characters are escaped too. Source:
/// https://drafts.csswg.org/cssom/#serialize-an-identifier
fn escape_identifier(text: &str) -> String {
    // With room for `:nth-of-type(12)`, which often follows.
    let mut escaped = String::with_capacity(text.len() + 18);
    for (position, character) in text.chars().enumerate() {
        let leads = position == 0 || (position == 1 && text.starts_with("-"));
        match character {
            _ if is_invisible(character) => escape_code(&mut escaped, character),
            '0'..='9' if leads => escape_code(&mut escaped, character),
            '-' if position == 0 && text.len() == 1 => escaped.push_str("\\-"),
            _ => {
                let plain = character.is_ascii_alphanumeric()
                    || matches!(character, '-' | '_' | '\u{80}'..);
                if !plain {
                    escaped.push('\\');
                }
                escaped.push(character);
            }
        }
    }
    escaped
}

/// Serializes a CSS string. Invisible characters are escaped too. Source:
/// https://drafts.csswg.org/cssom/#serialize-a-string
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            _ if is_invisible(character) => escape_code(&mut quoted, character),
            _ => {
                if matches!(character, '"' | '\\') {
                    quoted.push('\\');
                }
                quoted.push(character);
            }
        }
    }
    quoted.push('"');
    quoted
}

fn escape_code(text: &mut String, character: char) {
    text.push('\\');
    digits::push_hex(text, u32::from(character).into());
    text.push(' ');
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::wire::record_format::ATTRIBUTES;

    #[test]
    fn every_test_id_is_an_attribute_that_is_recorded() {
        for name in TEST_IDS {
            assert!(
                ATTRIBUTES.contains(&name),
                "the recorder does not send {name}"
            );
        }
    }

    #[test]
    fn identifiers_and_strings_are_escaped() {
        assert_eq!(escape_identifier("1a"), "\\31 a");
        assert_eq!(escape_identifier("-"), "\\-");
        assert_eq!(escape_identifier("-1"), "-\\31 ");
        assert_eq!(escape_identifier("a.b:c"), "a\\.b\\:c");
        assert_eq!(escape_identifier("übér"), "übér");
        assert_eq!(escape_identifier("a\u{202e}b\u{3164}"), "a\\202e b\\3164 ");
        assert_eq!(quote("a\u{200b}\u{9b}\""), "\"a\\200b \\9b \\\"\"");
        assert_eq!(quote("a\"b\\c\n"), "\"a\\\"b\\\\c\\a \"");
    }

    #[test]
    fn generated_ids_are_detected() {
        for id in [
            ":r1:",
            "ember123",
            "radix-:r0:",
            "x-3f2a9bc01d",
            "item-1234567",
            "headlessui-menu-3",
        ] {
            assert!(looks_generated(id), "{id}");
        }
        for id in ["main", "section-2", "login_form", "facade", "a1", "h2024"] {
            assert!(!looks_generated(id), "{id}");
        }
    }
}
