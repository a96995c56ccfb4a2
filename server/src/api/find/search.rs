//! Turns the description of an element into a search: a selector for attributes, and criteria for
//! the tree.

use crate::api::live_element::ElementSelector;
use crate::api::live_element::role_selector::{RoleSelector, role_and_level};
use crate::page_selector::PageSelector;
use axlens_protocol::Fault;
use axlens_protocol::agent::find::ElementCriteria;
use axlens_protocol::wire::record_format::TEST_IDS;
use axlens_snapshot::criteria::Criteria;
use cssparser::serialize_string;

/// A search for elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The criteria for a node of the tree.
    pub criteria: Criteria,
    /// The selector for its element.
    pub selector: Option<PageSelector>,
}

impl Search {
    /// A search for a description, with at most `limit` matches.
    ///
    /// # Errors
    /// `bad_request` if the description has no property, a text is empty, a role is unknown, or a
    /// selector depends on the value of fields.
    pub fn new(description: &ElementCriteria, limit: usize) -> Result<Search, Fault> {
        check(description)?;
        let selector = description.selector.clone();
        match selector.map(ElementSelector::parse).transpose()? {
            Some(ElementSelector::Text(text)) => Search::of_text(description, text, limit),
            Some(ElementSelector::Role(role)) => Search::of_role(description, role, limit),
            Some(ElementSelector::Point(_)) => Err(Fault::bad_request(
                "At a point is exactly one element: give nothing else with `at=`, and do not wait for it.",
            )),
            Some(ElementSelector::Css(_)) | None => Search::of_criteria(description, limit),
        }
    }

    /// The elements whose whole text is that of a selector `text=`.
    fn of_text(description: &ElementCriteria, text: String, limit: usize) -> Result<Search, Fault> {
        if description.text.is_some() {
            return Err(Fault::bad_request(
                "Give `text` or a `selector` with `text=`, not both.",
            ));
        }
        let by_text = ElementCriteria {
            text: Some(text),
            selector: None,
            exact: true,
            ..description.clone()
        };
        Search::of_criteria(&by_text, limit)
    }

    /// The elements that a selector `role=` matches.
    fn of_role(
        description: &ElementCriteria,
        role: RoleSelector,
        limit: usize,
    ) -> Result<Search, Fault> {
        let others = ElementCriteria {
            selector: None,
            ..description.clone()
        };
        if others != ElementCriteria::default() {
            return Err(Fault::bad_request(
                "Give a `selector` with `role=`, or properties of the element, not both.",
            ));
        }
        let by_role = ElementCriteria {
            role: Some(role.role),
            name: role.name,
            row: role.row,
            exact: true,
            ..others
        };
        Search::of_criteria(&by_role, limit)
    }

    fn of_criteria(description: &ElementCriteria, limit: usize) -> Result<Search, Fault> {
        let selector = selector(description)?;
        let (role, level) = match &description.role {
            Some(role) => role_and_level(role).map(|(role, level)| (Some(role), level))?,
            None => (None, None),
        };
        Ok(Search {
            criteria: Criteria {
                role,
                level,
                name: description.name.clone(),
                text: description.text.clone(),
                label: description.label.clone(),
                row: description.row.clone(),
                named_by_scope: selector.is_some(),
                is: None,
                among: Vec::new(),
                element: None,
                within: None,
                exact: description.exact,
                limit,
            },
            selector,
        })
    }
}

/// Checks that there is a property, and that none is empty.
fn check(description: &ElementCriteria) -> Result<(), Fault> {
    let fields = [
        ("role", &description.role),
        ("name", &description.name),
        ("text", &description.text),
        ("label", &description.label),
        ("row", &description.row),
        ("placeholder", &description.placeholder),
        ("alt", &description.alt),
        ("title", &description.title),
        ("testid", &description.testid),
        ("selector", &description.selector),
    ];
    let mut present = fields
        .iter()
        .filter_map(|(field, value)| value.as_ref().map(|value| (field, value)));
    if let Some((field, _)) = present.clone().find(|(_, value)| value.trim().is_empty()) {
        return Err(Fault::bad_request(format!("`{field}` is empty.")));
    }
    if present.next().is_none() {
        let fields = fields.map(|(field, _)| format!("`{field}`")).join(", ");
        return Err(Fault::bad_request(format!(
            "Give at least one of {fields}."
        )));
    }
    Ok(())
}

