//! Builds the document from the operations of its record.

use super::{Dom, DomNode, Idx, Kind, NO_NODE, Namespace, Pair, Part};
use crate::pace::Pace;
use crate::record::{Fact, Operation, Record};
use crate::table::HashTable;
use axlens_protocol::wire::record_format::ShadowMode;

/// Maximum length in bytes of a text or value after the page has exceeded its limit.
const TRUNCATED_LEN: usize = 200;

/// Builds a document from operations.
pub(super) struct Builder<'r> {
    dom: Dom<'r>,
    open: Vec<u32>,
    /// Total length of texts and values after which they are cut.
    max_text_bytes: usize,
}

impl<'r> Builder<'r> {
    /// An empty document for a record.
    pub(super) fn new(record: &Record<'r>) -> Builder<'r> {
        let mut builder = Builder {
            dom: Dom {
                nodes: Vec::new(),
                pairs: Vec::new(),
                ids: Vec::new(),
                labels: Vec::new(),
                labelled: Vec::new(),
                controls: HashTable::default(),
                text_bytes: 0,
                parts: HashTable::default(),
            },
            max_text_bytes: (record.length().saturating_mul(16)).saturating_add(16_000_000),
            open: Vec::new(),
        };
        builder.push(Kind::Document, "", 0, 0);
        builder.open.push(0);
        builder
    }

    /// Applies one operation.
    pub(super) fn operation(&mut self, record: &Record<'r>, operation: Operation) {
        match operation {
            Operation::Open { node, tag, flags } => {
                let tag = self.bounded_text(record.string(tag));
                let index = self.push(Kind::Element, tag, node, flags);
                if let Some(part) = Part::of_tag(tag) {
                    let parent = self.dom.nodes[index as usize].parent;
                    let foreign = self.dom.namespace(Idx(index)) != Namespace::Html;
                    self.dom.parts.entry(part.key(parent, foreign), index);
                }
                self.open.push(index);
            }
            Operation::Pair { key, value } => self.pair(record, key, value),
            // Character data outside the document element belongs to no element.
            Operation::Text { string } if self.open.len() > 1 => {
                let text = self.bounded_text(record.string(string));
                self.push(Kind::Text, text, 0, 0);
            }
            Operation::ShadowRoot { mode } if self.open.len() > 1 => {
                let mode = u32::try_from(mode).unwrap_or(ShadowMode::Open as u32);
                let index = self.push(Kind::ShadowRoot, "", 0, mode);
                self.open.push(index);
            }
            Operation::Close if self.open.len() > 1 => {
                if let Some(index) = self.open.pop() {
                    self.dom.nodes[index as usize].end = self.dom.nodes.len() as u32;
                }
            }
            Operation::Text { .. } | Operation::ShadowRoot { .. } | Operation::Close => {}
        }
    }

    /// Pairs directly follow their element, so it is the last node.
    fn pair(&mut self, record: &Record<'r>, key: i64, value: i64) {
        let textual = key >= 0 || Fact::TEXTS.iter().any(|fact| key == *fact as i64);
        let text = if textual { record.string(value) } else { "" };
        let text = self.bounded_text(text);
        self.dom.pairs.push(Pair {
            key,
            name: if key >= 0 { record.string(key) } else { "" },
            value,
            text,
        });
        if let Some(node) = self.dom.nodes.last_mut() {
            node.pairs.1 = self.dom.pairs.len() as u32;
        }
    }

    /// The text of one occurrence of a string. A record has each string once, but a page may repeat
    /// a long one very often; then it is cut.
    fn bounded_text(&mut self, text: &'r str) -> &'r str {
        let text = match self.dom.text_bytes <= self.max_text_bytes {
            true => text,
            false => &text[..text.floor_char_boundary(TRUNCATED_LEN)],
        };
        self.dom.text_bytes += text.len();
        text
    }

    fn push(&mut self, kind: Kind, text: &'r str, node_id: u32, flags: u32) -> u32 {
        let index = self.dom.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(NO_NODE);
        let root = match (kind, self.open.last()) {
            (Kind::Element | Kind::Text, Some(parent)) => self.dom.nodes[*parent as usize].root,
            (Kind::Document | Kind::ShadowRoot, _) | (_, None) => index,
        };
        let pairs = self.dom.pairs.len() as u32;
        self.dom.nodes.push(DomNode {
            kind,
            text,
            node_id,
            flags,
            parent,
            first_child: NO_NODE,
            last_child: NO_NODE,
            next_sibling: NO_NODE,
            shadow_root: NO_NODE,
            root,
            end: index + 1,
            pairs: (pairs, pairs),
        });
        self.link(kind, parent, index);
        index
    }

    fn link(&mut self, kind: Kind, parent: u32, index: u32) {
        if parent == NO_NODE {
            return;
        }
        if kind == Kind::ShadowRoot {
            // An element can't have two shadow roots; the last one counts.
            self.dom.nodes[parent as usize].shadow_root = index;
            return;
        }
        let last = self.dom.nodes[parent as usize].last_child;
        self.dom.nodes[parent as usize].last_child = index;
        match self.dom.nodes.get_mut(last as usize) {
            Some(sibling) if last != NO_NODE => sibling.next_sibling = index,
            _ => self.dom.nodes[parent as usize].first_child = index,
        }
    }

    /// Finishes the document and builds its indexes.
    pub(super) async fn finish(mut self, pace: &Pace) -> Dom<'r> {
        let end = self.dom.nodes.len() as u32;
        for index in self.open.drain(..) {
            self.dom.nodes[index as usize].end = end;
        }
        self.dom.index_ids(pace).await;
        self.dom.index_labels(pace).await;
        self.dom
    }
}
