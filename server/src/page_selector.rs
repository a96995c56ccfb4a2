//! CSS selectors of agents that may be evaluated in a page. A selector must not test the values of
//! fields: with `[value^=a]`, `[value^=b]` and so on, an agent could read a password letter by
//! letter, from matches alone.

use axlens_protocol::Fault;
use cssparser::{ParseError, Parser, Token};

/// Maximum nesting of brackets. Each level uses stack, here and in the browser.
const MAX_DEPTH: usize = 32;

/// Pseudo-classes that depend on a field's value, validity or selected option, on whether it is
/// empty or, for `:dir` of a field with `dir=auto`, on the first letters of its value.
const PSEUDO_CLASSES: [&str; 12] = [
    "-webkit-autofill",
    "autofill",
    "checked",
    "default",
    "dir",
    "in-range",
    "invalid",
    "out-of-range",
    "placeholder-shown",
    "user-invalid",
    "user-valid",
    "valid",
];

const HINT: &str = "Select the element by its tag, id, name, type, label (`aria-label`) or position. \
                    Values of fields and selected options are in the snapshot, except those of \
                    secret fields.";

/// A selector that tests no field's value. It may still be invalid: the page checks that.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageSelector(String);

impl PageSelector {
    /// Checks a selector.
    ///
    /// # Errors
    /// `bad_request` if it tests a field's value, in any notation.
    pub fn new(text: String) -> Result<PageSelector, Fault> {
        check(&mut Parser::new(&text), 0).map_err(SelectorError::fault)?;
        Ok(PageSelector(text))
    }

    /// The selector's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The selector's text.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Why a selector is rejected.
#[derive(Debug, Clone)]
enum SelectorError {
    Attribute(String),
    PseudoClass(String),
    TooDeep,
}

impl SelectorError {
    fn fault(self) -> Fault {
        let tests_value = |part: String| {
            let message = format!("The selector tests the value of a field: {part}.");
            Fault::bad_request(message).hint(HINT)
        };
        match self {
            SelectorError::Attribute(name) => tests_value(format!("[{name}]")),
            SelectorError::PseudoClass(name) => tests_value(format!(":{name}")),
            SelectorError::TooDeep => Fault::bad_request(format!(
                "The selector has brackets more than {MAX_DEPTH} deep."
            ))
            .hint("Use a shorter selector, or the uid of an element of a snapshot."),
        }
    }
}

/// Checks every token outside of attribute selectors, also inside all kinds of brackets. Invalid
/// CSS is skipped, because the browser, which tolerates some of it, still evaluates the rest.
fn check(tokens: &mut Parser, depth: usize) -> Result<(), SelectorError> {
    if depth > MAX_DEPTH {
        return Err(SelectorError::TooDeep);
    }
    let mut after_colon = false;
    while let Ok(token) = tokens.next_including_whitespace().cloned() {
        if let Token::Ident(name) | Token::Function(name) = &token
            && after_colon
            && depends_on_value(name)
        {
            return Err(SelectorError::PseudoClass(name.to_ascii_lowercase()));
        }
        after_colon = matches!(token, Token::Colon);
        match token {
            Token::SquareBracketBlock => check_block(tokens, check_attribute)?,
            Token::Function(_) | Token::ParenthesisBlock | Token::CurlyBracketBlock => {
                check_block(tokens, |inner| check(inner, depth + 1))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn depends_on_value(pseudo_class: &str) -> bool {
    PSEUDO_CLASSES
        .iter()
        .any(|each| each.eq_ignore_ascii_case(pseudo_class))
}

/// Checks the part of an attribute selector before its operator: the attribute's name, with or
/// without a namespace. The part after it is the text to compare with.
fn check_attribute(tokens: &mut Parser) -> Result<(), SelectorError> {
    while let Ok(token) = tokens.next() {
        match token {
            Token::Ident(name) if may_contain_value(name) => {
                return Err(SelectorError::Attribute(name.to_ascii_lowercase()));
            }
            Token::Delim('=')
            | Token::IncludeMatch
            | Token::DashMatch
            | Token::PrefixMatch
            | Token::SuffixMatch
            | Token::SubstringMatch => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

/// `value`, and attributes to which pages copy it: `data-value`, `ng-reflect-value`,
/// `aria-valuetext`; `selected` is the initial value of a list of options.
fn may_contain_value(attribute: &str) -> bool {
    let name = attribute.to_ascii_lowercase();
    name.contains("value") || name == "selected"
}

/// Checks the contents of a block, up to its end or the end of the text.
fn check_block<'i>(
    tokens: &mut Parser<'i>,
    check: impl FnOnce(&mut Parser<'i>) -> Result<(), SelectorError>,
) -> Result<(), SelectorError> {
    // If the parser doesn't enter the block, the block is too deep for it.
    let mut result = Err(SelectorError::TooDeep);
    // Errors of the parser itself are irrelevant here.
    let _ = tokens.parse_nested_block(|inner| -> Result<(), ParseError<()>> {
        result = check(inner);
        Ok(())
    });
    result
}

#[cfg(test)]
mod tests;
