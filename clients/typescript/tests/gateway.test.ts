// A gateway with TLS: its certificate is verified before the token is sent.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain, type AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { connect, ExtensionDisconnected, UntrustedServer } from '../src/index.js';

const TOKEN = 'axl_of-the-gateway';
const folder = mkdtempSync(join(tmpdir(), 'axlens-'));
const certificate = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');
const received: { path: string; authorization: string | undefined }[] = [];
let url = '';

const gateway = { close: () => {} };

before(async () => {
  const subject = ['-subj', '/CN=gateway', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', certificate, '-days', '30'];
  const made = ['req', '-x509', ...curve, ...files, ...subject];
  execFileSync('openssl', made, { stdio: 'pipe' });
  const options = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = createServer(options, (request, response) => {
    received.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
    });
    if (request.url === '/tabs') {
      response.writeHead(307, { location: 'https://localhost:1/' });
      response.end();
    } else response.end(JSON.stringify({ browsers: [] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway.close = () => {
    server.close();
    server.closeAllConnections();
  };
});

after(() => {
  gateway.close();
  rmSync(folder, { recursive: true });
});

test('the token is sent to a gateway whose certificate is trusted', async () => {
  received.length = 0;
  await using browser = await connect({ url, token: TOKEN, caFile: certificate });
  await browser.browsers();
  assert.deepEqual(
    received,
    ['/browsers', '/browsers'].map((path) => ({ path, authorization: `Bearer ${TOKEN}` })),
  );
});

test('a redirect is not followed', async () => {
  await using browser = await connect({ url, token: TOKEN, caFile: certificate });
  await assert.rejects(browser.tabs());
});

test('nothing is sent to a gateway whose certificate is not trusted', async () => {
  received.length = 0;
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  await assert.rejects(connect({ url, token: TOKEN }), (error: unknown) => {
    assert.ok(error instanceof UntrustedServer && !inspect(error).includes(TOKEN), inspect(error));
    return true;
  });
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  assert.deepEqual(received, []);
  const other = url.replace('127.0.0.1', 'localhost');
  await assert.rejects(connect({ url: other, token: TOKEN, caFile: certificate }), UntrustedServer);
  assert.deepEqual(received, []);
});

test('a program without TLS gets no token', async () => {
  let bytes = '';
  const plain = createPlain((socket) => {
    socket.on('data', (data) => (bytes += data.toString('latin1')));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
  const { port } = plain.address() as AddressInfo;
  const attempt = connect({ url: `https://127.0.0.1:${port}`, token: TOKEN });
  await assert.rejects(attempt, UntrustedServer);
  plain.close();
  assert.ok(!bytes.includes(TOKEN));
});

test('a gateway that is not there is no matter of trust', async () => {
  const attempt = connect({ url: 'https://127.0.0.1:1', token: TOKEN, timeout: 2_000 });
  await assert.rejects(attempt, ExtensionDisconnected);
  await assert.rejects(connect({ url: 'https://127.0.0.1:1' }), TypeError);
});
