//! The faults of the extension: code, message, and a hint if it is more precise than the server's
//! hint for the code.

import { withoutCredentials } from '../shared/addresses.js';
import { MAX_PDF_BYTES } from '../shared/pdf-limits.js';

/** @typedef {import('../types/protocol').Code} Code */
/** @typedef {import('../types/protocol').Fault} FaultData */

/** A failure that the agent sees. Thrown in the worker, sent as JSON. */
export class Fault extends Error {
  /**
   * @param {Code} code
   * @param {string} message what is wrong
   * @param {string} [hint] what to do next; by default the server's hint for the code
   * @param {boolean} [retryable] by default the server's value for the code
   */
  constructor(code, message, hint, retryable) {
    // Chrome's messages contain URLs.
    super(withoutCredentials(message));
    this.code = code;
    this.hint = hint;
    this.retryable = retryable;
  }

  /** @returns {FaultData} */
  data() {
    return {
      error: this.code,
      message: this.message,
      ...(this.hint ? { hint: this.hint } : {}),
      ...(this.retryable === undefined ? {} : { retryable: this.retryable }),
    };
  }
}

/**
 * @param {import('../types/protocol').QueryAgent} agent
 * @returns {string} how a message names it: the user's own programs as the windows do
 */
export function agentLabel({ id, name }) {
  const agent = `agent ${JSON.stringify(name)}`;
  return id === 'user' ? `the user's own programs (${agent})` : agent;
}

/** @param {string} message @param {string} [hint] */
export const badRequest = (message, hint) => new Fault('bad_request', message, hint);

export const keyUsedBefore = () =>
  new Fault(
    'bad_request',
    'This `key` belongs to an earlier request with other actions, arguments or another tab. Nothing was executed now.',
    'Use a new `key` for each request. To repeat a request, send all of it unchanged.',
  );

export const readingPaused = () => new Fault('reading_paused', 'The user has paused all reading.');

export const browserEnds = () =>
  new Fault(
    'extension_disconnected',
    'The browser is shutting down.',
    'Wait until the browser runs again, then list the tabs.',
  );

/** @param {number | null | undefined} tab */
export const tabNotFound = (tab) =>
  new Fault(
    'tab_not_found',
    typeof tab === 'number' ? 'This tab is not open any more.' : 'No tab is open.',
  );

export const tabDiscarded = () =>
  new Fault('tab_discarded', 'Chrome has unloaded this tab to save memory.');

export const tabCrashed = () => new Fault('tab_crashed', 'The page in this tab has crashed.');

export const tabClaimed = () =>
  new Fault('tab_claimed', 'Another agent has claimed this tab and works in it.');

/** @param {string} reason */
export const userHasTab = (reason) => new Fault('user_has_tab', reason);

/** @param {string} reason */
export const tabNotVisible = (reason) =>
  new Fault('tab_not_visible', `No screenshot was taken: ${reason}.`);

export const pageBlocked = () =>
  new Fault(
    'page_blocked',
    "The page's scripts do not run: an alert, confirm or prompt is open, or a script of the page hangs.",
  );

/** @param {string} reason @param {string} [hint] */
export const restrictedPage = (reason, hint) => new Fault('restricted_page', reason, hint);

/** @param {string} site */
export const accessWithheld = (site) =>
  new Fault('site_access_withheld', `The user has not granted Axlens access to ${site}.`);

/** @param {string} reason @param {string} [hint] */
export const permissionDenied = (reason, hint) => new Fault('permission_denied', reason, hint);

/** @param {string} reason */
export const notInView = (reason) =>
  new Fault(
    'element_not_visible',
    `The element is not in the screenshot: ${reason}.`,
    'Bring it into view with the action `scroll` (`to`: `into_view`), or take a screenshot of the whole page with `full`.',
  );

export const pageMoved = () =>
  new Fault(
    'page_moved',
    'The page moved while the screenshot was taken, twice: the boxes of the elements or of secret fields do not match it.',
  );

