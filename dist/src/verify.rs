//! `cargo xtask dist --verify`: checks the files of `target/dist/`. The archives for Linux and
//! Windows are unpacked and their programs started, those for another processor or system in QEMU
//! or Wine. No program of macOS can be started on Linux: its header is checked.

use std::fs;
use std::io::{BufRead as _, BufReader, Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::archives;
use crate::packages::read_sums;
use crate::programs::file_name;
use xtask::machine::{find_program, install_packages, output, run};
use xtask::progress::step;
use xtask::targets::Target;

/// What the stub for Wine exports: Windows 10 has it, Wine 8 does not.
const PROCESS_PRNG: &str = "#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{ return SystemFunction036(bytes, (ULONG)count); }
";

/// What starts the programs of a target on this machine.
enum Runner {
    /// Nothing: it is this system and processor.
    Native,
    /// QEMU, for another processor.
    Qemu,
    /// Wine, with this folder for its files.
    Wine(PathBuf),
}

/// Checks the checksums and the archives of these targets.
pub fn verify(folder: &Path, targets: &[&Target], version: &str) -> Result<()> {
    step("checksums", || check_sums(folder))?;
    for target in targets {
        step(target.triple, || check(folder, target, version))?;
    }
    Ok(())
}

fn check_sums(folder: &Path) -> Result<()> {
    let text = fs::read_to_string(folder.join("SHA256SUMS"))
        .context("target/dist/ has no checksums: run `cargo xtask dist` first")?;
    for (name, sum) in read_sums(&text)? {
        let content = fs::read(folder.join(&name)).with_context(|| name.clone())?;
        let found = archives::sums([(&*name, &*content)]);
        ensure!(found.starts_with(&sum), "{name} has another checksum");
    }
    Ok(())
}

fn check(folder: &Path, target: &Target, version: &str) -> Result<()> {
    let name = format!("axlens-{version}-{}", target.triple);
    let unpacked = tempfile::tempdir()?;
    unpack(folder, &name, unpacked.path())?;
    let programs = unpacked.path().join(&name);
    match runner(target, unpacked.path())? {
        Some(runner) => {
            let result = start(&runner, &programs, target, version);
            runner.end();
            result
        }
        None => check_header(&programs.join(file_name(target, "axlens"))),
    }
}

fn unpack(folder: &Path, name: &str, into: &Path) -> Result<()> {
    let zip = folder.join(format!("{name}.zip"));
    if zip.exists() {
        zip::ZipArchive::new(Cursor::new(fs::read(zip)?))?.extract(into)?;
        return Ok(());
    }
    let path = folder.join(format!("{name}.tar.gz"));
    let archive = fs::read(&path).with_context(|| path.display().to_string())?;
    tar::Archive::new(GzDecoder::new(&*archive)).unpack(into)?;
    Ok(())
}

/// What starts the programs of a target; `None` for macOS.
fn runner(target: &Target, folder: &Path) -> Result<Option<Runner>> {
    let install = |name: &str, packages: &[&str]| match find_program(&[name]) {
        Some(_) => Ok(()),
        None => install_packages(packages, &format!("{name} is missing")),
    };
    let (processor, _) = target.triple.split_once('-').unwrap_or_default();
    Ok(if target.is_windows() {
        install("wine", &["wine", "wine64"])?;
        Some(Runner::Wine(folder.join("wine")))
    } else if target.is_macos() {
        None
    } else if processor == std::env::consts::ARCH {
        Some(Runner::Native)
    } else {
        install("qemu-aarch64-static", &["qemu-user-static"])?;
        Some(Runner::Qemu)
    })
}

/// The native host is registered and started as the browser does. It starts the server, which a
/// command then asks for its status and stops.
fn start(runner: &Runner, programs: &Path, target: &Target, version: &str) -> Result<()> {
    let axlens = programs.join(file_name(target, "axlens"));
    // The programs refuse a state directory below a folder that others can change, as `/tmp` in
    // Wine.
    let (state, name) = match runner {
        Runner::Native | Runner::Qemu => (programs.join("state"), programs.join("state")),
        Runner::Wine(prefix) => {
            add_missing_library(prefix)?;
            (prefix.join("drive_c/state"), PathBuf::from(r"C:\state"))
        }
    };
    let command = |arguments: &[&str]| {
        let mut command = runner.command(&axlens);
        command.arg("--state-dir").arg(&name).args(arguments);
        output(&mut command)
    };
    let found = output(runner.command(&axlens).arg("--version"))?;
    ensure!(found.trim() == format!("axlens {version}"), "{found}");
    let browser = programs.join("browser").display().to_string();
    match runner {
        Runner::Wine(_) => command(&["install", "--browser", "chrome"])?,
        Runner::Native | Runner::Qemu => command(&["install", "--user-data-dir", &browser])?,
    };
    // A program in QEMU can't start another one.
    let server = match runner {
        Runner::Qemu => Some(serve(runner.command(&axlens), &name)?),
        Runner::Native | Runner::Wine(_) => None,
    };
    let host = programs.join(file_name(target, "axlens-native-host"));
    let answer = greet(runner, &host, &launcher_in(&state.join("native-host"))?)?;
    ensure!(answer["type"] == "endpoint", "the native host: {answer}");
    let status: Value = serde_json::from_str(&command(&["status", "--json"])?)?;
    ensure!(status["version"] == version, "the server: {status}");
    command(&["stop"])?;
    if let Some((mut server, _log)) = server {
        ensure!(server.wait()?.success(), "the server failed");
    }
    Ok(())
}

impl Runner {
    /// Ends all programs in Wine, also after a failure.
    fn end(&self) {
        if let Runner::Wine(prefix) = self {
            let mut end = Command::new("wineserver");
            // A server that has ended already is no failure.
            let _ = run(end.args(["-k", "-w"]).env("WINEPREFIX", prefix));
        }
    }

    fn command(&self, program: &Path) -> Command {
        match self {
            Runner::Native => Command::new(program),
            Runner::Qemu => {
                let mut command = Command::new("qemu-aarch64-static");
                command.arg(program);
                command
            }
            Runner::Wine(prefix) => {
                let mut command = Command::new("wine");
                command.arg(program);
                command.env("WINEPREFIX", prefix).env("WINEDEBUG", "-all");
                command
            }
        }
    }
}

/// The program that the browser would start.
fn launcher_in(folder: &Path) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| match path.extension() {
            None => path
                .file_stem()
                .is_some_and(|name| !name.to_string_lossy().starts_with('.')),
            Some(end) => end == "exe",
        });
    files.next().context("`axlens install` wrote no launcher")
}

