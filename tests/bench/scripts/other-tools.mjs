// The other tools, one request at a time: a line {"do", "url", …} on standard input gets a line
// {"ms", "text", …} or {"error"}. The benchmark starts it with the browser's DevTools address. All
// tools read the page that is loaded in that browser.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { performance } from 'node:perf_hooks';
import path from 'node:path';
import { createRequire } from 'node:module';
import { ActingTools } from './act-and-see.mjs';
import { AgentBrowser } from './agent-browser.mjs';
import { McpServer } from './mcp.mjs';
import { Tasks } from './task.mjs';

const debug = process.argv[2];
const require = createRequire(path.join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');
const modules = path.join(process.cwd(), 'node_modules');
/** Playwright's connection. Tools that act without it have the browser to themselves. */
let browser;
const connected = async () => (browser ??= await chromium.connectOverCDP(`http://${debug}`));

/** The loaded page at an address. */
function pageAt(url) {
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((each) => each.url() === url);
  if (!page) throw new Error(`no page at ${url}`);
  return page;
}

/** The result of `work`, and its duration in milliseconds as its client measures it. */
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, ...result };
}

const sessions = new Map();
/** A DevTools session of the page, which is kept. */
async function sessionOf(page) {
  if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
  return sessions.get(page);
}

/**
 * Runs in the page. Reads the same facts of each element as the recorder, and discards them.
 */
function floor() {
  const start = performance.now();
  let read = 0;
  // A style sheet that can't be read may give content to any element.
  const generated = [...document.styleSheets].some((sheet) => {
    try {
      return !sheet.cssRules;
    } catch {
      return true;
    }
  });
  const control = /^(?:input|select|textarea|button|option)$/;
  const bare =
    /^(?:img|input|textarea|select|option|optgroup|br|wbr|hr|video|audio|canvas|iframe|object|embed|svg)$/;
  const walker = document.createTreeWalker(
    document.documentElement,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      read += node.data.length;
      continue;
    }
    const tag = node.localName;
    read += node.namespaceURI.length + tag.length;
    for (const name of node.getAttributeNames())
      read += name.length + node.getAttribute(name).length;
    if (/^(?:head|script|style)$/.test(tag)) continue;
    const style = getComputedStyle(node);
    if (style.display === 'none') continue;
    read += style.display.length + style.visibility.length + style.cursor.length;
    if (node.firstChild && !node.firstElementChild)
      read += style.textTransform.length + style.whiteSpace.length;
    if (generated && !bare.test(tag)) {
      for (const which of ['::before', '::after'])
        read += getComputedStyle(node, which).content.length;
    }
    if (tag === 'li') read += style.listStyleType.length;
    if (control.test(tag))
      read +=
        String(node.value).length +
        Number(node.matches(':disabled')) +
        Number(node.checked ?? node.selected ?? 0);
    if (tag === 'input' || tag === 'select' || tag === 'textarea')
      read += Number(node.validity.valid);
  }
  read += document.scrollingElement?.scrollWidth ?? 0;
  return { inPage: performance.now() - start, read };
}

const INTERACTIVE = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'combobox',
  'listbox',
  'option',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'tab',
  'treeitem',
  'slider',
  'spinbutton',
  'switch',
]);
const SYNONYMS = {
  MenuListOption: 'option',
  ComboBoxSelect: 'combobox',
  ToggleButton: 'button',
  ListBoxOption: 'option',
};

/** The controls of Chromium's accessibility tree, and the visible text. */
async function truth(url) {
  const page = pageAt(url);
  const { nodes } = await (await sessionOf(page)).send('Accessibility.getFullAXTree');
  const controls = nodes
    .filter((node) => !node.ignored)
    .map((node) => {
      const role = SYNONYMS[node.role?.value] ?? node.role?.value;
      return [role, node.name?.value ?? ''];
    })
    .filter(([role]) => INTERACTIVE.has(role));
  const facts = await page.evaluate(() => ({
    innerText: document.body?.innerText ?? '',
    elements: document.querySelectorAll('*').length,
  }));
  return { ms: 0, controls, ...facts };
}

const reading = new AgentBrowser({ debug, modules }, 'read');
/** A snapshot of agent-browser. The start of its process is measured separately. */
async function agentBrowser(url, words) {
  await pageAt(url).bringToFront();
  await reading.select(url);
  const started = await timed(() => reading.version());
  const answer = await timed(async () => ({ text: await reading.ask('snapshot', ...words) }));
  return { ...answer, start: started.ms };
}

/** The text of agent-browser's reader. */
async function agentBrowserText(url) {
  await reading.select(url);
  return { text: await reading.ask('read') };
}

