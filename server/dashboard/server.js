//! The page's line to its server: the code of the link that opened it, the key that it gets for
//! that, and requests with the key. It does not know what is asked.

/** Where the key is, in this tab alone, until the page has ended. */
const KEY = 'key';

/** The server says no; the message says why, and the hint what to do. */
export class Refused extends Error {
  /** @param {{error?: string, message?: string, hint?: string}} fault */
  constructor({ error = '', message = 'The server refuses.', hint = '' }) {
    super(message);
    this.code = error;
    this.hint = hint;
  }
}

/** @returns {string | null} the code of the link, which is in the address no longer */
export function takeCode() {
  const found = /^#code=([0-9a-f]+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, '', location.pathname);
  return found[1] ?? null;
}

/** Gets the key for a code. @param {string} code */
export async function exchange(code) {
  forgetKey();
  /** @type {import('./types/dashboard').KeyAnswer} */
  const { key } = await post('key', { code }, {});
  sessionStorage.setItem(KEY, key);
}

/** @returns {boolean} */
export const hasKey = () => sessionStorage.getItem(KEY) !== null;

/** The key has ended. */
export const forgetKey = () => sessionStorage.removeItem(KEY);

/**
 * @param {'state' | 'tabs' | 'text'} what
 * @param {object} body
 * @returns {Promise<any>} the answer; rejects with {@link Refused}, or where there is no server
 */
export const ask = (what, body) =>
  post(what, body, { 'X-Axlens-Page-Key': sessionStorage.getItem(KEY) ?? '' });

/** @param {string} what @param {object} body @param {Record<string, string>} headers */
async function post(what, body, headers) {
  const answer = await fetch(`/dashboard/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  const content = await answer.json();
  if (!answer.ok) throw new Refused(content);
  return content;
}
