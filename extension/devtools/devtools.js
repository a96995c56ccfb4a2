//! What DevTools opens with itself, for one inspected tab: it adds the panel and the side bar, and
//! answers the console's `axlens`. It shows nothing.

import { text } from '../ui/common/i18n.js';
import { addPanel, addSidebar, onAsked, tab } from './inspected.js';
import { readPage } from './page-lookup.js';
import { WorkerLine } from './worker-port.js';

addPanel(text('panel_title'), 'icons/connected-32.png', 'devtools/panel.html');
addSidebar(text('panel_title'), 'devtools/sidebar.html');

// A worker that was stopped has forgotten that this tab's console is to have the helpers.
const line = new WorkerLine(tab, () => void prepareConsole());

/** Has `axlens` put into the tab's documents, those to come too. */
const prepareConsole = () => line.ask('console').catch(() => {});

/**
 * What a document's console has asked, answered of that document alone: whoever has taken over its
 * process learns nothing of others.
 * @type {Record<string, (asked: any, only: {document: string, world: number}) => Promise<unknown>>}
 */
const ANSWERS = {
  async observe({ options }, only) {
    const page = await readPage(line, Object(options), only);
    return page.text();
  },
  async explain({ node }, only) {
    const answer = await line.ask('explain', { ...only, node: Number(node) });
    return JSON.parse(answer).explanation;
  },
  async find({ uid }, only) {
    const page = await readPage(line, {}, only);
    const node = page.node(String(uid));
    if (node === undefined) throw new Error(text('console_no_uid', String(uid)));
    return node;
  },
};

onAsked((message, document) => {
  const asked = message?.axlensConsole;
  if (!Object.hasOwn(ANSWERS, String(asked?.do))) return null;
  return ANSWERS[asked.do](asked, { document, world: Number(asked.world) }).then(
    (answer) => ({ answer }),
    (error) => ({ fault: String(error.message) }),
  );
});

void prepareConsole();
