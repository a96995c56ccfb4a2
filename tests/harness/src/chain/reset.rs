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
const CHANGING_FILES: [&str; 7] = [
    "audit.jsonl",
    "axlens.sock",
    "endpoint.json",
    "last-tab",
    "last-uses.json",
    "port",
    "server.lock",
];

/// What the extension's worker and its pages can see of its state. Some entries are about a tab, a
/// document, an action or the site of one test; the address of the server changes with the server.
const READ_STATE: &str = "(async () => {
    const ofOneTest = /^(endpoint|act .*|claims|documentsWithoutPolicy|openedTabs|replacedTabs|visitsBySite|agentGroups|pins)$/;
    const session = Object.entries(await chrome.storage.session.get());
    const local = await chrome.storage.local.get();
    // Another id when an agent may read less than before.
    delete local.access?.id;
    // Every test that reads a page stores it, a second later. The visits stay known too.
    delete local.isUsed;
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

/// A chain of the pool, and what it was when it started.
pub(crate) struct PooledChain {
    /// The chain.
    pub(crate) chain: Chain,
    kind: Kind,
    /// The DevTools target id of an empty page that stays open, because a window costs more than
    /// most tests.
    empty_page: String,
    initial: State,
}

/// What a reset had to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reset {
    /// It closed the test's pages.
    Pages,
    /// It also started the extension again, and maybe the server.
    Extension,
}

impl PooledChain {
    /// Starts a chain. The page that the extension opens after its installation is closed.
    pub(crate) async fn start(kind: Kind) -> anyhow::Result<Self> {
        let chain = kind.start().await.context("starting a chain")?;
        let mut empty_page = String::new();
        close_pages(&chain, &mut empty_page).await?;
        let initial = State::of(&chain, kind).await.context("its state")?;
        Ok(Self {
            chain,
            kind,
            empty_page,
            initial,
        })
    }

    /// Resets the chain. It reads the state again: an error if that is still another one.
    pub(crate) async fn reset(&mut self) -> anyhow::Result<Reset> {
        let kind = self.kind;
        close_pages(&self.chain, &mut self.empty_page).await?;
        empty_audit_log(&self.chain)?;
        let state = State::of(&self.chain, kind).await.ok();
        if state.as_ref() == Some(&self.initial) {
            return Ok(Reset::Pages);
        }
        if !state.is_some_and(|state| state.has_equal_server(&self.initial)) {
            restart_server(&mut self.chain, kind, &self.initial).await?;
        }
        restart_extension(&self.chain, kind, &self.initial, &self.empty_page).await?;
        close_pages(&self.chain, &mut self.empty_page).await?;
        let state = State::of(&self.chain, kind).await?;
        ensure!(
            state.is_reset_to(&self.initial),
            "after a restart, it differs in {:?}",
            state.differences(&self.initial)
        );
        self.initial = state;
        Ok(Reset::Extension)
    }
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

    /// The parts that differ from it: an extension's state by its keys, files by their names.
    fn differences(&self, initial: &Self) -> Vec<String> {
        let of = |state: &Self, key: &str| state.extension[key].to_string();
        let mut parts = Vec::new();
        for key in keys_of(&self.extension) {
            let (now, before) = (of(self, key), of(initial, key));
            if now != before {
                parts.push(format!("{key}: {now}, not {before}"));
            }
        }
        for (name, content) in &self.server {
            if initial.server.get(name) != Some(content) {
                parts.push(format!("the server's {name}"));
            }
        }
        if (&self.files, self.browsers) != (&initial.files, initial.browsers) {
            parts.push(format!("{:?}, {} browsers", self.files, self.browsers));
        }
        parts
    }

    /// Whether a restart has led back to it. A new state directory has new keys in the same files.
    fn is_reset_to(&self, initial: &Self) -> bool {
        self.extension == initial.extension
            && self.files == initial.files
            && self.browsers == initial.browsers
            && self.server.keys().eq(initial.server.keys())
    }
}

/// The keys of an object.
fn keys_of(object: &Value) -> impl Iterator<Item = &str> {
    object
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys().map(String::as_str))
}

