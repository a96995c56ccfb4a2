// The requests that the methods of pages and elements send, and what a page remembers of answers.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AmbiguousId, connect, NotApplicable, NotYet, type Element } from '../src/index.js';
import type { ActionResult, Page } from '../src/index.js';
import { ACTIONS, camelCase } from './support/document.js';
import { FakeServer, type Handler, type Reply } from './support/fake-server.js';

const interacted: Handler = ({ body }) => {
  const { action } = body as { action: string };
  return { json: { results: [{ action, outcome: 'changed' }], tab: 7, waitedMs: 1 } };
};

type Act = (page: Page, element: Element) => Promise<ActionResult>;

/** The action, a call of the page or the element, and the fields of its request. */
const ROWS: readonly (readonly [string, Act, object])[] = [
  ['click', (page) => page.click(3, { button: 'right' }), { uid: 3, button: 'right' }],
  ['click', (page) => page.click({ selector: '#a', nth: 2 }), { selector: '#a', nth: 2 }],
  ['click', (page, element) => page.click(element, { seen: 's' }), { uid: '5', seen: 's' }],
  ['click', (_, element) => element.click({ key: 'k' }), { uid: '5', key: 'k' }],
  ['hover', (page) => page.hover('3.1'), { uid: '3.1' }],
  ['hover', (_, element) => element.hover(), { uid: '5' }],
  ['focus', (page) => page.focus(3), { uid: 3 }],
  ['focus', (_, element) => element.focus(), { uid: '5' }],
  ['activate', (page) => page.activate(3), { uid: 3 }],
  ['activate', (_, element) => element.activate(), { uid: '5' }],
  ['fill', (page) => page.fill(3, 'Ada'), { uid: 3, value: 'Ada' }],
  ['fill', (_, element) => element.fill('Ada'), { uid: '5', value: 'Ada' }],
  ['fill_secret', (page) => page.fillSecret(3, 'site'), { uid: 3, secret: 'site' }],
  ['fill_secret', (_, element) => element.fillSecret('site'), { uid: '5', secret: 'site' }],
  ['clear', (page) => page.clear(3), { uid: 3 }],
  ['clear', (_, element) => element.clear(), { uid: '5' }],
  ['set', (page) => page.set(3, '7'), { uid: 3, value: '7' }],
  ['set', (_, element) => element.set('7'), { uid: '5', value: '7' }],
  ['type', (page) => page.type('ab', { insert: true }), { text: 'ab', insert: true }],
  ['type', (page) => page.type('ab', { uid: 3 }), { text: 'ab', uid: 3 }],
  ['type', (_, element) => element.type('ab'), { text: 'ab', uid: '5' }],
  ['press', (page) => page.press('Enter'), { keys: 'Enter' }],
  ['press', (page) => page.press(['a', 'b'], { count: 2 }), { keys: ['a', 'b'], count: 2 }],
  ['press', (_, element) => element.press('Enter'), { keys: 'Enter', uid: '5' }],
  ['select', (page) => page.select(3, 'One'), { uid: 3, labels: ['One'] }],
  ['select', (page) => page.select(3, ['One', 'Two']), { uid: 3, labels: ['One', 'Two'] }],
  ['select', (_, element) => element.select({ indexes: [1] }), { uid: '5', indexes: [1] }],
  ['check', (page) => page.check(3), { uid: 3 }],
  ['check', (_, element) => element.check(), { uid: '5' }],
  ['uncheck', (page) => page.uncheck(3), { uid: 3 }],
  ['uncheck', (_, element) => element.uncheck(), { uid: '5' }],
  ['scroll', (page) => page.scroll({ to: 'bottom' }), { to: 'bottom' }],
  ['scroll', (page) => page.scroll(3, { by: [0, 9] }), { uid: 3, by: [0, 9] }],
  ['scroll', (page, element) => page.scroll(element), { uid: '5' }],
  ['scroll', (_, element) => element.scroll({ to: 'top' }), { uid: '5', to: 'top' }],
  ['submit', (page) => page.submit(3), { uid: 3 }],
  ['submit', (_, element) => element.submit(), { uid: '5' }],
  ['highlight', (page) => page.highlight(3), { uid: 3 }],
  ['highlight', (_, element) => element.highlight(), { uid: '5' }],
  ['drag', (page) => page.drag(3, 4), { uid: 3, to: { uid: 4 } }],
  ['drag', (page, element) => page.drag(3, element), { uid: 3, to: { uid: '5' } }],
  ['drag', (_, element) => element.drag({ by: [9, 0] }), { uid: '5', to: { by: [9, 0] } }],
  ['select_text', (page) => page.selectText(3, 'my'), { uid: 3, text: 'my' }],
  ['select_text', (_, element) => element.selectText(), { uid: '5' }],
  [
    'upload',
    (page) => page.upload(3, { name: 'a', base64: 'QQ==' }),
    { uid: 3, files: [{ name: 'a', base64: 'QQ==' }] },
  ],
  [
    'upload',
    (_, element) => element.upload([{ name: 'a', base64: 'QQ==', type: 'text/plain' }]),
    { uid: '5', files: [{ name: 'a', base64: 'QQ==', type: 'text/plain' }] },
  ],
  ['execute_js', (page) => page.executeJs('1'), { script: '1' }],
  ['execute_js', (_, element) => element.executeJs('1'), { script: '1', uid: '5' }],
  ['call_tool', (page) => page.callTool('add', { a: 1 }), { tool: 'add', arguments: { a: 1 } }],
  ['call_tool', (_, element) => element.callTool('add'), { tool: 'add', arguments: {}, uid: '5' }],
  ['navigate', (page) => page.navigate('http://a/'), { url: 'http://a/' }],
  ['back', (page) => page.back(), {}],
  ['forward', (page) => page.forward(), {}],
  ['reload', (page) => page.reload({ snapshot: 'none' }), { snapshot: 'none' }],
  ['new_tab', (page) => page.newTab('http://a/'), { url: 'http://a/' }],
  ['new_tab', (page) => page.newTab(), {}],
  ['close_tab', (page) => page.closeTab(), {}],
  ['activate_tab', (page) => page.activateTab(), {}],
  ['claim_tab', (page) => page.claimTab(), {}],
  ['release_tab', (page) => page.releaseTab(), {}],
];

