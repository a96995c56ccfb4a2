//! `chrome.scripting` and `chrome.userScripts`: scripts that run in documents.

/**
 * @param {number} tab
 * @param {string} document
 * @param {string[]} files
 */
export const injectFiles = (tab, document, files) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    files,
    injectImmediately: true,
  });

/**
 * Runs a function in the world of the page's scripts.
 * @template {unknown[]} Args
 * @param {number} tab
 * @param {string} document
 * @param {(...args: Args) => void} func
 * @param {Args} args
 */
export const runInMainWorld = (tab, document, func, args) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    world: 'MAIN',
    func,
    args,
    injectImmediately: true,
  });

/**
 * Runs scripts in the current document of the main frame.
 * @param {number} tab
 * @param {{files: string[]} | {func: () => number}} scripts
 * @returns {Promise<string | undefined>} that document
 */
export const runInMainFrame = async (tab, scripts) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      injectImmediately: true,
      ...scripts,
    })
  )[0]?.documentId;

/** @param {number} tab @param {string[]} files */
export const injectIntoMainFrame = (tab, files) => runInMainFrame(tab, { files });

/**
 * Runs an empty script, which settles as soon as scripts of the document run.
 * @param {number} tab
 * @param {string} document
 */
export const probeDocument = (tab, document) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    func: () => 0,
    injectImmediately: true,
  });

/**
 * Runs an empty script in the main frame.
 * @param {number} tab
 * @returns {Promise<string | undefined>} the document of the main frame
 */
export const probeMainFrame = (tab) => runInMainFrame(tab, { func: () => 0 });

/**
 * Lists every frame that scripts can run in, with the origin of its document, which can differ from
 * the origin of its address. Never settles while one frame is busy.
 * @param {number} tab
 */
export const probeFrames = (tab) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, allFrames: true },
    func: () => self.origin,
    injectImmediately: true,
  });

/**
 * Lists every frame that scripts can run in, with its name. Never settles while one frame is busy.
 * @param {number} tab
 */
export const frameNames = (tab) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, allFrames: true },
    func: () => self.name,
    injectImmediately: true,
  });

/**
 * @param {number} tab
 * @returns {Promise<string>} the origin of the main frame's document; the text `null` if it is
 *   opaque
 */
export const getMainFrameOrigin = async (tab) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => self.origin,
      injectImmediately: true,
    })
  )[0]?.result ?? 'null';

/**
 * @param {number} tab
 * @param {string | undefined} document undefined: the one in the main frame
 * @returns {Promise<number>} its HTTP status; 0 if it has none
 */
export const getStatus = async (tab, document) =>
  (
    await chrome.scripting.executeScript({
      target: document ? { tabId: tab, documentIds: [document] } : { tabId: tab },
      func: () => {
        const [entry] = performance.getEntriesByType('navigation');
        return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.responseStatus;
      },
      injectImmediately: true,
    })
  )[0]?.result ?? 0;

/**
 * @param {number} tab
 * @returns {Promise<number>} when its main document was requested, in milliseconds since 1970; 0 if
 *   that is unknown
 */
export const getDocumentStart = async (tab) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => performance.timeOrigin,
      injectImmediately: true,
    })
  )[0]?.result ?? 0;

/**
 * @param {number} tab
 * @returns {Promise<boolean>} whether a field of the main document has another value than at first,
 *   or an editor has a text
 */
export const hasEnteredText = async (tab) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => {
        const maxExamined = 2000;
        const fields = [...document.querySelectorAll('input, textarea, [contenteditable]')];
        return fields.slice(0, maxExamined).some((field) => {
          const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
          if (isField) return field.type !== 'hidden' && field.value !== field.defaultValue;
          return (
            /** @type {HTMLElement} */ (field).isContentEditable && !!field.textContent?.trim()
          );
        });
      },
      injectImmediately: true,
    })
  )[0]?.result === true;

/**
 * `has`: the document has the focus, itself or one of its frames; `inFrame`: one of its frames has
 * it; `frame`: the index of that frame among the document's windows, -1 in a shadow root; `index`:
 * the index of the document's own window among those of its parent.
 * @typedef {{has: boolean, inFrame: boolean, frame: number, index: number}} DocumentFocus
 */

/**
 * @param {number} tab
 * @param {string} document
 * @returns {Promise<DocumentFocus | undefined>}
 */
export const getDocumentFocus = async (tab, document) =>
  (
    await chrome.scripting.executeScript({
      target: { tabId: tab, documentIds: [document] },
      func: () => {
        let active = self.document.activeElement;
        for (let inner = active; inner;) {
          active = inner;
          const host = inner instanceof HTMLElement ? inner : null;
          inner = (host && chrome.dom.openOrClosedShadowRoot(host)?.activeElement) ?? null;
        }
        const isFrame = ['IFRAME', 'FRAME', 'OBJECT'].includes(active?.tagName ?? '');
        const indexIn = (/** @type {Window} */ outer, /** @type {unknown} */ inner) =>
          Array.from({ length: outer.length }, (_, index) => outer[index]).indexOf(
            /** @type {Window} */ (inner ?? outer),
          );
        return {
          has: self.document.hasFocus(),
          inFrame: isFrame,
          frame: isFrame
            ? indexIn(self, /** @type {HTMLIFrameElement} */ (active).contentWindow)
            : -1,
          index: self.parent === self ? -1 : indexIn(self.parent, self),
        };
      },
      injectImmediately: true,
    })
  )[0]?.result;

/**
 * Grants a document the user gesture that is being handled. Chrome does so only before the first
 * `await` of the handler.
 * @param {number} tab
 * @param {string} document
 */
export const grantUserGesture = (tab, document) =>
  chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [document] },
    func: () => {},
    injectImmediately: true,
  });

/**
 * Runs code in the world of the page's scripts, whatever the page's security policy is.
 * @param {number} tab
 * @param {string} document
 * @param {string} code
 * @returns {Promise<{result?: unknown, error?: string} | null>} null: user scripts are disabled in
 *   Chrome
 */
export async function runUserScript(tab, document, code) {
  // Chrome removes the API while its switch is off.
  if (!chrome.userScripts?.execute) return null;
  const [result] = await chrome.userScripts.execute({
    target: { tabId: tab, documentIds: [document] },
    js: [{ code }],
    world: 'MAIN',
    injectImmediately: true,
  });
  return result ?? { error: 'the document is gone' };
}

/**
 * @typedef {{id: string, js: string[], matches: string[], excludeMatches: string[],
 *   world: 'MAIN' | 'ISOLATED'}} DocumentScript
 */

/**
 * Replaces all scripts that run at the start of documents, before any script of the page. Chrome
 * keeps them while the worker is stopped. If they are registered already, nothing changes:
 * documents that load in between would not get them.
 * @param {DocumentScript[]} scripts
 */
export async function setDocumentScripts(scripts) {
  const registered = await chrome.scripting.getRegisteredContentScripts();
  if (keyOf(registered) === keyOf(scripts)) return;
  await chrome.scripting.unregisterContentScripts();
  await chrome.scripting.registerContentScripts(
    scripts.map((script) => ({ ...script, runAt: 'document_start', allFrames: true })),
  );
}

/**
 * @param {{id: string, js?: string[], matches?: string[], excludeMatches?: string[]}[]} scripts
 * @returns {string} equal for equal scripts
 */
const keyOf = (scripts) =>
  JSON.stringify(
    scripts
      .map(({ id, js = [], matches = [], excludeMatches = [] }) =>
        JSON.stringify([id, js, matches.toSorted(), excludeMatches.toSorted()]),
      )
      .toSorted(),
  );
