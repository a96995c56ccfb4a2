//! Approximate style of elements: each tag's default `display`, `hidden` and `style` attributes.

/// The inherited style of an element.
#[derive(Debug, Clone, Default)]
pub struct Style {
    pub invisible: bool,
    pub pointer: bool,
    pub draggable: bool,
    pub inert: bool,
    pub keeps_breaks: bool,
    pub editable: bool,
    pub unread: bool,
    pub unseen: bool,
    pub transform: u32,
    pub list: i64,
    pub namespace: u32,
    /// First option of a drop-down list, selected by default.
    pub chosen: Option<usize>,
}

/// The attributes of an element.
pub struct Attributes(pub Vec<(String, String)>);

impl Attributes {
    /// Value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|attr| attr.0 == name)
            .map(|attr| attr.1.as_str())
    }

    /// The last declaration of a property in the `style` attribute.
    fn style(&self, property: &str) -> Option<String> {
        let declarations = self
            .get("style")?
            .split(';')
            .filter_map(|declaration| declaration.split_once(':'));
        let last = declarations
            .rev()
            .find(|(name, _)| name.trim().eq_ignore_ascii_case(property));
        last.map(|(_, value)| value.trim().to_ascii_lowercase())
    }
}

/// The inherited style of an element, and its flags.
pub fn computed(tag: &str, attrs: &Attributes, inherited: &Style) -> (Style, u32) {
    let mut style = Style {
        chosen: inherited.chosen,
        ..inherited.clone()
    };
    if let Some(visibility) = attrs.style("visibility") {
        style.invisible = visibility != "visible";
    }
    match attrs.style("cursor") {
        Some(cursor) => {
            style.pointer = cursor == "pointer";
            style.draggable = cursor == "move";
        }
        None => style.pointer |= tag == "a" && attrs.get("href").is_some(),
    }
    if let Some(interactivity) = attrs.style("interactivity") {
        style.inert = interactivity == "inert";
    }
    if let Some(space) = attrs.style("white-space") {
        style.keeps_breaks = space.starts_with("pre") || space == "break-spaces";
    } else if matches!(tag, "pre" | "textarea") {
        style.keeps_breaks = true;
    }
    if let Some(editable) = attrs.get("contenteditable") {
        style.editable = editable != "false";
    }
    style.unseen |= attrs.style("opacity").as_deref() == Some("0");
    match attrs.style("text-transform").as_deref() {
        Some("uppercase") => style.transform = 1 << 15,
        Some("lowercase") => style.transform = 1 << 16,
        Some("capitalize") => style.transform = 1 << 17,
        Some("none") => style.transform = 0,
        _ => {}
    }
    match tag {
        "ul" => style.list = 1,
        "ol" => style.list = 4,
        _ => {}
    }
    let flags = flags(tag, attrs, inherited, &mut style);
    (style, flags)
}

/// The flags of an element with this style.
fn flags(tag: &str, attrs: &Attributes, inherited: &Style, style: &mut Style) -> u32 {
    let mut flags = if inherited.unread {
        7
    } else {
        display(tag, attrs)
    };
    style.unread = flags == 0 || flags == 7;
    let bits = [
        (style.invisible, 3),
        (style.pointer, 4),
        (style.keeps_breaks, 5),
        (
            attrs.style("content-visibility").as_deref() == Some("hidden"),
            6,
        ),
        (tag == "li", 7),
        (focusable(tag, attrs), 10),
        (style.editable, 11),
        (is_secret(attrs), 12),
        (style.unseen, 18),
        (style.inert, 19),
        (style.draggable, 20),
    ];
    bits.iter()
        .filter(|(set, _)| *set)
        .for_each(|(_, bit)| flags |= 1 << bit);
    flags | style.namespace << 8 | style.transform
}

fn out_of_flow(attrs: &Attributes) -> bool {
    attrs.style("float").is_some_and(|float| float != "none")
        || matches!(
            attrs.style("position").as_deref(),
            Some("absolute" | "fixed")
        )
}

/// A simple rule for the engine's tests. The recorder decides which fields are secret, with their
/// labels and history.
fn is_secret(attrs: &Attributes) -> bool {
    let complete = attrs.get("autocomplete").unwrap_or("");
    attrs.get("type") == Some("password")
        || ["password", "one-time-code", "cc-", "secret"]
            .iter()
            .any(|word| complete.contains(word))
}

fn focusable(tag: &str, attrs: &Attributes) -> bool {
    if let Some(index) = attrs
        .get("tabindex")
        .and_then(|index| index.trim().parse::<i32>().ok())
    {
        return index >= 0;
    }
    let enabled = attrs.get("disabled").is_none();
    match tag {
        "a" | "area" => attrs.get("href").is_some(),
        "button" | "select" | "textarea" => enabled,
        "input" => enabled && attrs.get("type") != Some("hidden"),
        "summary" | "iframe" => true,
        "video" | "audio" => attrs.get("controls").is_some(),
        _ => attrs
            .get("contenteditable")
            .is_some_and(|value| value != "false"),
    }
}

/// `display` of docs/record.md. The computed value: elements out of the flow are blocks.
fn display(tag: &str, attrs: &Attributes) -> u32 {
    match specified_display(tag, attrs) {
        2 | 3 if out_of_flow(attrs) => 4,
        display => display,
    }
}

fn specified_display(tag: &str, attrs: &Attributes) -> u32 {
    match attrs.style("display").as_deref() {
        Some("none") => return 0,
        Some("contents") => return 1,
        Some("inline") => return 2,
        Some("inline-block" | "inline-flex" | "inline-grid" | "inline-table") => return 3,
        Some("table-row") => return 5,
        Some("table-cell") => return 6,
        Some(_) => return 4,
        None => {}
    }
    let closed = tag == "dialog" && attrs.get("open").is_none();
    let unseen = tag == "input" && attrs.get("type") == Some("hidden");
    if attrs.get("hidden").is_some() || closed || unseen || attrs.get("popover").is_some() {
        return 0;
    }
    match tag {
        "address" | "article" | "aside" | "blockquote" | "body" | "center" | "dd" | "details"
        | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure"
        | "footer" | "form" | "frameset" | "frame" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "header" | "hgroup" | "hr" | "html" | "legend" | "li" | "main" | "menu" | "nav"
        | "ol" | "optgroup" | "option" | "p" | "pre" | "search" | "section" | "summary"
        | "table" | "ul" => 4,
        "button" | "input" | "meter" | "progress" | "select" | "textarea" => 3,
        "caption" | "col" | "colgroup" | "tbody" | "tfoot" | "thead" | "tr" => 5,
        "td" | "th" => 6,
        "slot" => 1,
        "area" | "base" | "datalist" | "link" | "meta" | "param" | "rp" | "source" | "track"
        | "title" => 0,
        _ => 2,
    }
}
