//! The only access to `chrome.*` of the worker and the options page. It knows Chrome's calls and
//! their shapes, and nothing of what they are used for. Listeners handed in here are registered at
//! once, so call these at the top level of a module.

/** @typedef {chrome.tabs.Tab} Tab */
/** @typedef {chrome.windows.Window} Window */
/**
 * @typedef {{ frameId: number, parentFrameId: number, documentId: string, url: string,
 * documentLifecycle: string }} Frame
 */
/** @typedef {chrome.runtime.Port} Port */
/** @typedef {{tabId: number, frameId: number, documentId: string, url: string}} Commit */
/** @typedef {{tabId: number, frameId: number, url: string, names: string[]}} Headers */

// What an extension is and has.

/** @returns {string} */
export const version = () => chrome.runtime.getManifest().version;

/** @param {string} path @returns {string} the address of one of the extension's own files */
export const fileUrl = (path) => chrome.runtime.getURL(path);

/** Any call of an extension API: it shows Chrome that the worker is in use. */
export const stayAwake = () => chrome.runtime.getPlatformInfo();

/** @returns {Promise<boolean>} whether the user lets the extension read `file:` addresses */
export const mayReadFiles = () => chrome.extension.isAllowedFileSchemeAccess();

/** @returns {Promise<boolean>} whether the user lets the extension run in incognito windows */
export const mayReadIncognito = () => chrome.extension.isAllowedIncognitoAccess();

// Tabs and windows.

/** @param {number} tab */
export const getTab = (tab) => chrome.tabs.get(tab);

/** @param {{ active?: boolean, windowId?: number }} filter */
export const queryTabs = (filter) => chrome.tabs.query(filter);

/** @param {number} tab @param {string} url */
export const showAddress = (tab, url) => chrome.tabs.update(tab, { url });

/**
 * Goes through the tab's history. Chrome's own way passes over pages that nobody has clicked on by
 * hand, so that it is taken only where no script may run.
 * @param {number} tab
 */
export const goBack = (tab) =>
  runInMainFrame(tab, { func: () => (history.back(), 0) }).catch(() => chrome.tabs.goBack(tab));

/** @param {number} tab */
export const goForward = (tab) =>
  runInMainFrame(tab, { func: () => (history.forward(), 0) }).catch(() =>
    chrome.tabs.goForward(tab),
  );

/** @param {number} tab */
export const reloadTab = (tab) => chrome.tabs.reload(tab);

/** @param {string} url @returns {Promise<Tab>} a new tab, behind the one in front */
export const openTab = (url) => chrome.tabs.create({ url, active: false });

/** @param {number} tab */
export const closeTab = (tab) => chrome.tabs.remove(tab);

/** @param {number} tab which its window shows from then on */
export const activateTab = (tab) => chrome.tabs.update(tab, { active: true });

/** The windows that a person browses in: not those of apps and developer tools. */
export const browsingWindows = () => chrome.windows.getAll({ windowTypes: ['normal', 'popup'] });

/** The browsing window that had the focus last. */
export const lastFocusedWindow = () =>
  chrome.windows.getLastFocused({ windowTypes: ['normal', 'popup'] });

/**
 * @param {number} window @returns {Promise<string>} what the window shows, as a `data:` address of
 * a PNG
 */
export const captureWindow = (window) => chrome.tabs.captureVisibleTab(window, { format: 'png' });

/**
 * Listens until the function that it gives is called.
 * @param {(window: number) => void} listener another tab of the window has come to its front
 */
export function watchActivated(listener) {
  const heard = (/** @type {{windowId: number}} */ { windowId }) => listener(windowId);
  chrome.tabs.onActivated.addListener(heard);
  return () => chrome.tabs.onActivated.removeListener(heard);
}

/**
 * Opens a window of the extension's own, in front of all others.
 * @param {string} path of its page @param {number} width @param {number} height in CSS pixels
 * @returns {Promise<number | undefined>} its id
 */
export const openWindow = async (path, width, height) =>
  (
    await chrome.windows.create({
      url: chrome.runtime.getURL(path),
      type: 'popup',
      focused: true,
      width,
      height,
    })
  )?.id;

/** @param {number} window */
export const closeWindow = (window) => chrome.windows.remove(window);

/** @param {(window: number) => void} listener */
export const onWindowClosed = (listener) => chrome.windows.onRemoved.addListener(listener);

/** @param {(tab: number) => void} listener */
export const onTabRemoved = (listener) => chrome.tabs.onRemoved.addListener(listener);

/**
 * @param {(added: number, removed: number) => void} listener called when a tab has got another id:
 * Chrome has unloaded it, or put a prepared page in its place
 */
