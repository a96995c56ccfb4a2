// How other tools act on a page and return its new state. Each tool reads the page first, which is
// not timed. Then it acts, and reads the page until it shows the new state. All its output counts,
// because an agent reads it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { AgentBrowser } from './agent-browser.mjs';
import { McpServer } from './mcp.mjs';
import * as ways from './ways.mjs';

/** Looks at the page until it shows the new state. */
const MAX_LOOKS = 50;

const NAMES = JSON.parse(readFileSync(new URL('ways.json', import.meta.url), 'utf8')).flatMap(
  (tool) => tool.ways.map((way) => way.name),
);

/** The match of `pattern` in the line of the text with this element. */
function refOf(text, element, pattern) {
  const lines = text.split('\n').filter((line) => line.includes(element));
  const found = lines.map((line) => line.match(pattern)).find(Boolean);
  if (!found) throw new Error(`no ${element} in ${text.slice(0, 300)}`);
  return found[1];
}

/** The ways that act. Each is started on its first use, in the tab at that address. */
export class ActingTools {
  #started = new Map();
  /** Functions that end what was started. */
  #ends = [];

  /** @param {{debug: string, modules: string, pageAt: Function, devTools: Function}} around */
  constructor(around) {
    this.around = around;
    const missing = NAMES.filter((name) => !this.#starts[name]);
    if (missing.length > 0) throw new Error(`ways.json: no implementation of ${missing}`);
  }

  /**
   * @param {string} name of the way
   * @param {string} url of the page
   * @param {import('./ways.mjs').Act} act
   */
  async actAndSee(name, url, act) {
    if (!this.#started.has(name)) this.#started.set(name, await this.#starts[name](url));
    const way = this.#started.get(name);
    const looked = await way.look(act);
    const ref = (name) => (way.ref ? refOf(looked, `${act.role} "${name}"`, way.ref) : name);
    const fields = act.fill?.map((field) => ({ ...field, ref: ref(field.name) }));
    const clicked = act.click && ref(act.click);
    const start = performance.now();
    let text = fields ? await way.fill(fields) : await way.click(clicked);
    for (let looks = 0; !way.shows(text, act); looks++) {
      if (looks === MAX_LOOKS) throw new Error(`never showed ${act.sees}: ${text.slice(0, 500)}`);
      // Some tools cannot read a page while it is replaced.
      text += await way.lookAfter(act).catch(() => '');
    }
    return { ms: performance.now() - start, text, looked };
  }

  /**
   * What starts each way of ways.json.
   * @type {Record<string, (url: string) => Promise<import('./ways.mjs').Way>>}
   */
  #starts = {
    'axlens, MCP': async (url) => {
      const server = new McpServer(process.env.AXLENS, ['mcp']);
      this.#ends.push(() => server.end());
      await server.start();
      return ways.axlensMcp(server, ways.axlensTab(await server.tool('tabs', {}), url));
    },
    'axlens, command line': async (url) => {
      const program = process.env.AXLENS;
      return ways.axlensCommands(program, ways.axlensTab(await ways.axlensTabs(program), url));
    },
    playwright: async (url) => ways.playwright(this.around.pageAt(url)),
    'playwright-mcp': async (url) => ways.playwrightMcp(await this.#playwrightMcp(url, [])),
    'playwright-mcp, find': async (url) => {
      const lean = ['--snapshot-mode', 'none', '--codegen', 'none'];
      return ways.playwrightMcpFind(await this.#playwrightMcp(url, lean));
    },
    'playwright-cli': async (url) => ways.playwrightCli(await this.#playwrightCli(url)),
    'playwright-cli, find': async (url) => ways.playwrightCliFind(await this.#playwrightCli(url)),
    'chrome-devtools-mcp': async (url) => {
      const { server, pageId } = await this.around.devTools(url);
      return ways.devToolsMcp(server, pageId);
    },
    'chrome-devtools-mcp --slim': (url) => this.#devToolsSlim(url),
    'agent-browser': (url) => this.#agentBrowser(url, []),
    'agent-browser -i': (url) => this.#agentBrowser(url, ['-i']),
    'agent-browser --delta': (url) => this.#agentBrowser(url, ['--delta']),
    'agent-browser -i --delta': (url) => this.#agentBrowser(url, ['-i', '--delta']),
  };

  async #mcp(program, words) {
    const server = new McpServer(process.execPath, [
      path.join(this.around.modules, program),
      ...words,
    ]);
    this.#ends.push(() => server.end());
    await server.start();
    return server;
  }

  async #playwrightMcp(url, words) {
    const address = ['--cdp-endpoint', `http://${this.around.debug}`];
    const server = await this.#mcp('@playwright/mcp/cli.js', [...address, ...words]);
    const tabs = await server.tool('browser_tabs', { action: 'list' });
    const index = ways.tabIndex(tabs, url);
    await server.tool('browser_tabs', { action: 'select', index });
    return server;
  }

  /** One session for both ways. */
  #cli = null;
  async #playwrightCli(url) {
    if (!this.#cli) {
      this.#cli = new ways.PlaywrightCli(this.around);
      this.#ends.push(() => this.#cli.end());
      await this.#cli.start(url);
    }
    return this.#cli;
  }

  /** It always uses the first page, and has no tool to select another. */
  async #devToolsSlim(url) {
    const { debug } = this.around;
    const targets = await (await fetch(`http://${debug}/json/list`)).json();
    for (const { id } of targets.filter((each) => each.type === 'page' && each.url !== url))
      await fetch(`http://${debug}/json/close/${id}`);
    const program = 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js';
    const server = await this.#mcp(program, ['--slim', '--browserUrl', `http://${debug}`]);
    const selected = JSON.parse(await server.tool('evaluate', { script: 'location.href' }));
    if (selected !== url) throw new Error(`--slim uses ${selected} in place of ${url}`);
    return ways.devToolsSlim(server);
  }

  /** One session for all ways. Each look before an action resets the base of its differences. */
  #browser = null;
  async #agentBrowser(url, options) {
    if (!this.#browser) {
      this.#browser = new AgentBrowser(this.around, 'acts');
      this.#ends.push(() => this.#browser.end());
      await this.#browser.select(url);
    }
    return ways.agentBrowser(this.#browser, options);
  }

  async end() {
    for (const end of this.#ends) await end();
  }
}
