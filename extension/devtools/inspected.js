//! What Chrome gives the pages of DevTools: the inspected tab, where to add a panel, the theme. The
//! only way to `chrome.devtools`; it knows nothing of what is shown.

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
 * Evaluates in the world of the extension's own scripts in a document.
 * @param {string} expression
 * @param {string} [frameURL] of a frame that is not the main one
 * @returns {Promise<unknown>} the value; `undefined` where it throws, or there is no such world
 */
export const evaluate = (expression, frameURL) =>
  new Promise((resolve) => {
    const options = { useContentScriptContext: true, ...(frameURL && { frameURL }) };
    inspectedWindow.eval(
      expression,
      options,
      // The types know of one argument that there are two of.
      (/** @type {unknown[]} */ ...[value, fault]) => resolve(fault ? undefined : value),
    );
  });

/** @param {string} name of DevTools' theme */
function showTheme(name) {
  if (name) document.documentElement.dataset.theme = name === 'dark' ? 'dark' : 'light';
}

/** The page looks as DevTools does from now on, whatever the system is set to. */
export function followTheme() {
  showTheme(panels.themeName);
  panels.setThemeChangeHandler?.(showTheme);
}

/**
 * @param {(message: any, document: string) => Promise<object> | null} answer to what the
 *   extension's script in a document of the tab asks; null: it is not for this page
 */
export function onAsked(answer) {
  chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
    const isOfTab = sender.id === chrome.runtime.id && sender.tab?.id === tab;
    const answering = isOfTab && sender.documentId ? answer(message, sender.documentId) : null;
    answering?.then(sendResponse);
    return answering !== null;
  });
}
