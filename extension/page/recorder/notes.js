//! Notes: what an element's attributes mean for reading its style, flags and facts, as bits.

import { SECRET_AUTOCOMPLETE } from '../../shared/secret-words.js';
import { isFieldRole } from '../secrets/aria-fields.js';
import { CONSTRAINTS } from '../dom/tags.js';

export const NOTE = {
  tabindex: 1,
  editable: 2,
  mayBeSkipped: 4,
  password: 8,
  popover: 16,
  constraint: 32,
  href: 64,
  /** The element has a recorded attribute. */
  sent: 128,
  controls: 256,
  // What style sheets may do with the element: bits of HINT, shifted by HINT_SHIFT.
  before: 1 << 9,
  after: 16 << 9,
  unseen: 32 << 9,
  fieldRole: 1 << 20,
};
export const HINT_SHIFT = 9;

/** @type {Map<string, number>} attribute name → bits of NOTE */
export const NOTES = new Map([
  ['tabindex', NOTE.tabindex],
  ['contenteditable', NOTE.editable],
  ['popover', NOTE.popover],
  ['href', NOTE.href],
  ['xlink:href', NOTE.href],
  ['controls', NOTE.controls],
  ['color', NOTE.unseen],
]);
for (const name of CONSTRAINTS) NOTES.set(name, NOTE.constraint);

/** `autocomplete` of passwords, one-time codes and cards. */
const SECRET = new RegExp(SECRET_AUTOCOMPLETE.join('|'), 'i');

/** @param {string} name @param {string} value @returns {number} bits of NOTE */
export const noteOfValue = (name, value) => {
  if (name === 'hidden') return value === 'until-found' ? NOTE.mayBeSkipped : 0;
  if (name === 'type') return value.toLowerCase() === 'password' ? NOTE.password : 0;
  if (name === 'role') return isFieldRole(value) ? NOTE.fieldRole : 0;
  if (name === 'autocomplete') return SECRET.test(value) ? NOTE.password : 0;
  return 0;
};
