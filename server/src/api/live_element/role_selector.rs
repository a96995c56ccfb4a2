//! Selectors by role and name, as snapshots print elements: `role=button "Save" in="Ada"`. Also in
//! the notation of attributes, `role=button[name="Save"]`.

use axlens_protocol::Fault;
use axlens_protocol::agent::observe::role;
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::Role;
use axlens_snapshot::criteria::{self, Criteria};
use axlens_snapshot::page_tree::{Tree, subtree};
use axlens_snapshot::quote::{quoted, unquoted};
use axlens_snapshot::view::View;
use std::fmt::Write;

/// Begins a selector by role.
pub const PREFIX: &str = "role=";

const SYNTAX: &str = "`selector`: after `role=`, write a role and then the exact name, as a snapshot prints them: `role=button \"Save\"`. ` in=\"…\"` is a part of the text of the row or card around it.";

/// A role, and the exact name of the element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleSelector {
    /// As snapshots print it; `h2`: a heading of this level.
    pub role: String,
    /// The exact accessible name; `None`: any.
    pub name: Option<String>,
    /// A text of the row, item, card or dialog around it.
    pub row: Option<String>,
}

impl RoleSelector {
    /// Parses what follows the prefix.
    ///
    /// # Errors
    /// `bad_request` for an unknown role, and for a text that has another form.
    pub fn parse(text: &str) -> Result<RoleSelector, Fault> {
        let text = text.trim();
        let is_role = |char: char| char.is_ascii_alphanumeric() || char == '-';
        let end = text.find(|char| !is_role(char)).unwrap_or(text.len());
        let (role, rest) = text.split_at(end);
        let parsed = parts(rest).ok_or_else(|| Fault::bad_request(SYNTAX))?;
        let texts = [&parsed.name, &parsed.row];
        if texts
            .into_iter()
            .flatten()
            .any(|text| text.trim().is_empty())
        {
            let message = "`selector`: a name or a row after `role=` must not be blank.";
            return Err(Fault::bad_request(message));
        }
        let selector = RoleSelector {
            role: role.to_owned(),
            ..parsed
        };
        selector.role_and_level()?;
        Ok(selector)
    }

    /// The role, and the level of a heading such as `h2`.
    fn role_and_level(&self) -> Result<(Role, Option<u32>), Fault> {
        role_and_level(&self.role)
    }

    /// The same role, with any name.
    pub fn of_any_name(&self) -> RoleSelector {
        RoleSelector {
            name: None,
            row: None,
            ..self.clone()
        }
    }

    /// The matching elements of a page, in page order: inside of `container`, if there is one.
    ///
    /// # Errors
    /// `bad_request` for an unknown role.
    pub fn matches(
        &self,
        tree: &Tree,
        container: Option<&NodeHandle>,
    ) -> Result<Vec<NodeHandle>, Fault> {
        let (role, level) = self.role_and_level()?;
        let criteria = Criteria {
            role: Some(role),
            level,
            name: self.name.clone(),
            row: self.row.clone(),
            exact: true,
            limit: 1,
            ..Criteria::default()
        };
        let nodes = &tree.nodes;
        let inside = match container {
            Some(container) => container.position_in(tree).map(|at| subtree(nodes, at)),
            None => Some(0..nodes.len()),
        };
        let found = criteria::matching(nodes, &View::parents_of(nodes), tree, &criteria);
        let inside = inside.unwrap_or_default();
        let found = found.unwrap_or_default().into_iter();
        Ok(found
            .filter(|at| inside.contains(at))
            .map(|at| NodeHandle::in_tree(tree, nodes[at].frame, nodes[at].node.node))
            .collect())
    }
}

impl std::fmt::Display for RoleSelector {
    /// Without the prefix.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = self.role.clone();
        if let Some(name) = &self.name {
            write!(text, " {}", quoted(name))?;
        }
        if let Some(row) = &self.row {
            write!(text, " in={}", quoted(row))?;
        }
        formatter.write_str(&text)
    }
}

/// The role of a request. That of a heading can have a level, as in the text of a page: `h2`.
///
/// # Errors
/// `bad_request` for an unknown role.
pub fn role_and_level(name: &str) -> Result<(Role, Option<u32>), Fault> {
    match name.strip_prefix('h').map(str::parse::<u32>) {
        Some(Ok(level)) => Ok((Role::Heading, Some(level))),
        _ => Ok((role("role", name)?, None)),
    }
}

/// The name and the row after the role. `None`: it has another form.
fn parts(text: &str) -> Option<RoleSelector> {
    let mut selector = RoleSelector {
        role: String::new(),
        name: None,
        row: None,
    };
    let text = text.trim();
    if let Some(attribute) = text.strip_prefix("[name=") {
        let (name, rest) = unquoted(attribute)?;
        selector.name = Some(name);
        return (rest == "]").then_some(selector);
    }
    let mut rest = text;
    if rest.starts_with('"') {
        let (name, after) = unquoted(rest)?;
        selector.name = Some(name);
        rest = after.trim_start();
    }
    if let Some(row) = rest.strip_prefix("in=") {
        let (row, after) = unquoted(row)?;
        selector.row = Some(row);
        rest = after;
    }
    rest.is_empty().then_some(selector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_as_in_the_text_of_a_page() {
        assert_eq!(role_and_level("h2"), Ok((Role::Heading, Some(2))));
        assert_eq!(role_and_level("img"), Ok((Role::Image, None)));
        assert!(role_and_level("knob").is_err());
    }

    #[test]
    fn a_line_of_a_snapshot_is_a_selector() {
        for (text, name, row) in [
            ("button \"Save\"", Some("Save"), None),
            ("button[name=\"Save\"]", Some("Save"), None),
            ("button", None, None),
            (
                "h2 \"Say \\\"hi\\\"\\u{202e}\\n\"",
                Some("Say \"hi\"\u{202e}\n"),
                None,
            ),
            (
                "button \"Enter\" in=\"Winter League\"",
                Some("Enter"),
                Some("Winter League"),
            ),
            ("button in=\"Winter League\"", None, Some("Winter League")),
        ] {
            let parsed = RoleSelector::parse(text).expect(text);
            assert_eq!(
                (parsed.name.as_deref(), parsed.row.as_deref()),
                (name, row),
                "{text}"
            );
            let again = RoleSelector::parse(&parsed.to_string());
            assert_eq!(again, Ok(parsed));
        }
        for wrong in [
            "",
            "\"Save\"",
            "knob \"Save\"",
            "button \"Save",
            "button Save",
            "button \"\"",
            "button \"Save\" in=\" \"",
            "button \"Save\" x",
            "button[name=Save]",
            "button \"\\u{110000}\"",
        ] {
            assert!(RoleSelector::parse(wrong).is_err(), "{wrong}");
        }
    }
}
