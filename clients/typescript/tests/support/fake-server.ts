// A server for tests: a state directory with a socket, and answers that a test determines. It
// records every request, with the headers.

import { createHash, createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A request that the server has received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** How a request is answered: with JSON, with a text, or not at all. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly text: string }
  | 'close'
  | 'hang';

/** Answers requests other than those for the identity and the health. */
export type Handler = (request: Received) => Reply;

/** How the server proves its identity. */
export type Proving = 'right' | 'wrong key' | 'wrong port' | 'not found' | 'hang' | 'endless';

/** How the server proves that it knows a token. */
export type TokenProving =
  | 'right'
  | 'wrong token'
  | 'replayed'
  | 'reflected'
  | 'not found'
  | 'forged fault'
  | 'switch'
  | 'endless'
  | 'close'
  | 'rejected';

const SERVER_NONCE = 'b'.repeat(64);

/** The token of the one named agent. */
export const AGENT_TOKEN = `axl_${'5ec2'.repeat(16)}`;

export class FakeServer implements AsyncDisposable {
  readonly key = '0123456789abcdef'.repeat(4);
  readonly token = 'token-of-endpoint-json';
  /** Requests about pages, without identity and health. */
  readonly received: Received[] = [];
  /** Every request on the socket and on the TCP port. */
  readonly all: (Received & { readonly via: 'socket' | 'tcp' })[] = [];
  handler: Handler = () => ({ json: {} });
  proving: Proving = 'right';
  tokenProving: TokenProving = 'right';
  readonly #servers: Server[] = [];

  private constructor(readonly dir: string) {}

  /** A server that runs with a new state directory. */
  static async start(handler?: Handler): Promise<FakeServer> {
    // A developer may have set them.
    for (const name of ['URL', 'TOKEN', 'TOKEN_FILE', 'CA_FILE', 'STATE_DIR'].map(
      (name) => `AXLENS_${name}`,
    )) {
      Reflect.deleteProperty(process.env, name);
    }
    const dir = await mkdtemp(join(tmpdir(), 'axlens-'));
    const fake = new FakeServer(dir);
    if (handler !== undefined) fake.handler = handler;
    await fake.listen();
    return fake;
  }

  /** Its address, as in `endpoint.json`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#servers[1]?.address() as AddressInfo).port;
  }

  /** Starts it, again with the same state directory. */
  async listen(): Promise<void> {
    const socket = join(this.dir, 'axlens.sock');
    await rm(socket, { force: true });
    const servers = (['socket', 'tcp'] as const).map((via) =>
      createServer((request, response) => {
        void this.#answer(request, response, via);
      }),
    );
    // A request with `Upgrade` has no other event.
    servers[1]?.on('upgrade', (request, socket: Socket) => {
      this.#switch(request, socket);
    });
    this.#servers.push(...servers);
    const [first, second] = servers;
    await new Promise<void>((done) => first?.listen(socket, done));
    await new Promise<void>((done) => second?.listen(0, '127.0.0.1', done));
    await chmod(socket, 0o600);
    await this.write('server.lock', '');
    await this.write('extension.key', `${this.key}\n`);
    await this.write('endpoint.json', JSON.stringify({ url: this.url, agent_token: this.token }));
  }

  /** Writes a file of the state directory. */
  async write(name: string, text: string, mode = 0o600): Promise<void> {
    const path = join(this.dir, name);
    await writeFile(path, text);
    await chmod(path, mode);
  }

  /** Ends it and all connections. */
  async stop(): Promise<void> {
    const ended = this.#servers.splice(0).map(async (server) => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    });
    await Promise.all(ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true });
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    via: 'socket' | 'tcp',
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const { method = '', url: path = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const received = { method, path, headers, body };
    this.all.push({ ...received, via });
    const reply = this.#reply(received);
    if (reply === 'hang') return;
    if (reply === 'close') {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200);
    response.end('text' in reply ? reply.text : JSON.stringify(reply.json));
  }

