//! Events of dragging by the browser, as a page hears them.

import { deviceFields } from '../events.js';
import { screenOf } from './pointer.js';

/** Events that can't be prevented. */
const DECIDED = new Set(['dragleave', 'dragend']);

/**
 * @param {string} type
 * @param {import('./hit-test.js').Point} point
 * @param {{dataTransfer: DataTransfer, relatedTarget?: Element | null, buttons?: number}} more
 */
export const dragEvent = (type, { x, y }, more) =>
  new DragEvent(type, {
    ...deviceFields(),
    ...screenOf({ x, y }),
    cancelable: !DECIDED.has(type),
    buttons: type === 'dragend' ? 0 : 1,
    clientX: x,
    clientY: y,
    ...more,
  });
