//! `fill`: replaces the content of a field of any kind: text, or what `set` and `select` take.

import { isHtml } from '../dom-methods.js';
import { localName } from '../../dom/dom.js';
import { isChosen, isTextField, normalizeNewlines, takesText } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';
import { hasNumber } from '../widgets/set-by-keys.js';
import { isListWidget } from '../widgets/widget-options.js';
import { select } from './select.js';
import { set } from './set.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'fill'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export function fill(element, { value }, hooks) {
  if (isTextField(element) || takesText(element))
    return replaceText(element, normalizeNewlines(value), hooks);
  if (isChosen(element) || hasNumber(element)) return set(element, { action: 'set', value }, hooks);
  const isSelect = isHtml(element) && localName.call(element) === 'select';
  if (isSelect || isListWidget(element))
    return select(element, { action: 'select', labels: [value] }, hooks);
  return replaceText(element, normalizeNewlines(value), hooks);
}
