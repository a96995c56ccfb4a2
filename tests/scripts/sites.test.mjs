//! Patterns of sites in the extension, against the vectors that server/local tests too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  isMoreSpecific,
  matchesSite,
  parsePattern,
  patternText,
} from '../../extension/shared/sites.js';

const vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/site-patterns.json', import.meta.url), 'utf8'),
);
const parsed = (/** @type {string} */ text) => {
  const pattern = parsePattern(text);
  assert.ok(pattern, text);
  return pattern;
};

test('valid patterns have one normal form and match exactly their sites', () => {
  for (const { text, normal, matches, others } of vectors.valid) {
    const pattern = parsed(text);
    assert.equal(patternText(pattern), normal, text);
    for (const site of matches) assert.ok(matchesSite(pattern, site), `${text} matches ${site}`);
    for (const site of others) assert.ok(!matchesSite(pattern, site), `${text}, not ${site}`);
  }
});

test('invalid patterns are rejected', () => {
  for (const text of vectors.invalid) assert.equal(parsePattern(text), null, text);
});

test('of two patterns the more specific one is known', () => {
  for (const [specific, general] of vectors.moreSpecific) {
    assert.ok(isMoreSpecific(parsed(specific), parsed(general)), `${specific} > ${general}`);
    assert.ok(!isMoreSpecific(parsed(general), parsed(specific)), `${general} < ${specific}`);
  }
});
