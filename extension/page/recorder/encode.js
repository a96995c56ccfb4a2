//! Encodes a record as text for sending: whole, in pieces, as the name of a record that the worker
//! already has, or as the difference from it. It is independent of the record's content.

import { splitPieces } from '../../shared/pieces.js';
import { textDiff } from '../../shared/text-diff.js';

/** The number of characters in one message. */
const PIECE = 4_000_000;
/** The length up to which a record is cached, in characters. More than 200,000 elements fit. */
const MAX_CACHED_LEN = 16_000_000;
/** Items that are encoded at once. This many take a fraction of a millisecond. */
const PART = 5000;

/**
 * Items of a walk and their text, in parts.
 * @typedef {{items: (string | number)[], texts: string[]}} Encoded
 */

const state = {
  /**
   * The registry that the engine returned for the document's last record; it is sent with each
   * record.
   */
  registry: '',
  /**
   * @type {{name: string, sections: string[], registry: string} | null} the last record, by
   *   section, to compare the next one with; `registry`: the registry it was sent with, or the one
   *   that the engine returned for it
   */
  last: null,
  /** @type {{id: number, parts: string[]} | null} the long record that is being fetched */
  pending: null,
  nextPieces: 1,
};

/**
 * Encodes a walk's operations or strings. Parts that are unchanged since the last walk are reused.
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
 * @param {number} from start of a part that may be the same in both
 */
const isSamePart = (before, items, from) => {
  const end = Math.min(from + PART, items.length);
  if (end !== Math.min(from + PART, before.length)) return false;
  for (let index = from; index < end; index++) if (items[index] !== before[index]) return false;
  return true;
};

/**
 * Returns the record as it is sent. If the worker has the previous record, that is the difference
 * from it.
 * @param {string} name unique among this document's records
 * @param {string[]} sections
 * @param {boolean} pageMoved
 * @param {string | undefined} have name of the last record that the worker understood
 */
export function encodeResponse(name, sections, pageMoved, have) {
  const { last, registry } = state;
  const before = last !== null && have === last.name && last.registry === registry ? last : null;
  state.pending = null;
  if (before?.sections.every((section, index) => section === sections[index])) {
    return { same: before.name };
  }
  const length = lengthOf(sections);
  const isCached = !pageMoved && length <= MAX_CACHED_LEN;
  state.last = isCached ? { name, sections, registry } : null;
  const splices = isCached && before ? splicesOf(before.sections, sections) : null;
  const text = splices ? null : inPieces(sections.join('') + registry);
  if (!isCached) return text;
  return { ...(splices && before ? { from: before.name, splices } : text), name, length };
}

/** @param {string[]} texts */
const lengthOf = (texts) => texts.reduce((length, text) => length + text.length, 0);

/**
 * Computes the differences, for each section separately: one added element changes the head, the
 * operations and the strings, each a little.
 * @param {string[]} before
 * @param {string[]} now
 * @returns {[number, number, string][] | null} start and end in the previous text, and the text
 *   that replaces it; null if the replacements are half of the record or more, or too long for one
 *   message
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
 * Stores the registry that the engine returned for a record.
 * @param {{registry: string, name?: string}} message `name`: of the record
 */
export function commit(message) {
  state.registry = String(message.registry);
  if (state.last !== null && state.last.name === message.name) {
    state.last.registry = state.registry;
  }
  return { ok: true };
}
