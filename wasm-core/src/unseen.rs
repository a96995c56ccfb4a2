//! Text that is rendered, but that a user can't see, because it is transparent, tiny, clipped or
//! outside of the page.

use crate::dom::{Dom, Idx, Kind};
use crate::page::Page;
use crate::record::{Fact, Flag};
use axlens_snapshot::tree::Unseen;

/// Maximum number of nodes of a name that are checked.
const MAX_NODES: usize = 1_000;

/// Whether the own text of an element, or the content of a frame, can't be seen.
pub fn is_flagged(dom: &Dom, element: Idx) -> bool {
    dom.flag(element, Flag::Unseen)
}

/// Whether an element is a frame whose content can't be seen, or a field that can't.
pub fn is_box_unseen(dom: &Dom, element: Idx) -> bool {
    let is_box = || dom.fact(element, Fact::FrameIndex).is_some() || dom.is_html(element, "input");
    is_flagged(dom, element) && is_box()
}

/// How much of the text in an element can't be seen; `None` if all of it can.
pub fn unseen_in(page: &Page, element: Idx) -> Option<Unseen> {
    if !page.has_unseen_text {
        return None;
    }
    let (mut seen, mut unseen) = (false, false);
    let mut open = vec![element];
    for _ in 0..MAX_NODES {
        let Some(node) = open.pop() else { break };
        match page.dom.kind(node) {
            Kind::Text if is_shown(page, node) => match is_text_unseen(page, node) {
                true => unseen = true,
                false => seen = true,
            },
            Kind::Text | Kind::Document => {}
            Kind::Element | Kind::ShadowRoot => open.extend(page.flat.owned_children(node)),
        }
    }
    match (unseen, seen) {
        (false, _) => None,
        (true, false) => Some(Unseen::All),
        (true, true) => Some(Unseen::Part),
    }
}

fn is_shown(page: &Page, text: Idx) -> bool {
    page.visibility.rendered(text) && !page.dom.text(text).trim_ascii().is_empty()
}

/// Whether a text node can't be seen.
pub fn is_text_unseen(page: &Page, text: Idx) -> bool {
    let holder = page.dom.text_holder(text);
    holder.is_some_and(|holder| is_flagged(&page.dom, holder))
}

#[cfg(test)]
mod tests {
    use crate::html;
    use crate::understand::understand;
    use axlens_snapshot::tree::Unseen;

    /// Names and texts of a page, with what a user can't see of them.
    fn marks(html: &str) -> Vec<(String, Option<Unseen>)> {
        let tree = understand(&html::record(html)).tree;
        let named = tree.nodes.into_iter().filter(|node| !node.name.is_empty());
        named
            .map(|node| (node.name.clone(), node.states.unseen))
            .collect()
    }

    fn mark(text: &str, unseen: Option<Unseen>) -> (String, Option<Unseen>) {
        (text.to_owned(), unseen)
    }

    #[test]
    fn a_text_is_split_where_it_becomes_invisible() {
        assert_eq!(
            marks("<p>One <b style='opacity:0'>two</b> three</p>"),
            [
                mark("One", None),
                mark("two", Some(Unseen::All)),
                mark("three", None)
            ]
        );
    }

    #[test]
    fn a_name_is_marked_as_its_content_is() {
        let all = "<button style='opacity:0'>Save</button>";
        assert_eq!(marks(all)[0], mark("Save", Some(Unseen::All)));
        let part = "<button>Save <i style='opacity:0'>all</i></button>";
        assert_eq!(marks(part)[0], mark("Save all", Some(Unseen::Part)));
        let seen = "<button>Save</button><p style='opacity:0'>x</p>";
        assert_eq!(marks(seen)[0], mark("Save", None));
        let field = "<input style='opacity:0' aria-label=Search><input aria-label=Name>";
        assert_eq!(marks(field)[0], mark("Search", Some(Unseen::All)));
        assert_eq!(marks(field)[1], mark("Name", None));
        // A name that no text of the page has can't be seen anyway.
        let label = "<button aria-label=Save style='opacity:0'>S</button>";
        assert_eq!(marks(label)[0], mark("Save", None));
    }
}
