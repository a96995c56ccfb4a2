//! Chooses options of a native select, or of a list that a page draws itself.

import { isConnected, localName, matches, optionSelected } from '../../dom/dom.js';
import { whyUnseen } from '../checks/checks.js';
import {
  isHtml,
  optionLabel,
  optionValue,
  selectMultiple,
  selectOptions,
  setSelected,
} from '../dom-methods.js';
import { sendInputAndChange } from '../events.js';
import { focusElement } from '../keyboard/focus.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';
import { selectInWidget } from '../widgets/select-in-widget.js';
import { isListWidget } from '../widgets/widget-options.js';
import { isSecret } from '../checks/secrets.js';

/** More options than these are not listed. */
const MAX_LISTED = 100;

/** @param {Element} option */
const labelOf = (option) => optionLabel.call(option).replace(/\s+/g, ' ').trim();

/**
 * @param {Element[]} options
 * @param {import('../results.js').Select} act
 * @returns {(Element | undefined)[]} the options asked for; undefined where there is none
 */
function optionsFor(options, { values = [], labels = [], indexes = [] }) {
  const open = options.filter((option) => !matches.call(option, ':disabled'));
  const labelled = (/** @type {string} */ label) => label.replace(/\s+/g, ' ').trim();
  return [
    ...values.map((value) => open.find((option) => optionValue.call(option) === value)),
    ...labels.map((label) => open.find((option) => labelOf(option) === labelled(label))),
    ...indexes.map((index) => open.find((option) => options.indexOf(option) === index)),
  ];
}

/** @param {Element[]} options */
const selectedOf = (options) => options.filter((option) => optionSelected.call(option));

/** @param {Element[]} one @param {Element[]} other */
const areSame = (one, other) =>
  one.length === other.length && one.every((option) => other.includes(option));

/**
 * @param {Element} select
 * @param {import('../results.js').Select} act
 * @returns {{wanted: Element[], options: Element[]} | {refused: import('../results.js').Refusal}}
 */
function wantedOf(select, act) {
  const why = whyUnseen(select);
  if (why !== null) return refuse(why);
  if (!isHtml(select) || localName.call(select) !== 'select') return refuse('not_settable');
  const options = /** @type {Element[]} */ ([...selectOptions.call(select)]);
  const found = optionsFor(options, act);
  const wanted = found.filter((option) => option !== undefined);
  if (wanted.length < found.length)
    return refuse('option_not_found', { options: options.slice(0, MAX_LISTED).map(labelOf) });
  const one = 'it takes one option';
  if (!selectMultiple.call(select) && wanted.length !== 1)
    return refuse('bad_value', { detail: one });
  return { wanted: [...new Set(wanted)], options };
}

/**
 * @param {Element} element
 * @param {import('../results.js').Select} act
 * @param {import('../events.js').Hooks} hooks
 * @returns {Promise<import('../results.js').Result>}
 */
export async function select(element, act, hooks) {
  if (isListWidget(element)) {
    const why = whyUnseen(element);
    return why === null ? selectInWidget(element, act, hooks) : refuse(why);
  }
  const found = wantedOf(element, act);
  if ('refused' in found) return found;
  const { wanted, options } = found;
  if (areSame(selectedOf(options), wanted) && !isSecret(element))
    return done('script', { already: true });
  await hooks.begin();
  align(element, 'nearest');
  focusElement(element);
  await hooks.task();
  hooks.ensureSame();
  for (const option of options) {
    const isWanted = wanted.includes(option);
    if (optionSelected.call(option) !== isWanted) setSelected.call(option, isWanted);
  }
  sendInputAndChange(element);
  return done('script', { verify: () => difference(element, wanted.map(labelOf)) });
}

/**
 * By labels: a page may make its options anew.
 * @param {Element} select
 * @param {string[]} wanted
 * @returns {import('../results.js').Difference | null}
 */
function difference(select, wanted) {
  const now = selectedOf([...selectOptions.call(select)]).map(labelOf);
  const isSame = now.length === wanted.length && now.every((label) => wanted.includes(label));
  if (!isConnected.call(select) || isSame) return null;
  return isSecret(select) ? { outcome: 'reverted' } : { outcome: 'reverted', now: now.join(', ') };
}
