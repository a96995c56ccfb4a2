//! Determines whether the words of a field indicate a secret. It is independent of elements; the
//! words are in secret-words.js.

import {
  CODE_SURROUNDINGS,
  CREDENTIAL_NAMES,
  GENERIC_LABELS,
  GENERIC_NAMES,
  HARMLESS_AFTER,
  OTHER_CHARACTERS,
  OTHER_CODES,
  OTHER_PURPOSES,
  POSTAL_OR_SECRET,
  POSTAL_WORDS,
  SEARCH_NAMES,
  SEARCH_WORDS,
  SECRET_LABELS,
  SECRET_NAMES,
  SECRET_WORDS,
} from './secret-words.js';

/** Only the beginning of a longer text, such as a legal notice in a label, is checked. */
export const MAX_LABEL_LEN = 300;
/** The number of cached answers: a page's fields have few different names. */
const MAX_ANSWERS = 2000;

/**
 * `humps`: positions where names change case. Most names are ASCII, which is split in half the
 * time.
 */
const ASCII = {
  accents: null,
  humps: [/([a-z])([A-Z])/g, /([A-Z])([A-Z][a-z])/g],
  words: /[a-z]+/g,
};
const UNICODE = {
  // And what is never visible, such as a soft hyphen.
  accents: /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu,
  humps: [/(\p{Ll})(\p{Lu})/gu, /(\p{Lu})(\p{Lu}\p{Ll})/gu],
  words: /[\p{L}\p{M}]+/gu,
};
const ASCII_ONLY = /^[ -~\s]*$/;
/** Scripts that put no spaces between words, or attach particles to them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hang}]/u;

/** @type {Map<string, string>} */
const known = new Map();

/**
 * Returns the words of a text, without case, accents, digits and punctuation, each between spaces.
 * @param {string} text
 */
export function wordsOf(text) {
  let words = known.get(text);
  if (words === undefined) {
    if (known.size >= MAX_ANSWERS) known.clear();
    known.set(text, (words = splitWords(text)));
  }
  return words;
}

/** @param {string} text */
function splitWords(text) {
  const start = text.slice(0, MAX_LABEL_LEN);
  const { accents, humps, words: wordPattern } = ASCII_ONLY.test(start) ? ASCII : UNICODE;
  const plain = accents === null ? start : start.normalize('NFKD').replace(accents, '');
  const split = humps.reduce((whole, hump) => whole.replace(hump, '$1 $2'), plain);
  const words = split.toLowerCase().match(wordPattern);
  return words ? ` ${words.join(' ')} ` : '';
}

/**
 * Returns the phrases of a list as words. The list is processed as one text: a regular expression
 * for each phrase would block the page when the first field is read.
 * @param {string} list
 * @returns {string[]}
 */
function phrases(list) {
  const { accents, humps } = UNICODE;
  const plain = list.normalize('NFKD').replace(/** @type {RegExp} */ (accents), '');
  const split = humps.reduce((whole, hump) => whole.replace(hump, '$1 $2'), plain);
  const words = split.toLowerCase().replace(/[^\p{L}\p{M},]+/gu, ' ');
  return words.split(',').map((phrase) => phrase.trim());
}

/**
 * A list of phrases. `spaced`: those of scripts with spaces between words; `anywhere`: matches the
 * others.
 * @typedef {{spaced: Set<string>, anywhere: RegExp}} PhraseList
 */

const NEVER = /(?!)/g;

/** @param {string[]} all phrases @returns {PhraseList} */
function listOf(all) {
  const unspaced = all.filter((phrase) => UNSPACED.test(phrase));
  return {
    spaced: new Set(all.filter((phrase) => !UNSPACED.test(phrase))),
    anywhere: unspaced.length > 0 ? new RegExp(unspaced.join('|'), 'g') : NEVER,
  };
}

/** Builds the vocabulary when the first field is checked, since most pages have none. */
function makeVocabulary() {
  const secret = phrases(Object.values(SECRET_WORDS).join(','));
  return {
    secret: listOf(secret),
    longest: Math.max(...secret.map((phrase) => phrase.split(' ').length)),
    harmless: new Set(phrases(HARMLESS_AFTER)),
    otherCodes: new Set(phrases(OTHER_CODES)),
    postalCodes: new Set(phrases(POSTAL_OR_SECRET)),
    addresses: new Set(phrases(POSTAL_WORDS)),
    names: new Set(phrases(SECRET_NAMES)),
    labels: new Set(phrases(SECRET_LABELS)),
    searches: listOf(phrases(SEARCH_WORDS)),
  };
}

/** Builds the vocabulary for the surroundings of the first field that is not labelled itself. */
function makeSurroundings() {
  return {
    generic: listOf(phrases(GENERIC_LABELS)),
    genericNames: new Set(phrases(GENERIC_NAMES)),
    purposes: new Set(phrases(OTHER_PURPOSES)),
    codes: listOf(phrases(CODE_SURROUNDINGS)),
    characters: listOf(phrases(OTHER_CHARACTERS)),
  };
}

/** @type {ReturnType<typeof makeVocabulary> | undefined} */
let made;
const vocabulary = () => (made ??= makeVocabulary());
/** @type {ReturnType<typeof makeSurroundings> | undefined} */
let madeSurroundings;
const surroundings = () => (madeSurroundings ??= makeSurroundings());
/** @type {Set<string> | undefined} */
let credentials;
const SEARCHES = new Set(SEARCH_NAMES);

