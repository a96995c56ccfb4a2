//! Makes a chain what it was before a test: the pages that the test has left are closed, and if the
//! test has left anything else, server and extension start again from the state at the beginning.
//!
//! The server's memory and cached files of web sites stay as they are. Sessions have names of their
//! own, and each test's site has a port of its own.

use crate::chain::kind::Kind;
use crate::chain::{Chain, PROFILE};
use crate::process::{signal, with_argument};
use crate::shared;
use crate::tab::Tab;
use crate::wait::until;
use anyhow::{Context, bail, ensure};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Files of the state directory that change while the server runs.
const CHANGING_FILES: [&str; 6] = [
    "audit.jsonl",
    "axlens.sock",
    "endpoint.json",
    "last-uses.json",
    "port",
    "server.lock",
];

/// What the extension's own pages can see of its state. Some entries are about a tab, a document,
/// an action or the site of one test; the address of the server changes with the server.
const READ_STATE: &str = "(async () => {
    const ofOneTest = /^(endpoint|act .*|claims|documentsWithoutPolicy|openedTabs|replacedTabs|visitsBySite)$/;
    const session = Object.entries(await chrome.storage.session.get());
    const local = await chrome.storage.local.get();
    // Another id when an agent may read less than before.
    delete local.access?.id;
    const list = async (of) => (of ? of() : []);
    return JSON.stringify({
        local,
        session: Object.fromEntries(session.filter(([key]) => !ofOneTest.test(key))),
        permissions: (await chrome.permissions.getAll()).permissions.sort(),
        origins: (await chrome.permissions.getAll()).origins.sort(),
        scripts: await chrome.scripting.getRegisteredContentScripts(),
        rules: [await chrome.declarativeNetRequest.getSessionRules(),
            await chrome.declarativeNetRequest.getDynamicRules()],
        downloads: (await list(chrome.downloads?.search && (() => chrome.downloads.search({}))))
            .map(({ id }) => id),
        access: [await chrome.extension.isAllowedFileSchemeAccess(),
            await chrome.extension.isAllowedIncognitoAccess()],
    });
})()";

/// What a reset had to do.
pub(crate) enum Reset {
    /// It closed the test's pages.
    Pages,
    /// It also started the extension again, and maybe the server, whose keys are new then.
    Extension(State),
}

/// Everything that a test can leave behind, apart from open pages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    extension: Value,
    /// Names and contents of the state directory's files.
    server: BTreeMap<String, Vec<u8>>,
    /// The names in the chain's folder and in the folder of downloads.
    files: Vec<String>,
    browsers: usize,
}

impl State {
    /// Reads it. An error if the server does not run or the extension is not connected.
    pub(crate) async fn of(chain: &Chain, kind: Kind) -> anyhow::Result<Self> {
        let folder = chain.folder.path();
        let mut files = names_in(folder)?;
        files.extend(names_in(&folder.join(PROFILE).join("Downloads"))?);
        Ok(Self {
            extension: extension_state(chain, kind).await?,
            server: contents_of(&chain.state_folder())?,
            files,
            browsers: browsers(chain).await?,
        })
    }

    /// Whether a test has left nothing in the folder and at the server.
    fn has_equal_server(&self, initial: &Self) -> bool {
        (&self.server, &self.files, self.browsers)
            == (&initial.server, &initial.files, initial.browsers)
    }
}

/// Resets the chain, whose state was `initial`. The reset reads the state again: an error if it is
/// still another one.
pub(crate) async fn reset(chain: &mut Chain, kind: Kind, initial: &State) -> anyhow::Result<Reset> {
    close_pages(chain).await.context("closing the pages")?;
    empty_audit_log(chain)?;
    let state = State::of(chain, kind).await.ok();
    if state.as_ref() == Some(initial) {
        return Ok(Reset::Pages);
    }
    if !state.is_some_and(|state| state.has_equal_server(initial)) {
        restart_server(chain, kind, initial).await?;
    }
    restart_extension(chain, kind, initial).await?;
    close_pages(chain).await.context("closing the pages")?;
    let state = State::of(chain, kind).await?;
    // A new state directory has new keys in the same files.
    let is_reset = state.extension == initial.extension
        && state.files == initial.files
        && state.browsers == initial.browsers
        && state.server.keys().eq(initial.server.keys());
    ensure!(is_reset, "the state is\n{state:?}\ninstead of\n{initial:?}");
    Ok(Reset::Extension(state))
}

/// Closes all pages except an empty one, and forgets the sites' cookies.
pub(crate) async fn close_pages(chain: &Chain) -> anyhow::Result<()> {
    let devtools = &chain.browser.devtools;
    devtools
        .command("", "Storage.clearCookies", json!({}))
        .await?;
    let empty = json!({"url": "about:blank", "newWindow": true});
    let empty = devtools.command("", "Target.createTarget", empty).await?;
    let empty = empty["targetId"].as_str().context("a target")?;
    until("the pages to close", || async {
        let open = chain.browser.open_pages("").await?;
        let others: Vec<&String> = open.iter().filter(|id| *id != empty).collect();
        for id in &others {
            devtools.send("", "Target.closeTarget", json!({"targetId": id}))?;
        }
        match others.len() {
            0 => Ok(Some(())),
            left => bail!("{left} are open"),
        }
    })
    .await
}

/// The server appends to the file, also after this.
fn empty_audit_log(chain: &Chain) -> anyhow::Result<()> {
    let log = chain.state_folder().join("audit.jsonl");
    if log.exists() {
        std::fs::File::options().write(true).open(log)?.set_len(0)?;
    }
    Ok(())
}

