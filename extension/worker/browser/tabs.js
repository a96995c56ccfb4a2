//! Chooses the tab of a query, lists tabs, and determines why a tab can't be read.

import { withoutCredentials } from '../../shared/addresses.js';
import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { addressesIn } from '../../shared/wrapped-addresses.js';
import { Deadline, DeadlineExceeded, within } from '../deadline.js';
import { DocumentLost } from '../reading/documents.js';
import {
  accessWithheld,
  Fault,
  hiddenPageInFront,
  incognitoInFront,
  incognitoWithheld,
  internal,
  restrictedPage,
  tabCrashed,
  tabDiscarded,
  tabNotFound,
  timedOut,
} from '../faults.js';
import { mayShowAddress } from '../policy/effect.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { isServerPage } from './server-page.js';

/** @typedef {import('../../types/protocol').ChromeTab} ChromeTab */

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `agent`: the agent of the query; `requestedTab`: the id in the query.
 * @typedef {{tab: browserApi.Tab, id: number, focusedWindow: number, agent: QueryAgent,
 *   requestedTab: number | null | undefined}} ChosenTab
 */

/** URLs of the browser's pages. */
const BROWSER_PAGE =
  /^(chrome|chrome-untrusted|chrome-search|devtools|chrome-extension|edge|brave|opera|vivaldi|view-source|about):/;
const WEB_STORE = /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)(\/|$)/;
/** Pages that are empty unless another page wrote into them. */
const MAYBE_BLANK = /^(about:blank|data:|$)/;
/** Pages whose content is that of the page which opened them, or nothing. */
const WITHOUT_URL = /^(about:blank|$)/;
/** Pages of a document without a site of its own. */
const OPAQUE = /^(about|data|blob|filesystem|javascript):/i;

/** Time in which a page without a URL must report its origin. */
const ORIGIN_TIMEOUT_MS = 500;

const STORAGE_KEY = 'replacedTabs';
const MAX_REPLACED = 200;

/** @type {Map<number, number>} former ids of tabs with the id that replaced it; oldest first */
const replaced = new Map();
const replacedLoaded = browserApi.loadSession(STORAGE_KEY).then((pairs) => {
  for (const [removed, added] of /** @type {[number, number][] | undefined} */ (pairs) ?? [])
    replaced.set(removed, added);
});

/** @param {number} added the tab's new id @param {number} removed its former id */
export async function tabReplaced(added, removed) {
  await replacedLoaded;
  replaced.set(removed, added);
  for (const oldest of replaced.keys()) {
    if (replaced.size <= MAX_REPLACED) break;
    replaced.delete(oldest);
  }
  await browserApi.saveSession(STORAGE_KEY, [...replaced]);
}

/**
 * @param {number} id
 * @returns {Promise<browserApi.Tab | null>} the tab that has or had this id
 */
async function getCurrentTab(id) {
  const tab = await browserApi.getTab(id).catch(() => null);
  if (tab) return tab;
  await replacedLoaded;
  const next = replaced.get(id);
  return next === undefined ? null : await getCurrentTab(next);
}

/** @param {number} id @returns {number[]} the former ids of the tab, oldest first */
function formerIds(id) {
  const before = [...replaced].filter(([, added]) => added === id).map(([removed]) => removed);
  return before.flatMap((removed) => [...formerIds(removed), removed]);
}

/**
 * Chooses the tab that a query names, or by default the active tab of the last focused browsing
 * window. An incognito tab must be named, and a tab that is hidden from the agent is never chosen.
 * @param {number | null | undefined} id
 * @param {QueryAgent} agent
 * @returns {Promise<ChosenTab>}
 */
export const chooseTab = (id, agent) => choose(id, agent, () => Promise.resolve(undefined));

/**
 * Chooses the tab to read. If a page is in front that the agent must not know, such as the
 * extension's own after the installation, that is by default the tab of the same window that was
 * used last. An action is never executed in it unless the query names it.
 * @param {number | null | undefined} id
 * @param {QueryAgent} agent
 * @returns {Promise<ChosenTab>}
 */
export const chooseTabToRead = (id, agent) => choose(id, agent, lastUsedTab);

/**
 * @param {number | null | undefined} id
 * @param {QueryAgent} agent
 * @param {(window: number, agent: QueryAgent) => Promise<browserApi.Tab | undefined>} instead
 *   chooses a tab that the agent may know, if a page is in front that it must not know
 * @returns {Promise<ChosenTab>}
 */
