//! What an agent written with the TypeScript SDK does: lists, calls, hears of progress, cancels;
//! with two clients at once, over both transports; and goes on when the server was killed.
//! `node client.js AXLENS STATE`: the program, and the folder of its state.

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

const call = (client, name, given = {}) => client.callTool({ name, arguments: given });
const tabOf = async (client) =>
  Number(/(\d+) "Clients"/.exec((await call(client, 'tabs')).content[0].text)[1]);

async function uses(client, other) {
  const { tools } = await client.listTools();
  assert.equal(tools.length, TOOLS);
  const tab = await tabOf(client);
  const read = (reader) => call(reader, 'observe', { tab });
  const [page, again] = await Promise.all([read(client), read(other)]);
  for (const answer of [page, again]) assert.match(answer.content[0].text, /Connected clients/);
  const wrong = await call(client, 'get', { what: 'value', uid: 999 });
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /unknown_uid/);
  const heard = [];
  const longWait = { name: 'wait', arguments: { tab, for: 'time', seconds: 3 } };
  const waited = await client.callTool(longWait, undefined, {
    onprogress: (progress) => heard.push(progress.progress),
  });
  assert.match(waited.content[0].text, /time/);
  assert.ok(heard.length > 0, 'it said how far it was');
  const controller = new AbortController();
  const endless = { ...longWait, arguments: { ...longWait.arguments, seconds: 50 } };
  const cancelled = client.callTool(endless, undefined, { signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 300);
  await assert.rejects(cancelled, /enough|abort/i);
  assert.match((await read(client)).content[0].text, /Connected clients/);
}

for (const transport of [overStdio, overHttp]) {
  const [client, other] = [await connected(transport()), await connected(transport())];
  await uses(client, other);
  await other.close();
  if (transport === overStdio) {
    process.kill(endpoint().pid, 'SIGKILL');
    assert.equal((await client.listTools()).tools.length, TOOLS, 'after the server was killed');
  }
  await client.close();
  process.stdout.write(`${transport.name}: used\n`);
}
