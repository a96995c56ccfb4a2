//! Sites, and the site patterns of a policy: `[scheme://]host[:port]`. The host is a name, an IP
//! address, `*.example.org` (the host and its subdomains) or `*` (every host). Without a scheme the
//! pattern matches http and https, without a port every port. `file://` matches the files of this
//! machine.

/** Null matches every scheme, host or port. `below`: matches subdomains too.
 * @typedef {{scheme: string | null, host: string | null, below: boolean, port: string | null}}
 *   SitePattern */

/** The site of all files on this machine. */
const FILES = 'file://';

/** The pattern of all sites. */
export const EVERY_SITE = '*';

const SHAPE = /^(?:([a-z]+):\/\/)?(\*|\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)?(?::(\d{1,5}))?$/i;
const DEFAULT_PORTS = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

/**
 * @param {string} text
 * @returns {SitePattern | null} null if the text is not a pattern
 */
export function parsePattern(text) {
  const [, scheme, host, port] = SHAPE.exec(text.trim()) ?? [];
  if (scheme?.toLowerCase() === 'file' && !host && !port)
    return { scheme: 'file:', host: '', below: false, port: null };
  if (!host || (scheme && !/^https?$/i.test(scheme)) || Number(port ?? 0) > 65535) return null;
  const origin = {
    scheme: scheme ? `${scheme.toLowerCase()}:` : null,
    port: port ? String(Number(port)) : null,
  };
  if (host === '*') return { ...origin, host: null, below: false };
  const below = host.startsWith('*.');
  const name = normalHost(below ? host.slice(2) : host);
  return name ? { ...origin, host: name, below } : null;
}

/**
 * @param {string} site an origin, `file://`, or `*` for every site
 * @returns {SitePattern | null} the pattern that matches only this site; null if it is not a site
 */
export function patternOfSite(site) {
  if (site === FILES || site === EVERY_SITE) return parsePattern(site);
  if (!URL.canParse(site)) return null;
  const { protocol: scheme, hostname, port } = new URL(site);
  const host = withoutLastDot(hostname);
  return { scheme, host, below: false, port: port || (DEFAULT_PORTS.get(scheme) ?? null) };
}

/**
 * @param {string} host
 * @returns {string | null} in lower case and ASCII; null if it is not a host
 */
function normalHost(host) {
  const address = `http://${host}/`;
  if (host.includes('*') || host.includes('%') || !URL.canParse(address)) return null;
  return withoutLastDot(new URL(address).hostname) || null;
}

/** @param {string} host a trailing dot does not change its meaning */
const withoutLastDot = (host) => host.replace(/\.$/, '');

/** @param {SitePattern} pattern @returns {string} its normal form */
export function patternText({ scheme, host, below, port }) {
  if (scheme === 'file:') return FILES;
  const name = host === null ? '*' : `${below ? '*.' : ''}${host}`;
  return `${scheme ? `${scheme}//` : ''}${name}${port ? `:${port}` : ''}`;
}

/**
 * @param {SitePattern} pattern
 * @param {string} site an origin, or `file://`
 */
export function matchesSite(pattern, site) {
  if (site === FILES || pattern.scheme === 'file:')
    return site === FILES && (pattern.scheme === 'file:' || isEverySite(pattern));
  const { protocol, hostname: host, port } = new URL(site);
  const hostname = withoutLastDot(host);
  if (pattern.scheme && pattern.scheme !== protocol) return false;
  if (pattern.port && pattern.port !== (port || DEFAULT_PORTS.get(protocol))) return false;
  return (
    pattern.host === null ||
    pattern.host === hostname ||
    (pattern.below && hostname.endsWith(`.${pattern.host}`))
  );
}

/**
 * @param {SitePattern} one
 * @param {SitePattern} other
 * @returns {SitePattern | null} the pattern of the sites that match both; null if none does
 */
export function intersection(one, other) {
  const host = commonHost(one, other) ?? commonHost(other, one);
  const isApart = (/** @type {'scheme' | 'port'} */ part) =>
    one[part] !== null && other[part] !== null && one[part] !== other[part];
  if (host === null || isApart('scheme') || isApart('port')) return null;
  return { ...host, scheme: one.scheme ?? other.scheme, port: one.port ?? other.port };
}

