// Faults: a class for each code, with every field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as axlens from '../src/index.js';
import { connect, Fault } from '../src/index.js';
import { CODES, pascalCase } from './support/document.js';
import { FakeServer, type Reply } from './support/fake-server.js';

async function faultFor(reply: Reply): Promise<Fault> {
  await using server = await FakeServer.start(() => reply);
  await using browser = await connect({ stateDir: server.dir });
  const [result] = await Promise.allSettled([browser.page(1).click(3)]);
  assert.equal(result.status, 'rejected');
  const error: unknown = result.reason;
  assert.ok(error instanceof Fault, String(error));
  return error;
}

for (const code of CODES) {
  test(`a fault ${code}`, async () => {
    const json = { error: code, message: 'What.', hint: 'Next.', retryable: false, seen: 'x' };
    const fault = await faultFor({ status: 418, json });
    const FaultClass = (axlens as Record<string, unknown>)[pascalCase(code)];
    assert.ok(typeof FaultClass === 'function' && fault instanceof FaultClass);
    const { message, hint, retryable, status, seen, done, name } = fault;
    assert.deepEqual(
      { code: fault.code, message, hint, retryable, status, seen, done, name },
      {
        ...{ code, message: 'What.', hint: 'Next.', retryable: false, status: 418, seen: 'x' },
        ...{ done: undefined, name: pascalCase(code) },
      },
    );
  });
}

test('a fault of a list has the results of the earlier actions', async () => {
  const done = {
    results: [{ action: 'fill', outcome: 'changed', role: 'textbox', name: 'City' }],
    tab: 7,
    waitedMs: 3,
    text: 'changed: fill textbox "City"\n3 textbox "City"',
    tree: '3 textbox "City"',
  };
  const fault = { error: 'stale_uid', message: 'Removed.', hint: '', retryable: false, done };
  await using server = await FakeServer.start(() => ({ status: 404, json: fault }));
  await using browser = await connect({ stateDir: server.dir });
  const page = browser.page();
  await assert.rejects(page.do([{ action: 'click', uid: 3 }]), (error: unknown) => {
    assert.ok(error instanceof axlens.StaleUid);
    assert.deepEqual(error.done, done);
    return true;
  });
  assert.equal(page.tab, 7);
  assert.equal(page.changes, 'changed: fill textbox "City"\n3 textbox "City"');
});

test('a code that this client does not know is a fault too', async () => {
  const json = { error: 'new_code', message: 'What.', hint: 'Next.', retryable: true };
  const fault = await faultFor({ status: 409, json });
  assert.equal(fault.code, 'new_code');
  assert.equal(fault.constructor, Fault);
});

const INVALID: readonly [string, Reply][] = [
  ['a failure without JSON', { status: 502, text: '<h1>secret-of-the-page</h1>' }],
  ['a failure without a code', { status: 500, json: { message: 'secret-of-the-page' } }],
  ['an answer without JSON', { text: '{"secret-of-the-page' }],
  ['an answer without a result', { json: { results: [], tab: 1, waitedMs: 0 } }],
  ['a redirection', { status: 302, text: '' }],
];

for (const [title, reply] of INVALID) {
  test(`${title} is internal`, async () => {
    const fault = await faultFor(reply);
    assert.equal(fault.code, 'internal');
    assert.ok(!fault.message.includes('secret-of-the-page'));
  });
}
