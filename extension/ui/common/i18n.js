//! Texts of the extension's own pages, in the user's language: `_locales` has them.

import * as browserApi from '../../shared/browser-api.js';

/** @param {string} key @param {...string} values @returns {string} */
export const text = (key, ...values) => browserApi.getMessage(key, values);

/** Puts the texts in that elements name by `data-i18n`. */
export function localize() {
  for (const element of document.querySelectorAll('[data-i18n]'))
    element.textContent = text(/** @type {HTMLElement} */ (element).dataset.i18n ?? '');
  document.documentElement.lang = language();
}

/** That of the texts, in the user's variety of it. @returns {string} */
function language() {
  const texts = text('language');
  const browser = text('@@ui_locale').replace('_', '-');
  return browser.startsWith(texts) ? browser : texts;
}
