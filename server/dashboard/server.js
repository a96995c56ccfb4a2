//! The dashboard's requests to the server: it exchanges the code of its link for a key, and sends
//! requests with the key.

/** The key's name in the session storage of this tab. */
const KEY = 'key';

/** A fault of the server, with message and hint. */
export class ServerFault extends Error {
  /** @param {{error?: string, message?: string, hint?: string}} fault */
  constructor({ error = '', message = 'The server rejected the request.', hint = '' }) {
    super(message);
    this.code = error;
    this.hint = hint;
  }
}

/** Removes the link's code from the URL. @returns {string | null} the code */
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

/** Removes the key. */
export const forgetKey = () => sessionStorage.removeItem(KEY);

/**
 * @param {'state' | 'tabs' | 'text'} what
 * @param {object} body
 * @returns {Promise<any>} the answer; rejects with {@link ServerFault}, or without a server
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
  if (!answer.ok) throw new ServerFault(content);
  return content;
}
