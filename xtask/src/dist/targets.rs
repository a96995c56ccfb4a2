//! The systems that have an archive, and how the programs are compiled and linked for each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::compiler_cache;
use crate::files::make_executable;
use crate::machine::{find_program, install_packages, python_package, run};
use crate::places::Places;
use crate::toolchain::{Toolchain, encoded};

/// The Python package with Zig, whose C compiler links for other systems.
const ZIG: &str = "ziglang==0.17.1";
/// The packages that ship, and their programs.
pub const PROGRAMS: [(&str, &str); 2] = [
    ("axlens-server", "axlens"),
    ("axlens-native-host", "axlens-native-host"),
];
const PROFILE: &str = "dist";
/// The oldest macOS on which the programs start. Zig also has it in the names of its systems.
const MACOS: &str = "11.0";

/// A system that has an archive.
#[derive(Debug)]
pub struct Target {
    /// Its name in Rust and in the archive's name.
    pub triple: &'static str,
    /// What links its programs.
    linker: Linker,
    /// Debian's name of the architecture, if there is a `.deb`.
    pub debian: Option<&'static str>,
}

#[derive(Debug)]
enum Linker {
    /// Zig's C compiler, for the system that Zig calls so.
    Zig(&'static str),
    /// A program on the PATH, and its Debian package. Zig lacks a library of Rust's for Windows.
    Program(&'static str, &'static str),
}

/// All systems.
pub const TARGETS: [Target; 5] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        linker: Linker::Zig("x86_64-linux-musl"),
        debian: Some("amd64"),
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        linker: Linker::Zig("aarch64-linux-musl"),
        debian: Some("arm64"),
    },
    Target {
        triple: "x86_64-apple-darwin",
        linker: Linker::Zig("x86_64-macos.11.0"),
        debian: None,
    },
    Target {
        triple: "aarch64-apple-darwin",
        linker: Linker::Zig("aarch64-macos.11.0"),
        debian: None,
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        linker: Linker::Program("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-win32"),
        debian: None,
    },
];

impl Target {
    /// The one with this name; the error lists the names.
    pub fn by_name(triple: &str) -> Result<&'static Target> {
        let found = TARGETS.iter().find(|target| target.triple == triple);
        let names = || TARGETS.map(|target| target.triple).join(", ");
        found.with_context(|| format!("no target {triple}: choose one of {}", names()))
    }

    /// Whether its programs run on Windows, which unpacks `.zip` and names programs `.exe`.
    pub fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// The file name of a program.
    pub fn file_name(&self, program: &str) -> String {
        let ending = if self.is_windows() { ".exe" } else { "" };
        format!("{program}{ending}")
    }

    /// The compiler for it.
    pub fn toolchain(&self) -> Result<Toolchain> {
        Toolchain::find_or_install(self.triple)
    }

    /// Compiles the programs. Returns their paths, in the order of [`PROGRAMS`].
    pub fn compile(&self, places: &Places, toolchain: Toolchain) -> Result<Vec<PathBuf>> {
        let folder = places.root.join("target/dist-build");
        let mut command = toolchain.cargo("build", self.triple);
        command.current_dir(&places.root);
        command.args(["--locked", "--profile", PROFILE, "--bins"]);
        command.args(PROGRAMS.iter().flat_map(|(package, _)| ["-p", package]));
        command.arg("--target-dir").arg(&folder);
        let name = self.triple.to_uppercase().replace('-', "_");
        let linker = self.linker_program(&folder)?;
        self.set_c_compiler(&mut command, &linker, &folder)?;
        command.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
        let mut flags = vec![self.flag().to_owned()];
        flags.extend(toolchain.without_local_paths(places));
        command.env("CARGO_ENCODED_RUSTFLAGS", encoded(&flags));
        command.env("CARGO_INCREMENTAL", "0");
        compiler_cache::leave_out(&mut command);
        if self.is_macos() {
            command.env("MACOSX_DEPLOYMENT_TARGET", MACOS);
            // The linker strips: what changes the file after it may break the file's signature.
            command.env("CARGO_PROFILE_DIST_STRIP", "none");
        }
        run(&mut command)?;
        let built = folder.join(self.triple).join(PROFILE);
        let programs = PROGRAMS.map(|(_, program)| built.join(self.file_name(program)));
        Ok(programs.to_vec())
    }

    /// Lets a build or check compile what a crate has in C, with the program that links.
    pub fn use_c_compiler(&self, command: &mut Command, folder: &Path) -> Result<()> {
        let compiler = self.linker_program(folder)?;
        self.set_c_compiler(command, &compiler, folder)
    }

    fn set_c_compiler(&self, command: &mut Command, compiler: &Path, folder: &Path) -> Result<()> {
        let name = self.triple.replace('-', "_");
        command.env(format!("CC_{name}"), compiler);
        if self.is_macos() {
            // Zig has the headers. Without a folder, Apple's program for it would be required.
            let sdk = folder.join("macos-sdk");
            fs::create_dir_all(&sdk)?;
            command.env("SDKROOT", sdk);
        }
        Ok(())
    }

    /// The compiler's flag of this system.
    fn flag(&self) -> &'static str {
        if self.is_macos() {
            "-Clink-arg=-Wl,-s"
        } else if self.is_windows() {
            "-Clink-args=-Wl,--no-insert-timestamp,--gc-sections"
        } else {
            // Zig has the C library and its start files.
            "-Clink-self-contained=no"
        }
    }

    /// Whether its programs run on macOS.
    pub fn is_macos(&self) -> bool {
        self.triple.contains("apple")
    }

    fn linker_program(&self, folder: &Path) -> Result<PathBuf> {
        match self.linker {
            Linker::Program(name, package) => {
                if find_program(&[name]).is_none() {
                    install_packages(&[package], &format!("{name} is missing: install {package}"))?;
                }
                Ok(PathBuf::from(name))
            }
            Linker::Zig(system) => {
                let zig = zig()?.join("zig");
                let script = folder.join(format!("{}-cc", self.triple));
                let text = linker_script(&zig, system);
                fs::create_dir_all(folder)?;
                fs::write(&script, text)?;
                make_executable(&script)?;
                Ok(script)
            }
        }
    }
}

