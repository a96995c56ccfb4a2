//! The systems that have an archive, and what compiles and links for each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::files::make_executable;
use crate::machine::{find_program, install_packages, python_package};
use crate::toolchain::Toolchain;

/// The Python package with Zig, whose C compiler links for other systems.
const ZIG: &str = "ziglang==0.17.1";
/// The oldest macOS on which the programs start. Zig also has it in the names of its systems.
pub const MACOS: &str = "11.0";

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

    /// The compiler for it.
    pub fn toolchain(&self) -> Result<Toolchain> {
        Toolchain::find_or_install(self.triple)
    }

    /// Lets a build or check compile what a crate has in C. `folder` is for files of the build.
    pub fn use_c_compiler(&self, command: &mut Command, folder: &Path) -> Result<()> {
        let name = self.triple.replace('-', "_");
        command.env(format!("CC_{name}"), self.c_compiler(folder)?);
        if self.is_macos() {
            // Zig has the headers. Without a folder, Apple's program for it would be required.
            let sdk = folder.join("macos-sdk");
            fs::create_dir_all(&sdk)?;
            command.env("SDKROOT", sdk);
        }
        Ok(())
    }

    /// Whether its programs run on macOS.
    pub fn is_macos(&self) -> bool {
        self.triple.contains("apple")
    }

    /// The program that compiles C and links. If it is a script, it is written into `folder`.
    pub fn c_compiler(&self, folder: &Path) -> Result<PathBuf> {
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
