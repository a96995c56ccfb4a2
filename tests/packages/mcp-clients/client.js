//! A client with the TypeScript SDK: it lists tools, calls them, receives progress and cancels,
//! with two clients at the same time, over both transports. Over stdio it also kills the server.
//! Usage: `node client.js AXLENS STATE`, with the paths of the program and its state directory.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [axlens, state] = process.argv.slice(2);
const TOOLS = 9;

const endpoint = () => JSON.parse(readFileSync(`${state}/endpoint.json`, 'utf8'));
const overStdio = () =>
  new StdioClientTransport({ command: axlens, args: ['mcp'], env: { ...process.env } });
const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', endpoint().url), {
    requestInit: { headers: { Authorization: `Bearer ${endpoint().agent_token}` } },
  });

async function connected(transport) {
  const client = new Client({ name: 'typescript', version: '1' });
  await client.connect(transport);
  return client;
}

const call = (client, name, args = {}) => client.callTool({ name, arguments: args });
const tabOf = async (client) =>
  Number(/(\d+) "Clients"/.exec((await call(client, 'tabs')).content[0].text)[1]);

async function testTools(client, other) {
  const { tools } = await client.listTools();
  assert.equal(tools.length, TOOLS);
  const tab = await tabOf(client);
  const read = (reader) => call(reader, 'observe', { tab });
  const [page, again] = await Promise.all([read(client), read(other)]);
  for (const answer of [page, again]) assert.match(answer.content[0].text, /Connected clients/);
  const wrong = await call(client, 'get', { what: 'value', uid: 999 });
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /unknown_uid/);
  const received = [];
  const longWait = { name: 'wait', arguments: { tab, for: 'time', seconds: 3 } };
  const waited = await client.callTool(longWait, undefined, {
    onprogress: (progress) => received.push(progress.progress),
  });
  assert.match(waited.content[0].text, /time/);
  assert.ok(received.length > 0, 'no progress');
  const controller = new AbortController();
  const longest = { ...longWait, arguments: { ...longWait.arguments, seconds: 50 } };
  const cancelled = client.callTool(longest, undefined, { signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 300);
  await assert.rejects(cancelled, /enough|abort/i);
  assert.match((await read(client)).content[0].text, /Connected clients/);
}

for (const transport of [overStdio, overHttp]) {
  const [client, other] = [await connected(transport()), await connected(transport())];
  await testTools(client, other);
  await other.close();
  if (transport === overStdio) {
    process.kill(endpoint().pid, 'SIGKILL');
    assert.equal(
      (await client.listTools()).tools.length,
      TOOLS,
      'the client can not use the restarted server',
    );
  }
  await client.close();
  process.stdout.write(`${transport.name}: passed\n`);
}