/// A script that compiles and links by Zig. The crate `libc` names macOS's library iconv, which Zig
/// lacks; the programs use nothing of it, otherwise the linker would miss its symbols. Zig has its
/// own names of systems.
fn linker_script(zig: &Path, system: &str) -> String {
    format!(
        "#!/bin/sh\n\
         for argument do\n  \
           shift\n  \
           case $argument in\n    \
             -liconv | --target=*) ;;\n    \
             *) set -- \"$@\" \"$argument\" ;;\n  \
           esac\n\
         done\n\
         exec '{}' cc -target {system} \"$@\"\n",
        zig.display()
    )
}

/// The folder of Zig, installed the first time.
pub fn zig() -> Result<PathBuf> {
    Ok(python_package(ZIG)?.join("ziglang"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::output;

    #[test]
    fn every_target_is_named_once_and_known_to_the_compiler() -> Result<()> {
        let mut rustc = Command::new("rustc");
        let list = output(rustc.args(["--print", "target-list"]))?;
        let known: Vec<&str> = list.lines().collect();
        for (index, target) in TARGETS.iter().enumerate() {
            assert!(known.contains(&target.triple), "{}", target.triple);
            let mut others = TARGETS.iter();
            let first = others.position(|other| other.triple == target.triple);
            assert_eq!(first, Some(index));
        }
        Ok(())
    }

    #[test]
    fn an_unknown_target_is_refused_with_the_names() {
        let error = Target::by_name("riscv").expect_err("no such target");
        assert!(error.to_string().contains("aarch64-apple-darwin"));
    }

    #[test]
    fn programs_have_the_names_of_their_system() -> Result<()> {
        let windows = Target::by_name("x86_64-pc-windows-gnu")?;
        assert_eq!(windows.file_name("axlens"), "axlens.exe");
        let macos = Target::by_name("aarch64-apple-darwin")?;
        assert_eq!(macos.file_name("axlens"), "axlens");
        Ok(())
    }

    #[test]
    fn the_linker_gets_every_argument_but_iconv_and_other_names_of_the_system() -> Result<()> {
        let script = linker_script(Path::new("/bin/echo"), "aarch64-macos");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "cc", "a b", "--target=x", "-liconv", "-lc"]);
        assert_eq!(output(&mut shell)?, "cc -target aarch64-macos a b -lc\n");
        Ok(())
    }

    #[test]
    fn zig_links_for_the_oldest_macos() {
        for target in TARGETS.iter().filter(|target| target.is_macos()) {
            let ending = format!("-macos.{MACOS}");
            assert!(matches!(target.linker, Linker::Zig(system) if system.ends_with(&ending)));
        }
    }

    #[test]
    fn debian_packages_are_of_linux_alone() {
        for target in &TARGETS {
            assert_eq!(target.debian.is_some(), target.triple.contains("linux"));
        }
    }
}
