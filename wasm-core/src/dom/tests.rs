//! Trees, ids and labels of a document.

use super::*;
use crate::html;
use axlens_protocol::wire::record_format::REFERENCE_PREFIX;

fn check(html: &str, test: impl FnOnce(&Dom, &dyn Fn(&str) -> Idx)) {
    let record = html::record(html);
    let dom = Dom::new(&Record::parse(&record));
    let find = |id: &str| {
        let found = dom
            .elements()
            .find(|node| dom.attr(*node, "id") == Some(id));
        found.expect("an element with this id")
    };
    test(&dom, &find);
}

#[test]
fn light_trees_and_shadow_trees_are_apart() {
    check(
        "<div id=host><template shadowrootmode=open><p id=inner>shadow</p></template><b id=light>x</b></div>",
        |dom, find| {
            let (host, light, inner) = (find("host"), find("light"), find("inner"));
            let root = dom.shadow_root(host).expect("a shadow root");
            assert_eq!(dom.children(host).collect::<Vec<_>>(), [light]);
            assert_eq!(dom.children(root).collect::<Vec<_>>(), [inner]);
            assert_eq!((dom.parent(root), dom.host(root)), (None, Some(host)));
            assert_eq!(
                (dom.root_of(inner), dom.root_of(light)),
                (root, dom.document())
            );
            assert_eq!(dom.by_id(dom.document(), "inner"), None);
            assert_eq!(dom.by_id(root, "inner"), Some(inner));
        },
    );
}

#[test]
fn of_two_equal_ids_the_first_counts() {
    check("<i id=x></i><b id=x></b>", |dom, _| {
        let first = dom.by_id(dom.document(), "x").expect("found");
        assert_eq!(
            (dom.tag(first), dom.count_id(dom.document(), "x")),
            ("i", 2)
        );
        assert_eq!(dom.by_id(dom.document(), "y"), None);
    });
}

#[test]
fn references_set_by_script_reach_any_root() {
    let tokens: Vec<String> = (1..20)
        .map(|node| format!("{REFERENCE_PREFIX}{node}"))
        .collect();
    check(
        &format!(
            "<div id=host><template shadowrootmode=open><b aria-labelledby='{}'>x</b></template></div><p id=far>",
            tokens.join(" ")
        ),
        |dom, find| {
            let root = dom.shadow_root(find("host")).expect("a shadow root");
            let token = format!("{REFERENCE_PREFIX}{}", dom.node_id(find("far")));
            assert_eq!(dom.by_id(root, &token), Some(find("far")));
            assert_eq!(dom.by_id(root, "\u{1f}99"), None);
        },
    );
}

#[test]
fn labels_reach_their_controls() {
    check(
        "<label id=before for=one>A</label><input id=one><label id=around>B <b><select id=two></select></b><input></label>\
         <label id=also for=one>C</label><label id=nothing>D</label><label id=wrong for=para>E</label><p id=para>",
        |dom, find| {
            assert_eq!(dom.labels(find("one")), [find("before"), find("also")]);
            assert_eq!(dom.labels(find("two")), [find("around")]);
            assert_eq!(dom.control(find("also")), Some(find("one")));
            assert_eq!(dom.control(find("nothing")), None);
            assert_eq!(dom.control(find("wrong")), None);
        },
    );
}
