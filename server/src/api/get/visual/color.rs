//! Colours as browsers serialize computed values, in OKLab.

/// A colour in sRGB, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [f64; 3],
    /// Opacity.
    pub alpha: f64,
}

/// A colour by lightness, chroma and hue (OKLCH).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lch {
    /// 0 for black, 1 for white.
    pub lightness: f64,
    /// 0 for grey.
    pub chroma: f64,
    /// In degrees, from 0 to 360.
    pub hue: f64,
}

/// White, which a page without backgrounds has.
pub const WHITE: Color = Color {
    rgb: [1.0; 3],
    alpha: 1.0,
};

/// From LMS, as OKLab uses it, to linear sRGB.
const LMS_TO_RGB: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

/// From linear sRGB to LMS.
const RGB_TO_LMS: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];

/// From the cube roots of LMS to OKLab.
const LMS_TO_LAB: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

/// From XYZ with the white point D50, which `lab()` uses, to linear sRGB.
const XYZ_D50_TO_RGB: [[f64; 3]; 3] = [
    [3.134_135_8, -1.617_385_9, -0.490_662_0],
    [-0.978_795_5, 1.916_254_4, 0.033_442_8],
    [0.071_955_4, -0.228_976_8, 1.405_386_0],
];

/// The white point D50.
const D50: [f64; 3] = [0.964_296, 1.0, 0.825_105];

impl Color {
    /// Parses a computed colour: `rgb()`, `rgba()`, `color()`, `oklab()`, `oklch()`, `lab()`,
    /// `lch()`. `None` for anything else, such as an image. The other colour spaces of `color()`
    /// are close enough to sRGB for a name.
    pub fn parse(text: &str) -> Option<Color> {
        let (function, rest) = text.trim().split_once('(')?;
        let (arguments, _) = rest.split_once(')')?;
        let arguments = match function {
            "color" => arguments.trim().split_once(' ')?.1,
            _ => arguments,
        };
        let numbers: Vec<f64> = arguments
            .split([',', ' ', '/'])
            .filter(|part| !part.is_empty())
            .map(number)
            .collect::<Option<_>>()?;
        let (&[one, two, three], rest) = numbers.split_first_chunk::<3>()?;
        let rgb = match function {
            "rgb" | "rgba" => [one, two, three].map(|part| part / 255.0),
            "color" => [one, two, three],
            "oklab" => from_oklab([one, two, three]),
            "oklch" => from_oklab(rectangular(one, two, three)),
            "lab" => from_lab([one, two, three]),
            "lch" => from_lab(rectangular(one, two, three)),
            _ => return None,
        };
        Some(Color {
            rgb: rgb.map(|part| part.clamp(0.0, 1.0)),
            alpha: rest.first().copied().unwrap_or(1.0).clamp(0.0, 1.0),
        })
    }

    /// The colours in a text, such as those of a gradient.
    pub fn all_in(text: &str) -> Vec<Color> {
        let ends = text.match_indices(')').map(|(at, _)| at);
        let parts = ends.scan(0, |start, end| {
            let part = &text[*start..=end];
            *start = end + 1;
            Some(part)
        });
        parts
            .filter_map(|part| {
                let open = part.rfind('(')?;
                let is_name = |character: char| character.is_ascii_alphabetic();
                let name = part[..open].trim_end_matches(is_name).len();
                Color::parse(&part[name..])
            })
            .collect()
    }

    /// The same colour, less opaque.
    pub fn with_opacity(self, opacity: f64) -> Color {
        Color {
            alpha: self.alpha * opacity.clamp(0.0, 1.0),
            ..self
        }
    }

    /// The opaque colour that results on an opaque background.
    pub fn over(self, behind: Color) -> Color {
        let mix =
            |index: usize| self.rgb[index] * self.alpha + behind.rgb[index] * (1.0 - self.alpha);
        Color {
            rgb: [mix(0), mix(1), mix(2)],
            alpha: 1.0,
        }
    }

