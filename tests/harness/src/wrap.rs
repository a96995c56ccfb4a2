//! Prose of generated documents, at the width of those written by hand.

/// Columns of a line.
const WIDTH: usize = 100;

/// The text with its long lines broken between words; tables stay as they are.
pub fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with('|') {
            out.push_str(line);
        } else {
            let rest = if line.starts_with("- ") { "\n  " } else { "\n" };
            wrap(&mut out, line, rest);
        }
        out.push('\n');
    }
    out
}

fn wrap(out: &mut String, line: &str, rest: &str) {
    let mut column = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push_str(rest);
            column = rest.len() - 1;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_and_tables_are_not() {
        let long = "word ".repeat(30);
        let text = wrapped(&format!("{long}\n- {long}\n| {long} |\n"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[..4].iter().all(|line| line.len() <= WIDTH));
        assert!(lines[3].starts_with("  word"));
    }
}
