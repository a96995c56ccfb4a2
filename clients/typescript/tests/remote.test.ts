// A port that a tunnel forwards: both sides prove the token, and it is never sent.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { connect, ExtensionDisconnected, Fault, UntrustedServer } from '../src/index.js';
import { TokenExchange } from '../src/token-proof.js';
import { AGENT_TOKEN, FakeServer, type TokenProving } from './support/fake-server.js';

const MISSING = '/tmp/axlens-missing-folder';

test('the proofs equal those of the server', () => {
  // The values of the test in server/local/src/token_proof.rs.
  const token = 'axl_00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  const exchange = new TokenExchange(token, '0123456789abcdef'.repeat(4));
  const server = 'fedcba9876543210'.repeat(4);
  const ofServer = '62ff5c88bcc800d85a11898562d5768f1af44f5943e5c932d61d70508e57a5c2';
  assert.equal(exchange.id(), 'fc29add37a1c78a88f08a69f9864d59a40a749edbb5be0ba1bd902bfc540d16d');
  assert.ok(exchange.isServers(server, ofServer));
  assert.ok(!exchange.isServers(server, exchange.proof(server)));
  assert.ok(!exchange.isServers('a'.repeat(64), ofServer) && !exchange.isServers('', ''));
  assert.equal(
    exchange.proof(server),
    'e70fb56543b3457a009e9316a4b2a143cc19316c9225960860d37c853fcccc70',
  );
  assert.ok(!inspect(exchange, { showHidden: true }).includes('0011223344'));
});

test('a proven connection needs neither token nor state directory', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({
    url: server.url,
    token: AGENT_TOKEN,
    stateDir: MISSING,
  });
  await browser.status();
  await browser.status();
  assert.deepEqual(
    server.all.map(({ path }) => path),
    ['/agent/proof', '/agent/connection', '/health', '/status', '/status'],
  );
  for (const { path, headers } of server.all) {
    if (path !== '/agent/connection') assert.equal(headers.authorization, undefined, path);
  }
  const hash = createHash('sha256').update(AGENT_TOKEN).digest('hex');
  const sent = JSON.stringify(server.all);
  assert.ok(!sent.includes(AGENT_TOKEN.slice(4)) && !sent.includes(hash));
});

test('each connection has a nonce of its own', async () => {
  await using server = await FakeServer.start();
  await using browser = await connect({ url: server.url, token: AGENT_TOKEN });
  await Promise.all([browser.status(), browser.status(), browser.status()]);
  const challenges = server.all.filter(({ path }) => path === '/agent/proof');
  const nonces = challenges.map(({ body }) => (body as { nonce: string }).nonce);
  assert.equal(new Set(nonces).size, 3);
});

test('the environment has the file of the token, which others must not read', async () => {
  await using server = await FakeServer.start();
  await server.write('token', `${AGENT_TOKEN}\n`);
  process.env['AXLENS_URL'] = server.url;
  process.env['AXLENS_TOKEN_FILE'] = join(server.dir, 'token');
  await using browser = await connect({ stateDir: MISSING });
  await browser.status();
  await server.write('token', AGENT_TOKEN, 0o644);
  await assert.rejects(connect({ stateDir: MISSING }), (error: unknown) => {
    assert.ok(error instanceof UntrustedServer && !inspect(error).includes(AGENT_TOKEN));
    return true;
  });
});

const IMPOSTORS: readonly TokenProving[] = [
  'wrong token',
  'replayed',
  'reflected',
  'not found',
  'forged fault',
  'switch',
  'endless',
];

for (const proving of IMPOSTORS) {
  test(`an impostor on the forwarded port gets no token: ${proving}`, async () => {
    await using server = await FakeServer.start();
    server.tokenProving = proving;
    const attempt = connect({ url: server.url, token: AGENT_TOKEN });
    await assert.rejects(attempt, (error: unknown) => {
      assert.ok(error instanceof UntrustedServer, inspect(error));
      const text = inspect(error);
      assert.ok(!text.includes('IGNORE') && !text.includes(AGENT_TOKEN.slice(4)), text);
      return true;
    });
    assert.deepEqual(
      server.all.map(({ path }) => path),
      ['/agent/proof'],
    );
    assert.ok(!JSON.stringify(server.all).includes(AGENT_TOKEN.slice(4)));
  });
}

test('an unknown token is not sent', async () => {
  await using server = await FakeServer.start();
  const token = `axl_${'0'.repeat(64)}`;
  await assert.rejects(connect({ url: server.url, token }), UntrustedServer);
  assert.equal(server.all.length, 1);
});

test('the fault of a proven server is thrown', async () => {
  await using server = await FakeServer.start();
  server.tokenProving = 'rejected';
  await assert.rejects(connect({ url: server.url, token: AGENT_TOKEN }), (error: unknown) => {
    assert.ok(error instanceof Fault && error.code === 'unauthorized');
    assert.equal(error.message, 'It expired.');
    return true;
  });
});

test('a closed tunnel is a server that can not be reached', async () => {
  await using server = await FakeServer.start();
  server.tokenProving = 'close';
  const listener = createServer();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as AddressInfo;
  await new Promise((done) => listener.close(done));
  for (const url of [server.url, `http://127.0.0.1:${port}`]) {
    await assert.rejects(connect({ url, token: AGENT_TOKEN }), (error: unknown) => {
      assert.ok(error instanceof ExtensionDisconnected && !(error instanceof UntrustedServer));
      assert.ok(error.retryable && error.hint.includes('tunnel'));
      return true;
    });
  }
});
