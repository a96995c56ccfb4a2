//! The page that is shown when the extension has been installed: what it is, what to do, whether it
//! is connected, and what an agent sees, tried on this very page.

import { localize, text } from '../common/i18n.js';
import {
  byId,
  connectPage,
  item,
  localizeCode,
  lookOf,
  showUnattended,
  wordsFor,
} from '../common/parts.js';

/** @typedef {import('../../worker/browser/extension-pages.js').News} News */

localize();
localizeCode();
const say = connectPage('onboarding', (message) => {
  if (message.news) show(message.news);
  if (message.tried) showTried(message.tried);
  if (message.asked) void answer(message);
});
byId('retry').addEventListener('click', () => say({ do: 'retry' }));
byId('try').addEventListener('click', () => say({ do: 'try' }));

/**
 * Has the recorder that this page brought along answer the worker.
 * @param {{asked: string, message: object}} question
 */
async function answer({ asked, message }) {
  const { axlensRecorder } = /** @type {any} */ (globalThis);
  say({ do: 'answer', asked, answer: await axlensRecorder.answer(message) });
}

/** @param {News} news */
function show(news) {
  const words = wordsFor(news);
  byId('state').dataset.look = lookOf(news);
  byId('headline').textContent = words.headline;
  byId('explanation').textContent = words.explanation;
  byId('steps').replaceChildren(...words.steps.map(item));
  byId('retry').hidden = news.state.phase === 'connected';
  byId('try').disabled = news.state.phase !== 'connected';
  showUnattended(news.unattended);
  document.body.dataset.ready = '';
}

/** @param {{text?: string, fault?: string}} tried */
function showTried(tried) {
  const shown = document.createElement(tried.text === undefined ? 'p' : 'pre');
  shown.textContent = tried.text ?? text('try_failed', tried.fault ?? '');
  shown.tabIndex = 0;
  shown.setAttribute('aria-label', text('try_result'));
  byId('tried').replaceChildren(shown);
}
