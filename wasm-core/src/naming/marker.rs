//! The marker of a list item, as in CSS. Source:
//! https://drafts.csswg.org/css-counter-styles-3/#simple-numeric

use crate::digits;
use crate::dom::{Dom, Idx, Kind};
use crate::record::{Fact, ListStyle};

/// Text of the marker with its trailing space; `None` if there is no marker.
pub fn marker_text(dom: &Dom, item: Idx) -> Option<String> {
    if let Some(set) = dom.fact_text(item, Fact::Marker) {
        return Some(set.to_string());
    }
    let style = style_of(dom, item)?;
    let text = match style {
        ListStyle::Disc => "•".to_string(),
        ListStyle::Circle => "◦".to_string(),
        ListStyle::Square => "▪".to_string(),
        ListStyle::Decimal
        | ListStyle::LowerAlpha
        | ListStyle::UpperAlpha
        | ListStyle::LowerRoman
        | ListStyle::UpperRoman
        | ListStyle::Other => numeral(style, ordinal(dom, item)?) + ".",
    };
    Some(text + " ")
}

/// The item's list style. `None` if it has no marker.
pub fn style_of(dom: &Dom, item: Idx) -> Option<ListStyle> {
    dom.fact(item, Fact::ListStyle).map(ListStyle::from_number)
}

fn numeral(style: ListStyle, number: i64) -> String {
    match style {
        ListStyle::LowerAlpha if number > 0 => letters(number, b'a'),
        ListStyle::UpperAlpha if number > 0 => letters(number, b'A'),
        ListStyle::LowerRoman if (1..4000).contains(&number) => roman(number).to_ascii_lowercase(),
        ListStyle::UpperRoman if (1..4000).contains(&number) => roman(number),
        _ => digits::to_text(number),
    }
}

/// The number in its style; `None` if the style is not numeric.
pub fn numbered(style: ListStyle, number: i64) -> Option<String> {
    let has_numbers = !matches!(
        style,
        ListStyle::Disc | ListStyle::Circle | ListStyle::Square | ListStyle::Other
    );
    has_numbers.then(|| numeral(style, number) + ".")
}

/// The `value` of an item.
pub fn own_number(dom: &Dom, item: Idx) -> Option<i64> {
    integer_attribute(dom, item, "value")
}

/// The number of a list's first item, and the step to the next. `max_items` limits the items that
/// are counted for it.
pub fn counting(dom: &Dom, list: Idx, max_items: usize) -> (i64, i64) {
    let backwards = dom.attr(list, "reversed").is_some();
    let first = integer_attribute(dom, list, "start").unwrap_or_else(|| {
        if backwards {
            items(dom, list).take(max_items).count() as i64
        } else {
            1
        }
    });
    (first, if backwards { -1 } else { 1 })
}

/// Maximum number of items that are counted in a list for a reference.
const MAX_COUNTED_ITEMS: usize = 1_000;

/// The number of an item: its `value`, or counted from the previous item with one, or from `start`.
fn ordinal(dom: &Dom, item: Idx) -> Option<i64> {
    let list = dom.parent(item)?;
    let (mut next, step) = counting(dom, list, MAX_COUNTED_ITEMS + 1);
    if step < 0 && next > MAX_COUNTED_ITEMS as i64 {
        return None;
    }
    for node in items(dom, list).take(MAX_COUNTED_ITEMS) {
        let own = own_number(dom, node).unwrap_or(next);
        if node == item {
            return Some(own);
        }
        next = own.saturating_add(step);
    }
    None
}

fn items<'d>(dom: &'d Dom, list: Idx) -> impl Iterator<Item = Idx> + 'd {
    dom.children(list)
        .filter(|node| dom.kind(*node) == Kind::Element && dom.tag(*node) == "li")
}

fn integer_attribute(dom: &Dom, node: Idx, name: &str) -> Option<i64> {
    digits::parse(dom.attr(node, name)?.trim())
}

fn letters(mut number: i64, first: u8) -> String {
    let mut reversed = Vec::new();
    while number > 0 {
        number -= 1;
        reversed.push(char::from(first + (number % 26) as u8));
        number /= 26;
    }
    reversed.into_iter().rev().collect()
}

fn roman(mut number: i64) -> String {
    const DIGITS: [(i64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut result = String::new();
    for (value, digit) in DIGITS {
        while number >= value {
            result.push_str(digit);
            number -= value;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals() {
        assert_eq!(letters(1, b'a'), "a");
        assert_eq!(letters(27, b'a'), "aa");
        assert_eq!(roman(1994), "MCMXCIV");
        assert_eq!(numeral(ListStyle::Decimal, -3), "-3");
    }
}
