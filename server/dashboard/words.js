//! Formats numbers, times and long texts.

/** The maximum length of a title or URL, in characters. */
const MAX_LEN = 160;

/** @param {number} at in milliseconds since 1970 @returns {string} the time of that day */
const timeOf = (at) => new Date(at).toLocaleTimeString([], { timeStyle: 'medium' });

/** @param {number | null | undefined} at in milliseconds since 1970 */
export const dateOf = (at) =>
  typeof at === 'number'
    ? new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
    : 'never';

/** @param {string} text RFC 3339 */
export const clockOf = (text) => timeOf(Date.parse(text));

/** @param {number | null | undefined} ago in milliseconds @returns {string} the time */
export const whenOf = (ago) => (typeof ago === 'number' ? timeOf(Date.now() - ago) : 'never');

/** @param {number | null | undefined} count */
export const countOf = (count) => (typeof count === 'number' ? count.toLocaleString() : '');

/** @param {number | null | undefined} bytes */
export function sizeOf(bytes) {
  if (typeof bytes !== 'number') return '';
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @param {number} ms */
export const tookOf = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** @param {number} seconds */
export function uptimeOf(seconds) {
  if (seconds < 60) return 'less than a minute';
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** @param {string} text of any length */
export const shortened = (text) =>
  text.length > MAX_LEN ? `${[...text].slice(0, MAX_LEN).join('')}…` : text;

/**
 * @param {string} text
 * @returns {string} with the beginnings of long ids only, which distinguish them
 */
export const withShortIds = (text) =>
  text.replace(/\b([0-9a-f]{8})[0-9a-f-]{16,}/gi, (_, beginning) => `${beginning}…`);

/** @param {string} name of an agent */
export const agentName = (name) => (name === 'user' ? 'your own programs (user)' : name);

/** @param {number | null | undefined} tab */
export const tabName = (tab) => (typeof tab === 'number' ? `tab ${tab}` : '');
