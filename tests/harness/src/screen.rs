//! A virtual screen: an X server with a window manager, and mouse and key input that the browser
//! cannot distinguish from a user's.
//!
//! In headless Chromium every window is visible and focused at all times. How a window behaves when
//! another one covers it can only be tested here.

use crate::process::{Folder, Process};
use crate::wait::until;
use anyhow::{Context, bail};
use std::process::Command;

/// Wide enough for two windows next to each other.
const SIZE: &str = "1600x1000x24";

/// Limit of the width of a window manager's frame, in pixels.
const MAX_FRAME: i64 = 40;

// The programs that it needs.
const SERVER: &str = "Xvfb";
const MANAGER: &str = "openbox";
const INPUT: &str = "xdotool";
const PROPERTIES: &str = "xprop";
const GEOMETRY: &str = "xwininfo";

/// A screen. It ends with the process that started it.
pub struct Screen {
    display: String,
    _programs: Option<Programs>,
}

/// What makes a screen.
struct Programs {
    // Dropped in this order, because the manager is a client of the server.
    _manager: Process,
    _server: Process,
    _folder: Folder,
}

/// An X window of a program, without the window manager's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window(u64);

/// A point on the screen, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// From the left.
    pub x: i64,
    /// From the top.
    pub y: i64,
}

/// A rectangle of the screen, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Its upper left corner.
    pub corner: Point,
    /// In pixels.
    pub width: i64,
    /// In pixels.
    pub height: i64,
}

