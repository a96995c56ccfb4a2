//! The window that asks the user whether an agent may act. It shows the worker's question and sends
//! the user's answer. An answer counts only if it is a real input event and the question has been
//! visible for half a second, so that users can't be tricked into clicking on a window that
//! suddenly appears.

import { localize, text } from '../common/i18n.js';
import { agentName, byId } from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';

/**
 * @typedef {{agent: string, site: string, mayKeepSite: boolean, action: string, answers: boolean,
 *   line: string, seconds: number}} Question
 */

/** How long answers are ignored after the window became visible or got the focus. */
const UNARMED_MS = 500;
/** The seconds left at which a screen reader announces them. */
const ANNOUNCED_SECONDS = [30, 10];
const MAX_LINE_LEN = 400;

const state = {
  hasQuestion: false,
  /** The time from which answers count. */
  armedAt: Infinity,
  /** The current click began before that time. */
  isEarly: true,
  /** A pointer or a key is down. */
  isPressed: false,
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  armTimer: undefined,
};

const worker = browserApi.connectToWorker('consent');
worker.onMessage.addListener((message) => {
  if (message.question) showQuestion(message.question);
  if (message.over) end();
});
// The worker was stopped, so that the question is over.
worker.onDisconnect.addListener(end);

localize();
for (const event of ['focus', 'pageshow', 'resize']) window.addEventListener(event, arm);
document.addEventListener('visibilitychange', arm);
document.addEventListener('pointerdown', press, true);
document.addEventListener('keydown', press, true);
for (const event of ['pointerup', 'pointercancel', 'keyup'])
  document.addEventListener(event, release, true);
document.addEventListener('click', click, true);

/** Makes answers count in half a second. */
function arm() {
  clearTimeout(state.armTimer);
  state.armedAt = Infinity;
  state.isEarly = true;
  delete document.body.dataset.armed;
  if (!state.hasQuestion || document.visibilityState !== 'visible') return;
  state.armedAt = performance.now() + UNARMED_MS;
  state.armTimer = setTimeout(() => {
    state.isEarly = state.isPressed;
    document.body.dataset.armed = '';
  }, UNARMED_MS);
}

/** @param {PointerEvent | KeyboardEvent} event */
function press(event) {
  state.isPressed = true;
  const repeats = event instanceof KeyboardEvent && event.repeat;
  state.isEarly = !event.isTrusted || repeats || performance.now() < state.armedAt;
  if (!state.isEarly && event instanceof KeyboardEvent && event.key === 'Escape') answer('deny');
}

function release() {
  state.isPressed = false;
}

/** @param {MouseEvent} event */
function click(event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const counts = event.isTrusted && !state.isEarly && performance.now() >= state.armedAt;
  if (button && counts) answer(button.value);
}

/** @param {string} value */
function answer(value) {
  if (!state.hasQuestion) return;
  state.hasQuestion = false;
  worker.postMessage({ answer: value });
}

/** @param {Question} question */
function showQuestion({ agent, site, mayKeepSite, action, answers, line, seconds }) {
  byId('agent').textContent = agentName(agent);
  byId('site').textContent = site === 'file://' ? text('consent_files') : site;
  byId('action').textContent = text(`consent_${action}`);
  byId('on-site').hidden = !mayKeepSite;
  byId('dialogs').hidden = !answers;
  byId('line').textContent = truncate(line);
  // An action on a tab has no element.
  byId('line').hidden = byId('element').hidden = line === '';
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  main.hidden = false;
  state.hasQuestion = true;
  byId('heading').focus();
  count(seconds);
  // Again after the first paint.
  requestAnimationFrame(arm);
  arm();
  document.body.dataset.question = '';
}

/** @param {string} line @returns {string} */
const truncate = (line) => {
  const letters = [...line];
  return letters.length > MAX_LINE_LEN ? `${letters.slice(0, MAX_LINE_LEN).join('')}…` : line;
};

/** @param {number} seconds left */
function count(seconds) {
  const countdown = text('consent_countdown', String(seconds));
  byId('countdown').textContent = countdown;
  if (ANNOUNCED_SECONDS.includes(seconds)) byId('spoken').textContent = countdown;
  if (seconds > 0) setTimeout(() => count(seconds - 1), 1000);
}

/** The question is over. */
function end() {
  state.hasQuestion = false;
  /** @type {HTMLElement} */ (document.querySelector('main')).hidden = true;
  byId('over').textContent = text('consent_over');
  window.close();
}
