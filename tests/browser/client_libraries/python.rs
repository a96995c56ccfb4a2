//! The package for Python.

use crate::client_libraries::remote::status_from_elsewhere;
use crate::client_libraries::{file_in, run};
use axlens_harness::{Chain, Kind, on_runtime, shared};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

fn package() -> PathBuf {
    shared::workspace().join("clients/python")
}

/// The sources of the package.
pub fn source() -> PathBuf {
    package().join("src")
}

/// Python in the package's folder, with the installed tools and, before them, `first`.
pub fn python(first: &Path) -> anyhow::Result<Command> {
    let tools = shared::client_libraries()?.join("python");
    let mut programs = vec![tools.join("bin")];
    let path = std::env::var_os("PATH").unwrap_or_default();
    programs.extend(std::env::split_paths(&path));
    let mut command = Command::new("python3");
    command
        .current_dir(package())
        .env("PYTHONPATH", paths(&[first, &tools])?)
        .env("PATH", paths(&programs)?)
        // The folder of the sources stays as it is.
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

pub fn paths(paths: &[impl AsRef<Path>]) -> anyhow::Result<OsString> {
    Ok(std::env::join_paths(paths.iter().map(AsRef::as_ref))?)
}

#[test]
#[ignore = "full: client libraries"]
fn the_checkers_accept_it() -> anyhow::Result<()> {
    let examples = "../../examples/agents";
    for arguments in [
        &["ruff", "check", "--no-cache", ".", examples][..],
        &["ruff", "format", "--no-cache", "--check", ".", examples],
        &["pyright"],
    ] {
        run(python(&source())?.arg("-m").args(arguments))?;
    }
    Ok(())
}

#[test]
fn its_tests_without_a_browser_pass() -> anyhow::Result<()> {
    let mut tests = python(&source())?;
    run(tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit"]))?;
    Ok(())
}

/// Builds the package and installs the result into a new folder.
pub fn install(folder: &Path) -> anyhow::Result<PathBuf> {
    let (built, installed) = (folder.join("built"), folder.join("installed"));
    let build = ["-m", "build", "--no-isolation", "--outdir"];
    run(python(Path::new(""))?.args(build).arg(&built))?;
    file_in(&built, ".tar.gz")?;
    let mut pip = python(Path::new(""))?;
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]);
    pip.args(["--disable-pip-version-check", "--target"]);
    run(pip.arg(&installed).arg(file_in(&built, ".whl")?))?;
    Ok(installed)
}

#[test]
#[ignore = "full: client libraries"]
fn it_reads_over_ssh_and_tls() -> anyhow::Result<()> {
    const SCRIPT: &str = "import axlens\n\
        with axlens.connect() as browser:\n    \
        print(*[agent['name'] for agent in browser.status()['agents']])";
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let script = || {
            let mut script = python(&source())?;
            script.args(["-c", SCRIPT]);
            Ok(script)
        };
        status_from_elsewhere(&chain, script).await
    })
}

#[test]
#[ignore = "full: client libraries"]
fn the_built_package_passes_the_tests_with_a_browser() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = tempfile::tempdir()?;
        let installed = install(folder.path())?;
        let chain = Chain::lease(Kind::Unattended).await?;
        let mut tests = python(&installed)?;
        tests.args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/chain",
        ]);
        tests.env("AXLENS_STATE_DIR", chain.state_folder());
        tokio::task::spawn_blocking(move || run(&mut tests)).await??;
        Ok(())
    })
}
