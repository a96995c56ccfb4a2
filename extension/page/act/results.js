//! What an action can come to, in the words that the worker expects.

/**
 * What is to be done.
 * @typedef {{do: 'click', button?: 'left' | 'right' | 'middle', count?: number,
 *     modifiers?: import('./events.js').Modifiers, position?: [number, number]}} Click
 * @typedef {{do: 'hover', modifiers?: import('./events.js').Modifiers,
 *     position?: [number, number]}} Hover
 * @typedef {{do: 'select', values?: string[], labels?: string[], indexes?: number[]}} Select
 * @typedef {{do: 'scroll', by?: [number, number], to?: 'top' | 'bottom' | 'into_view'}} Scroll
 * @typedef {{do: 'press', keys: string[], arriving?: import('./keyboard/tab-move.js').Way}} Press
 * @typedef {Click | Hover | Select | Scroll | {do: 'focus'} | {do: 'activate'} |
 *   {do: 'fill', value: string} | {do: 'clear'} | {do: 'set', value: string} |
 *   {do: 'type', text: string} | Press | {do: 'check'} | {do: 'uncheck'} |
 *   {do: 'submit'} | {do: 'highlight'} |
 *   {do: 'drag', onto?: Element, by?: [number, number]} |
 *   {do: 'upload', files: {name: string, type: string, base64: string}[]}} Act
 */

/**
 * Why nothing was sent. `by`: the element that covers it. `options`: of a select, where none fits.
 * @typedef {{why: 'gone' | 'disabled' | 'inert' | 'closed_details' | 'no_box' |
 *   'no_pointer_events' | 'moving' | 'covered' | 'not_focusable' | 'not_editable' |
 *   'option_not_found' | 'not_checkable' | 'no_form' | 'not_settable' | 'bad_value' |
 *   'goal_not_reached' | 'takes_no_files',
 *   by?: Element, options?: string[], detail?: string}} Refusal
 */

/**
 * Tab has left the document: where to, and the keys from that Tab on.
 * @typedef {import('./keyboard/tab-move.js').Leaving & {keys: string[]}} Left
 */

/**
 * What was done. `already`: it was so before, nothing was sent. `verify`: reads back, once the page
 * has settled; `now` is left out where the field is secret.
 * @typedef {{outcome: 'value_differs' | 'reverted', now?: string}} Difference
 * @typedef {{via: 'pointer' | 'label' | 'activate' | 'keyboard' | 'script', already?: true,
 *   hint?: string, left?: Left, verify?: () => Difference | null}} Done
 */

/** @typedef {{refused: Refusal} | {done: Done}} Result */

/**
 * @param {Refusal['why']} why
 * @param {Omit<Refusal, 'why'>} [more]
 * @returns {{refused: Refusal}}
 */
export const refuse = (why, more = {}) => ({ refused: { why, ...more } });

/**
 * @param {Done['via']} via
 * @param {Omit<Done, 'via'>} [more]
 * @returns {{done: Done}}
 */
export const done = (via, more = {}) => ({ done: { via, ...more } });
