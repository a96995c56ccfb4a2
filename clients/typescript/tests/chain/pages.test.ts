// Reads and operates pages in a real browser, through the server that AXLENS_STATE_DIR names. An
// agent must be allowed to act on 127.0.0.1 without a prompt.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AmbiguousId, connect, ElementDisabled, NotYet, StaleUid } from '../../src/index.js';
import type { Browser, Page } from '../../src/index.js';
import { serve, type Site } from './site.js';

let browser: Browser;
let site: Site;
/** What ends the things that have begun. */
const cleanups: (() => void | Promise<void>)[] = [];

before(async () => {
  assert.ok(process.env['AXLENS_STATE_DIR'], 'AXLENS_STATE_DIR must name a running server');
  const server = await connect({ session: 'typescript-tests', timeout: 60_000 });
  cleanups.push(() => server.close());
  browser = server;
  site = await serve();
  cleanups.push(site.stop);
});

after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

/** A test on a page of its own, in a tab that is closed afterwards. */
function onPage(title: string, path: string, run: (page: Page) => Promise<void>): void {
  test(title, { timeout: 60_000 }, async () => {
    const page = await browser.open(site.url + path);
    try {
      await page.wait('load');
      await run(page);
    } finally {
      const closed = await page.closeTab({ snapshot: 'none' });
      assert.equal(closed.outcome, 'closed_tab');
    }
  });
}

test('the server and the browser are connected', async () => {
  assert.equal((await browser.health()).ok, true);
  assert.ok((await browser.browsers()).some(({ connected }) => connected));
  assert.ok((await browser.status()).wire > 0);
  assert.ok((await browser.ping({ page: false })).ms >= 0);
});

onPage('a page is read', '/buttons', async (page) => {
  const { tree } = await page.observe();
  assert.match(tree, /button "Remove"/);
  assert.equal(page.text, tree);
  assert.equal(page.title, 'Buttons');
  assert.equal(page.url, `${site.url}/buttons`);
  assert.ok((await browser.tabs()).some(({ tab }) => tab === page.tab));
  assert.equal((await page.get('title')).title, 'Buttons');
  assert.equal((await page.get('count', { selector: 'button' })).count, 6);
  const buttons = await page.findAll({ role: 'button' });
  assert.deepEqual(
    buttons.map(({ name }) => name),
    ['Remove', 'Victim', 'Edit', 'Edit', 'Count', 'Never'],
  );
});

onPage('find waits for an element that the page adds', '/late', async (page) => {
  const late = await page.find({ role: 'button', name: 'Late' });
  assert.deepEqual([late.role, late.name], ['button', 'Late']);
  await assert.rejects(page.find({ name: 'Missing', timeoutMs: 300 }), NotYet);
});

onPage('several matches are an error', '/buttons', async (page) => {
  await assert.rejects(page.find({ role: 'button', name: 'Edit' }), AmbiguousId);
});

