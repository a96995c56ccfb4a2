//! The texts that are children of an element.

import { childNodes, nodeType, textContent } from './dom.js';

/** @param {Element} element @returns {string[]} the texts that are its own children, not blank */
export const ownTexts = (element) =>
  [...childNodes.call(element)]
    .filter((node) => nodeType.call(node) === Node.TEXT_NODE)
    .map((node) => textContent.call(node) ?? '')
    .filter((text) => text.trim() !== '');
