//! `fill`: replaces the text of a field or of editable text.

import { normalizeNewlines } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'fill'>} action
 * @param {import('../action.js').ActionHooks} hooks
 */
export const fill = (element, { value }, hooks) =>
  replaceText(element, normalizeNewlines(value), hooks);
