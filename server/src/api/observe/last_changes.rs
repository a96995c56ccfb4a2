//! The last changes of elements when a page was read: they determine which elements have changed
//! between two reads.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// The elements of a page that have changed recently.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LastChanges(Arc<HashMap<String, HashMap<u32, LastChange>>>);

/// The last change of an element: its number, which is larger than those of all changes before in
/// the document, and a hash of the element's own texts after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LastChange {
    number: u32,
    texts: u32,
    rhythm: Rhythm,
}

/// Whether an element changes periodically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rhythm {
    /// It does not.
    Irregular,
    /// More changes within this time may prove that it does.
    Undecided(Duration),
    /// It does.
    Periodic,
}

impl Rhythm {
    fn from_number(number: u32) -> Rhythm {
        match number {
            0 => Rhythm::Irregular,
            1 => Rhythm::Periodic,
            _ => Rhythm::Undecided(Duration::from_millis(number.into())),
        }
    }
}

/// What has changed between two reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeBetween {
    /// Nothing.
    None,
    /// The element, but none of its own texts.
    Element,
    /// Its own texts.
    Texts,
}

impl LastChanges {
    /// The numbers of an answer of the extension, by document: node id, number of the change, hash
    /// of the texts, rhythm.
    pub fn new(documents: &BTreeMap<String, Vec<u32>>) -> LastChanges {
        let documents = documents.iter().map(|(document, numbers)| {
            let (elements, _) = numbers.as_chunks::<4>();
            let numbers = |&[node, number, texts, rhythm]: &[u32; 4]| {
                let rhythm = Rhythm::from_number(rhythm);
                let change = LastChange {
                    number,
                    texts,
                    rhythm,
                };
                (node, change)
            };
            (document.clone(), elements.iter().map(numbers).collect())
        });
        LastChanges(Arc::new(documents.collect()))
    }

    /// What has changed in an element since an earlier read. The texts of an element that had not
    /// changed recently before count as changed, unless it has none in a snapshot.
    pub fn since(&self, earlier: &LastChanges, document: &str, node: u32) -> ChangeBetween {
        let Some(now) = self.get(document, node) else {
            return ChangeBetween::None;
        };
        match earlier.get(document, node) {
            Some(before) if before.number == now.number => ChangeBetween::None,
            // It has, or had, no texts in a snapshot.
            Some(before) if before.texts == 0 => ChangeBetween::Element,
            Some(_) | None if now.texts == 0 => ChangeBetween::Element,
            Some(before) if before.texts == now.texts => ChangeBetween::Element,
            Some(_) | None => ChangeBetween::Texts,
        }
    }

    /// Whether an element changes periodically.
    pub fn rhythm(&self, document: &str, node: u32) -> Rhythm {
        self.get(document, node)
            .map_or(Rhythm::Irregular, |change| change.rhythm)
    }

    fn get(&self, document: &str, node: u32) -> Option<LastChange> {
        self.0.get(document)?.get(&node).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{ChangeBetween, LastChanges, Rhythm};
    use std::time::Duration;

    #[test]
    fn another_number_is_a_change() {
        let read =
            |numbers: &[u32]| LastChanges::new(&[("D1".to_owned(), numbers.to_vec())].into());
        let hidden = (
            read(&[5, 1, 0, 1, 6, 1, 4, 1]),
            read(&[5, 2, 0, 1, 6, 2, 0, 1]),
        );
        assert_eq!(hidden.1.since(&hidden.0, "D1", 5), ChangeBetween::Element);
        assert_eq!(hidden.1.since(&hidden.0, "D1", 6), ChangeBetween::Element);
        assert_eq!(hidden.0.since(&hidden.1, "D1", 6), ChangeBetween::Element);
        let before = read(&[6, 3, 11, 0, 7, 4, 12, 0, 8, 5, 13, 40]);
        let after = read(&[6, 3, 11, 0, 7, 9, 12, 1, 8, 10, 14, 0, 9, 11, 15, 0]);
        let since = |node| after.since(&before, "D1", node);
        assert_eq!(since(6), ChangeBetween::None);
        assert_eq!(since(7), ChangeBetween::Element);
        assert_eq!(since(8), ChangeBetween::Texts);
        assert_eq!(since(9), ChangeBetween::Texts);
        assert_eq!(after.since(&before, "D2", 9), ChangeBetween::None);
        let soon = Rhythm::Undecided(Duration::from_millis(40));
        assert_eq!(before.rhythm("D1", 8), soon);
        assert_eq!(after.rhythm("D1", 7), Rhythm::Periodic);
        assert_eq!(after.rhythm("D1", 8), Rhythm::Irregular);
    }
}
