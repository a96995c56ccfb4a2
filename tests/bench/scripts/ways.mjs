// The ways to act on a page with other tools, listed in ways.json: what an agent calls for a first
// look, for an action, and for a look at the new state.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sessionName } from './agent-browser.mjs';

/**
 * @typedef {{name: string, value: string, ref: string}} Field
 * @typedef {object} Act
 * @property {string} role of the elements to act on
 * @property {string} [click] name of the element
 * @property {Field[]} [fill] fields and their values
 * @property {string} finds text of the elements to act on, for tools that search
 * @property {string} sees text that the page contains after the action, and only then if it changes
 * @property {boolean} unchanged whether the action has no effect
 *
 * @typedef {object} Way
 * @property {RegExp} [ref] the reference in the line of an element; without it, the name is used
 * @property {(act: Act) => Promise<string>} look at the page before the action
 * @property {(ref: string) => Promise<string>} click
 * @property {(fields: Field[]) => Promise<string>} fill
 * @property {(act: Act) => Promise<string>} lookAfter the action, at the new state
 * @property {(text: string, act: Act) => boolean} shows whether a text shows the new state
 */

const REF = /\[(?:[^\]]*, )?ref=(\w+)\]/;
const DEVTOOLS_UID = /uid=(\w+)/;
/** The answer of a search that found nothing repeats the text. */
const NOTHING_FOUND = /^No matches found for .*$/gm;

const run = promisify(execFile);
const shows = (text, act) => text.includes(act.sees);
const finds = (text, act) => shows(text.replace(NOTHING_FOUND, ''), act);

/** The line of Axlens about an action without an effect. */
const AXLENS_UNCHANGED = /^unchanged/m;
const AXLENS_UID = /(\d+) /;
const axlensShows = (text, act) =>
  shows(text, act) || (act.unchanged && AXLENS_UNCHANGED.test(text));

/** The number of the tab at an address in Axlens's list. */
export function axlensTab(tabs, url) {
  const line = tabs.split('\n').find((each) => each.includes(url));
  const tab = Number(line?.match(/\d+/)?.[0]);
  if (!Number.isInteger(tab)) throw new Error(`no page at ${url}: ${tabs}`);
  return tab;
}

/** @param {import('./mcp.mjs').McpServer} server @param {number} tab @returns {Way} */
export function axlensMcp(server, tab) {
  const look = () => server.tool('observe', { tab });
  const act = (actions) => server.tool('interact', { tab, actions });
  return {
    look,
    lookAfter: look,
    shows: axlensShows,
    ref: AXLENS_UID,
    click: (uid) => act([{ action: 'click', uid: Number(uid) }]),
    fill: (fields) =>
      act(fields.map(({ ref, value }) => ({ action: 'fill', uid: Number(ref), value }))),
  };
}

/** @param {string} program @param {number} tab @returns {Way} */
export function axlensCommands(program, tab) {
  const ask = async (...words) => (await run(program, [...words, '--tab', String(tab)])).stdout;
  const look = () => ask('snapshot');
  return {
    look,
    lookAfter: look,
    shows: axlensShows,
    ref: AXLENS_UID,
    click: (uid) => ask('click', uid),
    fill: (fields) =>
      fields.length === 1
        ? ask('fill', fields[0].ref, fields[0].value)
        : ask('do', ...fields.map(({ ref, value }) => `fill ${ref} '${value}'`)),
  };
}

/** The list of tabs. @param {string} program */
export const axlensTabs = async (program) => (await run(program, ['tabs'])).stdout;

