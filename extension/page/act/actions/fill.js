//! `fill`: replaces the content of a field of any kind: text, or what `set` and `select` take.

import { isChosen, isTextField, normalizeNewlines, takesText } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';
import { hasNumber } from '../widgets/set-by-keys.js';
import { isListWidget } from '../widgets/widget-options.js';
import { isSelect, select } from './select.js';
import { set } from './set.js';

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
  return replaceText(element, normalizeNewlines(value), hooks);
}
