// A task of ten steps by MCP alone: fill in a form (three fields, a choice, a checkbox), submit it
// and check the result, find a row among many, edit it, save, and wait for the confirmation. Each
// tool is used as its documentation tells agents. Everything that an agent writes and reads counts.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { programIn, sessionName } from './agent-browser.mjs';
import { McpServer } from './mcp.mjs';
import { STORIES, checkStory } from './story.mjs';
import { tabIndex } from './ways.mjs';

const run = promisify(execFile);
const SESSION = sessionName('task');

const FORM = { Customer: 'Ada Lovelace', 'E-mail': 'ada@example.com', Town: 'London' };
const FIELDS = Object.entries(FORM);
const ROW = 'Customer 1042';
const SENT = 'Order 1501 sent';
const SAVED = 'Order 1042 saved: 31.50';

/** The first match of `pattern` after `mark`. */
function after(text, mark, pattern) {
  const at = text.indexOf(mark);
  const found = at < 0 ? null : text.slice(at).match(pattern);
  if (!found) throw new Error(`no ${pattern} after ${mark} in ${text.slice(0, 400)}`);
  return found[1];
}

const TASKS = {
  async axlens(call) {
    const page = await call('observe', { max_tokens: 1500 });
    const uid = (name) => Number(after(page, '', new RegExp(`(\\d+) \\w+ "${name}"`)));
    const fill = FIELDS.map(([name, value]) => ({ action: 'fill', uid: uid(name), value }));
    const sent = await call('interact', {
      actions: [
        ...fill,
        { action: 'select', uid: uid('Shipping'), labels: ['Express'] },
        { action: 'check', uid: uid('Terms accepted') },
        { action: 'click', uid: uid('Send order') },
      ],
    });
    after(sent, SENT, /(sent)/);
    const row = await call('get', { what: 'table', where: { Customer: ROW } });
    const edit = Number(after(row, '', /(\d+) button "Edit"/));
    const opened = await call('interact', { actions: [{ action: 'click', uid: edit }] });
    const amount = Number(after(opened, '', /(\d+) textbox "New amount"/));
    const save = Number(after(opened, '', /(\d+) button "Save"/));
    await call('interact', {
      actions: [
        { action: 'fill', uid: amount, value: '31.50' },
        { action: 'click', uid: save },
      ],
    });
    return call('wait', { for: 'text', value: SAVED });
  },

  async 'playwright-mcp'(call) {
    const page = await call('browser_snapshot', {});
    const ref = (name) => after(page, `"${name}"`, /\[ref=(\w+)\]/);
    const field = (name, type, value) => ({ target: ref(name), name, type, value });
    await call('browser_fill_form', {
      fields: [
        ...FIELDS.map(([name, value]) => field(name, 'textbox', value)),
        field('Shipping', 'combobox', 'Express'),
        field('Terms accepted', 'checkbox', 'true'),
      ],
    });
    await call('browser_click', { target: ref('Send order') });
    await call('browser_wait_for', { text: SENT });
    const edit = after(page, ROW, /button "Edit" \[ref=(\w+)\]/);
    const opened = await call('browser_click', { target: edit });
    const mark = 'textbox "New amount"';
    const snapshot = opened.includes(mark) ? opened : await call('browser_snapshot', {});
    await call('browser_type', { target: after(snapshot, mark, /\[ref=(\w+)\]/), text: '31.50' });
    await call('browser_click', { target: after(snapshot, 'button "Save"', /\[ref=(\w+)\]/) });
    return call('browser_wait_for', { text: SAVED });
  },

  async 'chrome-devtools-mcp'(call, pageId) {
    const page = await call('take_snapshot', { pageId });
    const uid = (name) => after(page, '', new RegExp(`uid=(\\w+) \\w+ "${name}"`));
    await call('fill_form', {
      pageId,
      elements: [
        ...FIELDS.map(([name, value]) => ({ uid: uid(name), value })),
        { uid: uid('Shipping'), value: 'Express' },
        { uid: uid('Terms accepted'), value: 'true' },
      ],
    });
    await call('click', { pageId, uid: uid('Send order') });
    await call('wait_for', { pageId, text: [SENT] });
    const edit = after(page, ROW, /uid=(\w+) button "Edit"/);
    const opened = await call('click', { pageId, uid: edit, includeSnapshot: true });
    const amount = after(opened, '', /uid=(\w+) textbox "New amount"/);
    await call('fill', { pageId, uid: amount, value: '31.50' });
    await call('click', { pageId, uid: after(opened, '', /uid=(\w+) button "Save"/) });
    return call('wait_for', { pageId, text: [SAVED] });
  },

  async 'agent-browser'(call) {
    const whole = { interactive: false };
    const page = await call('agent_browser_snapshot', whole);
    const ref = (name) => `@${after(page, `"${name}"`, /ref=(\w+)/)}`;
    for (const [name, text] of FIELDS)
      await call('agent_browser_fill', { selector: ref(name), text });
    await call('agent_browser_select', { selector: ref('Shipping'), values: ['Express'] });
    await call('agent_browser_check', { selector: ref('Terms accepted') });
    await call('agent_browser_click', { selector: ref('Send order') });
    await call('agent_browser_wait_for_text', { text: SENT });
    const edit = after(page, ROW, /button "Edit" \[ref=(\w+)/);
    await call('agent_browser_click', { selector: `@${edit}` });
    const opened = await call('agent_browser_snapshot', { interactive: true });
    const amount = after(opened, 'textbox "New amount"', /ref=(\w+)/);
    await call('agent_browser_fill', { selector: `@${amount}`, text: '31.50' });
    await call('agent_browser_click', {
      selector: `@${after(opened, 'button "Save"', /ref=(\w+)/)}`,
    });
    return call('agent_browser_wait_for_text', { text: SAVED });
  },
};

/** The tools. Each is started on its first use. */
export class Tasks {
  #servers = new Map();

  /** @param {{debug: string, modules: string, pageAt: Function}} around */
  constructor(around) {
    this.around = around;
  }

  /**
   * @param {'task' | 'story'} work to be done
   * @param {string} name of the tool
   * @param {string} url of the page
   */
  async done(work, name, url) {
    await this.around.pageAt(url).bringToFront();
    const server = await this.#server(name);
    const chosen = await this.#choose(name, server, url);
    const calls = [];
    const start = performance.now();
    const call = async (tool, args) => {
      const answered = await server.tool(tool, args);
      calls.push({ sent: JSON.stringify({ name: tool, arguments: args }), answered });
      return answered;
    };
    const steps = work === 'task' ? TASKS : STORIES;
    await steps[name](call, chosen);
    const ms = performance.now() - start;
    if (work === 'task') await this.#checkTask(url);
    else checkStory(calls.map(({ answered }) => answered));
    return { ms, calls };
  }

  async #checkTask(url) {
    const status = await this.around.pageAt(url).locator('[role=status]').textContent();
    if (status !== SAVED) throw new Error(`the status is ${status}`);
  }

  /** Selects the page in tools that do not use the active one. Not counted. */
  async #choose(name, server, url) {
    if (name === 'axlens') return undefined;
    if (name === 'agent-browser') {
      const { data } = JSON.parse(await server.tool('agent_browser_tab_list', {}));
      const id = data.tabs.find((each) => each.url === url)?.tabId;
      if (!id) throw new Error(`no page at ${url}: ${JSON.stringify(data.tabs)}`);
      await server.tool('agent_browser_tab_switch', { tab: id });
      return undefined;
    }
    if (name === 'chrome-devtools-mcp') {
      const line = (await server.tool('list_pages', {})).split('\n').find((at) => at.includes(url));
      const pageId = Number(line?.match(/^(\d+):/)?.[1]);
      await server.tool('select_page', { pageId });
      return pageId;
    }
    const index = tabIndex(await server.tool('browser_tabs', { action: 'list' }), url);
    await server.tool('browser_tabs', { action: 'select', index });
    return undefined;
  }

  async #server(name) {
    const known = this.#servers.get(name);
    if (known) return known;
    const { debug, modules } = this.around;
    const at = (program) => path.join(modules, program);
    const node = process.execPath;
    const commands = {
      axlens: [process.env.AXLENS, 'mcp'],
      'playwright-mcp': [node, at('@playwright/mcp/cli.js'), '--cdp-endpoint', `http://${debug}`],
      'chrome-devtools-mcp': [
        node,
        at('chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
        '--browserUrl',
        `http://${debug}`,
      ],
      'agent-browser': [programIn(modules), 'mcp'],
    };
    const [command, ...words] = commands[name];
    const server = new McpServer(command, words, { AGENT_BROWSER_SESSION: SESSION });
    await server.start();
    // Only its command line takes the browser's address.
    if (name === 'agent-browser')
      await run(command, ['--session', SESSION, 'connect', debug.split(':').pop()]);
    this.#servers.set(name, server);
    return server;
  }

  /** Tokens of the list of tools are for the caller to count. */
  async listed(name) {
    const server = await this.#server(name);
    const { result } = await server.ask('tools/list', {});
    return JSON.stringify(result.tools);
  }

  end() {
    for (const server of this.#servers.values()) server.end();
  }
}
