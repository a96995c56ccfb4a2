//! `chrome.action`, `chrome.commands` and `chrome.i18n`: the toolbar icon, keyboard shortcuts and
//! texts in the user's language.

/**
 * @param {string} key @param {string[]} [values]
 * @returns {string} the text in the user's language
 */
export const getMessage = (key, values) => chrome.i18n.getMessage(key, values);

/** @param {Record<string, ImageData>} images by size */
export const setIcon = (images) => chrome.action.setIcon({ imageData: images });

/** @param {string} title */
export const setTitle = (title) => chrome.action.setTitle({ title });

/** @param {string} text empty for no badge @param {string} color */
export async function setBadge(text, color) {
  await chrome.action.setBadgeBackgroundColor({ color });
  await chrome.action.setBadgeText({ text });
}

/**
 * @param {(command: string, tab?: import('./tabs.js').Tab) => void} listener called when the user
 *   presses one of the extension's shortcuts; `tab`: the active tab
 */
export const onCommand = (listener) => chrome.commands.onCommand.addListener(listener);

/** @param {string} name @returns {Promise<string>} the keys of a command; empty if it has none */
export async function getShortcut(name) {
  const commands = await chrome.commands.getAll();
  return commands.find((command) => command.name === name)?.shortcut ?? '';
}
