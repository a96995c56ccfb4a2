//! Generates `extension/page/recorder/record-format.js` and `docs/record-format.md` from the record
//! format's tables. The tests check that the files are current; `cargo xtask generate`
//! writes them.

use super::*;
use crate::declarations::assert_current;

#[test]
fn the_recorders_constants_are_current() {
    assert_current("extension/page/recorder/record-format.js", &script());
}

#[test]
fn the_page_of_the_record_format_is_current() {
    assert_current("docs/record-format.md", &page());
}

/// The enums in the script: name, comment, variants.
const ENUMS: [(&str, &str, &[VariantInfo]); 9] = [
    (
        "OPERATION",
        "The first number of an operation.",
        OperationCode::VARIANTS,
    ),
    (
        "SHADOW_MODE",
        "Bits of a shadow root's mode.",
        ShadowMode::VARIANTS,
    ),
    (
        "DISPLAY",
        "Computed `display`, in the lowest bits of the flags.",
        Display::VARIANTS,
    ),
    (
        "NAMESPACE",
        "Namespace of an element, in two bits of the flags.",
        Namespace::VARIANTS,
    ),
    ("FLAG", "Bits of an element's flags.", Flag::VARIANTS),
    ("FACT", "Keys of an element's facts.", Fact::VARIANTS),
    (
        "PSEUDO_BLOCK",
        "Bits of the fact `pseudoBlocks`.",
        PseudoBlock::VARIANTS,
    ),
    (
        "LIST_STYLE",
        "Values of the fact `listStyle`.",
        ListStyle::VARIANTS,
    ),
    (
        "PLACE_FLAG",
        "Bits of the fifth number of an element's box.",
        PlaceFlag::VARIANTS,
    ),
];

/// The constants as a JavaScript module, formatted like Prettier.
fn script() -> String {
    let mut text = String::from(
        "//! Generated from protocol/src/wire/record_format.rs by its tests; change it there. The\n//! constants of the record format.\n\n",
    );
    for (name, value) in [
        ("SECTION_SEPARATOR", escaped(SECTION_SEPARATOR)),
        ("STRING_SEPARATOR", escaped(STRING_SEPARATOR)),
        (
            "REFERENCE_PREFIX",
            REFERENCE_PREFIX.chars().map(escaped).collect(),
        ),
    ] {
        text += &format!("export const {name} = '{value}';\n");
    }
    text += &format!(
        "export const DISPLAY_MASK = {DISPLAY_MASK};\nexport const NAMESPACE_SHIFT = {NAMESPACE_SHIFT};\n"
    );
    for (name, about, variants) in ENUMS {
        text += &object(name, about, variants);
    }
    text + &maps() + &lists()
}

/// Maps from names in CSS and the DOM to numbers of the record format.
fn maps() -> String {
    let display = DISPLAY_VALUES.map(|(name, display, flags)| {
        let flags = flags.iter().map(|flag| *flag as i64).sum::<i64>();
        (name, display as i64 + flags)
    });
    map(
        "NAMESPACES",
        "Namespaces by URI; the default is `NAMESPACE.other`.",
        NAMESPACE_URIS.map(|(name, value)| (name, value as i64)),
    ) + &map(
        "DISPLAY_VALUES",
        "Computed `display` → bits of the flags; the default is `DISPLAY.block`.",
        display,
    ) + &map(
        "LIST_STYLE_VALUES",
        "Computed `list-style-type` → value of the fact; the default is `LIST_STYLE.other`.",
        LIST_STYLE_VALUES.map(|(name, value)| (name, value as i64)),
    )
}

fn lists() -> String {
    list(
        "TEXT_FACTS",
        "Facts whose value is the index of a string.",
        Fact::TEXTS.map(|fact| (fact as i64).to_string()),
    ) + &list(
        "ATTRIBUTES",
        "Attributes that are recorded from every element, in addition to `aria-*`.",
        ATTRIBUTES.map(quoted),
    ) + &list(
        "CONTROL_WORDS",
        "Words of `class` that indicate a control.",
        CONTROL_WORDS.map(quoted),
    ) + &list(
        "ICON_WORDS",
        "Words of `class` of icon fonts that draw a glyph in place of its name.",
        ICON_WORDS.map(quoted),
    )
}