async function choose(id, agent, instead) {
  const named = typeof id === 'number';
  const [window, tabs] = await Promise.all([
    lastBrowsingWindow(),
    named
      ? getCurrentTab(id).then((tab) => (tab ? [tab] : []))
      : browserApi.queryTabs({ active: true }),
    replacedLoaded,
  ]);
  if (!named && window?.incognito) throw incognitoInFront();
  let tab = named ? tabs[0] : tabs.find((each) => each.windowId === window?.id);
  if (tab && (await isHidden(tab, agent))) {
    tab = named ? undefined : await instead(tab.windowId, agent);
    // An agent does not learn whether it is a blocked page or one of Axlens.
    if (!named && !tab) throw hiddenPageInFront();
  }
  if (tab?.id === undefined) throw tabNotFound(id);
  return { tab, id: tab.id, focusedWindow: window?.id ?? -1, agent, requestedTab: id };
}

/**
 * @param {number} window
 * @param {QueryAgent} agent
 * @returns {Promise<browserApi.Tab | undefined>} the readable tab of the window that was used last
 */
async function lastUsedTab(window, agent) {
  const tabs = await browserApi.queryTabs({ windowId: window });
  const canBeRead = await Promise.all(
    tabs.map(
      async (tab) =>
        !mayBeBlank(tab) &&
        refusalByAddress(tab) === null &&
        (await withheldByUser(tab)) === null &&
        !(await isHidden(tab, agent)),
    ),
  );
  const lastUse = (/** @type {browserApi.Tab} */ tab) => tab.lastAccessed ?? 0;
  const [last, before] = tabs
    .filter((_, index) => canBeRead[index])
    .sort((one, other) => lastUse(other) - lastUse(one));
  const isAmbiguous = last && before && lastUse(last) === lastUse(before);
  return isAmbiguous ? undefined : last;
}

/** The last focused browsing window, without the extension's own windows. */
async function lastBrowsingWindow() {
  const window = await browserApi.getLastFocusedWindow().catch(() => null);
  return window && extensionWindows.has(window.id ?? -1) ? await windowBelow(window) : window;
}

/** @type {Map<number, number>} the extension's windows, each with the window that was below it */
const extensionWindows = new Map();

/** @param {browserApi.Window} own */
async function windowBelow(own) {
  const below = extensionWindows.get(own.id ?? -1);
  const windows = await browserApi.listBrowsingWindows();
  return windows.find((each) => each.id === below) ?? null;
}

/** @param {number} own a window of the extension @param {number} below the window below it */
export const extensionWindowOpened = (own, below) => extensionWindows.set(own, below);

/** @param {number} own */
export const extensionWindowClosed = (own) => extensionWindows.delete(own);

/**
 * Whether an agent must not know that a tab exists: the policy blocks its current or pending page,
 * or it shows a page of the extension or of the server.
 * @param {browserApi.Tab} tab
 * @param {QueryAgent} agent
 * @returns {Promise<boolean>}
 */
async function isHidden(tab, agent) {
  const urls = [tab.url ?? '', ...(tab.pendingUrl ? [tab.pendingUrl] : [])];
  if (urls.some(isOwnPage)) return true;
  if (!mayHide(agent)) return false;
  if (urls.some((url) => isBlocked(url, agent))) return true;
  return hasNoOwnSite(tab) && levelForSite(await siteOfBlank(tab), agent) === 'block';
}

/**
 * @param {string} url
 * @returns {boolean} whether it shows a page of the extension or of the server, or its source
 */
const isOwnPage = (url) =>
  addressesIn(url).some((address) => isExtensionPage(address) || isServerPage(address));

/**
 * @param {string} url
 * @param {QueryAgent} agent
 * @returns {boolean} whether the agent must not know its page, or a page whose address it contains
 */
function isBlocked(url, agent) {
  const inner = addressesIn(url).filter((address) => siteOf(address) !== null);
  return [url, ...inner].some((address) => !mayShowAddress(address, agent));
}

/**
 * @param {import('../../types/protocol').Navigation} navigation that an action of the agent caused
 * @param {QueryAgent} agent
 * @returns {import('../../types/protocol').Navigation} without the URL of a page that the agent
 *   must not know
 */
export function visibleNavigation({ kind, url }, agent) {
  const address = url ?? '';
  return isOwnPage(address) || isBlocked(address, agent)
    ? { kind }
    : { kind, url: withoutCredentials(address) };
}

/**
 * @param {browserApi.Tab} tab whose page has no URL
 * @returns {Promise<string | null>} the site of the page that created it: the origin of its
 *   document; if that is unavailable or opaque, the site of the tab that opened it
 */
export async function siteOfBlank({ id, openerTabId }) {
  if (id === undefined) return null;
  const origin = within(new Deadline(ORIGIN_TIMEOUT_MS), browserApi.getMainFrameOrigin(id));
  const site = siteOf(await origin.catch(() => ''));
  if (site !== null || openerTabId === undefined) return site;
  const opener = await browserApi.getTab(openerTabId).catch(() => null);
  return siteOf(opener?.url ?? '');
}

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<browserApi.Tab>} the tab's current state; rejects if the tab is now hidden from
 *   the agent
 */
