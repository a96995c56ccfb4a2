//! Writes the record format's tables down for the recorder
//! (`extension/page/recorder/record-format.js`) and for readers (`docs/record-format.md`), and
//! checks in every test run that both files are current.
//! `AXLENS_UPDATE=1 cargo test -p axlens-protocol` writes them anew.

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

/// The enums as the script names them: name, what it says of itself, entries.
const ENUMS: [(&str, &str, &[Entry]); 9] = [
    (
        "OPERATION",
        "The first number of an operation.",
        OperationCode::ENTRIES,
    ),
    (
        "SHADOW_MODE",
        "Bits of a shadow root's mode.",
        ShadowMode::ENTRIES,
    ),
    (
        "DISPLAY",
        "Computed `display`, in the lowest bits of the flags.",
        Display::ENTRIES,
    ),
    (
        "NAMESPACE",
        "Namespace of an element, in two bits of the flags.",
        Namespace::ENTRIES,
    ),
    ("FLAG", "Bits of an element's flags.", Flag::ENTRIES),
    ("FACT", "Keys of an element's facts.", Fact::ENTRIES),
    (
        "PSEUDO_BLOCK",
        "Bits of the fact `pseudoBlocks`.",
        PseudoBlock::ENTRIES,
    ),
    (
        "LIST_STYLE",
        "Values of the fact `listStyle`.",
        ListStyle::ENTRIES,
    ),
    (
        "PLACE_FLAG",
        "Bits of the fifth number of an element's box.",
        PlaceFlag::ENTRIES,
    ),
];

/// The constants as a JavaScript module, formatted as prettier would.
fn script() -> String {
    let mut text = String::from(
        "//! Generated from protocol/src/wire/record_format.rs by its tests; change it there. The record\n//! format's numbers, words and lists.\n\n",
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
    for (name, about, entries) in ENUMS {
        text += &object(name, about, entries);
    }
    text + &maps() + &lists()
}

/// What CSS and the DOM call things → the number of the record format.
fn maps() -> String {
    let display = DISPLAY_VALUES.map(|(word, display, flags)| {
        let flags = flags.iter().map(|flag| *flag as i64).sum::<i64>();
        (word, display as i64 + flags)
    });
    map(
        "NAMESPACES",
        "Namespaces by address; any other is `NAMESPACE.other`.",
        NAMESPACE_ADDRESSES.map(|(word, value)| (word, value as i64)),
    ) + &map(
        "DISPLAY_VALUES",
        "Computed `display` → bits of the flags; any other is `DISPLAY.block`.",
        display,
    ) + &map(
        "LIST_STYLE_VALUES",
        "Computed `list-style-type` → value of the fact; any other is `LIST_STYLE.other`.",
        LIST_STYLE_VALUES.map(|(word, value)| (word, value as i64)),
    )
}

fn lists() -> String {
    list(
        "TEXT_FACTS",
        "Facts whose value is the number of a string.",
        Fact::TEXTS.map(|fact| (fact as i64).to_string()),
    ) + &list(
        "ATTRIBUTES",
        "Attributes that are sent from every element, beside `aria-*`.",
        ATTRIBUTES.map(quoted),
    )
}

/// A table as an object with a documented property for each entry.
fn object(name: &str, about: &str, entries: &[Entry]) -> String {
    let mut text = format!("\n/** {about} */\nexport const {name} = {{\n");
    for (variant, value, _) in entries {
        text += &format!("  {}: {},\n", lower_camel(variant), number(*value));
    }
    text + "};\n"
}

fn map<const N: usize>(name: &str, about: &str, pairs: [(&str, i64); N]) -> String {
    let mut text = format!("\n/** {about} */\nexport const {name} = new Map([\n");
    for (word, value) in pairs {
        text += &format!("  [{}, {value}],\n", quoted(word));
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

/// A bit beyond the lowest ones as a shift.
fn number(value: i64) -> String {
    match value > 8 && value.count_ones() == 1 {
        true => format!("1 << {}", value.trailing_zeros()),
        false => value.to_string(),
    }
}

fn quoted(word: &str) -> String {
    format!("'{word}'")
}

/// A control character as JavaScript writes it.
fn escaped(character: char) -> String {
    format!("\\u{:04x}", u32::from(character))
}

fn lower_camel(name: &str) -> String {
    name[..1].to_ascii_lowercase() + &name[1..]
}

/// The tables as a page of the documentation.
fn page() -> String {
    let mut text = String::from(
        "# The record format's tables\n\nGenerated from `protocol/src/wire/record_format.rs` by its tests; change it there. How a record is\nput together is in [record.md](record.md).\n",
    );
    text += &table(
        "Operations",
        ["op", "operands"],
        OperationCode::ENTRIES,
        |value| value.to_string(),
    );
    text += &table(
        "Mode of a shadow root",
        ["bit", "meaning"],
        ShadowMode::ENTRIES,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: `display` (bits 0–2)",
        ["value", "meaning"],
        Display::ENTRIES,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: namespace (bits 8–9)",
        ["value", "meaning"],
        Namespace::ENTRIES,
        |value| value.to_string(),
    );
    text += &table(
        "Flags of an element: the other bits",
        ["bit", "meaning"],
        Flag::ENTRIES,
        |value| value.trailing_zeros().to_string(),
    );
    text += &table("Facts", ["key", "fact"], Fact::ENTRIES, |value| {
        format!("−{}", -value)
    });
    text += &table(
        "Block-level pseudo-elements",
        ["bit", "meaning"],
        PseudoBlock::ENTRIES,
        |value| value.to_string(),
    );
    text += &table(
        "List styles",
        ["value", "`list-style-type`"],
        ListStyle::ENTRIES,
        |value| value.to_string(),
    );
    text += &attributes();
    text += &table(
        "Flags of a box (message `place`)",
        ["bit value", "meaning"],
        PlaceFlag::ENTRIES,
        |value| value.to_string(),
    );
    text
}

fn table(title: &str, heads: [&str; 2], entries: &[Entry], number: fn(i64) -> String) -> String {
    let mut text = format!(
        "\n## {title}\n\n| {} | name | {} |\n|---|---|---|\n",
        heads[0], heads[1]
    );
    for (name, value, meaning) in entries {
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
        "\n## Attributes\n\nSent from every element that has them, beside every `aria-*`:\n\n",
    );
    for name in ATTRIBUTES {
        text += &format!("- `{name}`\n");
    }
    text += "\nSent from some elements only:\n\n| attribute | from |\n|---|---|\n";
    for (name, elements) in CONDITIONAL_ATTRIBUTES {
        text += &format!("| `{name}` | {elements} |\n");
    }
    text
}
