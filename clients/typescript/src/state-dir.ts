// The state directory of a server: where it is, who can access it, and what it contains.

import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UntrustedServer } from './fault.js';
import { isRecord, ownFault } from './faults.js';
import { isSecret } from './proof.js';
import { SYSTEM } from './system.js';

/** Windows has no such flag. */
const NO_FOLLOW = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;

/** The maximum size of a file of the state directory, in bytes. */
const MAX_SIZE = 64 * 1024;

/** The path of the state directory: the option, else `AXLENS_STATE_DIR`, else the system's. */
export function locate(option: string | undefined): string {
  const path = option ?? process.env['AXLENS_STATE_DIR'];
  return path !== undefined && path !== '' ? resolve(path) : SYSTEM.defaultStateDir();
}

/** The file that leads to the server's socket in a state directory. */
export function socketFileOf(dir: string): string {
  return join(dir, SYSTEM.socketFile);
}

/**
 * The path to connect to.
 *
 * @throws {@link UntrustedServer} if the state directory has none.
 */
export function socketOf(dir: string): Promise<string> {
  return SYSTEM.socketPath(socketFileOf(dir), readPrivate);
}

/**
 * Checks that a server runs with this directory, and that no other user can access it.
 *
 * The lock that the server holds can't be tested from Node.js. So a server that was killed is only
 * recognized when its socket refuses the connection.
 *
 * @throws {@link ExtensionDisconnected} if no server runs, {@link UntrustedServer} if another user
 * can access the directory or its socket.
 */
export async function checkServed(dir: string): Promise<void> {
  const folder = await stats(dir, dir);
  if (!folder.isDirectory()) throw new UntrustedServer(`${dir} is not a folder.`);
  await SYSTEM.checkFolder(dir, folder);
  await stats(dir, join(dir, 'server.lock'));
  const file = socketFileOf(dir);
  const socket = await stats(dir, file);
  if (!SYSTEM.isSocketFile(socket)) throw new UntrustedServer(`${file} is not a socket.`);
  SYSTEM.checkFile(file, socket);
}

/**
 * The key of the server.
 *
 * @throws {@link UntrustedServer} if the directory has none that only this user could have read.
 */
export async function keyOf(dir: string): Promise<string> {
  const key = (await readPrivate(join(dir, 'extension.key'))).trimEnd();
  if (!isSecret(key)) throw new UntrustedServer(`${dir} has no key of its server.`);
  return key;
}

/**
 * The token in `endpoint.json`, which is new after each start of the server.
 *
 * @throws {@link UntrustedServer} if the file has none.
 */
export async function tokenOf(dir: string): Promise<string> {
  const file = join(dir, 'endpoint.json');
  const text = await readPrivate(file);
  const endpoint = parsed(text);
  const token = isRecord(endpoint) ? endpoint['agent_token'] : undefined;
  if (typeof token !== 'string') throw new UntrustedServer(`${file} has no token.`);
  return token;
}

/** A value in JSON; `undefined` if it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function stats(dir: string, path: string): Promise<Stats> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ENOENT') throw notRunning(dir);
    throw new UntrustedServer(`${path} can't be read.`, { cause: error });
  }
}

/** The fault of a state directory without a server. */
export function notRunning(dir: string): Error {
  const message = `No server runs with the state directory ${dir}.`;
  return ownFault('extension_disconnected', message, { retryable: true });
}

/**
 * The text of a file.
 *
 * @throws {@link UntrustedServer} if it can't be read, or another user can access it.
 */
export async function readPrivate(path: string): Promise<string> {
  try {
    // A link could lead to a file of another user.
    const file = await open(path, constants.O_RDONLY | NO_FOLLOW);
    try {
      const status = await file.stat();
      if (!status.isFile()) throw new UntrustedServer(`${path} is not a file.`);
      SYSTEM.checkFile(path, status);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_SIZE), 0, MAX_SIZE, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UntrustedServer) throw error;
    throw new UntrustedServer(`${path} can't be read.`, { cause: error });
  }
}
