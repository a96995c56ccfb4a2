//! Events of dragging by the browser, as a page hears them.

import { plainFields } from './events.js';

/** Events that can't be prevented. */
const DECIDED = new Set(['dragleave', 'dragend']);

/**
 * @param {string} type
 * @param {import('./hit-test.js').Point} point
 * @param {{dataTransfer: DataTransfer, relatedTarget?: Element | null}} more
 */
export const dragEvent = (type, { x, y }, more) =>
  new DragEvent(type, {
    ...plainFields(),
    cancelable: !DECIDED.has(type),
    clientX: x,
    clientY: y,
    screenX: window.screenX + x,
    screenY: window.screenY + y,
    ...more,
  });
