//! The addresses in an address of the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteOf } from '../../extension/shared/sites.js';
import { addressesIn } from '../../extension/shared/wrapped-addresses.js';

const SITE = 'https://inner.example';
const PAGE = `${SITE}/a?b=1`;
const ONCE = encodeURIComponent(PAGE);

const sitesIn = (/** @type {string} */ url) => addressesIn(url).map(siteOf);

test('the site behind an address of the browser is found', () => {
  for (const url of [
    PAGE,
    `view-source:${PAGE}`,
    `VIEW-SOURCE:view-source: ${PAGE}`,
    `view-source:https://name:word@inner.example/`,
    `filesystem:${SITE}/temporary/a.txt`,
    `view-source:blob:${SITE}/3f2c`,
    `chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/${PAGE}`,
    `chrome-extension://viewer/index.html?file=${ONCE}`,
    `chrome-extension://viewer/index.html?file=${encodeURIComponent(ONCE)}&x=%E0%A4%A`,
    `chrome-extension://viewer/index.html?file=${SITE}&title=A`,
    `chrome-distiller://id/?title=A&url=${ONCE}`,
    `about:reader?url=${ONCE}`,
    `chrome-error://chromewebdata/?u=https:\\\\inner.example\\`,
  ])
    assert.ok(sitesIn(url).includes(SITE), url);
  assert.ok(sitesIn('chrome-extension://viewer/?file=file%3A%2F%2F%2Fa.pdf').includes('file://'));
});

test('an address in a page or its address is not its site', () => {
  const other = 'https://outer.example';
  assert.deepEqual(sitesIn(`${other}/search?q=${PAGE}`), [other]);
  assert.deepEqual(sitesIn(`view-source:${other}/?q=${ONCE}`), [other]);
  assert.deepEqual(sitesIn(`data:text/html,<a href="${PAGE}">A</a>`), [null]);
  for (const url of ['', 'about:blank', 'blob:null/3f2c', 'chrome://settings/'])
    assert.deepEqual(sitesIn(url), [null], url);
});
