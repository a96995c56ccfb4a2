//! The last record of each document with the engine's result, and the last answer of each tab: an
//! unchanged page is neither processed nor sent again. The cache is bounded and ends with the
//! worker. Trees are uninterpreted text.

/** Characters of all records and trees. The documents that were read longest ago are evicted. */
const MAX_CHARACTERS = 20_000_000;

/** Tabs whose last answer is stored. */
const MAX_TABS = 32;
/** Characters of the parts of a stored answer. The boxes of a large page are long. */
const MAX_PARTS_LEN = 500_000;

/**
 * `tab`: the tab of the document; `name`: the name of the record; `places`: which nodes are listed;
 * `registry`: the record's registry after the engine has run.
 * @typedef {{tab: number, name: string, places: string, tree: string, nodes: string, treeNumber:
 *   number, record: string, registry: string}} CachedDocument
 */

/** @type {Map<string, CachedDocument>} by document, the last read one at the end */
const documents = new Map();
let characters = 0;

/** @type {Map<number, {name: string, parts: string[]}>} by tab */
const answers = new Map();
const worker = crypto.randomUUID();
let last = 0;

/** @returns {number} unique in this worker */
export const nextTreeNumber = () => ++last;

/**
 * @param {string} document
 * @param {string} places of the query
 * @returns {CachedDocument | undefined} undefined if it can't answer that query
 */
export function cachedDocument(document, places) {
  const cached = documents.get(document);
  if (!cached || (cached.places === 'all') !== (places === 'all')) return undefined;
  documents.delete(document);
  documents.set(document, cached);
  return cached;
}

/**
 * @param {string} document
 * @returns {string | undefined} the name of its last tree
 */
function lastTreeName(document) {
  const cached = documents.get(document);
  return cached && treeName(cached.treeNumber);
}

/**
 * Whether the document was read again since the server has verified the element of an action. What
 * has changed since the last read is compared by the page.
 * @param {import('../policy/permission.js').ElementActionRequest} request
 */
export function isOutdated({ params, target }) {
  const { verifiedIn } = params;
  return verifiedIn ? lastTreeName(target.document) !== verifiedIn : false;
}

/** @param {string} document @param {CachedDocument} cached */
export function cacheDocument(document, cached) {
  forget(document);
  if (size(cached) > MAX_CHARACTERS) return;
  documents.set(document, cached);
  characters += size(cached);
  for (const oldest of documents.keys()) if (characters > MAX_CHARACTERS) forget(oldest);
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
 * The name of a tab's answer. It is the previous one if the answer is unchanged.
 * @param {number} tab
 * @param {string[]} parts of the answer; trees by their numbers
 * @returns {string} empty if the parts are too long for the cache
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
 * @param {number} treeNumber
 * @returns {string} the tree's name, which is unique among all workers
 */
export const treeName = (treeNumber) => `${worker}.t${treeNumber}`;

/** @param {number} tab that is closed or has another page */
export function forgetTab(tab) {
  answers.delete(tab);
  for (const [document, cached] of documents) if (cached.tab === tab) forget(document);
}

/** Forgets all pages. */
export function forgetAll() {
  answers.clear();
  documents.clear();
  characters = 0;
}
