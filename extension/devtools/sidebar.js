//! The side bar of Elements: what agents see of the element that is selected there, and why. The
//! element is known by the id that the recorder in its document gives it.

import { localize, text } from '../ui/common/i18n.js';
import { byId } from '../ui/common/parts.js';
import { evaluate, followTheme, onSelected, tab } from './inspected.js';
import { factsOf, readPage } from './page-lookup.js';
import { WorkerLine } from './worker-port.js';

/** @typedef {import('./axlens_panel.js').Lookup} Lookup */
/** @typedef {{document: string, node: number}} Selected */

const line = new WorkerLine(tab);

/** The node id of what is selected, in the document that it is in; of a text, of its element. */
const NODE = `(() => {
  const element = $0 instanceof Element ? $0 : $0?.parentElement;
  return element?.ownerDocument === document ? axlensRecorder.nodeId(element) : null;
})()`;

/** @param {Lookup} page @returns {Promise<Selected | null>} */
async function selected(page) {
  let isMain = true;
  for (const [document, url] of page.documents()) {
    const node = await evaluate(NODE, isMain ? undefined : url);
    if (typeof node === 'number') return { document, node };
    isMain = false;
  }
  return null;
}

/** Of what was selected meanwhile, the last one alone is shown. */
let turn = 0;

async function show() {
  const mine = ++turn;
  const shown = await found().catch((error) => ({ note: String(error.message) }));
  if (mine === turn) draw(shown);
}

/** @typedef {{line?: string, note?: string, facts?: [string, string][]}} Shown */

/** @returns {Promise<Shown>} */
async function found() {
  const page = await readPage(line, {});
  const element = await selected(page);
  if (!element) return { note: text('sidebar_no_element') };
  const { document, node } = element;
  const world = page.world(document);
  const explanation = await line.ask('explain', { document, world, node });
  const printed = page.line(document, node);
  const uid = page.uid(document, node);
  /** @type {[string, string][]} */
  const own = uid === undefined ? [] : [['panel_uid', uid]];
  return {
    line: printed,
    note: printed === undefined ? text('sidebar_no_line') : '',
    facts: [...own, ...(await factsOf(explanation))],
  };
}

/** @param {Shown} shown */
function draw({ line: printed = '', note = '', facts = [] }) {
  byId('line').textContent = printed;
  byId('note').textContent = note;
  const rows = facts.flatMap(([key, says]) => {
    const name = Object.assign(document.createElement('dt'), { textContent: text(key) });
    const value = Object.assign(document.createElement('dd'), { textContent: says });
    return [name, value];
  });
  byId('facts').replaceChildren(...rows);
  document.body.dataset.ready = '';
}

let isAsked = false;

/** Shows it with the next frame: there is none while the side bar is hidden. */
function ask() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    void show();
  });
}

localize();
followTheme();
byId('read').addEventListener('click', ask);
onSelected(ask);
ask();
