//! accname 2E: names and descriptions of HTML and SVG. Source:
//! https://w3c.github.io/html-aam/#accessible-name-and-description-computation,
//! https://w3c.github.io/svg-aam/#mapping_additional_nd

use super::{MAX_LEN, Mode, Name, Naming, text::collapsed};
use crate::dom::{Idx, Kind, Namespace, Part};
use crate::roles::{html::input_type, svg};

impl Naming<'_, '_> {
    /// The label of an element in the host language.
    pub(super) fn host_label(&self, node: Idx) -> Option<String> {
        let dom = &self.page.dom;
        match dom.namespace(node) {
            Namespace::Html => self.html_label(node, dom.tag(node)),
            Namespace::Svg => self.svg_title(node),
            Namespace::MathMl | Namespace::Other => None,
        }
    }

    fn html_label(&self, node: Idx, tag: &str) -> Option<String> {
        match tag {
            "input" => self.input_label(node),
            "button" | "meter" | "output" | "progress" | "select" | "textarea" => self.labels(node),
            "img" => self
                .attribute(node, "alt")
                .or_else(|| self.figure_caption(node)),
            "area" => self.attribute(node, "alt"),
            "fieldset" => self.first_part_words(node, Part::Legend),
            "table" => self.first_part_words(node, Part::Caption),
            "option" | "optgroup" => self.attribute(node, "label"),
            "th" => self.attribute(node, "abbr"),
            // Only a form-associated custom element has labels.
            _ if tag.contains('-') => self.labels(node),
            _ => None,
        }
    }

    fn input_label(&self, node: Idx) -> Option<String> {
        let label = self.labels(node);
        match input_type(&self.page.dom, node) {
            "submit" => label.or_else(|| self.button_value(node, "Submit")),
            "reset" => label.or_else(|| self.button_value(node, "Reset")),
            "button" => label.or_else(|| self.attribute(node, "value")),
            // SPEC DIFFERENCE: HTML-AAM has no default name for it; browsers show a text on the
            // button.
            "file" => label
                .or_else(|| self.attribute(node, "title"))
                .or_else(|| self.default_words(node, "Choose File")),
            "image" => label
                .or_else(|| self.attribute(node, "alt"))
                .or_else(|| self.attribute(node, "value"))
                .or_else(|| self.attribute(node, "title"))
                .or_else(|| self.default_words(node, "Submit")),
            _ => label,
        }
    }

    /// The text on a submit or reset button: its `value`, or the browser's default. Browsers use
    /// the user's language, which the record does not have, so this is in English.
    fn button_value(&self, node: Idx, default: &str) -> Option<String> {
        match self.page.dom.attr(node, "value") {
            Some(_) => self.attribute(node, "value"),
            None => self.default_words(node, default),
        }
    }

    fn default_words(&self, node: Idx, words: &str) -> Option<String> {
        self.record_step("2E host language: default", node, words.to_string())
    }

    /// The text of native labels, including hidden ones, without the control.
    fn labels(&self, node: Idx) -> Option<String> {
        let words: Vec<String> = self
            .page
            .dom
            .labels(node)
            .iter()
            .filter(|label| !self.was_visited(**label))
            .filter_map(|label| self.record_step("2E label", *label, self.label_words(*label)))
            .collect();
        let joined = words.join(" ");
        (!joined.is_empty()).then_some(joined)
    }

    fn label_words(&self, label: Idx) -> String {
        let mode = if self.is_hidden(label) {
            Mode::HiddenReference
        } else {
            Mode::Label
        };
        self.nested(|| collapsed(&self.alternative(label, mode)))
            .unwrap_or_default()
    }

    /// The text of a part: the legend of a group of fields, the caption of a table.
    fn first_part_words(&self, node: Idx, part: Part) -> Option<String> {
        let child = self.page.dom.first_part(node, part)?;
        if self.was_visited(child) {
            return None;
        }
        let text = self.label_words(child);
        self.record_step("2E host language", child, text)
    }

    /// The caption of a figure names an image without `alt` that is alone in it. Source:
    /// https://w3c.github.io/html-aam/#img-element-accessible-name-computation
    fn figure_caption(&self, node: Idx) -> Option<String> {
        let dom = &self.page.dom;
        if dom.attr(node, "alt").is_some() || dom.attr(node, "title").is_some() {
            return None;
        }
        let figure = dom
            .parent(node)
            .filter(|parent| dom.tag(*parent) == "figure")?;
        if self.alone_in(figure) != Some(node) {
            return None;
        }
        let caption = dom
            .first_part(figure, Part::Figcaption)
            .filter(|found| !self.was_visited(*found))?;
        let text = self.label_words(caption);
        self.record_step("2E host language", caption, text)
    }

    /// The only element in a figure other than its captions; `None` if there are more, or text. It
    /// is cached for each figure.
    fn alone_in(&self, figure: Idx) -> Option<Idx> {
        let known = self.figures.borrow().get(figure.0.into());
        if let Some(known) = known {
            return (known != 0).then_some(Idx(known));
        }
        let dom = &self.page.dom;
        let mut others = dom.children(figure).filter(|child| match dom.kind(*child) {
            Kind::Text => !collapsed(dom.text(*child)).is_empty(),
            Kind::Element | Kind::Document | Kind::ShadowRoot => dom.tag(*child) != "figcaption",
        });
        let alone = others
            .next()
            .filter(|first| dom.kind(*first) == Kind::Element && others.next().is_none());
        let found = alone.map_or(0, |node| node.0);
        self.figures.borrow_mut().entry(figure.0.into(), found);
        alone
    }

    /// The `title` of an SVG element, or that of the symbol that a `use` shows.
    fn svg_title(&self, node: Idx) -> Option<String> {
        self.raw_words(svg::naming_title(&self.page.dom, node)?)
    }

    /// The text of an element that is never rendered, unchanged.
    fn raw_words(&self, node: Idx) -> Option<String> {
        let dom = &self.page.dom;
        let mut words = String::new();
        for (taken, child) in dom.children(node).enumerate() {
            if words.len() > MAX_LEN || !self.has_budget(taken) {
                break;
            }
            words.push_str(dom.text(child));
        }
        self.record_step("2E host language", node, collapsed(&words))
    }

    fn attribute(&self, node: Idx, name: &str) -> Option<String> {
        let text = collapsed(self.page.dom.attr(node, name)?);
        self.record_step("2E host language", node, text)
    }

    /// The description of an element in the host language.
    pub(super) fn host_description(&self, node: Idx, name: &Name) -> Option<String> {
        let dom = &self.page.dom;
        match (dom.namespace(node), dom.tag(node)) {
            (Namespace::Svg, _) => self.raw_words(svg::desc_of(dom, node)?),
            (Namespace::Html, "table") => self
                .first_part_words(node, Part::Caption)
                .filter(|caption| *caption != name.text)
                .or_else(|| self.attribute(node, "summary")),
            (Namespace::Html, "input") => match input_type(dom, node) {
                "button" | "submit" | "reset" => self.attribute(node, "value"),
                _ => None,
            },
            _ => None,
        }
    }
}
