//! Roles: every concrete role of WAI-ARIA 1.3, Graphics-ARIA and DPUB-ARIA, and additional ones for
//! elements without an ARIA role. Source: https://w3c.github.io/aria/#role_definitions

mod serialization;

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The role of a node.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        #[non_exhaustive]
        pub enum Role {
            $($(#[$doc])* $name,)*
        }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Role] = &[$(Role::$name,)*];

            /// The name of the role.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Role::$name => $text,)*
                }
            }

            /// The position of the role, which is shorter to store than its name.
            pub fn number(self) -> u8 {
                self as u8
            }

            /// The role with this name (see [`Role::as_str`]).
            pub fn parse(name: &str) -> Option<Role> {
                match name {
                    $($text => Some(Role::$name),)*
                    _ => None,
                }
            }
        }
    };
}

roles! {
    /// `alert`.
    Alert = "alert",
    /// `alertdialog`.
    Alertdialog = "alertdialog",
    /// `application`.
    Application = "application",
    /// `article`.
    Article = "article",
    /// `banner`.
    Banner = "banner",
    /// `blockquote`.
    Blockquote = "blockquote",
    /// `button`.
    Button = "button",
    /// `caption`.
    Caption = "caption",
    /// `cell`.
    Cell = "cell",
    /// `checkbox`.
    Checkbox = "checkbox",
    /// `code`.
    Code = "code",
    /// `columnheader`.
    Columnheader = "columnheader",
    /// `combobox`.
    Combobox = "combobox",
    /// `comment`.
    Comment = "comment",
    /// `complementary`.
    Complementary = "complementary",
    /// `contentinfo`.
    Contentinfo = "contentinfo",
    /// `definition`.
    Definition = "definition",
    /// `deletion`.
    Deletion = "deletion",
    /// `dialog`.
    Dialog = "dialog",
    /// `directory`.
    Directory = "directory",
    /// `document`.
    Document = "document",
    /// `emphasis`.
    Emphasis = "emphasis",
    /// `feed`.
    Feed = "feed",
    /// `figure`.
    Figure = "figure",
    /// `form`.
    Form = "form",
    #[default]
    /// `generic`.
    Generic = "generic",
    /// `grid`.
    Grid = "grid",
    /// `gridcell`.
    Gridcell = "gridcell",
    /// `group`.
    Group = "group",
    /// `heading`.
    Heading = "heading",
    /// `image`.
    Image = "image",
    /// `insertion`.
    Insertion = "insertion",
    /// `link`.
    Link = "link",
    /// `list`.
    List = "list",
    /// `listbox`.
    Listbox = "listbox",
    /// `listitem`.
    Listitem = "listitem",
    /// `log`.
    Log = "log",
    /// `main`.
    Main = "main",
    /// `mark`.
    Mark = "mark",
    /// `marquee`.
    Marquee = "marquee",
    /// `math`.
    Math = "math",
    /// `menu`.
    Menu = "menu",
    /// `menubar`.
    Menubar = "menubar",
    /// `menuitem`.
    Menuitem = "menuitem",
    /// `menuitemcheckbox`.
    Menuitemcheckbox = "menuitemcheckbox",
    /// `menuitemradio`.
    Menuitemradio = "menuitemradio",
    /// `meter`.
    Meter = "meter",
    /// `navigation`.
    Navigation = "navigation",
    /// `none`.
    None = "none",
    /// `note`.
    Note = "note",
    /// `option`.
    Option = "option",
    /// `paragraph`.
    Paragraph = "paragraph",
    /// `progressbar`.
    Progressbar = "progressbar",
    /// `radio`.
    Radio = "radio",
    /// `radiogroup`.
    Radiogroup = "radiogroup",
    /// `region`.
    Region = "region",
    /// `row`.
    Row = "row",
    /// `rowgroup`.
    Rowgroup = "rowgroup",
    /// `rowheader`.
    Rowheader = "rowheader",
    /// `scrollbar`.
    Scrollbar = "scrollbar",
    /// `search`.
    Search = "search",
    /// `searchbox`.
    Searchbox = "searchbox",
    /// `sectionfooter`.
    Sectionfooter = "sectionfooter",
    /// `sectionheader`.
    Sectionheader = "sectionheader",
    /// `separator`.
    Separator = "separator",
    /// `slider`.
    Slider = "slider",
    /// `spinbutton`.
    Spinbutton = "spinbutton",
    /// `status`.
    Status = "status",
    /// `strong`.
    Strong = "strong",
    /// `subscript`.
    Subscript = "subscript",
    /// `suggestion`.
    Suggestion = "suggestion",
    /// `superscript`.
    Superscript = "superscript",
    /// `switch`.
    Switch = "switch",
    /// `tab`.
    Tab = "tab",
    /// `table`.
    Table = "table",
    /// `tablist`.
    Tablist = "tablist",
    /// `tabpanel`.
    Tabpanel = "tabpanel",
    /// `term`.
    Term = "term",
    /// `textbox`.
    Textbox = "textbox",
    /// `time`.
    Time = "time",
    /// `timer`.
    Timer = "timer",
    /// `toolbar`.
    Toolbar = "toolbar",
    /// `tooltip`.
    Tooltip = "tooltip",
    /// `tree`.
    Tree = "tree",
    /// `treegrid`.
    Treegrid = "treegrid",
    /// `treeitem`.
    Treeitem = "treeitem",
    /// `graphics-document`.
    GraphicsDocument = "graphics-document",
    /// `graphics-object`.
    GraphicsObject = "graphics-object",
    /// `graphics-symbol`.
    GraphicsSymbol = "graphics-symbol",
    /// `doc-abstract`.
    DocAbstract = "doc-abstract",
    /// `doc-acknowledgments`.
    DocAcknowledgments = "doc-acknowledgments",
    /// `doc-afterword`.
    DocAfterword = "doc-afterword",
    /// `doc-appendix`.
    DocAppendix = "doc-appendix",
    /// `doc-backlink`.
    DocBacklink = "doc-backlink",
    /// `doc-biblioentry`.
    DocBiblioentry = "doc-biblioentry",
    /// `doc-bibliography`.
    DocBibliography = "doc-bibliography",
    /// `doc-biblioref`.
    DocBiblioref = "doc-biblioref",
    /// `doc-chapter`.
    DocChapter = "doc-chapter",
    /// `doc-colophon`.
    DocColophon = "doc-colophon",
    /// `doc-conclusion`.
    DocConclusion = "doc-conclusion",
    /// `doc-cover`.
    DocCover = "doc-cover",
    /// `doc-credit`.
    DocCredit = "doc-credit",
    /// `doc-credits`.
    DocCredits = "doc-credits",
    /// `doc-dedication`.
    DocDedication = "doc-dedication",
    /// `doc-endnote`.
    DocEndnote = "doc-endnote",
    /// `doc-endnotes`.
    DocEndnotes = "doc-endnotes",
    /// `doc-epigraph`.
    DocEpigraph = "doc-epigraph",
    /// `doc-epilogue`.
    DocEpilogue = "doc-epilogue",
    /// `doc-errata`.
    DocErrata = "doc-errata",
    /// `doc-example`.
    DocExample = "doc-example",
    /// `doc-footnote`.
    DocFootnote = "doc-footnote",
    /// `doc-foreword`.
    DocForeword = "doc-foreword",
    /// `doc-glossary`.
    DocGlossary = "doc-glossary",
    /// `doc-glossref`.
    DocGlossref = "doc-glossref",
    /// `doc-index`.
    DocIndex = "doc-index",
    /// `doc-introduction`.
    DocIntroduction = "doc-introduction",
    /// `doc-noteref`.
    DocNoteref = "doc-noteref",
    /// `doc-notice`.
    DocNotice = "doc-notice",
    /// `doc-pagebreak`.
    DocPagebreak = "doc-pagebreak",
    /// `doc-pagefooter`.
    DocPagefooter = "doc-pagefooter",
    /// `doc-pageheader`.
    DocPageheader = "doc-pageheader",
    /// `doc-pagelist`.
    DocPagelist = "doc-pagelist",
    /// `doc-part`.
    DocPart = "doc-part",
    /// `doc-preface`.
    DocPreface = "doc-preface",
    /// `doc-prologue`.
    DocPrologue = "doc-prologue",
    /// `doc-pullquote`.
    DocPullquote = "doc-pullquote",
    /// `doc-qna`.
    DocQna = "doc-qna",
    /// `doc-subtitle`.
    DocSubtitle = "doc-subtitle",
    /// `doc-tip`.
    DocTip = "doc-tip",
    /// `doc-toc`.
    DocToc = "doc-toc",
    /// A run of text. Not in ARIA.
    Text = "text",
    /// An inline frame. Not in ARIA.
    Iframe = "iframe",
    /// Clickable without an interactive role. Not in ARIA.
    Clickable = "clickable",
    /// Focusable without an interactive role. Not in ARIA.
    Focusable = "focusable",
    /// A drawing surface. Not in ARIA.
    Canvas = "canvas",
    /// A video player. Not in ARIA.
    Video = "video",
    /// An audio player. Not in ARIA.
    Audio = "audio",
    /// A label of a control. Not in ARIA.
    Label = "label",
    /// The caption of a group of fields. Not in ARIA.
    Legend = "legend",
    /// A disclosure of summary and contents. Not in ARIA.
    Details = "details",
    /// The part of a disclosure that is always visible. Not in ARIA.
    Summary = "summary",
    /// Embedded content. Not in ARIA.
    Object = "object",
}

