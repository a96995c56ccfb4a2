//! The default actions of keys in fields without text: radio buttons, native selects, numbers and
//! ranges. Rows of default-actions.js.

import { checkVisibility, getAttribute, matches, optionSelected } from '../../dom/dom.js';
import {
  fieldValue,
  isReadOnly,
  optionLabel,
  selectOptions,
  setFieldValue,
  setSelected,
  stepDown,
  stepUp,
} from '../dom-methods.js';
import { beforeInput, send, sendInputAndChange } from '../events.js';
import { focusElement } from './focus.js';
import { clickByKey } from './forms.js';
import { groupOf } from './radio-groups.js';

/** @typedef {import('./default-actions.js').Stroke} Stroke */

/** @param {Stroke} stroke */
const isForward = ({ key }) => key.key === 'ArrowDown' || key.key === 'ArrowRight';

/** @param {Stroke} stroke Chooses the next radio button of the group, cyclically. */
export function chooseRadio(stroke) {
  const radios = groupOf(stroke.target).filter(
    (radio) => !matches.call(radio, ':disabled') && checkVisibility.call(radio),
  );
  const step = isForward(stroke) ? 1 : radios.length - 1;
  const next = radios[(radios.indexOf(stroke.target) + step) % radios.length];
  if (!next || next === stroke.target) return false;
  focusElement(next);
  clickByKey(next);
}

/** @param {Element} select @param {Element | undefined} option */
function choose(select, option) {
  if (!option || optionSelected.call(option)) return false;
  setSelected.call(option, true);
  sendInputAndChange(select);
}

/** @param {Element} select @returns {Element[]} */
const enabledOptions = (select) =>
  [...selectOptions.call(select)].filter((option) => !matches.call(option, ':disabled'));

/** The number of options that PageUp and PageDown skip. */
const PAGE_OF_OPTIONS = 3;

/** @param {Stroke} stroke */
export function chooseOption(stroke) {
  const { target, key } = stroke;
  const options = enabledOptions(target);
  const now = options.findIndex((option) => optionSelected.call(option));
  const isPage = key.key.startsWith('Page');
  const isOnwards = isForward(stroke) || key.key === 'PageDown';
  const index =
    key.key === 'Home'
      ? 0
      : key.key === 'End'
        ? options.length - 1
        : now + (isOnwards ? 1 : -1) * (isPage ? PAGE_OF_OPTIONS : 1);
  return choose(target, options[Math.min(Math.max(index, 0), options.length - 1)]);
}

/** @param {Stroke} stroke Chooses the next option that begins with the letter. */
export function chooseByLetter({ target, key }) {
  const options = enabledOptions(target);
  const now = options.findIndex((option) => optionSelected.call(option));
  const following = [...options.slice(now + 1), ...options.slice(0, now + 1)];
  const letter = (key.text ?? '').toLowerCase();
  const isOf = (/** @type {Element} */ option) =>
    optionLabel.call(option).trim().toLowerCase().startsWith(letter);
  return choose(target, following.find(isOf));
}

/** @param {Stroke} stroke Sends `beforeinput` with the new value, which the page may prevent. */
export function stepNumber({ target, key }) {
  if (isReadOnly(target)) return false;
  const before = fieldValue(target);
  try {
    (key.key === 'ArrowUp' ? stepUp : stepDown).call(/** @type {HTMLInputElement} */ (target));
  } catch {
    // A field with `step="any"` has no steps.
    return false;
  }
  const after = fieldValue(target);
  if (after === before) return true;
  setFieldValue(target, before);
  if (!send(target, beforeInput('insertText', after))) return true;
  setFieldValue(target, after);
  sendInputAndChange(target);
}

/** @param {Element} field @param {string} name @param {number} fallback */
const bound = (field, name, fallback) => {
  const number = parseFloat(getAttribute.call(field, name) ?? '');
  return Number.isNaN(number) ? fallback : number;
};

/**
 * @param {Stroke} stroke Arrows move by a step, Page keys by a tenth of the range, Home and End to
 *   its ends.
 */
export function stepRange({ target, key }) {
  const [min, max] = [bound(target, 'min', 0), bound(target, 'max', 100)];
  const hasSteps = getAttribute.call(target, 'step')?.toLowerCase() !== 'any';
  const step = hasSteps ? bound(target, 'step', 1) : (max - min) / 100;
  const page = Math.max(step, (max - min) / 10);
  const now = Number(fieldValue(target));
  const values = /** @type {Record<string, number>} */ ({
    ArrowUp: now + step,
    ArrowRight: now + step,
    ArrowDown: now - step,
    ArrowLeft: now - step,
    PageUp: now + page,
    PageDown: now - page,
    Home: min,
    End: max,
  });
  setFieldValue(target, String(values[key.key]));
  if (Number(fieldValue(target)) !== now) sendInputAndChange(target);
}
