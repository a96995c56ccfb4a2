//! The value of a field, as a user sees it. The value and the length of a secret field are never
//! printed, nor whether it is empty.

use crate::digits;
use crate::dom::{Dom, Idx, Kind};
use crate::naming::{Naming, control};
use crate::page::Page;
use crate::record::{Fact, Flag};
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;

/// Printed instead of a secret value, also of an empty one.
const SECRET: &str = "[REDACTED]";

/// The value of an element: typed, selected or measured. `None` if it has no value or an empty one.
pub fn value(page: &Page, roles: &Roles, naming: &Naming, node: Idx) -> Option<String> {
    let dom = &page.dom;
    if dom.flag(node, Flag::Secret) {
        return (dom.fact(node, Fact::SecretValue) == Some(1)).then(|| SECRET.to_string());
    }
    let text = match roles.role(node) {
        Role::Meter => control::range(dom, node),
        Role::Progressbar => progress(dom, node),
        Role::Slider | Role::Scrollbar | Role::Spinbutton | Role::Separator => {
            control::range(dom, node)
        }
        Role::Textbox | Role::Searchbox => field_text(page, naming, node),
        Role::Combobox => chosen(page, roles, naming, node),
        _ => native(dom, node),
    };
    text.filter(|text| !text.is_empty())
}

/// The unchanged text in a field, with the user's line breaks and spaces.
fn field_text(page: &Page, naming: &Naming, node: Idx) -> Option<String> {
    let dom = &page.dom;
    if let Some(text) = native(dom, node) {
        return Some(text);
    }
    Some(naming.text_content(node))
}

/// The text in a combobox, or its selected option.
fn chosen(page: &Page, roles: &Roles, naming: &Naming, node: Idx) -> Option<String> {
    let dom = &page.dom;
    if matches!(dom.tag(node), "input" | "textarea") {
        return native(dom, node);
    }
    if dom.tag(node) != "select" {
        let own = dom.flag(node, Flag::Focusable) && is_words_only(page, node);
        return own.then(|| naming.text_content(node));
    }
    let options = control::selected_options(page, roles, node);
    let words: Vec<String> = options
        .into_iter()
        .map(
            |option| match dom.attr(option, "label").filter(|label| !label.is_empty()) {
                Some(label) => label.to_string(),
                None => naming.text_content(option),
            },
        )
        .filter(|words| !words.is_empty())
        .collect();
    Some(words.join(", "))
}

/// Whether the combobox has no interactive content, so that its text is its value.
fn is_words_only(page: &Page, node: Idx) -> bool {
    let dom = &page.dom;
    let mut pending: Vec<Idx> = page.flat.children(node).to_vec();
    let mut steps = 0;
    while let Some(next) = pending.pop() {
        steps += 1;
        if steps > 200 || dom.flag(next, Flag::Focusable) {
            return false;
        }
        if dom.kind(next) == Kind::Element {
            pending.extend_from_slice(page.flat.children(next));
        }
    }
    true
}

/// The live value of an input or a text area that shows one.
fn native(dom: &Dom, node: Idx) -> Option<String> {
    let shows = match dom.tag(node) {
        "textarea" => true,
        "input" => !matches!(
            input_type(dom, node),
            "button" | "checkbox" | "hidden" | "image" | "radio" | "reset" | "submit"
        ),
        _ => false,
    };
    if !shows {
        return None;
    }
    dom.fact_text(node, Fact::Value).map(str::to_string)
}

/// The progress in percent; `None` if it is indeterminate.
fn progress(dom: &Dom, node: Idx) -> Option<String> {
    if dom.tag(node) != "progress" {
        return control::range(dom, node);
    }
    if let Some(text) = dom
        .attr(node, "aria-valuetext")
        .filter(|text| !text.trim().is_empty())
    {
        return Some(text.to_string());
    }
    let number = |name| dom.attr(node, name).and_then(|text| number(text.trim()));
    let done = number("value").filter(|done| done.is_finite() && *done >= 0.0)?;
    let whole = number("max")
        .filter(|whole| whole.is_finite() && *whole > 0.0)
        .unwrap_or(1.0);
    let percent = (done / whole * 100.0).round().clamp(0.0, 100.0);
    Some(digits::to_text(percent as i64) + "%")
}

/// Parses a number: exact up to fifteen digits and a power of ten up to 22, otherwise accurate
/// enough for percentages. The standard library's parser is always exact, but has ten kilobytes of
/// tables.
fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix("-");
    let negative = unsigned.is_some();
    let unsigned = unsigned.or_else(|| text.strip_prefix("+"));
    let text = unsigned.unwrap_or(text);
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut power: i32 = digits::parse(power)?.try_into().ok()?;
    let (mut value, mut digits) = (0.0_f64, 0_u32);
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 10.0 + f64::from(digit.to_digit(10)?);
        digits += 1;
    }
    power = power.saturating_sub_unsigned(u32::try_from(fraction.len()).unwrap_or(u32::MAX));
    let scale = (0..power.unsigned_abs().min(400)).fold(1.0, |scale, _| scale * 10.0);
    let value: f64 = if power < 0 {
        value / scale
    } else {
        value * scale
    };
    let value = if negative { -value } else { value };
    (digits > 0 && value.is_finite()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_text_is_the_number_that_the_library_reads() {
        for text in [
            "0",
            "1",
            "-1",
            "+1",
            "0.145",
            ".5",
            "5.",
            "70",
            "33.333333",
            "1e3",
            "1E-3",
            "1.5e+2",
            "0.1234567890123",
            "123456789012345",
            "",
            ".",
            "e1",
            "1e",
            "--1",
            "+-1",
            "1x",
            "1 2",
            "0x10",
            "1e22",
            "1e999",
            "1e-30",
            "1.e1",
        ] {
            let expected = text.parse::<f64>().ok().filter(|number| number.is_finite());
            assert_eq!(number(text), expected, "{text}");
        }
        let long = number("0.33333333333333333333333333333333").unwrap_or_default();
        assert!((long - 1.0 / 3.0).abs() < 1e-12);
    }
}
