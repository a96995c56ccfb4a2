// How other tools act on a page and return its new state. Each tool reads the page first, which is
// not timed. Then it acts, and reads the page until it shows the new state. All its output counts,
// because an agent reads it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { McpServer } from './mcp.mjs';

const run = promisify(execFile);

/** Reads of the page until it shows the new state. */
const MAX_LOOKS = 50;

/** The match of `pattern` in the line of the snapshot with this name. */
function refOf(text, name, pattern) {
  const lines = text.split('\n').filter((line) => line.includes(`"${name}"`));
  const found = lines.map((line) => line.match(pattern)).find(Boolean);
  if (!found) throw new Error(`no "${name}" in ${text.slice(0, 300)}`);
  return found[1];
}

const REF = /\[ref=(\w+)\]/;
const DEVTOOLS_UID = /uid=(\w+)/;

function playwright(page) {
  const look = () => page.locator('body').ariaSnapshot({ mode: 'ai' });
  return {
    look,
    ref: REF,
    click: async (ref) => {
      await page.locator(`aria-ref=${ref}`).click();
      return '';
    },
    fill: async (fields) => {
      for (const { ref, value } of fields) await page.locator(`aria-ref=${ref}`).fill(value);
      return '';
    },
  };
}

function playwrightMcp(server) {
  return {
    look: () => server.tool('browser_snapshot', {}),
    ref: REF,
    click: (target) => server.tool('browser_click', { target }),
    fill: (fields) =>
      fields.length === 1
        ? server.tool('browser_type', { target: fields[0].ref, text: fields[0].value })
        : server.tool('browser_fill_form', {
            fields: fields.map(({ ref, name, value }) => ({
              target: ref,
              name,
              type: 'textbox',
              value,
            })),
          }),
  };
}

function devToolsMcp(server, pageId) {
  const includeSnapshot = true;
  return {
    look: () => server.tool('take_snapshot', { pageId }),
    ref: DEVTOOLS_UID,
    click: (uid) => server.tool('click', { pageId, uid, includeSnapshot }),
    fill: (fields) =>
      fields.length === 1
        ? server.tool('fill', {
            pageId,
            uid: fields[0].ref,
            value: fields[0].value,
            includeSnapshot,
          })
        : server.tool('fill_form', {
            pageId,
            elements: fields.map(({ ref, value }) => ({ uid: ref, value })),
            includeSnapshot,
          }),
  };
}

function agentBrowser(binary, port) {
  const ask = async (...words) => {
    const { stdout } = await run(binary, ['--cdp', port, ...words], {
      maxBuffer: 1 << 28,
      timeout: 60_000,
    });
    return stdout;
  };
  return {
    look: () => ask('snapshot'),
    ref: REF,
    click: (ref) => ask('click', `@${ref}`),
    fill: (fields) =>
      fields.length === 1
        ? ask('fill', `@${fields[0].ref}`, fields[0].value)
        : ask('batch', ...fields.map(({ ref, value }) => `fill @${ref} "${value}"`)),
  };
}

/** The tools that act. Each is started on its first use. */
export class ActingTools {
  #playwrightMcp = null;

  /** @param {{debug: string, modules: string, pageAt: Function, devTools: Function}} around */
  constructor(around) {
    this.around = around;
  }

  /**
   * @param {string} name of the tool
   * @param {string} url of the page
   * @param {{click?: string, fill?: {name: string, value: string}[], sees: string}} act
   */
  async actAndSee(name, url, act) {
    const tool = await this.#tool(name, url);
    const before = await tool.look();
    const ref = (named) => refOf(before, named, tool.ref);
    const fields = act.fill?.map((field) => ({ ...field, ref: ref(field.name) }));
    const clicked = act.click && ref(act.click);
    const start = performance.now();
    let text = fields ? await tool.fill(fields) : await tool.click(clicked);
    for (let looks = 0; !text.includes(act.sees); looks++) {
      if (looks === MAX_LOOKS) throw new Error(`never showed ${act.sees}: ${text.slice(0, 500)}`);
      // Some tools cannot read a page while it is replaced.
      text += await tool.look().catch(() => '');
    }
    return { ms: performance.now() - start, text };
  }

  async #tool(name, url) {
    const { debug, modules, pageAt, devTools } = this.around;
    const page = pageAt(url);
    if (name === 'playwright') return playwright(page);
    await page.bringToFront();
    if (name === 'playwright-mcp') return playwrightMcp(await this.#playwrightAt(url));
    if (name === 'chrome-devtools-mcp') {
      const { server, pageId } = await devTools(url);
      return devToolsMcp(server, pageId);
    }
    const program = `agent-browser-${process.platform}-${process.arch}`;
    const binary = path.join(modules, 'agent-browser/bin', program);
    return agentBrowser(binary, debug.split(':').pop());
  }

  async #playwrightAt(url) {
    if (!this.#playwrightMcp) {
      const program = path.join(this.around.modules, '@playwright/mcp/cli.js');
      const words = [program, '--cdp-endpoint', `http://${this.around.debug}`];
      this.#playwrightMcp = new McpServer(process.execPath, words);
      await this.#playwrightMcp.start();
    }
    const tabs = await this.#playwrightMcp.tool('browser_tabs', { action: 'list' });
    const index = Number(
      tabs
        .split('\n')
        .find((line) => line.includes(url))
        ?.match(/(\d+):/)?.[1],
    );
    if (!Number.isInteger(index)) throw new Error(`no page at ${url}: ${tabs}`);
    await this.#playwrightMcp.tool('browser_tabs', { action: 'select', index });
    return this.#playwrightMcp;
  }

  end() {
    this.#playwrightMcp?.end();
  }
}