onPage('a form of ten fields is filled with one request', '/form', async (page) => {
  const uid = async (label: string): Promise<string | null> => (await page.find({ label })).uid;
  const answer = await page.do([
    { action: 'fill', uid: await uid('Name'), value: 'Ada Lovelace' },
    { action: 'fill', uid: await uid('Email'), value: 'ada@example.com' },
    { action: 'fill', uid: await uid('Phone'), value: '+44 20 7946' },
    { action: 'fill', uid: await uid('Guests'), value: '2' },
    { action: 'fill', uid: await uid('Arrival'), value: '2026-12-10' },
    { action: 'set', uid: await uid('Color'), value: '#d6249f' },
    { action: 'fill', uid: await uid('Notes'), value: 'Quiet room' },
    { action: 'select', uid: await uid('Room'), labels: ['Double'] },
    { action: 'check', uid: await uid('Breakfast') },
    { action: 'check', uid: await uid('High floor') },
    { action: 'click', selector: 'text=Book' },
    { get: { what: 'text', selector: '#result' } },
  ]);
  assert.equal(answer.results.length, 12);
  const last = answer.results[11];
  assert.ok(last !== undefined && 'get' in last);
  assert.deepEqual(JSON.parse(last.get.text ?? ''), {
    ...{ name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946', guests: '2' },
    ...{ arrival: '2026-12-10', color: '#d6249f', notes: 'Quiet room', room: 'Double' },
    ...{ breakfast: 'yes', floor: 'high' },
  });
  assert.match(page.changes, /^1 changed: fill textbox "Name"/);
});

onPage('a click returns what it has changed', '/buttons', async (page) => {
  const count = await page.find({ role: 'button', name: 'Count' });
  const result = await count.click({ key: `typescript-${page.tab ?? 0}-${Date.now()}` });
  assert.deepEqual([result.outcome, result.role, result.name], ['changed', 'button', 'Count']);
  assert.match(page.changes, /^changed: click button "Count"/);
  assert.match(page.changes, /1 clicks/);
});

onPage('an action with a key is executed once', '/buttons', async (page) => {
  const key = `typescript-${page.tab ?? 0}-${Date.now()}`;
  const count = await page.find({ role: 'button', name: 'Count' });
  await count.click({ key });
  const again = await count.click({ key });
  assert.equal(again.before, true);
  assert.equal((await page.get('text', { selector: '#number' })).text, '1 clicks');
});

onPage('links and the history navigate', '/first', async (page) => {
  const result = await (await page.find({ role: 'link', name: 'Second page' })).click();
  assert.equal(result.outcome, 'navigated');
  assert.equal(page.url, `${site.url}/second`);
  assert.equal(page.title, 'Second');
  assert.equal((await page.back()).outcome, 'navigated');
  assert.equal(page.title, 'First');
  await page.forward();
  assert.equal(page.title, 'Second');
  await page.navigate(`${site.url}/buttons`);
  assert.equal(page.title, 'Buttons');
  await page.reload();
  assert.equal((await page.get('url')).url, `${site.url}/buttons`);
});

onPage('an element that was removed is stale', '/buttons', async (page) => {
  const victim = await page.find({ role: 'button', name: 'Victim' });
  await (await page.find({ role: 'button', name: 'Remove' })).click();
  await victim.wait('vanishes');
  await assert.rejects(victim.click(), (error: unknown) => {
    assert.ok(error instanceof StaleUid);
    assert.deepEqual([error.status, error.retryable], [404, false]);
    return true;
  });
});

onPage('a failed list has the results before the fault', '/buttons', async (page) => {
  const steps = [
    { action: 'click', selector: '#count' },
    { action: 'click', selector: 'text=Never' },
  ] as const;
  await assert.rejects(page.do(steps), (error: unknown) => {
    assert.ok(error instanceof ElementDisabled);
    assert.equal(error.done?.results.length, 1);
    return true;
  });
});

onPage('a screenshot is an image', '/buttons', async (page) => {
  await page.activateTab();
  const png = await page.screenshot();
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const button = await page.find({ role: 'button', name: 'Count' });
  const part = await button.screenshot({ format: 'jpeg' });
  assert.deepEqual([...part.subarray(0, 2)], [0xff, 0xd8]);
});

onPage('a file is uploaded', '/fields', async (page) => {
  const base64 = Buffer.from('Hello').toString('base64');
  await page.upload({ selector: '#file' }, { name: 'note.txt', type: 'text/plain', base64 });
  await page.wait('text', { value: 'note.txt: Hello' });
});

onPage('keys are pressed in an element and in the focused one', '/fields', async (page) => {
  const field = await page.find({ label: 'Text' });
  await field.focus();
  await page.type('Hello');
  await field.press(['End', 'Backspace']);
  assert.equal((await field.get('value')).value, 'Hell');
  await page.press('Control+A');
  await page.press('Delete');
  assert.equal((await field.get('value')).value, null);
  await field.type('Again', { insert: true });
  assert.equal((await field.get('value')).value, 'Again');
  await field.clear();
  assert.equal((await field.get('value')).value, null);
});

onPage('an element is described and checked', '/buttons', async (page) => {
  const count = await page.find({ role: 'button', name: 'Count' });
  assert.equal((await count.get('state')).role, 'button');
  assert.equal((await count.locate()).box?.length, 4);
  assert.equal((await count.explain()).name.value, 'Count');
  assert.equal((await count.wait('enabled')).for, 'enabled');
  assert.equal((await count.click({ dryRun: true })).outcome, 'possible');
  assert.equal((await count.hover()).action, 'hover');
  assert.equal((await page.element(count.uid ?? '').highlight()).outcome, 'shown');
  assert.equal((await page.get('text', { selector: '#number' })).text, '0 clicks');
});

onPage('a page scrolls to an element', '/long', async (page) => {
  assert.equal((await page.scroll({ to: 'bottom' })).outcome, 'scrolled');
  const bottom = await page.find({ role: 'button', name: 'Bottom' });
  await page.scroll({ to: 'top' });
  assert.equal((await bottom.scroll()).outcome, 'scrolled');
});