impl Screen {
    /// Starts an X server on a free display, and a window manager.
    pub async fn start() -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let log = folder.path().join("screen.log");
        let mut command = Command::new(SERVER);
        // Without `-noreset` the server resets when its last client disconnects, which would
        // disconnect the window manager while it starts.
        command.args(["-noreset", "-nolisten", "tcp", "-displayfd", "1"]);
        command.args(["-screen", "0", SIZE]);
        let server = Process::start(&mut command, &log).with_context(|| missing(SERVER))?;
        let display = until("the X server's display", || async {
            Ok(display_in(&std::fs::read_to_string(&log)?))
        })
        .await?;
        let mut command = Command::new(MANAGER);
        command.env("DISPLAY", &display);
        let manager = Process::start(&mut command, &folder.path().join("manager.log"));
        let programs = Programs {
            _manager: manager.with_context(|| missing(MANAGER))?,
            _server: server,
            _folder: folder,
        };
        let screen = Self {
            display,
            _programs: Some(programs),
        };
        // A window that opens before the manager runs gets neither frame nor focus.
        until("the window manager", || async {
            let check = screen.root_property("_NET_SUPPORTING_WM_CHECK")?;
            Ok((!check.is_empty()).then_some(()))
        })
        .await?;
        Ok(screen)
    }

    /// The screen of another process, by its `DISPLAY`.
    pub fn of_another_process(display: String) -> Self {
        Self {
            display,
            _programs: None,
        }
    }

    /// The value of `DISPLAY` for programs that use this screen.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// Waits until exactly one window's title begins with `title`.
    pub async fn window(&self, title: &str) -> anyhow::Result<Window> {
        let pattern = format!("^{title}");
        until(&format!("one window {title:?}"), || async {
            // It fails without a match.
            let found = self.xdotool(&["search", "--onlyvisible", "--name", &pattern])?;
            match windows_in(&found)[..] {
                [one] => Ok(Some(one)),
                ref several => bail!("{} have that title", several.len()),
            }
        })
        .await
    }

    /// Waits until there is exactly one window.
    pub async fn only_window(&self) -> anyhow::Result<Window> {
        until("the only window", || async {
            match self.root_property("_NET_CLIENT_LIST")?[..] {
                [one] => Ok(Some(one)),
                ref several => bail!("there are {}", several.len()),
            }
        })
        .await
    }

    /// Waits until a window has the focus and is the topmost one.
    pub async fn wait_in_front(&self, window: Window) -> anyhow::Result<()> {
        until(&format!("{window:?} to be in front"), || async {
            let (focused, front) = (self.focused()?, self.in_front()?);
            match focused == Some(window) && front == Some(window) {
                true => Ok(Some(())),
                false => bail!("{focused:?} has the focus, {front:?} is in front"),
            }
        })
        .await
    }

    /// Waits until a window has the focus. Others may be above it.
    pub async fn wait_focused(&self, window: Window) -> anyhow::Result<()> {
        until(&format!("{window:?} to have the focus"), || async {
            Ok((self.focused()? == Some(window)).then_some(()))
        })
        .await
    }

    /// The topmost window, if it is not this one.
    pub fn window_above(&self, window: Window) -> anyhow::Result<Option<Window>> {
        Ok(self.in_front()?.filter(|front| *front != window))
    }

    /// The window that has the focus.
    pub fn focused(&self) -> anyhow::Result<Option<Window>> {
        Ok(self.root_property("_NET_ACTIVE_WINDOW")?.pop())
    }

    /// The topmost window.
    pub fn in_front(&self) -> anyhow::Result<Option<Window>> {
        Ok(self.root_property("_NET_CLIENT_LIST_STACKING")?.pop())
    }

    /// Waits until a window is closed.
    pub async fn wait_closed(&self, window: Window) -> anyhow::Result<()> {
        until(&format!("{window:?} to close"), || async {
            let listed = self.root_property("_NET_CLIENT_LIST")?;
            Ok((!listed.contains(&window)).then_some(()))
        })
        .await
    }

    /// Moves a window with its frame to this position and waits until it has moved.
    pub async fn place(&self, window: Window, corner: Point) -> anyhow::Result<()> {
        let [x, y] = [corner.x, corner.y].map(|number| number.to_string());
        self.xdotool(&["windowmove", &window.0.to_string(), &x, &y])?;
        until("the window to move", || async {
            let now = self.area(window)?.corner;
            let is_near = |now: i64, wanted: i64| (now - wanted).abs() <= MAX_FRAME;
            match is_near(now.x, corner.x) && is_near(now.y, corner.y) {
                true => Ok(Some(())),
                false => bail!("it is at {now:?}"),
            }
        })
        .await
    }

    /// Resizes a window, without its frame. Does not wait until the window is notified.
    pub fn resize(&self, window: Window, width: i64, height: i64) -> anyhow::Result<()> {
        let [width, height] = [width, height].map(|number| number.to_string());
        self.xdotool(&["windowsize", &window.0.to_string(), &width, &height])
            .map(drop)
    }

    /// The rectangle of a window, without its frame.
    pub fn area(&self, window: Window) -> anyhow::Result<Area> {
        let output = self.run(GEOMETRY, &["-id", &window.0.to_string()])?;
        let number = |name: &str| {
            let line = output
                .lines()
                .find_map(|line| line.trim().strip_prefix(name));
            let number = line.and_then(|line| line.trim().parse::<i64>().ok());
            number.with_context(|| format!("{GEOMETRY} printed no {name}"))
        };
        Ok(Area {
            corner: Point {
                x: number("Absolute upper-left X:")?,
                y: number("Absolute upper-left Y:")?,
            },
            width: number("Width:")?,
            height: number("Height:")?,
        })
    }

    /// Clicks at a point of the screen, on the topmost window there.
    pub fn click(&self, at: Point) -> anyhow::Result<()> {
        let [x, y] = [at.x, at.y].map(|number| number.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", "1"]).map(drop)
    }

    /// Presses and releases keys, by their X names (`Escape`, `alt+shift+p`).
    pub fn press(&self, keys: &str) -> anyhow::Result<()> {
        self.xdotool(&["key", keys]).map(drop)
    }

    /// The windows that a property of the root window lists.
    fn root_property(&self, name: &str) -> anyhow::Result<Vec<Window>> {
        let output = self.run(PROPERTIES, &["-root", "-notype", name])?;
        Ok(output.split_once('#').map_or_else(Vec::new, |(_, ids)| {
            let ids = ids.split(',').filter_map(|id| {
                let id = id.trim().strip_prefix("0x")?;
                u64::from_str_radix(id, 16).ok()
            });
            // 0 means no window.
            ids.filter(|id| *id != 0).map(Window).collect()
        }))
    }

    fn xdotool(&self, arguments: &[&str]) -> anyhow::Result<String> {
        self.run(INPUT, arguments)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(program);
        command.args(arguments).env("DISPLAY", &self.display);
        let output = command.output().with_context(|| missing(program))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("{program} {arguments:?}: {}", errors.trim());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// The display's name, from the server's output so far. Its number is on a line of its own.
fn display_in(printed: &str) -> Option<String> {
    let finished = printed.rsplit_once('\n')?.0;
    let number = finished.lines().find(|line| line.parse::<u32>().is_ok())?;
    Some(format!(":{number}"))
}

fn windows_in(listed: &str) -> Vec<Window> {
    let ids = listed.lines().filter_map(|line| line.parse().ok());
    ids.map(Window).collect()
}

fn missing(program: &str) -> String {
    format!("starting {program} (Debian: apt-get install xvfb openbox xdotool x11-utils)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_display_is_a_whole_line() {
        assert_eq!(display_in("1"), None);
        assert_eq!(display_in("warning: 7 keys\n12\n"), Some(":12".into()));
    }
}
