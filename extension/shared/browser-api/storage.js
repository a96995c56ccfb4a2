//! `chrome.storage`. `local` is permanent, `session` ends with the browser; pages can read neither.

/** @param {string} key @returns {Promise<unknown>} */
export const loadLocal = async (key) => (await untilDone(() => chrome.storage.local.get(key)))[key];

/** The time until the storage is read again, which grows. */
const RETRY_MS = 100;
const MAX_RETRY_MS = 2000;

/**
 * Chrome can't open the storage while an earlier process of the browser has not ended. Without the
 * policy and the identity in it, nothing can be read, and no connection begins.
 * @template T
 * @param {() => Promise<T>} read
 * @returns {Promise<T>} the first result that is no error
 */
async function untilDone(read) {
  for (let delay = RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
    try {
      return await read();
    } catch (error) {
      console.error('Axlens: the storage can not be read yet.', error);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** @param {string} key @param {unknown} value */
export const saveLocal = (key, value) => chrome.storage.local.set({ [key]: value });

/** @param {string} key @param {() => void} listener called when its value has changed */
export const onLocalChanged = (key, listener) =>
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && key in changes) listener();
  });

/** @param {string} key @returns {Promise<unknown>} */
export const loadSession = async (key) => (await chrome.storage.session.get(key))[key];

/** @param {string} key @param {unknown} value */
export const saveSession = (key, value) => chrome.storage.session.set({ [key]: value });

/**
 * @param {string} prefix
 * @returns {Promise<unknown[]>} the values of `session` whose keys begin so
 */
export const loadAllOfSession = async (prefix) =>
  Object.entries(await chrome.storage.session.get())
    .filter(([key]) => key.startsWith(prefix))
    .map(([, value]) => value);

/** @param {string[]} keys */
export const removeFromSession = (keys) => chrome.storage.session.remove(keys);

/** @returns {Promise<Record<string, unknown>>} the settings of the administrator of this machine */
export const loadManaged = () => chrome.storage.managed.get().catch(() => ({}));

/** @param {(area: string, keys: string[]) => void} listener called when stored values change */
export const onStorageChanged = (listener) =>
  chrome.storage.onChanged.addListener((changes, area) => listener(area, Object.keys(changes)));

/** Restricts `local` to the extension's pages: content scripts run in the processes of pages. */
export const hideStorageFromContentScripts = () =>
  chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
