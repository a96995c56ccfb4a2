//! What the user lets the extension read, as a word for the server: another one whenever it has
//! become less. The server then forgets what it holds of this browser's pages.

import * as browserApi from '../../shared/browser-api.js';

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
    /** @type {Promise<Access | undefined>} */ (browserApi.loadLocal(ACCESS)),
    browserApi.canReadFiles(),
    browserApi.canReadIncognito(),
  ]);
  const isLess = !before || (before.files && !files) || (before.incognito && !incognito);
  access.word = isLess ? crypto.randomUUID() : before.word;
  await browserApi.saveLocal(ACCESS, { word: access.word, files, incognito });
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
  const [files, incognito] = await Promise.all([
    browserApi.canReadFiles(),
    browserApi.canReadIncognito(),
  ]);
  await browserApi.saveLocal(ACCESS, { word: access.word, files, incognito });
}
