//! Elements as they were shown, and packed lists of them: sessions remember many long ones, which
//! would else take ten times as much.

use axlens_protocol::wire::{DocumentHandle, NodeHandle};
use axlens_snapshot::{ContextChange, ContextHash, Role};
use std::collections::HashMap;

/// An element as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The element.
    pub node: NodeHandle,
    /// Its uid; none of what can't be acted on.
    pub uid: Option<String>,
    /// Selectors of the iframes on the way to its document, outermost first.
    pub frame: Vec<String>,
    /// How it was.
    pub appearance: Appearance,
}

/// What of an element says whether it is still the one that was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Appearance {
    /// Its role, by number.
    pub role: u8,
    /// What it was called and what stood around it.
    pub context: ContextHash,
}

/// How elements of one document are now known to be, by the node ids that are remembered.
pub type Acknowledged = HashMap<u32, Acknowledgement>;

/// How one element is now known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acknowledgement {
    /// How it was until then: it counts for what is remembered like this alone.
    pub was: Appearance,
    /// Its node now.
    pub node: u32,
    /// How it is now.
    pub now: Appearance,
}

/// Elements, in order.
#[derive(Debug, Default)]
pub struct PackedElements {
    /// Their documents, and the iframes on the way to each.
    documents: Vec<(DocumentHandle, Vec<String>)>,
    entries: Vec<Entry>,
    /// Their uids, one after the other.
    uids: String,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    document: u32,
    node: u32,
    context: [u32; 2],
    role: u8,
    /// Where in the uids its own ends. A text of uids is far shorter than 4 GB.
    end: u32,
    has_uid: bool,
}

impl Appearance {
    /// Of an element with this role and context.
    pub fn new(role: Role, context: ContextHash) -> Appearance {
        let role = role.number();
        Appearance { role, context }
    }

    /// What became of the element that was shown like this and is like that now.
    pub fn compare(self, now: Appearance) -> ContextChange {
        match self.role == now.role {
            true => self.context.compare(now.context),
            false => ContextChange::Changed,
        }
    }
}

impl Acknowledgement {
    /// The node and how it is, of what is remembered like this; `None` where that is another.
    pub fn of(&self, remembered: Appearance) -> Option<(u32, Appearance)> {
        let same = remembered.compare(self.was) != ContextChange::Changed;
        same.then_some((self.node, self.now))
    }
}

impl Element {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let uid = self.uid.as_ref().map_or(0, String::len);
        let frame: usize = self
            .frame
            .iter()
            .map(|step| size_of::<String>() + step.len())
            .sum();
        size_of::<Element>() + self.node.document.len() + uid + frame
    }
}

impl PackedElements {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The element at a position.
    pub fn get(&self, position: usize) -> Option<Element> {
        let entry = self.entries.get(position)?;
        let (handle, frame) = self.documents.get(entry.document as usize)?;
        let before = position.checked_sub(1).map(|before| &self.entries[before]);
        let start = before.map_or(0, |before| before.end as usize);
        let uid = self.uids.get(start..entry.end as usize)?;
        Some(Element {
            node: NodeHandle {
                document: handle.document.clone(),
                world: handle.world,
                node: entry.node,
            },
            uid: entry.has_uid.then(|| uid.to_owned()),
            frame: frame.clone(),
            appearance: entry.appearance(),
        })
    }

    /// Adds elements behind those there are.
    pub fn extend(&mut self, elements: Vec<Element>) {
        self.entries.reserve_exact(elements.len());
        for element in elements {
            self.push(element);
        }
        self.uids.shrink_to_fit();
    }

    /// Elements of a document are known to be like this now.
    pub fn acknowledge(&mut self, document: &DocumentHandle, now: &Acknowledged) {
        let is_it = |(handle, _): &(DocumentHandle, _)| handle == document;
        let of: Vec<bool> = self.documents.iter().map(is_it).collect();
        let known = self.entries.iter_mut();
        for entry in known.filter(|entry| of[entry.document as usize]) {
            let now = now.get(&entry.node);
            if let Some((node, now)) = now.and_then(|now| now.of(entry.appearance())) {
                entry.node = node;
                entry.role = now.role;
                entry.context = halves(now.context);
            }
        }
    }

