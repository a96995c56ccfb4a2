//! Answers `askUser` queries: asks the user a question of an agent in a window of the extension.
//! The tab of the question belongs to the user meanwhile. Only one window is open at a time, and an
//! agent has one question at a time; an agent whose questions are declined is paused as if its
//! actions were denied.

import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { endHold, hold } from '../acting/held-tabs.js';
import { auditNote } from '../browser/activity.js';
import { chooseTabToRead, describeTab, whenOpened } from '../browser/tabs.js';
import { Fault, agentLabel, permissionDenied, readingPaused, staleUid } from '../faults.js';
import { isBanned, noteDenial, pauseFor } from './denials.js';
import { openQuestionWindow } from './question-window.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./permission.js').QueryContext} QueryContext */
/** @typedef {import('../../types/protocol').AskUserParams} AskUserParams */
/** @typedef {import('../../types/protocol').AskUserOutcome} AskUserOutcome */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('./denials.js').Denied} Denied */
/** @typedef {{outcome: AskUserOutcome, answer?: string}} QuestionEnd */
/**
 * What the window shows. `agent`: its name; `site`: of the tab, empty without one.
 * @typedef {AskUserParams & {agent: string, site: string}} ShownQuestion
 */
/**
 * `settle`: ends it; `ends`: the time of its timeout, in milliseconds since 1970; `port`: to the
 * page in its window; `hasOpened`: its window is there, or is being opened.
 * @typedef {{id: string, about: Denied, tab: number, params: AskUserParams, ends: number,
 *   settle: (end: QuestionEnd | Fault) => void, isSettled: boolean, hasOpened: boolean,
 *   port: browserApi.Port | null,
 *   window: number | undefined, timer: ReturnType<typeof setTimeout> | undefined}} Question
 */

/** The server waits a little longer for each report that the query waits for the user. */
const REPORT_INTERVAL_MS = 20_000;
/** Maximum length of a text that the user enters, as in the window. */
const MAX_TEXT = 1000;
/** The size of the window, in CSS pixels. Each answer to choose from makes it higher. */
const SIZE = { width: 420, height: 420 };
const CHOICE_HEIGHT = 46;
const MAX_HEIGHT = 680;

/** So many windows of an agent in a row may close because the condition of its question holds. */
const MAX_UNTOUCHED = 5;

/** @type {Question[]} the first one has the window */
let questions = [];
/** @type {Map<string, number>} windows in a row that closed without the user, by agent */
const untouched = new Map();

browserApi.onWindowClosed((window) => {
  questions.find((each) => each.window === window)?.settle({ outcome: 'declined' });
});

/**
 * @param {{agent: QueryAgent, params: AskUserParams, tab?: number | null}} query
 * @param {Deadline} deadline
 * @param {QueryContext} context
 * @returns {Promise<string>} JSON text of the answer
 */
export async function askUser({ agent, params, tab }, deadline, { note, signal, ...context }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
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
  if (questions.some(({ about }) => about.agent.id === agent.id))
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
    /** @type {Question} */
    const question = {
      id: crypto.randomUUID(),
      about,
      tab,
      params,
      ends: Date.now() + params.seconds * 1000,
      isSettled: false,
      hasOpened: false,
      port: null,
      window: undefined,
      timer: setTimeout(() => question.settle({ outcome: 'timed_out' }), params.seconds * 1000),
      settle: (end) => {
        if (question.isSettled) return;
        question.isSettled = true;
        signal.removeEventListener('abort', cancel);
        if (question.hasOpened) noteEnd(question, end);
        close(question);
        if (end instanceof Fault) reject(end);
        else resolve(end);
      },
    };
    signal.addEventListener('abort', cancel);
    questions.push(question);
    hold(question, tab);
    if (signal.aborted) cancel();
    else if (questions[0] === question) void open(question);
  });
}

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
      const count = (untouched.get(id) ?? 0) + 1;
      untouched.set(id, count);
      const isExpected = params.until || !(end instanceof Fault);
      if (!isExpected || count > MAX_UNTOUCHED) void noteDenial(about);
    }
  }
}

/** @param {Question} question */
async function open(question) {
  const { params } = question;
  question.hasOpened = true;
  try {
    const wanted = SIZE.height + params.choices.length * CHOICE_HEIGHT;
    const size = { ...SIZE, height: Math.min(wanted, MAX_HEIGHT) };
    question.window = await openQuestionWindow(`ui/question/question.html#${question.id}`, size);
    if (!question.isSettled) return void notify(question);
    if (question.window !== undefined) await browserApi.closeWindow(question.window);
  } catch {
    question.settle(permissionDenied('The window for the question could not be opened.'));
  }
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

/** @param {Question} question whose window closes, so that the next one opens */
function close(question) {
  clearTimeout(question.timer);
  endHold(question);
  const wasFirst = questions[0] === question;
  questions = questions.filter((each) => each !== question);
  question.port?.postMessage({ over: true });
  void browserApi.endNotification(question.id);
  if (question.window !== undefined) browserApi.closeWindow(question.window).catch(() => {});
  if (wasFirst && questions.length) void open(questions[0]);
}

/**
 * Sends the question to the page in a window, and receives the answer.
 * @param {browserApi.Port} port
 */
export function serveQuestion(port) {
  const id = new URL(port.sender?.url ?? '').hash.slice(1);
  const question = questions[0]?.id === id ? questions[0] : null;
  if (!question || question.port) return port.postMessage({ over: true });
  question.port = port;
  port.onDisconnect.addListener(() => {
    question.port = null;
    question.settle({ outcome: 'declined' });
  });
  port.onMessage.addListener((message) => onAnswer(question, message));
  const { about, params } = question;
  /** @type {ShownQuestion} */
  const content = { ...params, agent: about.agent.name, site: about.sites[0] ?? '' };
  const seconds = Math.ceil((question.ends - Date.now()) / 1000);
  port.postMessage({ question: { ...content, seconds } });
}

/**
 * @param {Question} question
 * @param {{choice?: unknown, text?: unknown, done?: unknown, decline?: unknown}} message of the
 *   page in its window, which is one of the extension's own
 */
function onAnswer(question, { choice, text, done, decline }) {
  const { params } = question;
  if (decline === true) return question.settle({ outcome: 'declined' });
  if (typeof choice === 'number' && params.choices[choice] !== undefined)
    return question.settle({ outcome: 'answered', answer: params.choices[choice] });
  if (typeof text === 'string' && params.text)
    return question.settle({ outcome: 'answered', answer: text.slice(0, MAX_TEXT) });
  if (done === true && !params.text && params.choices.length === 0)
    question.settle({ outcome: 'done' });
}

/** Ends all questions, because the user has paused Axlens. */
export function pauseQuestions() {
  untouched.clear();
  for (const question of [...questions].reverse()) question.settle(readingPaused());
}

/** @param {number} added the new id of a tab @param {number} removed the one before */
export function questionTabReplaced(added, removed) {
  for (const question of questions.filter((each) => each.tab === removed)) {
    question.tab = added;
    hold(question, added);
  }
}

/** @param {number} tab that was closed */
export function questionTabClosed(tab) {
  const over = questions.filter((each) => each.tab === tab);
  for (const question of over.reverse()) question.settle({ outcome: 'page_closed' });
}
