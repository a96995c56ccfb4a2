//! For tests: prints role, name, description, value and states of every element with an `id`.

use crate::html;
use crate::naming::Naming;
use crate::page::Page;
use crate::record::Record;
use crate::roles::Roles;
use crate::states;
use expect_test::Expect;

/// Compares the elements of a page with the expected text.
pub fn check(page: &str, expected: Expect) {
    expected.assert_eq(&described(page));
}

/// One line for each element with an `id`.
pub fn described(page: &str) -> String {
    let record = html::record(page);
    let record = Record::parse(&record);
    let page = Page::new(&record);
    let roles = Roles::new(&page);
    let naming = Naming::new(&page, &roles);
    let mut lines = String::new();
    for node in page.dom.elements() {
        let Some(id) = page.dom.attr(node, "id") else {
            continue;
        };
        let name = naming.name(node);
        let description = naming.description_after(node, &name);
        lines.push_str(&format!(
            "{id}: {} {:?}",
            roles.role(node).as_str(),
            name.text
        ));
        if !description.is_empty() {
            lines.push_str(&format!(" ({description:?})"));
        }
        if let Some(value) = states::value(&page, &roles, &naming, node) {
            lines.push_str(&format!(" = {value:?}"));
        }
        let states = states::states(&page, &roles, &naming, node);
        let states = serde_json::to_string(&states).unwrap_or_default();
        if states != "{}" {
            lines.push_str(&format!(" {}", states.replace('"', "")));
        }
        lines.push('\n');
    }
    lines
}
