// The command line of agent-browser. Its daemon keeps a session, so that a command only starts a
// small process. Each benchmark has sessions of its own, which another one can't take over.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT = 1 << 28;
const TIMEOUT_MS = 60_000;

/** A name of a session that only this process uses. @param {string} purpose */
export const sessionName = (purpose) => `axlens-bench-${purpose}-${process.pid}`;

/** The program in this folder of modules. @param {string} modules */
export const programIn = (modules) =>
  path.join(modules, 'agent-browser/bin', `agent-browser-${process.platform}-${process.arch}`);

export class AgentBrowser {
  /** @param {{debug: string, modules: string}} around @param {string} purpose */
  constructor({ debug, modules }, purpose) {
    this.program = programIn(modules);
    this.session = sessionName(purpose);
    this.port = debug.split(':').pop();
    this.isRunning = false;
  }

  /** Starts the process alone. */
  async version() {
    await run(this.program, ['--version']);
  }

  /** The output of a command. @param {string[]} words */
  async ask(...words) {
    this.isRunning = true;
    const all = ['--session', this.session, '--cdp', this.port, ...words];
    const { stdout } = await run(this.program, all, { maxBuffer: MAX_OUTPUT, timeout: TIMEOUT_MS });
    return stdout;
  }

  /** Switches to the tab at an address. @param {string} url */
  async select(url) {
    const { data } = JSON.parse(await this.ask('tab', 'list', '--json'));
    const id = data.tabs.find((each) => each.url === url)?.tabId;
    if (!id) throw new Error(`no page at ${url}: ${JSON.stringify(data.tabs)}`);
    await this.ask('tab', id);
  }

  /** Ends the daemon. */
  async end() {
    if (this.isRunning)
      await run(this.program, ['--session', this.session, 'close']).catch(() => {});
  }
}
