//! The constants of the record format, which the recorder (`extension/page/`) writes and the engine
//! (`wasm-core`) reads, and the flags of an element's box, which the server reads. The tests
//! generate `extension/page/recorder/record-format.js` and `docs/record-format.md` from these
//! tables. docs/record.md describes the structure of a record.

mod attributes;
#[cfg(test)]
mod files;

pub use attributes::{
    ACTION_ATTRIBUTES, ATTRIBUTES, CONDITIONAL_ATTRIBUTES, CONTROL_WORDS, ICON_WORDS, TEST_IDS,
};

use axlens_snapshot::Place;

/// Separates the sections of a record: head, operations, strings, registry.
pub const SECTION_SEPARATOR: char = '\u{1d}';

/// Separates two strings.
pub const STRING_SEPARATOR: char = '\u{1e}';

/// Prefix of a node id in an attribute that refers to elements, if a script set elements instead of
/// ids.
pub const REFERENCE_PREFIX: &str = "\u{1f}";

/// Mask of the [`Display`] in an element's flags.
pub const DISPLAY_MASK: u32 = 0b111;

/// Position of the two bits of the [`Namespace`] in an element's flags.
pub const NAMESPACE_SHIFT: u32 = 8;

/// A variant of an enum of the record format: name, number and meaning.
pub type VariantInfo = (&'static str, i64, &'static str);

/// Defines an enum of numbers with the constant `VARIANTS`: name, number and documentation of each
/// variant.
macro_rules! numbered_enum {
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
            pub const VARIANTS: &'static [VariantInfo] = &[
                $((stringify!($variant), $value as i64, concat!($($meaning),+)),)+
            ];
        }
    };
}

numbered_enum! {
    /// The first number of an operation.
    pub enum OperationCode: i64 {
        /// no operands: closes the innermost open element or shadow root
        Close = 0,
        /// `node, tag, flags, n, (key, value) × n`: opens an element. `node`: its node id
        /// (positive, assigned by the recorder, never reused). `tag`: string, the local name (lower
        /// case for HTML). `key ≥ 0`: string, an attribute's name; `value`: string, its value. `key
        /// < 0`: a fact with its `value`
        Open = 1,
        /// `string`: the unchanged data of a text node that is not empty; an element without
        /// element children has one operation for all its text
        Text = 2,
        /// `mode`: opens the shadow root of the innermost open element, before its light children
        ShadowRoot = 3,
    }
}

impl OperationCode {
    /// The operation with this number.
    pub fn from_number(number: i64) -> Option<OperationCode> {
        match number {
            0 => Some(OperationCode::Close),
            1 => Some(OperationCode::Open),
            2 => Some(OperationCode::Text),
            3 => Some(OperationCode::ShadowRoot),
            _ => None,
        }
    }
}

numbered_enum! {
    /// Bits of a shadow root's mode.
    pub enum ShadowMode: u32 {
        /// open
        Open = 1,
        /// closed
        Closed = 2,
        /// its slots are assigned by script; combined with one of the others
        ManualSlots = 4,
    }
}

