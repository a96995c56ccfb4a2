//! The format of Rust code, by rustfmt, and of JavaScript, by prettier: checked in every test run,
//! and made by `cargo xtask fmt`.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cargo::cargo;
use crate::machine::{find_program, npm_package, run};
use crate::places::Places;

/// The npm package of the formatter.
const PRETTIER: &str = "prettier@3.10.1";
/// How JavaScript is formatted, wherever it is.
const CONFIG: &str = "extension/.prettierrc.json";
const SCRIPTS: [&str; 3] = [
    "extension/**/*.js",
    "server/dashboard/*.js",
    "tests/**/*.{js,mjs}",
];

/// What to do with a file that is not formatted.
#[derive(Clone, Copy)]
enum Mode {
    Check,
    Write,
}

/// Formats everything.
pub fn write(places: &Places) -> Result<()> {
    run(cargo().current_dir(&places.root).args(["fmt", "--all"]))?;
    run(&mut prettier(places, Mode::Write)?)
}

/// Reports files that are not formatted.
pub fn check(places: &Places) -> Result<()> {
    let rust = run(cargo()
        .current_dir(&places.root)
        .args(["fmt", "--all", "--check"]));
    let scripts = prettier(places, Mode::Check).and_then(|mut command| run(&mut command));
    rust.and(scripts)
        .context("not formatted: `cargo xtask fmt` formats everything")
}

fn prettier(places: &Places, mode: Mode) -> Result<Command> {
    let npm = find_program(&["npm"])
        .context("npm is missing: install Node.js to format the project's JavaScript")?;
    let prettier = npm_package(&npm, PRETTIER)?;
    let mut command = Command::new(prettier.join("node_modules/.bin/prettier"));
    command.current_dir(&places.root);
    command.args(["--config", CONFIG, "--log-level=warn"]);
    command.arg(match mode {
        Mode::Check => "--check",
        Mode::Write => "--write",
    });
    command.args(SCRIPTS);
    Ok(command)
}