/** The article that Readability finds, its words and its Markdown by Turndown. */
async function readability(url) {
  const source = readFileSync(require.resolve('@mozilla/readability/Readability.js'), 'utf8');
  const article = await pageAt(url).evaluate((code) => {
    const Readability = new Function(`${code}; return Readability`)();
    const found = new Readability(document.cloneNode(true)).parse();
    return found && { title: found.title, html: found.content, words: found.textContent };
  }, source);
  if (!article) throw new Error('no article');
  const Turndown = require('turndown');
  const text = new Turndown({ headingStyle: 'atx' }).turndown(article.html);
  return { text: `# ${article.title}\n\n${text}`, article: article.words };
}

/** chrome-devtools-mcp, by MCP. */
class DevToolsMcp extends McpServer {
  constructor() {
    const program = path.join(modules, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js');
    super(process.execPath, [program, '--browserUrl', `http://${debug}`]);
  }

  async select(url) {
    const pages = await this.tool('list_pages', {});
    const line = pages.split('\n').find((each) => each.includes(url));
    const number = Number(line?.match(/^(\d+):/)?.[1]);
    if (!Number.isInteger(number)) throw new Error(`no page at ${url}`);
    await this.tool('select_page', { pageId: number });
    return number;
  }
}

let mcp;
/** chrome-devtools-mcp, with the page at an address selected. */
async function devToolsAt(url) {
  if (!mcp) {
    mcp = new DevToolsMcp();
    await mcp.start();
  }
  return { server: mcp, pageId: await mcp.select(url) };
}

async function devToolsMcp(url) {
  const { server, pageId } = await devToolsAt(url);
  return timed(async () => ({ text: await server.tool('take_snapshot', { pageId }) }));
}

const acting = new ActingTools({ debug, modules, pageAt, devTools: devToolsAt });
const tasks = new Tasks({ debug, modules, pageAt });

/**
 * The number of nodes of Chromium's accessibility tree, including frames in the page's process,
 * which is all that one session returns.
 */
async function axNodes(session) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const ids = [];
  for (const pending = [frameTree]; pending.length > 0;) {
    const { frame, childFrames = [] } = pending.pop();
    ids.push(frame.id);
    pending.push(...childFrames);
  }
  const trees = await Promise.all(
    ids.map((frameId) =>
      session.send('Accessibility.getFullAXTree', { frameId }).catch(() => ({ nodes: [] })),
    ),
  );
  return trees.reduce((sum, { nodes }) => sum + nodes.length, 0);
}

const tools = {
  playwright: (url) =>
    timed(async () => ({ text: await pageAt(url).locator('body').ariaSnapshot({ mode: 'ai' }) })),
  axtree: async (url) => {
    const session = await sessionOf(pageAt(url));
    return timed(async () => ({ nodes: await axNodes(session) }));
  },
  floor: (url) => timed(() => pageAt(url).evaluate(floor)),
  'agent-browser': (url) => agentBrowser(url, []),
  'agent-browser -i': (url) => agentBrowser(url, ['-i']),
  'chrome-devtools-mcp': devToolsMcp,
  'agent-browser read': agentBrowserText,
  readability,
  truth,
  act: (url, { way, act }) => acting.actAndSee(way, url, act),
  task: (url, { tool, work }) => tasks.done(work, tool, url),
  listed: async (url, { tool }) => ({ text: await tasks.listed(tool) }),
  // Counts the page's mutations until `watched` is called.
  watch: (url) =>
    timed(() =>
      pageAt(url).evaluate(() => {
        window.watchedChanges = 0;
        window.watchingObserver = new MutationObserver(
          (records) => (window.watchedChanges += records.length),
        );
        window.watchingObserver.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      }),
    ),
  watched: (url) =>
    timed(() =>
      pageAt(url).evaluate(() => {
        const changes = window.watchedChanges + window.watchingObserver.takeRecords().length;
        window.watchingObserver.disconnect();
        return { changes };
      }),
    ),
  edit: (url) =>
    timed(async () =>
      pageAt(url).evaluate(() => {
        const all = document.querySelectorAll('p, li, td, span, div');
        const leaf = [...all].find(
          (each) =>
            each.children.length === 0 &&
            each.textContent.trim().length > 3 &&
            each.checkVisibility(),
        );
        if (leaf) leaf.textContent = `edited ${(window.edits = (window.edits ?? 0) + 1)}`;
        return { edited: Boolean(leaf) };
      }),
    ),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, url, ...more } = JSON.parse(line);
  let answer;
  try {
    if (name !== 'act' || more.way === 'playwright') await connected();
    answer = await tools[name](url, more);
  } catch (error) {
    answer = { error: String(error).slice(0, 500) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
mcp?.end();
await reading.end();
await acting.end();
tasks.end();
await browser?.close().catch(() => {});