numbered_enum! {
    /// Computed `display`, in the lowest bits of the flags.
    pub enum Display: u32 {
        /// `none`
        None = 0,
        /// `contents`
        Contents = 1,
        /// `inline`
        Inline = 2,
        /// `inline-block` and similar values
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
    pub fn from_flags(flags: u32) -> Display {
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

/// CSS names of computed `display` values, with additional flags. Unlisted values are
/// [`Display::Block`].
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
    // The computed value of an element outside the flat tree: a light child without a slot.
    ("", Display::Unread, &[Flag::OutsideFlatTree]),
];

numbered_enum! {
    /// Namespace of an element.
    pub enum Namespace: u32 {
        /// HTML
        Html = 0,
        /// SVG
        Svg = 1,
        /// MathML
        MathMl = 2,
        /// other
        Other = 3,
    }
}

impl Namespace {
    /// The value in an element's flags.
    pub fn from_flags(flags: u32) -> Namespace {
        match flags >> NAMESPACE_SHIFT & 3 {
            0 => Namespace::Html,
            1 => Namespace::Svg,
            2 => Namespace::MathMl,
            _ => Namespace::Other,
        }
    }
}

/// URIs of the distinguished namespaces.
pub const NAMESPACE_URIS: [(&str, Namespace); 3] = [
    ("http://www.w3.org/1999/xhtml", Namespace::Html),
    ("http://www.w3.org/2000/svg", Namespace::Svg),
    ("http://www.w3.org/1998/Math/MathML", Namespace::MathMl),
];

numbered_enum! {
    /// Bits of an element's flags, in addition to its [`Display`] and its [`Namespace`].
    pub enum Flag: u32 {
        /// computed `visibility` is not `visible`
        Invisible = 1 << 3,
        /// computed `cursor` is `pointer`
        Pointer = 1 << 4,
        /// computed `white-space` keeps line breaks (`pre`, `pre-wrap`, `pre-line`,
        /// `break-spaces`); read only for elements that contain text with a line break
        KeepsBreaks = 1 << 5,
        /// its contents are skipped (`content-visibility: hidden`)
        ContentsSkipped = 1 << 6,
        /// `display` is `list-item`
        ListItem = 1 << 7,
        /// focusable, with a `tabIndex` property ≥ 0 (links, controls, `tabindex`, editable hosts,
        /// `summary`, iframes …)
        Focusable = 1 << 10,
        /// editable: `isContentEditable`
        Editable = 1 << 11,
        /// secret field: password, one-time code, card; now or earlier. The recorder omits its
        /// value
        Secret = 1 << 12,
        /// outside the flat tree: a light child of a shadow host without a slot
        OutsideFlatTree = 1 << 13,
        /// text is transformed to upper case (`text-transform`); this and the next two are read
        /// only for elements that contain text
        Uppercase = 1 << 15,
        /// text is transformed to lower case
        Lowercase = 1 << 16,
        /// text is capitalised
        Capitalize = 1 << 17,
        /// a user can't see its own text, or the content of a frame: transparent, tiny, clipped or
        /// outside of the page; read only for elements that contain text, for frames, and for
        /// fields in which a text is typed, whose box it is
        Unseen = 1 << 18,
        /// computed `interactivity` is `inert`
        Inert = 1 << 19,
        /// computed `cursor` is `move`, `grab` or that of a resizer: the element is dragged
        Draggable = 1 << 20,
    }
}

numbered_enum! {
    /// Facts of an element in addition to its attributes, with negative keys.
    pub enum Fact: i64 {
        /// string: live value of `input` (names of selected files; not for buttons, toggles and
        /// hidden fields) and `textarea`, cut at 4,000 characters; never for a secret field
        Value = -1,
        /// 0/1: live `checked` of a checkbox or radio button
        Checked = -2,
        /// 1: live `indeterminate`
        Indeterminate = -3,
        /// 0/1: live `selected` of an `option`; not in a secret `select`
        Selected = -4,
        /// 0/1: `open` of `details`, `dialog`; or its popover is open
        Open = -5,
        /// string: text of `::before`, after CSS resolution: strings and `attr()` and counters
        /// resolved; the alternative text (`content: x / "alt"`), with a space on each side,
        /// instead of the text if there is one
        Before = -6,
        /// string: the same for `::after`
        After = -7,
        /// string: the same for `::marker`, if its `content` is set (sent even if empty)
        Marker = -8,
        /// n: `iframe`/`frame`/`object`: index of its window in its document's `window.frames`; −1
        /// in a shadow root
        FrameIndex = -9,
        /// 0/1: `validity.valid` of controls with `willValidate`, if it is false or they have
        /// `required`, `pattern`, `min` …; not for a secret field with a value
        Valid = -10,
        /// node: the form-associated custom element that a `label` labels (`label.control`)
        Control = -11,
        /// 1: `matches(':modal')`
        Modal = -12,
        /// bits: 1: `::before` is block-level, 2: `::after` is block-level
        PseudoBlocks = -13,
        /// node: manual slots only: a node assigned to this slot, in order; repeated
        Assigned = -14,
        /// 1: a secret field has a value. It is never sent, nor its length, nor whether it is empty
        SecretValue = -15,
        /// n: list style (below) of a list item, if it is not `none` and `::marker` has no
        /// `content`
        ListStyle = -16,
    }
}

impl Fact {
    /// Facts whose value is the index of a string.
    pub const TEXTS: [Fact; 4] = [Fact::Value, Fact::Before, Fact::After, Fact::Marker];

    /// Whether the fact's value is the index of a string.
    pub fn is_text(self) -> bool {
        Fact::TEXTS.contains(&self)
    }
}

numbered_enum! {
    /// Bits of the fact [`Fact::PseudoBlocks`].
    pub enum PseudoBlock: i64 {
        /// `::before` is block-level
        Before = 1,
        /// `::after` is block-level
        After = 2,
    }
}

numbered_enum! {
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
        /// other
        Other = 9,
    }
}

impl ListStyle {
    /// The style with this number.
    pub fn from_number(number: i64) -> ListStyle {
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

/// CSS names of computed `list-style-type` values. Unlisted values are [`ListStyle::Other`].
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

numbered_enum! {
    /// Bits of the fifth number of an element's box in the message `place`.
    pub enum PlaceFlag: u32 {
        /// a part of it is in the viewport
        InViewport = 1,
        /// a click on its center hits another element
        Covered = 2,
        /// it has no size
        NoSize = 4,
        /// its opacity is 0
        Transparent = 8,
    }
}

/// An element's box from the recorder's six numbers: x, y, width, height, flags, node id of the
/// covering element.
pub fn place_from_numbers(numbers: [f64; 6]) -> Place {
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
