//! The entry of a bundle for the tests: `perform` in the extension's isolated world, asked by
//! DevTools in place of the worker.

import { kindOf } from '../../extension/page/act/checks/kind.js';
import { perform } from '../../extension/page/act/perform.js';

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();
const task = () =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });

/** `outer >>> inner` goes through a shadow root, closed ones too. */
function find(selector) {
  let root = document;
  let found = null;
  for (const part of selector.split(' >>> ')) {
    found = root?.querySelector(part) ?? null;
    root = found && chrome.dom.openOrClosedShadowRoot(found);
  }
  return found;
}

const kept = { verify: null };

/** What `perform` comes to, how often it began, and what it reads back. */
globalThis.axlensPerform = async (selector, act, { breaks = false, before = null } = {}) => {
  const element = selector === null ? null : find(selector);
  let begun = 0;
  const begin = async () => {
    begun += 1;
    if (breaks) throw new Error('can not be written down');
    if (before !== null) document.dispatchEvent(new CustomEvent('test-begin', { detail: before }));
  };
  // What becomes of a row meanwhile, only the worker's way looks at.
  const hooks = { begin, task, ensureSame: () => {} };
  const whole = act.onto ? { ...act, onto: find(act.onto) } : act;
  const came = await perform(element, whole, hooks).catch((error) => ({
    threw: String(error),
  }));
  const { verify, ...done } = came.done ?? {};
  kept.verify = verify ?? null;
  const by = came.refused?.by;
  const refused = came.refused && { ...came.refused, ...(by && { by: by.id || by.localName }) };
  return {
    ...(came.threw && { threw: came.threw }),
    ...(refused && { refused }),
    ...(came.done && { done }),
    begun,
  };
};
globalThis.axlensVerify = () => kept.verify?.() ?? null;

/** What it would do that can't be taken back. */
globalThis.axlensKind = (selector, act) => kindOf(find(selector), act);
