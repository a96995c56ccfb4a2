//! A CSS selector of an agent that may be run against a page: it asks what elements are, never what
//! fields hold. Whoever may try `[value^=a]`, `[value^=b]` and so on reads a password letter by
//! letter, from nothing but whether something was found. Knows CSS's tokens, and no page.

use axlens_protocol::Fault;
use cssparser::{ParseError, Parser, Token};

/// Brackets inside each other. Each takes some of the stack, here and in the browser.
const MAX_DEPTH: usize = 32;

/// Pseudo-classes that depend on what a field holds: on its value, its validity, its chosen option
/// or, for `:dir` of a field with `dir=auto`, its first letters.
const PSEUDO_CLASSES: [&str; 9] = [
    "checked",
    "default",
    "dir",
    "in-range",
    "invalid",
    "out-of-range",
    "user-invalid",
    "user-valid",
    "valid",
];

const HINT: &str = "Name the element by what it is: its tag, id, name, type, label (`aria-label`) \
                    or place. What fields hold and which option is chosen is in the snapshot, but \
                    for secret fields.";

/// A selector that asks for no field's contents. It may still be none: that is for the page to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageSelector(String);

impl PageSelector {
    /// Checks a selector.
    ///
    /// # Errors
    /// `bad_request` where it asks what a field holds, however that is written.
    pub fn new(text: String) -> Result<PageSelector, Fault> {
        check(&mut Parser::new(&text), 0).map_err(Refusal::fault)?;
        Ok(PageSelector(text))
    }

    /// The selector as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The selector as it was given.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Why a selector is refused.
#[derive(Debug, Clone)]
enum Refusal {
    Attribute(String),
    PseudoClass(String),
    TooDeep,
}

impl Refusal {
    fn fault(self) -> Fault {
        let asks = |part: String| {
            let message = format!("The selector asks what a field holds: {part}.");
            Fault::bad_request(message).hint(HINT)
        };
        match self {
            Refusal::Attribute(name) => asks(format!("[{name}]")),
            Refusal::PseudoClass(name) => asks(format!(":{name}")),
            Refusal::TooDeep => Fault::bad_request(format!(
                "The selector has brackets more than {MAX_DEPTH} deep."
            ))
            .hint("Use a shorter selector, or the uid of an element of a snapshot."),
        }
    }
}

/// Looks at every token outside of attribute selectors, in brackets of all kinds too. What is no
/// CSS is passed over: the browser, which forgives some of it, still sees the rest.
fn check(tokens: &mut Parser, depth: usize) -> Result<(), Refusal> {
    if depth > MAX_DEPTH {
        return Err(Refusal::TooDeep);
    }
    let mut after_colon = false;
    while let Ok(token) = tokens.next_including_whitespace().cloned() {
        if let Token::Ident(name) | Token::Function(name) = &token
            && after_colon
            && asks_for_state(name)
        {
            return Err(Refusal::PseudoClass(name.to_ascii_lowercase()));
        }
        after_colon = matches!(token, Token::Colon);
        match token {
            Token::SquareBracketBlock => inside(tokens, check_attribute)?,
            Token::Function(_) | Token::ParenthesisBlock | Token::CurlyBracketBlock => {
                inside(tokens, |inner| check(inner, depth + 1))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn asks_for_state(pseudo_class: &str) -> bool {
    PSEUDO_CLASSES
        .iter()
        .any(|each| each.eq_ignore_ascii_case(pseudo_class))
}

/// Looks at what stands before the operator of an attribute selector: the attribute's name, with or
/// without a namespace. What stands behind it is what the agent looks for.
fn check_attribute(tokens: &mut Parser) -> Result<(), Refusal> {
    while let Ok(token) = tokens.next() {
        match token {
            Token::Ident(name) if holds_value(name) => {
                return Err(Refusal::Attribute(name.to_ascii_lowercase()));
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

/// `value`, and where pages copy it to: `data-value`, `ng-reflect-value`, `aria-valuetext`;
/// `selected` says what a list of options held at first.
fn holds_value(attribute: &str) -> bool {
    let name = attribute.to_ascii_lowercase();
    name.contains("value") || name == "selected"
}

/// Goes through a block, up to its end or the end of all.
fn inside<'i>(
    tokens: &mut Parser<'i>,
    look: impl FnOnce(&mut Parser<'i>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    // Where the parser does not go in, the block is too deep for it.
    let mut found = Err(Refusal::TooDeep);
    // What the parser makes of the rest of the block is of no interest.
    let _ = tokens.parse_nested_block(|inner| -> Result<(), ParseError<()>> {
        found = look(inner);
        Ok(())
    });
    found
}

#[cfg(test)]
mod tests;
