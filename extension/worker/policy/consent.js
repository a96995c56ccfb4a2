//! Requests the user's consent to an action, in a window of the extension. Only one window is open
//! at a time; the other prompts wait for it to close.

import { agentLabel, permissionDenied, readingPaused, staleUid } from '../faults.js';
import { ban, noteDenial } from './denials.js';
import { isUnattended, onUnattended } from './unattended.js';
import { QueuedWindow, WindowQueue } from './window-queue.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../faults.js').Fault} Fault */
/**
 * `site`: for all actions on this site from now on; `agent`: on all sites.
 * @typedef {'once' | 'site' | 'agent'} ConsentScope
 */
/**
 * How a prompt ended, for the audit log.
 * @typedef {import('../../types/protocol').Consent} ConsentOutcome
 */
/**
 * The action that the user is prompted about, and the next ones of its request. `sites`: those that
 * require consent; `mayKeepSites`: an answer for them may be stored; `later`: the number of actions
 * of the request after `steps`; `frame`: Chrome's id of the frame that contains `document`.
 * @typedef {{agent: QueryAgent, sites: string[], mayKeepSites: boolean,
 *   steps: import('./prompted-steps.js').PromptedStep[], later: number, tab: number, frame: number,
 *   document: string}} PromptedAction
 */
/**
 * `signal`: aborted when no client waits for the action any more; `onOpen`: called when the window
 * opens; `onOutcome`: called at the end, but not after a cancellation.
 * @typedef {{signal: AbortSignal, onOpen: () => void,
 *   onOutcome: (outcome: ConsentOutcome) => void}} PromptListeners
 */
/**
 * `settle`: ends it; `outcome` is omitted if it is cancelled.
 * @typedef {QueuedWindow & {action: PromptedAction, isSettled: boolean,
 *   settle: (result: ConsentScope | Fault, outcome?: ConsentOutcome) => void}} Prompt
 */

/** The time for an answer. */
const TIMEOUT_MS = 60_000;
/** The size of the window for one action, in CSS pixels. */
const SIZE = { width: 420, height: 616 };
/** For several. */
const LIST_SIZE = { width: 560, height: 720 };
/** @type {readonly ConsentScope[]} */
const SCOPES = ['once', 'site', 'agent'];

/** @type {WindowQueue<Prompt>} */
const prompts = new WindowQueue();

onUnattended(() => {
  if (!isUnattended()) return;
  for (const prompt of [...prompts.entries].reverse()) prompt.settle('once', 'unattended');
});

/**
 * Prompts the user and waits for the answer.
 * @param {PromptedAction} action
 * @param {PromptListeners} listeners
 * @returns {Promise<ConsentScope>} rejects with a fault unless the user consents
 */
export function requestConsent(action, { signal, onOpen, onOutcome }) {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      noteIfVisible(prompt);
      prompt.settle(denied(action));
    };
    const window = new QueuedWindow({
      path: 'ui/consent/consent.html',
      size: action.steps.length > 1 ? LIST_SIZE : SIZE,
      timeoutMs: TIMEOUT_MS,
      content: () => ({ ...action, agent: action.agent.name }),
      onOpen,
      onMessage: (message) => onAnswer(prompt, message),
      onDismissed: () => deny(prompt),
      onTimeout: () => expire(prompt),
      onFailed: () => prompt.settle(notOpened(action), 'unanswered'),
    });
    /** @type {Prompt} */
    const prompt = Object.assign(window, {
      action,
      isSettled: false,
      /** @param {ConsentScope | Fault} result @param {ConsentOutcome} [outcome] */
      settle: (result, outcome) => {
        if (prompt.isSettled) return;
        prompt.isSettled = true;
        if (outcome) onOutcome(outcome);
        signal.removeEventListener('abort', cancel);
        prompts.remove(prompt);
        if (typeof result === 'string') resolve(result);
        else reject(result);
      },
    });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    else prompts.add(prompt);
  });
}

/**
 * Denies the action, and all others of the same agent on one of its sites that wait: a denial of
 * one of them does not open the next window.
 * @param {Prompt} prompt that the user has denied
 * @param {boolean} untilLifted all later actions are denied too
 */
