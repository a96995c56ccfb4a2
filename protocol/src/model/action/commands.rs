//! Arguments of commands that differ from the fields in JSON.

use super::{DragTo, Keys, Select, UploadedFile};
use crate::model::ElementId;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// Parses two numbers with a comma between them.
pub(super) fn pixels(text: &str) -> Result<[f64; 2], String> {
    let number = |part: &str| {
        let number = part.trim().parse::<f64>().ok();
        number.filter(|number| number.is_finite())
    };
    let parsed = text
        .split_once(',')
        .and_then(|(x, y)| Some([number(x)?, number(y)?]));
    parsed.ok_or_else(|| "two numbers of CSS pixels, such as 0,600".to_owned())
}

/// A file by its path, without its contents, which the command line reads.
#[expect(clippy::unnecessary_wraps, reason = "the type of a parser")]
pub(super) fn file(path: &str) -> Result<UploadedFile, String> {
    Ok(UploadedFile {
        name: path.to_owned(),
        media_type: String::new(),
        base64: String::new(),
    })
}

/// Parses a JSON object.
pub(super) fn json_object(
    text: &str,
) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("a JSON object, such as {{\"a\": 1}}: {error}"))
}

/// How selectors begin that are no CSS.
const SELECTOR_PREFIXES: [&str; 3] = ["text=", "role=", "at="];

/// Parses the argument that names an element: `css=` and a selector, `text=` and a text, `role=`
/// with a role and a name, `at=` and a point, or an id. Returns (selector, id).
pub fn selector_or_id(element: Option<String>) -> (Option<String>, Option<ElementId>) {
    let Some(element) = element else {
        return (None, None);
    };
    match element.strip_prefix("css=") {
        Some(selector) => (Some(selector.to_owned()), None),
        None if SELECTOR_PREFIXES
            .iter()
            .any(|prefix| element.starts_with(prefix)) =>
        {
            (Some(element), None)
        }
        None => (None, Some(ElementId(element))),
    }
}

/// The arguments of [`Keys`].
#[derive(Args)]
struct KeysArguments {
    /// Keys with their modifiers, one after the other: Enter, Control+A, ArrowDown …
    #[arg(required = true)]
    keys: Vec<String>,
}

impl From<KeysArguments> for Keys {
    fn from(arguments: KeysArguments) -> Keys {
        Keys(arguments.keys)
    }
}

/// The arguments of [`Select`].
#[derive(Args)]
struct SelectArguments {
    /// Texts of the options; with --by-value, their values.
    #[arg(required = true)]
    options: Vec<String>,
    /// The options are named by their values.
    #[arg(long)]
    by_value: bool,
}

impl From<SelectArguments> for Select {
    fn from(arguments: SelectArguments) -> Select {
        let options = Some(arguments.options);
        let (values, labels) = match arguments.by_value {
            true => (options, None),
            false => (None, options),
        };
        Select {
            values,
            labels,
            indexes: None,
        }
    }
}

/// The arguments of [`DragTo`].
#[derive(Args)]
struct DragToArguments {
    /// Uid or ref of the element that it is dragged onto, css= and a selector, or text= and its
    /// text.
    #[arg(required_unless_present = "by")]
    onto: Option<String>,
    /// CSS pixels to the right and down: 100,0
    #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true, conflicts_with = "onto")]
    by: Option<[f64; 2]>,
    /// Where to release in the other element, from its upper left corner; default: its center.
    #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true, conflicts_with = "by")]
    to_at: Option<[f64; 2]>,
}

impl From<DragToArguments> for DragTo {
    fn from(arguments: DragToArguments) -> DragTo {
        let position = arguments.to_at;
        match selector_or_id(arguments.onto) {
            (Some(selector), _) => DragTo::Match {
                selector,
                nth: None,
                within: None,
                position,
            },
            (None, Some(uid)) => DragTo::Element {
                uid,
                seen: None,
                position,
            },
            (None, None) => DragTo::By {
                by: arguments.by.unwrap_or_default(),
            },
        }
    }
}

/// Lets a type have the arguments of another one.
macro_rules! arguments_of {
    ($($of:ty: $arguments:ty),*) => {$(
        impl Args for $of {
            fn augment_args(command: Command) -> Command {
                <$arguments>::augment_args(command)
            }

            fn augment_args_for_update(command: Command) -> Command {
                <$arguments>::augment_args_for_update(command)
            }
        }

        impl FromArgMatches for $of {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
                <$arguments>::from_arg_matches(matches).map(Self::from)
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    )*};
}

arguments_of!(Keys: KeysArguments, Select: SelectArguments, DragTo: DragToArguments);