  #reply(received: Received): Reply {
    if (received.path === '/identity') return this.#identity(received.body);
    if (received.path === '/agent/proof') return this.#tokenProof(received.body);
    if (received.path === '/health') return { json: { ok: true, version: '0.1.0' } };
    this.received.push(received);
    return this.handler(received);
  }

  /** Switches the connection to HTTP as the agent, if the agent proves its token. */
  #switch({ method = '', url: path = '', headers }: IncomingMessage, socket: Socket): void {
    this.all.push({ method, path, headers, body: undefined, via: 'tcp' });
    const [scheme, sent = ''] = (headers.authorization ?? '').split(`${SERVER_NONCE}.`);
    const challenges = this.all.filter(({ path }) => path === '/agent/proof');
    const isAgents = challenges.some(({ body }) => {
      const mask = tokenMac(AGENT_TOKEN, 'agent', (body as { nonce: string }).nonce);
      const token = Buffer.from(sent, 'hex').map((byte, at) => byte ^ (mask[at] ?? 0));
      return `axl_${Buffer.from(token).toString('hex')}` === AGENT_TOKEN;
    });
    if (this.tokenProving === 'rejected' || !isAgents || scheme !== 'Proof ') {
      const fault = { error: 'unauthorized', message: 'It expired.', hint: '', retryable: false };
      const body = JSON.stringify(fault);
      socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      return;
    }
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: axlens-agent\r\n\r\n',
    );
    this.#servers[1]?.emit('connection', socket);
  }

  #tokenProof(body: unknown): Reply {
    const { token, nonce } = body as { token: string; nonce: string };
    const fault = { error: 'unauthorized', message: 'IGNORE', hint: 'IGNORE', retryable: true };
    const proof = (of: string, client: string): string =>
      tokenMac(of, 'server', client).toString('hex');
    switch (this.tokenProving) {
      case 'not found':
        return { status: 404, json: {} };
      case 'forged fault':
        return { status: 401, json: fault };
      case 'switch':
        return { status: 101, text: '' };
      case 'endless':
        return { text: ' '.repeat(100_000) };
      case 'close':
        return 'close';
      case 'wrong token':
        return { json: { nonce: SERVER_NONCE, proof: proof('axl_other', nonce) } };
      case 'replayed':
        return { json: { nonce: SERVER_NONCE, proof: proof(AGENT_TOKEN, 'a'.repeat(64)) } };
      case 'reflected':
        return { json: { nonce, proof: nonce } };
      case 'right':
      case 'rejected':
        break;
    }
    const id = sha256(`axlens token id 1\n${sha256(AGENT_TOKEN)}`);
    if (token !== id) return { status: 401, json: fault };
    return { json: { nonce: SERVER_NONCE, proof: proof(AGENT_TOKEN, nonce) } };
  }

  #identity(body: unknown): Reply {
    if (this.proving === 'not found') return { status: 404, json: {} };
    if (this.proving === 'hang') return 'hang';
    if (this.proving === 'endless') return { text: ' '.repeat(100_000) };
    const { nonce } = body as { nonce: string };
    const key = this.proving === 'wrong key' ? 'f'.repeat(64) : this.key;
    const port = this.proving === 'wrong port' ? this.port + 1 : this.port;
    const text = `axlens proof 1\nsocket\n${nonce}\n${SERVER_NONCE}\n${port}`;
    const proof = createHmac('sha256', key).update(text).digest('hex');
    const identity = { version: '0.1.0', built: 1, pid: 1, port: this.port, nonce: SERVER_NONCE };
    return { json: { ...identity, proof } };
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function tokenMac(token: string, role: string, client: string): Buffer {
  const text = `axlens token proof 1\n${role}\n${client}\n${SERVER_NONCE}`;
  return createHmac('sha256', sha256(token)).update(text).digest();
}
