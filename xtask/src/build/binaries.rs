//! The native programs: the server with its command line, the native messaging host, and the
//! gateway.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use super::Profile;
use crate::cargo::cargo;
use crate::files::{make_executable, write_if_changed};
use crate::machine::run;
use crate::places::Places;
use crate::times::{Kind, span};
use crate::workspace;

/// The variable with the profile of Cargo.
const PROFILE: &str = "AXLENS_PROFILE";

/// The profile of the programs that a user runs.
const PRODUCT: &str = "product";

/// A program, and its package.
type Program = (&'static str, &'static str);

/// The programs of the machine with the browser.
const OF_USER: [Program; 2] = [
    ("axlens", "axlens-server"),
    ("axlens-native-host", "axlens-native-host"),
];

/// All programs.
const ALL: [Program; 3] = [OF_USER[0], OF_USER[1], ("axlens-gateway", "axlens-gateway")];

/// Compiles them and puts them into `bin/`. A program that runs keeps its old file: the new one
/// takes its name.
pub fn build(places: &Places, profile: Profile) -> Result<()> {
    let (folder, programs) = match selected(profile)? {
        Profile::Product => (compile_product(places)?, &ALL[..]),
        // The tests compile these programs too.
        Profile::Dev => (workspace::compile(places)?, &ALL[..]),
        Profile::Run => (workspace::compile_for_run(places)?, &OF_USER[..]),
    };
    for (name, _) in programs {
        let file = folder.join(name);
        let program = places.program(name);
        let content = fs::read(&file).with_context(|| format!("no program {name} was built"))?;
        write_if_changed(&program, &content)?;
        make_executable(&program)?;
    }
    Ok(())
}

/// The profile that the variable names, or the other one.
fn selected(otherwise: Profile) -> Result<Profile> {
    match env::var(PROFILE).as_deref() {
        Err(_) | Ok("") => Ok(otherwise),
        Ok("dev") => Ok(Profile::Dev),
        Ok(PRODUCT) => Ok(Profile::Product),
        Ok(other) => bail!("{PROFILE}={other}: the profiles are `dev` and `{PRODUCT}`"),
    }
}

/// Compiles them. The folder of the programs.
fn compile_product(places: &Places) -> Result<PathBuf> {
    let target = places.root.join("target");
    let mut command = cargo();
    command
        .current_dir(&places.root)
        .args(["build", "--profile", PRODUCT, "--bins"]);
    for (_, package) in ALL {
        command.args(["--package", package]);
    }
    span(Kind::Compile, || {
        run(command.arg("--target-dir").arg(&target))
    })?;
    Ok(target.join(PRODUCT))
}
