//! The page that opens when the extension was installed: what the extension does, what to do next,
//! whether it is connected, and what an agent sees, with this page as an example.

import { localize, text } from '../common/i18n.js';
import {
  byId,
  connectPage,
  item,
  localizeCode,
  iconState,
  showUnattended,
  describe,
} from '../common/parts.js';

/** @typedef {import('../../worker/browser/extension-pages.js').ExtensionState} ExtensionState */
/** @typedef {{text?: string, fault?: string}} TriedPage */
/** @typedef {{requestId: string, message: object}} RecorderRequest */
/** @typedef {{state?: ExtensionState, tried?: TriedPage} & Partial<RecorderRequest>} Message */

localize();
localizeCode();
const send = connectPage('onboarding', (/** @type {Message} */ message) => {
  if (message.state) show(message.state);
  if (message.tried) showTried(message.tried);
  if (message.requestId) void answer(/** @type {RecorderRequest} */ (message));
});
byId('retry').addEventListener('click', () => send({ do: 'retry' }));
byId('try').addEventListener('click', () => send({ do: 'try' }));

/**
 * Passes a message of the worker to the recorder, which this page includes.
 * @param {RecorderRequest} request
 */
async function answer({ requestId, message }) {
  /** @type {typeof globalThis & {axlensRecorder?: {answer: (message: object) => unknown}}} */
  const { axlensRecorder } = globalThis;
  send({ do: 'answer', requestId, answer: await axlensRecorder?.answer(message) });
}

/** @param {ExtensionState} state */
function show(state) {
  const description = describe(state);
  byId('state').dataset.look = iconState(state);
  byId('headline').textContent = description.headline;
  byId('explanation').textContent = description.explanation;
  byId('steps').replaceChildren(...description.steps.map(item));
  const isConnected = state.connection.phase === 'connected';
  byId('step-server').classList.toggle('done', isConnected);
  byId('step-agent').classList.toggle('done', isConnected && state.used);
  byId('retry').hidden = isConnected;
  byId('try', HTMLButtonElement).disabled = !isConnected;
  showUnattended(state.unattended);
  document.body.dataset.ready = '';
}

/** @param {TriedPage} tried */
function showTried(tried) {
  const output = document.createElement(tried.text === undefined ? 'p' : 'pre');
  output.textContent = tried.text ?? text('try_failed', tried.fault ?? '');
  output.tabIndex = 0;
  output.setAttribute('aria-label', text('try_result'));
  byId('tried').replaceChildren(output);
}
