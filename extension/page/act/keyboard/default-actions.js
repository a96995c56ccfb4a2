//! The table of the browser's default actions of keys, which Chromium does not execute for events
//! of a script. The first row applies whose event, key and target match.

import { inputChecked, localName, matches } from '../../dom/dom.js';
import {
  clipboard,
  deletion,
  moveBy,
  newLine,
  redo,
  selectAll,
  typeCharacter,
  undo,
} from './default-edits.js';
import {
  chooseByLetter,
  chooseOption,
  chooseRadio,
  stepNumber,
  stepRange,
} from './default-values.js';
import { takesText, isEditableText, isTextField, isTextarea, typeOf } from '../editing/fields.js';
import { clickByKey, submitImplicitly } from './forms.js';
import { closeTopmost } from './overlays.js';
import { scrollByKey } from './scroll-keys.js';
import { moveByTab } from './tab-move.js';

/**
 * A key at one of its three events. `downOn`: the element that had the focus at `keydown`.
 * @typedef {{at: 'keydown' | 'keypress' | 'keyup', key: import('./keys.js').Key,
 *   modifiers: import('../action.js').Modifiers, target: Element, downOn: Element}} Stroke
 */

/**
 * The outcome of a default action. `left`: Tab continues in another document.
 * @typedef {{hint?: import('../action.js').ActionHint, left?: import('./tab-move.js').FrameExit}}
 *   DefaultOutcome
 */

/**
 * `run` returns false if there was nothing to do.
 * @typedef {{at: Stroke['at'], chords: Set<string> | null, on: (target: Element) => boolean,
 *   run: (stroke: Stroke) => void | boolean | DefaultOutcome}} Rule
 */

const isMac = navigator.platform.startsWith('Mac');

/**
 * @param {Stroke} stroke
 * @returns {string} `Command+Shift+z`; Command is Meta on a Mac, else Control
 */
function chordOf({ key, modifiers }) {
  const isLetter = key.key.length === 1;
  const command = isMac ? 'Meta' : 'Control';
  const names = modifiers.map((name) => (name === command ? 'Command' : String(name)));
  const counted = names.filter((name) => !isLetter || name !== 'Shift' || names.length > 1);
  return [...counted.sort(), isLetter ? key.key.toLowerCase() : key.key].join('+');
}

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image', 'file', 'color']);
/** @param {Element} target @returns {boolean} Enter and Space click it */
export const isButton = (target) =>
  localName.call(target) === 'button' ||
  BUTTON_TYPES.has(typeOf(target)) ||
  matches.call(target, 'details > summary:first-of-type');
/** @param {Element} target @returns {boolean} Enter clicks it */
export const isLink = (target) => matches.call(target, ':any-link');
/** @param {Element} target @returns {boolean} Space clicks it */
export const isToggle = (target) => ['checkbox', 'radio'].includes(typeOf(target));
/** @param {Element} target */
const isInput = (target) => typeOf(target) !== '';
/** @param {Element} target */
const isSelect = (target) => localName.call(target) === 'select';
/** @param {Element} target */
const hasCaret = (target) => isTextField(target) || isEditableText(target);
/** @param {Element} target */
const isMultiline = (target) => isTextarea(target) || isEditableText(target);
const anything = () => true;
/** @param {string} type */
const ofType = (type) => (/** @type {Element} */ target) => typeOf(target) === type;
/** @param {Element} target */
const scrolls = (target) => !hasCaret(target) && !isInput(target) && !isSelect(target);

/** @param {Stroke} stroke @returns {DefaultOutcome} */
function tab({ modifiers }) {
  const left = moveByTab(modifiers.includes('Shift'));
  return left ? { left } : {};
}

/** @param {Stroke} stroke A button is clicked only if the key was pressed in it. */
const clickIfDownHere = ({ target, downOn }) => {
  if (target !== downOn) return false;
  if (typeOf(target) === 'radio' && inputChecked.call(target)) return true;
  clickByKey(target);
};

/**
 * @param {Stroke['at']} at
 * @param {string | null} chords separated by spaces; null: all that type a character
 * @param {Rule['on']} on
 * @param {Rule['run']} run
 * @returns {Rule}
 */
const rule = (at, chords, on, run) => ({
  at,
  chords: chords === null ? null : new Set(chords.split(' ').map((name) => name.replace('␣', ' '))),
  on,
  run,
});

const CARET_KEYS =
  'ArrowLeft ArrowRight ArrowUp ArrowDown Home End PageUp PageDown Shift+ArrowLeft ' +
  'Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown Shift+Home Shift+End Command+ArrowLeft ' +
  'Command+ArrowRight Command+Home Command+End Command+Shift+ArrowLeft ' +
  'Command+Shift+ArrowRight Command+Shift+Home Command+Shift+End Alt+ArrowLeft Alt+ArrowRight';
const ARROWS = 'ArrowLeft ArrowRight ArrowUp ArrowDown';
const PAGING = 'Home End PageUp PageDown';
const SPACE = '␣';

/** @type {Rule[]} */
const RULES = [
  rule('keydown', 'Tab Shift+Tab', anything, tab),
  rule('keydown', 'Escape', anything, closeTopmost),
  rule(
    'keydown',
    'Enter Command+Enter Shift+Enter',
    isLink,
    ({ target }) => void clickByKey(target),
  ),

  rule('keydown', 'Command+a', anything, selectAll),
  rule('keydown', 'Command+c Command+x Command+v', anything, clipboard),
  rule('keydown', 'Command+z', takesText, undo),
  rule('keydown', 'Command+Shift+z Command+y', takesText, redo),
  rule('keydown', 'Backspace Delete Command+Backspace Command+Delete', takesText, deletion),

  rule('keydown', 'ArrowUp ArrowDown', ofType('number'), stepNumber),
  rule('keydown', `${ARROWS} ${PAGING}`, ofType('range'), stepRange),
  rule('keydown', ARROWS, ofType('radio'), chooseRadio),
  rule('keydown', `${ARROWS} ${PAGING}`, isSelect, chooseOption),
  rule('keydown', CARET_KEYS, hasCaret, moveBy),
  rule('keydown', `${ARROWS} ${PAGING}`, scrolls, scrollByKey),

  rule('keypress', 'Enter', isButton, ({ target }) => void clickByKey(target)),
  rule('keypress', 'Enter Shift+Enter', isMultiline, newLine),
  rule('keypress', 'Enter', isInput, ({ target }) => submitImplicitly(target)),
  rule('keypress', `${SPACE} Shift+${SPACE}`, isButton, () => false),
  rule('keypress', null, takesText, typeCharacter),
  rule('keypress', null, isSelect, chooseByLetter),
  rule('keypress', `${SPACE} Shift+${SPACE}`, scrolls, scrollByKey),

  rule('keyup', SPACE, isButton, clickIfDownHere),
  rule('keyup', SPACE, isToggle, clickIfDownHere),
];

/**
 * @param {Stroke} stroke
 * @returns {DefaultOutcome | null} null: there is no default action
 */
export function runDefault(stroke) {
  const chord = chordOf(stroke);
  const writes = stroke.key.text?.length === 1 && stroke.key.text !== '\r';
  const matching = RULES.find(
    ({ at, chords, on }) =>
      at === stroke.at && (chords === null ? writes : chords.has(chord)) && on(stroke.target),
  );
  const outcome = matching?.run(stroke);
  if (!matching || outcome === false) return null;
  return typeof outcome === 'object' ? outcome : {};
}
