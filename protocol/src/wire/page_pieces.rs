//! What came out of pages' processes: boxes, and the trees of engines that worked in a page. A page
//! may have taken its process over, so each piece is read by itself: one that makes no sense costs
//! its own frame and no other.

use super::FrameResult;
use crate::fault::{Code, Fault};
use axlens_snapshot::tree::FrameTree;

/// Reads the pieces of each frame. A frame with one that makes no sense has not been read.
pub fn read(frames: &mut [FrameResult]) {
    for frame in frames {
        if read_frame(frame).is_none() {
            refuse(frame);
        }
    }
}

fn read_frame(frame: &mut FrameResult) -> Option<()> {
    if !frame.page_tree.is_empty() {
        let text = std::mem::take(&mut frame.page_tree);
        frame.tree = Some(serde_json::from_str(&text).ok()?);
    }
    if !frame.places.is_empty() {
        let text = std::mem::take(&mut frame.places);
        frame.measured = serde_json::from_str(&text).ok()?;
    }
    let sound = frame.tree.as_deref().is_none_or(is_sound);
    sound.then_some(())
}

/// Whether there is a document, and nothing but a word stands where a line has one of ours. Depths
/// that make no sense are stitched all the same.
fn is_sound(tree: &FrameTree) -> bool {
    let is_word = |text: &String| {
        text.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b':')
    };
    let mut nodes = tree.nodes.iter();
    !tree.nodes.is_empty() && nodes.all(|node| node.states.clickable.iter().all(is_word))
}

fn refuse(frame: &mut FrameResult) {
    let message = "What the process of this page sent makes no sense.";
    let hint = "Ask the user to reload the page; if it happens again, the page can't be trusted.";
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

    fn is_read(tree: &str, places: &str) -> bool {
        let mut frames = [FrameResult {
            document: "D1".to_owned(),
            page_tree: tree.to_owned(),
            places: places.to_owned(),
            ..FrameResult::default()
        }];
        read(&mut frames);
        let [frame] = frames;
        assert_eq!(frame.document, "D1");
        assert_eq!(frame.tree.is_some(), frame.fault.is_none());
        frame.fault.is_none()
    }

    fn nodes(nodes: &str) -> String {
        TREE.replace("NODES", nodes)
    }

    #[test]
    fn a_piece_that_makes_no_sense_is_refused() {
        let good = nodes(
            r#"[{"d": 0, "r": "document"}, {"d": 1, "r": "button", "s": {"clickable": ["cursor:pointer"]}}]"#,
        );
        assert!(is_read(&good, ""));
        assert!(is_read(&good, r#"{"12": [1, 2, 3, 4, 0, 0]}"#));
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        for places in [
            "{}},{\"document\": \"D2\"",
            "{\"12\": [1, 2]}",
            "{\"12\": \"x\"}",
            "{\"-1\": [1, 2, 3, 4, 0, 0]}",
            "null",
            &deep,
        ] {
            assert!(!is_read(&good, places), "{places:.80}");
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
            assert!(!is_read(&tree, ""), "{tree:.200}");
        }
    }
}