    /// `#rrggbb`
    pub fn hex(self) -> String {
        let [red, green, blue] = self.rgb.map(|part| (part * 255.0).round() as u8);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Saturation as in HSL.
    pub fn saturation(self) -> f64 {
        let max = self.rgb.iter().copied().fold(0.0, f64::max);
        let min = self.rgb.iter().copied().fold(1.0, f64::min);
        match max > min {
            true => (max - min) / (1.0 - (max + min - 1.0).abs()),
            false => 0.0,
        }
    }

    /// Lightness, chroma and hue.
    pub fn lch(self) -> Lch {
        let lms = product(&RGB_TO_LMS, self.rgb.map(linear));
        let [lightness, a, b] = product(&LMS_TO_LAB, lms.map(f64::cbrt));
        Lch {
            lightness,
            chroma: a.hypot(b),
            hue: b.atan2(a).to_degrees().rem_euclid(360.0),
        }
    }
}

/// A number, a percentage as a part of 1, or `none` as 0.
fn number(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok().map(|number| number / 100.0),
        None if text == "none" => Some(0.0),
        None => text.parse().ok(),
    }
}

fn rectangular(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

fn from_oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let lms = [
        lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
        lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
        lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b,
    ];
    product(&LMS_TO_RGB, lms.map(|part| part.powi(3))).map(encoded)
}

fn from_lab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let y = (lightness + 16.0) / 116.0;
    let inverse = |value: f64| match value > 6.0 / 29.0 {
        true => value.powi(3),
        false => (value - 16.0 / 116.0) * 3.0 * (6.0_f64 / 29.0).powi(2),
    };
    let parts = [y + a / 500.0, y, y - b / 200.0].map(inverse);
    let xyz = [parts[0] * D50[0], parts[1] * D50[1], parts[2] * D50[2]];
    product(&XYZ_D50_TO_RGB, xyz).map(encoded)
}

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

/// From sRGB to linear light.
fn linear(part: f64) -> f64 {
    match part <= 0.040_45 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    }
}

/// From linear light to sRGB.
fn encoded(part: f64) -> f64 {
    match part <= 0.003_130_8 {
        true => part * 12.92,
        false => 1.055 * part.powf(1.0 / 2.4) - 0.055,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_colors_are_parsed() {
        let hex = |text: &str| Color::parse(text).map(Color::hex);
        for (text, expected) in [
            ("rgb(255, 0, 0)", "#ff0000"),
            ("rgba(0, 128, 255, 0.5)", "#0080ff"),
            ("color(srgb 1 0.5 0 / 0.2)", "#ff8000"),
            ("oklch(0.627966 0.257704 29.2346)", "#ff0000"),
            ("oklab(0.519752 -0.140302 0.107676)", "#008000"),
            ("lab(54.29 80.82 69.88)", "#ff0000"),
            ("lch(29.57 131.2 301.36)", "#0000ff"),
            ("oklch(1 none none)", "#ffffff"),
        ] {
            assert_eq!(hex(text).as_deref(), Some(expected), "{text}");
        }
        for wrong in [
            "",
            "none",
            "image",
            "url(\"#a\")",
            "rgb(1, 2)",
            "rgb(a, b, c)",
        ] {
            assert_eq!(hex(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_colors_of_a_gradient_are_found() {
        let text = "linear-gradient(90deg, rgb(255, 0, 0) 0%, rgba(0, 0, 255, 0.5))";
        let all: Vec<String> = Color::all_in(text).into_iter().map(Color::hex).collect();
        assert_eq!(all, ["#ff0000", "#0000ff"]);
        assert!(Color::all_in("url(\"a(b).png\")").is_empty());
    }

    #[test]
    fn a_transparent_color_is_mixed_with_what_is_behind_it() {
        let red = Color::parse("rgb(255, 0, 0)").expect("a colour");
        assert_eq!(red.with_opacity(0.0).over(WHITE), WHITE);
        assert_eq!(red.with_opacity(0.5).over(WHITE).hex(), "#ff8080");
    }
}
