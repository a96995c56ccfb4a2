//! Real input by DevTools: a mouse and a keyboard.

use axlens_harness::Tab;
use serde_json::{Value, json};

/// What a person does.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Moves the mouse to the centre of an element.
    Move(&'static str),
    /// Moves it, and clicks with a button so many times.
    Click(&'static str, &'static str, u32),
    /// The same with modifiers held, as DevTools counts them.
    ClickWith(&'static str, i32),
    /// Presses it on one element, moves it to another in ten steps, and releases it there.
    Drag(&'static str, &'static str),
    /// Presses and releases a key, with modifiers as DevTools counts them.
    Key(&'static str, i32),
    /// A key for each character.
    Type(&'static str),
    /// Text from an input method or a paste.
    Insert(&'static str),
    /// A script, for what no person does: giving an element the focus.
    Script(&'static str),
}

/// Alt, Control and Shift, as DevTools counts modifiers.
pub const CONTROL: i32 = 2;
/// Shift.
pub const SHIFT: i32 = 8;

/// Does it.
pub async fn take(tab: &Tab, step: Step) -> anyhow::Result<()> {
    match step {
        Step::Move(selector) => mouse(tab, selector, "mouseMoved", json!({})).await,
        Step::Click(selector, button, count) => click(tab, selector, button, count, 0).await,
        Step::ClickWith(selector, modifiers) => click(tab, selector, "left", 1, modifiers).await,
        Step::Drag(from, to) => drag(tab, from, to).await,
        Step::Key(key, modifiers) => press(tab, key, modifiers).await,
        Step::Type(text) => {
            for character in text.chars() {
                press(tab, &character.to_string(), 0).await?;
            }
            Ok(())
        }
        Step::Insert(text) => {
            let params = json!({"text": text});
            tab.command("Input.insertText", params).await.map(drop)
        }
        Step::Script(script) => tab.evaluate(script).await.map(drop),
    }
}

async fn mouse(tab: &Tab, selector: &str, kind: &str, more: Value) -> anyhow::Result<()> {
    let centre = format!(
        "(() => {{ const box = document.querySelector({}).getClientRects()[0];
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
        json!(selector)
    );
    let point = tab.evaluate(&centre).await?;
    let mut params = json!({"type": kind, "x": point[0], "y": point[1]});
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    tab.command("Input.dispatchMouseEvent", params)
        .await
        .map(drop)
}

async fn click(
    tab: &Tab,
    selector: &str,
    button: &str,
    count: u32,
    modifiers: i32,
) -> anyhow::Result<()> {
    mouse(tab, selector, "mouseMoved", json!({"modifiers": modifiers})).await?;
    let bit = match button {
        "right" => 2,
        "middle" => 4,
        _ => 1,
    };
    for presses in 1..=count {
        for (kind, buttons) in [("mousePressed", bit), ("mouseReleased", 0)] {
            let more = json!({"button": button, "buttons": buttons, "clickCount": presses,
                "modifiers": modifiers, "force": if buttons == 0 { 0.0 } else { 0.5 }});
            mouse(tab, selector, kind, more).await?;
        }
    }
    Ok(())
}

async fn centre(tab: &Tab, selector: &str) -> anyhow::Result<(f64, f64)> {
    let script = format!(
        "(() => {{ const box = document.querySelector({}).getClientRects()[0];
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
        json!(selector)
    );
    let point = tab.evaluate(&script).await?;
    let number = |index: usize| point[index].as_f64().unwrap_or_default();
    Ok((number(0), number(1)))
}

/// So many moves lead from one element to the other.
const STEPS: u32 = 10;

async fn drag(tab: &Tab, from: &str, to: &str) -> anyhow::Result<()> {
    let (start, end) = (centre(tab, from).await?, centre(tab, to).await?);
    let send = async |kind: &str, step: u32, buttons: u32| {
        let part = f64::from(step) / f64::from(STEPS);
        let between = |one: f64, other: f64| one + (other - one) * part;
        let params = json!({"type": kind, "button": "left", "buttons": buttons, "clickCount": 1,
            "x": between(start.0, end.0), "y": between(start.1, end.1),
            "force": if buttons == 0 { 0.0 } else { 0.5 }});
        tab.command("Input.dispatchMouseEvent", params).await
    };
    mouse(tab, from, "mouseMoved", json!({})).await?;
    send("mousePressed", 0, 1).await?;
    for step in 1..=STEPS {
        send("mouseMoved", step, 1).await?;
        // Chrome joins moves that come within one frame.
        tab.evaluate("new Promise((done) => requestAnimationFrame(() => done(0)))")
            .await?;
    }
    send("mouseReleased", STEPS, 0).await.map(drop)
}

/// Code, key code and text of a key.
fn key_fields(key: &str) -> (String, u32, Option<String>) {
    let named =
        |code: &str, number, text: Option<&str>| (code.to_owned(), number, text.map(str::to_owned));
    match key {
        "Enter" => named("Enter", 13, Some("\r")),
        "Tab" => named("Tab", 9, None),
        "Escape" => named("Escape", 27, None),
        "Backspace" => named("Backspace", 8, None),
        "Delete" => named("Delete", 46, None),
        "Home" => named("Home", 36, None),
        "End" => named("End", 35, None),
        "ArrowLeft" => named("ArrowLeft", 37, None),
        "ArrowUp" => named("ArrowUp", 38, None),
        "ArrowRight" => named("ArrowRight", 39, None),
        "ArrowDown" => named("ArrowDown", 40, None),
        "Control" => named("ControlLeft", 17, None),
        "Shift" => named("ShiftLeft", 16, None),
        " " => named("Space", 32, Some(" ")),
        other => {
            let upper = other.to_uppercase();
            let number = upper.bytes().next().map_or(0, u32::from);
            let kind = if upper.as_bytes()[0].is_ascii_digit() {
                "Digit"
            } else {
                "Key"
            };
            (format!("{kind}{upper}"), number, Some(other.to_owned()))
        }
    }
}

async fn press(tab: &Tab, key: &str, modifiers: i32) -> anyhow::Result<()> {
    let held: Vec<&str> = [("Control", CONTROL), ("Shift", SHIFT)]
        .into_iter()
        .filter(|(_, bit)| modifiers & bit != 0)
        .map(|(name, _)| name)
        .collect();
    let mut down = 0;
    for name in &held {
        down |= if *name == "Control" { CONTROL } else { SHIFT };
        send_key(tab, "rawKeyDown", name, down).await?;
    }
    let (_, _, text) = key_fields(key);
    let kind = if text.is_some() && modifiers & CONTROL == 0 {
        "keyDown"
    } else {
        "rawKeyDown"
    };
    send_key(tab, kind, key, modifiers).await?;
    send_key(tab, "keyUp", key, modifiers).await?;
    for name in held.iter().rev() {
        down &= !if *name == "Control" { CONTROL } else { SHIFT };
        send_key(tab, "keyUp", name, down).await?;
    }
    Ok(())
}

async fn send_key(tab: &Tab, kind: &str, key: &str, modifiers: i32) -> anyhow::Result<()> {
    let (code, number, text) = key_fields(key);
    let mut params = json!({"type": kind, "key": key, "code": code, "modifiers": modifiers,
        "windowsVirtualKeyCode": number, "nativeVirtualKeyCode": number});
    if ["Control", "Shift"].contains(&key) {
        params["location"] = json!(1);
    }
    if let (Some(text), "keyDown") = (text, kind) {
        params["text"] = json!(text);
    }
    tab.command("Input.dispatchKeyEvent", params)
        .await
        .map(drop)
}
