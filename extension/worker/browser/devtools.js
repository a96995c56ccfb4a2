//! Answers the extension's DevTools pages (panel, side bar and `devtools.html`) on their ports:
//! what agents would see of the inspected tab. The policy applies as for agents. But no visit is
//! noted, nothing is written to the audit log, and no server is needed.

import * as access from '../connection/access.js';
import { changesSince } from '../reading/changes.js';
import { Deadline, DeadlineExceeded, within } from '../deadline.js';
import { PageDocument } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { badRequest, Fault, internal, readingPaused, staleUid, timedOut } from '../faults.js';
import { listOf } from './devtools-lists.js';
import { allowedFrames } from './frames.js';
import { pin } from './pins.js';
import * as policy from '../policy/policy.js';
import { explained, observed, readRequestOf } from '../queries.js';
import { inDocument } from '../reading/read-document.js';
import { Blank, readTab } from '../reading/read-tab.js';
import { chooseTab, whenOpened } from './tabs.js';
import { readInTurn } from '../reading/understand.js';
import { siteOf } from '../../shared/sites.js';

/** @typedef {import('./tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./devtools-lists.js').ListRequest} ListRequest */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../../types/protocol').ObserveParams} ObserveParams */
/** `ready`: settles when the policy is loaded.
 * @typedef {{ready: Promise<unknown>, paused: () => boolean, connected: () => boolean,
 *   call: (path: string, body: object) => Promise<unknown>}} Hooks */
/** `ask`: the number of the request, which its answer repeats.
 * @typedef {{ask: number, tab: number} & (
 *   {do: 'status' | 'unhighlight' | 'follow' | 'unfollow' | 'console'}
 *   | ({do: 'pin', note: string} & NodeHandle)
 *   | ({do: 'read'} & ObserveParams) | ({do: 'list'} & ListRequest) | ({do: 'explain' | 'highlight'} & NodeHandle)
 *   | {do: 'tokens', text: string})} DevToolsRequest
 */

const FOLDER = 'devtools/';
const HELPER = ['page/recorder/recorder.js', 'page/devtools/helper.js'];
const TIMEOUT_MS = 20_000;
/** How long one wait for a change lasts. */
const WATCH_MS = 10_000;

/** The user of DevTools may see what any agent may see. @type {QueryAgent} */
const USER = { id: 'user', name: 'user', scope: 'act' };

/** @param {browserApi.Port} port @returns {boolean} whether a DevTools page opened it */
export const isDevToolsPort = (port) =>
  port.sender?.url?.startsWith(browserApi.extensionUrl(FOLDER)) === true;