export async function refreshTab(chosen) {
  const tab = await browserApi.getTab(chosen.id).catch(() => null);
  if (!tab) throw tabNotFound(chosen.id);
  if (await isHidden(tab, chosen.agent)) throw tabNotFound(chosen.requestedTab);
  return tab;
}

/** @param {string} url */
const isExtensionPage = (url) => url.startsWith(browserApi.extensionUrl(''));

/**
 * @param {QueryAgent} agent
 * @returns {Promise<ChromeTab[]>} every tab of a browsing window, window by window, except those
 *   that are hidden from the agent; without title and URL if the user withholds the tab
 */
export async function listTabs(agent) {
  const [windows, focused, tabs] = await Promise.all([
    browserApi.listBrowsingWindows(),
    lastBrowsingWindow(),
    browserApi.queryTabs({}),
    replacedLoaded,
  ]);
  const browsing = new Set(windows.map((window) => window.id));
  const present = tabs.filter((tab) => browsing.has(tab.windowId));
  const hidden = await Promise.all(present.map((tab) => isHidden(tab, agent)));
  const listed = present.filter((_, index) => !hidden[index]);
  return await Promise.all(listed.map((tab) => listTab(tab, focused?.id ?? -1, agent)));
}

/**
 * @param {browserApi.Tab} tab
 * @param {number} focusedWindow
 * @param {QueryAgent} agent
 * @returns {Promise<ChromeTab>}
 */
async function listTab(tab, focusedWindow, agent) {
  const described = describeTab(tab, focusedWindow);
  if (await withheldByUser(tab)) return { ...described, url: '', title: '' };
  return (await mayBeOfHiddenPage(tab, agent)) ? { ...described, title: '' } : described;
}

/**
 * @param {browserApi.Tab} tab
 * @param {QueryAgent} agent
 * @returns {Promise<boolean>} whether it is unknown which page wrote its content, and that can be
 *   one that is hidden from the agent
 */
const mayBeOfHiddenPage = async (tab, agent) =>
  mayHide(agent) && WITHOUT_URL.test(tab.url ?? '') && (await siteOfBlank(tab)) === null;

/**
 * @param {browserApi.Tab} tab
 * @returns {Promise<Fault | null>} why the user withholds it
 */
export async function withheldByUser(tab) {
  if (tab.incognito && !(await browserApi.canReadIncognito())) return incognitoWithheld();
  // The source of a page belongs to its site.
  const refusals = await Promise.all(addressesIn(tab.url ?? '').map(refusalByUser));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/**
 * @param {browserApi.Tab} tab
 * @param {number} focusedWindow
 * @returns {ChromeTab}
 */
export function describeTab(tab, focusedWindow) {
  const was = tab.id === undefined ? [] : formerIds(tab.id);
  return {
    ...(was.length ? { was } : {}),
    id: tab.id,
    windowId: tab.windowId,
    url: withoutCredentials(tab.url ?? ''),
    // The title of a page without one is its URL.
    title: withoutCredentials(tab.title ?? ''),
    active: tab.active,
    windowFocused: tab.windowId === focusedWindow,
    discarded: tab.discarded,
    ...(tab.incognito ? { incognito: true } : {}),
    status: tab.status ?? '',
  };
}

/**
 * @param {browserApi.Tab} tab
 * @returns {boolean} whether the page may be empty
 */
export const mayBeBlank = (tab) => MAYBE_BLANK.test(tab.url ?? '');

/** @param {browserApi.Tab} tab whose page belongs to the site that created it */
const hasNoOwnSite = (tab) =>
  mayBeBlank(tab) || (OPAQUE.test(tab.url ?? '') && siteOf(tab.url ?? '') === null);

/** @type {Set<{tab: number, resolve: () => void}>} */
const waiters = new Set();

/** @param {number} tab that has a new document, or that is closed */
export function tabChanged(tab) {
  for (const waiter of waiters) {
    if (waiter.tab === tab) waiter.resolve();
  }
}

/**
 * @param {number} tab
 * @returns {{happened: Promise<void>, forget: () => void}} the next time that the tab has a new
 *   document or is closed
 */
export function nextChange(tab) {
  /** @type {{tab: number, resolve: () => void}} */
  const waiter = { tab, resolve: () => {} };
  const happened = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      waiter.resolve = resolve;
    })
  );
  waiters.add(waiter);
  return { happened, forget: () => void waiters.delete(waiter) };
}

