//! Which fields are secret: their values are not reported when they are read back. A field that the
//! recorder has seen as secret before stays secret.

import { isMasked } from '../../style/computed-style.js';
import { getRootNode, localName } from '../../dom/dom.js';
import { findSecretFields, isSecretField, isSecretHost } from '../../secrets/secret-fields.js';
import { SecretElements } from '../../inspect/secret-elements.js';
import { isChosen, isTextField } from '../editing/fields.js';

/** @returns {import('../../recorder/same-origin-frames.js').Recorder | undefined} */
const recorder = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/** @returns {SecretElements} which elements of the document contain a secret at this moment */
export const secretElements = () =>
  new SecretElements((element) => recorder()?.wasSecret(element) === true);

/** @param {Element} element */
const isField = (element) =>
  isTextField(element) || isChosen(element) || localName.call(element) === 'select';

/** @param {Element} element a field, or the host of editable text */
export function isSecret(element) {
  if (recorder()?.wasSecret(element) === true) return true;
  findSecretFields(document);
  const root = getRootNode.call(element);
  if (root !== document && root instanceof ShadowRoot) findSecretFields(root);
  const masked = isMasked(getComputedStyle(element));
  return isField(element) ? isSecretField(element, masked) : isSecretHost(element, masked);
}
