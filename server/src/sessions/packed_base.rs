//! The base of a delta in two allocations. One allocation for each line would use several times as
//! much memory.

use axlens_snapshot::delta::{Base, BaseRow};
use axlens_snapshot::render::LineKind;

/// A packed base of a delta.
#[derive(Debug, Default, PartialEq)]
pub struct PackedBase {
    /// All lines, each followed by its uid.
    text: Box<str>,
    rows: Box<[PackedRow]>,
    documents: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct PackedRow {
    depth: u32,
    kind: LineKind,
    frame: u32,
    node: u32,
    /// The ends of the line and of the uid in `text`, which is far shorter than 4 GB because the
    /// extension's answers are.
    ends: [u32; 2],
}

impl PackedBase {
    /// Packs a base.
    pub fn new(base: Base) -> PackedBase {
        let length = |row: &BaseRow| row.line.len() + row.uid.len();
        let mut text = String::with_capacity(base.rows.iter().map(length).sum());
        let rows = base.rows.iter().map(|row| {
            let mut end = |part: &str| {
                text.push_str(part);
                u32::try_from(text.len()).unwrap_or(u32::MAX)
            };
            PackedRow {
                depth: row.depth,
                kind: row.kind,
                frame: row.frame,
                node: row.node,
                ends: [end(&row.line), end(&row.uid)],
            }
        });
        let rows = rows.collect();
        PackedBase {
            rows,
            text: text.into(),
            documents: base.documents,
        }
    }

    /// The original base.
    pub fn unpacked(&self) -> Base {
        let rows = self
            .rows
            .iter()
            .zip(self.lines())
            .map(|(row, (uid, line))| BaseRow {
                depth: row.depth,
                kind: row.kind,
                frame: row.frame,
                node: row.node,
                line: line.into(),
                uid: uid.into(),
            });
        Base {
            rows: rows.collect(),
            documents: self.documents.clone(),
        }
    }

    /// Whether two texts are of the same main document.
    pub fn has_same_document(&self, other: &PackedBase) -> bool {
        self.documents.first() == other.documents.first()
    }

    /// The uid and the line of each row.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        let (text, mut start) = (&*self.text, 0);
        self.rows.iter().map(move |row| {
            let [line, uid] = row.ends.map(|end| end as usize);
            let pair = (&text[line..uid], &text[start..line]);
            start = uid;
            pair
        })
    }

    /// The text with this indentation for each level.
    pub fn indented(&self, level: &str) -> String {
        let rows = self.rows.iter().zip(self.lines());
        let printed = rows.map(|(row, (_, line))| {
            let indentation = level.repeat(row.depth as usize);
            format!("{indentation}{line}\n")
        });
        printed.collect()
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let document = |document: &String| size_of::<String>() + document.len();
        let documents: usize = self.documents.iter().map(document).sum();
        self.text.len() + std::mem::size_of_val(&*self.rows) + documents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_line_is_its_text_and_a_few_numbers() {
        let row = || BaseRow {
            line: "button \"Send\"".into(),
            uid: "12".into(),
            ..BaseRow::default()
        };
        let base = Base {
            rows: std::iter::repeat_with(row).take(5_000).collect(),
            ..Base::default()
        };
        assert_eq!(PackedBase::new(base).bytes(), 5_000 * (13 + 2 + 24));
    }

    #[test]
    fn unpacking_returns_the_packed_base() {
        let row = |line: &str, uid: &str, depth: u32| BaseRow {
            depth,
            kind: LineKind::Element,
            frame: 1,
            node: 7 * depth,
            line: line.into(),
            uid: uid.into(),
        };
        let rows = vec![
            row("main", "", 0),
            row("link \"Ä\"", "12.7", 1),
            row("", "", 2),
        ];
        let base = Base {
            rows,
            documents: vec!["D1 11".to_owned(), "D2 12".to_owned()],
        };
        let packed = PackedBase::new(base.clone());
        assert_eq!(packed.unpacked(), base);
        let lines: Vec<_> = packed.lines().collect();
        assert_eq!(lines, [("", "main"), ("12.7", "link \"Ä\""), ("", "")]);
        assert_eq!(PackedBase::new(Base::default()).unpacked(), Base::default());
    }
}