/** The library. @returns {Way} */
export function playwright(page) {
  const look = () => page.locator('body').ariaSnapshot({ mode: 'ai' });
  return {
    look,
    lookAfter: look,
    shows,
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

/** @param {import('./mcp.mjs').McpServer} server @returns {Way} */
export function playwrightMcp(server) {
  const look = () => server.tool('browser_snapshot', {});
  const field = ({ ref, name, value }) => ({ target: ref, name, type: 'textbox', value });
  return {
    look,
    lookAfter: look,
    shows,
    ref: REF,
    click: (target) => server.tool('browser_click', { target }),
    fill: (fields) =>
      fields.length === 1
        ? server.tool('browser_type', { target: fields[0].ref, text: fields[0].value })
        : server.tool('browser_fill_form', { fields: fields.map(field) }),
  };
}

/** With `--snapshot-mode none`. @returns {Way} */
export function playwrightMcpFind(server) {
  return {
    ...playwrightMcp(server),
    look: (act) => server.tool('browser_find', { text: act.finds }),
    lookAfter: (act) => server.tool('browser_find', { text: act.sees }),
    shows: finds,
  };
}

/** A session of playwright-cli, with a folder for the files of its snapshots. */
export class PlaywrightCli {
  /** @param {{debug: string, modules: string}} around */
  constructor({ debug, modules }) {
    this.address = `http://${debug}`;
    this.program = path.join(modules, '@playwright/cli/playwright-cli.js');
    this.folder = mkdtempSync(path.join(tmpdir(), 'axlens-bench-'));
  }

  /** The output of a command. @param {string[]} words */
  async ask(...words) {
    const all = [this.program, `-s=${sessionName('cli')}`, ...words];
    const { stdout } = await run(process.execPath, all, { cwd: this.folder });
    return stdout;
  }

  /** Starts the daemon, and selects the tab at an address. @param {string} url */
  async start(url) {
    await this.ask('attach', `--cdp=${this.address}`);
    await this.ask('tab-select', String(tabIndex(await this.ask('tab-list'), url)));
  }

  /**
   * The output of a command, and the snapshot in the file that it names.
   * @param {string[]} words
   */
  async read(...words) {
    const output = await this.ask(...words);
    const file = output.match(/\[Snapshot\]\(([^)]+)\)/)?.[1];
    return file ? `${output}\n${readFileSync(path.join(this.folder, file), 'utf8')}` : output;
  }

  async end() {
    await this.ask('detach').catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The number of the tab at an address in a list of Playwright's tools. */
export function tabIndex(tabs, url) {
  const line = tabs.split('\n').find((each) => each.includes(url));
  const index = Number(line?.match(/(\d+):/)?.[1]);
  if (!Number.isInteger(index)) throw new Error(`no page at ${url}: ${tabs}`);
  return index;
}

/** One command for several fields. */
function fillCode(fields) {
  const fill = ({ ref, value }) =>
    `await page.locator('aria-ref=${ref}').fill(${JSON.stringify(value)});`;
  return `async page => { ${fields.map(fill).join(' ')} }`;
}

/** @param {PlaywrightCli} cli @returns {Way} */
export function playwrightCli(cli) {
  const look = () => cli.ask('snapshot');
  return {
    look,
    lookAfter: look,
    shows,
    ref: REF,
    click: (ref) => cli.read('click', ref),
    fill: (fields) =>
      fields.length === 1
        ? cli.read('fill', fields[0].ref, fields[0].value)
        : cli.read('run-code', fillCode(fields)),
  };
}

/** @param {PlaywrightCli} cli @returns {Way} */
export function playwrightCliFind(cli) {
  return {
    look: (act) => cli.ask('--raw', 'find', act.finds),
    lookAfter: (act) => cli.ask('--raw', 'find', act.sees),
    shows: finds,
    ref: REF,
    click: (ref) => cli.ask('--raw', 'click', ref),
    fill: (fields) =>
      fields.length === 1
        ? cli.ask('--raw', 'fill', fields[0].ref, fields[0].value)
        : cli.ask('--raw', 'run-code', fillCode(fields)),
  };
}

/** @returns {Way} */
export function devToolsMcp(server, pageId) {
  const includeSnapshot = true;
  const look = () => server.tool('take_snapshot', { pageId });
  const element = ({ ref, value }) => ({ uid: ref, value });
  return {
    look,
    lookAfter: look,
    shows,
    ref: DEVTOOLS_UID,
    click: (uid) => server.tool('click', { pageId, uid, includeSnapshot }),
    fill: (fields) =>
      fields.length === 1
        ? server.tool('fill', { pageId, ...element(fields[0]), includeSnapshot })
        : server.tool('fill_form', { pageId, elements: fields.map(element), includeSnapshot }),
  };
}

const PAGE_TEXT = 'document.body.innerText';

/** The scripts that an agent has to write. @returns {Way} */
export function devToolsSlim(server) {
  const evaluate = (script) => server.tool('evaluate', { script });
  const acting = (lines) => evaluate(`(() => { ${lines.join(' ')} return ${PAGE_TEXT}; })()`);
  const click = (name) =>
    `[...document.querySelectorAll('a, button')].find((each) => each.innerText.trim() === ${JSON.stringify(name)}).click();`;
  const fill = ({ name, value }) =>
    `{ const field = [...document.querySelectorAll('label')].find((each) => each.innerText.trim() === ${JSON.stringify(name)}).control; field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('input', { bubbles: true })); }`;
  return {
    look: () => evaluate(PAGE_TEXT),
    lookAfter: () => evaluate(PAGE_TEXT),
    shows,
    click: (name) => acting([click(name)]),
    fill: (fields) => acting(fields.map(fill)),
  };
}

/** The line of `snapshot --delta` about a page that is as it was. */
const UNCHANGED = /^unchanged \(revision/m;

/**
 * @param {import('./agent-browser.mjs').AgentBrowser} browser
 * @param {string[]} options of `snapshot`
 * @returns {Way}
 */
export function agentBrowser(browser, options) {
  const snapshot = ['snapshot', ...options].join(' ');
  const isDelta = options.includes('--delta');
  // In a list of controls, the value of a field is all that shows an input.
  const isControls = options.includes('-i');
  return {
    look: () => browser.ask('snapshot', ...options, ...(isDelta ? ['--full'] : [])),
    lookAfter: () => browser.ask('snapshot', ...options),
    shows: (text, act) =>
      shows(text, act) ||
      (isDelta && act.unchanged && UNCHANGED.test(text)) ||
      (isControls && Boolean(act.fill) && text.includes(act.fill.at(-1).value)),
    ref: REF,
    click: (ref) => browser.ask('batch', `click @${ref}`, snapshot),
    fill: (fields) =>
      browser.ask(
        'batch',
        ...fields.map(({ ref, value }) => `fill @${ref} ${JSON.stringify(value)}`),
        snapshot,
      ),
  };
}
