//! Whether a click on an element needs user activation to have an effect: a script can't open the
//! browser's pickers.

import { matches } from '../../dom/dom.js';
import { typeOf } from '../editing/fields.js';

/** Types of inputs whose click opens a picker of the browser. */
const PICKERS = new Set(['file', 'color', 'date', 'time', 'month', 'week', 'datetime-local']);

/** @param {Element} element @returns {{hint?: 'needs_user_activation'}} */
export const activationHint = (element) =>
  PICKERS.has(typeOf(element)) || matches.call(element, 'select')
    ? { hint: 'needs_user_activation' }
    : {};
