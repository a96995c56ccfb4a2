//! Asks a person whether an agent may act, in a window of the extension's own: one window at a
//! time, the next question when it has closed. It grants nothing and acts on nothing: it only
//! brings the answer.

import * as browserApi from '../../shared/browser-api.js';
import { permissionDenied, readingPaused, staleUid } from '../faults.js';
import { extensionWindowClosed, extensionWindowOpened } from '../browser/tabs.js';
import { isUnattended, onUnattended } from './unattended.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../faults.js').Fault} Fault */
/**
 * `site`, `agent`: from now on, on this site or on all.
 * @typedef {'once' | 'site' | 'agent'} Consent
 */
/** How it came to the answer, for the audit log.
 * @typedef {import('../../types/protocol').Consent} Answered */
/**
 * What is asked. `line`: of the element, as a snapshot prints it; `frame`: Chrome's id of the frame
 * that `document` is in; `mayKeepSite`: an answer for the site may be kept.
 * @typedef {{agent: QueryAgent, site: string, mayKeepSite: boolean, action: string,
 *   answers: boolean, line: string, tab: number, frame: number, document: string}} Act
 */
/**
 * `onOpen`: called when its window opens; `onAnswer`: when there is an answer, or none in time.
 * @typedef {{signal: AbortSignal, onOpen: () => void, onAnswer: (how: Answered) => void}} Asker
 */
/**
 * `settle`: ends it; `how` is missing where it ends without an answer.
 * @typedef {{id: string, act: Act, onOpen: () => void,
 *   settle: (answer: Consent | Fault, how?: Answered) => void, isOver: boolean,
 *   port: browserApi.Port | null, window: number | undefined, ends: number,
 *   timer: ReturnType<typeof setTimeout> | undefined}} Question
 */

/** How long a person may think; and how long a question may wait for those before it. */
const TIMEOUT_MS = 60_000;
const WIDTH = 420;
const HEIGHT = 520;
const ALLOWING = ['once', 'site', 'agent'];

/** @type {Question[]} the first is the one that is open */
let questions = [];

browserApi.onWindowClosed((window) => {
  extensionWindowClosed(window);
  const question = questions.find((each) => each.window === window);
  if (question) deny(question);
});

onUnattended(() => {
  if (!isUnattended()) return;
  for (const question of [...questions].reverse()) question.settle('once', 'unattended');
});

/**
 * Asks, and waits for the answer.
 * @param {Act} act
 * @param {Asker} asker whose signal ends it: nobody waits for the answer any more
 * @returns {Promise<Consent>} rejects with a fault where it is not allowed
 */
export function askPerson(act, { signal, onOpen, onAnswer }) {
  return new Promise((resolve, reject) => {
    const end = () => question.settle(refused(act));
    /** @type {Question} */
    const question = {
      id: crypto.randomUUID(),
      act,
      onOpen,
      isOver: false,
      port: null,
      window: undefined,
      ends: 0,
      timer: setTimeout(() => giveUp(question), TIMEOUT_MS),
      settle: (answer, how) => {
        if (question.isOver) return;
        question.isOver = true;
        if (how) onAnswer(how);
        signal.removeEventListener('abort', end);
        close(question);
        if (typeof answer === 'string') resolve(answer);
        else reject(answer);
      },
    };
    signal.addEventListener('abort', end);
    questions.push(question);
    if (signal.aborted) end();
    else if (questions[0] === question) open(question);
  });
}

/** @param {Question} question */
const deny = (question) => question.settle(refused(question.act), 'denied');

/** @param {Question} question */
const giveUp = (question) => question.settle(unanswered(question.act), 'unanswered');

/** @param {Question} question */
function close(question) {
  clearTimeout(question.timer);
  const wasOpen = questions[0] === question;
  questions = questions.filter((each) => each !== question);
  question.port?.postMessage({ over: true });
  if (question.window !== undefined) browserApi.closeWindow(question.window).catch(() => {});
  if (wasOpen && questions.length) open(questions[0]);
}

/** @param {Question} question */
async function open(question) {
  clearTimeout(question.timer);
  question.timer = setTimeout(() => giveUp(question), TIMEOUT_MS);
  question.ends = Date.now() + TIMEOUT_MS;
  question.onOpen();
  try {
    const behind = await browserApi.getLastFocusedWindow().catch(() => null);
    question.window = await browserApi.openPopupWindow(
      `ui/consent/consent.html#${question.id}`,
      WIDTH,
      HEIGHT,
    );
    if (question.window !== undefined) extensionWindowOpened(question.window, behind?.id ?? -1);
    // It was settled while the window came.
    if (question.isOver && question.window !== undefined)
      await browserApi.closeWindow(question.window);
  } catch {
    question.settle(notAsked(question.act), 'unanswered');
  }
}

/**
 * Serves the page of a window: tells it what to ask, and takes its answer.
 * @param {browserApi.Port} port
 */
export function serveWindow(port) {
  const id = new URL(port.sender?.url ?? '').hash.slice(1);
  const question = questions[0]?.id === id ? questions[0] : null;
  if (!question || question.port) return port.postMessage({ over: true });
  question.port = port;
  port.onDisconnect.addListener(() => {
    question.port = null;
    deny(question);
  });
  port.onMessage.addListener((message) => take(question, message.answer));
  const { agent, ...asked } = question.act;
  const seconds = Math.ceil((question.ends - Date.now()) / 1000);
  port.postMessage({ question: { ...asked, agent: agent.name, seconds } });
}

/** @param {Question} question @param {unknown} answer of its window */
function take(question, answer) {
  if (answer === 'deny') return deny(question);
  if (question.isOver || typeof answer !== 'string' || !ALLOWING.includes(answer)) return;
  const { agent, site, mayKeepSite } = question.act;
  // Its window does not offer that.
  const kept = answer === 'site' && !mayKeepSite ? 'once' : answer;
  const consent = /** @type {Consent} */ (kept);
  const others = questions.filter((each) => each !== question && each.act.agent.id === agent.id);
  // Those that wait with the same question have their answer too.
  for (const other of others) {
    if (consent === 'agent' || (consent === 'site' && other.act.site === site))
      other.settle(consent, `allowed_${consent}`);
  }
  question.settle(consent, `allowed_${consent}`);
}

/** Nobody may act any more: every question is over. */
export function pauseConsent() {
  for (const question of [...questions].reverse()) question.settle(readingPaused());
}

/**
 * A frame has got another document.
 * @param {number} tab @param {number} frame 0: the main frame, and with it all others
 * @param {string} document
 */
export function documentChanged(tab, frame, document) {
  const gone = questions.filter(
    ({ act }) =>
      act.tab === tab && (frame === 0 || act.frame === frame) && act.document !== document,
  );
  for (const question of gone.reverse()) question.settle(staleUid());
}

/** @param {number} tab that is gone */
export const tabClosed = (tab) => documentChanged(tab, 0, '');

const HINT =
  'Do not ask again by yourself. Tell the user what you want to do there and why, and that they can allow it: in the window that Axlens opens when you ask again, for once, for this site or for all sites.';

/** @param {Act} act */
const subject = ({ agent, site }) => `agent ${JSON.stringify(agent.name)} to act on ${site}`;

/** @param {Act} act */
const refused = (act) => permissionDenied(`The user does not allow ${subject(act)}.`, HINT);

/** @param {Act} act */
const unanswered = (act) =>
  permissionDenied(`Nobody has allowed ${subject(act)} within a minute.`, HINT);

/** @param {Act} act */
const notAsked = (act) =>
  permissionDenied(`No window could be opened to ask the user to allow ${subject(act)}.`, HINT);
