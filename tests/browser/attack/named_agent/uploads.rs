//! An agent that uploads files from a folder that the user has allowed, while something in that
//! folder leads elsewhere.

use super::mcp_process::McpProcess;
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::{Chain, Page, Tab};
use rustix::fs::{CWD, FileType, Mode, RenameFlags, mknodat, renameat_with};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// The content of a file outside of the folder.
const SECRET: &str = "Outside matter";

/// A race is tried this often.
const ATTEMPTS: usize = 120;

/// How long a path leads to the inside, and to the outside.
const INSIDE: Duration = Duration::from_micros(300);
const OUTSIDE: Duration = Duration::from_micros(100);

/// A page that shows the content of the uploaded file.
const PAGE: &str =
    "<!doctype html><title>Send</title><label>Report <input type=file multiple></label><p id=content></p>
<script>let pending = 0;
const field = document.querySelector('input');
field.onchange = async () => {
  pending++;
  const texts = await Promise.all([...field.files].map((file) => file.text()));
  content.textContent += texts.join('');
  pending--;
};</script>";

/// Prepares two paths that are exchanged again and again.
type Prepare = fn(&Path, &Path) -> anyhow::Result<[PathBuf; 2]>;

/// A page with a file field, and the folders.
struct Setup {
    tab: Tab,
    allowed: PathBuf,
    outside: PathBuf,
}

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let setup = setup(chain).await?;
    let tried = "a file in the folder, for comparison";
    let attempt = control(chain, &setup);
    report.attack("upload_of_a_file", tried, attempt).await;
    for (name, tried, folder, path) in [
        (
            "upload_of_the_environment",
            "the environment of the process, in the system's folder",
            Path::new("/proc"),
            "self/environ",
        ),
        (
            "upload_of_a_system_file",
            "a file of the system without a size",
            Path::new("/proc"),
            "version",
        ),
        ("upload_of_a_pipe", "a pipe", &setup.allowed, "pipe"),
        (
            "upload_of_a_link",
            "a link to the outside",
            &setup.allowed,
            "link.txt",
        ),
        (
            "upload_below_a_link",
            "a folder that is a link to the outside",
            &setup.allowed,
            "folder/secret.txt",
        ),
        (
            "upload_by_dots",
            "a path that leaves the folder",
            &setup.allowed,
            "../outside/secret.txt",
        ),
        ("upload_of_a_device", "a device", Path::new("/dev"), "zero"),
    ] {
        let attempt = refused(chain, &setup, folder, path);
        report.attack(name, tried, attempt).await;
    }
    races(report, chain, &setup).await;
    Ok(())
}

async fn races(report: &mut Report, chain: &Chain, setup: &Setup) {
    for (name, tried, path, prepare) in [
        (
            "upload_during_a_swap",
            "a file that changes into a link to the outside and back",
            "racing.txt",
            file_and_link as Prepare,
        ),
        (
            "upload_during_a_swap_of_its_folder",
            "a folder that changes into a link to the outside and back",
            "racing/secret.txt",
            folder_and_link,
        ),
    ] {
        let attempt = racing(chain, setup, path, prepare);
        report.attack(name, tried, attempt).await;
    }
}

async fn setup(chain: &Chain) -> anyhow::Result<Setup> {
    let (allowed, outside) = (
        chain.folder.path().join("allowed"),
        chain.folder.path().join("outside"),
    );
    std::fs::create_dir(&allowed)?;
    std::fs::create_dir(&outside)?;
    std::fs::write(allowed.join("own.txt"), "Own matter")?;
    std::fs::write(outside.join("secret.txt"), SECRET)?;
    symlink(outside.join("secret.txt"), allowed.join("link.txt"))?;
    symlink(&outside, allowed.join("folder"))?;
    mknodat(
        CWD,
        allowed.join("pipe"),
        FileType::Fifo,
        Mode::RUSR | Mode::WUSR,
        0,
    )?;
    let tab = chain.open(Page::html(PAGE)).await?;
    tab.tree().await?;
    Ok(Setup {
        tab,
        allowed,
        outside,
    })
}

async fn control(chain: &Chain, setup: &Setup) -> anyhow::Result<String> {
    let handle = setup.tab.handle().await?;
    block_in_place(|| {
        let mut agent = start(chain, &setup.allowed)?;
        upload(&mut agent, handle, "own.txt")
    })?;
    shows(&setup.tab, "Own matter").await?;
    Ok("the page has it".to_owned())
}

