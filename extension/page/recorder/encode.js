//! The record as text, and how it is sent: whole, in pieces, as its name where the worker has it,
//! or as its difference from the one that the worker has. It does not look into the record.

import { splitPieces } from '../../shared/pieces.js';
import { textDiff } from '../../shared/text-diff.js';

/** Characters that are sent at once. */
const PIECE = 4_000_000;
/** Characters of a record that is cached: more than 200,000 elements have. */
const MAX_CACHED_LEN = 16_000_000;
/** Items that are encoded at once: so many take a fraction of a millisecond. */
const PART = 5000;

/**
 * Items of a walk and their text, so many at a time.
 * @typedef {{items: (string | number)[], texts: string[]}} Encoded
 */

const state = {
  /** What the engine made of the document's records, sent with each. */
  registry: '',
  /**
   * @type {{name: string, sections: string[], registry: string} | null} the last record, section by
   * section, for the next one to be compared with; `registry`: the one it was made with, or what
   * came of it
   */
  last: null,
  /** @type {{id: number, parts: string[]} | null} the long record that is being fetched */
  pending: null,
  nextPieces: 1,
};

/**
 * The text of a walk's operations or strings; what is as it was last time is not encoded again.
 * @param {import('./slices.js').Slices} slices
 * @param {(string | number)[]} items
 * @param {string} separator
 * @param {Encoded} [before]
 * @returns {Promise<Encoded>}
 */
export async function encodeItems(slices, items, separator, before) {
  const texts = [];
  for (let from = 0; from < items.length; from += PART) {
    if (performance.now() > slices.until) await slices.pause();
    const same = before && isSamePart(before.items, items, from);
    const known = same ? before.texts[from / PART] : undefined;
    const part = () =>
      items
        .slice(from, from + PART)
        .join(separator)
        .toWellFormed();
    texts.push(known ?? part());
  }
  return { items, texts };
}

/**
 * @param {(string | number)[]} before
 * @param {(string | number)[]} items
 * @param {number} from where a part begins that may be the same in both
 */
const isSamePart = (before, items, from) => {
  const end = Math.min(from + PART, items.length);
  if (end !== Math.min(from + PART, before.length)) return false;
  for (let index = from; index < end; index++) if (items[index] !== before[index]) return false;
  return true;
};

/**
 * The record as it is sent; where the worker has the one before, how it differs from that.
 * @param {string} name that no other record of this document has
 * @param {string[]} sections
 * @param {boolean} torn
 * @param {string | undefined} have name of the last record that the worker understood
 */
export function encodeResponse(name, sections, torn, have) {
  const { last, registry } = state;
  const before = last !== null && have === last.name && last.registry === registry ? last : null;
  state.pending = null;
  if (before?.sections.every((section, index) => section === sections[index])) {
    return { same: before.name };
  }
  const length = lengthOf(sections);
  const isCached = !torn && length <= MAX_CACHED_LEN;
  state.last = isCached ? { name, sections, registry } : null;
  const splices = isCached && before ? splicesOf(before.sections, sections) : null;
  const text = splices ? null : inPieces(sections.join('') + registry);
  if (!isCached) return text;
  return { ...(splices && before ? { from: before.name, splices } : text), name, length };
}

/** @param {string[]} texts */
const lengthOf = (texts) => texts.reduce((length, text) => length + text.length, 0);

/**
 * What differs. Each section on its own: an element that came changes head, operations and strings,
 * each a little.
 * @param {string[]} before
 * @param {string[]} now
 * @returns {[number, number, string][] | null} from where to where, in the text before, another
 *   text is now; null where that is half of the record or more, or too much for an answer
 */
function splicesOf(before, now) {
  /** @type {[number, number, string][]} */
  const found = [];
  let at = 0;
  for (const [index, section] of before.entries()) {
    const diff = section === now[index] ? null : textDiff(section, now[index]);
    if (diff) found.push([at + diff.head, at + section.length - diff.tail, diff.middle]);
    at += section.length;
  }
  const put = lengthOf(found.map(([, , middle]) => middle));
  return put < Math.min(PIECE, lengthOf(now) / 2) ? found : null;
}

/** @param {string} text */
function inPieces(text) {
  if (text.length <= PIECE) return { record: text };
  const parts = splitPieces(text, PIECE);
  state.pending = { id: state.nextPieces++, parts };
  return { pieces: parts.length, id: state.pending.id };
}

/** @param {{id: number, index: number}} request */
export function piece({ id, index }) {
  const { pending } = state;
  const part = pending?.id === id ? pending.parts[index] : undefined;
  if (part === undefined) {
    return { error: 'no_piece', message: 'another record has been made since' };
  }
  if (pending && index === pending.parts.length - 1) state.pending = null;
  return { piece: part };
}

/**
 * Stores what the engine made of a record.
 * @param {{registry: string, name?: string}} message `name`: of the record
 */
export function commit(message) {
  state.registry = String(message.registry);
  if (state.last !== null && state.last.name === message.name) {
    state.last.registry = state.registry;
  }
  return { ok: true };
}
