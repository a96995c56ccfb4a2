// The texts of answers are those that all libraries print.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changesOf } from '../src/answer-text.js';
import type { InteractAnswer } from '../src/index.js';
import { DOCS } from './support/document.js';

interface Case {
  readonly answer: InteractAnswer;
  readonly text: string;
}

const file = readFileSync(new URL('../clients/changes.json', DOCS), 'utf8');

for (const { answer, text } of JSON.parse(file) as Case[]) {
  test(`text of ${text.split(',')[0] ?? ''}`, () => {
    assert.equal(changesOf(answer), text);
  });
}
