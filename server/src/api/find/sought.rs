//! From what an agent says of an element to how it is looked for: what only attributes say, by a
//! selector; all else in the tree.

use crate::page_selector::PageSelector;
use axlens_protocol::Fault;
use axlens_protocol::agent::find::ElementCriteria;
use axlens_protocol::agent::observe::role;
use axlens_protocol::wire::record_format::TEST_IDS;
use axlens_snapshot::Role;
use axlens_snapshot::criteria::Criteria;
use cssparser::serialize_string;

/// How elements are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What must hold of a node of the tree.
    pub criteria: Criteria,
    /// What must hold of its element.
    pub selector: Option<PageSelector>,
}

impl Search {
    /// From what is known of the elements; at most so many are shown.
    ///
    /// # Errors
    /// `bad_request` where nothing is known, a text is empty, a role is none, or a selector asks
    /// what fields hold.
    pub fn new(sought: &ElementCriteria, limit: usize) -> Result<Search, Fault> {
        check(sought)?;
        let selector = selector(sought)?;
        let (role, level) = role_and_level(sought.role.as_deref())?;
        Ok(Search {
            criteria: Criteria {
                role,
                level,
                name: sought.name.clone(),
                text: sought.text.clone(),
                label: sought.label.clone(),
                named_by_scope: selector.is_some(),
                is: None,
                element: None,
                within: None,
                exact: sought.exact,
                limit,
            },
            selector,
        })
    }
}

/// Something is known, and nothing of it is empty.
fn check(sought: &ElementCriteria) -> Result<(), Fault> {
    let known = [
        ("role", &sought.role),
        ("name", &sought.name),
        ("text", &sought.text),
        ("label", &sought.label),
        ("placeholder", &sought.placeholder),
        ("alt", &sought.alt),
        ("title", &sought.title),
        ("testid", &sought.testid),
        ("selector", &sought.selector),
    ];
    let mut given = known
        .iter()
        .filter_map(|(field, known)| known.as_ref().map(|known| (field, known)));
    if let Some((field, _)) = given.clone().find(|(_, known)| known.trim().is_empty()) {
        return Err(Fault::bad_request(format!("`{field}` is empty.")));
    }
    if given.next().is_none() {
        let fields = known.map(|(field, _)| format!("`{field}`")).join(", ");
        return Err(Fault::bad_request(format!(
            "Give at least one of {fields}."
        )));
    }
    Ok(())
}

/// Headings are printed with their level: `h2`.
fn role_and_level(word: Option<&str>) -> Result<(Option<Role>, Option<u32>), Fault> {
    let Some(word) = word else {
        return Ok((None, None));
    };
    let level = word.strip_prefix('h').map(str::parse::<u32>);
    match level {
        Some(Ok(level)) => Ok((Some(Role::Heading), Some(level))),
        _ => Ok((Some(role("role", word)?), None)),
    }
}

/// What only attributes say, beside the selector that was given.
fn selector(sought: &ElementCriteria) -> Result<Option<PageSelector>, Fault> {
    let exact = sought.exact;
    let one_of = |names: &[&str], value: &Option<String>, exact: bool| {
        let value = value.as_deref()?;
        let each: Vec<String> = names.iter().map(|name| holds(name, value, exact)).collect();
        Some(format!(":is({})", each.join(", ")))
    };
    let placeholder = &["placeholder", "aria-placeholder"];
    let parts = [
        one_of(placeholder, &sought.placeholder, exact),
        one_of(&["alt"], &sought.alt, exact),
        one_of(&["title"], &sought.title, exact),
        one_of(&TEST_IDS, &sought.testid, true),
    ];
    let parts: String = parts.into_iter().flatten().collect();
    match &sought.selector {
        None if parts.is_empty() => Ok(None),
        None => PageSelector::new(parts).map(Some),
        Some(selector) => {
            // As it was given, so that a fault names that.
            let own = PageSelector::new(selector.clone())?;
            match parts.is_empty() {
                true => Ok(Some(own)),
                false => PageSelector::new(format!(":is({selector}){parts}")).map(Some),
            }
        }
    }
}

/// The selector of elements whose attribute is a text, or has it as a part in any case.
fn holds(name: &str, value: &str, exact: bool) -> String {
    let mut quoted = String::new();
    // Nothing can go wrong when a `String` is written to.
    let _ = serialize_string(value.trim(), &mut quoted);
    match exact {
        true => format!("[{name}={quoted}]"),
        false => format!("[{name}*={quoted} i]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selector_of(sought: ElementCriteria) -> String {
        let search = Search::new(&sought, 20).expect("it makes sense");
        search
            .selector
            .map(PageSelector::into_string)
            .unwrap_or_default()
    }

    #[test]
    fn attributes_are_looked_for_by_a_selector() {
        let sought = ElementCriteria {
            alt: Some("Ada".to_owned()),
            title: Some("say \"hi\"\n".to_owned()),
            ..ElementCriteria::default()
        };
        let selector = selector_of(sought.clone());
        assert_eq!(
            selector,
            ":is([alt*=\"Ada\" i]):is([title*=\"say \\\"hi\\\"\" i])"
        );
        let exact = ElementCriteria {
            exact: true,
            ..sought
        };
        assert!(selector_of(exact).starts_with(":is([alt=\"Ada\"])"));
        let testid = ElementCriteria {
            testid: Some("save".to_owned()),
            ..ElementCriteria::default()
        };
        assert!(selector_of(testid).contains("[data-testid=\"save\"], [data-test-id=\"save\"]"));
    }

    #[test]
    fn a_heading_may_be_named_as_it_is_printed() {
        assert_eq!(
            role_and_level(Some("h2")),
            Ok((Some(Role::Heading), Some(2)))
        );
        assert_eq!(role_and_level(Some("img")), Ok((Some(Role::Image), None)));
        assert!(role_and_level(Some("knob")).is_err());
    }

    #[test]
    fn what_is_no_search_is_refused() {
        let given = |change: fn(&mut ElementCriteria)| {
            let mut sought = ElementCriteria::default();
            change(&mut sought);
            Search::new(&sought, 20)
                .map(|_| ())
                .map_err(|fault| fault.message)
        };
        assert!(
            given(|_| ())
                .expect_err("nothing")
                .contains("`role`, `name`")
        );
        let empty = given(|sought| sought.name = Some(" ".to_owned()));
        assert!(empty.expect_err("empty").contains("`name` is empty"));
        let asks = given(|sought| sought.selector = Some("[value^=a]".to_owned()));
        assert!(asks.expect_err("it asks").contains("[value]"));
        let out = given(|sought| sought.selector = Some("a) , [value^=a], :is(b".to_owned()));
        assert!(out.is_err());
        assert_eq!(given(|sought| sought.text = Some("Ada".to_owned())), Ok(()));
    }
}
