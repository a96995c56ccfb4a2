//! Draws an outline round an element for some time, by an animation: nothing of the document
//! changes, and no observer of mutations hears of it. A page that lists its animations
//! (`document.getAnimations()`) or reads the element's computed style meanwhile can see it. It
//! knows nothing of who may ask for it.

const OUTLINE = { outline: '3px solid #d6249f', outlineOffset: '2px' };
const { animate } = Element.prototype;

/** @type {{last: Animation | null}} */
const state = { last: null };

/** @param {Element} element @returns {boolean} whether an outline round it could be seen */
const couldBeSeen = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  [...element.getClientRects()].some((rect) => rect.width > 0 && rect.height > 0);

/** Takes the outline away. */
export function endOutline() {
  state.last?.cancel();
  state.last = null;
}

/**
 * @param {Element} element
 * @param {number} milliseconds for how long it is there
 * @returns {boolean} false: there is nothing to draw it round
 */
export function outline(element, milliseconds) {
  if (!couldBeSeen(element)) return false;
  endOutline();
  state.last = animate.call(element, [OUTLINE, OUTLINE], { duration: milliseconds });
  return true;
}
