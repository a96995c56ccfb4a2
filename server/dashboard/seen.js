//! The texts that agents have received: the list, and the selected text. A text is in the page only
//! while the server has it; the page never stores it.

import { ask, ServerFault } from './server.js';
import { byId, showTable } from './table.js';
import { agentName, shortened, sizeOf, withShortIds } from './words.js';

/** @typedef {import('./types/dashboard').SessionStatus} Session */
/** @typedef {import('./types/dashboard').StoredText} StoredText */
/** The selected text, which a newer one of the same kind replaces.
 * @typedef {{agent: string, session: string, text: StoredText}} Choice */

const COLUMNS = [
  { head: 'Agent' },
  { head: 'Session' },
  { head: 'Tab' },
  { head: 'Page' },
  { head: 'Text' },
  { head: 'Remembered', number: true },
  { head: '' },
];

const NOTHING =
  'Nothing is kept: no agent has asked for a page yet, or reading was paused or narrowed since.';

export class SeenPart {
  /** @type {Choice | null} */
  #selected = null;
  /** Id of the text that is visible or loading. @type {string | null} */
  #text = null;
  /** @type {Session[]} */
  #sessions = [];

  constructor() {
    byId('hide').addEventListener('click', () => this.#choose(null));
  }

  /** @param {Session[]} sessions the current ones */
  show(sessions) {
    this.#sessions = sessions;
    const rows = sessions.flatMap((session) =>
      session.texts?.length
        ? session.texts.map((text, index) => this.#row(session, text, index))
        : [emptyRow(session)],
    );
    showTable('seen', COLUMNS, rows, NOTHING);
    this.#update();
  }

  /** Removes the text from the page. */
  clear() {
    this.#text = null;
    byId('text').textContent = '';
    byId('shown-heading').textContent = '';
    byId('shown-about').textContent = '';
    byId('shown').hidden = true;
  }

  /** @param {Session} session @param {StoredText} text @param {number} index */
  #row(session, text, index) {
    const { agent, session: name } = session;
    const { tab, format, scope } = text;
    const which = `${format}, ${text.id.replace('-', ' ')}`;
    const first = index === 0;
    return [
      { text: first ? agentName(session.agentName) : '' },
      { text: first ? withShortIds(name) : '' },
      { text: `${tab} in ${text.browser}` },
      { text: shortened(text.title || text.url) },
      { text: scope === 'body' ? which : `${which}, of ${shortened(scope)}` },
      { text: first ? sizeOf(session.bytes) : '' },
      {
        button: 'Show',
        name: `Show what ${agentName(session.agentName)} saw of tab ${tab}: ${which}`,
        key: `show ${agent} ${name} ${index}`,
        press: () => this.#choose({ agent, session: name, text }),
      },
    ];
  }

  /** @param {Choice | null} choice */
  #choose(choice) {
    this.clear();
    this.#selected = choice;
    byId('seen-fault').textContent = '';
    this.#update();
    if (choice) byId('shown-heading').focus();
    else byId('seen-table').focus();
  }

  /** Updates or removes the selected text. */
  #update() {
    const selected = this.#selected;
    if (!selected) return;
    const session = this.#sessions.find(
      ({ agent, session }) => agent === selected.agent && session === selected.session,
    );
    const text = session && storedText(session, selected.text);
    if (session && text) {
      selected.text = text;
      if (text.id !== this.#text) void this.#load(session, text);
      return;
    }
    if (this.#text === null) return;
    this.clear();
    byId('seen-fault').textContent =
      'The text is not kept any more: reading was paused or narrowed, the tab was closed, or other pages needed the room.';
  }

  /** @param {Session} session @param {StoredText} text */
  async #load(session, text) {
    const { agent, session: name } = session;
    this.#text = text.id;
    const pending = ask('text', { agent, session: name, id: text.id });
    const response = await pending.catch((/** @type {unknown} */ error) => error);
    // It may be removed since, or another one is selected.
    if (this.#text !== text.id) return;
    if (typeof response?.text !== 'string') {
      this.clear();
      byId('seen-fault').textContent =
        response instanceof ServerFault ? response.message : String(response);
      return;
    }
    byId('seen-fault').textContent = '';
    byId('shown').hidden = false;
    byId('shown-heading').textContent =
      `${agentName(session.agentName)}, session ${withShortIds(name)}, tab ${text.tab}`;
    const parts = text.inParts
      ? ' It is read in parts: the agent may have seen the first of them alone.'
      : '';
    byId('shown-about').textContent = `${shortened(text.title)} ${shortened(text.url)}.${parts}`;
    const place = byId('text');
    if (place.textContent !== response.text) place.textContent = response.text;
  }
}

/**
 * @param {Session} session @param {StoredText} text
 * @returns {StoredText | undefined} the text, or the newest of its kind
 */
function storedText({ texts }, { id, tab, format, scope }) {
  const same = texts.filter(
    (each) => each.tab === tab && each.format === format && each.scope === scope,
  );
  return same.find((each) => each.id === id) ?? same.at(-1);
}

/** @param {Session} session without stored texts */
const emptyRow = (session) => [
  { text: agentName(session.agentName) },
  { text: withShortIds(session.session) },
  { text: '' },
  { text: 'no text is kept' },
  { text: '' },
  { text: sizeOf(session.bytes) },
  { text: '' },
];
