// `Browser.call` with every operation of openapi.json.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, type OperationId } from '../src/index.js';
import { OPERATIONS as TABLE, WIRE_VERSION } from '../src/tables.js';
import { OPERATIONS } from './support/document.js';
import { FakeServer } from './support/fake-server.js';

/** A value for a parameter without an example. */
const VALUE = 'a b/ü';

test('the table of endpoints is that of the document', () => {
  const documented = OPERATIONS.map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(TABLE).sort(), documented.sort());
});

for (const { operationId, method, path, parameters = [], requestBody } of OPERATIONS) {
  test(`call ${operationId}`, async () => {
    const answer = { answer: operationId };
    await using server = await FakeServer.start(() => ({ json: answer }));
    await using browser = await connect({ stateDir: server.dir });
    const values = parameters.map(({ name, example = VALUE }) => [name, example] as const);
    const body = requestBody?.content['application/json'].example;
    const args: Record<string, unknown> = { ...Object.fromEntries(values), ...body };
    const result: unknown = await browser.call(operationId as OperationId, args);

    const received = server.all.at(-1);
    assert.ok(received !== undefined);
    const url = new URL(received.path, 'http://localhost');
    assert.equal(received.method, method);
    assert.equal(received.headers['x-axlens-wire'], String(WIRE_VERSION));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(args[name])),
    );
    assert.equal(url.pathname, filled);
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const expected = query.map(({ name, example = VALUE }) => [name, String(example)]);
    assert.deepEqual([...url.searchParams], expected);
    const { hasSession } = TABLE[operationId as OperationId];
    assert.deepEqual(received.body, hasSession ? { session: 'default', ...body } : body);
    const expectedAnswer = operationId === 'health' ? { ok: true, version: '0.1.0' } : answer;
    assert.deepEqual(result, expectedAnswer);
  });
}

test('a missing part of a path is an error, and nothing is sent', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir });
  const before = server.all.length;
  const call = browser.call('closeTab', { userId: 'ada' } as never);
  await assert.rejects(call, new TypeError('closeTab: `tab` is missing'));
  assert.equal(server.all.length, before);
});

test('an unknown argument of an endpoint without a body is an error', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir });
  const call = browser.call('tabs', { browsr: 'Chrome' } as never);
  await assert.rejects(call, new TypeError('tabs has no argument `browsr`'));
});

test('fields that are undefined are omitted', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir });
  await browser.call('get', { what: 'title', tab: undefined } as never);
  assert.deepEqual(server.received[0]?.body, { session: 'default', what: 'title' });
});