export const onTabReplaced = (listener) => chrome.tabs.onReplaced.addListener(listener);

// Frames and documents.

/** @param {number} tab @returns {Promise<Frame[]>} */
export const listFrames = async (tab) =>
  (await chrome.webNavigation.getAllFrames({ tabId: tab })) ?? [];

/** @param {(commit: Commit) => void} listener called when a frame has got a new document */
export function onCommitted(listener) {
  chrome.webNavigation.onCommitted.addListener((details) => {
    if (details.documentId) listener({ ...details, documentId: details.documentId });
  });
}

/**
 * @param {(tab: number) => void} listener called when a main frame's new document does not come: a
 * download, an answer without content
 */
export function onNavigationFailed(listener) {
  chrome.webNavigation.onErrorOccurred.addListener((details) => {
    if (details.frameId === 0) listener(details.tabId);
  });
}

/**
 * @param {(navigation: import('../worker/acting/navigations.js').Navigation) => void} listener
 * called for each step of each navigation of each frame
 */
export function onNavigation(listener) {
  const { webNavigation } = chrome;
  /** @param {'begun' | 'committed' | 'ready' | 'failed' | 'within'} kind */
  const tell =
    (kind) =>
    (/** @type {{tabId: number, frameId: number, url: string, documentId?: string}} */ details) =>
      listener({
        kind,
        tab: details.tabId,
        frame: details.frameId,
        url: details.url,
        ...(details.documentId ? { document: details.documentId } : {}),
      });
  webNavigation.onBeforeNavigate.addListener(tell('begun'));
  webNavigation.onCommitted.addListener(tell('committed'));
  webNavigation.onDOMContentLoaded.addListener(tell('ready'));
  webNavigation.onCompleted.addListener(tell('ready'));
  webNavigation.onErrorOccurred.addListener(tell('failed'));
  webNavigation.onHistoryStateUpdated.addListener(tell('within'));
  webNavigation.onReferenceFragmentUpdated.addListener(tell('within'));
  webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) =>
    listener({ kind: 'opened', tab: sourceTabId, frame: 0, url, opened: tabId }),
  );
}

/**
 * Opens a port to a document's content script.
 * @param {number} tab @param {string} document @param {string} name
 */
export const connectDocument = (tab, document, name) =>
  chrome.tabs.connect(tab, { documentId: document, name });

/**
 * @param {number} tab
 * @param {string} document
 * @param {object} message
 * @returns {Promise<any>} what the document's content script answers
 */
export const askDocument = (tab, document, message) =>
  chrome.tabs.sendMessage(tab, message, { documentId: document });

/**
 * @param {number} tab
 * @param {object} message
 * @returns {Promise<any>} what the main frame's content script answers, whatever document is there
 */
export const askMainFrame = (tab, message) => chrome.tabs.sendMessage(tab, message, { frameId: 0 });

/**
 * @param {number} tab
 * @param {string} document
 * @param {string[]} files
 */
export const injectFiles = (tab, document, files) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    files,
    injectImmediately: true,
  });

/**
 * Runs a function in the world of a page's own scripts.
 * @template {any[]} Given
 * @param {number} tab
 * @param {string} document
 * @param {(...given: Given) => void} func
 * @param {Given} args
 */
export const runInPage = (tab, document, func, args) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    world: 'MAIN',
    func,
    args,
    injectImmediately: true,
  });

/**
 * Runs scripts in the main frame, whatever document is there.
 * @param {number} tab
 * @param {{files: string[]} | {func: () => number}} scripts
 * @returns {Promise<string | undefined>} that document
 */
const runInMainFrame = async (tab, scripts) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      injectImmediately: true,
      ...scripts,
    })
  )[0]?.documentId;

/** @param {number} tab @param {string[]} files */
export const injectMainFrame = (tab, files) => runInMainFrame(tab, { files });

/**
 * Runs a script that does nothing: it settles as soon as the document's scripts run.
 * @param {number} tab
 * @param {string} document
 */
export const probeDocument = (tab, document) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    func: () => 0,
    injectImmediately: true,
  });

/**
 * `inFrame`: a frame of the document has the focus; `frame`: the index of that one's window among
 * those of the document, -1 in a shadow root; `index`: its own among its parent's.
 * @typedef {{has: boolean, inFrame: boolean, frame: number, index: number}} FocusIn
 */

/**
 * Whether a document has the focus, itself or by a frame in it.
 * @param {number} tab
 * @param {string} document
 * @returns {Promise<FocusIn | undefined>}
 */
