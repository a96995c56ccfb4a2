//! What agents saw: which texts are still kept, and the one that is chosen. A text is in the page
//! only while the server keeps it; it is never stored.

import { ask, Refused } from './server.js';
import { byId, showTable } from './table.js';
import { agentName, shortened, sizeOf } from './words.js';

/** @typedef {import('./types/dashboard').SessionStatus} Session */
/** @typedef {import('./types/dashboard').StoredText} StoredText */
/** Which text is chosen; when there is a newer one of its kind in its place, that one.
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
  #chosen = null;
  /** Id of the text that is shown, or on its way. @type {string | null} */
  #text = null;
  /** @type {Session[]} */
  #sessions = [];

  constructor() {
    byId('hide').addEventListener('click', () => this.#choose(null));
  }

  /** @param {Session[]} sessions as they are now */
  show(sessions) {
    this.#sessions = sessions;
    const rows = sessions.flatMap((session) =>
      session.texts?.length
        ? session.texts.map((text, index) => this.#row(session, text, index))
        : [without(session)],
    );
    showTable('seen', COLUMNS, rows, NOTHING);
    this.#follow();
  }

  /** Takes the text out of the page. */
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
      { text: first ? name : '' },
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
    this.#chosen = choice;
    byId('seen-fault').textContent = '';
    this.#follow();
    if (choice) byId('shown-heading').focus();
    else byId('seen-table').focus();
  }

  /** Shows the chosen text as it is kept now, or none. */
  #follow() {
    const chosen = this.#chosen;
    if (!chosen) return;
    const session = this.#sessions.find(
      ({ agent, session }) => agent === chosen.agent && session === chosen.session,
    );
    const text = session && kept(session, chosen.text);
    if (session && text) {
      chosen.text = text;
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
    // It may be gone since, or another one is wanted.
    if (this.#text !== text.id) return;
    if (typeof response?.text !== 'string') {
      this.clear();
      byId('seen-fault').textContent =
        response instanceof Refused ? response.message : String(response);
      return;
    }
    byId('seen-fault').textContent = '';
    byId('shown').hidden = false;
    byId('shown-heading').textContent =
      `${agentName(session.agentName)}, session ${name}, tab ${text.tab}`;
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
function kept({ texts }, { id, tab, format, scope }) {
  const same = texts.filter(
    (each) => each.tab === tab && each.format === format && each.scope === scope,
  );
  return same.find((each) => each.id === id) ?? same.at(-1);
}

/** @param {Session} session of which no text is kept */
const without = (session) => [
  { text: agentName(session.agentName) },
  { text: session.session },
  { text: '' },
  { text: 'no text is kept' },
  { text: '' },
  { text: sizeOf(session.bytes) },
  { text: '' },
];
