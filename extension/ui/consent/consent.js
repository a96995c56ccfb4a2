//! The window that asks a person whether an agent may act. It decides nothing: it shows the
//! worker's question and sends the person's answer. An answer counts only where it was given by
//! hand, to what has been in sight for half a second: nobody can be made to click on what comes up
//! under their finger.

import { localize, text } from '../common/i18n.js';
import { agentName } from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';

/**
 * @typedef {{agent: string, site: string, mayKeepSite: boolean, action: string, answers: boolean,
 *   line: string, seconds: number}} Question
 */

/** For so long it takes no answer after it has come into sight or has been given the focus. */
const UNARMED_MS = 500;
/** The seconds left at which a screen reader says so. */
const SPOKEN = [30, 10];
const MAX_LINE_LEN = 400;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const state = {
  asking: false,
  /** From when on answers count. */
  armed: Infinity,
  /** What a click is the end of was begun before that. */
  early: true,
  /** A finger or a key is down. */
  pressed: false,
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  arming: undefined,
};

const worker = browserApi.connectToWorker('consent');
worker.onMessage.addListener((message) => {
  if (message.question) ask(message.question);
  if (message.over) end();
});
// The worker has gone, and the question with it.
worker.onDisconnect.addListener(end);

localize();
for (const event of ['focus', 'pageshow', 'resize']) window.addEventListener(event, arm);
document.addEventListener('visibilitychange', arm);
document.addEventListener('pointerdown', press, true);
document.addEventListener('keydown', press, true);
for (const event of ['pointerup', 'pointercancel', 'keyup'])
  document.addEventListener(event, release, true);
document.addEventListener('click', click, true);

/** From now on it takes half a second until an answer counts. */
function arm() {
  clearTimeout(state.arming);
  state.armed = Infinity;
  state.early = true;
  delete document.body.dataset.armed;
  if (!state.asking || document.visibilityState !== 'visible') return;
  state.armed = performance.now() + UNARMED_MS;
  state.arming = setTimeout(() => {
    state.early = state.pressed;
    document.body.dataset.armed = '';
  }, UNARMED_MS);
}

/** @param {PointerEvent | KeyboardEvent} event */
function press(event) {
  state.pressed = true;
  const repeats = event instanceof KeyboardEvent && event.repeat;
  state.early = !event.isTrusted || repeats || performance.now() < state.armed;
  if (!state.early && event instanceof KeyboardEvent && event.key === 'Escape') answer('deny');
}

function release() {
  state.pressed = false;
}

/** @param {MouseEvent} event */
function click(event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const counts = event.isTrusted && !state.early && performance.now() >= state.armed;
  if (button && counts) answer(button.value);
}

/** @param {string} value */
function answer(value) {
  if (!state.asking) return;
  state.asking = false;
  worker.postMessage({ answer: value });
}

/** @param {Question} question */
function ask({ agent, site, mayKeepSite, action, answers, line, seconds }) {
  part('agent').textContent = agentName(agent);
  part('site').textContent = site === 'file://' ? text('consent_files') : site;
  part('action').textContent = text(`consent_${action}`);
  part('on-site').hidden = !mayKeepSite;
  part('dialogs').hidden = !answers;
  part('line').textContent = cut(line);
  // What is done to a tab has no element.
  part('line').hidden = part('element').hidden = line === '';
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  main.hidden = false;
  state.asking = true;
  part('heading').focus();
  count(seconds);
  // Once it has been painted.
  requestAnimationFrame(arm);
  arm();
  document.body.dataset.asking = '';
}

/** @param {string} line @returns {string} */
const cut = (line) => {
  const letters = [...line];
  return letters.length > MAX_LINE_LEN ? `${letters.slice(0, MAX_LINE_LEN).join('')}…` : line;
};

/** @param {number} seconds left */
function count(seconds) {
  const words = text('consent_countdown', String(seconds));
  part('countdown').textContent = words;
  if (SPOKEN.includes(seconds)) part('spoken').textContent = words;
  if (seconds > 0) setTimeout(() => count(seconds - 1), 1000);
}

/** The question is over. */
function end() {
  state.asking = false;
  /** @type {HTMLElement} */ (document.querySelector('main')).hidden = true;
  part('over').textContent = text('consent_over');
  window.close();
}
