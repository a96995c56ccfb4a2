//! Selectors that are rejected, and selectors that are allowed.

use super::*;
use axlens_protocol::Code;
use proptest::prelude::*;

fn check_text(text: &str) -> Result<PageSelector, Fault> {
    PageSelector::new(text.to_owned())
}

#[test]
fn a_selector_that_tests_a_fields_value_is_rejected() {
    for selector in [
        "[value]",
        "[value^=a]",
        "[value^=a i]",
        "[VALUE$='a' s]",
        "[ value ~= \"a\" ]",
        "[/**/value/**/|=/**/a]",
        "[*|value*=a]",
        "[|value=a]",
        "[* | value=a]",
        r"[\76 alue^=a]",
        r"[\000076alue^=a]",
        r"[va\6Cue^=a]",
        r"[v\61lue^=a]",
        "[v\\61\nlue^=a]",
        r"[\va\lue=a]",
        "#a[value^=a",
        "input:not([value^=a])",
        ":is(:where([value^=a]), p)",
        "form:has(> input[value^=a])",
        ":has(:is(:not(:where(:nth-child(1 of [value=a])))))",
        ":is(](, [value^=a])",
        ":is(!!!, [value^=a])",
        ":-webkit-any([value^=a])",
        "::slotted([value^=a])",
        "p, [value=a]",
        "[title=\"]\"][value=a]",
        "[title=']'i][value=a]",
        "/* [ */ [value=a]",
        "{[value=a]}",
        "([value=a])",
        "[data-value=a]",
        "[data-initial-value^=a]",
        "[ng-reflect-value^=a]",
        "[aria-valuenow^='4']",
        "option[selected]",
        "option:checked",
        ":CHECKED",
        r":\63hecked",
        ":/**/valid",
        "input:invalid",
        "form:has(:user-invalid)",
        "input:not(:in-range)",
        "input:dir(rtl)",
        "option:default",
        "input:placeholder-shown",
        "input:not(:autofill)",
        "input:-webkit-autofill",
    ] {
        let fault = check_text(selector).expect_err(selector);
        assert_eq!(fault.code, Code::BadRequest, "{selector}");
        assert!(fault.message.contains("the value of a field"), "{fault}");
        assert!(fault.hint.contains("in the snapshot"), "{fault}");
    }
}

#[test]
fn any_other_selector_is_allowed() {
    for selector in [
        "#main",
        "value",
        ".value",
        "#value",
        "value > valid",
        ".checked:not(.default)",
        "[title=\"[value=x]\"]",
        "[title='[value=x]' i]",
        "[title=value]",
        "[title=\"a\\\"[value=x]\"]",
        "[name=value]",
        "[name='value']:not([type=value])",
        "[data-testid=price-value]",
        ".\\[value\\=x\\]",
        "[href*='?value=']",
        "/* [value=x] */ p",
        "input:focus, input:required, input:disabled",
        "input:read-write, :read-only, :indeterminate",
        "svg|a, *|*, |p",
        "li:nth-child(2n + 1 of .item)",
        "::part(value)",
        "[",
        "p >",
        ":is(",
        "",
    ] {
        let allowed = check_text(selector).expect(selector);
        assert_eq!(allowed.as_str(), selector);
    }
}

#[test]
fn deeply_nested_brackets_are_rejected() {
    for open in ["(", "{", ":not(", "[("] {
        let selector = open.repeat(100_000);
        // Brackets inside an attribute selector do not nest.
        match check_text(&selector) {
            Ok(_) => assert_eq!(open, "[("),
            Err(fault) => assert!(fault.message.contains("32 deep"), "{fault}"),
        }
    }
}

/// `value` with letters that are escaped or in upper case, as CSS allows.
fn value_in_any_notation() -> impl Strategy<Value = String> {
    let letter = |letter: char| {
        let code = u32::from(letter);
        let plain = letter != 'a' && letter != 'e';
        prop_oneof![
            Just(letter.to_string()),
            Just(letter.to_ascii_uppercase().to_string()),
            Just(format!("\\{code:x} ")),
            Just(format!("\\{code:06X}")),
            Just(format!("\\{code:05x}\t")),
            // A backslash before a hexadecimal digit would be its code.
            Just(if plain {
                format!("\\{letter}")
            } else {
                letter.to_string()
            }),
        ]
    };
    let letters: Vec<_> = "value".chars().map(letter).collect();
    letters.prop_map(|letters| letters.concat())
}

proptest! {
    #[test]
    fn every_notation_of_value_is_rejected(
        name in value_in_any_notation(),
        prefix in prop::sample::select(vec!["", "*|", "|", " ", "/* [ */"]),
        operator in prop::sample::select(vec!["", "=a", "^='a'", "~=a", "|=a", "$=a", "*=\"]\" i"]),
        around in prop::collection::vec(
            prop::sample::select(vec![":is(", ":not(", ":has(> ", ":where(p, ", ":nth-child(1 of "]),
            0..8,
        ),
    ) {
        let end = ")".repeat(around.len());
        let selector = format!("{}[{prefix}{name}{operator}]{end}", around.concat());
        prop_assert!(check_text(&selector).is_err(), "{}", selector);
    }

    #[test]
    fn no_text_causes_a_panic(selector in any::<String>()) {
        let _ = check_text(&selector);
    }

    #[test]
    fn a_string_may_have_any_text(text in "[ -!#-\\[\\]-~]*") {
        let selector = format!("[title=\"{text}\"]");
        prop_assert!(check_text(&selector).is_ok(), "{}", selector);
    }
}