    /// Their size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let documents = self.documents.iter().map(|(handle, frame)| {
            let frame = frame.iter().map(|step| size_of::<String>() + step.len());
            let own = size_of::<(DocumentHandle, Vec<String>)>() + handle.document.len();
            own + frame.sum::<usize>()
        });
        let entries = self.entries.capacity() * size_of::<Entry>();
        entries + self.uids.capacity() + documents.sum::<usize>()
    }

    fn push(&mut self, element: Element) {
        let Element {
            node,
            uid,
            frame,
            appearance,
        } = element;
        let uid_text = uid.as_deref().unwrap_or_default();
        self.uids.push_str(uid_text);
        let entry = Entry {
            node: node.node,
            document: self.document(node, frame),
            context: halves(appearance.context),
            role: appearance.role,
            end: u32::try_from(self.uids.len()).unwrap_or(u32::MAX),
            has_uid: uid.is_some(),
        };
        self.entries.push(entry);
    }

    /// Position of the document; one that has no place yet gets one. Most often it is the last.
    fn document(&mut self, node: NodeHandle, frame: Vec<String>) -> u32 {
        let same = |(handle, known): &(DocumentHandle, Vec<String>)| {
            is_of(handle, &node) && *known == frame
        };
        let known = self.documents.iter().rposition(same);
        let position = known.unwrap_or_else(|| {
            let handle = DocumentHandle {
                document: node.document,
                world: node.world,
            };
            self.documents.push((handle, frame));
            self.documents.len() - 1
        });
        u32::try_from(position).unwrap_or(u32::MAX)
    }
}

impl Entry {
    fn appearance(&self) -> Appearance {
        Appearance {
            role: self.role,
            context: whole(self.context),
        }
    }
}

/// A context without the alignment of a long number.
pub(super) fn halves(context: ContextHash) -> [u32; 2] {
    let number = context.number();
    [(number >> 32) as u32, number as u32]
}

/// The context of its halves.
pub(super) fn whole([high, low]: [u32; 2]) -> ContextHash {
    (u64::from(high) << 32 | u64::from(low)).into()
}

fn is_of(handle: &DocumentHandle, node: &NodeHandle) -> bool {
    handle.document == node.document && handle.world == node.world
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(document: &str, node: u32, uid: Option<&str>, frame: &[&str]) -> Element {
        Element {
            node: NodeHandle {
                document: document.to_owned(),
                world: 7,
                node,
            },
            uid: uid.map(str::to_owned),
            frame: frame.iter().map(|step| (*step).to_owned()).collect(),
            appearance: appearance(u64::MAX - u64::from(node)),
        }
    }

    fn appearance(context: u64) -> Appearance {
        Appearance::new(Role::Button, context.into())
    }

    #[test]
    fn elements_are_unpacked_as_they_were() {
        let all = [
            element("D1", 1, Some("5"), &[]),
            element("D2", 1, Some("12.7"), &["#frame"]),
            element("D1", 2, None, &[]),
            element("D1", 3, Some(""), &["#other"]),
        ];
        let mut packed = PackedElements::default();
        packed.extend(all[..2].to_vec());
        packed.extend(all[2..].to_vec());
        assert_eq!((packed.len(), packed.is_empty()), (4, false));
        for (position, element) in all.iter().enumerate() {
            assert_eq!(packed.get(position).as_ref(), Some(element));
        }
        assert_eq!(packed.get(4), None);
        let document = DocumentHandle {
            document: "D1".to_owned(),
            world: 7,
        };
        let acknowledge = |was, now| Acknowledgement {
            was: appearance(was),
            node: 9,
            now: appearance(now),
        };
        let now = [(1, acknowledge(u64::MAX - 1, 3)), (2, acknowledge(5, 3))];
        packed.acknowledge(&document, &now.into());
        let now = [0, 1, 2].map(|at| packed.get(at).expect("it is there"));
        let now = now.map(|element| (element.node.node, element.appearance));
        let unchanged = |node: u32| (node, appearance(u64::MAX - u64::from(node)));
        assert_eq!(now, [(9, appearance(3)), unchanged(1), unchanged(2)]);
    }

    #[test]
    fn another_role_is_another_element() {
        let (button, link) = (appearance(3), Appearance::new(Role::Link, 3.into()));
        assert_eq!(button.compare(button), ContextChange::None);
        assert_eq!(button.compare(link), ContextChange::Changed);
    }

    #[test]
    fn an_element_takes_a_few_numbers_and_its_uid() {
        let mut packed = PackedElements::default();
        let all = (0..10_000).map(|node| element("D1", node, Some("12345"), &[]));
        packed.extend(all.collect());
        assert!(
            packed.bytes() <= 10_000 * (24 + 5) + 100,
            "{}",
            packed.bytes()
        );
    }
}
