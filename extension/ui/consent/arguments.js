//! The arguments of the action, and its consequences, in the consent window.

import { text } from '../common/i18n.js';
import { siteName } from '../common/parts.js';
import { cutBoxes } from '../common/visible-text.js';

/** @typedef {import('../../worker/policy/action-arguments.js').ActionArgument} ActionArgument */
/** @typedef {import('../../worker/policy/action-arguments.js').ArgumentItem} ArgumentItem */
/** @typedef {import('../../worker/policy/consequences.js').Consequence} Consequence */

/** The number of items that are shown at first. */
const MAX_ITEMS = 5;
/** Arguments that the agent does not write as text: without quotes. */
const WITHOUT_QUOTES = new Set([
  'times',
  'modifiers',
  'keys',
  'point',
  'target_point',
  'distance',
  'hold',
  'positions',
]);
const CODE = new Set(['script', 'url']);

/** @param {ActionArgument} argument @returns {HTMLElement} */
export function argumentView({ name, items }) {
  const view = document.createElement('div');
  view.className = 'argument';
  const label = document.createElement('div');
  label.className = 'label';
  label.textContent = text(`consent_argument_${name}`);
  view.append(label, ...(items === null ? [secretNote()] : itemViews(name, items)));
  return view;
}

function secretNote() {
  const note = document.createElement('div');
  note.className = 'secret';
  note.textContent = text('consent_secret');
  return note;
}

/** @param {ActionArgument['name']} name @param {ArgumentItem[]} items */
function itemViews(name, items) {
  const isList = WITHOUT_QUOTES.has(name) && !items.some((item) => 'word' in item);
  if (isList)
    return itemView(name, { text: items.map((item) => 'text' in item && item.text).join(', ') });
  const first = items.slice(0, MAX_ITEMS).flatMap((item) => itemView(name, item));
  return items.length > MAX_ITEMS ? [...first, otherItems(name, items.slice(MAX_ITEMS))] : first;
}

/** @param {ActionArgument['name']} name @param {ArgumentItem[]} items */
function otherItems(name, items) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = text('consent_show_others', items.length.toLocaleString());
  details.append(summary, ...items.flatMap((item) => itemView(name, item)));
  return details;
}

/** @param {ActionArgument['name']} name @param {ArgumentItem} item @returns {HTMLElement[]} */
function itemView(name, item) {
  if ('word' in item) return [ownWord(item.word)];
  const isCode = CODE.has(name);
  const isQuoted = !isCode && !WITHOUT_QUOTES.has(name);
  const label = text(`consent_argument_${name}`);
  const boxes = cutBoxes(item.text, { isCode, isQuoted, label });
  return item.bytes === undefined ? boxes : [fileView(boxes, item.bytes)];
}

/** @param {HTMLElement[]} boxes with its name @param {number} bytes @returns {HTMLElement} */
function fileView(boxes, bytes) {
  const view = document.createElement('div');
  view.className = 'file';
  view.append(boxes[0], fileSize(bytes), ...boxes.slice(1));
  return view;
}

/** @param {string} word */
function ownWord(word) {
  const view = document.createElement('div');
  view.textContent = text(`consent_word_${word}`);
  return view;
}

/** @param {number} bytes @returns {HTMLElement} */
function fileSize(bytes) {
  const view = document.createElement('div');
  view.className = 'size';
  view.textContent = text('consent_bytes', bytes.toLocaleString(document.documentElement.lang));
  return view;
}

/** @param {Consequence} consequence @returns {HTMLLIElement} */
export function consequenceView({ what, site }) {
  const line = document.createElement('li');
  line.textContent =
    site === null
      ? text(`consent_effect_${what}`)
      : text(`consent_effect_${what}_at`, siteName(site));
  return line;
}
