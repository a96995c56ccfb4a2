//! The side bar of Elements: what agents see of the selected element, and why. The element is
//! identified by its node id from the recorder of its document.

import { localize, text } from '../ui/common/i18n.js';
import { byId } from '../ui/common/parts.js';
import { evaluate, followTheme, onSelected, tab } from './inspected.js';
import { factsOf, readPage } from './page-lookup.js';
import { WorkerPort } from './worker-port.js';

/** @typedef {import('./axlens_panel.js').Lookup} Lookup */
/** @typedef {{document: string, node: number}} SelectedElement */

const worker = new WorkerPort(tab);

/** The node id of the selected element, or of the element of the selected text, in its document. */
const SELECTED_NODE = `(() => {
  const element = $0 instanceof Element ? $0 : $0?.parentElement;
  return element?.ownerDocument === document ? axlensRecorder.nodeId(element) : null;
})()`;

/** @param {Lookup} page @returns {Promise<SelectedElement | null>} */
async function findSelected(page) {
  let isMain = true;
  for (const [document, url] of page.documents()) {
    const node = await evaluate(SELECTED_NODE, isMain ? undefined : url);
    if (typeof node === 'number') return { document, node };
    isMain = false;
  }
  return null;
}

/** The number of the last selection. Results for earlier ones are dropped. */
let lastSelection = 0;

async function show() {
  const selection = ++lastSelection;
  const view = await describeSelected().catch((error) => ({ note: String(error.message) }));
  if (selection === lastSelection) draw(view);
}

/** `handle`: of an element that has a line, so that it can be pinned.
 * @typedef {{line?: string, note?: string, facts?: [string, string][],
 *   handle?: import('../types/protocol').NodeHandle}} View */

/** @type {import('../types/protocol').NodeHandle | undefined} of the element on view */
let selected;

/** @returns {Promise<View>} */
async function describeSelected() {
  const page = await readPage(worker, {});
  const element = await findSelected(page);
  if (!element) return { note: text('sidebar_no_element') };
  const { document, node } = element;
  const world = page.world(document);
  const explanation = await worker.request('explain', { document, world, node });
  const line = page.line(document, node);
  const uid = page.uid(document, node);
  /** @type {[string, string][]} */
  const own = uid === undefined ? [] : [['panel_uid', uid]];
  return {
    line,
    note: line === undefined ? text('sidebar_no_line') : '',
    facts: [...own, ...(await factsOf(String(explanation)))],
    ...(line === undefined || world === undefined ? {} : { handle: { document, world, node } }),
  };
}

/** @param {View} view */
function draw({ line = '', note = '', facts = [], handle }) {
  const isOther = handle?.document !== selected?.document || handle?.node !== selected?.node;
  selected = handle;
  byId('pinning').hidden = handle === undefined;
  if (isOther) byId('pinned').textContent = '';
  byId('line').textContent = line;
  byId('note').textContent = note;
  const rows = facts.flatMap(([key, content]) => {
    const name = Object.assign(document.createElement('dt'), { textContent: text(key) });
    const value = Object.assign(document.createElement('dd'), { textContent: content });
    return [name, value];
  });
  byId('facts').replaceChildren(...rows);
  document.body.dataset.ready = '';
}

/** Pins the element on view for agents. */
async function pinSelected() {
  if (!selected) return;
  const note = byId('pin-note', HTMLInputElement);
  try {
    await worker.request('pin', { ...selected, note: note.value });
    note.value = '';
    byId('pinned').textContent = text('pin_done');
  } catch (error) {
    byId('pinned').textContent = error instanceof Error ? error.message : String(error);
  }
}

let isScheduled = false;

/** Updates the side bar in the next animation frame. There is none while it is hidden. */
function scheduleUpdate() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    void show();
  });
}

localize();
followTheme();
byId('read').addEventListener('click', scheduleUpdate);
byId('pinning').addEventListener('submit', (event) => {
  event.preventDefault();
  void pinSelected();
});
onSelected(scheduleUpdate);
scheduleUpdate();