/// Opens a page of the extension. Without a worker, no page of the user is ever ready.
async fn open_own_page(chain: &Chain, kind: Kind) -> anyhow::Result<Tab> {
    if kind.has_worker() {
        return chain.own_page("options").await;
    }
    let id = shared::extension_id()?;
    let file = format!("chrome-extension://{id}/devtools/devtools.html");
    chain.open_url(&file).await
}

/// The extension's state.
async fn extension_state(chain: &Chain, kind: Kind) -> anyhow::Result<Value> {
    let page = open_own_page(chain, kind).await?;
    let state = page.evaluate(READ_STATE).await?;
    page.close().await?;
    Ok(serde_json::from_str(state.as_str().context("a state")?)?)
}

async fn browsers(chain: &Chain) -> anyhow::Result<usize> {
    let listed = chain.agent.get("/browsers").await?.ok()?;
    Ok(listed["browsers"].as_array().map_or(0, Vec::len))
}

fn names_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<anyhow::Result<_>>()?;
    names.sort();
    Ok(names)
}

/// The contents of the files in a folder and its subfolders.
fn contents_of(folder: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut contents = BTreeMap::new();
    for name in names_in(folder)? {
        let path = folder.join(&name);
        if CHANGING_FILES.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            let inner = contents_of(&path)?.into_iter();
            contents.extend(inner.map(|(inner, content)| (format!("{name}/{inner}"), content)));
        } else {
            contents.insert(name, std::fs::read(path)?);
        }
    }
    Ok(contents)
}

/// Removes the files and folders that a test has added.
fn remove_files(chain: &Chain, initial: &State) -> anyhow::Result<()> {
    let folder = chain.folder.path().to_owned();
    for folder in [folder.join(PROFILE).join("Downloads"), folder] {
        for name in names_in(&folder)? {
            let path = folder.join(&name);
            if initial.files.contains(&name) {
                continue;
            }
            match path.is_dir() {
                true => std::fs::remove_dir_all(path)?,
                false => std::fs::remove_file(path)?,
            }
        }
    }
    Ok(())
}

/// Starts the server again on an empty state directory, and registers the native host. Without a
/// registration, no native host starts a server in between.
async fn restart_server(chain: &mut Chain, kind: Kind, initial: &State) -> anyhow::Result<()> {
    let registered = chain
        .folder
        .path()
        .join(PROFILE)
        .join("NativeMessagingHosts");
    if registered.exists() {
        std::fs::remove_dir_all(registered)?;
    }
    for (process, _) in with_argument(&chain.state_folder().display().to_string()) {
        // It may have ended meanwhile.
        let _ = signal(process, Signal::KILL);
    }
    remove_files(chain, initial)?;
    chain.server.restart_empty().await?;
    let server = &chain.server;
    match kind.attendance() {
        Some(attendance) => server
            .build
            .register_host(&server.folder, PROFILE, attendance),
        None => Ok(()),
    }
}

/// Restores what the extension stores, and starts its worker again.
async fn restart_extension(chain: &Chain, kind: Kind, initial: &State) -> anyhow::Result<()> {
    let page = open_own_page(chain, kind).await?;
    let (local, permissions) = (
        &initial.extension["local"],
        &initial.extension["permissions"],
    );
    page.evaluate(&format!(
        "(async () => {{
            const granted = (await chrome.permissions.getAll()).permissions;
            const added = granted.filter((each) => !{permissions}.includes(each));
            await chrome.downloads?.erase?.({{}});
            if (added.length > 0) await chrome.permissions.remove({{ permissions: added }});
            await chrome.scripting.unregisterContentScripts();
            await chrome.storage.session.clear();
            const {{ access }} = await chrome.storage.local.get();
            await chrome.storage.local.clear();
            await chrome.storage.local.set({local});
            if (access) await chrome.storage.local.set({{ access }});
        }})()"
    ))
    .await?;
    if kind.has_worker() {
        restart_worker(chain, kind, &page).await?;
    }
    Ok(())
}

/// Stops the extension's worker, as Chromium does with an idle one, and starts it again. `page`: a
/// page of the extension.
async fn restart_worker(chain: &Chain, kind: Kind, page: &Tab) -> anyhow::Result<()> {
    let (earlier, instance) = (workers(chain).await?, instance(chain).await);
    let internals = chain.front_tab().await?;
    internals.goto("chrome://serviceworker-internals/").await?;
    let buttons = "[...document.querySelectorAll('[data-command=stop]')]";
    internals.wait_for(&format!("{buttons}.length > 0")).await?;
    let stop = format!("{buttons}.forEach((button) => button.click())");
    internals.evaluate(&stop).await?;
    until("the worker to end", || async {
        let running = workers(chain).await?;
        let is_stopped = earlier.iter().all(|worker| !running.contains(worker));
        Ok(is_stopped.then_some(()))
    })
    .await?;
    let wake = "chrome.runtime.sendMessage({}).catch(() => undefined)";
    page.evaluate(wake).await?;
    if kind.attendance().is_none() {
        return Ok(());
    }
    until("another worker to connect", || async {
        let connected = self::instance(chain).await;
        Ok((connected.is_some() && connected != instance).then_some(()))
    })
    .await?;
    chain.connected().await
}

/// The DevTools target ids of the extension's worker, if it runs.
async fn workers(chain: &Chain) -> anyhow::Result<Vec<String>> {
    let id = shared::extension_id()?;
    let own = format!("chrome-extension://{id}/");
    chain.browser.targets("service_worker", &own).await
}

/// The worker that is connected to the server.
async fn instance(chain: &Chain) -> Option<Value> {
    let status = chain.agent.status().await.ok()?;
    Some(status["extension"]["instance"].clone()).filter(|instance| !instance.is_null())
}
