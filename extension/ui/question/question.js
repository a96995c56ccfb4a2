//! The window with an agent's question to the user. It shows the worker's question and sends the
//! user's answer.

import { countDown } from '../common/countdown.js';
import { localize, text } from '../common/i18n.js';
import { agentName, byId, siteName } from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';
import { Arming } from '../common/arming.js';
import { addVisible, foreignBox } from '../common/visible-text.js';

/** @typedef {import('../../worker/policy/questions.js').ShownQuestion} ShownQuestion */

/** The seconds left at which a screen reader announces them. */
const ANNOUNCED_SECONDS = [60, 10];
/** How the values of the buttons for choices begin; the number of the choice follows. */
const CHOICE = 'choice-';

/** @type {ShownQuestion | null} null: there is none, or it is answered */
let current = null;
const arming = new Arming(showArming);
const field = byId('text', HTMLTextAreaElement);

const worker = browserApi.connectToWorker('question');
worker.onMessage.addListener((message) => {
  if (message.question && !isShown()) show(message.question);
  else if (message.question) update(message.question);
  if (message.over) end();
});
// The worker was stopped, so that the question is over.
worker.onDisconnect.addListener(end);

const isShown = () => 'question' in document.body.dataset;

localize();
document.addEventListener('pointerdown', press, true);
document.addEventListener('keydown', press, true);
document.addEventListener('click', click, true);
byId('answers').addEventListener('submit', (event) => event.preventDefault());

/** @param {PointerEvent | KeyboardEvent} event */
function press(event) {
  const counts = arming.press(event);
  if (!counts || !(event instanceof KeyboardEvent) || event.isComposing) return;
  if (event.key === 'Escape') send({ decline: true });
}

/** @param {MouseEvent} event */
function click(event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button && arming.click(event)) void choose(button.value);
}

/** @param {string} value of the button */
async function choose(value) {
  if (value === 'decline') return send({ decline: true });
  if (value === 'show') return worker.postMessage({ show: true });
  if (await arming.lookForCover()) return;
  if (value.startsWith(CHOICE)) return send({ choice: Number(value.slice(CHOICE.length)) });
  if (!current?.text) return send({ done: true });
  if (field.value.trim() === '') return field.focus();
  send({ text: field.value });
}

/** @param {{choice?: number, text?: string, done?: true, decline?: true}} answer */
function send(answer) {
  if (!current) return;
  current = null;
  worker.postMessage(answer);
}

/** @param {{isArmed: boolean, isCovered: boolean}} state */
function showArming({ isArmed, isCovered }) {
  document.body.toggleAttribute('data-armed', isArmed);
  for (const button of document.querySelectorAll('button'))
    button.ariaDisabled = String(!isArmed || (isCovered && button.value !== 'decline'));
  if (isArmed) byId('covered').textContent = isCovered ? text('consent_covered') : '';
}

/** @param {ShownQuestion & {seconds: number}} question */
function show(question) {
  current = question;
  const { agent, site, choices } = question;
  const isTask = !question.text && choices.length === 0;
  const name = agentName(agent);
  byId('heading').textContent = text(isTask ? 'question_task_heading' : 'question_heading');
  byId('agent').textContent = name;
  showSite(site);
  byId('quoted').replaceChildren(foreignBox(question.question, { isQuoted: true }));
  byId('note').textContent = noteOf(question, isTask);
  byId('choices').replaceChildren(...choices.map(choiceButton));
  byId('typed').hidden = !question.text;
  const done = byId('done', HTMLButtonElement);
  done.hidden = choices.length > 0;
  done.textContent = text(isTask ? 'question_done' : 'question_send');
  byId('question').hidden = false;
  byId('heading').focus();
  countDown(question.seconds, 'question_countdown', ANNOUNCED_SECONDS);
  arming.start();
  document.body.dataset.question = '';
}

/** @param {ShownQuestion} question whose tab has another page now */
function update({ site }) {
  showSite(site);
  arming.start();
}

/** @param {string} site of the tab */
function showSite(site) {
  byId('site').textContent = site === '' ? text('question_no_site') : siteName(site);
}

/** @param {ShownQuestion} question @param {boolean} isTask @returns {string} */
function noteOf({ text: isText, until }, isTask) {
  if (isTask) return text(until ? 'question_until_note' : 'question_task_note');
  return isText ? text('question_text_note') : text('question_choice_note');
}

/** @param {string} choice @param {number} index */
function choiceButton(choice, index) {
  const button = document.createElement('button');
  button.type = 'button';
  button.value = `${CHOICE}${index}`;
  const label = document.createElement('bdi');
  addVisible(label, choice);
  // In quotes, so that no choice can be taken for a button of the window itself.
  button.append('“', label, '”');
  return button;
}

/** The question is over. */
function end() {
  current = null;
  byId('question').hidden = true;
  byId('over').textContent = text('question_over');
  window.close();
}
