//! For tests: creates a record from HTML without a browser. Style is approximated by each tag's
//! default `display`, `hidden` and `style` attributes; there are no style sheets and no scripts.
//! Declarative shadow roots are supported. `data-modal` on a dialog makes it `:modal`, `data-value`
//! is the live value of a field.

#[path = "html/style.rs"]
mod style;

use html5ever::Attribute;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::HashMap;
use style::{Attributes, Style, computed};

/// The values of a record besides the page.
#[derive(Debug, Clone, Default)]
pub struct RecordOptions {
    /// The last registry.
    pub registry: String,
    /// `id` of the focused element.
    pub focused: String,
    /// `id`s of the elements that a scope selects.
    pub target: Option<Vec<String>>,
    /// Node ids by `id` attribute, for a page that is recorded again.
    pub known: HashMap<String, u32>,
    /// The first unused node id.
    pub first: u32,
    /// Whether only frames need selectors.
    pub plain: bool,
    /// Whether the targets are nodes of the tree in any case.
    pub include_targets: bool,
    /// The visible text of the targets.
    pub text: Option<String>,
    /// Node id of the element that contains the targets; 0 for the document.
    pub within: u32,
}

/// The record of a page.
pub fn record(html: &str) -> String {
    record_in(html, &RecordOptions::default())
}

/// The record of a page with options.
pub fn record_in(html: &str, around: &RecordOptions) -> String {
    let document = html5ever::parse_document(RcDom::default(), Default::default())
        .one(html)
        .document
        .clone();
    let mut writer = RecordWriter::new(around);
    let style = Style::default();
    for child in document.children.borrow().iter() {
        writer.write_node(child, &style);
    }
    writer.finish()
}

struct RecordWriter<'a> {
    around: &'a RecordOptions,
    ints: Vec<i64>,
    numbers: HashMap<String, i64>,
    strings: Vec<String>,
    next: u32,
    frames: i64,
    elements: u32,
    focused: u32,
    title: String,
    target: Vec<u32>,
}

