//! The entry of a bundle for the tests: runs `perform` in the extension's isolated world, called
//! through DevTools instead of by the worker.

import { effectOf } from '../../../../extension/page/act/checks/effect.js';
import { permitEffect } from '../../../../extension/page/act/checks/permitted-effect.js';
import { endDragEffects } from '../../../../extension/page/act/pointer/drag-effects.js';
import { emulateDragEffects } from '../../../../extension/worker/acting/main-world/drag-effects.js';
import { perform } from '../../../../extension/page/act/perform.js';

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();
const nextTask = () =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });

/** Finds an element. `outer >>> inner` enters an open or closed shadow root. */
function find(selector) {
  let root = document;
  let found = null;
  for (const part of selector.split(' >>> ')) {
    found = root?.querySelector(part) ?? null;
    root = found && chrome.dom.openOrClosedShadowRoot(found);
  }
  return found;
}

/** The effect of an action that the policy has ruled on. */
const ANY_FORM = { kind: 'submit', destinations: [], targets: [] };

/** `verify` of the last action, the frames that it has waited for, and the signals of a drag. */
const last = { verify: null, frames: 0, dragSignals: '' };

const requestFrame = requestAnimationFrame;
globalThis.requestAnimationFrame = (callback) => {
  last.frames += 1;
  return requestFrame(callback);
};

/**
 * Runs an action. Returns its result and how often `begin` was called. `breaks`: `begin` rejects;
 * `before`: detail of an event that is sent to the page when the action begins.
 */
globalThis.axlensPerform = async (selector, action, { breaks = false, before = null } = {}) => {
  const element = selector === null ? null : find(selector);
  let begun = 0;
  last.frames = 0;
  const begin = async () => {
    begun += 1;
    if (breaks) throw new Error('the worker rejects it');
    permitEffect(hooks, ANY_FORM);
    if (before !== null) document.dispatchEvent(new CustomEvent('test-begin', { detail: before }));
  };
  // Changes of the row are detected by action-run.js only, and changes of the document by the
  // recorder.
  const observed = { lastChange: () => -Infinity, roots: () => [] };
  const hold = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const own = { hold, dragSignals: action.action === 'drag' ? last.dragSignals : '' };
  const hooks = { begin, nextTask, ensureSameRow: () => {}, ...observed, ...own };
  const dragTarget = action.to?.element;
  const resolved = dragTarget ? { ...action, to: { element: find(dragTarget) } } : action;
  const result = await perform(element, resolved, hooks).catch((error) => ({
    threw: String(error),
  }));
  endDragEffects(own.dragSignals);
  const { verify, ...done } = result.done ?? {};
  last.verify = verify ?? null;
  const by = result.refused?.by;
  const refused = result.refused && { ...result.refused, ...(by && { by: by.id || by.localName }) };
  return {
    ...(result.threw && { threw: result.threw }),
    ...(refused && { refused }),
    ...(result.done && { done }),
    begun,
  };
};
/** The script for the page's own world that emulates the effects of the next drag. */
globalThis.axlensDragScript = async () => {
  let script = '';
  const runInPage = async (func, args) => {
    script = `(${func})(...${JSON.stringify(args)})`;
  };
  last.dragSignals = await emulateDragEffects({ runInPage });
  return script;
};
globalThis.axlensFrames = () => last.frames;
globalThis.axlensVerify = () => last.verify?.() ?? null;

/** What the action would do that can't be undone. */
globalThis.axlensKind = (selector, action) => effectOf(find(selector), action).kind;