/** All open DevTools pages. */
export class DevTools {
  /** @type {Set<DevToolsPage>} */
  #open = new Set();

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    policy.onPolicyChanged(() => this.update());
  }

  /** @param {browserApi.Port} port */
  serve(port) {
    const page = new DevToolsPage(port, this.hooks);
    this.#open.add(page);
    port.onDisconnect.addListener(() => {
      this.#open.delete(page);
      page.end();
    });
    port.onMessage.addListener((message) => void page.handle(message));
  }

  /** The status or the policy has changed. */
  update() {
    for (const page of this.#open) page.stateChanged();
  }

  /** @param {browserApi.Commit} commit of a new document */
  committed(commit) {
    for (const page of this.#open) page.documentCommitted(commit);
  }
}

/** @param {unknown} error @returns {Fault} */
function asFault(error) {
  if (error instanceof Fault) return error;
  if (error instanceof DeadlineExceeded) return timedOut('The page');
  return internal(error instanceof Error ? error.message : String(error));
}

/** One DevTools page, until its port is closed. */
class DevToolsPage {
  /** @type {number | null} the tab whose status it requested */
  #tab = null;
  /** @type {{tab: number, end: AbortController} | null} the tab whose changes it requested */
  #followed = null;
  /** Whether the last attempt to watch the tab succeeded. */
  #isWatching = false;
  /** A change was reported, and the page has not been read since. */
  #isChangeReported = false;
  /** @type {PageDocument | null} the document with an outline */
  #highlighted = null;
  /** Outlines are drawn and removed in the order of the requests. @type {Promise<unknown>} */
  #highlights = Promise.resolve();
  /** Whether the console of the tab gets the helpers. */
  #hasConsoleHelpers = false;
  #isEnded = false;

  /** @param {browserApi.Port} port @param {Hooks} hooks */
  constructor(port, hooks) {
    this.port = port;
    this.hooks = hooks;
  }

  /** @param {DevToolsRequest} request */
  async handle(request) {
    const { ask } = request;
    try {
      if (!Number.isInteger(ask) || !Number.isInteger(request.tab))
        throw badRequest('A request has a number and a tab.');
      this.#post({ ask, answer: await this.#answer(request) });
    } catch (error) {
      const fault = await this.#explainHidden(asFault(error), request.tab);
      this.#post({ ask, fault: fault.data() });
    }
  }

  /** @param {object} message */
  #post(message) {
    if (!this.#isEnded) this.port.postMessage(message);
  }

  /** @param {DevToolsRequest} request @returns {Promise<unknown>} */
  async #answer(request) {
    switch (request.do) {
      case 'status':
        this.#tab = request.tab;
        return await this.#status(request.tab);
      case 'read':
        return await this.#read(request);
      case 'list':
        return await this.#inTab(request, (chosen, deadline) => listOf(request, chosen, deadline));
      case 'explain':
        return await this.#inTab(request, (chosen, deadline) =>
          explained(chosen, request, deadline),
        );
      case 'pin':
        await pin(request.tab, request, request.note);
        return {};
      case 'highlight':
        return await this.#inOrder(() => this.#highlight(request));
      case 'unhighlight':
        return await this.#inOrder(() => this.#unhighlight());
      case 'follow':
        return this.#follow(request.tab);
      case 'unfollow':
        return this.#unfollow();
      case 'tokens':
        if (this.hooks.paused()) throw readingPaused();
        return await this.hooks.call('/tokens', { text: String(request.text) });
      case 'console':
        this.#tab = request.tab;
        await this.#injectConsoleHelpers();
        return {};
      default:
        throw badRequest(
          `DevTools pages have no request '${/** @type {DevToolsRequest} */ (request).do}'.`,
        );
    }
  }

  /**
   * @param {number} tab
   * @returns {Promise<{paused: boolean, connected: boolean, level: string, site: string}>} level
   *   and site are empty if the tab shows no site
   */
  async #status(tab) {
    await this.hooks.ready;
    const current = await browserApi.getTab(tab).catch(() => null);
    const site = siteOf(current?.url ?? '');
    const level = site === null ? '' : policy.levelOfSite(site);
    const { paused, connected } = this.hooks;
    return { paused: paused(), connected: connected(), level, site: site ?? '' };
  }

  /**
   * Runs `work` in a tab. Runs it again if the permissions changed in the meantime.
   * @template T
   * @param {{tab: number}} request
   * @param {(chosen: ChosenTab, deadline: Deadline) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #inTab({ tab }, work) {
    const deadline = new Deadline(TIMEOUT_MS);
    await this.hooks.ready;
    for (;;) {
      if (this.hooks.paused()) throw readingPaused();
      const before = access.changes();
      const choosing = chooseTab(tab, USER).then(whenOpened);
      const done = await within(
        deadline,
        choosing.then((chosen) => work(chosen, deadline)),
      );
      if (this.hooks.paused()) throw readingPaused();
      if (access.changes() === before) return done;
    }
  }

  /**
   * @param {{tab: number} & ObserveParams} params
   * @returns {Promise<string>} the answer that the server would get
   */
  async #read(params) {
    const start = performance.now();
    const readRequest = readRequestOf(params);
    this.#isChangeReported = false;
    return await this.#inTab(params, async (chosen, deadline) => {
      try {
        const frames = readRequest.only
          ? await readOnly(chosen, readRequest.only, readRequest, deadline)
          : await readTab(chosen, readRequest, deadline, null);
        return observed(chosen, frames, readRequest, start);
      } catch (error) {
        if (error instanceof Blank) return observed(chosen, [], readRequest, start);
        throw error;
      }
    });
  }

  /**
   * @template T
   * @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #inOrder(work) {
    const mine = this.#highlights.then(work);
    this.#highlights = mine.catch(() => {});
    return mine;
  }

  /** @param {{tab: number} & NodeHandle} request @returns {Promise<{highlighted: boolean}>} */
  async #highlight(request) {
    await this.#unhighlight();
    const { document, world, node } = request;
    const only = { document: String(document), world: Number(world) };
    const response = await this.#inTab(request, (chosen, deadline) =>
      inDocument(chosen, only, deadline, async (page) => {
        this.#highlighted = page;
        const message = { axlensDevtools: { highlight: Number(node) } };
        const answer = fieldsOf(await page.sendIfInjected(message));
        // A recorder without the helper does not answer, or that it does not know the message.
        if (answer.highlighted !== undefined || answer.removed) return answer;
        await page.inject(HELPER);
        return fieldsOf(await page.sendIfInjected(message));
      }),
    );
    if (response.removed) throw staleUid();
    return { highlighted: response.highlighted === true };
  }

  /** @returns {Promise<object>} */
  async #unhighlight() {
    const page = this.#highlighted;
    this.#highlighted = null;
    // An error means that the document does not exist any more.
    await page?.sendIfInjected({ axlensDevtools: { highlight: null } }).catch(() => {});
    return {};
  }

  /** @param {number} tab @returns {object} */
  #follow(tab) {
    this.#unfollow();
    this.#followed = { tab, end: new AbortController() };
    // The page may have changed between the last read and the begin of the watch.
    void this.#watch('');
    return {};
  }

  /** @returns {object} */
  #unfollow() {
    this.#followed?.end.abort();
    this.#followed = null;
    return {};
  }

  /**
   * Reports changes, at most one until the page is read. If the tab can't be watched, that is
   * reported as a change: reading the tab then returns the reason.
   * @param {string} seen the name of the last known state; another one is a change
   */
  async #watch(seen) {
    if (!this.#followed) return;
    const { tab, end } = this.#followed;
    this.#isWatching = true;
    while (!end.signal.aborted) {
      const params = { seen, forMs: WATCH_MS };
      /** @type {{seen: string, changed: boolean} | null} */
      const next = await this.#inTab({ tab }, (chosen) =>
        changesSince(chosen, params, end.signal),
      ).catch(() => null);
      if (end.signal.aborted) return;
      if (!next || next.changed) this.#reportChange(tab);
      if (!next) {
        this.#isWatching = false;
        return;
      }
      seen = next.seen;
    }
  }

  /** Tries again to watch the tab: after a new document or a new policy it may be possible. */
  #watchAgain() {
    if (this.#followed && !this.#isWatching) void this.#watch('');
  }

  /** @param {number} tab */
  #reportChange(tab) {
    if (this.#isChangeReported) return;
    this.#isChangeReported = true;
    this.#post({ changed: { tab } });
  }

  /**
   * Injects the console helpers into those documents of the tab that agents may read.
   * @param {string} [document] only this one
   */
  async #injectConsoleHelpers(document) {
    if (this.#tab === null) return;
    this.#hasConsoleHelpers = true;
    // The console has no context of the extension in documents without scripts of the
    // extension.
    await this.#inTab({ tab: this.#tab }, async (chosen) => {
      const frames = (await allowedFrames(chosen)).filter((at) => !at.refused);
      const selected = frames.filter((at) => document === undefined || at.document === document);
      const pages = selected.map((at) => new PageDocument(chosen.id, at.document));
      await Promise.allSettled(pages.map((page) => page.inject(HELPER)));
    }).catch(() => {});
  }

  /** The user paused or resumed, the policy changed, or the server connected or disconnected. */
  stateChanged() {
    if (this.#hasConsoleHelpers) void this.#injectConsoleHelpers();
    this.#watchAgain();
    if (this.#tab !== null) void this.#postStatus(this.#tab);
  }

  /** @param {import('../../shared/browser-api.js').Commit} commit */
  documentCommitted({ tabId, frameId, documentId }) {
    if (tabId !== this.#tab) return;
    if (this.#hasConsoleHelpers) void this.#injectConsoleHelpers(documentId);
    if (frameId !== 0) return;
    this.#watchAgain();
    void this.#postStatus(tabId);
  }

  /** @param {number} tab */
  async #postStatus(tab) {
    this.#post({ status: await this.#status(tab) });
  }

  /**
   * Agents don't learn that a tab of a blocked site exists, but the user does.
   * @param {Fault} fault @param {number} tab
   */
  async #explainHidden(fault, tab) {
    if (fault.code !== 'tab_not_found') return fault;
    const { level, site } = await this.#status(tab);
    if (level !== 'block') return fault;
    return new Fault(
      fault.code,
      `This tab is hidden from agents: ${site} is blocked.`,
      "Choose another level for the site in Axlens's popup, then read again.",
    );
  }

  /** The page is closed. */
  end() {
    this.#isEnded = true;
    this.#unfollow();
    void this.#inOrder(() => this.#unhighlight());
  }
}

/**
 * Reads one document as if it were the main one.
 * @param {ChosenTab} chosen
 * @param {{document: string, world: number}} only
 * @param {import('../reading/read-document.js').ReadRequest} request
 * @param {Deadline} deadline
 */
async function readOnly(chosen, only, request, deadline) {
  const read = await inDocument(chosen, only, deadline, async (page, at) => ({
    ...(await readInTurn(page, at.url, request.find(at.document), request, deadline)),
    at: { ...at, frame: 0, parent: -1 },
  }));
  return [read];
}