export const focusIn = async (tab, document) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab, documentIds: [document] },
      func: () => {
        let at = self.document.activeElement;
        for (let inner = at; inner;) {
          at = inner;
          const host = inner instanceof HTMLElement ? inner : null;
          inner = (host && chrome.dom.openOrClosedShadowRoot(host)?.activeElement) ?? null;
        }
        const isFrame = ['IFRAME', 'FRAME', 'OBJECT'].includes(at?.tagName ?? '');
        const indexIn = (/** @type {any} */ outer, /** @type {unknown} */ inner) =>
          Array.from({ length: outer.length }, (_, index) => outer[index]).indexOf(inner ?? outer);
        return {
          has: self.document.hasFocus(),
          inFrame: isFrame,
          frame: isFrame ? indexIn(self, /** @type {HTMLIFrameElement} */ (at).contentWindow) : -1,
          index: self.parent === self ? -1 : indexIn(self.parent, self),
        };
      },
      injectImmediately: true,
    })
  )[0]?.result;

/**
 * The main frame's document, as a script that does nothing finds it.
 * @param {number} tab
 */
export const probeMain = (tab) => runInMainFrame(tab, { func: () => 0 });

/**
 * Every frame that a script can be run in, each with the origin of its document, which may be
 * another than that of its address. Never settles while one frame is busy.
 * @param {number} tab
 */
export const probeFrames = (tab) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, allFrames: true },
    func: () => self.origin,
    injectImmediately: true,
  });

/**
 * @param {number} tab
 * @returns {Promise<string>} the origin of the main frame's document; `null`, as text, of one that
 *   has none
 */
export const mainOrigin = async (tab) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => self.origin,
      injectImmediately: true,
    })
  )[0]?.result ?? 'null';

/**
 * Lends a document the gesture that is being handled. Chrome does so only where it is called before
 * anything was waited for.
 * @param {number} tab
 * @param {string} document
 */
export const lendActivation = (tab, document) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    func: () => {},
    injectImmediately: true,
  });

// Permissions.

/**
 * @param {string[]} origins patterns such as `https://example.org/*` @returns {Promise<boolean>}
 */
export const mayRead = (origins) => chrome.permissions.contains({ origins });

/** Whether the user lets the extension see response headers. */
export const maySeeHeaders = () => chrome.permissions.contains({ permissions: ['webRequest'] });

/** Asks the user; must be called while a click is handled. */
export const requestHeaders = () => chrome.permissions.request({ permissions: ['webRequest'] });

/** Gives the permission back. */
export const dropHeaders = () => chrome.permissions.remove({ permissions: ['webRequest'] });

const SCRIPTS = { permissions: ['userScripts'] };

/** Whether the user lets agents' own scripts be run, as far as this extension is asked. */
export const mayRunScripts = () => chrome.permissions.contains(SCRIPTS);

/** Asks the user; must be called while a click is handled. */
export const requestScripts = () => chrome.permissions.request(SCRIPTS);

/** Gives the permission back. */
export const dropScripts = () => chrome.permissions.remove(SCRIPTS);

/**
 * Runs code in the page's own world, whatever the page's policy says.
 * @param {number} tab
 * @param {string} document
 * @param {string} code
 * @returns {Promise<{result?: any, error?: string} | null>} null: Chrome has it switched off
 */
export async function runUserScript(tab, document, code) {
  const { userScripts } = /** @type {any} */ (chrome);
  // Chrome takes the API away where its own switch is off.
  if (!userScripts?.execute) return null;
  const target = { tabId: tab, documentIds: [document] };
  const how = { target, js: [{ code }], world: 'MAIN', injectImmediately: true };
  const [came] = await userScripts.execute(how);
  return came ?? { error: 'the document is gone' };
}

/**
 * @param {(isLess: boolean) => void} listener called when the user gives or takes a permission;
 *   `isLess`: less may be read than before
 */
export function onPermissionsChanged(listener) {
  chrome.permissions.onAdded.addListener(() => listener(false));
  chrome.permissions.onRemoved.addListener(({ origins }) => listener(!!origins?.length));
}

/**
 * @param {(headers: Headers) => void} listener gets the names, in lower case, of the response
 *   headers of every document
 * @returns {boolean} false where the permission has not been given
 */
export function onDocumentHeaders(listener) {
  if (!chrome.webRequest) return false;
  chrome.webRequest.onHeadersReceived.addListener(
    (details) => {
      const names = (details.responseHeaders ?? []).map((header) => header.name.toLowerCase());
      listener({ tabId: details.tabId, frameId: details.frameId, url: details.url, names });
      return undefined;
    },
    { urls: ['<all_urls>'], types: ['main_frame', 'sub_frame'] },
    ['responseHeaders'],
  );
  return true;
}

// Storage: `local` lasts, `session` lasts as long as the browser; neither can be seen by pages.