export const pageTooSlow = () =>
  new Fault(
    'timeout',
    'The page has so many secret fields that measuring them would stop it for more than 50 ms.',
    'Take a snapshot instead of a screenshot, or show fewer fields; a larger `timeoutMs` does not help.',
    false,
  );

/** The tab shows a page, not a PDF file. */
export const noPdf = () =>
  new Fault(
    'not_applicable',
    'The tab shows no PDF file.',
    "Read the page with a snapshot or as Markdown. A PDF file in a frame can be read in a tab of its own: open the frame's address there.",
  );

/** @param {string} reason */
export const pdfNotReadable = (reason) =>
  new Fault(
    'restricted_page',
    `The PDF file can't be read: ${reason}.`,
    'Axlens requests the file again with GET: a file that a form has sent, or that has an address for one use, has no such answer. Open the file from its page again, or ask the user for what you need from it.',
  );

export const pdfTooLarge = () =>
  new Fault(
    'result_too_large',
    `The PDF file has more than ${MAX_PDF_BYTES / 1024 / 1024} MiB, the largest size that is read.`,
    'Look for a smaller version of the file, or ask the user for what you need from it.',
  );

/** @param {string} selector */
export const scopeNotFound = (selector) =>
  new Fault('scope_not_found', `No element matches selector '${selector}'`);

/** The element of a uid does not exist any more, or its document. */
export const staleUid = () => new Fault('stale_uid', 'The element does not exist any more.');

/** @param {string} what */
export const timedOut = (what) =>
  new Fault('timeout', `${what} took longer than this query may take.`);

export const frameTooLarge = () =>
  new Fault('result_too_large', 'The frame exceeds the maximum size of all frames of a page.');

export const resultTooLarge = () =>
  new Fault('result_too_large', 'The answer is larger than the server accepts.');

/** A compromised page process can send anything. */
export const garbled = () =>
  new Fault(
    'internal',
    'The process of this page sent a message that the recorder does not send.',
    "Ask the user to reload the page; if it happens again, the page can't be trusted.",
  );

export const incognitoWithheld = () =>
  new Fault(
    'site_access_withheld',
    'The user has not granted Axlens access to incognito windows.',
    'Ask the user to open chrome://extensions, Details of Axlens, and switch on "Allow in Incognito".',
  );

/** The active window is an incognito window. */
export const incognitoInFront = () =>
  new Fault(
    'tab_not_found',
    'The active window is an incognito window, which is read only if the query names its tab.',
    'List the tabs (`GET /tabs`, `axlens tabs`) and name the one to read.',
  );

/** The tab in front is hidden from agents because it shows the extension's own page. */
export const hiddenPageInFront = () =>
  new Fault(
    'tab_not_found',
    'No tab is in front that this agent may know.',
    'Ask the user to open a web page, or list the tabs (`GET /tabs`, `axlens tabs`) and name the one to use.',
  );

/** The policy hides a frame of a page that may be read. The fault does not contain its address. */
export const frameHidden = () =>
  new Fault('permission_denied', 'The policy does not allow reading this frame.');

/** @param {string} detail */
export const internal = (detail) => new Fault('internal', `The extension failed: ${detail}`);

const LOOK_FIRST =
  'Take a new snapshot and check whether the action had its effect before you repeat it.';

/** @param {string} detail */
export const actionFailed = (detail) =>
  new Fault('internal', `The action was interrupted: ${detail}`, LOOK_FIRST, false);

/**
 * @param {Fault} fault of an action whose first event may have been sent
 * @returns {Fault} the same, but not retryable
 */
export const perhapsSent = ({ code, message }) => new Fault(code, message, LOOK_FIRST, false);

/** @param {unknown} error of an action @returns {Fault} */
export const asFault = (error) => (error instanceof Fault ? error : actionFailed(String(error)));

/**
 * @param {unknown} error of a read after an action, which may do without it
 * @returns {null} throws a fault of the page, such as that it waits for its user
 */
export function nullUnlessFault(error) {
  if (error instanceof Fault) throw perhapsSent(error);
  return null;
}