/** @type {Map<string, boolean>} */
const answers = new Map();

/**
 * Returns whether the name, id or labels of a field indicate a secret.
 * @param {string[]} names its name and id
 * @param {string[]} labels everything that labels it for the user
 */
export function saysSecret(names, labels) {
  const key = `${names.join('\n')}\t${labels.join('\n')}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    if (answers.size >= MAX_ANSWERS) answers.clear();
    const searches = names.some((name) => SEARCHES.has(name.toLowerCase()));
    answer = !searches && findSecret(names.map(wordsOf), labels.map(wordsOf));
    answers.set(key, answer);
  }
  return answer;
}

/** @param {string[]} names @param {string[]} labels */
function findSecret(names, labels) {
  const { secret, harmless, otherCodes, postalCodes, addresses, ...whole } = vocabulary();
  if (names.some((words) => whole.names.has(words.trim()))) return true;
  if (labels.some((words) => whole.labels.has(words.trim()))) return true;
  const all = [...names, ...labels];
  const isPostal = all.some((words) => holds(words, addresses, HARMLESS_NOWHERE));
  const harmlessWords = {
    before: otherCodes,
    after: harmless,
    skipped: isPostal ? postalCodes : NOTHING,
  };
  return all.some(
    (words) => holds(words, secret.spaced, harmlessWords) || words.search(secret.anywhere) >= 0,
  );
}

/**
 * Returns whether a field is one to search with, by its name or labels.
 * @param {string[]} texts its names and labels
 */
export const saysSearch = (texts) =>
  texts.some((text) => contains(wordsOf(text), vocabulary().searches));

/**
 * Returns whether the labels of a field do not say what it contains.
 * @param {string[]} labels
 */
export const isUnlabelled = (labels) => labels.every((label) => isGeneric(wordsOf(label)));

/** @param {string} words between spaces */
function isGeneric(words) {
  const { spaced, anywhere } = surroundings().generic;
  const rest = words.replace(anywhere, ' ').split(' ');
  return rest.every((word) => word === '' || spaced.has(word));
}

/**
 * Returns whether the names of a field say that it is for something else than a code.
 * @param {string[]} names
 */
export const hasOtherPurpose = (names) => names.some((name) => saysOtherPurpose(wordsOf(name)));

/** @param {string} words between spaces */
function saysOtherPurpose(words) {
  const { genericNames, purposes } = surroundings();
  const last = words.trim().split(' ').at(-1) ?? '';
  // A `phone-code` is a code, a `promo-code` is another one.
  const others = genericNames.has(last) ? vocabulary().otherCodes : purposes;
  return holds(words, others, HARMLESS_NOWHERE);
}

/**
 * Returns whether the surroundings of a field without labels of its own indicate a secret.
 * @param {string[]} texts
 */
export const saysSecretAround = (texts) =>
  saysSecret([], texts) || texts.some((text) => contains(wordsOf(text), surroundings().codes));

/**
 * Returns whether the surroundings of fields for one character each indicate something else than a
 * code.
 * @param {string[]} texts
 */
export const saysOtherCharacters = (texts) =>
  texts.some((text) => contains(wordsOf(text), surroundings().characters));

/**
 * Returns whether the value of an attribute or `meta` element of this name is a credential.
 * @param {string} name
 */
export function isCredentialName(name) {
  credentials ??= new Set(phrases(CREDENTIAL_NAMES));
  const words = wordsOf(name).trim().split(' ');
  const [beforeLast = '', last = ''] = ['', ...words].slice(-2);
  return (
    last.endsWith('token') || credentials.has(last) || credentials.has(`${beforeLast} ${last}`)
  );
}

/** @type {Set<string>} */
const NOTHING = new Set();
const HARMLESS_NOWHERE = { before: NOTHING, after: NOTHING, skipped: NOTHING };

/** @param {string} text words between spaces @param {PhraseList} list */
const contains = (text, { spaced, anywhere }) =>
  holds(text, spaced, HARMLESS_NOWHERE) || text.search(anywhere) >= 0;

/**
 * Returns whether a text contains one of the phrases.
 * @param {string} text words between spaces
 * @param {Set<string>} wanted
 * @param {{before: Set<string>, after: Set<string>, skipped: Set<string>}} harmless `before`: words
 *   that cancel a match of a phrase with `code` directly after them; `after`: phrases that cancel
 *   any match directly before them; `skipped`: phrases that are ignored
 */
function holds(text, wanted, { before, after, skipped }) {
  const words = text.split(' ').slice(1, -1);
  /**
   * @param {Set<string>} set
   * @param {number} start
   * @returns {number} the number of words of the longest match
   */
  const longest = (set, start) => {
    if (set.size === 0) return 0;
    let length = Math.min(vocabulary().longest, words.length - start);
    while (length > 0 && !set.has(words.slice(start, start + length).join(' '))) length--;
    return length;
  };
  const isOtherCode = (/** @type {number} */ start) =>
    words[start] === 'code' && before.has(words[start - 1] ?? '');
  for (let start = 0; start < words.length; start++) {
    const passed = longest(skipped, start);
    if (passed > 0) start += passed - 1;
    else {
      const found = longest(wanted, start);
      if (found > 0 && !isOtherCode(start) && longest(after, start + found) === 0) return true;
    }
  }
  return false;
}
