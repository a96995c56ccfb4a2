//! How a request names an element that need not be in a snapshot: by selector or visible text.

use super::role_selector::{self, RoleSelector};
use crate::page_selector::PageSelector;
use axlens_protocol::Fault;
use axlens_protocol::model::ElementId;

/// Begins a selector that is a point of the viewport.
const POINT_PREFIX: &str = "at=";

/// Begins a selector that is the visible text of an element.
const TEXT_PREFIX: &str = "text=";

/// Maximum length of a text, in bytes.
const MAX_TEXT_LEN: usize = 1_000;

/// What a selector tests.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementSelector {
    /// CSS. It applies to all documents and shadow roots.
    Css(PageSelector),
    /// The visible text of the innermost element, with collapsed whitespace.
    Text(String),
    /// Its role and its exact name.
    Role(RoleSelector),
    /// The innermost element at this point of the viewport, in CSS pixels.
    Point([f64; 2]),
}

impl ElementSelector {
    /// Parses the selector of a request: CSS, `text=` and a text, `role=` with a role and a name,
    /// or `at=` and a point.
    ///
    /// # Errors
    /// `bad_request` for CSS that tests the value of a field, for a text that is empty or too long,
    /// for an unknown role, and for a point that is not two numbers.
    pub fn parse(selector: String) -> Result<ElementSelector, Fault> {
        if let Some(point) = selector.strip_prefix(POINT_PREFIX) {
            return parse_point(point).map(ElementSelector::Point).ok_or_else(|| {
                Fault::bad_request("`selector`: write two numbers of CSS pixels after `at=`, as in `at=120,80`.")
            });
        }
        if let Some(text) = selector.strip_prefix(role_selector::PREFIX) {
            return RoleSelector::parse(text).map(ElementSelector::Role);
        }
        let Some(text) = selector.strip_prefix(TEXT_PREFIX) else {
            return PageSelector::new(selector).map(ElementSelector::Css);
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        match text.len() {
            0 => Err(Fault::bad_request(
                "`selector`: write a text after `text=`.",
            )),
            1..=MAX_TEXT_LEN => Ok(ElementSelector::Text(text)),
            _ => {
                let message = format!("`selector`: a text has at most {MAX_TEXT_LEN} bytes.");
                Err(Fault::bad_request(message))
            }
        }
    }

    /// The selector for a fault.
    pub(super) fn describe(&self) -> String {
        match self {
            ElementSelector::Css(selector) => format!("selector '{}'", selector.as_str()),
            ElementSelector::Text(text) => format!("text '{text}'"),
            ElementSelector::Role(role) => role.to_string(),
            ElementSelector::Point([x, y]) => format!("point {x},{y}"),
        }
    }

    /// The selector as an id, for elements without a uid.
    pub(super) fn as_id(&self) -> ElementId {
        ElementId(match self {
            ElementSelector::Css(selector) => selector.as_str().to_owned(),
            ElementSelector::Text(text) => format!("{TEXT_PREFIX}{text}"),
            ElementSelector::Role(role) => format!("{}{role}", role_selector::PREFIX),
            ElementSelector::Point([x, y]) => format!("{POINT_PREFIX}{x},{y}"),
        })
    }
}

fn parse_point(text: &str) -> Option<[f64; 2]> {
    let (x, y) = text.split_once(',')?;
    let number = |part: &str| part.trim().parse::<f64>().ok();
    let point = [number(x)?, number(y)?];
    point
        .iter()
        .all(|number| number.is_finite())
        .then_some(point)
}

/// The fields of a request that name an element by selector.
#[derive(Debug, Clone, Default)]
pub struct SearchFields {
    /// CSS, `text=` and a text, `role=` with a role and a name, or `at=` and a point.
    pub selector: Option<String>,
    /// Selectors of the shadow hosts around it, outermost first; `None` for any root.
    pub hosts: Option<Vec<String>>,
    /// Selectors of the iframes around it, outermost first; `None` for any frame.
    pub frame: Option<Vec<String>>,
    /// Which match, from 1; `None` for the only one.
    pub nth: Option<u32>,
    /// An element of a snapshot that contains it.
    pub within: Option<ElementId>,
}

/// The element that a request looks for.
#[derive(Debug, Clone)]
pub struct ElementSearch {
    /// What it matches.
    pub selector: ElementSelector,
    /// As in [`SearchFields`].
    pub hosts: Option<Vec<String>>,
    /// As in [`SearchFields`].
    pub frame: Option<Vec<String>>,
    /// As in [`SearchFields`].
    pub nth: Option<u32>,
    /// As in [`SearchFields`].
    pub within: Option<ElementId>,
}

impl ElementSearch {
    /// Whether it names the element by its role.
    pub fn is_role(&self) -> bool {
        matches!(self.selector, ElementSelector::Role(_))
    }

