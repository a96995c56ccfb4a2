//! The page that the engine understands at the start of the extension, so that it is compiled:
//! `extension/worker/reading/small-page.record` is the record of `fixtures/small-page.html`.
//! `cargo xtask generate` writes it.

use crate::html;
use axlens_wasm_core::understand::understand;

const PAGE: &str = include_str!("../../fixtures/small-page.html");
const RECORD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../extension/worker/reading/small-page.record"
);

#[test]
fn the_record_is_current_and_has_elements_of_many_kinds() {
    let record = html::record(PAGE);
    if std::env::var_os("AXLENS_UPDATE").is_some() {
        std::fs::write(RECORD, &record).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(RECORD).expect("the file is there");
    assert!(stored == record, "{RECORD} is not the record of the page");
    let tree = understand(&record).tree;
    let mut roles: Vec<_> = tree.nodes.iter().map(|node| node.role.as_str()).collect();
    roles.sort_unstable();
    roles.dedup();
    assert!(roles.len() > 25, "{roles:?}");
}
