//! `cargo xtask fuzz`: libFuzzer over the engine and everything that is made of its trees, from
//! seeds that are recorded pages. Coverage needs no other compiler than the one that is there: its
//! instrumentation is a pass of LLVM.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::cargo::cargo;
use crate::files::files_under;
use crate::machine::{find_program, install_packages, output, run};
use crate::places::Places;
use crate::progress::{remark, step};
use crate::times::{Kind, span};
use crate::workspace;

/// What cargo-fuzz asks of the compiler too, but for the address sanitizer, which needs another
/// compiler (the engine has no unsafe code for it to watch), and for the tracing of comparisons,
/// which takes two thirds of the time: the dictionary does its work.
const INSTRUMENTATION: [&str; 6] = [
    "--cfg fuzzing",
    "-C passes=sancov-module",
    "-C llvm-args=-sanitizer-coverage-level=4",
    "-C llvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-C llvm-args=-sanitizer-coverage-pc-table",
    "-C codegen-units=16",
];
/// Longest input in bytes. Long ones take their time; the largest shapes have tests of their own.
const MAX_LEN: usize = 16_384;
/// Seconds after which an input hangs: on a busy machine, with instrumentation, a hundred times
/// what any takes.
const TIMEOUT: usize = 25;

/// What `cargo xtask fuzz` can be asked.
#[derive(Args)]
pub struct FuzzArguments {
    /// How long to run, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

impl Default for FuzzArguments {
    fn default() -> FuzzArguments {
        FuzzArguments { seconds: 60 }
    }
}

/// Fuzzes the engine; an error where something was found.
pub fn fuzz(places: &Places, arguments: &FuzzArguments) -> Result<()> {
    let folder = places.work().join("fuzz");
    let (corpus, seeds) = (folder.join("corpus"), folder.join("seeds"));
    let words = folder.join("words");
    std::fs::create_dir_all(&corpus)?;
    std::fs::create_dir_all(folder.join("found"))?;
    step("fuzz: seeds", || {
        let mut command = Command::new(workspace::program(places, "axlens-fuzz")?);
        command.current_dir(&places.root).arg("seeds");
        run(command.arg(&seeds).arg(&words))
    })?;
    let target = step("fuzz: build", || build(places))?;
    let mut command = Command::new(target);
    command
        .arg(format!("-max_total_time={}", arguments.seconds))
        .arg(format!("-max_len={MAX_LEN}"))
        .arg(format!("-timeout={TIMEOUT}"))
        .arg(format!("-dict={}", words.display()))
        // A folder: what is found is written there.
        .arg(format!(
            "-artifact_prefix={}/",
            folder.join("found").display()
        ))
        .args(["-rss_limit_mb=3000", "-print_final_stats=1", "-verbosity=1"])
        .args([&corpus, &seeds]);
    span(Kind::Run, || step("fuzz", || watch(&mut command, &folder)))?;
    remark(&format!(
        "{} inputs in {}",
        files_under(&corpus)?.len(),
        corpus.display()
    ));
    Ok(())
}

/// Builds the target with the instrumentation and the fuzzer, in a folder of its own.
fn build(places: &Places) -> Result<PathBuf> {
    if find_program(&["c++", "g++", "clang++"]).is_none() {
        install_packages(
            &["g++"],
            "the fuzzer is written in C++: install a compiler of it (Debian: apt-get install g++)",
        )?;
    }
    let host = host()?;
    let target = places.root.join("target").join("fuzz");
    let mut command = cargo();
    command
        .current_dir(&places.root)
        .env("RUSTFLAGS", INSTRUMENTATION.join(" "))
        .args(["build", "--package", "axlens-fuzz", "--profile", "fuzz"])
        // Named, so that build scripts and macros are not instrumented.
        .args(["--target", &host])
        .arg("--target-dir")
        .arg(&target);
    span(Kind::Compile, || run(&mut command))?;
    Ok(target.join(host).join("fuzz").join("axlens-fuzz"))
}

/// The triple of this machine, as the compiler names it.
fn host() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(rustc).arg("-vV"))?;
    let line = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line
        .context("the compiler does not say its host")?
        .to_owned())
}

/// Runs the fuzzer, with its output in a file, and prints its statistics; an error that names the
/// input where it found one.
fn watch(command: &mut Command, folder: &Path) -> Result<()> {
    let log = folder.join("log");
    let file = std::fs::File::create(&log)?;
    let status = command
        .stdout(Stdio::null())
        .stderr(file)
        .status()
        .context("cannot start the fuzzer")?;
    // An input may have brought strange bytes into the log.
    let text = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
    for line in text.lines().filter(|line| is_statistic(line)) {
        remark(line);
    }
    if let Some(last) = text.lines().rfind(|line| line.contains("cov: ")) {
        remark(last.trim_start());
    }
    if !status.success() {
        let end: Vec<&str> = text.lines().rev().take(60).collect();
        end.iter().rev().for_each(|line| remark(line));
        bail!(
            "the fuzzer found something (see above and {}); the input is in {}: replay it by `cargo run -p axlens-fuzz -- FILE`",
            log.display(),
            folder.join("found").display()
        );
    }
    Ok(())
}

/// A line of the final statistics.
fn is_statistic(line: &str) -> bool {
    [
        "stat::number_of_executed_units",
        "stat::average_exec_per_sec",
        "stat::slowest_unit_time_sec",
        "stat::peak_rss_mb",
    ]
    .iter()
    .any(|sign| line.starts_with(sign))
}
