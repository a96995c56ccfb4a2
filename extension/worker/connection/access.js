//! An id for what the user lets the extension read. It changes when the extension can read less
//! than before; the server then forgets the pages of this browser.

import * as browserApi from '../../shared/browser-api.js';

const STORAGE_KEY = 'access';

const access = {
  id: '',
  /** How often the permissions changed since this worker started. */
  changes: 0,
};

/** @typedef {{id: string, files: boolean, incognito: boolean}} StoredAccess */

/** Settles when the id is loaded. Chrome reloads the extension when these switches change. */
export const loaded = load();

async function load() {
  const [before, files, incognito] = await Promise.all([
    /** @type {Promise<StoredAccess | undefined>} */ (browserApi.loadLocal(STORAGE_KEY)),
    browserApi.canReadFiles(),
    browserApi.canReadIncognito(),
  ]);
  const isLess = !before?.id || (before.files && !files) || (before.incognito && !incognito);
  access.id = isLess ? crypto.randomUUID() : before.id;
  // The connection does not wait for it. An id that is not stored is replaced by the next worker.
  void browserApi.saveLocal(STORAGE_KEY, { id: access.id, files, incognito });
}

/** @returns {string} the id */
export const id = () => access.id;

/** @returns {number} the number of changes so far */
export const changes = () => access.changes;

/** @param {boolean} isLess whether the extension can read less than before */
export async function changed(isLess) {
  access.changes += 1;
  await loaded;
  if (!isLess) return;
  access.id = crypto.randomUUID();
  const [files, incognito] = await Promise.all([
    browserApi.canReadFiles(),
    browserApi.canReadIncognito(),
  ]);
  await browserApi.saveLocal(STORAGE_KEY, { id: access.id, files, incognito });
}