test('the table has every action', () => {
  const actions = new Set(ROWS.map(([action]) => action));
  assert.deepEqual([...actions].sort(), [...ACTIONS].sort());
});

for (const [index, [action, act, fields]] of ROWS.entries()) {
  test(`${camelCase(action)}, row ${index + 1}`, async () => {
    await using server = await FakeServer.start(interacted);
    await using browser = await connect({ stateDir: server.dir, session: 's' });
    const page = browser.page(7);
    const result = await act(page, page.element(5));
    assert.deepEqual(result, { action, outcome: 'changed' });
    const [request] = server.received;
    assert.equal(request?.path, '/interact');
    assert.deepEqual(request.body, { action, session: 's', tab: 7, withText: true, ...fields });
  });
}

test('files to upload are read from this computer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'axlens-'));
  const path = join(folder, 'note.txt');
  await writeFile(path, 'Hi');
  await using server = await FakeServer.start(interacted);
  await using browser = await connect({ stateDir: server.dir });
  await browser.page(1).upload(3, path);
  const body = server.received[0]?.body as { files: unknown };
  assert.deepEqual(body.files, [{ name: 'note.txt', base64: 'SGk=' }]);
  await rm(folder, { recursive: true });
  await assert.rejects(browser.page(1).upload(3, path), { code: 'ENOENT' });
  assert.equal(server.received.length, 1);
});

