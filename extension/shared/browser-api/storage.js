//! `chrome.storage`. `local` is permanent, `session` ends with the browser; pages can read neither.

/** @param {string} key @returns {Promise<unknown>} */
export const loadLocal = async (key) => (await chrome.storage.local.get(key))[key];

/** @param {string} key @param {unknown} value */
export const saveLocal = (key, value) => chrome.storage.local.set({ [key]: value });

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
