//! A crate made into a WASM module for the browser: compiled, bound to JavaScript, made small, and
//! weighed. Knows no crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail, ensure};

use super::wasm_toolchain::WasmToolchain;
use super::{BuildArguments, Profile};
use crate::cache::Cache;
use crate::cargo::cargo;
use crate::files::{content_hash, newest, write_if_changed};
use crate::machine::{find_program, npm_package, output, run};
use crate::places::Places;
use crate::progress::{remark, skipped, step};
use crate::times::{Kind, span};
use crate::workspace;

/// The package and the program that binds modules to JavaScript.
const BINDER: &str = "axlens-bind";
/// The npm package that carries `wasm-opt`, pinned: another version makes another module.
const BINARYEN: &str = "binaryen@132.0.0";
/// What Chromium 123 and later understand. Everything beyond would be refused by some.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-multivalue",
];

/// A module, and how it is made.
pub struct WasmModule {
    /// What it is called where people read it.
    pub label: &'static str,
    /// Its crate.
    pub package: &'static str,
    /// The crate's library as the compiler names it.
    pub library: &'static str,
    /// The profile that it is compiled with.
    pub profile: &'static str,
    /// What its files are called.
    pub name: &'static str,
    /// The folder of the extension that it goes into.
    pub folder: &'static str,
    /// Its sources, in addition to the workspace's manifest, `snapshot` and the build itself.
    pub ingredients: &'static [&'static str],
    /// The most bytes of a module that is made as small as can be.
    pub budget: u64,
    /// Makes its scripts of the compiled module.
    pub glue: fn(&WasmModule, &Places, Profile, &Path) -> Result<Glue>,
}

/// What the binder made: a module, and scripts by their names.
pub struct Glue {
    /// The module.
    pub wasm: PathBuf,
    /// The scripts.
    pub scripts: Vec<(String, Vec<u8>)>,
}

impl WasmModule {
    /// Builds it unless nothing that it is made of has changed.
    pub fn build(&self, places: &Places, arguments: &BuildArguments) -> Result<()> {
        let &BuildArguments { quick, profile } = arguments;
        let stamp = places
            .work()
            .join(self.stamp(if quick { "quick" } else { "optimised" }));
        let made = fs::metadata(&stamp)
            .and_then(|file| file.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH);
        if newest(&self.ingredients(places))? < made && self.file(places).exists() {
            skipped(self.label, "nothing changed");
            return Ok(());
        }
        // The time before the compiler reads the first file: what is edited meanwhile is newer.
        let began = SystemTime::now();
        let toolchain = WasmToolchain::find_or_install()?;
        let label = self.label;
        let wasm = step(&format!("{label}: compile"), || {
            self.compile(places, &toolchain)
        })?;
        let glue = step(&format!("{label}: bind"), || {
            (self.glue)(self, places, profile, &wasm)
        })?;
        let optimised = if quick {
            None
        } else {
            step(&format!("{label}: optimise"), || {
                self.optimise(places, &glue.wasm)
            })?
        };
        let optimiser = optimised.as_ref().map_or("not optimised", |_| BINARYEN);
        let makers = format!("{}, {optimiser}\n", toolchain.version());
        write_if_changed(
            &self.file(places),
            &fs::read(optimised.unwrap_or(glue.wasm))?,
        )?;
        let target = places.extension().join(self.folder);
        for (script, text) in &glue.scripts {
            write_if_changed(&target.join(script), text)?;
        }
        self.leave_stamp(&stamp, &makers, began)
    }

    /// Fails if the built module exceeds its budget. A module with a prebuilt standard library, or
    /// one that was not optimised, is always larger: its size is only printed.
    pub fn weigh(&self, places: &Places) -> Result<()> {
        let label = self.label;
        let file =
            fs::metadata(self.file(places)).with_context(|| format!("no {label} is built"))?;
        let (size, budget) = (file.len(), self.budget);
        println!("  {label}: {size} bytes");
        let smallest =
            WasmToolchain::find_or_install()?.builds_library() && find_program(&["npm"]).is_some();
        if smallest && size > budget {
            bail!("the {label} has {size} bytes, {budget} is what it may have");
        }
        Ok(())
    }

    /// Binds the compiled module to JavaScript and writes the result into a folder: an ES module,
    /// or a classic script with a global variable.
    pub fn bind(
        &self,
        places: &Places,
        profile: Profile,
        wasm: &Path,
        folder: &Path,
        global: Option<&str>,
    ) -> Result<()> {
        let mut command = binder(places, profile)?;
        command.args(["--name", self.name, "--module"]).arg(wasm);
        command.arg("--folder").arg(folder);
        if let Some(global) = global {
            command.args(["--global", global]);
        }
        span(Kind::Compile, || run(&mut command))
    }