    /// Whether it names the element at a point.
    pub fn is_point(&self) -> bool {
        matches!(self.selector, ElementSelector::Point(_))
    }

    /// Checks the fields of a request; `None` if it has no selector.
    ///
    /// # Errors
    /// `bad_request` for invalid fields, and for fields that belong to a selector without one.
    pub fn new(fields: SearchFields) -> Result<Option<ElementSearch>, Fault> {
        let SearchFields {
            selector,
            hosts,
            frame,
            nth,
            within,
        } = fields;
        let Some(selector) = selector else {
            return match (
                hosts.is_some() || frame.is_some(),
                nth.is_some() || within.is_some(),
            ) {
                (true, _) => Err(Fault::bad_request(
                    "`hosts` and `frame` belong to a `selector`.",
                )),
                (_, true) => Err(Fault::bad_request(
                    "`nth` and `within` belong to a `selector`.",
                )),
                (false, false) => Ok(None),
            };
        };
        if nth == Some(0) {
            return Err(Fault::bad_request("`nth` counts from 1."));
        }
        let selector = ElementSelector::parse(selector)?;
        let is_narrowed = hosts.is_some() || frame.is_some() || nth.is_some() || within.is_some();
        if is_narrowed && matches!(selector, ElementSelector::Point(_)) {
            return Err(Fault::bad_request(
                "At a point is exactly one element: give nothing else with `at=`.",
            ));
        }
        Ok(Some(ElementSearch {
            selector,
            hosts,
            frame,
            nth,
            within,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_collapsed_whitespace() {
        let parse = |selector: &str| ElementSelector::parse(selector.to_owned());
        assert_eq!(
            parse("text=  Reply \n all "),
            Ok(ElementSelector::Text("Reply all".to_owned()))
        );
        assert!(matches!(parse("#text"), Ok(ElementSelector::Css(_))));
        assert!(parse("text= ").is_err());
        assert!(parse(&format!("text={}", "a".repeat(1_001))).is_err());
    }

    #[test]
    fn a_point_is_two_numbers() {
        let parse = |selector: &str| ElementSelector::parse(selector.to_owned());
        assert_eq!(
            parse("at=120, -8.5"),
            Ok(ElementSelector::Point([120.0, -8.5]))
        );
        for wrong in ["at=", "at=1", "at=1,2,3", "at=1,NaN", "at=x,2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let fields = SearchFields {
            selector: Some("at=1,2".to_owned()),
            nth: Some(1),
            ..SearchFields::default()
        };
        assert!(ElementSearch::new(fields).is_err());
    }

    #[test]
    fn only_a_selector_has_places_and_a_number() {
        let fields = |selector: Option<&str>, nth| SearchFields {
            selector: selector.map(str::to_owned),
            nth,
            ..SearchFields::default()
        };
        assert!(ElementSearch::new(fields(None, None)).is_ok_and(|none| none.is_none()));
        assert!(ElementSearch::new(fields(None, Some(1))).is_err());
        assert!(ElementSearch::new(fields(Some("b"), Some(0))).is_err());
        assert!(ElementSearch::new(fields(Some("b"), Some(2))).is_ok());
    }
}
