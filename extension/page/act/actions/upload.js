//! `upload`: sets the files of a file input, drops them on an element that accepts files, or sets
//! those of the file input that a button opens.

import { done, refuse } from '../action.js';
import {
  inputFiles,
  isConnected,
  labelControl,
  localName,
  matches,
  nodeType,
  querySelectorAll,
} from '../../dom/dom.js';
import { hasBox } from '../checks/boxes.js';
import { reachAndBegin } from '../checks/reach.js';
import { ownRole, setInputFiles } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { send, sendInputAndChange } from '../events.js';
import { dragEvent } from '../pointer/drag-events.js';
import { LEFT_BUTTON, clickAt } from '../pointer/pointer.js';
import { waitFor } from '../watch/wait-for.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').ActionResult} ActionResult */
/** @typedef {import('../pointer/hit-test.js').ClickPoint} ClickPoint */
/** @typedef {import('../../../types/protocol').UploadedFile} UploadedFile */

/** How long a script may take after the click on a button to open its field. */
const OPENED_TIMEOUT_MS = 300;

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
 * @returns {ActionResult | null} why it does not take them
 */
function whyNot(field, files) {
  if (matches.call(field, ':disabled')) return refuse('disabled');
  if (matches.call(field, '[webkitdirectory]'))
    return refuse('bad_value', {
      detail: 'the field takes a folder, which only a person can choose',
    });
  if (files.length > 1 && !matches.call(field, '[multiple]'))
    return refuse('bad_value', { detail: 'the field takes one file' });
  return null;
}

/** @param {Element} field @param {UploadedFile[]} files @returns {ActionResult} */
function setFiles(field, files) {
  setInputFiles.call(field, dataTransferOf(files).files);
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
 * Drops files, if the page accepts them there.
 * @param {ClickPoint} point
 * @param {UploadedFile[]} files
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} whether it does
 */
async function dropFiles(point, files, hooks) {
  const dataTransfer = dataTransferOf(files);
  send(point.hit, dragEvent('dragenter', point, { dataTransfer }));
  await hooks.nextTask();
  const isAccepted = !send(point.hit, dragEvent('dragover', point, { dataTransfer }));
  await hooks.nextTask();
  if (isAccepted) hooks.ensureSameRow();
  send(point.hit, dragEvent(isAccepted ? 'drop' : 'dragleave', point, { dataTransfer }));
  return isAccepted;
}

/**
 * Clicks a button, and finds the file input that a script of the page clicks then. The click on the
 * input opens no picker.
 * @param {ClickPoint} point
 * @param {ActionHooks} hooks
 * @returns {Promise<Element | null>}
 */
async function fieldOpenedBy(point, hooks) {
  /** @type {Element | null} */
  let field = null;
  /** @param {Event} event */
  const onClick = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (nodeType.call(target) !== 1 || !isFileField(target)) return;
    field = target;
    event.preventDefault();
  };
  // A click in a shadow root has its host as its target outside.
  const roots = [document, ...hooks.roots()];
  for (const root of roots) root.addEventListener('click', onClick, true);
  try {
    await clickAt(point, hooks, { ...LEFT_BUTTON, count: 1 });
    await waitFor(() => field !== null, OPENED_TIMEOUT_MS, hooks);
  } finally {
    for (const root of roots) root.removeEventListener('click', onClick, true);
  }
  return field;
}

/** @param {Element} element */
const isButton = (element) => localName.call(element) === 'button' || ownRole(element) === 'button';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'upload'>} action
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function upload(element, { files }, hooks) {
  const field = fieldFor(element);
  if (field !== null) {
    const refused = whyNot(field, files);
    if (refused !== null) return refused;
    await hooks.begin();
    return setFiles(field, files);
  }
  if (!hasBox(element)) return refuse('no_box');
  const reached = await reachAndBegin(element, hooks);
  if ('refused' in reached) return reached;
  if (await dropFiles(reached.clickPoint, files, hooks)) return done('pointer');
  if (!isButton(element)) return refuse('takes_no_files');
  const opened = await fieldOpenedBy(reached.clickPoint, hooks);
  const refused = opened && whyNot(opened, files);
  if (opened && !refused) return setFiles(opened, files);
  // The button was clicked, which is no refusal.
  const now = opened ? 'the field that it opened does not take these files' : 'no field was opened';
  return done('pointer', { verify: () => ({ outcome: 'value_differs', now }) });
}