/// An enum as an object with a property for each variant.
fn object(name: &str, about: &str, variants: &[VariantInfo]) -> String {
    let mut text = format!("\n/** {about} */\nexport const {name} = {{\n");
    for (variant, value, _) in variants {
        text += &format!("  {}: {},\n", lower_camel(variant), number(*value));
    }
    text + "};\n"
}

fn map<const N: usize>(name: &str, about: &str, pairs: [(&str, i64); N]) -> String {
    let mut text = format!("\n/** {about} */\nexport const {name} = new Map([\n");
    for (name, value) in pairs {
        text += &format!("  [{}, {value}],\n", quoted(name));
    }
    text + "]);\n"
}

fn list<const N: usize>(name: &str, about: &str, items: [String; N]) -> String {
    let one = format!("export const {name} = new Set([{}]);\n", items.join(", "));
    if one.len() <= 100 {
        return format!("\n/** {about} */\n{one}");
    }
    let items: String = items.iter().map(|item| format!("  {item},\n")).collect();
    format!("\n/** {about} */\nexport const {name} = new Set([\n{items}]);\n")
}

/// The number; a high bit is written as a shift.
fn number(value: i64) -> String {
    match value > 8 && value.count_ones() == 1 {
        true => format!("1 << {}", value.trailing_zeros()),
        false => value.to_string(),
    }
}

fn quoted(name: &str) -> String {
    format!("'{name}'")
}

/// A control character in JavaScript's syntax.
fn escaped(character: char) -> String {
    format!("\\u{:04x}", u32::from(character))
}

fn lower_camel(name: &str) -> String {
    name[..1].to_ascii_lowercase() + &name[1..]
}

/// The tables as a page of the documentation.
fn page() -> String {
    let mut text = String::from(
        "# The record format's tables\n\nGenerated from `protocol/src/wire/record_format.rs` by its tests; change it there.\n[record.md](record.md) describes the structure of a record.\n",
    );
    text += &table(
        "Operations",
        ["op", "operands"],
        OperationCode::VARIANTS,
        |value| value.to_string(),
    );
    text += &table(
        "Mode of a shadow root",
        ["bit", "meaning"],
        ShadowMode::VARIANTS,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: `display` (bits 0–2)",
        ["value", "meaning"],
        Display::VARIANTS,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: namespace (bits 8–9)",
        ["value", "meaning"],
        Namespace::VARIANTS,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: the other bits",
        ["bit", "meaning"],
        Flag::VARIANTS,
        |value| value.trailing_zeros().to_string(),
    );
    text += &table("Facts", ["key", "fact"], Fact::VARIANTS, |value| {
        format!("−{}", -value)
    });
    text += &table(
        "Block-level pseudo-elements",
        ["bit", "meaning"],
        PseudoBlock::VARIANTS,
        |value| value.to_string(),
    );
    text += &table(
        "List styles",
        ["value", "`list-style-type`"],
        ListStyle::VARIANTS,
        |value| value.to_string(),
    );
    text += &attributes();
    text += &table(
        "Flags of a box (message `place`)",
        ["bit value", "meaning"],
        PlaceFlag::VARIANTS,
        |value| value.to_string(),
    );
    text
}

fn table(
    title: &str,
    heads: [&str; 2],
    variants: &[VariantInfo],
    number: fn(i64) -> String,
) -> String {
    let mut text = format!(
        "\n## {title}\n\n| {} | name | {} |\n|---|---|---|\n",
        heads[0], heads[1]
    );
    for (name, value, meaning) in variants {
        text += &format!(
            "| {} | `{}` | {} |\n",
            number(*value),
            lower_camel(name),
            meaning.trim()
        );
    }
    text
}

fn attributes() -> String {
    let mut text = String::from(
        "\n## Attributes\n\nRecorded from every element, in addition to `aria-*`:\n\n",
    );
    for name in ATTRIBUTES {
        text += &format!("- `{name}`\n");
    }
    text += "\nRecorded only from some elements:\n\n| attribute | from |\n|---|---|\n";
    for (name, elements) in CONDITIONAL_ATTRIBUTES {
        text += &format!("| `{name}` | {elements} |\n");
    }
    text
}
