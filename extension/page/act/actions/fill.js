//! `fill`: replaces the content of a field of any kind: text, or what `set` and `select` take.

import { refuse } from '../action.js';
import { isChosen, isTextField, normalizeNewlines, takesText } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';
import { hasNumber } from '../widgets/set-by-keys.js';
import { isListWidget } from '../widgets/widget-options.js';
import { isSelect, select } from './select.js';
import { acceptedValue, expected, set } from './set.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'fill'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export function fill(element, { value }, hooks) {
  const isText = isTextField(element) || takesText(element);
  if (!isText && (isChosen(element) || hasNumber(element))) return set(element, { value }, hooks);
  if (!isText && (isSelect(element) || isListWidget(element)))
    return select(element, { action: 'select', labels: [value] }, hooks);
  // A number field would drop what it has, and take nothing.
  if (isChosen(element) && acceptedValue(element, value.trim()) === null)
    return Promise.resolve(refuse('bad_value', { detail: expected(element) }));
  return replaceText(element, normalizeNewlines(value), hooks);
}