const READS: readonly [string, (page: Page, element: Element) => Promise<unknown>, object][] = [
  ['observe', (page) => page.observe(), { what: 'a11y_tree', format: 'lean' }],
  [
    'observe',
    (page) => page.observe({ format: 'outline', max_depth: 2 }),
    { what: 'a11y_tree', format: 'outline', max_depth: 2 },
  ],
  ['get', (page) => page.get('title'), { what: 'title' }],
  ['get', (page) => page.get('count', { selector: 'a' }), { what: 'count', selector: 'a' }],
  ['get', (_, element) => element.get('value'), { what: 'value', uid: '5' }],
  ['wait', (page) => page.wait('text', { value: 'x' }), { for: 'text', value: 'x' }],
  ['wait', (_, element) => element.wait('vanishes'), { for: 'vanishes', uid: '5' }],
  ['locate', (page) => page.locate(3), { uid: 3 }],
  ['locate', (_, element) => element.locate(), { uid: '5' }],
  ['explain', (page) => page.explain({ selector: 'a' }), { selector: 'a' }],
  ['explain', (_, element) => element.explain(), { uid: '5' }],
  ['network', (page) => page.network({ failed: true }), { failed: true }],
  ['errors', (page) => page.errors({ kinds: ['csp'] }), { kinds: ['csp'] }],
  ['screenshot', (page) => page.screenshot({ marks: true }), { marks: true }],
  ['screenshot', (_, element) => element.screenshot(), { uid: '5' }],
];

for (const [index, [endpoint, read, fields]] of READS.entries()) {
  test(`${endpoint}, row ${index + 1}`, async () => {
    const answer = { tab: 7, tree: 't', data: 'QQ==' };
    await using server = await FakeServer.start(() => ({ json: answer }));
    await using browser = await connect({ stateDir: server.dir, session: 's' });
    const page = browser.page(7);
    const result = await read(page, page.element(5));
    assert.deepEqual(result, endpoint === 'screenshot' ? new Uint8Array([65]) : answer);
    const [request] = server.received;
    assert.equal(request?.path, `/${endpoint}`);
    assert.deepEqual(request.body, { session: 's', tab: 7, ...fields });
  });
}

test('a page without a number is that of the first answer', async () => {
  const facts = { tree: '1 link "A"', url: 'http://a/', pageTitle: 'A', tab: 9 };
  await using server = await FakeServer.start(() => ({ json: facts }));
  await using browser = await connect({ stateDir: server.dir });
  const page = browser.page();
  const before = [page.tab, page.text, page.changes, page.url, page.title];
  assert.deepEqual(before, [undefined, '', '', undefined, undefined]);
  await page.observe();
  const after = [page.tab, page.text, page.changes, page.url, page.title];
  assert.deepEqual(after, [9, '1 link "A"', '', 'http://a/', 'A']);
  await page.observe();
  assert.equal((server.received[1]?.body as { tab: number }).tab, 9);
});

test('the changes of actions are the text of the answer', async () => {
  const text = '1 changed: fill textbox "A"\n2 navigated: click, to http://b/\n+ x';
  const answer = { results: [], tab: 1, waitedMs: 1, text, tree: '+ x' };
  const place = { url: 'http://b/', pageTitle: 'B' };
  await using server = await FakeServer.start(() => ({ json: { ...answer, ...place } }));
  await using browser = await connect({ stateDir: server.dir });
  const page = browser.page(1);
  assert.deepEqual(await page.do([{ action: 'back' }]), { ...answer, ...place });
  assert.equal((server.received[0]?.body as { withText: boolean }).withText, true);
  assert.deepEqual(
    [page.changes, page.text, page.url, page.title],
    [text, '+ x', 'http://b/', 'B'],
  );
});

test('open returns the page of the new tab', async () => {
  const answer = { results: [{ action: 'new_tab', outcome: 'opened_tab' }], tab: 12, waitedMs: 1 };
  await using server = await FakeServer.start(() => ({ json: answer }));
  await using browser = await connect({ stateDir: server.dir });
  const page = await browser.open('http://a/');
  assert.equal(page.tab, 12);
  const body = { action: 'new_tab', url: 'http://a/', session: 'default', withText: true };
  assert.deepEqual(server.received[0]?.body, body);
});