/// A selector for attributes, combined with the selector of the description.
fn selector(description: &ElementCriteria) -> Result<Option<PageSelector>, Fault> {
    let exact = description.exact;
    let one_of = |names: &[&str], value: &Option<String>, exact: bool| {
        let value = value.as_deref()?;
        let each: Vec<String> = names
            .iter()
            .map(|name| attribute_selector(name, value, exact))
            .collect();
        Some(format!(":is({})", each.join(", ")))
    };
    let placeholder = &["placeholder", "aria-placeholder"];
    let parts = [
        one_of(placeholder, &description.placeholder, exact),
        one_of(&["alt"], &description.alt, exact),
        one_of(&["title"], &description.title, exact),
        one_of(&TEST_IDS, &description.testid, true),
    ];
    let parts: String = parts.into_iter().flatten().collect();
    match &description.selector {
        None if parts.is_empty() => Ok(None),
        None => PageSelector::new(parts).map(Some),
        Some(selector) => {
            // Parsed on its own, so that a fault contains only this part.
            let own = PageSelector::new(selector.clone())?;
            match parts.is_empty() {
                true => Ok(Some(own)),
                false => PageSelector::new(format!(":is({selector}){parts}")).map(Some),
            }
        }
    }
}

/// The selector of elements whose attribute equals a text, or contains it, ignoring case.
fn attribute_selector(name: &str, value: &str, exact: bool) -> String {
    let mut quoted = String::new();
    // Writing to a `String` cannot fail.
    let _ = serialize_string(value.trim(), &mut quoted);
    match exact {
        true => format!("[{name}={quoted}]"),
        false => format!("[{name}*={quoted} i]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selector_of(description: ElementCriteria) -> String {
        let search = Search::new(&description, 20).expect("a valid search");
        search
            .selector
            .map(PageSelector::into_string)
            .unwrap_or_default()
    }

    #[test]
    fn attributes_become_a_selector() {
        let description = ElementCriteria {
            alt: Some("Ada".to_owned()),
            title: Some("say \"hi\"\n".to_owned()),
            ..ElementCriteria::default()
        };
        let selector = selector_of(description.clone());
        assert_eq!(
            selector,
            ":is([alt*=\"Ada\" i]):is([title*=\"say \\\"hi\\\"\" i])"
        );
        let exact = ElementCriteria {
            exact: true,
            ..description
        };
        assert!(selector_of(exact).starts_with(":is([alt=\"Ada\"])"));
        let testid = ElementCriteria {
            testid: Some("save".to_owned()),
            ..ElementCriteria::default()
        };
        assert!(selector_of(testid).contains("[data-testid=\"save\"], [data-test-id=\"save\"]"));
    }

    #[test]
    fn a_selector_can_be_a_text() {
        let search = |selector: &str, text: Option<&str>| {
            let description = ElementCriteria {
                selector: Some(selector.to_owned()),
                text: text.map(str::to_owned),
                ..ElementCriteria::default()
            };
            Search::new(&description, 20)
        };
        let by_text = search("text=Save  all", None).expect("a search");
        assert_eq!(by_text.criteria.text.as_deref(), Some("Save all"));
        assert!(by_text.criteria.exact && by_text.selector.is_none());
        assert!(search("text=Save", Some("Save")).is_err());
        assert!(search("at=1,2", None).is_err(), "only the page knows it");
    }

    #[test]
    fn invalid_descriptions_are_bad_requests() {
        let search = |change: fn(&mut ElementCriteria)| {
            let mut description = ElementCriteria::default();
            change(&mut description);
            Search::new(&description, 20)
                .map(|_| ())
                .map_err(|fault| fault.message)
        };
        assert!(
            search(|_| ())
                .expect_err("nothing")
                .contains("`role`, `name`")
        );
        let empty = search(|description| description.name = Some(" ".to_owned()));
        assert!(empty.expect_err("empty").contains("`name` is empty"));
        let value = search(|description| description.selector = Some("[value^=a]".to_owned()));
        assert!(value.expect_err("a value").contains("[value]"));
        let unbalanced =
            search(|description| description.selector = Some("a) , [value^=a], :is(b".to_owned()));
        assert!(unbalanced.is_err());
        assert_eq!(
            search(|description| description.text = Some("Ada".to_owned())),
            Ok(())
        );
    }
}
