// Requests that only read are repeated; actions never are. Nothing hangs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, Fault, Timeout, type Browser } from '../src/index.js';
import { FakeServer, type Handler, type Reply } from './support/fake-server.js';

const DISCONNECTED: Reply = {
  status: 503,
  json: { error: 'extension_disconnected', message: 'No.', hint: '', retryable: true },
};
const FINAL: Reply = {
  status: 503,
  json: { error: 'extension_disconnected', message: 'No.', hint: '', retryable: false },
};
const COVERED: Reply = {
  status: 409,
  json: { error: 'element_covered', message: 'No.', hint: '', retryable: true },
};
const RESULT: Reply = {
  json: { results: [{ action: 'click', outcome: 'changed' }], tab: 1, waitedMs: 1, what: 'x' },
};

/** Answers with these replies in order, then always with the last one. */
function inOrder(...replies: Reply[]): Handler {
  return () => (replies.length > 1 ? replies.shift() : replies[0]) ?? RESULT;
}

const read = (browser: Browser): Promise<unknown> => browser.page(1).get('title');
const screenshot = (browser: Browser): Promise<unknown> =>
  browser.page(1).screenshot({ full: true });
const act = (browser: Browser): Promise<unknown> => browser.page(1).click(3);
const open = (browser: Browser): Promise<unknown> => browser.open('http://localhost/');
const tabAction = (browser: Browser): Promise<unknown> =>
  browser.call('refreshTab', { tab: 1, userId: 'ada' });

interface Row {
  readonly title: string;
  readonly replies: Reply[];
  readonly request: (browser: Browser) => Promise<unknown>;
  readonly requests: number;
  readonly fault?: Partial<Pick<Fault, 'code' | 'retryable'>>;
}

const code = 'extension_disconnected';
const ROWS: readonly Row[] = [
  { title: 'a read after a restart', replies: [DISCONNECTED, RESULT], request: read, requests: 2 },
  {
    title: 'a read after a closed connection',
    replies: ['close', RESULT],
    request: read,
    requests: 2,
  },
  {
    title: 'a read after both',
    replies: ['close', DISCONNECTED, RESULT],
    request: read,
    requests: 3,
  },
  {
    ...{ title: 'a read that fails twice', replies: [DISCONNECTED], request: read, requests: 2 },
    fault: { code, retryable: true },
  },
  {
    ...{ title: 'a read that is closed twice', replies: ['close'], request: read, requests: 2 },
    fault: { code, retryable: true },
  },
  {
    ...{ title: 'a read with a final fault', replies: [FINAL], request: read, requests: 1 },
    fault: { code, retryable: false },
  },
  {
    ...{ title: 'a read with another fault', replies: [COVERED], request: read, requests: 1 },
    fault: { code: 'element_covered' },
  },
  {
    ...{ title: 'an action after a restart', replies: [DISCONNECTED], request: act, requests: 1 },
    fault: { code, retryable: true },
  },
  {
    ...{ title: 'an action on a closed connection', replies: ['close'], request: act, requests: 1 },
    fault: { code, retryable: false },
  },
  {
    ...{ title: 'opening a tab', replies: ['close'], request: open, requests: 1 },
    fault: { code, retryable: false },
  },
  {
    ...{ title: 'an action of a tab', replies: ['close'], request: tabAction, requests: 1 },
    fault: { code, retryable: false },
  },
  {
    ...{ title: 'a screenshot that scrolls', replies: ['close'], request: screenshot, requests: 1 },
    fault: { code, retryable: false },
  },
];

for (const { title, replies, request, requests, fault } of ROWS) {
  test(`${title}: ${requests} requests`, async () => {
    await using server = await FakeServer.start(inOrder(...replies));
    await using browser = await connect({ stateDir: server.dir });
    const [result] = await Promise.allSettled([request(browser)]);
    assert.equal(server.received.length, requests);
    assert.equal(result.status, fault === undefined ? 'fulfilled' : 'rejected');
    if (result.status === 'fulfilled') return;
    const error: unknown = result.reason;
    assert.ok(error instanceof Fault);
    assert.deepEqual(
      { ...fault, code: error.code, retryable: error.retryable },
      {
        retryable: error.retryable,
        ...fault,
      },
    );
  });
}

test('the same request can be repeated by the caller with a key', async () => {
  await using server = await FakeServer.start(inOrder('close', RESULT));
  await using browser = await connect({ stateDir: server.dir });
  const page = browser.page(1);
  await assert.rejects(page.click(3, { key: 'once' }), Fault);
  await page.click(3, { key: 'once' });
  const [first, second] = server.received;
  assert.deepEqual(first?.body, second?.body);
});

for (const [title, request, retryable] of [
  ['a read', read, true],
  ['an action', act, false],
] as const) {
  test(`${title} without an answer is a timeout`, async () => {
    await using server = await FakeServer.start(() => 'hang');
    await using browser = await connect({ stateDir: server.dir, timeout: 300 });
    const begun = performance.now();
    await assert.rejects(request(browser), (error: unknown) => {
      assert.ok(error instanceof Timeout && error.status === 504);
      assert.equal(error.retryable, retryable);
      return true;
    });
    assert.ok(performance.now() - begun < 3_000);
    assert.equal(server.received.length, 1);
  });
}

test('an action uses a new connection after a restart, because nothing was sent', async () => {
  await using server = await FakeServer.start(() => RESULT);
  await using browser = await connect({ stateDir: server.dir });
  await act(browser);
  await server.stop();
  await server.listen();
  await act(browser);
  assert.equal(server.received.length, 2);
});

test('a server that has ended is extension_disconnected', async () => {
  await using server = await FakeServer.start(() => RESULT);
  await using browser = await connect({ stateDir: server.dir });
  await server.stop();
  await assert.rejects(act(browser), (error: unknown) => {
    assert.ok(error instanceof Fault && error.code === code && error.retryable);
    return true;
  });
});
