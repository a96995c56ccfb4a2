// What differs between systems: the default state directory, the local socket, and the checks of
// its owner.

import type { Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { UntrustedServer } from './fault.js';

/** What this library needs of a system. */
export interface System {
  /** The state directory if none is named. */
  defaultStateDir(): string;
  /** The file in the state directory that leads to the server's socket. */
  readonly socketFile: string;
  /**
   * The path to connect to.
   *
   * @param file - the socket file
   * @param read - reads a file that only this user can access
   * @throws {@link UntrustedServer} if the file has none.
   */
  socketPath(file: string, read: (path: string) => Promise<string>): Promise<string>;
  /**
   * Checks the state directory.
   *
   * @throws {@link UntrustedServer} if another user can access it.
   */
  checkFolder(path: string, stats: Owned): Promise<void>;
  /**
   * Checks a file in the state directory.
   *
   * @throws {@link UntrustedServer} if another user can access it.
   */
  checkFile(path: string, stats: Owned): void;
  /** Whether a file in the state directory can be the socket file. */
  isSocketFile(stats: Pick<Stats, 'isFile' | 'isSocket'>): boolean;
}

/** What the checks need of a file. */
export interface Owned {
  readonly uid: number;
  readonly mode: number;
}

/** The permissions of the group and of other users. */
const OF_OTHERS = 0o077;

/** What the names of the server's named pipes look like. */
const PIPE = /^\\\\\.\\pipe\\axlens-[0-9a-f]{64}$/;

/** Linux and macOS. */
export const UNIX: System = {
  defaultStateDir() {
    if (process.platform === 'darwin') {
      return join(homedir(), 'Library/Application Support/dev.axlens.axlens');
    }
    const state = process.env['XDG_STATE_HOME'] ?? '';
    return join(isAbsolute(state) ? state : join(homedir(), '.local/state'), 'axlens');
  },
  socketFile: 'axlens.sock',
  socketPath: (file) => Promise.resolve(file),
  checkFolder(path, stats) {
    this.checkFile(path, stats);
    return Promise.resolve();
  },
  checkFile(path, { uid, mode }) {
    if (uid !== process.geteuid?.()) {
      throw new UntrustedServer(`${path} belongs to another user: use another state directory.`);
    }
    if ((mode & OF_OTHERS) !== 0) {
      throw new UntrustedServer(
        `Other users can access ${path}: check its contents, then \`chmod\`.`,
      );
    }
  },
  isSocketFile: (stats) => stats.isSocket(),
};

/**
 * Windows. Node.js can't read access control lists. So the state directory must be in the user's
 * profile, which Windows makes private, and the server proves its identity with a key in it.
 */
export const WINDOWS: System = {
  defaultStateDir() {
    const local = process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
    return join(local, 'axlens', 'axlens', 'data');
  },
  socketFile: 'axlens.pipe',
  async socketPath(file, read) {
    const name = await read(file);
    if (!PIPE.test(name)) throw new UntrustedServer(`${file} has no name of a pipe.`);
    return name;
  },
  async checkFolder(path) {
    const [folder, profile] = await Promise.all([realpath(path), realpath(homedir())]);
    if (!folder.startsWith(profile + sep)) {
      throw new UntrustedServer(
        `${path} is not in ${profile}: use a state directory in the user's profile.`,
      );
    }
  },
  checkFile() {
    // The folder has been checked, and its files have its permissions.
  },
  isSocketFile: (stats) => stats.isFile(),
};

/** The system of this process. */
export const SYSTEM: System = process.platform === 'win32' ? WINDOWS : UNIX;