/**
 * @param {SitePattern} outer
 * @param {SitePattern} inner
 * @returns {Pick<SitePattern, 'host' | 'below'> | null} the hosts of `inner` if `outer` matches all
 *   of them
 */
function commonHost(outer, { host, below }) {
  const isSame = outer.host === host && (outer.below || !below);
  const isBelow = outer.below && host !== null && host.endsWith(`.${outer.host}`);
  return outer.host === null || isSame || isBelow ? { host, below } : null;
}

/**
 * @param {SitePattern} outer
 * @param {SitePattern} inner
 * @returns {boolean} whether `outer` matches every site that `inner` matches
 */
export const includes = (outer, inner) =>
  commonHost(outer, inner) !== null &&
  (outer.scheme === null || outer.scheme === inner.scheme) &&
  (outer.port === null || outer.port === inner.port);

/**
 * @param {SitePattern} pattern
 * @returns {string} a regular expression of the http and https URLs that it matches
 */
export function urlExpression({ scheme, host, below, port }) {
  const name = host === null ? '[^/?#]*' : host.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + '\\.?';
  const subdomains = below ? '(?:[^/?#@]+\\.)?' : '';
  const schemes = scheme === null ? [...DEFAULT_PORTS.keys()] : [scheme];
  const origins = schemes.map((each) => {
    const ports = port === DEFAULT_PORTS.get(each) ? '' : `:${port}`;
    return `${each}//(?:[^/?#]*@)?${subdomains}${name}${port === null ? '(?::\\d+)?' : ports}`;
  });
  return `^(?:${origins.join('|')})/`;
}

/**
 * @param {SitePattern} pattern
 * @returns {string[]} Chrome's match patterns of the documents of these sites, without a trailing
 *   dot of the host
 */
export function matchPatterns({ scheme, host, below, port }) {
  if (scheme === 'file:') return ['file:///*'];
  const name = host === null ? '*' : `${below ? '*.' : ''}${host}`;
  const schemes = scheme === null ? [...DEFAULT_PORTS.keys()] : [scheme];
  const origins = schemes.map((each) => `${each}//${name}${port === null ? '' : `:${port}`}/*`);
  return isEverySite({ scheme, host, below, port }) ? [...origins, 'file:///*'] : origins;
}

/** @param {SitePattern} pattern */
const isEverySite = ({ scheme, host, port }) => !scheme && host === null && !port;

/**
 * @param {SitePattern} pattern
 * @returns {number[]} if two patterns match, the one with the greater rank is more specific
 */
const rank = ({ scheme, host, below, port }) => [
  Number(port !== null && scheme !== null),
  Number(port !== null),
  Number(host !== null && !below),
  host?.length ?? -1,
  Number(scheme !== null),
];

/** @param {SitePattern} one @param {SitePattern} other @returns {boolean} */
export function isMoreSpecific(one, other) {
  const [rankOfOne, rankOfOther] = [rank(one), rank(other)];
  const at = rankOfOne.findIndex((value, index) => value !== rankOfOther[index]);
  return at >= 0 && rankOfOne[at] > rankOfOther[at];
}

/**
 * @template {{parsed: SitePattern}} Rule
 * @param {Rule[]} rules
 * @returns {Rule | null} the one with the most specific pattern; of two equal ones the later one
 */
export const mostSpecific = (rules) =>
  rules.reduce(
    (found, rule) => (found && isMoreSpecific(found.parsed, rule.parsed) ? found : rule),
    /** @type {Rule | null} */ (null),
  );

/**
 * @param {string} url of a document
 * @returns {string | null} its site: an origin, or `file://`; null if the URL has none, such as
 *   `about:blank`
 */
export function siteOf(url) {
  if (/^((blob|filesystem):)?file:/i.test(url)) return FILES;
  const address = url.replace(/^(blob|filesystem):/i, '');
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
