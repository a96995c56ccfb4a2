//! `select`: selects options of a native `select`, or of a list that the page draws itself.

import { done, refuse } from '../action.js';
import {
  getAttribute,
  localName,
  matches,
  optionSelected,
  querySelectorAll,
} from '../../dom/dom.js';
import { whyUnseen } from '../checks/checks.js';
import { differenceOf, readerOf } from '../checks/read-back.js';
import { isSecret } from '../checks/secrets.js';
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
import { align } from '../pointer/scroll-into-view.js';
import { collapseSpaces, matchOptions, optionNotFound } from '../widgets/match-options.js';
import { selectInWidget } from '../widgets/select-in-widget.js';
import { isListWidget } from '../widgets/widget-options.js';

/** @typedef {import('../action.js').PageAction<'select'>} Select */

/** @type {import('../widgets/match-options.js').OptionReader} */
const NATIVE = {
  valueOf: (option) => optionValue.call(option),
  labelOf: (option) => collapseSpaces(optionLabel.call(option)),
  namesOf: (option) =>
    [
      ...[...querySelectorAll.element.call(option, 'img[alt]')].map((image) =>
        getAttribute.call(image, 'alt'),
      ),
      optionLabel.call(option),
      getAttribute.call(option, 'aria-label'),
    ]
      .map((name) => collapseSpaces(name ?? ''))
      .filter((name) => name !== ''),
  isDisabled: (option) => matches.call(option, ':disabled'),
};

/** @param {Element} element @returns {boolean} it is a native `select` */
export const isSelect = (element) => isHtml(element) && localName.call(element) === 'select';

/** @param {Element[]} options */
const selectedOf = (options) => options.filter((option) => optionSelected.call(option));

/** @param {Element[]} one @param {Element[]} other */
const areSame = (one, other) =>
  one.length === other.length && one.every((option) => other.includes(option));

/**
 * @param {Element} select
 * @param {Select} action
 * @returns {{requested: Element[], options: Element[]} | import('../action.js').RefusedResult}
 */
function requestedOptions(select, action) {
  const why = whyUnseen(select);
  if (why !== null) return refuse(why);
  if (!isSelect(select)) return refuse('not_settable');
  const options = /** @type {Element[]} */ ([...selectOptions.call(select)]);
  const matched = matchOptions(options, action, NATIVE);
  const requested = matched.filter((option) => option !== undefined);
  if (requested.length < matched.length) return optionNotFound(options, action, NATIVE);
  if (!selectMultiple.call(select) && requested.length !== 1)
    return refuse('bad_value', { detail: 'it takes one option' });
  return { requested: [...new Set(requested)], options };
}

/**
 * @param {Element} element
 * @param {Select} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function select(element, action, hooks) {
  if (isListWidget(element)) {
    const why = whyUnseen(element);
    return why === null ? selectInWidget(element, action, hooks) : refuse(why);
  }
  const found = requestedOptions(element, action);
  if ('refused' in found) return found;
  const { requested, options } = found;
  if (areSame(selectedOf(options), requested) && !isSecret(element))
    return done('script', { already: true });
  const labels = requested.map(NATIVE.labelOf);
  const verify = readerOf(element, hooks, (current) => difference(current, labels));
  await hooks.begin();
  align(element, 'nearest');
  focusElement(element);
  await hooks.nextTask();
  hooks.ensureSameRow();
  for (const option of options) {
    const isRequested = requested.includes(option);
    if (optionSelected.call(option) !== isRequested) setSelected.call(option, isRequested);
  }
  sendInputAndChange(element);
  return done('script', { verify });
}

/**
 * Compares labels, because a page may recreate its options.
 * @param {Element} select
 * @param {string[]} labels of the requested options
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(select, labels) {
  const now = selectedOf([...selectOptions.call(select)]).map(NATIVE.labelOf);
  const isSame = now.length === labels.length && now.every((label) => labels.includes(label));
  return isSame ? null : differenceOf(select, 'reverted', now.join(', '));
}
