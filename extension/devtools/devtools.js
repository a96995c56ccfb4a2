//! The page that DevTools loads for an inspected tab: it adds the panel and the side bar, and
//! answers requests of `axlens` in the console.

import { fieldsOf } from '../shared/fields.js';
import { text } from '../ui/common/i18n.js';
import { addPanel, addSidebar, onDocumentMessage, tab } from './inspected.js';
import { readPage } from './page-lookup.js';
import { WorkerPort } from './worker-port.js';

/** @typedef {import('../types/protocol').DocumentHandle} DocumentHandle */

addPanel(text('panel_title'), 'icons/connected-32.png', 'devtools/panel.html');
addSidebar(text('panel_title'), 'devtools/sidebar.html');

// A restarted worker does not know that the console of this tab needs the helpers.
const worker = new WorkerPort(tab, () => void prepareConsole());

/** Makes the worker inject `axlens` into the current and future documents of the tab. */
const prepareConsole = () => worker.request('console').catch(() => {});

/**
 * Answers requests of a document's console with data of this document only, so that a compromised
 * process learns nothing about other documents.
 * @type {Record<string, (request: Record<string, unknown>, only: DocumentHandle) =>
 *   Promise<unknown>>}
 */
const HANDLERS = {
  async observe({ options }, only) {
    const page = await readPage(worker, Object(options), only);
    return page.text();
  },
  async explain({ node }, only) {
    const answer = await worker.request('explain', { ...only, node: Number(node) });
    return JSON.parse(String(answer)).explanation;
  },
  async find({ uid }, only) {
    const page = await readPage(worker, {}, only);
    const node = page.node(String(uid));
    if (node === undefined) throw new Error(text('console_no_uid', String(uid)));
    return node;
  },
};

onDocumentMessage((message, document) => {
  const request = fieldsOf(fieldsOf(message).axlensConsole);
  const name = String(request.do);
  if (!Object.hasOwn(HANDLERS, name)) return null;
  return HANDLERS[name](request, { document, world: Number(request.world) }).then(
    (answer) => ({ answer }),
    (error) => ({ fault: String(error.message) }),
  );
});

void prepareConsole();
