//! Answers `askUser` queries: asks the user a question of an agent in a window of the extension.
//! While its window is open, the tab of the question belongs to the user. An agent has one question
//! at a time, and is paused if its questions are declined, as if its actions were denied.

import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { ensureNotClaimed } from '../acting/claims.js';
import { endHold, hold } from '../acting/held-tabs.js';
import { auditNote } from '../browser/activity.js';
import { chooseTabToRead, describeTab, whenOpened } from '../browser/tabs.js';
import { Fault, agentLabel, permissionDenied, readingPaused, staleUid } from '../faults.js';
import { isBanned, noteDenial, pauseFor } from './denials.js';
import { QueuedWindow, WindowQueue } from './window-queue.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./permission.js').QueryContext} QueryContext */
/** @typedef {import('../../types/protocol').AskUserParams} AskUserParams */
/** @typedef {import('../../types/protocol').AskUserOutcome} AskUserOutcome */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('./denials.js').Denied} Denied */
/** @typedef {{outcome: AskUserOutcome, answer?: string}} QuestionEnd */
/**
 * What the window shows. `agent`: its name; `site`: of the tab now, empty without one.
 * @typedef {AskUserParams & {agent: string, site: string}} ShownQuestion
 */
/**
 * `about`: the agent, and the site at first; `tab`: Chrome's id; `settle`: ends it.
 * @typedef {QueuedWindow & {about: Denied, tab: number, site: string, params: AskUserParams,
 *   settle: (end: QuestionEnd | Fault) => void, isSettled: boolean}} Question
 */

/** The server waits a little longer for each report that the query waits for the user. */
const REPORT_INTERVAL_MS = 20_000;
/** Maximum length of a text that the user enters, as in the window. */
const MAX_TEXT = 1000;
/** The size of the window, in CSS pixels. Each answer to choose from makes it higher. */
const SIZE = { width: 420, height: 420 };
const CHOICE_HEIGHT = 46;
const MAX_HEIGHT = 680;

/**
 * So many windows of an agent may close because the condition of its question holds, until the
 * agent has asked nothing for this time.
 */
const MAX_UNTOUCHED = 5;
const FORGOTTEN_MS = 600_000;

/** @type {WindowQueue<Question>} */
const questions = new WindowQueue();
/**
 * The windows that closed without the user, by agent.
 * @type {Map<string, {count: number, at: number}>}
 */
const untouched = new Map();

/**
 * @param {{agent: QueryAgent, params: AskUserParams, tab?: number | null}} query
 * @param {Deadline} deadline
 * @param {QueryContext} context
 * @returns {Promise<string>} JSON text of the answer
 */
export async function askUser({ agent, params, tab }, deadline, { note, signal, ...context }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  await ensureNotClaimed(chosen.id, agent);
  const site = siteOf(chosen.tab.url ?? '');
  const about = { agent, sites: site ? [site] : [], mayKeepSites: !chosen.tab.incognito };
  ensureMayAsk(about, context.unattended());
  const report = () => context.waiting(true);
  deadline.hold();
  report();
  const timer = setInterval(report, REPORT_INTERVAL_MS);
  try {
    const end = await ended({ about, tab: chosen.id, params }, signal);
    return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...end });
  } finally {
    clearInterval(timer);
    context.waiting(false);
    deadline.release();
  }
}

/**
 * Throws if the user is not asked now.
 * @param {Denied} about
 * @param {boolean} isUnattended
 */
function ensureMayAsk({ agent, sites }, isUnattended) {
  const name = agentLabel(agent);
  if (agent.scope === 'read')
    throw permissionDenied(`The token of ${name} allows only reading.`, NOBODY_HINT);
  if (isUnattended)
    throw permissionDenied('Nobody is there to ask: this browser is unattended.', NOBODY_HINT);
  if (questions.entries.some(({ about }) => about.agent.id === agent.id))
    throw new Fault('queue_full', `Another question of ${name} is open.`, OPEN_HINT);
  if (sites.some((site) => isBanned(agent, site)))
    throw permissionDenied(`The user has denied everything of ${name} on ${sites[0]}.`, BAN_HINT);
  const pause = pauseFor(agent, sites);
  if (!pause) return;
  const seconds = Math.ceil((pause.until - Date.now()) / 1000);
  throw permissionDenied(
    `The user has repeatedly declined questions or denied actions of ${name}: it can't ask for ${seconds} s.`,
    PAUSE_HINT,
  );
}

const NOBODY_HINT = 'Decide without the user, or end the task and say what is missing.';
const OPEN_HINT = 'Wait for its answer: an agent has one question at a time.';
const BAN_HINT =
  "Do not ask again. Axlens's popup and options list this denial, and the user can lift it there.";
const PAUSE_HINT = 'Do not ask before. Continue without the answer, or end the task.';

/**
 * @param {{about: Denied, tab: number, params: AskUserParams}} asked
 * @param {AbortSignal} signal aborted when no client waits for the answer any more
 * @returns {Promise<QuestionEnd>}
 */
