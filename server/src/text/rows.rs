//! The texts of rows: as lines, and as comma-separated values.

use super::outcomes::uid_text;
use axlens_protocol::agent::get::{DataRow, GetAnswer};
use axlens_protocol::agent::interact::{CollectEnd, CollectedRows};
use axlens_snapshot::quote::{requoted, single_line};

/// The columns, a line for each row with its controls, and which part of the rows it is. An empty
/// cell is a cell that the row does not have.
pub fn text(answer: &GetAnswer, rows: &[DataRow]) -> String {
    table(&answer.columns, rows, &part(answer))
}

/// As [`text`], of several pages.
pub fn collected(rows: &CollectedRows) -> String {
    table(&rows.columns, &rows.rows, &extent(rows))
}

/// `120 rows of 6 pages; the page says "101–120 of 120"; there is no next page`
pub fn extent(rows: &CollectedRows) -> String {
    let pages = match rows.pages {
        1 => "1 page".to_owned(),
        pages => format!("{pages} pages"),
    };
    let mut text = format!("{} rows of {pages}", rows.rows.len());
    if let Some(claim) = &rows.claim {
        text += &format!("; the page says {}", requoted(claim));
    }
    if rows.gaps > 0 {
        text += &format!("; rows may be missing at {} places", rows.gaps);
    }
    let end = match rows.ended {
        CollectEnd::NoNext => "; there is no next page",
        CollectEnd::NothingNew => "; the last action has brought nothing new",
        CollectEnd::Pages => "; there can be more pages",
        CollectEnd::Rows => "; there can be more rows",
        CollectEnd::Failed => "; then the action failed",
        CollectEnd::OtherColumns => "; the next page has no rows with the same columns",
    };
    let why = rows
        .why
        .as_ref()
        .map(|why| format!(": {}", single_line(why)));
    text + end + &why.unwrap_or_default()
}

fn table(names: &[String], rows: &[DataRow], extent: &str) -> String {
    let quoted = |text: &String| requoted(text);
    let columns: Vec<String> = names.iter().map(quoted).collect();
    let mut lines = vec![columns.join(" | ")];
    lines.extend(rows.iter().map(|row| {
        let cells = names.iter();
        let cells = cells.map(|column| row.cells.get(column).map(quoted).unwrap_or_default());
        let controls = row.controls.iter();
        let controls = controls.map(|control| {
            let role = control.role.as_str();
            format!(
                "{} {role} {}",
                uid_text(&control.uid),
                requoted(&control.name)
            )
        });
        let controls = controls.collect::<Vec<_>>().join(", ");
        let parts = cells.chain(Some(controls).filter(|text| !text.is_empty()));
        parts.collect::<Vec<_>>().join(" | ")
    }));
    lines.push(format!("...({extent})"));
    lines.join("\n")
}

/// `20 rows in the page; the page says "1–20 of 431"`
pub fn part(answer: &GetAnswer) -> String {
    let listed = answer.rows.iter().flatten().count();
    let count = answer.count.unwrap_or_default();
    let mut text = match (listed == count, answer.next_offset) {
        (_, Some(next)) => format!("{listed} of {count} rows in the page; offset {next} has more"),
        (true, None) => format!("{count} rows in the page"),
        (false, None) => format!("the last {listed} of {count} rows in the page"),
    };
    if let Some(claim) = &answer.claim {
        text += &format!("; the page says {}", requoted(claim));
    }
    text
}

/// Rows as comma-separated values, with a line for the names of the columns. A cell is on one line.
/// Before what a spreadsheet would execute as a formula is an apostrophe.
pub fn csv(columns: &[String], rows: &[DataRow]) -> String {
    let field = |text: &str| {
        let is_formula =
            text.starts_with(['=', '+', '-', '@', '\t']) && text.parse::<f64>().is_err();
        let mark = if is_formula { "'" } else { "" };
        format!("\"{mark}{}\"", single_line(text).replace('"', "\"\""))
    };
    let line = |fields: Vec<String>| fields.join(",");
    let head = line(columns.iter().map(|name| field(name)).collect());
    let rows = rows.iter().map(|row| {
        let cells = columns.iter().map(|column| row.cells.get(column));
        line(
            cells
                .map(|cell| field(cell.map_or("", String::as_str)))
                .collect(),
        )
    });
    std::iter::once(head)
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}
