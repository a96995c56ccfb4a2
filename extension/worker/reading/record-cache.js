//! What the engine made of the last record of each document, and what was answered last of each
//! tab: an unchanged page is neither understood nor sent again. Bounded, and gone with the worker.
//! Trees are text here; none is looked into.

/** Characters of all records and trees in total: the documents read longest ago are evicted. */
const MAX = 20_000_000;

/** Most tabs whose last answer has a name. */
const MAX_TABS = 32;
/** Most characters of the parts of a named answer: places of a large page are many. */
const MAX_PARTS_LEN = 500_000;

/**
 * `tab`: its own; `name`: of the record; `places`: whose nodes are listed; `made`: the tree's own
 * number; `registry`: what came of the record's.
 * @typedef {{tab: number, name: string, places: string, tree: string, nodes: string, made: number,
 *   record: string, registry: string}} CachedDocument
 */

/** @type {Map<string, CachedDocument>} by document, the one read last at the end */
const documents = new Map();
let characters = 0;

/** @type {Map<number, {name: string, parts: string[]}>} by tab */
const answers = new Map();
const worker = crypto.randomUUID();
let last = 0;

/** @returns {number} that nothing else has had in this worker */
export const nextTreeNumber = () => ++last;

/**
 * @param {string} document
 * @param {string} places of the query
 * @returns {CachedDocument | undefined} where it serves that query too
 */
export function cachedDocument(document, places) {
  const cached = documents.get(document);
  if (!cached || (cached.places === 'all') !== (places === 'all')) return undefined;
  documents.delete(document);
  documents.set(document, cached);
  return cached;
}

/** @param {string} document @param {CachedDocument} cached */
export function cacheDocument(document, cached) {
  forget(document);
  if (size(cached) > MAX) return;
  documents.set(document, cached);
  characters += size(cached);
  for (const oldest of documents.keys()) if (characters > MAX) forget(oldest);
}

/** @param {string} document */
function forget(document) {
  const cached = documents.get(document);
  if (cached) characters -= size(cached);
  documents.delete(document);
}

/** @param {CachedDocument} cached */
const size = ({ tree, record, registry, nodes }) =>
  tree.length + record.length + registry.length + nodes.length;

/**
 * The name of a tab's answer: the one before, where nothing in it has changed.
 * @param {number} tab
 * @param {string[]} parts all that is in it; trees by their numbers
 * @returns {string} empty where the parts are too long to be cached
 */
export function answerName(tab, parts) {
  if (parts.reduce((sum, part) => sum + part.length, 0) > MAX_PARTS_LEN) return '';
  const before = answers.get(tab);
  if (
    before &&
    before.parts.length === parts.length &&
    before.parts.every((part, index) => part === parts[index])
  )
    return before.name;
  const name = `${worker}.${nextTreeNumber()}`;
  answers.delete(tab);
  answers.set(tab, { name, parts });
  for (const oldest of answers.keys()) if (answers.size > MAX_TABS) answers.delete(oldest);
  return name;
}

/**
 * @param {number} made number of a tree @returns {string} its name, which no tree of another worker
 * has either
 */
export const treeName = (made) => `${worker}.t${made}`;

/** @param {number} tab that is gone, or whose page is */
export function tabGone(tab) {
  answers.delete(tab);
  for (const [document, cached] of documents) if (cached.tab === tab) forget(document);
}

/** Forgets everything of all pages. */
export function forgetAll() {
  answers.clear();
  documents.clear();
  characters = 0;
}
