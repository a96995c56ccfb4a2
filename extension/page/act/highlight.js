//! Draws an outline round an element for two seconds, by an animation: nothing of the document
//! changes, and no observer of mutations hears of it. A page that lists its animations
//! (`document.getAnimations()`) or reads the element's computed style meanwhile can see it. It
//! knows nothing of who may ask for it.
//!
//! The entry of a bundle, a classic script for the page's isolated world, injected only to act;
//! injecting it again does nothing.

const LASTS_MS = 2000;
const OUTLINE = { outline: '3px solid #d6249f', outlineOffset: '2px' };

/** @type {{last: Animation | null}} */
const state = { last: null };

/** @param {Element} element @returns {boolean} whether an outline round it could be seen */
const hasBox = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  [...element.getClientRects()].some((rect) => rect.width > 0 && rect.height > 0);

/**
 * @param {number} node its id
 * @returns {{shown: true} | {error: 'gone' | 'no_box'}}
 */
function highlight(node) {
  /** @type {import('../same-origin-frames.js').Recorder | undefined} */
  const recorder = Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;
  const element = recorder?.element(node);
  if (!element) return { error: 'gone' };
  if (!hasBox(element)) return { error: 'no_box' };
  state.last?.cancel();
  state.last = element.animate([OUTLINE, OUTLINE], { duration: LASTS_MS });
  return { shown: true };
}

/**
 * @param {any} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  // Only this extension's worker may ask.
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (!isWorker || message?.axlensAct !== 'highlight') return false;
  sendResponse(highlight(message.node));
  return false;
}

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensHighlight')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensHighlight', { value: true });
}
