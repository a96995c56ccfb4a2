//! What the user lets the extension read, as a word for the server: another one whenever it has
//! become less. The server then forgets what it holds of this browser's pages.

import * as ext from '../../shared/browser-api.js';

const ACCESS = 'access';

const access = {
  word: '',
  /** How often it has become another while this worker has lived. */
  changes: 0,
};

/** @typedef {{word: string, files: boolean, incognito: boolean}} Access */

/** Settled when the word is known. Chrome starts the extension anew when these switches change. */
export const known = load();

async function load() {
  const [before, files, incognito] = await Promise.all([
    /** @type {Promise<Access | undefined>} */ (ext.loadLocal(ACCESS)),
    ext.mayReadFiles(),
    ext.mayReadIncognito(),
  ]);
  const isLess = !before || (before.files && !files) || (before.incognito && !incognito);
  access.word = isLess ? crypto.randomUUID() : before.word;
  await ext.saveLocal(ACCESS, { word: access.word, files, incognito });
}

/** @returns {string} the word */
export const word = () => access.word;

/** @returns {number} another one after each change */
export const changes = () => access.changes;

/** What the extension may read has changed. @param {boolean} isLess */
export async function changed(isLess) {
  access.changes += 1;
  await known;
  if (!isLess) return;
  access.word = crypto.randomUUID();
  const [files, incognito] = await Promise.all([ext.mayReadFiles(), ext.mayReadIncognito()]);
  await ext.saveLocal(ACCESS, { word: access.word, files, incognito });
}