    /// What the module's file is called.
    pub fn file_name(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    fn file(&self, places: &Places) -> PathBuf {
        let folder = places.extension().join(self.folder);
        folder.join(self.file_name())
    }

    fn ingredients(&self, places: &Places) -> Vec<PathBuf> {
        let common = [
            "Cargo.toml",
            "Cargo.lock",
            "snapshot",
            "xtask/src/build",
            "xtask/src/toolchain.rs",
            "xtask/bind",
        ];
        let names = common.iter().chain(self.ingredients);
        names.map(|name| places.root.join(name)).collect()
    }

    /// The compiled module, of the user's cache if another clone has compiled the same sources:
    /// their path is not part of it.
    fn compile(&self, places: &Places, toolchain: &WasmToolchain) -> Result<PathBuf> {
        let sources = content_hash(&places.root, &self.ingredients(places))?;
        let builds_library = toolchain.builds_library();
        let pins = format!("{} {builds_library} {sources:016x}", toolchain.version());
        let name = format!("{}.wasm", self.library);
        let make = |folder: &Path| {
            let wasm = self.compile_here(places, toolchain)?;
            let after = content_hash(&places.root, &self.ingredients(places))?;
            ensure!(
                after == sources,
                "its sources changed meanwhile: build again"
            );
            fs::copy(&wasm, folder.join(&name))?;
            Ok(())
        };
        let entry = Cache::of_user().silent_entry(self.label, &pins, make)?;
        Ok(entry.join(&name))
    }

    fn compile_here(&self, places: &Places, toolchain: &WasmToolchain) -> Result<PathBuf> {
        // Its own folder: Debian's compiler and rustup's would else throw out each other's files,
        // and two modules that are compiled at the same time would wait for each other.
        let target = places.root.join("target").join("wasm").join(self.profile);
        let mut command = toolchain.build(places);
        command
            .current_dir(&places.root)
            .arg("--target-dir")
            .arg(&target);
        command.args([
            "--package",
            self.package,
            "--lib",
            "--profile",
            self.profile,
        ]);
        span(Kind::Compile, || run(&mut command))?;
        let wasm = target
            .join("wasm32-unknown-unknown")
            .join(self.profile)
            .join(format!("{}.wasm", self.library));
        if !wasm.exists() {
            bail!("the compiler left no {}", wasm.display());
        }
        Ok(wasm)
    }

    /// The module made smaller; none, with a remark, where there is no npm.
    fn optimise(&self, places: &Places, wasm: &Path) -> Result<Option<PathBuf>> {
        let Some(npm) = find_program(&["npm"]) else {
            remark(&format!(
                "no npm on this machine: the {} stays unoptimised, twice its size (install Node.js to mend this)",
                self.label
            ));
            return Ok(None);
        };
        let folder = npm_package(&npm, BINARYEN)?;
        let optimised = places.work().join(format!("{}.wasm", self.name));
        let mut command = Command::new(folder.join("node_modules/.bin/wasm-opt"));
        command
            .arg("-Oz")
            .args(FEATURES)
            .arg(wasm)
            .arg("-o")
            .arg(&optimised);
        output(&mut command)?;
        Ok(Some(optimised))
    }

    fn stamp(&self, kind: &str) -> String {
        format!("{}-{kind}", self.label)
    }

    /// The stamp says what made the module: its instructions can be counted only against those of
    /// the same makers.
    fn leave_stamp(&self, stamp: &Path, makers: &str, began: SystemTime) -> Result<()> {
        let folder = stamp.parent().context("a stamp needs a folder")?;
        for other in ["quick", "optimised"] {
            let _ = fs::remove_file(folder.join(self.stamp(other)));
        }
        fs::write(stamp, makers)?;
        let file = fs::File::options().write(true).open(stamp)?;
        file.set_modified(began)?;
        Ok(())
    }
}

/// The program that binds, without arguments: compiled with the tests, or alone.
fn binder(places: &Places, profile: Profile) -> Result<Command> {
    match profile {
        Profile::Dev => Ok(Command::new(workspace::program(places, BINDER)?)),
        Profile::Run => Ok(Command::new(
            workspace::compile_for_run(places)?.join(BINDER),
        )),
        Profile::Product => {
            let mut command = cargo();
            command.current_dir(&places.root);
            command.args(["run", "--quiet", "--package", BINDER]);
            command.arg("--target-dir").arg(places.root.join("target"));
            command.arg("--");
            Ok(command)
        }
    }
}