function deny(prompt, untilLifted = false) {
  if (prompt.isSettled) return;
  const { agent, sites, mayKeepSites } = prompt.action;
  void (untilLifted && mayKeepSites ? ban(prompt.action) : noteDenial(prompt.action));
  const isSame = (/** @type {Prompt} */ { action }) =>
    action.agent.id === agent.id && action.sites.some((site) => sites.includes(site));
  // The one with the window is the last, so that no other one opens in between.
  const settled = prompts.entries.filter((each) => each !== prompt && isSame(each));
  for (const each of [...settled, prompt]) each.settle(denied(each.action), 'denied');
}

/** @param {Prompt} prompt that was not answered in time */
function expire(prompt) {
  noteIfVisible(prompt);
  prompt.settle(unanswered(prompt.action), 'unanswered');
}

/**
 * Counts a window that closes without an answer like a denial. Otherwise an agent could open window
 * after window by disconnecting, or with the help of a page that navigates.
 * @param {Prompt} prompt
 */
function noteIfVisible(prompt) {
  if (prompt.hasOpened && !prompt.isSettled) void noteDenial(prompt.action);
}

/**
 * Connects the page in a window with its prompt.
 * @param {import('../../shared/browser-api.js').Port} port
 */
export const serveWindow = (port) => prompts.serve(port);

/** @param {Prompt} prompt @param {{answer?: unknown}} message of the page in its window */
function onAnswer(prompt, { answer }) {
  if (answer === 'deny') return deny(prompt);
  if (answer === 'ban') return deny(prompt, true);
  const chosen = SCOPES.find((scope) => scope === answer);
  if (prompt.isSettled || !chosen) return;
  const { agent, sites, mayKeepSites } = prompt.action;
  // The page does not offer a scope that may not be stored.
  const scope = chosen === 'site' && !mayKeepSites ? 'once' : chosen;
  const others = prompts.entries.filter(
    (each) => each !== prompt && each.action.agent.id === agent.id,
  );
  // The answer also settles the waiting prompts that it covers.
  for (const other of others) {
    if (scope === 'agent' || (scope === 'site' && areWithin(other.action.sites, sites)))
      other.settle(scope, `allowed_${scope}`);
  }
  prompt.settle(scope, `allowed_${scope}`);
}

/** @param {string[]} some @param {string[]} sites */
const areWithin = (some, sites) => some.every((site) => sites.includes(site));

/** Cancels all prompts, because the user has paused Axlens. */
export function pauseConsent() {
  for (const prompt of [...prompts.entries].reverse()) prompt.settle(readingPaused());
}

/**
 * Cancels the prompts about documents that a navigation has removed.
 * @param {number} tab
 * @param {number} frame that has a new document; 0: the main frame, and with it all others
 * @param {string} document the new one
 */
export function documentChanged(tab, frame, document) {
  const obsolete = prompts.entries.filter(
    ({ action }) =>
      action.tab === tab && (frame === 0 || action.frame === frame) && action.document !== document,
  );
  for (const prompt of obsolete.reverse()) {
    noteIfVisible(prompt);
    prompt.settle(staleUid());
  }
}

/** @param {number} tab that was closed */
export const tabClosed = (tab) => documentChanged(tab, 0, '');

const HINT =
  'Do not repeat the action by yourself. Tell the user what you want to do there and why, and that they can allow it in the window that Axlens opens when you repeat it: once, for this site, or for all sites.';

/** @param {PromptedAction} action */
const subject = ({ agent, sites }) => `${agentLabel(agent)} to act on ${sites.join(' and ')}`;

/** @param {PromptedAction} action */
const denied = (action) => permissionDenied(`The user does not allow ${subject(action)}.`, HINT);

/** @param {PromptedAction} action */
const unanswered = (action) =>
  permissionDenied(`Nobody has allowed ${subject(action)} within a minute.`, HINT);

/** @param {PromptedAction} action */
const notOpened = (action) =>
  permissionDenied(
    `The window in which the user can allow ${subject(action)} could not be opened.`,
    HINT,
  );
