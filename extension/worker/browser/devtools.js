//! What DevTools asks of the worker, on ports of the panel, the side bar and the page that opens
//! them: what agents would see of the inspected tab. It follows the rules that hold for agents, but
//! is the user's own look: no agent's visit, nothing for the audit log, and it works without a
//! server. It knows nothing of how any of it is shown.

import * as access from '../connection/access.js';
import { changesSince } from '../reading/changes.js';
import { Deadline, DeadlineExceeded, within } from '../deadline.js';
import { PageDocument } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { badRequest, Fault, internal, readingPaused, staleUid, timedOut } from '../faults.js';
import { allowedFrames } from './frames.js';
import * as policy from '../policy/policy.js';
import { explained, observed, readRequestOf } from '../queries.js';
import { inDocument } from '../reading/read-document.js';
import { Blank, readTab } from '../reading/read-tab.js';
import { chooseTab, whenOpened } from './tabs.js';
import { readInTurn } from '../reading/understand.js';
import { siteOf } from '../../shared/sites.js';

/** @typedef {import('./tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `ready`: settled when it is known what is allowed.
 * @typedef {{ready: Promise<unknown>, paused: () => boolean, connected: () => boolean,
 *   call: (path: string, body: object) => Promise<any>}} Hooks */
/** `ask`: the number of the question, which its answer repeats.
 * @typedef {{ask: number, do: string, tab: number} & Record<string, any>} Question */

const FOLDER = 'devtools/';
const HELPER = ['page/recorder/recorder.js', 'page/devtools/helper.js'];
/** For how long an answer may take. */
const MAX_MS = 20_000;
/** A watch is asked again after so long without a change. */
const WATCH_MS = 10_000;

/** Whoever uses DevTools: may see whatever some agent may. @type {QueryAgent} */
const USER = { id: 'user', name: 'user', scope: 'act' };

/** @param {browserApi.Port} port @returns {boolean} whether it is of DevTools */
export const isOfDevTools = (port) =>
  port.sender?.url?.startsWith(browserApi.extensionUrl(FOLDER)) === true;