/**
 * Waits for the first page of a new tab, which is empty before.
 * @param {ChosenTab} chosen
 * @returns {Promise<ChosenTab>} the tab after that
 */
export async function whenOpened(chosen) {
  if (!isOpening(chosen.tab)) return chosen;
  const change = nextChange(chosen.id);
  try {
    // The page may have been loaded before that.
    const current = await chooseTab(chosen.id, chosen.agent);
    if (!isOpening(current.tab)) return current;
    await change.happened;
  } finally {
    change.forget();
  }
  return await whenOpened(await chooseTab(chosen.id, chosen.agent));
}

/** @param {browserApi.Tab} tab */
const isOpening = (tab) =>
  tab.status === 'loading' &&
  MAYBE_BLANK.test(tab.url ?? '') &&
  !MAYBE_BLANK.test(tab.pendingUrl ?? '');

/**
 * Determines from a tab's URL and state that it can't be read.
 * @param {browserApi.Tab} tab
 * @returns {Fault | null}
 */
export function refusalByAddress(tab) {
  const url = tab.url ?? '';
  if (tab.discarded) return tabDiscarded();
  if (mayBeBlank(tab)) return null;
  if (url.startsWith('chrome-error:')) return couldNotLoad();
  if (BROWSER_PAGE.test(url)) return restrictedPage('Extensions cannot read pages of Chrome.');
  if (WEB_STORE.test(url)) return restrictedPage('Extensions cannot read the Chrome Web Store.');
  return null;
}

/**
 * Determines whether the user allows the extension to read a URL. Checked before every read: a
 * recorder in a page answers even after the user has revoked the access.
 * @param {string} url
 * @returns {Promise<Fault | null>}
 */
export async function refusalByUser(url) {
  if (url.startsWith('file:')) return (await browserApi.canReadFiles()) ? null : filesForbidden();
  const address = url.replace(/^blob:/, '');
  const site = URL.canParse(address) ? new URL(address) : null;
  if (!site || !/^https?:$/.test(site.protocol)) return null;
  return (await browserApi.canRead([`${site.protocol}//${site.hostname}/*`]))
    ? null
    : accessWithheld(site.origin);
}

/**
 * Determines why a document could not be read from Chrome's error.
 * @param {number} tab
 * @param {string} url of the document
 * @param {unknown} error
 * @returns {Promise<Fault>}
 */
export async function refusalFrom(tab, url, error) {
  if (error instanceof Fault) return error;
  if (error instanceof DeadlineExceeded) return timedOut('The page');
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentLost) return await whyLost(tab, text);
  if (/error page/i.test(text)) return couldNotLoad();
  if (/policy/i.test(text))
    return restrictedPage(
      "The browser's administrator does not allow extensions to read this page.",
    );
  if (/gallery/i.test(text)) return restrictedPage('Extensions cannot read the Chrome Web Store.');
  if (/Cannot access|cannot be scripted|Extension manifest must/i.test(text)) {
    return (
      (await refusalByUser(url)) ??
      restrictedPage(`Extensions cannot read this page (${text.replace(/^Error: /, '')}).`)
    );
  }
  return internal(text);
}

/** The tab shows Chrome's error page. */
export const couldNotLoad = () =>
  restrictedPage(
    'The page could not be loaded: Chrome shows an error page.',
    'Ask the user to check the address or the connection and to reload the tab.',
  );

/** Chrome's PDF viewer shows the file. Extensions cannot read it. */
export class PdfViewer extends Fault {
  constructor() {
    super(
      'restricted_page',
      "The tab shows a PDF file in Chrome's viewer, which no extension can read.",
      'Read the text of the file (`POST /get` with `pdf`).',
    );
  }
}

/** The viewer is in a frame: only the file of a tab can be read. */
export const pdfViewerInFrame = () =>
  restrictedPage(
    "The frame shows a PDF file in Chrome's viewer. Its text can be read if a tab shows the frame's address.",
  );

function filesForbidden() {
  return restrictedPage(
    'The user has not granted Axlens access to files on this machine.',
    'Ask the user to open chrome://extensions, Details of Axlens, and switch on "Allow access to file URLs".',
  );
}

/** @param {number} tab @param {string} text */
async function whyLost(tab, text) {
  const current = await browserApi.getTab(tab).catch(() => null);
  if (!current) return tabNotFound(tab);
  if (current.discarded) return tabDiscarded();
  const frames = await browserApi.listFrames(tab).catch(() => []);
  // Chrome still lists the frame of a crashed page, but it is never ready.
  if (!frames.length || /not ready/.test(text)) return tabCrashed();
  return new Fault(
    'timeout',
    `The page in this tab was replaced each time that it was read (${text}).`,
    'Wait until the tab has stopped loading, then read it again.',
  );
}
