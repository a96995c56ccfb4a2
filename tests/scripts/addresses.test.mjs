//! The URLs of a page's requests, without secrets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacedUrls, withoutCredentials } from '../../extension/shared/addresses.js';

const SITE = 'https://shop.example';

test('a URL has no password, token, key, session or signature', () => {
  for (const [url, expected] of [
    ['https://ada:word@shop.example/a', '/a'],
    [`${SITE}/a?access_token=1234&page=2`, '/a?access_token=[REDACTED]&page=2'],
    [`${SITE}/a?page=2&API-Key=1234`, '/a?page=2&API-Key=[REDACTED]'],
    [`${SITE}/a?access%5Ftoken=1234`, '/a?access%5Ftoken=[REDACTED]'],
    [`${SITE}/a#id_token=1234`, '/a#id_token=[REDACTED]'],
    [`${SITE}/a;jsessionid=1234`, '/a;jsessionid=[REDACTED]'],
    [
      `${SITE}/a?X-Amz-Signature=12&X-Amz-Expires=9`,
      '/a?X-Amz-Signature=[REDACTED]&X-Amz-Expires=9',
    ],
    [`${SITE}/a?next=/b?token=1234`, '/a?next=[REDACTED]'],
    [`${SITE}/a?next=%2Fb%3Ftoken%3D1234&c=2`, '/a?next=[REDACTED]&c=2'],
    [
      `${SITE}/a?key=1234&code=5&AWSAccessKeyId=6`,
      '/a?key=[REDACTED]&code=[REDACTED]&AWSAccessKeyId=[REDACTED]',
    ],
    [`${SITE}/a?password=12?34`, '/a?password=[REDACTED]'],
  ])
    assert.equal(withoutCredentials(url), `${SITE}${expected}`);
});

test('other parameters stay', () => {
  const url = `${SITE}/orders?author=Ada&sort=name&q=a%20b%3Fc&footprint=3&keyword=x&next=/b?c=1#part`;
  assert.equal(withoutCredentials(url), url);
});

test('the URLs in a sentence are found without the punctuation after them', () => {
  for (const [text, expected] of [
    [`Connecting to ${SITE}, which is blocked.`, 'Connecting to [site], which is blocked.'],
    [`(at ${SITE}/a.b).`, '(at [site]/a.b).'],
    [`'${SITE}' and "${SITE}:8080/x"`, `'[site]' and "[site]:8080/x"`],
    ['no URL', 'no URL'],
  ])
    assert.equal(
      replacedUrls(text, (url) => url.replace(SITE, '[site]')),
      expected,
    );
});

test('what is replaced is the URL alone', () => {
  /** @type {string[]} */
  const found = [];
  replacedUrls(`A ${SITE}, b ${SITE}); c ${SITE}/x?y.`, (url) => {
    found.push(url);
    return url;
  });
  assert.deepEqual(found, [SITE, SITE, `${SITE}/x?y`]);
});
