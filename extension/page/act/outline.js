//! Draws an outline round an element for two seconds, by an animation: nothing of the document
//! changes, and no observer of mutations hears of it. A page that lists its animations
//! (`document.getAnimations()`) or reads the element's computed style meanwhile can see it. It
//! knows nothing of who may ask for it.

const LASTS_MS = 2000;
const OUTLINE = { outline: '3px solid #d6249f', outlineOffset: '2px' };
const { animate } = Element.prototype;

/** @type {{last: Animation | null}} */
const state = { last: null };

/** @param {Element} element @returns {boolean} whether an outline round it could be seen */
const couldBeSeen = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  [...element.getClientRects()].some((rect) => rect.width > 0 && rect.height > 0);

/**
 * @param {Element} element
 * @returns {boolean} false: there is nothing to draw it round
 */
export function outline(element) {
  if (!couldBeSeen(element)) return false;
  state.last?.cancel();
  state.last = animate.call(element, [OUTLINE, OUTLINE], { duration: LASTS_MS });
  return true;
}
