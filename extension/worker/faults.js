//! Every fault that the extension makes: its code, what it says and, where the extension knows
//! better than the server's own words for that code, what to do next. It knows nothing of how
//! faults come about.

import { withoutUserInfo } from '../shared/addresses.js';

/** @typedef {import('../types/protocol').Code} Code */
/** @typedef {import('../types/protocol').Fault} FaultData */

/** A failure that the agent sees. Thrown inside the worker, sent as plain data. */
export class Fault extends Error {
  /**
   * @param {Code} code
   * @param {string} message what is the case
   * @param {string} [hint] what to do next; the server has words of its own for every code
   * @param {boolean} [retryable] left out: as the server knows of the code
   */
  constructor(code, message, hint, retryable) {
    // Chrome's own words name addresses.
    super(withoutUserInfo(message));
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

/** @param {string} message */
export const badRequest = (message) => new Fault('bad_request', message);

export const readingPaused = () => new Fault('reading_paused', 'The user has paused all reading.');

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

/** @param {string} why */
export const tabNotVisible = (why) => new Fault('tab_not_visible', `No picture was taken: ${why}.`);

export const pageBlocked = () =>
  new Fault(
    'page_blocked',
    "The page's scripts do not run: an alert, confirm or prompt is open, or a script of the page hangs.",
  );

/** @param {string} why @param {string} [hint] */
export const restrictedPage = (why, hint) => new Fault('restricted_page', why, hint);

/** @param {string} site */
export const accessWithheld = (site) =>
  new Fault('site_access_withheld', `The user has not given Axlens access to ${site}.`);

/** @param {string} why @param {string} [hint] */
export const permissionDenied = (why, hint) => new Fault('permission_denied', why, hint);

/** @param {string} why */
export const notInView = (why) =>
  new Fault(
    'element_not_visible',
    `The element is not in the picture: ${why}.`,
    'Bring it into view with the action `scroll` (`to`: `into_view`), or take all of the page with `full`.',
  );

export const pageMoved = () =>
  new Fault(
    'page_moved',
    'The page moved while the picture was taken, twice: its places do not fit it.',
  );

/** @param {string} selector */
export const scopeNotFound = (selector) =>
  new Fault('scope_not_found', `No element matches selector '${selector}'`);

/** The element that was shown is not there any more, or all of its document. */
export const staleUid = () => new Fault('stale_uid', 'What was shown is not there any more.');

/** @param {string} what */
export const timedOut = (what) =>
  new Fault('timeout', `${what} took longer than this query may take.`);

export const frameTooLarge = () =>
  new Fault('result_too_large', 'The frame is larger than all frames of a page may be together.');

export const resultTooLarge = () =>
  new Fault('result_too_large', 'The answer is larger than the server takes.');

/** A process that a page has taken over may send anything. */
export const garbled = () =>
  new Fault(
    'internal',
    'What the process of this page sent is not what the recorder sends.',
    "Ask the user to reload the page; if it happens again, the page can't be trusted.",
  );

export const incognitoWithheld = () =>
  new Fault(
    'site_access_withheld',
    'The user has not given Axlens access to incognito windows.',
    'Ask the user to open chrome://extensions, Details of Axlens, and switch on "Allow in Incognito".',
  );

/** What is in front of the user, where that is private. */
export const incognitoInFront = () =>
  new Fault(
    'tab_not_found',
    'The window in front is an incognito one, which is read only where its tab is named.',
    'List the tabs (`GET /tabs`, `axlens tabs`) and name the one to read.',
  );

/** The policy hides a frame of a page that may be read: where it leads is not said. */
export const frameHidden = () =>
  new Fault('permission_denied', 'The policy lets this frame not be read.');

/** @param {string} detail */
export const internal = (detail) => new Fault('internal', `The extension failed: ${detail}`);

const LOOK_FIRST =
  'Take a new snapshot and see whether the action has had its effect before you do it again.';

/** @param {string} detail */
export const actBroke = (detail) =>
  new Fault('internal', `The action broke off: ${detail}`, LOOK_FIRST, false);

/**
 * @param {Fault} fault of an action whose first event may have been sent
 * @returns {Fault} the same, which is not to be tried again unseen
 */
export const perhapsSent = ({ code, message }) => new Fault(code, message, LOOK_FIRST, false);
