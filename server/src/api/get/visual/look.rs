//! The words for the looks of one fact: shape, colours, image, text.

use super::color::{Color, WHITE};
use super::color_word::color_word;
use super::shapes::shape_name;
use super::texts::TextLook;
use axlens_protocol::wire::{TextStyle, VisualFact, VisualKind};
use axlens_snapshot::quote::{quoted, shortened};

/// Maximum length of a text of the page, in characters.
const MAX_TEXT_LEN: usize = 40;

/// Maximum number of colours of a gradient.
const MAX_GRADIENT: usize = 3;

/// A colour with its word.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedColor {
    /// The word.
    pub name: String,
    /// `#rrggbb`; `None` for a pattern or no colour.
    pub hex: Option<String>,
}

/// The words for a fact.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The shape; `None` for a box of another shape, which its role or tag names.
    pub shape: Option<String>,
    /// Its main colour; `None` for an image.
    pub color: Option<NamedColor>,
    /// The words after the colour.
    pub details: Vec<String>,
    /// Text or file of the page, quoted.
    pub quotes: Vec<String>,
}

/// The words for a shape, a box or an image. `None` for a box that looks like what is behind it.
pub fn look(fact: &VisualFact) -> Option<Look> {
    let behind = background(&fact.style.behind);
    let color = named_color(&fact.style.color, fact.opacity, behind);
    let stroke = named_color(&fact.stroke, fact.opacity, behind);
    let is_invisible = color.hex == Some(behind.hex()) || color.name == NONE;
    if fact.kind == VisualKind::Box && is_invisible && stroke.name == NONE {
        return None;
    }
    let is_image = fact.kind == VisualKind::Image;
    let main = match fact.hollow {
        true => stroke.clone(),
        false => color,
    };
    let mut details = Vec::new();
    if stroke.name != NONE && !fact.hollow {
        details.push(format!("border {}", stroke.name));
    }
    if fact.round {
        details.push("round".to_owned());
    }
    details.extend(gradient(&fact.image, behind));
    Some(Look {
        shape: shape_name(fact).map(str::to_owned),
        color: (!is_image || main.name != NONE).then_some(main),
        details,
        quotes: quotes(fact),
    })
}

/// The word for no colour.
const NONE: &str = "none";

/// The looks of a text.
pub fn text_look(style: &TextStyle, opacity: f64) -> (TextLook, NamedColor) {
    let behind = background(&style.behind);
    let color = named_color(&style.color, opacity, behind);
    let look = TextLook {
        color: color.name.clone(),
        behind: match Color::parse(&style.behind) {
            None if !style.behind.is_empty() => "image".to_owned(),
            _ => color_word(behind),
        },
        size: style.size,
    };
    (look, color)
}

/// The text of a fact, quoted.
pub fn text_quote(text: &str) -> String {
    quoted(&shortened(text, MAX_TEXT_LEN))
}

/// The opaque colour behind something.
fn background(behind: &str) -> Color {
    Color::parse(behind).map_or(WHITE, |color| color.over(WHITE))
}

fn named_color(color: &str, opacity: f64, behind: Color) -> NamedColor {
    let plain = |name: &str| NamedColor {
        name: name.to_owned(),
        hex: None,
    };
    match Color::parse(color).map(|color| color.with_opacity(opacity)) {
        None if color.is_empty() || color == NONE => plain(NONE),
        None => plain("pattern"),
        Some(color) if color.alpha == 0.0 => plain(NONE),
        Some(color) => {
            let color = color.over(behind);
            NamedColor {
                name: color_word(color),
                hex: Some(color.hex()),
            }
        }
    }
}

/// `gradient red blue`
fn gradient(image: &str, behind: Color) -> Option<String> {
    if !image.contains("gradient(") {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    for color in Color::all_in(image) {
        let name = color_word(color.over(behind));
        if words.last() != Some(&name) && words.len() < MAX_GRADIENT {
            words.push(name);
        }
    }
    Some(format!("gradient {}", words.join(" ")))
}

/// Generated text, file name and class.
fn quotes(fact: &VisualFact) -> Vec<String> {
    let text = match fact.kind {
        VisualKind::Image | VisualKind::Box => generated_text(&fact.text),
        VisualKind::Shape | VisualKind::Text | VisualKind::SvgText => Some(&*fact.text),
    };
    let text = text.filter(|text| !text.is_empty()).map(text_quote);
    let class = fact.class.trim();
    let class = (!class.is_empty()).then(|| format!("class {}", text_quote(class)));
    [text, file(&fact.image), class]
        .into_iter()
        .flatten()
        .collect()
}

/// The text in a computed `content`, unless it has characters of an icon font.
fn generated_text(content: &str) -> Option<&str> {
    let text = content.strip_prefix('"')?;
    let text = &text[..text.find('"').unwrap_or(text.len())];
    let is_private =
        |character: char| matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
    (!text.contains(is_private)).then_some(text)
}

/// `image "folder.png"`, or `image` if it has no name.
fn file(image: &str) -> Option<String> {
    if image.is_empty() || image.contains("gradient(") {
        return None;
    }
    let address = image
        .strip_prefix("url(")
        .map_or(image, |rest| rest.trim_end_matches(')'))
        .trim_matches(['"', '\'', ' ']);
    let path = address.split('?').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    Some(match name {
        "" | "data:" => "image".to_owned(),
        name => format!("image {}", text_quote(name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_without_their_folder() {
        for (image, expected) in [
            (
                "url(\"https://example.com/a/folder.png?x=1\")",
                "image \"folder.png\"",
            ),
            ("#folder", "image \"#folder\""),
            ("/icons/a \"b\".svg", "image \"a \\\"b\\\".svg\""),
            ("data:", "image"),
        ] {
            assert_eq!(file(image).as_deref(), Some(expected), "{image}");
        }
        assert_eq!(file(""), None);
    }

    #[test]
    fn generated_text_is_not_that_of_an_icon_font() {
        assert_eq!(generated_text("\"★\""), Some("★"));
        assert_eq!(generated_text("\"\u{f07b}\""), None);
        assert_eq!(generated_text("counter(a)"), None);
    }

    #[test]
    fn a_gradient_names_its_colors() {
        let image = "linear-gradient(rgb(255, 0, 0), rgb(254, 0, 0), rgb(0, 0, 255))";
        assert_eq!(gradient(image, WHITE).as_deref(), Some("gradient red blue"));
    }
}
