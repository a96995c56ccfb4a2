//! The page and the actions of "act and see".

use anyhow::Context;
use serde_json::{Value, json};
use std::fmt::Write;

const ROWS: usize = 60;

const FIELDS: [&str; 10] = [
    "Customer", "Street", "Town", "Country", "Company", "Courier", "Remark", "Voucher", "Gate",
    "Dock",
];

/// The page that a click on the link leads to.
pub const NEXT: &str =
    "<!doctype html><title>Shop</title><h1>All in stock</h1><p>Nothing is missing.</p>";

/// An action on the page.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    action: Action,
    /// A text that only the new state contains.
    pub sees: String,
    /// The outcome that Axlens must return.
    pub outcome: &'static str,
}

enum Action {
    /// A click on the element of this role and name.
    Click(&'static str, &'static str),
    /// Fields and their values.
    Fill(Vec<(&'static str, String)>),
}

/// The actions, in the order of the tables.
pub fn cases() -> Vec<Case> {
    let click = |name, (role, click), sees: &str, outcome| Case {
        name,
        action: Action::Click(role, click),
        sees: sees.to_owned(),
        outcome,
    };
    let fill = |name, fields: &[&'static str]| {
        let fill = fields
            .iter()
            .map(|field| (*field, format!("{field} of 31")));
        Case {
            name,
            action: Action::Fill(fill.collect()),
            // Some tools repeat the typed text in their response without reading the page.
            sees: format!("Noted {}", fields.last().unwrap_or(&"")),
            outcome: "changed",
        }
    };
    vec![
        click("click", ("button", "Ship 31"), "Shipped 31", "changed"),
        click(
            "click without effect",
            ("button", "Idle"),
            "Orders of today",
            "unchanged",
        ),
        click(
            "click that navigates",
            ("link", "Stock"),
            "All in stock",
            "navigated",
        ),
        fill("fill", &FIELDS[..1]),
        fill("ten fields", &FIELDS),
    ]
}

/// The page; a click on its link leads to `next`.
pub fn page(next: &str) -> String {
    let mut html = format!(
        "<!doctype html><title>Shop</title><h1>Orders of today</h1>
        <nav><a href='{next}'>Stock</a></nav><button onclick='0'>Idle</button><form>"
    );
    for field in FIELDS {
        let _ = writeln!(html, "<label>{field} <input name='{field}'></label>");
    }
    html.push_str("</form><p id=noted>Nothing noted</p>");
    html.push_str("<script>document.oninput = ({ target }) => { noted.textContent = `Noted ${target.name}`; };</script>");
    html.push_str("<table><tr><th>Order</th><th>Customer</th><th>State</th><th></th></tr>");
    for row in 1..=ROWS {
        let _ = writeln!(
            html,
            "<tr><td>{row}</td><td>Customer {row}</td><td>Open</td><td><button
            onclick=\"this.closest('tr').cells[2].textContent = 'Shipped {row}'\">Ship
            {row}</button></td></tr>"
        );
    }
    html.push_str("</table>");
    html
}

impl Case {
    /// The action for the other tools: the type `Act` of `tests/bench/scripts/ways.mjs`.
    pub fn as_value(&self) -> Value {
        let unchanged = self.outcome == "unchanged";
        match &self.action {
            Action::Click(role, name) => {
                json!({"role": role, "click": name, "finds": name, "sees": self.sees, "unchanged": unchanged})
            }
            Action::Fill(fields) => {
                let field = |(name, value): &(&str, String)| json!({"name": name, "value": value});
                let fill: Vec<Value> = fields.iter().map(field).collect();
                json!({"role": "textbox", "fill": fill, "finds": "textbox", "sees": self.sees, "unchanged": unchanged})
            }
        }
    }

    /// The action for Axlens, with the uids of this snapshot.
    pub fn as_request(&self, tree: &str) -> anyhow::Result<Value> {
        match &self.action {
            Action::Click(_, name) => Ok(json!({"action": "click", "uid": uid(tree, name)?})),
            Action::Fill(fields) => {
                let field = |(name, value): &(&str, String)| {
                    Ok(json!({"action": "fill", "uid": uid(tree, name)?, "value": value}))
                };
                let fields: anyhow::Result<Vec<Value>> = fields.iter().map(field).collect();
                Ok(json!({"actions": fields?}))
            }
        }
    }
}

/// The uid of the element of this name in a lean snapshot.
fn uid(tree: &str, name: &str) -> anyhow::Result<String> {
    let quoted = format!("\"{name}\"");
    let mut lines = tree.lines().filter(|line| line.contains(&quoted));
    let uid = lines.find_map(|line| line.trim_start().split([' ', ':']).next());
    Ok(uid
        .with_context(|| format!("no {name} in\n{tree}"))?
        .to_owned())
}
