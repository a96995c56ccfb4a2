// Connecting: the server proves its identity before anything else is sent, and the state directory
// belongs to this user alone.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { connect, ExtensionDisconnected, Fault, UntrustedServer } from '../src/index.js';
import { Client } from '../src/client.js';
import { Connection } from '../src/connection.js';
import { prove } from '../src/proof.js';
import { AGENT_TOKEN, FakeServer, type Proving } from './support/fake-server.js';

test('the proof is that of the server', () => {
  const claim = { client: '1'.repeat(64), server: '2'.repeat(64), port: 4711 };
  const proof = prove('00ff', claim);
  assert.match(proof, /^[0-9a-f]{64}$/);
  assert.notEqual(prove('00ff', { ...claim, port: 4712 }), proof);
  assert.notEqual(prove('00fe', claim), proof);
});

test('the first request on each connection is for the proof, without a token', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir, token: 'named' });
  await Promise.all([browser.status(), browser.status(), browser.status()]);
  const [first, ...others] = server.all;
  assert.equal(first?.path, '/identity');
  for (const { path, headers, via } of [first, ...others]) {
    assert.equal(via, 'socket');
    const token = path === '/identity' ? undefined : 'Bearer named';
    assert.equal(headers.authorization, token, path);
  }
  // Three requests at the same time need three connections.
  assert.equal(server.all.filter(({ path }) => path === '/identity').length, 3);
});

const IMPOSTORS: readonly Proving[] = ['wrong key', 'wrong port', 'not found', 'endless'];

for (const proving of IMPOSTORS) {
  test(`an impostor on the socket is rejected: ${proving}`, async () => {
    await using server = await FakeServer.start();
    server.proving = proving;
    await assert.rejects(connect({ stateDir: server.dir, token: 'named' }), UntrustedServer);
    assert.deepEqual(
      server.all.map(({ path }) => path),
      ['/identity'],
    );
    const sent = JSON.stringify(server.all);
    assert.ok(!sent.includes('named') && !sent.includes(server.key));
  });
}

test('a server that does not answer is given up after two seconds', async () => {
  await using server = await FakeServer.start();
  server.proving = 'hang';
  const begun = performance.now();
  await assert.rejects(connect({ stateDir: server.dir }), ExtensionDisconnected);
  assert.ok(performance.now() - begun < 5_000);
});

test('a server that was restarted proves its identity again', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir });
  await server.stop();
  await server.listen();
  server.proving = 'wrong key';
  await assert.rejects(browser.status(), UntrustedServer);
  assert.ok(server.received.length === 0);
});

test('without a server the fault is extension_disconnected', async () => {
  await using server = await FakeServer.start();
  const { dir } = server;
  await server.stop();
  // A server that was killed leaves its socket.
  for (const stateDir of [join(dir, 'missing'), dir]) {
    await assert.rejects(connect({ stateDir }), (error: unknown) => {
      assert.ok(error instanceof ExtensionDisconnected);
      assert.ok(error.status === 503 && error.retryable && error.hint.includes('axlens doctor'));
      return true;
    });
  }
});

const UNSAFE: readonly [string, (dir: string) => Promise<void>][] = [
  ['others can enter the directory', (dir) => chmod(dir, 0o755)],
  ['others can use the socket', (dir) => chmod(join(dir, 'axlens.sock'), 0o666)],
  ['others can read the key', (dir) => chmod(join(dir, 'extension.key'), 0o644)],
  ['the key is missing', (dir) => rm(join(dir, 'extension.key'))],
  [
    'the key is a link',
    async (dir) => {
      await rm(join(dir, 'extension.key'));
      await symlink('server.lock', join(dir, 'extension.key'));
    },
  ],
];

for (const [title, change] of UNSAFE) {
  test(`a state directory is not trusted if ${title}`, async () => {
    await using server = await FakeServer.start();
    await change(server.dir);
    await assert.rejects(connect({ stateDir: server.dir }), UntrustedServer);
    assert.deepEqual(server.all, []);
  });
}

test('a link to a state directory is not trusted', async () => {
  await using server = await FakeServer.start();
  const link = join(server.dir, 'link');
  await symlink(server.dir, link);
  await assert.rejects(connect({ stateDir: link }), UntrustedServer);
});