function ended({ about, tab, params }, signal) {
  return new Promise((resolve, reject) => {
    const cancel = () => question.settle(staleUid());
    const decline = () => question.settle({ outcome: 'declined' });
    const height = SIZE.height + params.choices.length * CHOICE_HEIGHT;
    const window = new QueuedWindow({
      path: 'ui/question/question.html',
      size: { ...SIZE, height: Math.min(height, MAX_HEIGHT) },
      timeoutMs: params.seconds * 1000,
      content: () => contentOf(question),
      onOpen: () => {
        hold(question, question.tab);
        notify(question);
      },
      onMessage: (message) => onAnswer(question, message),
      onDismissed: decline,
      onTimeout: () => question.settle({ outcome: 'timed_out' }),
      onFailed: () => question.settle(permissionDenied(NOT_OPENED)),
    });
    /** @type {Question} */
    const question = Object.assign(window, {
      about,
      tab,
      site: about.sites[0] ?? '',
      params,
      isSettled: false,
      settle: (/** @type {QuestionEnd | Fault} */ end) => {
        if (question.isSettled) return;
        question.isSettled = true;
        signal.removeEventListener('abort', cancel);
        if (question.hasOpened) noteEnd(question, end);
        endHold(question);
        void browserApi.endNotification(question.id);
        questions.remove(question);
        if (end instanceof Fault) reject(end);
        else resolve(end);
      },
    });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    else questions.add(question);
  });
}

const NOT_OPENED = 'The window for the question could not be opened.';

/** @param {Question} question @returns {ShownQuestion} */
const contentOf = ({ params, about, site }) => ({ ...params, agent: about.agent.name, site });

/**
 * Counts a window that closes without an answer like a denial, also if its agent has disconnected,
 * or if a page closes its tab: otherwise an agent could open window after window.
 * @param {Question} question whose window was open
 * @param {QuestionEnd | Fault} end
 */
function noteEnd({ about, params }, end) {
  const { id } = about.agent;
  // Another fault is not the agent's: the user has paused Axlens, or no window could be opened.
  if (end instanceof Fault && end.code !== 'stale_uid') return;
  switch (end instanceof Fault ? 'cancelled' : end.outcome) {
    case 'answered':
    case 'done':
      untouched.delete(id);
      return;
    case 'declined':
    case 'timed_out':
      return void noteDenial(about);
    case 'page_closed':
    case 'cancelled': {
      const count = countUntouched(id);
      const isExpected = params.until || !(end instanceof Fault);
      if (!isExpected || count > MAX_UNTOUCHED) void noteDenial(about);
    }
  }
}

/** @param {string} agent whose window closes without the user @returns {number} how many so far */
function countUntouched(agent) {
  const at = Date.now();
  const before = untouched.get(agent);
  const count = before && at - before.at < FORGOTTEN_MS ? before.count + 1 : 1;
  untouched.set(agent, { count, at });
  return count;
}

/**
 * The title is Axlens's own, and what follows is quoted. Questions about incognito tabs stay in
 * their window.
 * @param {Question} question
 */
function notify({ id, about, params }) {
  if (!about.mayKeepSites) return;
  const plain = (/** @type {string} */ words) => words.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
  const message = `${plain(about.agent.name)}: “${plain(params.question)}”`;
  void browserApi.notify(id, browserApi.getMessage('question_heading'), message);
}

/**
 * Connects the page in a window with its question.
 * @param {browserApi.Port} port
 */
export const serveQuestion = (port) => questions.serve(port);

/**
 * @param {Question} question
 * @param {{choice?: unknown, text?: unknown, done?: unknown, decline?: unknown, show?: unknown}}
 *   message of the page in its window, which is one of the extension's own
 */
function onAnswer(question, { choice, text, done, decline, show }) {
  const { params } = question;
  if (show === true) return void bringToFront(question.tab);
  if (decline === true) return question.settle({ outcome: 'declined' });
  if (typeof choice === 'number' && params.choices[choice] !== undefined)
    return question.settle({ outcome: 'answered', answer: params.choices[choice] });
  if (typeof text === 'string' && params.text)
    return question.settle({ outcome: 'answered', answer: text.slice(0, MAX_TEXT) });
  if (done === true && !params.text && params.choices.length === 0)
    question.settle({ outcome: 'done' });
}

/** @param {number} tab that the user wants to see */
async function bringToFront(tab) {
  try {
    const activated = await browserApi.activateTab(tab);
    if (activated) await browserApi.focusWindow(activated.windowId);
  } catch {
    // The tab was closed.
  }
}

/** Ends all questions, because the user has paused Axlens. */
export function pauseQuestions() {
  untouched.clear();
  for (const question of [...questions.entries].reverse()) question.settle(readingPaused());
}

/** @param {number} added the new id of a tab @param {number} removed the one before */
export function questionTabReplaced(added, removed) {
  for (const question of questions.entries.filter((each) => each.tab === removed)) {
    question.tab = added;
    if (question.hasOpened) hold(question, added);
  }
}

/** @param {number} tab that was closed */
export function questionTabClosed(tab) {
  const over = questions.entries.filter((each) => each.tab === tab);
  for (const question of over.reverse()) question.settle({ outcome: 'page_closed' });
}

/**
 * Shows the new site of a tab in the window of its question.
 * @param {number} tab
 * @param {string} url of its page
 */
export function questionTabNavigated(tab, url) {
  for (const question of questions.entries.filter((each) => each.tab === tab)) {
    const site = siteOf(url) ?? '';
    // A page that loads itself again and again does not keep the user from answering.
    if (site === question.site) continue;
    question.site = site;
    question.update();
  }
}
