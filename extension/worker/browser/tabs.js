//! Which tab a query means, and why a tab can't be read. It reads nothing itself.

import { withoutUserInfo } from '../../shared/addresses.js';
import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { Deadline, DeadlineExceeded, within } from '../deadline.js';
import { DocumentLost } from '../reading/documents.js';
import {
  accessWithheld,
  Fault,
  incognitoInFront,
  incognitoWithheld,
  internal,
  restrictedPage,
  tabCrashed,
  tabDiscarded,
  tabNotFound,
  timedOut,
} from '../faults.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { isServersPage } from './server-page.js';

/** @typedef {import('../../types/protocol').ChromeTab} ChromeTab */

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `agent`: the one that it was chosen for; `requestedTab`: the tab that it named.
 * @typedef {{tab: browserApi.Tab, id: number, focusedWindow: number, agent: QueryAgent,
 *   requestedTab: number | null | undefined}} ChosenTab
 */

/** The browser's own addresses. */
const BROWSER_OWN =
  /^(chrome|chrome-untrusted|chrome-search|devtools|chrome-extension|edge|brave|opera|vivaldi|view-source|about):/;
const WEB_STORE = /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)(\/|$)/;
/** Pages that hold nothing of their own unless another page wrote into them. */
const PERHAPS_BLANK = /^(about:blank|data:|$)/;

/** For how long a page without an address of its own is asked whose it is. */
const WHOSE_MS = 500;

const REPLACED = 'replacedTabs';
const MAX_REPLACED = 200;

/** @type {Map<number, number>} ids that tabs had, each with the one that followed; oldest first */
const replaced = new Map();
const replacedKnown = browserApi.loadSession(REPLACED).then((pairs) => {
  for (const [removed, added] of pairs ?? []) replaced.set(removed, added);
});

/** @param {number} added @param {number} removed the tab that had this id has the other one now */
export async function tabReplaced(added, removed) {
  await replacedKnown;
  replaced.set(removed, added);
  for (const oldest of replaced.keys()) {
    if (replaced.size <= MAX_REPLACED) break;
    replaced.delete(oldest);
  }
  await browserApi.saveSession(REPLACED, [...replaced]);
}

/**
 * @param {number} id
 * @returns {Promise<browserApi.Tab | null>} the tab that has this id, or had it
 */
async function tabOf(id) {
  const tab = await browserApi.getTab(id).catch(() => null);
  if (tab) return tab;
  await replacedKnown;
  const next = replaced.get(id);
  return next === undefined ? null : await tabOf(next);
}

/** @param {number} id @returns {number[]} the ids that the tab had before, oldest first */
function idsBefore(id) {
  const before = [...replaced].filter(([, added]) => added === id).map(([removed]) => removed);
  return before.flatMap((removed) => [...idsBefore(removed), removed]);
}

/**
 * The tab that a query means: the one it names, else the active tab of the last focused browsing
 * window. Never another, none of an incognito window that it does not name, and none of which the
 * agent is not to know.
 * @param {number | null | undefined} id
 * @param {QueryAgent} agent
 * @returns {Promise<ChosenTab>}
 */
export async function chooseTab(id, agent) {
  const named = typeof id === 'number';
  const [window, tabs] = await Promise.all([
    browsingWindow(),
    named ? tabOf(id).then((tab) => (tab ? [tab] : [])) : browserApi.queryTabs({ active: true }),
    replacedKnown,
  ]);
  if (!named && window?.incognito) throw incognitoInFront();
  const tab = named ? tabs[0] : tabs.find((each) => each.windowId === window?.id);
  if (tab?.id === undefined || (await isHidden(tab, agent))) throw tabNotFound(id);
  return { tab, id: tab.id, focusedWindow: window?.id ?? -1, agent, requestedTab: id };
}

/** The window that the user browsed in last: never one in which the extension asks something. */
async function browsingWindow() {
  const window = await browserApi.getLastFocusedWindow().catch(() => null);
  return window && ownWindows.has(window.id ?? -1) ? await windowBehind(window) : window;
}

/** @type {Map<number, number>} the extension's own windows, each with the one it was opened over */
const ownWindows = new Map();

/** @param {browserApi.Window} own */
async function windowBehind(own) {
  const behind = ownWindows.get(own.id ?? -1);
  const windows = await browserApi.listBrowsingWindows();
  return windows.find((each) => each.id === behind) ?? null;
}

