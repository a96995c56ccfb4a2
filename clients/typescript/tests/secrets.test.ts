// The token is in no text about the objects of this package: inspection, JSON, errors, output.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { connect } from '../src/index.js';
import { FakeServer, type Reply } from './support/fake-server.js';

const TOKEN = 'token-of-a-named-agent';
const PASSWORD = 'password-of-a-user';

function texts(value: unknown): string {
  const deep = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  return [deep, JSON.stringify(value), String(value)].join('\n');
}

const DENIED: Reply = {
  status: 403,
  json: { error: 'permission_denied', message: 'No.', hint: '', retryable: false },
};

const REPLIES: readonly [string, Reply][] = [
  ['closed', 'close'],
  ['late', 'hang'],
  ['denied', DENIED],
  ['repeated by the server', { status: 500, text: TOKEN }],
];

for (const [title, reply] of REPLIES) {
  test(`no secret is in an error or an object: ${title}`, async (context) => {
    const output: unknown[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      context.mock.method(stream, 'write', (...parts: Parameters<typeof write>) => {
        output.push(parts[0]);
        return write(...parts);
      });
    }
    await using server = await FakeServer.start(() => reply);
    const options = { stateDir: server.dir, token: TOKEN, timeout: 500 };
    await using browser = await connect(options);
    const page = browser.page(1);
    const element = page.element(3);
    const results = await Promise.allSettled([
      element.fill(PASSWORD),
      page.do([{ action: 'fill', uid: 3, value: PASSWORD }]),
      browser.status(),
    ]);
    const errors = results.map((result): unknown =>
      result.status === 'rejected' ? result.reason : result,
    );
    const all = [browser, page, element, ...errors, output].map(texts).join('\n');
    assert.ok(!all.includes(TOKEN) && !all.includes(PASSWORD) && !all.includes(server.key));
    const sent = server.all.map(({ path }) => path).join('\n');
    assert.ok(!sent.includes(TOKEN));
  });
}
