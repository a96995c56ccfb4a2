//! Determines whether the words of a field indicate a secret. It is independent of elements; the
//! words are in secret-words.js.

import {
  HARMLESS_AFTER,
  POSTAL_OR_SECRET,
  POSTAL_WORDS,
  SEARCH_NAMES,
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
  accents: /[\u0300-\u036f]/g,
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

/** Builds the vocabulary when the first field is checked, since most pages have none. */
function makeVocabulary() {
  const secret = phrases(Object.values(SECRET_WORDS).join(','));
  return {
    spaced: new Set(secret.filter((phrase) => !UNSPACED.test(phrase))),
    anywhere: new RegExp(secret.filter((phrase) => UNSPACED.test(phrase)).join('|')),
    longest: Math.max(...secret.map((phrase) => phrase.split(' ').length)),
    harmless: new Set(phrases(HARMLESS_AFTER)),
    postalCodes: new Set(phrases(POSTAL_OR_SECRET)),
    addresses: new Set(phrases(POSTAL_WORDS)),
    names: new Set(phrases(SECRET_NAMES)),
  };
}

/** @type {ReturnType<typeof makeVocabulary> | undefined} */
let made;
const vocabulary = () => (made ??= makeVocabulary());
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
  const { spaced, anywhere, harmless, postalCodes, addresses, names: secretNames } = vocabulary();
  if (names.some((words) => secretNames.has(words.trim()))) return true;
  const all = [...names, ...labels];
  const isPostal = all.some((words) => holds(words, addresses, NOTHING, NOTHING));
  const skipped = isPostal ? postalCodes : NOTHING;
  return all.some((words) => holds(words, spaced, harmless, skipped) || anywhere.test(words));
}

/** @type {Set<string>} */
const NOTHING = new Set();

/**
 * Returns whether a text contains one of the phrases.
 * @param {string} text words between spaces
 * @param {Set<string>} wanted
 * @param {Set<string>} unlessBefore phrases that cancel a match directly before them
 * @param {Set<string>} skipped phrases that are ignored
 */
function holds(text, wanted, unlessBefore, skipped) {
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
  for (let start = 0; start < words.length; start++) {
    const passed = longest(skipped, start);
    if (passed > 0) start += passed - 1;
    else {
      const found = longest(wanted, start);
      if (found > 0 && longest(unlessBefore, start + found) === 0) return true;
    }
  }
  return false;
}
