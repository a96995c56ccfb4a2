//! Gives files to a file field, or drops them on what takes files.

import {
  inputFiles,
  isConnected,
  labelControl,
  localName,
  matches,
  querySelectorAll,
} from '../../dom/dom.js';
import { hasBox } from '../checks/checks.js';
import { setInputFiles } from '../dom-methods.js';
import { dragEvent } from '../pointer/drag-events.js';
import { send, sendInputAndChange } from '../events.js';
import { typeOf } from '../editing/fields.js';
import { reach } from '../checks/reach.js';
import { done, refuse } from '../results.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Result} Result */
/** @typedef {{name: string, type: string, base64: string}} Given */

/** @param {Element} element */
const isFileField = (element) => localName.call(element) === 'input' && typeOf(element) === 'file';

/** @param {Given} file */
const fileOf = ({ name, type, base64 }) =>
  new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type });

/** @param {Given[]} files */
function transferOf(files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(fileOf(file));
  return transfer;
}

/**
 * The field that an element stands for: itself, that of a label, or the only one in it. Most are
 * hidden behind a button or an area of their page's own.
 * @param {Element} element
 * @returns {Element | null}
 */
function fieldFor(element) {
  if (isFileField(element)) return element;
  const control = localName.call(element) === 'label' ? labelControl.call(element) : null;
  if (control && isFileField(control)) return control;
  const within = [...querySelectorAll.element.call(element, 'input')].filter(isFileField);
  return within.length === 1 ? within[0] : null;
}

/**
 * @param {Element} field
 * @param {Given[]} files
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
async function giveTo(field, files, hooks) {
  if (matches.call(field, ':disabled')) return refuse('disabled');
  if (files.length > 1 && !matches.call(field, '[multiple]'))
    return refuse('bad_value', { detail: 'the field takes one file' });
  const { files: given } = transferOf(files);
  await hooks.begin();
  setInputFiles.call(field, given);
  sendInputAndChange(field);
  return done('script', { verify: () => difference(field, files) });
}

/**
 * Many pages take the files and empty the field.
 * @param {Element} field
 * @param {Given[]} files
 * @returns {import('../results.js').Difference | null}
 */
function difference(field, files) {
  const now = [...(inputFiles.call(field) ?? [])].map((file) => file.name);
  if (!isConnected.call(field) || now.length === 0) return null;
  const isSame = now.length === files.length && now.every((name, at) => name === files[at].name);
  return isSame ? null : { outcome: 'value_differs', now: now.join(', ') };
}

/**
 * @param {Element} element
 * @param {Given[]} files
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
async function dropOn(element, files, hooks) {
  const reached = await reach(element, hooks);
  if ('refused' in reached) return reached;
  const { spot } = reached;
  const dataTransfer = transferOf(files);
  await hooks.begin();
  send(spot.hit, dragEvent('dragenter', spot, { dataTransfer }));
  await hooks.task();
  const isTaken = !send(spot.hit, dragEvent('dragover', spot, { dataTransfer }));
  await hooks.task();
  if (!isTaken) {
    send(spot.hit, dragEvent('dragleave', spot, { dataTransfer }));
    return refuse('takes_no_files');
  }
  hooks.ensureSame();
  send(spot.hit, dragEvent('drop', spot, { dataTransfer }));
  return done('pointer');
}

/**
 * @param {Element} element
 * @param {{files: Given[]}} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function upload(element, { files }, hooks) {
  const field = fieldFor(element);
  if (field !== null) return giveTo(field, files, hooks);
  return hasBox(element) ? dropOn(element, files, hooks) : refuse('no_box');
}