/** All pages of DevTools that are open. */
export class DevTools {
  /** @type {Set<DevToolsPage>} */
  #open = new Set();

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    policy.onPolicyChanged(() => this.tell());
  }

  /** @param {browserApi.Port} port */
  serve(port) {
    const page = new DevToolsPage(port, this.hooks);
    this.#open.add(page);
    port.onDisconnect.addListener(() => {
      this.#open.delete(page);
      page.end();
    });
    port.onMessage.addListener((message) => void page.obey(message));
  }

  /** Something has changed that status says, or that is allowed. */
  tell() {
    for (const page of this.#open) page.stateChanged();
  }

  /** @param {browserApi.Commit} commit a document has come */
  committed(commit) {
    for (const page of this.#open) page.documentCame(commit);
  }
}

/** @param {unknown} error @returns {Fault} */
function asFault(error) {
  if (error instanceof Fault) return error;
  if (error instanceof DeadlineExceeded) return timedOut('The page');
  return internal(error instanceof Error ? error.message : String(error));
}

/** One page of DevTools, as long as its port lasts. */
class DevToolsPage {
  /** @type {number | null} tab whose status it wants */
  #tab = null;
  /** The tab that is followed, for as long as it is. @type {{tab: number, end: AbortController} |
   * null} */
  #follows = null;
  /** It could be watched when that was tried last. */
  #watches = false;
  /** A change was told, and the page was not read since. */
  #wasTold = false;
  /** @type {PageDocument | null} with an outline of ours */
  #lit = null;
  /** Outlines come and go in the order in which they were asked for. @type {Promise<unknown>} */
  #lights = Promise.resolve();
  /** The console of its tab has its helpers. */
  #helps = false;
  #isEnded = false;

  /** @param {browserApi.Port} port @param {Hooks} hooks */
  constructor(port, hooks) {
    this.port = port;
    this.hooks = hooks;
  }

  /** @param {Question} question */
  async obey(question) {
    const { ask } = question;
    try {
      if (!Number.isInteger(ask) || !Number.isInteger(question.tab))
        throw badRequest('A question has a number and a tab.');
      this.#tell({ ask, answer: await this.#answer(question) });
    } catch (error) {
      const fault = await this.#explainHidden(asFault(error), question.tab);
      this.#tell({ ask, fault: fault.data() });
    }
  }

  /** @param {object} message */
  #tell(message) {
    if (!this.#isEnded) this.port.postMessage(message);
  }

  /** @param {Question} question @returns {Promise<unknown>} */
  async #answer(question) {
    switch (question.do) {
      case 'status':
        this.#tab = question.tab;
        return await this.#status(question.tab);
      case 'read':
        return await this.#read(question);
      case 'explain':
        return await this.#look(question, (chosen, deadline) =>
          explained(chosen, question, deadline),
        );
      case 'highlight':
        return await this.#inOrder(() => this.#highlight(question));
      case 'unhighlight':
        return await this.#inOrder(() => this.#unhighlight());
      case 'follow':
        return this.#follow(question.tab);
      case 'unfollow':
        return this.#unfollow();
      case 'tokens':
        if (this.hooks.paused()) throw readingPaused();
        return await this.hooks.call('/tokens', { text: String(question.text) });
      case 'console':
        this.#tab = question.tab;
        await this.#help();
        return {};
      default:
        throw badRequest(`'${question.do}' is nothing that DevTools can ask.`);
    }
  }

  /**
   * @param {number} tab
   * @returns {Promise<{paused: boolean, connected: boolean, level: string, site: string}>} level
   *   and site are empty where the tab shows no site
   */
  async #status(tab) {
    await this.hooks.ready;
    const shown = await browserApi.getTab(tab).catch(() => null);
    const site = siteOf(shown?.url ?? '');
    const level = site === null ? '' : policy.levelOfSite(site);
    const { paused, connected } = this.hooks;
    return { paused: paused(), connected: connected(), level, site: site ?? '' };
  }

  /**
   * Does what looks at a page, as it is allowed when it has been done.
   * @template T
   * @param {Question} question
   * @param {(chosen: ChosenTab, deadline: Deadline) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #look({ tab }, work) {
    const deadline = new Deadline(MAX_MS);
    await this.hooks.ready;
    for (;;) {
      if (this.hooks.paused()) throw readingPaused();
      const before = access.changes();
      const looking = chooseTab(tab, USER).then(whenOpened);
      const done = await within(
        deadline,
        looking.then((chosen) => work(chosen, deadline)),
      );
      if (this.hooks.paused()) throw readingPaused();
      if (access.changes() === before) return done;
    }
  }

  /** @param {Question} question @returns {Promise<string>} the answer that a server would get */
  async #read(question) {
    const start = performance.now();
    const request = readRequestOf(question);
    this.#wasTold = false;
    return await this.#look(question, async (chosen, deadline) => {
      try {
        const frames = request.only
          ? await readOnly(chosen, request.only, request, deadline)
          : await readTab(chosen, request, deadline, null);
        return observed(chosen, frames, request, start);
      } catch (error) {
        if (error instanceof Blank) return observed(chosen, [], request, start);
        throw error;
      }
    });
  }

  /**
   * @template T
   * @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #inOrder(work) {
    const mine = this.#lights.then(work);
    this.#lights = mine.catch(() => {});
    return mine;
  }

  /** @param {Question} question @returns {Promise<{shown: boolean}>} */
  async #highlight(question) {
    await this.#unhighlight();
    const { document, world, node } = question;
    const only = { document: String(document), world: Number(world) };
    const said = await this.#look(question, (chosen, deadline) =>
      inDocument(chosen, only, deadline, async (page) => {
        this.#lit = page;
        const message = { axlensDevtools: { highlight: Number(node) } };
        const answer = await page.sendIfInjected(message);
        // A recorder alone says that it knows no such message, or nothing.
        if (answer?.shown !== undefined || answer?.removed) return answer;
        await page.inject(HELPER);
        return await page.sendIfInjected(message);
      }),
    );
    if (said?.removed) throw staleUid();
    return { shown: said?.shown === true };
  }

  /** @returns {Promise<object>} */
  async #unhighlight() {
    const lit = this.#lit;
    this.#lit = null;
    // Where the document is gone so is the outline.
    await lit?.sendIfInjected({ axlensDevtools: { highlight: null } }).catch(() => {});
    return {};
  }

  /** @param {number} tab @returns {object} */
  #follow(tab) {
    this.#unfollow();
    this.#follows = { tab, end: new AbortController() };
    void this.#watch(null);
    return {};
  }

  /** @returns {object} */
  #unfollow() {
    this.#follows?.end.abort();
    this.#follows = null;
    return {};
  }

  /**
   * Tells of changes, of each once until the page is read. Where it can't be watched, that is told
   * as a change: reading it says why.
   * @param {string | null} seen what was seen before; null: nothing, and nothing has to be told
   */
  async #watch(seen) {
    if (!this.#follows) return;
    const { tab, end } = this.#follows;
    const question = { ask: 0, do: 'follow', tab };
    this.#watches = true;
    while (!end.signal.aborted) {
      /** @type {{seen: string | null, forMs: number}} */
      const params = { seen, forMs: seen === null ? 0 : WATCH_MS };
      /** @type {{seen: string, changed: boolean} | null} */
      const next = await this.#look(question, (chosen) =>
        changesSince(chosen, params, end.signal),
      ).catch(() => null);
      if (end.signal.aborted) return;
      if ((!next || next.changed) && seen !== null) this.#tellChange(tab);
      if (!next) {
        this.#watches = false;
        return;
      }
      seen = next.seen;
    }
  }

  /** Another page has come, or another rule: what could not be watched may be now. */
  #watchAgain() {
    if (this.#follows && !this.#watches) void this.#watch('');
  }

  /** @param {number} tab */
  #tellChange(tab) {
    if (this.#wasTold) return;
    this.#wasTold = true;
    this.#tell({ changed: { tab } });
  }

  /**
   * Puts the console's helpers into documents of its tab, where agents may read these.
   * @param {string} [document] this one alone
   */
  async #help(document) {
    if (this.#tab === null) return;
    this.#helps = true;
    const question = { ask: 0, do: 'console', tab: this.#tab };
    // Where no script may enter there is no context of ours in the console either.
    await this.#look(question, async (chosen) => {
      const frames = (await allowedFrames(chosen)).filter((at) => !at.refused);
      const meant = frames.filter((at) => document === undefined || at.document === document);
      const pages = meant.map((at) => new PageDocument(chosen.id, at.document));
      await Promise.allSettled(pages.map((page) => page.inject(HELPER)));
    }).catch(() => {});
  }

  /** The user has paused or resumed, another level holds, or the server has come or gone. */
  stateChanged() {
    if (this.#helps) void this.#help();
    this.#watchAgain();
    if (this.#tab !== null) void this.#tellStatus(this.#tab);
  }

  /** @param {import('../../shared/browser-api.js').Commit} commit */
  documentCame({ tabId, frameId, documentId }) {
    if (tabId !== this.#tab) return;
    if (this.#helps) void this.#help(documentId);
    if (frameId !== 0) return;
    this.#watchAgain();
    void this.#tellStatus(tabId);
  }

  /** @param {number} tab */
  async #tellStatus(tab) {
    this.#tell({ status: await this.#status(tab) });
  }

  /**
   * An agent is not told that there is a tab of a blocked site; who looks at it may know why.
   * @param {Fault} fault @param {number} tab
   */
  async #explainHidden(fault, tab) {
    if (fault.code !== 'tab_not_found') return fault;
    const { level, site } = await this.#status(tab);
    if (level !== 'block') return fault;
    return new Fault(
      fault.code,
      `Agents are not told that this tab is there: ${site} is blocked.`,
      "Choose another level for the site behind Axlens's button, then read again.",
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
 * One document alone, as the main one.
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
