//! Elements of snapshots, and packed lists of them. A packed list uses a tenth of the memory, and
//! sessions store many long lists.

use super::handles::TabHandle;
use axlens_protocol::wire::{DocumentHandle, NodeHandle};
use axlens_snapshot::{ContextChange, ContextHash, Role};
use std::collections::HashMap;

/// An element of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its node.
    pub node: NodeHandle,
    /// Its uid; `None` for an element that no action can use.
    pub uid: Option<String>,
    /// Selectors of the iframes around its document, outermost first.
    pub frame: Vec<String>,
    /// Its appearance in the snapshot.
    pub appearance: Appearance,
}

/// The properties of an element that show whether it is still the one of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Appearance {
    /// Its role, by number.
    pub role: u8,
    /// A hash of its name and of the texts around it.
    pub context: ContextHash,
}

/// Acknowledged changes of the elements of one document, by their node ids before.
pub type Acknowledgements = HashMap<u32, Acknowledgement>;

/// An acknowledged change of an element: the agent knows how it looks now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acknowledgement {
    /// Its appearance before. The change does not apply to an element that was stored with
    /// another one.
    pub was: Appearance,
    /// Its node now.
    pub node: u32,
    /// Its appearance now.
    pub now: Appearance,
}

/// A packed list of elements.
#[derive(Debug, Default)]
pub struct PackedElements {
    /// The documents, with the selectors of the iframes around each.
    documents: Vec<(DocumentHandle, Vec<String>)>,
    elements: Vec<PackedElement>,
    /// The uids, concatenated.
    uids: String,
}

/// The kind of ids that belong to one snapshot only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    /// `e1`, `e2` …: formats `refs` and `tabs`.
    Refs,
    /// 1, 2 …: format `numbered`.
    Numbers,
}

/// The ids of a snapshot with its own ids.
#[derive(Debug)]
pub struct SnapshotIds {
    /// The snapshot's number.
    pub snapshot: u64,
    /// The tab.
    pub tab: TabHandle,
    /// The kind of the ids.
    pub kind: IdKind,
    /// The elements; the first one has the id 1.
    pub elements: PackedElements,
}

#[derive(Debug, Clone, Copy)]
struct PackedElement {
    document: u32,
    node: u32,
    context: [u32; 2],
    role: u8,
    /// The end of its uid in `uids`, which is far shorter than 4 GB.
    uid_end: u32,
    has_uid: bool,
}

impl Appearance {
    /// The appearance of an element with this role and context.
    pub fn new(role: Role, context: ContextHash) -> Appearance {
        let role = role.number();
        Appearance { role, context }
    }

    /// How an element with this appearance has changed if it now has the appearance `now`.
    pub fn compare(self, now: Appearance) -> ContextChange {
        match self.role == now.role {
            true => self.context.compare(now.context),
            false => ContextChange::Changed,
        }
    }
}

impl Acknowledgement {
    /// The node and the appearance now, if the change applies to an element that was stored with
    /// this appearance.
    pub fn update(&self, stored: Appearance) -> Option<(u32, Appearance)> {
        let is_same = stored.compare(self.was) != ContextChange::Changed;
        is_same.then_some((self.node, self.now))
    }
}

impl Element {
    /// The approximate size, in bytes.
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
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element at a position.
    pub fn get(&self, position: usize) -> Option<Element> {
        let packed = self.elements.get(position)?;
        let (handle, frame) = self.documents.get(packed.document as usize)?;
        let previous = position.checked_sub(1).map(|index| &self.elements[index]);
        let start = previous.map_or(0, |previous| previous.uid_end as usize);
        let uid = self.uids.get(start..packed.uid_end as usize)?;
        Some(Element {
            node: NodeHandle {
                document: handle.document.clone(),
                world: handle.world,
                node: packed.node,
            },
            uid: packed.has_uid.then(|| uid.to_owned()),
            frame: frame.clone(),
            appearance: packed.appearance(),
        })
    }

    /// Appends elements.
    pub fn extend(&mut self, elements: Vec<Element>) {
        self.elements.reserve_exact(elements.len());
        for element in elements {
            self.push(element);
        }
        self.uids.shrink_to_fit();
    }

    /// Applies acknowledged changes to the elements of a document.
    pub fn acknowledge(&mut self, document: &DocumentHandle, acknowledgements: &Acknowledgements) {
        let documents = self.documents.iter();
        let is_in_document: Vec<bool> = documents.map(|(handle, _)| handle == document).collect();
        for packed in &mut self.elements {
            if !is_in_document[packed.document as usize] {
                continue;
            }
            let acknowledgement = acknowledgements.get(&packed.node);
            let update = acknowledgement.and_then(|new| new.update(packed.appearance()));
            if let Some((node, appearance)) = update {
                packed.node = node;
                packed.role = appearance.role;
                packed.context = context_halves(appearance.context);
            }
        }
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let documents = self.documents.iter().map(|(handle, frame)| {
            let frame = frame.iter().map(|step| size_of::<String>() + step.len());
            let own = size_of::<(DocumentHandle, Vec<String>)>() + handle.document.len();
            own + frame.sum::<usize>()
        });
        let elements = self.elements.capacity() * size_of::<PackedElement>();
        elements + self.uids.capacity() + documents.sum::<usize>()
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
        let packed = PackedElement {
            node: node.node,
            document: self.document_index(node, frame),
            context: context_halves(appearance.context),
            role: appearance.role,
            uid_end: u32::try_from(self.uids.len()).unwrap_or(u32::MAX),
            has_uid: uid.is_some(),
        };
        self.elements.push(packed);
    }

    /// The index of the document of a node, which is added if it is missing.
    fn document_index(&mut self, node: NodeHandle, frame: Vec<String>) -> u32 {
        let is_same = |(handle, known): &(DocumentHandle, Vec<String>)| {
            contains(handle, &node) && *known == frame
        };
        // Most often it is the last one.
        let index = self.documents.iter().rposition(is_same);
        let index = index.unwrap_or_else(|| {
            let handle = DocumentHandle {
                document: node.document,
                world: node.world,
            };
            self.documents.push((handle, frame));
            self.documents.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }
}

impl PackedElement {
    fn appearance(&self) -> Appearance {
        Appearance {
            role: self.role,
            context: context_from_halves(self.context),
        }
    }
}

/// A context as two numbers, which need less alignment than one.
pub(super) fn context_halves(context: ContextHash) -> [u32; 2] {
    let number = context.number();
    [(number >> 32) as u32, number as u32]
}

/// The context of two numbers.
pub(super) fn context_from_halves([high, low]: [u32; 2]) -> ContextHash {
    (u64::from(high) << 32 | u64::from(low)).into()
}

fn contains(handle: &DocumentHandle, node: &NodeHandle) -> bool {
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
    fn unpacking_returns_the_packed_elements() {
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
        let now = [0, 1, 2].map(|index| packed.get(index).expect("an element"));
        let now = now.map(|element| (element.node.node, element.appearance));
        let unchanged = |node: u32| (node, appearance(u64::MAX - u64::from(node)));
        assert_eq!(now, [(9, appearance(3)), unchanged(1), unchanged(2)]);
    }

    #[test]
    fn an_element_with_another_role_is_changed() {
        let (button, link) = (appearance(3), Appearance::new(Role::Link, 3.into()));
        assert_eq!(button.compare(button), ContextChange::None);
        assert_eq!(button.compare(link), ContextChange::Changed);
    }

    #[test]
    fn a_packed_element_is_a_few_numbers_and_its_uid() {
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