impl Role {
    /// Whether elements with the role are containers, whose text identifies the elements in them.
    pub fn sets_context(self) -> bool {
        use Role::*;
        matches!(
            self,
            Row | Listitem | Article | Treeitem | Dialog | Alertdialog
        )
    }

    /// Whether the role only marks text, which continues across its boundaries.
    pub fn is_text_markup(self) -> bool {
        use Role::*;
        matches!(
            self,
            Strong
                | Emphasis
                | Code
                | Mark
                | Time
                | Subscript
                | Superscript
                | Insertion
                | Deletion
                | Suggestion
        )
    }

    /// Whether the role is interactive, including options, tree items and menu items.
    pub fn is_interactive(self) -> bool {
        use Role::*;
        matches!(
            self,
            Button
                | Checkbox
                | Combobox
                | Link
                | Listbox
                | Menuitem
                | Menuitemcheckbox
                | Menuitemradio
                | Option
                | Radio
                | Searchbox
                | Slider
                | Spinbutton
                | Switch
                | Tab
                | Textbox
                | Treeitem
                | DocBacklink
                | DocBiblioref
                | DocGlossref
                | DocNoteref
                | Scrollbar
        )
    }

    /// A field whose value can be filled in.
    pub fn takes_value(self) -> bool {
        matches!(
            self,
            Role::Combobox | Role::Searchbox | Role::Slider | Role::Spinbutton | Role::Textbox
        )
    }

    /// Whether the role is a cell of a row.
    pub fn is_cell(self) -> bool {
        use Role::*;
        matches!(self, Cell | Gridcell | Columnheader | Rowheader)
    }

    /// Whether the role has rows: a table, grid or tree grid.
    pub fn is_table(self) -> bool {
        use Role::*;
        matches!(self, Table | Grid | Treegrid)
    }

    /// Whether the role is a landmark.
    pub fn is_landmark(self) -> bool {
        use Role::*;
        matches!(
            self,
            Banner | Complementary | Contentinfo | Form | Main | Navigation | Region | Search
        )
    }
}