/// Closes all pages except the empty one, which it opens if it is not open, and forgets the sites'
/// cookies.
async fn close_pages(chain: &Chain, empty: &mut String) -> anyhow::Result<()> {
    let devtools = &chain.browser.devtools;
    devtools
        .command("", "Storage.clearCookies", json!({}))
        .await?;
    let is_open = chain.browser.open_pages("about:blank").await?;
    if !is_open.contains(empty) {
        let page = json!({"url": "about:blank", "newWindow": true});
        let page = devtools.command("", "Target.createTarget", page).await?;
        *empty = page["targetId"].as_str().context("a target")?.to_owned();
    }
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
    let state = evaluate_in_extension(chain, kind, READ_STATE).await?;
    Ok(serde_json::from_str(state.as_str().context("a state")?)?)
}

/// Evaluates an expression in the extension's worker if it is connected, otherwise in a page, which
/// takes a hundred times as long. A worker that is starting never starts if a debugger attaches to
/// it: so does Chromium.
async fn evaluate_in_extension(chain: &Chain, kind: Kind, script: &str) -> anyhow::Result<Value> {
    if is_connected(chain).await
        && let Some(worker) = workers(chain).await?.first()
        && let Ok(value) = evaluate_in_target(chain, worker, script).await
    {
        return Ok(value);
    }
    let page = open_own_page(chain, kind).await?;
    let value = page.evaluate(script).await?;
    page.close().await?;
    Ok(value)
}

/// Evaluates an expression in a target, without staying attached to it.
async fn evaluate_in_target(chain: &Chain, target: &str, script: &str) -> anyhow::Result<Value> {
    let devtools = &chain.browser.devtools;
    let session = devtools.attach(target).await?;
    let value = devtools.evaluate(&session, script).await;
    devtools.detach(&session).await?;
    value
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
    end_programs(chain).await?;
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

/// Ends the server and the native hosts. A host starts another server before it ends itself, so
/// that all are looked for until there are none.
async fn end_programs(chain: &Chain) -> anyhow::Result<()> {
    let state_folder = chain.state_folder().display().to_string();
    until("server and native hosts to end", || async {
        let programs = with_argument(&state_folder);
        for (process, _) in &programs {
            // It may have ended meanwhile.
            let _ = signal(*process, Signal::KILL);
        }
        Ok(programs.is_empty().then_some(()))
    })
    .await
}

/// Restores what the extension stores, and starts its worker again. `empty`: the empty page.
async fn restart_extension(
    chain: &Chain,
    kind: Kind,
    initial: &State,
    empty: &str,
) -> anyhow::Result<()> {
    let (local, permissions) = (
        &initial.extension["local"],
        &initial.extension["permissions"],
    );
    let restore = format!(
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
    );
    evaluate_in_extension(chain, kind, &restore).await?;
    match kind.has_worker() {
        true => restart_worker(chain, kind, empty).await,
        false => Ok(()),
    }
}

/// Stops the extension's worker, as Chromium does with an idle one, and starts it again by an event
/// of the empty page.
async fn restart_worker(chain: &Chain, kind: Kind, empty: &str) -> anyhow::Result<()> {
    let (earlier, instance) = (workers(chain).await?, instance(chain).await);
    let devtools = &chain.browser.devtools;
    let page = devtools.attach(empty).await?;
    for method in ["ServiceWorker.enable", "ServiceWorker.stopAllWorkers"] {
        devtools.command(&page, method, json!({})).await?;
    }
    until("the worker to end", || async {
        let running = workers(chain).await?;
        let is_stopped = earlier.iter().all(|worker| !running.contains(worker));
        Ok(is_stopped.then_some(()))
    })
    .await?;
    let again = json!({"url": "about:blank"});
    devtools.command(&page, "Page.navigate", again).await?;
    devtools.detach(&page).await?;
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

/// Whether a worker is connected to the server.
async fn is_connected(chain: &Chain) -> bool {
    let status = chain.agent.status().await;
    status.is_ok_and(|status| status["extension"]["connected"] == json!(true))
}

/// The worker that connected to the server last.
async fn instance(chain: &Chain) -> Option<Value> {
    let status = chain.agent.status().await.ok()?;
    Some(status["extension"]["instance"].clone()).filter(|instance| !instance.is_null())
}
