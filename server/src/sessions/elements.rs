//! Elements as they were shown, and packed lists of them: sessions remember many long ones, which
//! would else take ten times as much.

use axlens_protocol::wire::{DocumentHandle, NodeHandle};

/// An element as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The element.
    pub node: NodeHandle,
    /// Its uid; none of what can't be acted on.
    pub uid: Option<String>,
    /// Selectors of the iframes on the way to its document, outermost first.
    pub frame: Vec<String>,
    /// Hash of what its row, list item, article, tree item or dialog read.
    pub context: u64,
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
    /// Where in the uids its own ends. A text of uids is far shorter than 4 GB.
    end: u32,
    has_uid: bool,
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
            context: entry.context(),
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

    /// The element is known to be in another context now.
    pub fn acknowledge(&mut self, node: &NodeHandle, context: u64) {
        let is_its = |(handle, _): &(DocumentHandle, _)| is_of(handle, node);
        let of: Vec<bool> = self.documents.iter().map(is_its).collect();
        let same = |entry: &&mut Entry| entry.node == node.node && of[entry.document as usize];
        for entry in self.entries.iter_mut().filter(same) {
            entry.context = halves(context);
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
            context,
        } = element;
        let uid_text = uid.as_deref().unwrap_or_default();
        self.uids.push_str(uid_text);
        let entry = Entry {
            node: node.node,
            document: self.document(node, frame),
            context: halves(context),
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
    fn context(&self) -> u64 {
        let [high, low] = self.context;
        u64::from(high) << 32 | u64::from(low)
    }
}

fn halves(context: u64) -> [u32; 2] {
    [(context >> 32) as u32, context as u32]
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
            context: u64::MAX - u64::from(node),
        }
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
        packed.acknowledge(&all[0].node, 3);
        let contexts = [0, 1, 2].map(|at| packed.get(at).map(|element| element.context));
        assert_eq!(contexts, [Some(3), Some(u64::MAX - 1), Some(u64::MAX - 2)]);
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
