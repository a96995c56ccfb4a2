//! `upload`: sets the files of a file input, or drops them on an element that accepts files.

import { done, refuse } from '../action.js';
import {
  inputFiles,
  isConnected,
  labelControl,
  localName,
  matches,
  querySelectorAll,
} from '../../dom/dom.js';
import { hasBox } from '../checks/checks.js';
import { reach } from '../checks/reach.js';
import { setInputFiles } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { send, sendInputAndChange } from '../events.js';
import { dragEvent } from '../pointer/drag-events.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').ActionResult} ActionResult */
/** @typedef {import('../../../types/protocol').UploadedFile} UploadedFile */

/** @param {Element} element */
const isFileField = (element) => localName.call(element) === 'input' && typeOf(element) === 'file';

/** @param {UploadedFile} file */
const fileOf = ({ name, type, base64 }) =>
  new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type });

/** @param {UploadedFile[]} files */
function dataTransferOf(files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(fileOf(file));
  return transfer;
}

/**
 * The file input that an element represents: itself, the control of a label, or the only one inside
 * it. Most file inputs are hidden behind a button or a drop area.
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
 * @param {UploadedFile[]} files
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
async function setFiles(field, files, hooks) {
  if (matches.call(field, ':disabled')) return refuse('disabled');
  if (files.length > 1 && !matches.call(field, '[multiple]'))
    return refuse('bad_value', { detail: 'the field takes one file' });
  const { files: fileList } = dataTransferOf(files);
  await hooks.begin();
  setInputFiles.call(field, fileList);
  sendInputAndChange(field);
  return done('script', { verify: () => difference(field, files) });
}

/**
 * An empty field is no difference: many pages read the files and empty the field.
 * @param {Element} field
 * @param {UploadedFile[]} files
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(field, files) {
  const now = [...(inputFiles.call(field) ?? [])].map((file) => file.name);
  if (!isConnected.call(field) || now.length === 0) return null;
  const isSame = now.length === files.length && now.every((name, at) => name === files[at].name);
  return isSame ? null : { outcome: 'value_differs', now: now.join(', ') };
}

/**
 * @param {Element} element
 * @param {UploadedFile[]} files
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
async function dropFiles(element, files, hooks) {
  const reached = await reach(element, hooks);
  if ('refused' in reached) return reached;
  const { clickPoint } = reached;
  const dataTransfer = dataTransferOf(files);
  await hooks.begin();
  send(clickPoint.hit, dragEvent('dragenter', clickPoint, { dataTransfer }));
  await hooks.nextTask();
  const isAccepted = !send(clickPoint.hit, dragEvent('dragover', clickPoint, { dataTransfer }));
  await hooks.nextTask();
  if (!isAccepted) {
    send(clickPoint.hit, dragEvent('dragleave', clickPoint, { dataTransfer }));
    return refuse('takes_no_files');
  }
  hooks.ensureSameRow();
  send(clickPoint.hit, dragEvent('drop', clickPoint, { dataTransfer }));
  return done('pointer');
}

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'upload'>} action
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function upload(element, { files }, hooks) {
  const field = fieldFor(element);
  if (field !== null) return setFiles(field, files, hooks);
  return hasBox(element) ? dropFiles(element, files, hooks) : refuse('no_box');
}
