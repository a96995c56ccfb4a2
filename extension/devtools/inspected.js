//! The only access to `chrome.devtools`: the inspected tab, panels, the selected element and the
//! theme.

const { inspectedWindow, panels } = chrome.devtools;

/** The inspected tab. */
export const tab = inspectedWindow.tabId;

/** @param {string} title @param {string} icon @param {string} page a path in the extension */
export const addPanel = (title, icon, page) => panels.create(title, icon, page);

/** @param {string} title @param {string} page a path in the extension */
export const addSidebar = (title, page) =>
  panels.elements.createSidebarPane(title, (pane) => pane.setPage(page));

/** @param {() => void} listener called when another element is selected in Elements */
export const onSelected = (listener) => panels.elements.onSelectionChanged.addListener(listener);

/**
 * Evaluates an expression in the isolated world of the extension in a document.
 * @param {string} expression
 * @param {string} [frameURL] the URL of a child frame; by default the main frame
 * @returns {Promise<unknown>} the value; `undefined` if it throws or there is no such world
 */
export const evaluate = (expression, frameURL) =>
  new Promise((resolve) => {
    const options = { useContentScriptContext: true, ...(frameURL && { frameURL }) };
    inspectedWindow.eval(
      expression,
      options,
      // The types declare one of the two arguments.
      (/** @type {unknown[]} */ ...[value, fault]) => resolve(fault ? undefined : value),
    );
  });

/** @param {string} name of DevTools' theme */
function applyTheme(name) {
  if (name) document.documentElement.dataset.theme = name === 'dark' ? 'dark' : 'light';
}

/** Makes the page use the theme of DevTools instead of the system's. */
export function followTheme() {
  applyTheme(panels.themeName);
  panels.setThemeChangeHandler?.(applyTheme);
}

/**
 * @param {(message: unknown, document: string) => Promise<object> | null} answer to a message of
 *   the extension's script in a document of the tab; null if the message is not for this page
 */
export function onDocumentMessage(answer) {
  chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
    const isOfTab = sender.id === chrome.runtime.id && sender.tab?.id === tab;
    const answering = isOfTab && sender.documentId ? answer(message, sender.documentId) : null;
    answering?.then(sendResponse);
    return answering !== null;
  });
}
