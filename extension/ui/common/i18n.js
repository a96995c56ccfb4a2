//! The texts of the extension's pages from `_locales`, in the user's language.

import * as browserApi from '../../shared/browser-api.js';

/** @param {string} key @param {...string} values @returns {string} */
export const text = (key, ...values) => browserApi.getMessage(key, values);

/** Sets the text of every element with `data-i18n`, which is the key of the text. */
export function localize() {
  for (const element of document.querySelectorAll('[data-i18n]'))
    element.textContent = text(/** @type {HTMLElement} */ (element).dataset.i18n ?? '');
  document.documentElement.lang = languageTag();
}

/**
 * @returns {string} the language of the texts, with the user's region if it is the same language
 */
function languageTag() {
  const language = text('language');
  const locale = text('@@ui_locale').replace('_', '-');
  return locale.startsWith(language) ? locale : language;
}
