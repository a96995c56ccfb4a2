//! Finds the options of a list that a `select` action requests, in a native `select` and in a list
//! that the page draws itself.

import { refuse } from '../action.js';

/** @typedef {import('../../../types/protocol').Select} OptionQuery */
/**
 * How a kind of list stores its options.
 * `namesOf`: its label and the other names by which it is known.
 * @typedef {{valueOf(option: Element): string | null, labelOf(option: Element): string,
 *   namesOf(option: Element): string[], isDisabled(option: Element): boolean}} OptionReader
 */

/** At most this many options are listed when no option matches. */
const MAX_LISTED = 100;

/** @param {string} text */
export const collapseSpaces = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * Finds the requested options. A value that no option has may be a label, and the reverse.
 * @param {Element[]} options
 * @param {OptionQuery} query
 * @param {OptionReader} reader
 * @returns {(Element | undefined)[]} the requested options; undefined for each that does not exist
 */
export function matchOptions(options, { values, labels, indexes }, reader) {
  const enabled = options.filter((option) => !reader.isDisabled(option));
  const byValue = (/** @type {string} */ value) =>
    enabled.find((option) => reader.valueOf(option) === value);
  const byLabel = (/** @type {string} */ label) =>
    enabled.find((option) => reader.labelOf(option) === collapseSpaces(label)) ??
    enabled.find((option) => reader.namesOf(option).includes(collapseSpaces(label)));
  return [
    ...(values ?? []).map((value) => byValue(value) ?? byLabel(value)),
    ...(labels ?? []).map((label) => byLabel(label) ?? byValue(label)),
    ...(indexes ?? []).map((index) => enabled.find((option) => options.indexOf(option) === index)),
  ];
}

/**
 * @param {Element[]} options
 * @param {OptionQuery} query of which an option was not found
 * @param {OptionReader} reader
 */
export function optionNotFound(options, query, reader) {
  const { isDisabled, namesOf } = reader;
  const onlyDisabled = {
    ...reader,
    isDisabled: (/** @type {Element} */ each) => !isDisabled(each),
  };
  const disabled = matchOptions(options, query, onlyDisabled).find((each) => each !== undefined);
  const named = (/** @type {Element} */ each) => namesOf(each).at(-1) ?? '';
  return refuse('option_not_found', {
    options: options
      .filter((each) => !isDisabled(each))
      .slice(0, MAX_LISTED)
      .map(named),
    ...(disabled ? { detail: named(disabled) } : {}),
  });
}
