//! Names colours: the eleven basic colour terms, with `light` or `dark`.

use super::color::{Color, Lch};

/// The word for an opaque colour.
pub fn color_word(color: Color) -> String {
    let lch = color.lch();
    if let Some(neutral) = neutral(lch) {
        return neutral.to_owned();
    }
    let name = hue_name(lch, color.saturation());
    match shade(name, lch) {
        Some(shade) => format!("{shade} {name}"),
        None => name.to_owned(),
    }
}

/// White, black and grey. Light colours have little chroma, so that less of it is visible.
fn neutral(lch: Lch) -> Option<&'static str> {
    let Lch {
        lightness, chroma, ..
    } = lch;
    let max_chroma = if lightness > 0.75 { 0.02 } else { 0.05 };
    match lightness {
        _ if lightness < 0.2 && chroma < 0.06 => Some("black"),
        _ if chroma >= max_chroma => None,
        _ if lightness > 0.97 => Some("white"),
        _ if lightness > 0.8 => Some("light grey"),
        _ if lightness < 0.45 => Some("dark grey"),
        _ => Some("grey"),
    }
}

/// The name of a colour that is not neutral.
fn hue_name(lch: Lch, saturation: f64) -> &'static str {
    let Lch { lightness, hue, .. } = lch;
    match hue {
        ..15.0 | 340.0.. => match hue {
            345.0.. | ..15.0 if lightness < 0.5 => "red",
            _ => "pink",
        },
        ..36.0 if lightness > 0.78 => "pink",
        ..36.0 if lightness < 0.55 && saturation < 0.75 => "brown",
        ..36.0 => "red",
        ..82.0 if is_brown(lch) => "brown",
        ..82.0 => "orange",
        ..118.0 if lightness >= 0.65 => "yellow",
        ..100.0 => "brown",
        ..190.0 => "green",
        ..200.0 if lightness < 0.65 => "green",
        ..290.0 => "blue",
        ..315.0 => "purple",
        _ if lightness > 0.65 => "pink",
        _ => "purple",
    }
}

/// Whether an orange is so dark or pale that it is brown.
fn is_brown(lch: Lch) -> bool {
    let Lch {
        lightness, chroma, ..
    } = lch;
    lightness < 0.66 && chroma < 0.165
        || lightness < 0.72 && chroma < 0.13
        || lightness < 0.86 && chroma < 0.09
}

/// `light` or `dark`, compared with what is usual for the name.
fn shade(name: &str, lch: Lch) -> Option<&'static str> {
    let Lch {
        lightness, chroma, ..
    } = lch;
    let (dark, light) = match name {
        "blue" => (0.4, 0.8),
        "purple" => (0.36, 0.72),
        "brown" => (0.35, 0.72),
        "green" => (0.46, 0.8),
        "red" => (0.45, 0.68),
        "pink" => (0.55, 0.9),
        "orange" => (0.6, 0.82),
        _ => (0.7, 0.93),
    };
    match lightness {
        _ if lightness < dark => Some("dark"),
        _ if lightness > light && chroma < 0.19 => Some("light"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(hex: &str) -> String {
        let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("a number");
        let rgb = [part(1), part(3), part(5)].map(|part| f64::from(part) / 255.0);
        color_word(Color { rgb, alpha: 1.0 })
    }

    #[test]
    fn basic_colors_have_their_names() {
        for (hex, expected) in [
            ("#ff0000", "red"),
            ("#cc0000", "red"),
            ("#dc143c", "red"),
            ("#ef4444", "red"),
            ("#8b0000", "dark red"),
            ("#800000", "dark red"),
            ("#ffa500", "orange"),
            ("#ff8000", "orange"),
            ("#f97316", "orange"),
            ("#ffff00", "yellow"),
            ("#ffd700", "yellow"),
            ("#facc15", "yellow"),
            ("#00ff00", "green"),
            ("#008000", "green"),
            ("#22c55e", "green"),
            ("#6aaa64", "green"),
            ("#006400", "dark green"),
            ("#008080", "green"),
            ("#0000ff", "blue"),
            ("#1e90ff", "blue"),
            ("#3b82f6", "blue"),
            ("#00ffff", "light blue"),
            ("#000080", "dark blue"),
            ("#800080", "purple"),
            ("#8a2be2", "purple"),
            ("#4b0082", "dark purple"),
            ("#ffc0cb", "pink"),
            ("#ff69b4", "pink"),
            ("#ff1493", "pink"),
            ("#ff00ff", "pink"),
            ("#a52a2a", "brown"),
            ("#8b4513", "brown"),
            ("#964b00", "brown"),
        ] {
            assert_eq!(name_of(hex), expected, "{hex}");
        }
    }

    #[test]
    fn neutral_and_pale_colors_have_their_names() {
        for (hex, expected) in [
            ("#ffffff", "white"),
            ("#fafafa", "white"),
            ("#000000", "black"),
            ("#111111", "black"),
            ("#333333", "dark grey"),
            ("#888888", "grey"),
            ("#787c7e", "grey"),
            ("#cccccc", "light grey"),
            ("#aec6cf", "light blue"),
            ("#add8e6", "light blue"),
            ("#90ee90", "light green"),
            ("#ffffe0", "light yellow"),
            ("#fecaca", "pink"),
            ("#d2b48c", "light brown"),
            ("#c9b458", "yellow"),
            ("#e6e6fa", "light blue"),
        ] {
            assert_eq!(name_of(hex), expected, "{hex}");
        }
    }
}