/// Starts a server and returns it when it listens, with the pipe of its log.
fn serve(mut axlens: Command, state: &Path) -> Result<(Child, impl Sized)> {
    axlens.arg("--state-dir").arg(state).arg("serve");
    let mut server = axlens.stderr(Stdio::piped()).spawn()?;
    let log = server.stderr.take().context("no pipe")?;
    let mut lines = BufReader::new(log).lines();
    let is_serving =
        |line: std::io::Result<String>| line.is_ok_and(|line| line.contains("serving"));
    ensure!(lines.any(is_serving), "the server has ended");
    Ok((server, lines))
}

/// Sends the host the extension's first message and returns the answer. In QEMU, the host is
/// started as the launcher does, which is a script.
fn greet(runner: &Runner, host: &Path, launcher: &Path) -> Result<Value> {
    let mut command = match runner {
        Runner::Native => Command::new(launcher),
        Runner::Wine(_) => runner.command(launcher),
        Runner::Qemu => {
            let mut command = runner.command(host);
            command
                .arg("--settings")
                .arg(launcher.with_extension("json"));
            command
        }
    };
    let mut host = command
        .arg("chrome-extension://verify/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (mut requests, mut answers) = host
        .stdin
        .take()
        .zip(host.stdout.take())
        .context("no pipes")?;
    let hello = json!({"type": "hello", "start": true}).to_string();
    requests.write_all(&u32::try_from(hello.len())?.to_le_bytes())?;
    requests.write_all(hello.as_bytes())?;
    let mut length = [0; 4];
    answers.read_exact(&mut length)?;
    let mut answer = vec![0; usize::try_from(u32::from_le_bytes(length))?];
    answers.read_exact(&mut answer)?;
    drop(requests);
    ensure!(host.wait()?.success(), "the native host failed");
    Ok(serde_json::from_slice(&answer)?)
}

/// Makes Wine's folder, and puts the library that Wine lacks into it.
fn add_missing_library(prefix: &Path) -> Result<()> {
    // Wine's server creates all files. It has no inheritance of permissions: without this mask,
    // others could read them.
    let mut boot = Command::new("sh");
    boot.args(["-c", "umask 077; exec wineboot --init"]);
    run(boot.env("WINEPREFIX", prefix).env("WINEDEBUG", "-all"))?;
    let folder = prefix.join("drive_c/windows/system32");
    let source = prefix.join("prng.c");
    fs::write(&source, PROCESS_PRNG)?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.arg("-shared").arg(&source).arg("-o");
    let library = folder.join("bcryptprimitives.dll");
    run(compiler.arg(library).arg("-ladvapi32"))
}

/// Checks that a file is a program of 64 bits for macOS. Source: `mach-o/loader.h`.
fn check_header(program: &Path) -> Result<()> {
    let bytes = fs::read(program)?;
    match bytes.get(..4) {
        Some([0xcf, 0xfa, 0xed, 0xfe]) => Ok(()),
        _ => bail!("{} is not a program for macOS", program.display()),
    }
}