impl<'a> RecordWriter<'a> {
    fn new(around: &'a RecordOptions) -> RecordWriter<'a> {
        RecordWriter {
            around,
            ints: Vec::new(),
            numbers: HashMap::new(),
            strings: Vec::new(),
            next: around.first.max(1),
            frames: 0,
            elements: 0,
            focused: 0,
            title: String::new(),
            target: Vec::new(),
        }
    }

    fn string(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.strings.len() as i64;
        self.strings
            .push(text.replace(['\u{1d}', '\u{1e}'], "\u{fffd}"));
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn write_node(&mut self, node: &Handle, style: &Style) {
        match &node.data {
            NodeData::Text { contents } if !contents.borrow().is_empty() => {
                let number = self.string(&contents.borrow());
                self.ints.extend([2, number]);
            }
            NodeData::Element { name, attrs, .. } => {
                let tag = name.local.to_string();
                self.write_element(
                    node,
                    &tag,
                    &attributes_of(&attrs.borrow()),
                    &Style {
                        namespace: namespace_of(&name.ns),
                        ..style.clone()
                    },
                );
            }
            _ => {}
        }
    }

    fn write_element(&mut self, node: &Handle, tag: &str, attrs: &Attributes, inherited: &Style) {
        self.elements += 1;
        if inherited.namespace == 0
            && matches!(tag, "head" | "script" | "style" | "template" | "noscript")
        {
            if tag == "head" {
                self.title = find_title(node);
            }
            return;
        }
        let (style, flags) = computed(tag, attrs, inherited);
        let id = attrs.get("id").unwrap_or("").to_owned();
        let number = match self.around.known.get(&id) {
            Some(number) => *number,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        if !id.is_empty() && id == self.around.focused {
            self.focused = number;
        }
        if self
            .around
            .target
            .as_ref()
            .is_some_and(|target| target.contains(&id))
        {
            self.target.push(number);
        }
        let pairs = self.pairs(node, tag, attrs, inherited, flags);
        let tag_number = self.string(tag);
        self.ints.extend([
            1,
            i64::from(number),
            tag_number,
            i64::from(flags),
            pairs.len() as i64 / 2,
        ]);
        self.ints.extend(pairs);
        self.contents(node, tag, style);
        self.ints.push(0);
    }

    fn contents(&mut self, node: &Handle, tag: &str, mut style: Style) {
        let children = node.children.borrow();
        if let Some((mode, root)) = children.iter().find_map(shadow_root) {
            self.ints.extend([3, mode]);
            let contents = root.children.borrow().clone();
            contents
                .iter()
                .for_each(|child| self.write_node(child, &style));
            self.ints.push(0);
        }
        if tag == "select" {
            style.chosen = chosen_option(node);
        }
        children
            .iter()
            .for_each(|child| self.write_node(child, &style));
    }

    /// Attributes and facts, flattened.
    fn pairs(
        &mut self,
        node: &Handle,
        tag: &str,
        attrs: &Attributes,
        inherited: &Style,
        flags: u32,
    ) -> Vec<i64> {
        let secret = flags & 1 << 12 != 0;
        let mut pairs = Vec::new();
        for (name, value) in &attrs.0 {
            if name == "style" || (secret && name == "value") || name == "data-value" {
                continue;
            }
            pairs.extend([self.string(name), self.string(value)]);
        }
        if inherited.namespace == 0 {
            pairs.extend(self.field_value(node, tag, attrs, secret));
            pairs.extend(self.facts(node, tag, attrs, inherited));
        }
        pairs
    }

    /// The value of a field, as a user sees it.
    fn field_value(
        &mut self,
        node: &Handle,
        tag: &str,
        attrs: &Attributes,
        secret: bool,
    ) -> Vec<i64> {
        let kind = attrs.get("type").unwrap_or("text").to_ascii_lowercase();
        if !matches!(tag, "input" | "textarea")
            || matches!(kind.as_str(), "checkbox" | "radio" | "file")
        {
            return Vec::new();
        }
        let text = text_of(node);
        let value = attrs.get("data-value").or(attrs.get("value"));
        let value = value.unwrap_or(&text).to_owned();
        if secret {
            return vec![-15, 1];
        }
        let mut pairs = vec![-1, self.string(&value)];
        if attrs.get("required").is_some() {
            pairs.extend([-10, i64::from(!value.is_empty())]);
        }
        pairs
    }

    fn facts(
        &mut self,
        node: &Handle,
        tag: &str,
        attrs: &Attributes,
        inherited: &Style,
    ) -> Vec<i64> {
        let mut pairs = Vec::new();
        let has = |name| i64::from(attrs.get(name).is_some());
        if tag == "input" && matches!(attrs.get("type"), Some("checkbox" | "radio")) {
            pairs.extend([-2, has("checked")]);
        }
        if tag == "option" {
            let chosen = inherited.chosen == Some(address(node));
            pairs.extend([-4, has("selected").max(i64::from(chosen))]);
        }
        if matches!(tag, "details" | "dialog") {
            pairs.extend([-5, has("open")]);
        }
        if has("data-modal") == 1 {
            pairs.extend([-12, 1]);
        }
        if matches!(tag, "iframe" | "frame") {
            pairs.extend([-9, self.frames]);
            self.frames += 1;
        }
        if tag == "li" && inherited.list != 0 {
            pairs.extend([-16, inherited.list]);
        }
        pairs
    }

    fn finish(self) -> String {
        let target = self.around.target.as_ref().map(|_| self.target);
        let mut head = serde_json::json!({
            "v": 1, "url": "https://example.org/", "title": self.title, "ready": "complete", "world": 7,
            "focused": self.focused, "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "pageMoved": false,
            "elements": self.elements, "queryDomBytes": 100, "index": -1, "top": true, "target": target, "plain": self.around.plain,
        });
        if self.around.include_targets {
            head["includeTargets"] = true.into();
            head["text"] = self.around.text.clone().into();
            head["within"] = self.around.within.into();
        }
        let ints: Vec<String> = self.ints.iter().map(i64::to_string).collect();
        format!(
            "{head}\u{1d}{}\u{1d}{}\u{1d}{}",
            ints.join(","),
            self.strings.join("\u{1e}"),
            self.around.registry
        )
    }
}

fn attributes_of(attrs: &[Attribute]) -> Attributes {
    let pair = |attr: &Attribute| {
        let prefix = attr.name.prefix.as_ref();
        let prefix = prefix.map_or(String::new(), |prefix| format!("{prefix}:"));
        let name = format!("{prefix}{}", attr.name.local);
        (name, attr.value.to_string())
    };
    Attributes(attrs.iter().map(pair).collect())
}

/// The number of a namespace (docs/record.md).
fn namespace_of(address: &str) -> u32 {
    match address {
        "http://www.w3.org/1999/xhtml" => 0,
        "http://www.w3.org/2000/svg" => 1,
        "http://www.w3.org/1998/Math/MathML" => 2,
        _ => 3,
    }
}

fn address(node: &Handle) -> usize {
    std::rc::Rc::as_ptr(node) as usize
}

fn shadow_root(node: &Handle) -> Option<(i64, Handle)> {
    let NodeData::Element {
        name,
        attrs,
        template_contents,
        ..
    } = &node.data
    else {
        return None;
    };
    let attrs = attrs.borrow();
    let mode = attrs
        .iter()
        .find(|attr| &*attr.name.local == "shadowrootmode")?;
    let contents = template_contents.borrow().clone()?;
    (&*name.local == "template").then(|| (if &*mode.value == "closed" { 2 } else { 1 }, contents))
}

fn text_of(node: &Handle) -> String {
    let mut text = String::new();
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            _ => text.push_str(&text_of(child)),
        }
    }
    text
}

fn find_title(head: &Handle) -> String {
    let children = head.children.borrow();
    let title = children.iter().find(
        |child| matches!(&child.data, NodeData::Element { name, .. } if &*name.local == "title"),
    );
    title.map_or(String::new(), |title| {
        text_of(title)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// The option that a drop-down list shows if no option is marked as selected.
fn chosen_option(select: &Handle) -> Option<usize> {
    let NodeData::Element { attrs, .. } = &select.data else {
        return None;
    };
    let list = attrs
        .borrow()
        .iter()
        .any(|attr| matches!(&*attr.name.local, "multiple" | "size"));
    let mut options = Vec::new();
    collect_options(select, &mut options);
    let marked = options.iter().any(|(_, selected)| *selected);
    if list || marked {
        None
    } else {
        options.first().map(|(address, _)| *address)
    }
}

fn collect_options(node: &Handle, options: &mut Vec<(usize, bool)>) {
    for child in node.children.borrow().iter() {
        if let NodeData::Element { name, attrs, .. } = &child.data
            && &*name.local == "option"
        {
            let selected = attrs
                .borrow()
                .iter()
                .any(|attr| &*attr.name.local == "selected");
            options.push((address(child), selected));
        }
        collect_options(child, options);
    }
}
