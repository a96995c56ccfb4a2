//! The events of native drag and drop.

import { deviceFields } from '../events.js';
import { screenOf } from './pointer.js';

/** Events that can't be prevented. */
const NOT_CANCELABLE = new Set(['dragleave', 'dragend']);

/**
 * @param {string} type
 * @param {import('./hit-test.js').Point} point
 * @param {{dataTransfer: DataTransfer, relatedTarget?: Element | null, buttons?: number}} more
 */
export const dragEvent = (type, { x, y }, more) =>
  new DragEvent(type, {
    ...deviceFields(),
    ...screenOf({ x, y }),
    cancelable: !NOT_CANCELABLE.has(type),
    buttons: type === 'dragend' ? 0 : 1,
    clientX: x,
    clientY: y,
    ...more,
  });
