//! Requests the PDF file that the document shows again, since no script can read Chrome's viewer.
//! The document requests its own address, with the cookies of its tab, and the browser's cache
//! answers if it has the file. A redirect to another origin fails before that origin is requested.
//!
//! The entry point of a bundle, a classic script for the page's isolated world. It is injected on
//! first use; injecting it again has no effect.

import { documentProperty } from '../dom/dom.js';
import { MAX_PDF_BYTES, PDF_PART, PDF_TYPE } from '../../shared/pdf-limits.js';

/** Why there is no file.
 * @typedef {'no_pdf' | 'scheme' | 'failed' | 'status' | 'type' | 'too_large'} Problem */
/** `left`: milliseconds until the deadline of the request; `from`: where a part begins, in bytes.
 * @typedef {{left: number} | {from: number}} PdfRequest */
/** @typedef {{problem: Problem, status?: number, type?: string} | {size: number} | {part: string}}
 *   PdfResponse */

/** The part of the time that the request may take: the answer needs the rest. */
const REQUEST_SHARE = 0.8;

/** The file, until its last part is sent. */
let file = new Blob();

/** @param {PdfRequest} request @returns {Promise<PdfResponse>} */
async function answer(request) {
  if ('from' in request) return { part: await takePart(request.from) };
  if (documentProperty.contentType.call(document) !== PDF_TYPE) return { problem: 'no_pdf' };
  if (!/^https?:$/.test(location.protocol)) return { problem: 'scheme' };
  return await load(AbortSignal.timeout(request.left * REQUEST_SHARE)).catch(() => ({
    problem: 'failed',
  }));
}

/** @param {AbortSignal} signal @returns {Promise<PdfResponse>} */
async function load(signal) {
  const response = await fetch(location.href, {
    mode: 'same-origin',
    credentials: 'same-origin',
    cache: 'force-cache',
    signal,
  });
  const { status, headers } = response;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0].trim().toLowerCase();
  const size = Number(headers.get('content-length'));
  /** @type {Problem | null} */
  const problem =
    status !== 200
      ? 'status'
      : type !== PDF_TYPE
        ? 'type'
        : size > MAX_PDF_BYTES
          ? 'too_large'
          : null;
  if (problem) {
    await response.body?.cancel();
    return { problem, status, type };
  }
  const body = await bodyOf(response);
  if (!body) return { problem: 'too_large' };
  file = body;
  return { size: file.size };
}

/**
 * @param {Response} response
 * @returns {Promise<Blob | null>} null if it is too large, which its headers need not say
 */
async function bodyOf(response) {
  const reader = response.body?.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return new Blob(parts);
    size += value.length;
    if (size > MAX_PDF_BYTES) {
      await reader?.cancel();
      return null;
    }
    parts.push(value);
  }
}

/** @param {number} from @returns {Promise<string>} a part of the file, as base64 */
async function takePart(from) {
  const end = from + PDF_PART;
  const part = file.slice(from, end);
  if (end >= file.size) file = new Blob();
  return part.size ? await base64(part) : '';
}

/** @param {Blob} blob @returns {Promise<string>} */
function base64(blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(blob);
  });
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  const request = /** @type {{axlensPdf?: PdfRequest} | undefined} */ (message);
  if (!isWorker || typeof request?.axlensPdf !== 'object') return false;
  void answer(request.axlensPdf).then(sendResponse);
  return true;
}

// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensPdf')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensPdf', { value: true });
}
