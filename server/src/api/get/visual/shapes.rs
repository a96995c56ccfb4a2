//! Names shapes by their points.

use axlens_protocol::wire::{VisualFact, VisualKind};

/// The name of a shape, or of a box that has the shape of one. `None` for a box of another shape.
pub fn shape_name(fact: &VisualFact) -> Option<&str> {
    let is_triangle = match &*fact.tag {
        "polygon" => vertices(&fact.points) == Some(3),
        "path" => path_vertices(&fact.points) == Some(3),
        _ => fact.hollow || clip_vertices(&fact.points) == Some(3),
    };
    match fact.kind {
        _ if is_triangle => Some("triangle"),
        VisualKind::Shape => Some(&fact.tag),
        VisualKind::Box | VisualKind::Image | VisualKind::Text | VisualKind::SvgText => None,
    }
}

/// The number of different points in `0,0 10,0 5,8`.
fn vertices(points: &str) -> Option<usize> {
    let numbers = numbers(points)?;
    let mut points: Vec<&[f64]> = numbers.chunks_exact(2).collect();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Some(points.len())
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let parts = text.split(|character: char| character.is_whitespace() || character == ',');
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

/// The number of points of `polygon(50% 0px, 0px 100%, 100% 100%)`.
fn clip_vertices(clip: &str) -> Option<usize> {
    let points = clip.strip_prefix("polygon(")?.strip_suffix(')')?;
    Some(points.split(',').count())
}

/// The number of vertices of a path that is one polygon, such as `M0 0L9 0L5 8Z`; `None` for
/// curves and several lines.
fn path_vertices(path: &str) -> Option<usize> {
    let mut corners: Vec<[f64; 2]> = Vec::new();
    let mut at = [0.0, 0.0];
    let mut rest = path.trim();
    while let Some(command) = rest.chars().next() {
        let arguments = rest[command.len_utf8()..].trim_start();
        let end =
            arguments.find(|character: char| character.is_ascii_alphabetic() && character != 'e');
        let (own, next) = arguments.split_at(end.unwrap_or(arguments.len()));
        let is_first = corners.is_empty();
        let points = line_points(command, &path_numbers(own)?, &mut at)?;
        if matches!(command, 'M' | 'm') != is_first
            || matches!(command, 'z' | 'Z') && !next.trim().is_empty()
        {
            return None;
        }
        corners.extend(points);
        rest = next.trim_start();
    }
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    Some(corners.len())
}

/// The points of a command of straight lines, after which the pen is `at`.
fn line_points(command: char, numbers: &[f64], at: &mut [f64; 2]) -> Option<Vec<[f64; 2]>> {
    let is_relative = command.is_ascii_lowercase();
    let base = |at: &[f64; 2]| if is_relative { *at } else { [0.0, 0.0] };
    let mut points = Vec::new();
    match command.to_ascii_uppercase() {
        'M' | 'L' if numbers.len().is_multiple_of(2) => {
            for pair in numbers.chunks_exact(2) {
                let [x, y] = base(at);
                *at = [x + pair[0], y + pair[1]];
                points.push(*at);
            }
        }
        'H' => {
            for x in numbers {
                *at = [base(at)[0] + x, at[1]];
                points.push(*at);
            }
        }
        'V' => {
            for y in numbers {
                *at = [at[0], base(at)[1] + y];
                points.push(*at);
            }
        }
        'Z' => {}
        _ => return None,
    }
    Some(points)
}

/// The numbers of a path, in which a sign can also begin a number: `10-5`.
fn path_numbers(text: &str) -> Option<Vec<f64>> {
    let mut spaced = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if character == '-' && !spaced.ends_with('e') {
            spaced.push(' ');
        }
        spaced.push(character);
    }
    numbers(&spaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_are_named_by_their_points() {
        assert_eq!(vertices("0,0 10,0 5,8"), Some(3));
        assert_eq!(vertices(" 0 0 10 0 5 8 0 0 "), Some(3), "closed");
        assert_eq!(vertices("0,0 10,0 10,10 0,10"), Some(4));
        assert_eq!(vertices("hostile"), None);
        assert_eq!(
            clip_vertices("polygon(50% 0px, 0px 100%, 100% 100%)"),
            Some(3)
        );
        assert_eq!(clip_vertices("circle(5px)"), None);
    }

    #[test]
    fn paths_of_straight_lines_are_polygons() {
        for (path, expected) in [
            ("M0 0L10 0L5 8Z", Some(3)),
            ("M 0,0 l 10,0 -5,8 z", Some(3)),
            ("M0 0H10L5-8L0 0", Some(3)),
            ("M0 0h10v10h-10z", Some(4)),
            ("M0 0C1 1 2 2 3 3", None),
            ("M0 0L10 0L5 8ZM1 1L2 2", None),
            ("M0 0L", Some(1)),
            ("M0", None),
            ("é", None),
        ] {
            assert_eq!(path_vertices(path), expected, "{path}");
        }
    }
}
