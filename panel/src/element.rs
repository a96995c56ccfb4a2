//! The element of a line, from the reading alone.

use crate::view::{ElementAt, TextView};
use axlens_snapshot::TreeNode;
use axlens_snapshot::uid::Uid;

/// The element of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineElement {
    /// Chrome's id of its document.
    pub document: String,
    /// The random number of that document's load.
    pub world: u64,
    /// Its node id in the document.
    pub node: u32,
    /// Its uid, if it has one.
    pub uid: Option<String>,
    /// The printed id, if it is different.
    pub id: Option<String>,
    /// Its role.
    pub role: &'static str,
    /// Its local name.
    pub tag: String,
    /// Its selector, after those of the shadow hosts around it.
    pub selector: Option<String>,
    /// Selectors of the iframes around it, outermost first.
    pub frame: Vec<String>,
    /// Address of its frame, if it is not the main frame.
    pub frame_url: Option<String>,
}

/// The element of a line, or of its nearest ancestor with an element. `None` at the top of the
/// page.
pub fn element(view: &TextView, row: usize) -> Option<LineElement> {
    let at = view.element(row)?;
    let tree = &view.reading.tree;
    let frame = tree.frames.get(at.frame)?;
    let each = tree.nodes.iter().find(|each| is_at(each, at))?;
    let path = each.node.path.as_deref();
    let selector = path.map(|path| {
        let steps = path.hosts.iter().chain([&path.selector]);
        steps.map(String::as_str).collect::<Vec<_>>().join(" >>> ")
    });
    let uid = each.uid.as_ref().map(Uid::to_text);
    let id = view.id(row).map(str::to_owned);
    Some(LineElement {
        document: frame.document.clone(),
        world: frame.world,
        node: at.node,
        id: id.filter(|id| Some(id) != uid.as_ref()),
        uid,
        role: each.node.role.as_str(),
        tag: each.node.tag.clone(),
        selector,
        frame: view.reading.frames.for_frame(at.frame).to_vec(),
        frame_url: (at.frame > 0).then(|| frame.url.clone()),
    })
}

fn is_at(each: &TreeNode, at: ElementAt) -> bool {
    each.identity() == Some((at.frame, at.node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{buttons, read};
    use axlens_snapshot::Options;
    use axlens_snapshot::options::Format;

    #[test]
    fn an_element_has_its_uid_and_selector() {
        let options = Options {
            format: Format::Numbered,
            ..Options::default()
        };
        let view = TextView::new(&read(&buttons(&["Save"]), 1), &options, &|| 0.0);
        let row = (0..view.rows()).find(|row| view.line(*row).contains("Save"));
        let found = element(&view, row.expect("a line")).expect("an element");
        let names = (found.uid.as_deref(), found.selector.as_deref(), found.role);
        assert_eq!(names, (Some("1"), Some("#b0"), "button"));
        assert_eq!(
            (found.document.as_str(), found.world, found.node),
            ("D1", 7, 10)
        );
        assert_eq!((found.frame_url, found.frame), (None, Vec::<String>::new()));
        assert_eq!(element(&view, 0), None);
    }
}