test('a list of tabs and of browsers', async () => {
  const json = { tabs: [{ tab: 1 }], browsers: [{ name: 'Chrome' }], ms: 1 };
  await using server = await FakeServer.start(() => ({ json }));
  await using browser = await connect({ stateDir: server.dir });
  assert.deepEqual(await browser.tabs('Chrome 2'), json.tabs);
  assert.deepEqual(await browser.browsers(), json.browsers);
  assert.deepEqual(await browser.ping({ page: false }), json);
  const paths = server.received.map(({ path }) => path);
  assert.deepEqual(paths, ['/tabs?browser=Chrome+2', '/browsers', '/ping']);
});

interface Match {
  readonly uid: string | null;
  readonly role: string;
  readonly name: string;
}

function found(count: number, matches: readonly Match[]): Reply {
  const facts = { pageTitle: 'A', url: 'http://a/', snapshot: 1, tab: 7 };
  return { json: { count, matches, tree: 'the lines', ...facts } };
}

const SAVE: Match = { uid: '5', role: 'button', name: 'Save' };

test('find waits until an element matches', async () => {
  const replies = [found(0, []), { json: { for: 'appears', waitedMs: 5 } }, found(1, [SAVE])];
  await using server = await FakeServer.start(() => replies.shift() ?? 'close');
  await using browser = await connect({ stateDir: server.dir });
  const { uid, role, name } = await browser.page(7).find({ role: 'button', timeoutMs: 900 });
  assert.deepEqual({ uid, role, name }, SAVE);
  const paths = server.received.map(({ path }) => path);
  assert.deepEqual(paths, ['/find', '/wait', '/find']);
  const wait = server.received[1]?.body as { timeoutMs: number };
  assert.ok(wait.timeoutMs <= 900 && wait.timeoutMs >= 100);
  const { timeoutMs, ...fields } = wait;
  assert.ok(timeoutMs > 0);
  assert.deepEqual(fields, { role: 'button', for: 'appears', session: 'default', tab: 7 });
});

test('find without a match in time is not_yet', async () => {
  const fault = { error: 'not_yet', message: 'No.', hint: '', retryable: true };
  const handler: Handler = ({ path }) =>
    path === '/find' ? found(0, []) : { status: 504, json: fault };
  await using server = await FakeServer.start(handler);
  await using browser = await connect({ stateDir: server.dir });
  await assert.rejects(browser.page(7).find({ name: 'Save' }), NotYet);
});

test('find of an element that comes and goes ends', async () => {
  const handler: Handler = ({ path }) =>
    path === '/find' ? found(0, []) : { json: { for: 'appears', waitedMs: 0 } };
  await using server = await FakeServer.start(handler);
  await using browser = await connect({ stateDir: server.dir });
  await assert.rejects(browser.page(7).find({ name: 'Save', timeoutMs: 100 }), NotYet);
});

test('find with several matches lists them', async () => {
  await using server = await FakeServer.start(() => found(6, [SAVE, SAVE]));
  await using browser = await connect({ stateDir: server.dir });
  await assert.rejects(browser.page(7).find({ name: 'Save' }), (error: unknown) => {
    assert.ok(error instanceof AmbiguousId && error.message.includes('the lines'));
    return true;
  });
});

test('find of a shape that has no line says to use the selector', async () => {
  await using server = await FakeServer.start(() => found(1, []));
  await using browser = await connect({ stateDir: server.dir });
  await assert.rejects(browser.page(7).find({ selector: 'circle' }), NotApplicable);
});

test('findAll returns elements; one without a uid accepts no actions', async () => {
  const text: Match = { uid: null, role: 'text', name: 'Saved' };
  await using server = await FakeServer.start(() => found(2, [SAVE, text]));
  await using browser = await connect({ stateDir: server.dir });
  const page = browser.page(7);
  const elements = await page.findAll({ text: 'Sav', limit: 2 });
  assert.deepEqual(
    elements.map(({ uid, role, name }) => ({ uid, role, name })),
    [SAVE, text],
  );
  const [, second] = elements;
  assert.ok(second !== undefined);
  const calls = [second.click(), second.type('a'), second.get('value'), page.drag(3, second)];
  for (const call of calls) await assert.rejects(call, NotApplicable);
  assert.equal(server.received.length, 1);
});
