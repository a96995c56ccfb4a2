// Axlens reads a page and acts in it; Playwright asserts what the page is like afterwards. Both use
// the same browser: Playwright starts Chromium with the extension, which connects to the server.
//
// 1. Build the extension and the server (CONTRIBUTING.md), and start `axlens serve`.
// 2. Install this package's tools (`npm install`), and Chromium: `npx playwright-core install
//    chromium`. Chrome itself does not load extensions from the command line.
// 3. Allow agents to act on 127.0.0.1 in the options of Axlens, or answer the prompt.
// 4. Compile and run, with the folder of the built extension:
//
//     npm run examples
//     AXLENS_EXTENSION=path/to/extension node .examples/playwright.js
//
// With AXLENS_CDP=http://127.0.0.1:9222 instead, Playwright connects to a running Chromium that was
// started with `--remote-debugging-port=9222` and has the extension.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, ExtensionDisconnected, type Browser, type Page } from 'axlens';
import { chromium, type BrowserContext } from 'playwright-core';

const TASKS = `<!doctype html><title>Tasks</title>
<label>Task <input id="task"></label> <button id="add">Add</button> <ul id="list"></ul>
<script>
  add.addEventListener('click', () => {
    list.append(Object.assign(document.createElement('li'), { textContent: task.value }));
    task.value = '';
  });
</script>`;

/** How long the extension may take to connect, in milliseconds. */
const CONNECT_TIMEOUT_MS = 30_000;

const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(TASKS);
});
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

const context = await startedContext();
try {
  await using browser = await connect({ session: 'playwright' });
  const page = await opened(browser);
  await (await page.find({ label: 'Task' })).fill('Buy milk');
  await (await page.find({ role: 'button', name: 'Add' })).click();
  console.log(page.changes);

  const tab = context.pages().find((candidate) => candidate.url() === url);
  assert.ok(tab !== undefined, 'Playwright has the tab that Axlens has opened');
  assert.deepEqual(await tab.locator('#list li').allTextContents(), ['Buy milk']);
  assert.equal(await tab.locator('#task').inputValue(), '');
  await page.closeTab();
} finally {
  await context.close();
  site.close();
}

/** A browser with the extension: a running one, or a new one with an empty profile. */
async function startedContext(): Promise<BrowserContext> {
  const address = process.env['AXLENS_CDP'];
  if (address !== undefined) {
    const [running] = (await chromium.connectOverCDP(address)).contexts();
    assert.ok(running !== undefined, 'the browser has a profile');
    return running;
  }
  const extension = process.env['AXLENS_EXTENSION'];
  assert.ok(extension, 'AXLENS_EXTENSION must be the folder of the built extension');
  return chromium.launchPersistentContext('', {
    channel: 'chromium',
    args: [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  });
}

/** The page in a new tab, as soon as the extension has connected. */
async function opened(browser: Browser): Promise<Page> {
  const until = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      // The extension answers before a tab is opened, so a repetition opens no second tab.
      await browser.ping({ page: false });
      return await browser.open(url);
    } catch (error) {
      if (!(error instanceof ExtensionDisconnected) || performance.now() > until) throw error;
    }
  }
}