test('the own server gets the token of endpoint.json over HTTP, after its proof', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ stateDir: server.dir, url: server.url });
  await browser.status();
  const [first, ...others] = server.all;
  assert.ok(first?.via === 'socket' && first.path === '/identity');
  for (const { via, headers } of others) {
    assert.equal(via, 'tcp');
    assert.equal(headers.authorization, `Bearer ${server.token}`);
    assert.equal(headers.host, `127.0.0.1:${server.port}`);
  }
});

test('the environment has the defaults of the options', async () => {
  await using server = await FakeServer.start();
  process.env['AXLENS_STATE_DIR'] = server.dir;
  process.env['AXLENS_TOKEN'] = 'of-the-environment';
  await using browser = await connect();
  await browser.status();
  assert.equal(server.received[0]?.headers.authorization, 'Bearer of-the-environment');
  process.env['AXLENS_URL'] = server.url;
  process.env['AXLENS_TOKEN'] = AGENT_TOKEN;
  await using remote = await connect();
  await remote.status();
  assert.equal(server.all.at(-1)?.via, 'tcp');
});

test('nothing is sent to another program on a loopback address', async () => {
  await using server = await FakeServer.start();
  let connections = 0;
  const other = createServer().on('connection', () => (connections += 1));
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    const url = `http://${host}:${port}`;
    await assert.rejects(connect({ stateDir: server.dir, url }), UntrustedServer);
    await assert.rejects(connect({ stateDir: server.dir, url, token: 'named' }), TypeError);
  }
  other.close();
  assert.equal(connections, 0);
});

const INVALID: readonly [string, Parameters<typeof connect>[0]][] = [
  ['a URL that is none', { url: 'secret' }],
  ['another protocol', { url: 'file:///secret' }],
  ['a URL with a password', { url: 'http://ada:secret@127.0.0.1:1' }],
  ['a URL with a token', { url: 'http://127.0.0.1:1/?token=secret' }],
  ['a token with a line break', { token: 'secret\nX-Other: 1' }],
  ['an empty token', { token: '' }],
  ['no time', { timeout: 0 }],
  ['a time that is no number', { timeout: Number.NaN }],
];

for (const [title, options] of INVALID) {
  test(`${title} is an error that does not repeat the value`, async () => {
    await assert.rejects(connect(options), (error: unknown) => {
      assert.ok(error instanceof TypeError && !String(error.stack).includes('secret'));
      return true;
    });
  });
}

test('the token is sent to another computer with https only', async () => {
  const url = 'http://axlens.example';
  await assert.rejects(connect({ url, token: 'named' }), UntrustedServer);
});

test('an idle client does not keep its process running', async () => {
  await using server = await FakeServer.start();
  const module = new URL('../src/index.js', import.meta.url).href;
  const script = `const { connect } = await import(process.argv[1]);
    const browser = await connect({ stateDir: process.argv[2] });
    console.log(JSON.stringify(await browser.health()));`;
  const args = ['--input-type=module', '--eval', script, module, server.dir];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 10_000 });
  assert.equal(stdout, '{"ok":true,"version":"0.1.0"}\n');
});

test('await using closes a client', async () => {
  await using server = await FakeServer.start();
  let used;
  {
    await using browser = await connect({ stateDir: server.dir });
    used = browser;
  }
  await assert.rejects(used.status(), ExtensionDisconnected);
});

test('a server that can not be reached is extension_disconnected, with the reason', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const open = () => createConnection({ host: '127.0.0.1', port });
  const route = () => Promise.resolve(new Connection(open, '127.0.0.1', () => 'named'));
  await assert.rejects(new Client(route, 5_000).call('health', {}), (error: unknown) => {
    assert.ok(error instanceof ExtensionDisconnected && error.retryable);
    assert.equal(error.message, "The server can't be reached (ECONNREFUSED).");
    return true;
  });
});

test('a closed client sends nothing', async () => {
  await using server = await FakeServer.start();
  const browser = await connect({ stateDir: server.dir });
  await browser.close();
  await assert.rejects(browser.status(), (error: unknown) => {
    assert.ok(
      error instanceof Fault && error.code === 'extension_disconnected' && !error.retryable,
    );
    return true;
  });
  assert.deepEqual(server.received, []);
});

test('closing ends requests that run', async () => {
  await using server = await FakeServer.start(() => 'hang');
  const browser = await connect({ stateDir: server.dir });
  const running = assert.rejects(browser.status(), ExtensionDisconnected);
  while (server.received.length === 0) await new Promise(setImmediate);
  await browser.close();
  await running;
});
