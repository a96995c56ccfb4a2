//! Real mouse and keyboard input, through DevTools.

use axlens_harness::Tab;
use serde_json::{Value, json};

/// One input of a user.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// Moves the mouse to the centre of an element.
    Move(&'static str),
    /// Moves the mouse to an element and clicks.
    Click(Click),
    /// Presses the mouse on one element, moves it to another, and releases it there.
    Drag(&'static str, &'static str),
    /// Presses and releases keys: `Enter`, `Shift+Tab`.
    Keys(&'static [&'static str]),
    /// Presses and releases the key of each character.
    Type(&'static str),
    /// Inserts text as an input method or a paste does.
    Insert(&'static str),
    /// Runs a script in the page, for what real input can't do: `element.focus()`.
    Script(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub struct Click {
    pub selector: &'static str,
    pub button: &'static str,
    pub count: u32,
    /// As in DevTools.
    pub modifiers: u32,
}

const CONTROL: u32 = 2;
pub const SHIFT: u32 = 8;

/// A drag ends this far past the middle of its target, in CSS pixels, as in `drag-path.js`.
const PAST_MIDDLE: f64 = 4.0;

/// The mouse moves of a drag.
const DRAG_MOVES: u32 = 10;

/// Sends an input to a page.
pub async fn send(tab: &Tab, input: Input) -> anyhow::Result<()> {
    match input {
        Input::Move(selector) => mouse(tab, selector, "mouseMoved", json!({})).await,
        Input::Click(input) => click(tab, input).await,
        Input::Drag(from, to) => drag(tab, from, to).await,
        Input::Keys(keys) => {
            for key in keys {
                press(tab, key).await?;
            }
            Ok(())
        }
        Input::Type(text) => {
            for character in text.chars() {
                press(tab, &character.to_string()).await?;
            }
            Ok(())
        }
        Input::Insert(text) => {
            let params = json!({"text": text});
            tab.command("Input.insertText", params).await.map(drop)
        }
        Input::Script(script) => tab.evaluate(script).await.map(drop),
    }
}

/// Sends a mouse event to the centre of an element.
async fn mouse(tab: &Tab, selector: &str, kind: &str, params: Value) -> anyhow::Result<()> {
    mouse_at(tab, centre(tab, selector).await?, kind, params).await
}

async fn mouse_at(
    tab: &Tab,
    (x, y): (f64, f64),
    kind: &str,
    mut params: Value,
) -> anyhow::Result<()> {
    params["type"] = json!(kind);
    params["x"] = json!(x);
    params["y"] = json!(y);
    let command = tab.command("Input.dispatchMouseEvent", params);
    command.await.map(drop)
}

async fn centre(tab: &Tab, selector: &str) -> anyhow::Result<(f64, f64)> {
    let script = format!(
        "(() => {{ const box = document.querySelector({}).getClientRects()[0];
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
        json!(selector)
    );
    let point = tab.evaluate(&script).await?;
    Ok(serde_json::from_value(point)?)
}

async fn click(tab: &Tab, input: Click) -> anyhow::Result<()> {
    let Click {
        selector,
        button,
        count,
        modifiers,
    } = input;
    let point = centre(tab, selector).await?;
    mouse_at(tab, point, "mouseMoved", json!({"modifiers": modifiers})).await?;
    let bit = match button {
        "right" => 2,
        "middle" => 4,
        _ => 1,
    };
    for presses in 1..=count {
        let send = |kind: &'static str, buttons: u32, force: f64| {
            let params = json!({"button": button, "buttons": buttons, "clickCount": presses,
                "modifiers": modifiers, "force": force});
            mouse_at(tab, point, kind, params)
        };
        // The release is on its way before the press is handled. Between them Chrome could render
        // a frame, and tell an element that the press shows that it is under the mouse.
        tokio::try_join!(
            send("mousePressed", bit, 0.5),
            send("mouseReleased", 0, 0.0)
        )?;
    }
    Ok(())
}

async fn drag(tab: &Tab, from: &str, to: &str) -> anyhow::Result<()> {
    let (start, middle) = (centre(tab, from).await?, centre(tab, to).await?);
    let past = |start: f64, middle: f64| match middle - start {
        distance if distance.abs() < 0.5 => middle,
        distance => middle + PAST_MIDDLE * distance.signum(),
    };
    let end = (past(start.0, middle.0), past(start.1, middle.1));
    let send = async |kind: &str, step: u32, buttons: u32, force: f64| {
        let part = f64::from(step) / f64::from(DRAG_MOVES);
        let between = |start: f64, end: f64| start + (end - start) * part;
        let point = (between(start.0, end.0), between(start.1, end.1));
        let params = json!({"button": "left", "buttons": buttons, "clickCount": 1, "force": force});
        mouse_at(tab, point, kind, params).await
    };
    mouse_at(tab, start, "mouseMoved", json!({})).await?;
    send("mousePressed", 0, 1, 0.5).await?;
    for step in 1..=DRAG_MOVES {
        send("mouseMoved", step, 1, 0.5).await?;
        // Chrome combines the moves of one frame.
        tab.evaluate("new Promise((done) => requestAnimationFrame(() => done(0)))")
            .await?;
    }
    send("mouseReleased", DRAG_MOVES, 0, 0.0).await
}

/// Presses and releases a key and its modifiers.
async fn press(tab: &Tab, combination: &str) -> anyhow::Result<()> {
    let mut names: Vec<&str> = match combination {
        "+" => vec!["+"],
        _ => combination.split('+').collect(),
    };
    let key = match names.pop() {
        Some("Space") => " ",
        key => key.unwrap_or_default(),
    };
    let mut modifiers = 0;
    for name in &names {
        modifiers |= modifier_bit(name);
        send_key(tab, "rawKeyDown", name, modifiers).await?;
    }
    let has_text = key_fields(key).2.is_some() && modifiers & CONTROL == 0;
    let down = if has_text { "keyDown" } else { "rawKeyDown" };
    send_key(tab, down, key, modifiers).await?;
    send_key(tab, "keyUp", key, modifiers).await?;
    for name in names.iter().rev() {
        modifiers &= !modifier_bit(name);
        send_key(tab, "keyUp", name, modifiers).await?;
    }
    Ok(())
}

fn modifier_bit(name: &str) -> u32 {
    if name == "Control" { CONTROL } else { SHIFT }
}

async fn send_key(tab: &Tab, kind: &str, key: &str, modifiers: u32) -> anyhow::Result<()> {
    let (code, number, text) = key_fields(key);
    let mut params = json!({"type": kind, "key": key, "code": code, "modifiers": modifiers,
        "windowsVirtualKeyCode": number, "nativeVirtualKeyCode": number});
    if ["Control", "Shift"].contains(&key) {
        params["location"] = json!(1);
    }
    if let (Some(text), "keyDown") = (text, kind) {
        params["text"] = json!(text);
    }
    let command = tab.command("Input.dispatchKeyEvent", params);
    command.await.map(drop)
}

/// The code, the key code and the text of a key.
fn key_fields(key: &str) -> (String, u32, Option<&str>) {
    let (code, number, text) = match key {
        "Enter" => ("Enter", 13, Some("\r")),
        "Tab" => ("Tab", 9, None),
        "Escape" => ("Escape", 27, None),
        "Backspace" => ("Backspace", 8, None),
        "Delete" => ("Delete", 46, None),
        "Home" => ("Home", 36, None),
        "End" => ("End", 35, None),
        "ArrowLeft" => ("ArrowLeft", 37, None),
        "ArrowUp" => ("ArrowUp", 38, None),
        "ArrowRight" => ("ArrowRight", 39, None),
        "ArrowDown" => ("ArrowDown", 40, None),
        "Control" => ("ControlLeft", 17, None),
        "Shift" => ("ShiftLeft", 16, None),
        " " => ("Space", 32, Some(" ")),
        "-" => ("Minus", 189, Some("-")),
        character => {
            let upper = character.to_uppercase();
            let byte = upper.bytes().next().unwrap_or_default();
            let kind = if byte.is_ascii_digit() {
                "Digit"
            } else {
                "Key"
            };
            return (format!("{kind}{upper}"), byte.into(), Some(character));
        }
    };
    (code.to_owned(), number, text)
}