/** @param {string} key @returns {Promise<any>} */
export const loadLocal = async (key) => (await chrome.storage.local.get(key))[key];

/** @param {string} key @param {any} value */
export const saveLocal = (key, value) => chrome.storage.local.set({ [key]: value });

/** @param {string} key @returns {Promise<any>} */
export const loadSession = async (key) => (await chrome.storage.session.get(key))[key];

/** @param {string} key @param {any} value */
export const saveSession = (key, value) => chrome.storage.session.set({ [key]: value });

/** What the administrator of this machine has set. @returns {Promise<any>} */
export const loadManaged = () => chrome.storage.managed.get().catch(() => ({}));

/**
 * @param {(area: string, keys: string[]) => void} listener called when something that is stored has
 *   become another
 */
export const onStored = (listener) =>
  chrome.storage.onChanged.addListener((changes, area) => listener(area, Object.keys(changes)));

/** What is stored is for the extension's own pages: content scripts run in pages' processes. */
export const closeStorageToPages = () =>
  chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

// Waking, and the native messaging host.

/**
 * @param {() => void} listener called whenever Chrome starts or the extension is installed or
 * updated
 */
export function onStart(listener) {
  chrome.runtime.onStartup.addListener(listener);
  chrome.runtime.onInstalled.addListener(listener);
}

/** @param {() => void} listener called when the user has installed the extension */
export const onFirstInstalled = (listener) =>
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') listener();
  });

/** @param {() => void} listener */
export const onAlarm = (listener) => chrome.alarms.onAlarm.addListener(listener);

/**
 * Keeps an alarm going. Chrome allows one a second to an unpacked extension and rounds up to half a
 * minute for others.
 * @param {string} name
 * @param {number} seconds
 */
export async function keepAlarm(name, seconds) {
  const periodInMinutes = seconds / 60;
  const alarm = await chrome.alarms.get(name);
  if (alarm?.periodInMinutes !== periodInMinutes)
    await chrome.alarms.create(name, { periodInMinutes });
}

/** @param {string} name @returns {Port} */
export const connectNative = (name) => chrome.runtime.connectNative(name);

/**
 * @returns {string} why the last call failed or the last port closed; only valid inside its
 * callback
 */
export const lastError = () => chrome.runtime.lastError?.message ?? '';

// The machine.

/**
 * @returns {Promise<{ idle: number, total: number }>} for how long all processors in total were
 * idle, and were there, since the machine started
 */
export async function processorTimes() {
  const { processors } = await chrome.system.cpu.getInfo();
  const sum = (/** @type {'idle' | 'total'} */ key) =>
    processors.reduce((total, each) => total + each.usage[key], 0);
  return { idle: sum('idle'), total: sum('total') };
}

// The toolbar icon, and the extension's own pages.

/**
 * @param {(command: string, tab?: Tab) => void} listener called when the user presses a key of
 *   ours; `tab`: the one in front
 */
export const onCommand = (listener) => chrome.commands.onCommand.addListener(listener);

/**
 * @param {string} name @returns {Promise<string>} the keys of a command; empty where it has none
 */
export async function shortcutOf(name) {
  const commands = await chrome.commands.getAll();
  return commands.find((command) => command.name === name)?.shortcut ?? '';
}

/** @param {string} path of one of our pages */
export const openOwnPage = (path) => chrome.tabs.create({ url: chrome.runtime.getURL(path) });

/** @returns {Promise<Tab | undefined>} the tab that the popup was opened over */
export const tabInFront = async () =>
  (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0];

/**
 * @param {string} key @param {string[]} [values] @returns {string} a text in the user's language
 */
export const message = (key, values) => chrome.i18n.getMessage(key, values);

/** @param {Record<string, ImageData>} images by size */
export const setIcon = (images) => chrome.action.setIcon({ imageData: images });

/** @param {string} title */
export const setTitle = (title) => chrome.action.setTitle({ title });

/** @param {string} text empty for no badge @param {string} color */
export async function setBadge(text, color) {
  await chrome.action.setBadgeBackgroundColor({ color });
  await chrome.action.setBadgeText({ text });
}

/**
 * @param {(port: Port) => void} listener called when one of the extension's own pages opens a port
 */
export function onOwnPage(listener) {
  chrome.runtime.onConnect.addListener((port) => {
    // Content scripts live in pages: they have no say here.
    if (
      port.sender?.id === chrome.runtime.id &&
      port.sender.url?.startsWith(chrome.runtime.getURL(''))
    )
      listener(port);
  });
}

/** @param {string} name @returns {Port} */
export const connectWorker = (name) => chrome.runtime.connect(undefined, { name });
