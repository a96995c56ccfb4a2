//! Reports responses with an error status to `fetch` and `XMLHttpRequest`: method, status, URL and
//! the beginning of the body, which only scripts in the page's own world get. The page gets the
//! same responses: a copy of the body is read, and only its first piece.

import { getterOf } from './own-objects.js';
import { startOf } from './values.js';

/** @typedef {import('./channel.js').Reported} Reported */
/** @typedef {Pick<Reported, 'kind' | 'message' | 'url' | 'method'>} ReportedResponse */
/** @typedef {(report: () => ReportedResponse) => void} Note */

/** The lowest status that is an error. */
const FAILED_STATUS = 400;
/** Bytes of a body that are read. */
const MAX_BYTES = 2000;

const { apply, getOwnPropertyDescriptor } = Reflect;
const { hasOwn } = Object;
const { then } = Promise.prototype;
const { clone } = Response.prototype;
const { getReader } = ReadableStream.prototype;
const { read, cancel } = ReadableStreamDefaultReader.prototype;
const { decode } = TextDecoder.prototype;
const { addEventListener } = EventTarget.prototype;
const { toUpperCase } = String.prototype;
const Bytes = Uint8Array;
const decoder = new TextDecoder();
const lengthOf = getterOf(Object.getPrototypeOf(Bytes.prototype), 'byteLength');
const statusOf = getterOf(Response.prototype, 'status');
const urlOf = getterOf(Response.prototype, 'url');
const bodyOf = getterOf(Response.prototype, 'body');
const requestMethodOf = getterOf(Request.prototype, 'method');
const bufferLengthOf = getterOf(ArrayBuffer.prototype, 'byteLength');
const xhrStatusOf = getterOf(XMLHttpRequest.prototype, 'status');
const xhrUrlOf = getterOf(XMLHttpRequest.prototype, 'responseURL');
const xhrResponseOf = getterOf(XMLHttpRequest.prototype, 'response');

/** @param {Note} note receives each failed response */
export function watchResponses(note) {
  replaceFetch(note);
  replaceOpen(note);
}

/** @param {Note} note */
function replaceFetch(note) {
  const original = window.fetch;
  window.fetch = {
    /** @this {unknown} @param {Parameters<typeof fetch>} args */
    fetch(...args) {
      const method = fetchMethod(args);
      const onResponse = (/** @type {Response} */ response) => {
        onFetched(response, method, note);
        return response;
      };
      // Its rejection is that of the original promise, and the page's to handle.
      return apply(then, apply(original, this, args), [onResponse]);
    },
  }.fetch;
}

/**
 * @param {unknown[]} args of `fetch`
 * @returns {string | null} null if code of the page determines it
 */
function fetchMethod(args) {
  const init = args.length > 1 ? args[1] : null;
  const own = typeof init === 'object' && init && getOwnPropertyDescriptor(init, 'method');
  if (own) {
    const method = /** @type {unknown} */ (hasOwn(own, 'value') ? own.value : null);
    return typeof method === 'string' ? apply(toUpperCase, method, []) : null;
  }
  try {
    return args.length ? String(requestMethodOf(/** @type {object} */ (args[0]))) : 'GET';
  } catch {
    // It is no request.
    return 'GET';
  }
}

/** @param {Response} response @param {string | null} method @param {Note} note */
function onFetched(response, method, note) {
  try {
    const status = Number(statusOf(response));
    if (status < FAILED_STATUS) return;
    const url = startOf(urlOf(response));
    const report = (/** @type {string} */ body) => note(() => reported(status, body, url, method));
    const body = bodyOf(apply(clone, response, []));
    if (!body) return report('');
    const reader = apply(getReader, body, []);
    const onRead = (/** @type {ReadableStreamReadResult<Uint8Array>} */ { value }) => {
      report(value ? textOf(value) : '');
      apply(then, apply(cancel, reader, []), [nothing, nothing]);
    };
    apply(then, apply(read, reader, []), [onRead, () => report('')]);
  } catch {
    // The page must not notice a failure.
  }
}

const nothing = () => {};

/** @param {Note} note */
function replaceOpen(note) {
  const { prototype } = XMLHttpRequest;
  const original = prototype.open;
  /** @type {WeakMap<object, string>} */
  const methods = new WeakMap();
  const { has, get, set } = WeakMap.prototype;
  /** @this {XMLHttpRequest} @param {Event} event */
  function onEnd(event) {
    if (!event.isTrusted) return;
    const status = Number(xhrStatusOf(this));
    if (status < FAILED_STATUS) return;
    const method = apply(get, methods, [this]) ?? null;
    const url = startOf(xhrUrlOf(this));
    note(() => reported(status, xhrBody(this), url, method));
  }
  prototype.open = {
    /** @this {XMLHttpRequest} @param {unknown[]} args */
    open(...args) {
      const result = apply(original, this, args);
      if (!apply(has, methods, [this])) apply(addEventListener, this, ['loadend', onEnd]);
      const method = args.length ? args[0] : '';
      apply(set, methods, [this, typeof method === 'string' ? apply(toUpperCase, method, []) : '']);
      return result;
    },
  }.open;
}

/** @param {XMLHttpRequest} request @returns {string} empty if it is neither text nor bytes */
function xhrBody(request) {
  const response = xhrResponseOf(request);
  if (typeof response === 'string') return startOf(response);
  try {
    const length = Number(bufferLengthOf(/** @type {object} */ (response)));
    return textOf(new Bytes(/** @type {ArrayBuffer} */ (response), 0, smaller(length)));
  } catch {
    return '';
  }
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  const length = smaller(Number(lengthOf(bytes)));
  return apply(decode, decoder, [new Bytes(bytes.buffer, bytes.byteOffset, length)]);
}

/** @param {number} length */
const smaller = (length) => (length < MAX_BYTES ? length : MAX_BYTES);

/**
 * @param {number} status
 * @param {string} body its beginning
 * @param {string} url
 * @param {string | null} method
 * @returns {ReportedResponse}
 */
const reported = (status, body, url, method) => ({
  kind: 'response',
  message: body === '' ? `${status}` : `${status} ${body}`,
  url,
  method,
});