/// The fault must be that of the process: the server receives nothing.
async fn refused(
    chain: &Chain,
    setup: &Setup,
    folder: &Path,
    path: &str,
) -> anyhow::Result<String> {
    let handle = setup.tab.handle().await?;
    let text = block_in_place(|| {
        let mut agent = start(chain, folder)?;
        upload(&mut agent, handle, path)
    })?;
    ensure!(text.starts_with("bad_request"), "it is uploaded");
    has_no_secret(&setup.tab).await?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Uploads while another thread changes the path.
async fn racing(
    chain: &Chain,
    setup: &Setup,
    path: &str,
    prepare: Prepare,
) -> anyhow::Result<String> {
    let handle = setup.tab.handle().await?;
    let [one, other] = prepare(&setup.allowed, &setup.outside)?;
    let unchanged = block_in_place(|| upload(&mut start(chain, &setup.allowed)?, handle, path))?;
    ensure!(
        !unchanged.starts_with("bad_request"),
        "the control: {unchanged}"
    );
    let ends = Arc::new(AtomicBool::new(false));
    let flips = Arc::clone(&ends);
    let thread = std::thread::spawn(move || {
        while !flips.load(Ordering::Relaxed) {
            for state in [INSIDE, OUTSIDE] {
                let since = Instant::now();
                while since.elapsed() < state {
                    std::hint::spin_loop();
                }
                // Atomic: one of the two is always there.
                let _ = renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE);
            }
        }
    });
    let uploaded = block_in_place(|| -> anyhow::Result<usize> {
        let mut agent = start(chain, &setup.allowed)?;
        let mut uploaded = 0;
        for _ in 0..ATTEMPTS {
            let text = upload(&mut agent, handle, path)?;
            uploaded += usize::from(!text.starts_with("bad_request"));
        }
        Ok(uploaded)
    });
    ends.store(true, Ordering::Relaxed);
    let joined = thread.join();
    ensure!(joined.is_ok(), "the control: the thread ran");
    let uploaded = uploaded?;
    has_no_secret(&setup.tab).await?;
    Ok(format!(
        "{uploaded} of {ATTEMPTS} uploads, all of the file inside"
    ))
}

/// Prepares a file and a link to the outside, and returns their paths.
fn file_and_link(allowed: &Path, outside: &Path) -> anyhow::Result<[PathBuf; 2]> {
    let paths = [allowed.join("racing.txt"), allowed.join("other.txt")];
    std::fs::write(&paths[0], "Own matter")?;
    symlink(outside.join("secret.txt"), &paths[1])?;
    Ok(paths)
}

/// Prepares a folder and a link to the outside, and returns their paths.
fn folder_and_link(allowed: &Path, outside: &Path) -> anyhow::Result<[PathBuf; 2]> {
    let paths = [allowed.join("racing"), allowed.join("other")];
    std::fs::create_dir(&paths[0])?;
    std::fs::write(paths[0].join("secret.txt"), "Own matter")?;
    symlink(outside, &paths[1])?;
    Ok(paths)
}

fn start(chain: &Chain, folder: &Path) -> anyhow::Result<McpProcess> {
    let folder = folder.to_str().context("text")?;
    McpProcess::start(chain, &["mcp", "--files", folder])
}

/// Uploads a file to the page. Returns the answer.
fn upload(agent: &mut McpProcess, handle: u64, path: &str) -> anyhow::Result<String> {
    // The selector finds the field in a new session too.
    let action = json!({"action": "upload", "selector": "input", "files": [{"path": path}]});
    agent.call("interact", json!({"tab": handle, "actions": [action]}))
}

async fn content(tab: &Tab) -> anyhow::Result<Value> {
    tab.evaluate("content.textContent").await
}

async fn shows(tab: &Tab, text: &str) -> anyhow::Result<()> {
    tab.wait_for(&format!("content.textContent.includes({text:?})"))
        .await
}

async fn has_no_secret(tab: &Tab) -> anyhow::Result<()> {
    // The page reads a file in a task of its own.
    tab.wait_for("pending === 0").await?;
    let content = content(tab).await?.to_string();
    ensure!(!content.contains(SECRET), "the page has it");
    Ok(())
}
