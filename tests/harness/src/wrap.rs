//! Wraps the text of generated documents at 100 columns.

/// Columns of a line.
const WIDTH: usize = 100;

/// Wraps long lines between words. Tables are unchanged.
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
    for part in line.split(' ') {
        let length = part.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push_str(rest);
            column = rest.len() - 1;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(part);
        column += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_and_tables_are_not() {
        let long = "word ".repeat(30);
        let text = wrapped(&format!("{long}\n- {long}\n| {long} |\n"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[..4].iter().all(|line| line.len() <= WIDTH));
        assert!(lines[3].starts_with("  word"));
    }
}