/** @param {number} own a window of the extension @param {number} behind the one before it */
export const extensionWindowOpened = (own, behind) => ownWindows.set(own, behind);

/** @param {number} own */
export const extensionWindowClosed = (own) => ownWindows.delete(own);

/**
 * Whether an agent must not know that there is such a tab: the policy blocks what it shows or is
 * about to show, or it is the extension's own or the server's.
 * @param {browserApi.Tab} tab
 * @param {QueryAgent} agent
 * @returns {Promise<boolean>}
 */
async function isHidden(tab, agent) {
  if (isOwnPage(tab.url ?? '')) return true;
  if (isServersPage(tab.url) || isServersPage(tab.pendingUrl)) return true;
  if (!mayHide(agent)) return false;
  const isByAddress = [tab.url ?? '', tab.pendingUrl ?? ''].some((url, index) => {
    const isComing = index > 0;
    return !(isComing && url === '') && levelForSite(siteOf(url), agent) === 'block';
  });
  if (isByAddress || !perhapsBlank(tab)) return isByAddress;
  return levelForSite(await siteOfBlank(tab), agent) === 'block';
}

/**
 * @param {browserApi.Tab} tab whose page has no address of its own
 * @returns {Promise<string | null>} the site of the page that wrote it: as its document says; where
 *   that can't be asked or has no origin, what is shown in the tab that opened it
 */
export async function siteOfBlank({ id, openerTabId }) {
  if (id === undefined) return null;
  const asked = within(new Deadline(WHOSE_MS), browserApi.getMainFrameOrigin(id));
  const site = siteOf(await asked.catch(() => ''));
  if (site !== null || openerTabId === undefined) return site;
  const opener = await browserApi.getTab(openerTabId).catch(() => null);
  return siteOf(opener?.url ?? '');
}

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<browserApi.Tab>} the tab as it is now: it may have gone where the agent must
 *   not know of it
 */
export async function refreshTab(chosen) {
  const tab = await browserApi.getTab(chosen.id).catch(() => null);
  if (!tab) throw tabNotFound(chosen.id);
  if (await isHidden(tab, chosen.agent)) throw tabNotFound(chosen.requestedTab);
  return tab;
}

/** @param {string} url */
const isOwnPage = (url) => url.startsWith(browserApi.extensionUrl(''));

/**
 * @param {QueryAgent} agent
 * @returns {Promise<ChromeTab[]>} every tab of a browsing window that the agent may know of, window
 *   by window; of those that the user withholds neither title nor address
 */
export async function listTabs(agent) {
  const [windows, focused, tabs] = await Promise.all([
    browserApi.listBrowsingWindows(),
    browsingWindow(),
    browserApi.queryTabs({}),
    replacedKnown,
  ]);
  const browsing = new Set(windows.map((window) => window.id));
  const there = tabs.filter((tab) => browsing.has(tab.windowId));
  const hidden = await Promise.all(there.map((tab) => isHidden(tab, agent)));
  const listed = there.filter((_, index) => !hidden[index]);
  return await Promise.all(listed.map((tab) => listTab(tab, focused?.id ?? -1)));
}

/** @param {browserApi.Tab} tab @param {number} focusedWindow @returns {Promise<ChromeTab>} */
async function listTab(tab, focusedWindow) {
  const described = describeTab(tab, focusedWindow);
  return (await withheldByUser(tab)) ? { ...described, url: '', title: '' } : described;
}

/**
 * @param {browserApi.Tab} tab
 * @returns {Promise<Fault | null>} why the user does not let it be read
 */
export async function withheldByUser(tab) {
  if (tab.incognito && !(await browserApi.canReadIncognito())) return incognitoWithheld();
  return await refusalByUser(tab.url ?? '');
}

/**
 * @param {browserApi.Tab} tab
 * @param {number} focusedWindow
 * @returns {ChromeTab}
 */
export function describeTab(tab, focusedWindow) {
  const was = tab.id === undefined ? [] : idsBefore(tab.id);
  return {
    ...(was.length ? { was } : {}),
    id: tab.id,
    windowId: tab.windowId,
    url: withoutUserInfo(tab.url ?? ''),
    // Of a page without one, its address.
    title: withoutUserInfo(tab.title ?? ''),
    active: tab.active,
    windowFocused: tab.windowId === focusedWindow,
    discarded: tab.discarded,
    ...(tab.incognito ? { incognito: true } : {}),
    status: tab.status ?? '',
  };
}

