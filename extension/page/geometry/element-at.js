//! Finds the element at a point of the document's viewport, for an action at a point. Changes
//! nothing in the page. It is independent of records.

import { getBoundingClientRect, localName } from '../dom/dom.js';
import { beginGeneration, nodeId } from '../dom/node-ids.js';
import { world } from '../recorder/document-info.js';
import { borderOf, elementAt } from './layout.js';
import { WITHOUT_WINDOW, WITH_WINDOW } from './screenshot-candidates.js';

/**
 * @param {{x: number, y: number}} point
 * @returns {object} see docs/extension.md
 */
export function hitAt({ x, y }) {
  // Closed roots may have been attached since the last record.
  beginGeneration();
  const element = elementAt(x, y);
  if (element === null) return { world, node: 0 };
  const { left, top } = getBoundingClientRect.call(element);
  const [borderLeft, borderTop] = borderOf(element);
  const tag = localName.call(element);
  return {
    world,
    node: nodeId(element),
    position: [x - left - borderLeft, y - top - borderTop],
    isFrame: WITH_WINDOW.has(tag) || WITHOUT_WINDOW.has(tag),
  };
}
