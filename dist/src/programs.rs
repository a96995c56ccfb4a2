//! The programs that ship, compiled and linked for each system.

use std::path::PathBuf;

use anyhow::Result;
use xtask::compiler_cache;
use xtask::machine::run;
use xtask::places::Places;
use xtask::targets::{MACOS, Target};
use xtask::toolchain::{Toolchain, encoded};

/// The packages that ship, and their programs.
pub const PROGRAMS: [(&str, &str); 2] = [
    ("axlens-server", "axlens"),
    ("axlens-native-host", "axlens-native-host"),
];
const PROFILE: &str = "dist";

/// The file name of a program.
pub fn file_name(target: &Target, program: &str) -> String {
    let ending = if target.is_windows() { ".exe" } else { "" };
    format!("{program}{ending}")
}

/// Compiles the programs. Returns their paths, in the order of [`PROGRAMS`].
pub fn compile(target: &Target, places: &Places, toolchain: Toolchain) -> Result<Vec<PathBuf>> {
    let folder = places.root.join("target/dist-build");
    let mut command = toolchain.cargo("build", target.triple);
    command.current_dir(&places.root);
    command.args(["--locked", "--profile", PROFILE, "--bins"]);
    command.args(PROGRAMS.iter().flat_map(|(package, _)| ["-p", package]));
    command.arg("--target-dir").arg(&folder);
    let name = target.triple.to_uppercase().replace('-', "_");
    target.use_c_compiler(&mut command, &folder)?;
    let linker = target.c_compiler(&folder)?;
    command.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
    let mut flags = vec![flag(target).to_owned()];
    flags.extend(toolchain.without_local_paths(places));
    command.env("CARGO_ENCODED_RUSTFLAGS", encoded(&flags));
    command.env("CARGO_INCREMENTAL", "0");
    compiler_cache::leave_out(&mut command);
    if target.is_macos() {
        command.env("MACOSX_DEPLOYMENT_TARGET", MACOS);
        // The linker strips: what changes the file after it may break the file's signature.
        command.env("CARGO_PROFILE_DIST_STRIP", "none");
    }
    run(&mut command)?;
    let built = folder.join(target.triple).join(PROFILE);
    let programs = PROGRAMS.map(|(_, program)| built.join(file_name(target, program)));
    Ok(programs.to_vec())
}

/// The compiler's flag of a system.
fn flag(target: &Target) -> &'static str {
    if target.is_macos() {
        "-Clink-arg=-Wl,-s"
    } else if target.is_windows() {
        "-Clink-args=-Wl,--no-insert-timestamp,--gc-sections"
    } else {
        // Zig has the C library and its start files.
        "-Clink-self-contained=no"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_the_names_of_their_system() -> Result<()> {
        let windows = Target::by_name("x86_64-pc-windows-gnu")?;
        assert_eq!(file_name(windows, "axlens"), "axlens.exe");
        let macos = Target::by_name("aarch64-apple-darwin")?;
        assert_eq!(file_name(macos, "axlens"), "axlens");
        Ok(())
    }
}
