//! The record format's numbers, words and lists: what the recorder (`extension/page/`) writes and
//! the engine (`wasm-core`) reads, and the bits of an element's box, which the server reads. The
//! tests generate `extension/page/recorder/record-format.js` and `docs/record-format.md` from these
//! tables. How a record is put together is in docs/record.md; nothing here reads or writes one.

#[cfg(test)]
mod files;

use axlens_snapshot::Place;

/// Stands between the sections of a record: head, operations, strings, registry.
pub const SECTION_SEPARATOR: char = '\u{1d}';

/// Stands between two strings.
pub const STRING_SEPARATOR: char = '\u{1e}';

/// Begins a node id that stands for an element in an attribute of references: a script has set
/// elements there and no ids.
pub const REFERENCE_PREFIX: &str = "\u{1f}";

/// The bits of an element's flags that hold a [`Display`].
pub const DISPLAY_MASK: u32 = 0b111;

/// Where the bits of a [`Namespace`] begin in an element's flags; there are two.
pub const NAMESPACE_SHIFT: u32 = 8;

/// An entry of a table: name, number and meaning.
pub type Entry = (&'static str, i64, &'static str);

/// Defines an enum of numbers whose documentation can be listed: `ENTRIES` has the name, number and
/// documentation of each variant.
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident: $number:ty {
            $($(#[doc = $meaning:literal])+ $variant:ident = $value:expr,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr($number)]
        pub enum $name {
            $($(#[doc = $meaning])+ $variant = $value,)+
        }

        impl $name {
            /// Every variant: name, number and meaning.
            pub const ENTRIES: &'static [Entry] = &[
                $((stringify!($variant), $value as i64, concat!($($meaning),+)),)+
            ];
        }
    };
}

table! {
    /// The first number of an operation.
    pub enum OperationCode: i64 {
        /// none: closes the innermost open element or shadow root
        Close = 0,
        /// `node, tag, flags, n, (key, value) × n`: opens an element. `node`: its node id
        /// (positive, given by the recorder when it first sees the element, never reused). `tag`:
        /// string, the local name (lower case for HTML). `key ≥ 0`: string, an attribute's name;
        /// `value`: string, its value. `key < 0`: a fact, `value` as the fact says
        Open = 1,
        /// `string`: a text node with its data as it is (an empty one is left out); all text of an
        /// element without element children comes as one
        Text = 2,
        /// `mode`: opens the shadow root of the innermost open element, before its light children
        ShadowRoot = 3,
    }
}

impl OperationCode {
    /// The operation that begins with this number.
    pub fn of_number(number: i64) -> Option<OperationCode> {
        match number {
            0 => Some(OperationCode::Close),
            1 => Some(OperationCode::Open),
            2 => Some(OperationCode::Text),
            3 => Some(OperationCode::ShadowRoot),
            _ => None,
        }
    }
}

table! {
    /// Bits of a shadow root's mode.
    pub enum ShadowMode: u32 {
        /// open
        Open = 1,
        /// closed
        Closed = 2,
        /// its slots are assigned by script; added to one of the others
        ManualSlots = 4,
    }
}

table! {
    /// Computed `display`, in the lowest bits of the flags.
    pub enum Display: u32 {
        /// `none`
        None = 0,
        /// `contents`
        Contents = 1,
        /// `inline`
        Inline = 2,
        /// `inline-block` and its like
        InlineBlock = 3,
        /// `block`, and every value that is not listed
        Block = 4,
        /// row, row group, column or caption of a table
        TableRow = 5,
        /// cell of a table
        TableCell = 6,
        /// not read, because an ancestor in the flat tree is not rendered
        Unread = 7,
    }
}

impl Display {
    /// The value in an element's flags.
    pub fn of_flags(flags: u32) -> Display {
        match flags & DISPLAY_MASK {
            0 => Display::None,
            1 => Display::Contents,
            2 => Display::Inline,
            3 => Display::InlineBlock,
            4 => Display::Block,
            5 => Display::TableRow,
            6 => Display::TableCell,
            _ => Display::Unread,
        }
    }
}

/// Computed `display` by what CSS calls it, with the flags that go with it. A value that is not
/// listed is [`Display::Block`].
pub const DISPLAY_VALUES: [(&str, Display, &[Flag]); 24] = [
    ("none", Display::None, &[]),
    ("contents", Display::Contents, &[]),
    ("inline", Display::Inline, &[]),
    ("ruby", Display::Inline, &[]),
    ("ruby-text", Display::Inline, &[]),
    ("math", Display::Inline, &[]),
    ("inline list-item", Display::Inline, &[Flag::ListItem]),
    ("inline-block", Display::InlineBlock, &[]),
    ("inline-flex", Display::InlineBlock, &[]),
    ("inline-grid", Display::InlineBlock, &[]),
    ("inline-table", Display::InlineBlock, &[]),
    ("-webkit-inline-box", Display::InlineBlock, &[]),
    ("inline-flow-root", Display::InlineBlock, &[]),
    ("list-item", Display::Block, &[Flag::ListItem]),
    ("flow-root list-item", Display::Block, &[Flag::ListItem]),
    ("table-row", Display::TableRow, &[]),
    ("table-row-group", Display::TableRow, &[]),
    ("table-header-group", Display::TableRow, &[]),
    ("table-footer-group", Display::TableRow, &[]),
    ("table-column", Display::TableRow, &[]),
    ("table-column-group", Display::TableRow, &[]),
    ("table-caption", Display::TableRow, &[]),
    ("table-cell", Display::TableCell, &[]),
    // What an element in no flat tree computes to: a light child that no slot takes.
    ("", Display::Unread, &[Flag::OutsideFlatTree]),
];

table! {
    /// Namespace of an element.
    pub enum Namespace: u32 {
        /// HTML
        Html = 0,
        /// SVG
        Svg = 1,
        /// MathML
        MathMl = 2,
        /// any other
        Other = 3,
    }
}

impl Namespace {
    /// The value in an element's flags.
    pub fn of_flags(flags: u32) -> Namespace {
        match flags >> NAMESPACE_SHIFT & 3 {
            0 => Namespace::Html,
            1 => Namespace::Svg,
            2 => Namespace::MathMl,
            _ => Namespace::Other,
        }
    }
}

/// Addresses of the namespaces that are told apart.
pub const NAMESPACE_ADDRESSES: [(&str, Namespace); 3] = [
    ("http://www.w3.org/1999/xhtml", Namespace::Html),
    ("http://www.w3.org/2000/svg", Namespace::Svg),
    ("http://www.w3.org/1998/Math/MathML", Namespace::MathMl),
];

table! {
    /// Bits of an element's flags, beside those of its [`Display`] and its [`Namespace`].
    pub enum Flag: u32 {
        /// computed `visibility` is not `visible`
        Invisible = 1 << 3,
        /// computed `cursor` is `pointer`
        Pointer = 1 << 4,
        /// computed `white-space` keeps line breaks (`pre`, `pre-wrap`, `pre-line`,
        /// `break-spaces`); read only of elements that hold text with a line break
        KeepsBreaks = 1 << 5,
        /// its contents are skipped (`content-visibility: hidden`)
        ContentsSkipped = 1 << 6,
        /// `display` is `list-item`
        ListItem = 1 << 7,
        /// the `tabIndex` property is ≥ 0 and it is focusable by it (links, controls, `tabindex`,
        /// editable hosts, `summary`, iframes …)
        Focusable = 1 << 10,
        /// editable: `isContentEditable`
        Editable = 1 << 11,
        /// secret field: password, one-time code, card; or once seen as one. Its value was dropped
        /// by the recorder
        Secret = 1 << 12,
        /// outside the flat tree: a light child of a shadow host that no slot takes
        OutsideFlatTree = 1 << 13,
        /// text is transformed to upper case (`text-transform`); read, as the two below, only of
        /// elements that hold text
        Uppercase = 1 << 15,
        /// text is transformed to lower case
        Lowercase = 1 << 16,
        /// text is capitalised
        Capitalize = 1 << 17,
    }
}

table! {
    /// Facts of an element, beside its attributes: keys that are negative.
    pub enum Fact: i64 {
        /// string: live value of `input` (the names of chosen files; none of buttons, toggles and
        /// hidden fields) and `textarea`, cut at 4,000 characters; never of a secret field
        Value = -1,
        /// 0/1: live `checked` of a checkbox or radio
        Checked = -2,
        /// 1: live `indeterminate`
        Indeterminate = -3,
        /// 0/1: live `selected` of an `option`; not in a secret `select`
        Selected = -4,
        /// 0/1: `open` of `details`, `dialog`; or its popover is open
        Open = -5,
        /// string: text of `::before`, after CSS resolution: strings and `attr()` and counters
        /// resolved; the alternative text (`content: x / "alt"`), with a space on each side,
        /// instead of the text where there is one
        Before = -6,
        /// string: the same of `::after`
        After = -7,
        /// string: the same of `::marker`, where its `content` is set (sent though empty)
        Marker = -8,
        /// n: `iframe`/`frame`/`object`: index of its window among its document's
        /// `window.frames`; −1 in a shadow root
        FrameIndex = -9,
        /// 0/1: `validity.valid`, of controls that `willValidate`: when false, or when they carry
        /// `required`, `pattern`, `min` …; not of a secret field that is filled
        Valid = -10,
        /// node: the custom element that a `label` labels (a form-associated one, seen by
        /// `label.control`)
        Control = -11,
        /// 1: `matches(':modal')`
        Modal = -12,
        /// bits: 1: `::before` is block-level, 2: `::after` is block-level
        PseudoBlocks = -13,
        /// node: manual slots only: a node assigned to this slot, in order; repeated
        Assigned = -14,
        /// 1: value of the secret field is not empty (never used for output of any length)
        SecretFilled = -15,
        /// n: list style (below) of a list item, where it is not `none` and `::marker` has no
        /// `content`
        ListStyle = -16,
    }
}

impl Fact {
    /// Facts whose value is the number of a string.
    pub const TEXTS: [Fact; 4] = [Fact::Value, Fact::Before, Fact::After, Fact::Marker];

    /// The fact's value is the number of a string.
    pub fn is_text(self) -> bool {
        Fact::TEXTS.contains(&self)
    }
}

table! {
    /// Bits of the fact [`Fact::PseudoBlocks`].
    pub enum PseudoBlock: i64 {
        /// `::before` is block-level
        Before = 1,
        /// `::after` is block-level
        After = 2,
    }
}

table! {
    /// Values of the fact [`Fact::ListStyle`]: computed `list-style-type`.
    pub enum ListStyle: i64 {
        /// `disc`
        Disc = 1,
        /// `circle`
        Circle = 2,
        /// `square`
        Square = 3,
        /// `decimal`, `decimal-leading-zero`
        Decimal = 4,
        /// `lower-alpha`, `lower-latin`
        LowerAlpha = 5,
        /// `upper-alpha`, `upper-latin`
        UpperAlpha = 6,
        /// `lower-roman`
        LowerRoman = 7,
        /// `upper-roman`
        UpperRoman = 8,
        /// another
        Other = 9,
    }
}

impl ListStyle {
    /// The style of a fact's value.
    pub fn of_number(number: i64) -> ListStyle {
        match number {
            1 => ListStyle::Disc,
            2 => ListStyle::Circle,
            3 => ListStyle::Square,
            4 => ListStyle::Decimal,
            5 => ListStyle::LowerAlpha,
            6 => ListStyle::UpperAlpha,
            7 => ListStyle::LowerRoman,
            8 => ListStyle::UpperRoman,
            _ => ListStyle::Other,
        }
    }
}

/// Computed `list-style-type` by what CSS calls it. A value that is not listed is
/// [`ListStyle::Other`].
pub const LIST_STYLE_VALUES: [(&str, ListStyle); 11] = [
    ("disc", ListStyle::Disc),
    ("circle", ListStyle::Circle),
    ("square", ListStyle::Square),
    ("decimal", ListStyle::Decimal),
    ("decimal-leading-zero", ListStyle::Decimal),
    ("lower-alpha", ListStyle::LowerAlpha),
    ("lower-latin", ListStyle::LowerAlpha),
    ("upper-alpha", ListStyle::UpperAlpha),
    ("upper-latin", ListStyle::UpperAlpha),
    ("lower-roman", ListStyle::LowerRoman),
    ("upper-roman", ListStyle::UpperRoman),
];

/// Attributes that are sent from every element that has them, beside every `aria-*`.
pub const ATTRIBUTES: [&str; 64] = [
    "role",
    "id",
    "name",
    "type",
    "href",
    "xlink:href",
    "alt",
    "title",
    "placeholder",
    "for",
    "form",
    "tabindex",
    "contenteditable",
    "onclick",
    "onmousedown",
    "onmouseup",
    "onpointerdown",
    "onkeydown",
    "label",
    "scope",
    "headers",
    "colspan",
    "rowspan",
    "border",
    "summary",
    "multiple",
    "size",
    "list",
    "checked",
    "disabled",
    "readonly",
    "required",
    "min",
    "max",
    "step",
    "low",
    "high",
    "optimum",
    "maxlength",
    "open",
    "hidden",
    "inert",
    "popover",
    "popovertarget",
    "autocomplete",
    "usemap",
    "controls",
    "slot",
    "is",
    "lang",
    "dir",
    "start",
    "reversed",
    "draggable",
    "accesskey",
    "pattern",
    "autofocus",
    "switch",
    "xlink:title",
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
];

/// Attributes that authors give to elements so that tests find them: each is one of those sent.
pub const TEST_IDS: [&str; 5] = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
];

/// Attributes that are sent from some elements only, and from which.
pub const CONDITIONAL_ATTRIBUTES: [(&str, &str); 5] = [
    ("src", "`iframe` and `frame`"),
    ("display", "elements of SVG and MathML"),
    ("visibility", "elements of SVG and MathML"),
    (
        "value",
        "buttons, toggles and elements that are no fields; never of secret fields",
    ),
    ("selected", "options, but of a secret `select`"),
];

table! {
    /// Bits of the fifth number of an element's box, as the message `place` gives it.
    pub enum PlaceFlag: u32 {
        /// some of it is in the viewport
        InViewport = 1,
        /// a click on its middle meets another element
        Covered = 2,
        /// it has no size
        NoSize = 4,
        /// it can't be seen: opacity 0
        Transparent = 8,
    }
}

/// An element's box from the six numbers that the recorder gives: x, y, width, height, flags, node
/// id of what covers it.
pub fn place(numbers: [f64; 6]) -> Place {
    let [x, y, width, height, flags, covered_by] = numbers;
    let has = |flag: PlaceFlag| flags as u32 & flag as u32 != 0;
    Place {
        rect: [x, y, width, height],
        in_viewport: has(PlaceFlag::InViewport),
        covered: has(PlaceFlag::Covered),
        empty: has(PlaceFlag::NoSize),
        transparent: has(PlaceFlag::Transparent),
        covered_by: covered_by as u32,
    }
}
