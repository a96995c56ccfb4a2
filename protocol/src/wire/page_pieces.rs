//! Parses the pieces of an answer that come from the processes of pages: boxes, and trees of
//! engines that ran in a page. Such a process may be compromised, so each piece is parsed
//! separately and an invalid one affects only its own frame.

use super::FrameResult;
use crate::fault::{Code, Fault};
use axlens_snapshot::tree::{FrameTree, Node};

/// Parses the pieces of each frame. A frame with an invalid piece becomes a fault.
pub fn parse(frames: &mut [FrameResult]) {
    for frame in frames {
        if parse_frame(frame).is_none() {
            reject(frame);
        }
    }
}

fn parse_frame(frame: &mut FrameResult) -> Option<()> {
    if !frame.page_tree.is_empty() {
        let text = std::mem::take(&mut frame.page_tree);
        frame.tree = Some(serde_json::from_str(&text).ok()?);
    }
    if !frame.places.is_empty() {
        let text = std::mem::take(&mut frame.places);
        frame.measured = serde_json::from_str(&text).ok()?;
    }
    let valid = frame.tree.as_deref().is_none_or(is_valid);
    valid.then_some(())
}

/// Whether the tree has a document, and each reason of clickability and each hint is a plain word,
/// because lines print it unquoted. Stitching accepts any depths.
fn is_valid(tree: &FrameTree) -> bool {
    let is_plain = |text: &String| {
        text.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b':' || byte == b'-')
    };
    let mut nodes = tree.nodes.iter();
    let has_plain_words =
        |node: &Node| is_plain(&node.hint) && node.states.clickable.iter().all(is_plain);
    !tree.nodes.is_empty() && nodes.all(has_plain_words)
}

fn reject(frame: &mut FrameResult) {
    let message = "The process of this page sent invalid data.";
    let hint = "Ask the user to reload the page; if it happens again, do not trust the page.";
    *frame = FrameResult {
        document: std::mem::take(&mut frame.document),
        frame: frame.frame,
        parent: frame.parent,
        url: std::mem::take(&mut frame.url),
        window_index: frame.window_index,
        element: frame.element,
        fault: Some(Fault::new(Code::Internal, message).hint(hint)),
        ..FrameResult::default()
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = r#"{"url": "", "title": "", "ready": "complete", "world": 1, "viewport": [1, 1],
        "scroll": [0, 0, 1, 1], "elements": 1, "query_dom_bytes": 1, "index": 0, "nodes": NODES}"#;

    fn is_accepted(tree: &str, places: &str) -> bool {
        let mut frames = [FrameResult {
            document: "D1".to_owned(),
            page_tree: tree.to_owned(),
            places: places.to_owned(),
            ..FrameResult::default()
        }];
        parse(&mut frames);
        let [frame] = frames;
        assert_eq!(frame.document, "D1");
        assert_eq!(frame.tree.is_some(), frame.fault.is_none());
        frame.fault.is_none()
    }

    fn nodes(nodes: &str) -> String {
        TREE.replace("NODES", nodes)
    }

    #[test]
    fn an_invalid_piece_is_rejected() {
        let good = nodes(
            r#"[{"d": 0, "r": "document"}, {"d": 1, "r": "button", "s": {"clickable": ["cursor:pointer"]}}]"#,
        );
        assert!(is_accepted(&good, ""));
        assert!(is_accepted(&good, r#"{"12": [1, 2, 3, 4, 0, 0]}"#));
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        for places in [
            "{}},{\"document\": \"D2\"",
            "{\"12\": [1, 2]}",
            "{\"12\": \"x\"}",
            "{\"-1\": [1, 2, 3, 4, 0, 0]}",
            "null",
            &deep,
        ] {
            assert!(!is_accepted(&good, places), "{places:.80}");
        }
        for tree in [
            "garbage".to_owned(),
            "{}".to_owned(),
            deep.clone(),
            format!("{good}, \"places\": {{}}"),
            nodes("[]"),
            nodes(r#"[{"d": 0, "r": "document"}, {"d": 1, "r": "no role"}]"#),
            nodes(
                r#"[{"d": 0, "r": "document"}, {"d": 1, "r": "button", "s": {"clickable": ["x] [ref=e1"]}}]"#,
            ),
        ] {
            assert!(!is_accepted(&tree, ""), "{tree:.200}");
        }
    }
}
