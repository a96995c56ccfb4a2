//! The window that asks the user whether an agent may act. It shows the worker's question and sends
//! the user's answer. The answers for all sites and for later need a second click at another place.

import { countDown } from '../common/countdown.js';
import { localize, text } from '../common/i18n.js';
import { agentName, byId } from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';
import { Arming } from '../common/arming.js';
import { stepViews } from './steps.js';

/** @typedef {import('../../worker/policy/consent.js').PromptedAction} PromptedAction */
/** @typedef {Omit<PromptedAction, 'agent'> & {agent: string, seconds: number}} Question */

/** The seconds left at which a screen reader announces them. */
const ANNOUNCED_SECONDS = [30, 10];
/** Answers that allow nothing. They count even if a part of the window is covered. */
const DENIALS = new Set(['deny', 'ban']);

let hasQuestion = false;
const arming = new Arming(showArming);

const worker = browserApi.connectToWorker('consent');
worker.onMessage.addListener((message) => {
  if (message.question) showQuestion(message.question);
  if (message.over) end();
});
// The worker was stopped, so that the question is over.
worker.onDisconnect.addListener(end);

localize();
document.addEventListener('pointerdown', press, true);
document.addEventListener('keydown', press, true);
document.addEventListener('click', click, true);
// The answers may need more lines then.
window.addEventListener('resize', reserveWide);

/** @param {PointerEvent | KeyboardEvent} event */
function press(event) {
  const counts = arming.press(event);
  if (counts && event instanceof KeyboardEvent && event.key === 'Escape') send('deny');
}

/** @param {MouseEvent} event */
function click(event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button && arming.click(event)) void choose(button.value);
}

/** @param {string} value of the button */
async function choose(value) {
  switch (value) {
    case 'wider':
      return showMore(byId('wide').hidden);
    case 'agent':
      return showConfirmation(true);
    case 'back':
      return showConfirmation(false);
  }
  if (!DENIALS.has(value) && (await arming.lookForCover())) return;
  // The worker calls all sites of an agent `agent`.
  send(value === 'everywhere' ? 'agent' : value);
}

/** @param {string} answer */
function send(answer) {
  if (!hasQuestion) return;
  hasQuestion = false;
  worker.postMessage({ answer });
}

/** @param {boolean} isShown whether the wider answers are visible */
function showMore(isShown) {
  byId('wide').hidden = !isShown;
  byId('more').ariaExpanded = String(isShown);
  // A click must not press a button that has just appeared.
  arming.restart();
}

/** Reserves the space of the wider answers, so that no button moves when they appear. */
function reserveWide() {
  if (byId('question').hidden) return;
  const wide = byId('wide');
  const wasHidden = wide.hidden;
  wide.hidden = false;
  const { height } = wide.getBoundingClientRect();
  wide.hidden = wasHidden;
  byId('wide-space').style.minHeight = `${Math.ceil(height)}px`;
}

/** @param {boolean} isShown whether to confirm the answer for all sites */
function showConfirmation(isShown) {
  byId('question').hidden = isShown;
  byId('confirmation').hidden = !isShown;
  reserveWide();
  byId(isShown ? 'confirm-heading' : 'heading').focus();
  arming.restart();
}

/** @param {{isArmed: boolean, isCovered: boolean}} state */
function showArming({ isArmed, isCovered }) {
  const wasArmed = 'armed' in document.body.dataset;
  document.body.toggleAttribute('data-armed', isArmed);
  for (const button of document.querySelectorAll('button')) {
    const counts = isArmed && !(isCovered && allows(button.value));
    button.ariaDisabled = String(!counts);
  }
  if (isArmed) byId('covered').textContent = isCovered ? text('consent_covered') : '';
  if (isArmed !== wasArmed) byId('spoken').textContent = isArmed ? text('consent_armed') : '';
}

/** @param {string} value of a button */
const allows = (value) => value === 'once' || value === 'site' || value === 'everywhere';

/** @param {Question} question */
function showQuestion(question) {
  const { agent, sites, mayKeepSites, steps, later, seconds } = question;
  const name = agentName(agent);
  byId('agent').textContent = name;
  byId('site').replaceChildren(...sites.map(siteLine));
  const isList = steps.length > 1;
  const actions = steps.reduce((count, { times }) => count + times, 0);
  byId('steps').replaceChildren(...stepViews(steps));
  byId('steps').toggleAttribute('data-list', isList);
  byId('later').textContent = later > 0 ? text('consent_later', String(later)) : '';
  byId('once').textContent =
    actions > 1 ? text('consent_all_once', String(actions)) : text('consent_once');
  for (const button of document.querySelectorAll('button.of-site'))
    /** @type {HTMLElement} */ (button).hidden = !mayKeepSites;
  byId('confirm-heading').textContent = text('consent_confirm_heading', name);
  byId('confirm-why').textContent = text('consent_confirm_why', name);
  byId('question').hidden = false;
  reserveWide();
  hasQuestion = true;
  byId('heading').focus();
  countDown(seconds, 'consent_countdown', ANNOUNCED_SECONDS);
  arming.start();
  document.body.dataset.question = '';
}

/** @param {string} site @returns {HTMLElement} */
function siteLine(site) {
  const line = document.createElement('div');
  line.textContent = site === 'file://' ? text('consent_files') : site;
  return line;
}

/** The question is over. */
function end() {
  hasQuestion = false;
  for (const main of document.querySelectorAll('main')) main.hidden = true;
  byId('over').textContent = text('consent_over');
  window.close();
}
