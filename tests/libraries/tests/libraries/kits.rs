//! Kits and single libraries: what they draw, by clicks, keys, values and drags.

use crate::came::{Came, judged};
use crate::page::LibraryPage;
use anyhow::Context;
use axlens_harness::Chain;
use serde_json::{Value, json};

/// A library of tests/libraries, and what is done with it.
pub struct Kit {
    pub name: &'static str,
    pub title: &'static str,
    pub package: &'static str,
    /// Of a library of tests/libraries/components: what prepares its page.
    script: Option<&'static str>,
    pub tasks: &'static [Task],
}

/// Steps, each to the line that holds its first part, and what the library holds afterwards.
pub struct Task {
    pub title: &'static str,
    steps: fn() -> Vec<(&'static str, Value)>,
    held: (&'static str, fn() -> Value),
}

pub const fn task(
    title: &'static str,
    steps: fn() -> Vec<(&'static str, Value)>,
    held: (&'static str, fn() -> Value),
) -> Task {
    Task { title, steps, held }
}

pub fn click(line: &'static str) -> (&'static str, Value) {
    (line, json!({"action": "click"}))
}

pub fn fill(line: &'static str, value: &str) -> (&'static str, Value) {
    (line, json!({"action": "fill", "value": value}))
}

pub fn choose(line: &'static str, label: &str) -> (&'static str, Value) {
    (line, json!({"action": "select", "labels": [label]}))
}

pub fn set(line: &'static str, value: &str) -> (&'static str, Value) {
    (line, json!({"action": "set", "value": value}))
}

pub fn check(line: &'static str) -> (&'static str, Value) {
    (line, json!({"action": "check"}))
}

pub fn uncheck(line: &'static str) -> (&'static str, Value) {
    (line, json!({"action": "uncheck"}))
}

pub fn press(line: &'static str, keys: &str) -> (&'static str, Value) {
    (line, json!({"action": "press", "keys": keys}))
}

fn type_in(line: &'static str, text: &str) -> (&'static str, Value) {
    (line, json!({"action": "type", "text": text}))
}

/// Onto what the line holds that `to` names.
fn drag(line: &'static str, to: &str) -> (&'static str, Value) {
    (line, json!({"action": "drag", "to": {"uid": to}}))
}

fn upload(line: &'static str) -> (&'static str, Value) {
    let files = json!([{"name": "a.txt", "type": "text/plain", "base64": "aGk="}]);
    (line, json!({"action": "upload", "files": files}))
}

/// What is done with each of them.
pub const KITS: [Kit; 16] = [
    Kit {
        name: "react",
        title: "React, controlled fields",
        package: "react",
        script: None,
        tasks: &[
            task(
                "fill",
                || vec![fill("\"Name\"", "Ada")],
                ("/text", || json!("Ada")),
            ),
            task(
                "type",
                || vec![type_in("\"Name\"", "Ada")],
                ("/text", || json!("Ada")),
            ),
            task(
                "clear",
                || vec![("\"Note\"", json!({"action": "clear"}))],
                ("/note", || json!("")),
            ),
            task(
                "fill what becomes upper case",
                || vec![fill("\"Code\"", "ab1")],
                ("/code", || json!("AB1")),
            ),
            task(
                "several lines",
                || vec![fill("\"Note\"", "One\nTwo")],
                ("/note", || json!("One\nTwo")),
            ),
            task(
                "set a number",
                || vec![set("\"Count\"", "7")],
                ("/count", || json!(7)),
            ),
            task(
                "checkbox",
                || vec![check("\"Agreed\"")],
                ("/agreed", || json!(true)),
            ),
            task(
                "select",
                || vec![choose("\"Size\"", "Large")],
                ("/size", || json!("large")),
            ),
            task(
                "Enter submits",
                || vec![press("\"Name\"", "Enter")],
                ("/submitted", || json!(1)),
            ),
            task(
                "table redrawn at each click",
                || {
                    vec![
                        click("Choose Bob"),
                        click("Choose Cyd"),
                        click("Choose Ada"),
                    ]
                },
                ("/clicked", || json!(["Bob", "Cyd", "Ada"])),
            ),
        ],
    },
    Kit {
        name: "mui",
        title: "MUI",
        package: "@mui/material",
        script: None,
        tasks: &[
            task(
                "text field",
                || vec![fill("textbox \"Name\"", "Ada")],
                ("/name", || json!("Ada")),
            ),
            task(
                "checkbox",
                || vec![check("\"Agreed\"")],
                ("/agreed", || json!(true)),
            ),
            task(
                "switch",
                || vec![click("\"Wifi\"")],
                ("/on", || json!(true)),
            ),
            task(
                "radio",
                || vec![check("\"Large\"")],
                ("/size", || json!("l")),
            ),
            task(
                "select",
                || vec![choose("combobox \"Age\"", "Twenty")],
                ("/age", || json!("20")),
            ),
            task(
                "select by clicks",
                || vec![click("combobox \"Age\""), click("option \"Ten\"")],
                ("/age", || json!("10")),
            ),
            task(
                "autocomplete",
                || vec![choose("combobox \"Fruit\"", "Banana")],
                ("/fruit", || json!("Banana")),
            ),
            task(
                "autocomplete by typing",
                || {
                    vec![
                        fill("combobox \"Fruit\"", "Che"),
                        click("option \"Cherry\""),
                    ]
                },
                ("/fruit", || json!("Cherry")),
            ),
            task(
                "several of a list",
                || {
                    vec![
                        choose("combobox \"Many\"", "Apple"),
                        choose("combobox \"Many\"", "Cherry"),
                    ]
                },
                ("/many", || json!(["Apple", "Cherry"])),
            ),
            task(
                "slider",
                || vec![set("slider \"Volume\"", "63")],
                ("/volume", || json!(63)),
            ),
            task(
                "tab",
                || vec![click("tab \"SECOND\"")],
                ("/tab", || json!(1)),
            ),
            task(
                "dialog",
                || vec![click("\"OPEN DIALOG\""), click("\"CLOSE IT\"")],
                ("/open", || json!(false)),
            ),
            task(
                "menu",
                || vec![click("\"ACTIONS\""), click("menuitem \"Delete\"")],
                ("/picked", || json!("delete")),
            ),
            task(
                "accordion",
                || vec![click("button \"More\"")],
                ("/expanded", || json!(true)),
            ),
        ],
    },
    Kit {
        name: "radix",
        title: "Radix",
        package: "radix-ui",
        script: None,
        tasks: &[
            task(
                "checkbox",
                || vec![check("checkbox \"Agreed\"")],
                ("/agreed", || json!(true)),
            ),
            task(
                "switch",
                || vec![check("switch \"Wifi\"")],
                ("/on", || json!(true)),
            ),
            task(
                "radio",
                || vec![check("radio \"Large\"")],
                ("/size", || json!("l")),
            ),
            task(
                "select",
                || vec![choose("combobox \"Fruit\"", "Banana")],
                ("/fruit", || json!("banana")),
            ),
            task(
                "slider",
                || vec![set("slider \"Volume\"", "37")],
                ("/volume", || json!(37)),
            ),
            task(
                "tab",
                || vec![click("tab \"Second\"")],
                ("/tab", || json!("two")),
            ),
            task(
                "dialog",
                || vec![click("\"Open dialog\""), click("\"Close it\"")],
                ("/open", || json!(false)),
            ),
            task(
                "menu",
                || vec![click("button \"Actions\""), click("menuitem \"Copy\"")],
                ("/picked", || json!("copy")),
            ),
            task(
                "submenu",
                || {
                    vec![
                        click("button \"Actions\""),
                        click("menuitem \"More\""),
                        click("menuitem \"Archive\""),
                    ]
                },
                ("/picked", || json!("archive")),
            ),
            task(
                "context menu",
                || {
                    let right =
                        json!({"action": "click", "button": "right", "selector": "[role=img]"});
                    vec![("", right), click("menuitem \"Save picture\"")]
                },
                ("/picked", || json!("save")),
            ),
            task(
                "popover",
                || vec![click("button \"Pop up\"")],
                ("/popped", || json!(true)),
            ),
            task(
                "hover card",
                || vec![("link \"Card\"", json!({"action": "hover"}))],
                ("/hovered", || json!(true)),
            ),
            task(
                "accordion",
                || vec![click("button \"Part A\"")],
                ("/part", || json!("a")),
            ),
            task(
                "toggle",
                || vec![click("radio \"Right\"")],
                ("/align", || json!("right")),
            ),
        ],
    },
    Kit {
        name: "react-select",
        title: "react-select",
        package: "react-select",
        script: None,
        tasks: &[
            task(
                "one",
                || vec![choose("combobox \"Fruit\"", "Banana")],
                ("/one", || json!("banana")),
            ),
            task(
                "by clicks",
                || vec![click("combobox \"Fruit\""), click("option \"Cherry\"")],
                ("/one", || json!("cherry")),
            ),
            task(
                "by typing and Enter",
                || {
                    vec![
                        fill("combobox \"Fruit\"", "ban"),
                        press("combobox \"Fruit\"", "Enter"),
                    ]
                },
                ("/one", || json!("banana")),
            ),
            task(
                "one more",
                || vec![choose("combobox \"Many\"", "Cherry")],
                ("/many", || json!(["apple", "cherry"])),
            ),
            task(
                "one less",
                || vec![click("\"Remove Apple\"")],
                ("/many", || json!([])),
            ),
            task(
                "one of one's own",
                || {
                    vec![
                        type_in("combobox \"Own\"", "Date"),
                        press("combobox \"Own\"", "Enter"),
                    ]
                },
                ("/own", || json!("Date")),
            ),
        ],
    },
    Kit {
        name: "react-dropzone",
        title: "react-dropzone",
        package: "react-dropzone",
        script: None,
        tasks: &[
            task(
                "upload to its field",
                || vec![upload("\"Drop files\"")],
                ("/names", || json!(["a.txt"])),
            ),
            task(
                "drop",
                || vec![upload("\"Drop zone\"")],
                ("/names", || json!(["bare a.txt"])),
            ),
        ],
    },
    Kit {
        name: "dnd-kit",
        title: "dnd kit",
        package: "@dnd-kit/core",
        script: None,
        tasks: &[
            task(
                "drag",
                || vec![drag("button \"Ada\"", "button \"Cyd\"")],
                ("/items", || json!(["Bob", "Cyd", "Ada"])),
            ),
            task(
                "by keys",
                || {
                    vec![
                        press("button \"Ada\"", " "),
                        press("button \"Ada\"", "ArrowDown"),
                        press("button \"Ada\"", " "),
                    ]
                },
                ("/items", || json!(["Bob", "Ada", "Cyd"])),
            ),
        ],
    },
    Kit {
        name: "react-datepicker",
        title: "react-datepicker",
        package: "react-datepicker",
        script: None,
        tasks: &[
            task(
                "fill",
                || vec![fill("\"Day\"", "2027-03-09")],
                ("/date", || json!("2027-3-9")),
            ),
            task(
                "by clicks",
                || vec![click("\"Day\""), click("January 20th")],
                ("/date", || json!("2027-1-20")),
            ),
        ],
    },
    Kit {
        name: "tanstack",
        title: "TanStack Virtual",
        package: "@tanstack/react-virtual",
        script: None,
        tasks: &[
            task(
                "click",
                || vec![click("\"Choose 5\"")],
                ("/chosen", || json!([5])),
            ),
            task(
                "scroll and click",
                || {
                    vec![
                        (
                            "region \"Rows\"",
                            json!({"action": "scroll", "by": [0, 3000]}),
                        ),
                        click("\"Choose 105\""),
                    ]
                },
                ("/chosen", || json!([105])),
            ),
        ],
    },
    Kit {
        name: "element-plus",
        title: "Element Plus (Vue)",
        package: "element-plus",
        script: None,
        tasks: &[
            task(
                "text field",
                || vec![fill("textbox \"Name\"", "Ada")],
                ("/name", || json!("Ada")),
            ),
            task(
                "checkbox",
                || vec![check("\"Agreed\"")],
                ("/agreed", || json!(true)),
            ),
            task(
                "switch",
                || vec![click("\"Wifi\"")],
                ("/on", || json!(true)),
            ),
            task(
                "radio",
                || vec![check("\"Large\"")],
                ("/size", || json!("l")),
            ),
            task(
                "select",
                || vec![choose("combobox \"Fruit\"", "Banana")],
                ("/fruit", || json!("banana")),
            ),
            task(
                "several of a list",
                || vec![choose("combobox \"Many\"", "Banana")],
                ("/many", || json!(["banana"])),
            ),
            task(
                "slider",
                || vec![set("slider \"Volume\"", "63")],
                ("/volume", || json!(63)),
            ),
            task(
                "number by fill",
                || vec![fill("\"Count\"", "7"), press("\"Count\"", "Enter")],
                ("/count", || json!(7)),
            ),
            task(
                "number by clicks",
                || vec![click("\"increase number\"")],
                ("/count", || json!(2)),
            ),
            task(
                "day by fill",
                || vec![fill("\"Day\"", "2027-03-09"), press("\"Day\"", "Enter")],
                ("/day", || json!("2027-03-09")),
            ),
            task(
                "tab",
                || vec![click("tab \"Second\"")],
                ("/tab", || json!("two")),
            ),
            task(
                "dialog",
                || vec![click("\"Open dialog\""), click("\"Close it\"")],
                ("/open", || json!(false)),
            ),
        ],
    },
    Kit {
        name: "bits-ui",
        title: "Bits UI (Svelte)",
        package: "bits-ui",
        script: None,
        tasks: &[
            task(
                "checkbox",
                || vec![check("\"Agreed\"")],
                ("/agreed", || json!(true)),
            ),
            task(
                "switch",
                || vec![check("\"Wifi\"")],
                ("/on", || json!(true)),
            ),
            task(
                "select",
                || vec![choose("combobox \"Fruit\"", "Banana")],
                ("/fruit", || json!("banana")),
            ),
            task(
                "combobox",
                || vec![choose("combobox \"Sought\"", "Apple")],
                ("/sought", || json!("apple")),
            ),
            task(
                "slider",
                || vec![set("slider \"Volume\"", "37")],
                ("/volume", || json!(37)),
            ),
            task(
                "tab",
                || vec![click("tab \"Second\"")],
                ("/tab", || json!("two")),
            ),
            task(
                "dialog",
                || vec![click("\"Open dialog\""), click("\"Close it\"")],
                ("/open", || json!(false)),
            ),
        ],
    },
    Kit {
        name: "sortable",
        title: "SortableJS",
        package: "sortablejs",
        script: None,
        tasks: &[
            task(
                "drag",
                || vec![drag("listitem \"native Ada\"", "listitem \"native Cyd\"")],
                ("/native", || json!(["Bob", "Cyd", "Ada"])),
            ),
            task(
                "drag by pointer events",
                || vec![drag("listitem \"own Ada\"", "listitem \"own Cyd\"")],
                ("/own", || json!(["Bob", "Cyd", "Ada"])),
            ),
        ],
    },
    Kit {
        name: "flatpickr",
        title: "flatpickr",
        package: "flatpickr",
        script: None,
        tasks: &[
            task(
                "by clicks",
                || vec![click("\"Day\""), click("January 20")],
                ("/day", || json!("2027-1-20")),
            ),
            task(
                "fill",
                || vec![fill("\"Typed\"", "2027-03-09"), press("\"Typed\"", "Enter")],
                ("/typed", || json!("2027-3-9")),
            ),
        ],
    },
    Kit {
        name: "imask",
        title: "IMask",
        package: "imask",
        script: None,
        tasks: &[
            task(
                "fill",
                || vec![fill("\"Phone\"", "+49(123)456-789")],
                ("/phone", || json!("49123456789")),
            ),
            task(
                "fill digits alone",
                || vec![fill("\"Phone\"", "123456789")],
                ("/phone", || json!("49123456789")),
            ),
            task(
                "type",
                || vec![type_in("\"Phone\"", "123456789")],
                ("/phone", || json!("49123456789")),
            ),
            task(
                "number",
                || vec![fill("\"Price\"", "1234,5")],
                ("/price", || json!(1234.5)),
            ),
        ],
    },
    Kit {
        name: "shoelace",
        title: "Shoelace",
        package: "@shoelace-style/shoelace",
        script: Some(
            "{
                const of = (tag, index = 0) => document.querySelectorAll(`sl-${tag}`)[index];
                window.held = () => ({
                    name: of('input').value, count: of('input', 3).value, note: of('textarea').value,
                    drink: of('select').value, toppings: of('select', 1).value, size: of('radio-group').value,
                    wrap: of('checkbox').checked, notify: of('switch').checked, sweet: of('range').value,
                    rating: of('rating').value, shown: of('tab-panel', 1).active, open: of('details').open,
                    pear: of('tree-item', 2).selected, picked: window.picked ?? '', dialog: of('dialog').open,
                });
                addEventListener('sl-select', ({ detail }) => { window.picked = detail.item.textContent.trim(); });
                Promise.all([of('dialog').hide(), of('dropdown').hide(), of('select').hide()]).then(() => 0);
            }",
        ),
        tasks: &[
            task("text field", || vec![fill("textbox \"Name", "Ada")], ("/name", || json!("Ada"))),
            task("number", || vec![set("\"Count\"", "5")], ("/count", || json!("5"))),
            task("several lines", || vec![fill("\"Note\"", "One\nTwo")], ("/note", || json!("One\nTwo"))),
            task("select", || vec![choose("combobox \"Drink\"", "Coffee")], ("/drink", || json!("coffee"))),
            task("one more", || vec![choose("combobox \"Toppings\"", "Cream")], ("/toppings", || json!(["nuts", "cream"]))),
            task("radio", || vec![check("radio \"Large\"")], ("/size", || json!("l"))),
            task("checkbox", || vec![uncheck("\"Gift wrap\"")], ("/wrap", || json!(false))),
            task("switch", || vec![uncheck("\"Notify me\"")], ("/notify", || json!(false))),
            task("range", || vec![set("slider \"Sweetness\"", "7")], ("/sweet", || json!(7))),
            task("rating", || vec![set("slider \"Rating\"", "5")], ("/rating", || json!(5))),
            task("tab", || vec![click("tab \"Second\"")], ("/shown", || json!(true))),
            task("details", || vec![click("button \"Shipping\"")], ("/open", || json!(true))),
            task("tree", || vec![click("treeitem \"Pear\"")], ("/pear", || json!(true))),
            task("menu", || vec![click("button \"Actions\""), click("menuitem \"Cut\"")], ("/picked", || json!("Cut"))),
        ],
    },
    Kit {
        name: "material",
        title: "Material Web",
        package: "@material/web",
        script: Some(
            "{
                const of = (tag, index = 0) => document.querySelectorAll(`md-${tag}`)[index];
                window.held = () => ({
                    name: document.querySelector('md-filled-text-field, md-outlined-text-field').value,
                    terms: of('checkbox').checked, paid: of('radio', 1).checked, dark: of('switch').selected,
                    volume: of('slider').value, start: of('slider', 1).valueStart,
                    colour: of('filled-select').value, map: of('filter-chip').selected, second: of('primary-tab', 1).active,
                });
                for (const menu of document.querySelectorAll('md-menu')) menu.close();
                0;
            }",
        ),
        tasks: &[
            task("text field", || vec![fill("textbox \"Name", "Ada")], ("/name", || json!("Ada"))),
            task("checkbox", || vec![uncheck("checkbox checked")], ("/terms", || json!(false))),
            task("switch", || vec![uncheck("switch checked")], ("/dark", || json!(false))),
            task("radio", || vec![click("clickable \"Paid\"")], ("/paid", || json!(true))),
            task("slider", || vec![set("slider \"Volume\"", "63")], ("/volume", || json!(63))),
            task("slider of a range", || vec![set("slider \"Price start\"", "33")], ("/start", || json!(33))),
            task("select", || vec![choose("combobox \"Colour\"", "Green")], ("/colour", || json!("green"))),
            task("chip", || vec![click("button \"New\"")], ("/map", || json!(false))),
            task("tab", || vec![click("\"Videos\"")], ("/second", || json!(true))),
        ],
    },
    Kit {
        name: "spectrum",
        title: "Spectrum",
        package: "@spectrum-web-components/button",
        script: Some(
            "{
                const of = (tag, index = 0) => document.querySelectorAll(`sp-${tag}`)[index];
                window.held = () => ({
                    title: of('textfield').value, count: of('number-field').value, unit: of('picker').value,
                    country: of('combobox').value, open: of('checkbox').checked, notify: of('switch').checked,
                    size: of('radio-group').selected, opacity: of('slider').value, tab: of('tabs').selected,
                    returns: of('accordion-item', 1).open, chosen: of('table').selected, picked: window.picked ?? '',
                });
                of('action-menu').addEventListener('change', ({ target }) => { window.picked = target.value; });
                of('picker').open = false;
                0;
            }",
        ),
        tasks: &[
            task("text field", || vec![fill("\"Title\"", "Ada")], ("/title", || json!("Ada"))),
            task("number", || vec![fill("\"Count\"", "5"), press("\"Count\"", "Enter")], ("/count", || json!(5))),
            task("picker", || vec![click("\"Kilogram Unit\""), click("\"Gram\"")], ("/unit", || json!("g"))),
            task("combobox", || vec![choose("combobox \"Country\"", "Germany")], ("/country", || json!("Germany"))),
            task("checkbox", || vec![uncheck("checkbox \"Public\"")], ("/open", || json!(false))),
            task("switch", || vec![uncheck("switch \"Notify\"")], ("/notify", || json!(false))),
            task("radio", || vec![check("radio \"Large\"")], ("/size", || json!("l"))),
            task("slider", || vec![set("slider \"Opacity", "63")], ("/opacity", || json!(63))),
            task("tab", || vec![click("tab \"Two\"")], ("/tab", || json!("two"))),
            task("accordion", || vec![click("button \"Returns\"")], ("/returns", || json!(true))),
            task("row of a table", || vec![check("checkbox \"Bob\"")], ("/chosen", || json!(["a", "b"]))),
            task("menu", || vec![click("button \"Actions\""), click("menuitem \"Paste\"")], ("/picked", || json!("Paste"))),
        ],
    },
];

impl Kit {
    /// Does everything, each in a page in which nobody has been.
    pub async fn row(&self, chain: &Chain) -> anyhow::Result<Vec<(&'static str, Came)>> {
        let mut row = Vec::new();
        for task in self.tasks {
            let page = match self.script {
                Some(script) => LibraryPage::open_components(chain, self.name, script).await?,
                None => LibraryPage::open(chain, self.name).await?,
            };
            let came = task.cell(&page).await;
            row.push((task.title, came.with_context(|| task.title)?));
            page.tab.close().await?;
        }
        Ok(row)
    }
}

impl Task {
    /// Does it in a page.
    pub async fn cell(&self, page: &LibraryPage<'_>) -> anyhow::Result<Came> {
        let mut came: Option<Came> = None;
        for (line, mut step) in (self.steps)() {
            if let Some(to) = step.pointer("/to/uid").and_then(Value::as_str) {
                step["to"]["uid"] = json!(page.uid(to).await?);
            }
            let reply = page.act(line, step).await?;
            let next = judged(&reply);
            came = Some(match came {
                Some(before) => before.and(next),
                None => next,
            });
            if let Some(refused @ Came::Refused(_)) = came {
                return Ok(refused);
            }
        }
        page.rest().await?;
        let (pointer, wanted) = (self.held.0, (self.held.1)());
        let held = page.held().await?;
        let has = held.pointer(pointer).cloned().unwrap_or_default();
        let came = came.context("no step")?;
        Ok(came.with(has == wanted, || has.to_string()))
    }
}