/**
 * @param {browserApi.Tab} tab
 * @returns {boolean} whether the tab may turn out to hold nothing at all
 */
export const perhapsBlank = (tab) => PERHAPS_BLANK.test(tab.url ?? '');

/** @type {Set<{tab: number, resolve: () => void}>} */
const waiting = new Set();

/** @param {number} tab that a new document has come to, or that is gone */
export function tabChanged(tab) {
  for (const waiter of waiting) {
    if (waiter.tab === tab) waiter.resolve();
  }
}

/**
 * A tab whose first page is still on its way holds nothing: its page is waited for.
 * @param {ChosenTab} chosen
 * @returns {Promise<ChosenTab>} the tab as it is then
 */
export async function whenOpened(chosen) {
  if (!isOpening(chosen.tab)) return chosen;
  /** @type {{tab: number, resolve: () => void}} */
  const waiter = { tab: chosen.id, resolve: () => {} };
  const changed = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      waiter.resolve = resolve;
    })
  );
  waiting.add(waiter);
  try {
    // It may have come while we looked: look again now that nothing can be missed.
    const again = await chooseTab(chosen.id, chosen.agent);
    if (!isOpening(again.tab)) return again;
    await changed;
  } finally {
    waiting.delete(waiter);
  }
  return await whenOpened(await chooseTab(chosen.id, chosen.agent));
}

/** @param {browserApi.Tab} tab */
const isOpening = (tab) =>
  tab.status === 'loading' &&
  PERHAPS_BLANK.test(tab.url ?? '') &&
  !PERHAPS_BLANK.test(tab.pendingUrl ?? '');

/**
 * What can be found out without asking the page.
 * @param {browserApi.Tab} tab
 * @returns {Fault | null}
 */
export function refusalByAddress(tab) {
  const url = tab.url ?? '';
  if (tab.discarded) return tabDiscarded();
  if (perhapsBlank(tab)) return null;
  if (url.startsWith('chrome-error:')) return couldNotLoad();
  if (BROWSER_OWN.test(url)) return restrictedPage('Chrome lets no extension read its own pages.');
  if (WEB_STORE.test(url)) return restrictedPage('Chrome lets no extension read the web store.');
  return null;
}

/**
 * Whether the user lets us read this address. Asked before every read: a recorder that was put into
 * a page earlier would answer even after the user has taken the access back.
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
 * Why a document could not be read, from what Chrome said.
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
    return restrictedPage("The rules of this browser's administrator forbid to read this page.");
  if (/gallery/i.test(text)) return restrictedPage('Chrome lets no extension read the web store.');
  if (/Cannot access|cannot be scripted|Extension manifest must/i.test(text)) {
    return (
      (await refusalByUser(url)) ??
      restrictedPage(`Chrome lets no extension read this page (${text.replace(/^Error: /, '')}).`)
    );
  }
  return internal(text);
}

/** A page in the place of one that could not be loaded. */
export const couldNotLoad = () =>
  restrictedPage(
    'The page could not be loaded: Chrome shows an error page in its place.',
    'Ask the user to check the address or the connection and to reload the tab.',
  );

/** Chrome's own viewer shows the file; its insides are out of every extension's reach. */
export const pdfViewer = () =>
  restrictedPage(
    "The tab shows a PDF file in Chrome's viewer, which no extension can read.",
    'Fetch the file from its address by other means, or read another page.',
  );

function filesForbidden() {
  return restrictedPage(
    'The user does not let Axlens read files on this machine.',
    'Ask the user to open chrome://extensions, Details of Axlens, and switch on "Allow access to file URLs".',
  );
}

/** @param {number} tab @param {string} text */
async function whyLost(tab, text) {
  const now = await browserApi.getTab(tab).catch(() => null);
  if (!now) return tabNotFound(tab);
  if (now.discarded) return tabDiscarded();
  const frames = await browserApi.listFrames(tab).catch(() => []);
  // Chrome keeps listing the frame of a crashed page, but it never gets ready.
  if (!frames.length || /not ready/.test(text)) return tabCrashed();
  return new Fault(
    'tab_not_found',
    `The page in this tab went away while it was read, twice (${text}).`,
    'Wait until the tab has stopped loading, then read it again.',
  );
}
