//! Draws an outline around an element for some time, with an animation: the document does not
//! change, and no mutation observer is notified. A page can detect it while it lasts with
//! `document.getAnimations()` or in the element's computed style.

const OUTLINE = { outline: '3px solid #d6249f', outlineOffset: '2px' };
const { animate } = Element.prototype;

/** @type {{last: Animation | null}} */
const state = { last: null };

/** @param {Element} element @returns {boolean} whether an outline would be visible */
const isVisible = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  [...element.getClientRects()].some((rect) => rect.width > 0 && rect.height > 0);

/** Removes the outline. */
export function endOutline() {
  state.last?.cancel();
  state.last = null;
}

/**
 * @param {Element} element
 * @param {number} milliseconds the duration
 * @returns {boolean} false: the element is not visible
 */
export function outline(element, milliseconds) {
  if (!isVisible(element)) return false;
  endOutline();
  state.last = animate.call(element, [OUTLINE, OUTLINE], { duration: milliseconds });
  return true;
}
