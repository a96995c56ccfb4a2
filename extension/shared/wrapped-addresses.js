//! Addresses that contain the address of another page: `view-source:https://…`, a viewer such as
//! `chrome-extension://…/viewer.html?file=https%3A%2F%2F…`, the reading mode of a browser. Who must
//! not know the inner page must not know the outer address either.

/** A prefix that shows the page behind it in another way. It can occur more than once. */
const PREFIX = /^\s*(view-source|filesystem|blob):/i;
/** Addresses of web pages and files, and those that contain a page instead of an address. */
const PLAIN = /^(https?|file|data|javascript):/i;
/** An inner address up to its path; what follows may also be another parameter. */
const INNER = /(?:https?|file):[\\/]{2,}[^\\/?#\s]*/gi;
const BEFORE_PARAMETER = /^[^&;|,]*/;
/** An address inside a parameter of an inner address is encoded several times. */
const MAX_DECODINGS = 4;

/**
 * @param {string} url of a tab
 * @returns {string[]} the URL without its prefixes; if that is an address of the browser or of an
 *   extension, also every address in it, up to the path
 */
export function addressesIn(url) {
  let inner = url;
  while (PREFIX.test(inner)) inner = inner.replace(PREFIX, '').trimStart();
  return PLAIN.test(inner) ? [inner] : [inner, ...embedded(inner)];
}

/** @param {string} text @returns {string[]} */
function embedded(text) {
  /** @type {Set<string>} */
  const found = new Set();
  let rest = text;
  for (let count = 0; count <= MAX_DECODINGS; count++) {
    for (const [address] of rest.matchAll(INNER)) {
      found.add(address);
      found.add(BEFORE_PARAMETER.exec(address)?.[0] ?? address);
    }
    const decoded = rest.replace(/(%[0-9a-f]{2})+/gi, decodedOr);
    if (decoded === rest) break;
    rest = decoded;
  }
  return [...found];
}

/** @param {string} encoded @returns {string} the same text if it is not valid */
function decodedOr(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
