//! Values of the page as text, without running code of the page.

import { MAX_SEARCHED } from '../../shared/error-limits.js';

const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const sliceOf = String.prototype.slice;
const symbolText = Symbol.prototype.toString;
const { isArray } = Array;
const { hasOwn } = Object;
/** Chrome has it since version 134. */
const isError = /** @type {{isError?: (value: unknown) => boolean}} */ (
  /** @type {unknown} */ (Error)
).isError;
const domMessage = getOwnPropertyDescriptor(DOMException.prototype, 'message')?.get;
const domName = getOwnPropertyDescriptor(DOMException.prototype, 'name')?.get;

/** Names of errors, by their prototypes. @type {Map<object | null, string>} */
const NAMES = new Map(
  [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    (type) => [type.prototype, type.name],
  ),
);
const nameOf = Map.prototype.get.bind(NAMES);

/** @param {unknown} text @returns {string} its beginning */
export function startOf(text) {
  const whole = typeof text === 'string' ? text : '';
  // A longer one only shows that it is too long.
  return apply(sliceOf, whole, [0, MAX_SEARCHED + 1]);
}

/** @param {unknown} value @returns {string} */
export function describe(value) {
  switch (typeof value) {
    case 'string':
      return startOf(value);
    case 'symbol':
      return apply(symbolText, value, []);
    case 'function':
      return 'function';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return `${value}`;
  }
}

/** @param {object} value */
function describeObject(value) {
  if (isError?.(value)) return describeError(value);
  return isArray(value) ? 'Array' : 'Object';
}

/** @param {object} error */
function describeError(error) {
  const prototype = getPrototypeOf(error);
  if (prototype === DOMException.prototype && domMessage && domName)
    return `${apply(domName, error, [])}: ${startOf(apply(domMessage, error, []))}`;
  const name = ownText(error, 'name') ?? nameOf(prototype) ?? 'Error';
  const message = ownText(error, 'message');
  return message ? `${name}: ${message}` : name;
}

/**
 * @param {object} error
 * @param {string} property
 * @returns {string | null} null if it is inherited, is no text, or has a getter
 */
function ownText(error, property) {
  const found = getOwnPropertyDescriptor(error, property);
  const value = /** @type {unknown} */ (found && hasOwn(found, 'value') ? found.value : null);
  return typeof value === 'string' ? startOf(value) : null;
}

const DIRECTIVES = { s: true, d: true, i: true, f: true, o: true, O: true, c: true, '%': true };
const hasDirective = hasOwn.bind(undefined, DIRECTIVES);

/**
 * The text of a call of the console: directives such as `%s` in the first argument stand for the
 * next ones. `%c` is a style, which is left out.
 * @param {unknown[]} args
 * @param {number} first index of the first one
 * @returns {string}
 */
export function formatted(args, first) {
  let next = first;
  let text = '';
  const format = first < args.length ? args[first] : null;
  if (typeof format === 'string') ({ text, next } = directed(startOf(format), args, first + 1));
  for (let at = next; at < args.length && text.length <= MAX_SEARCHED; at++)
    text += (at > first ? ' ' : '') + describe(args[at]);
  return startOf(text);
}

/**
 * @param {string} format
 * @param {unknown[]} args
 * @param {number} first index of the first one after the format
 * @returns {{text: string, next: number}} `next`: index of the first one that is not in the text
 */
function directed(format, args, first) {
  let next = first;
  let text = '';
  for (let at = 0; at < format.length; at++) {
    const letter = at + 1 < format.length ? format[at + 1] : '';
    const isDirective = format[at] === '%' && hasDirective(letter);
    if (!isDirective || (letter !== '%' && next >= args.length)) {
      text += format[at];
      continue;
    }
    at++;
    if (letter === '%') text += '%';
    else if (letter === 'c') next++;
    else text += describe(args[next++]);
  }
  return { text, next };
}
