// The generated files are current, and the classes have what docs/clients.md and docs/openapi.json
// list.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as axlens from '../src/index.js';
import { Browser, Element, Page, type ActionName } from '../src/index.js';
import { ACTIONS, camelCase, CODES, DOCS, PACKAGE, pascalCase } from './support/document.js';

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The compiler rejects this if an action has no method. */
const missing: readonly Exclude<CamelCase<ActionName>, keyof Page>[] = [];

function namesOf(prototype: object): string[] {
  return [...Object.getOwnPropertyNames(prototype), ...parentNames(prototype)];
}

function parentNames(prototype: object): string[] {
  const parent: unknown = Object.getPrototypeOf(prototype);
  return typeof parent === 'object' && parent !== null ? namesOf(parent) : [];
}

test('the generated files are current', () => {
  const cwd = fileURLToPath(PACKAGE);
  execFileSync(process.execPath, ['scripts/generate.mjs', '--check'], { cwd, stdio: 'inherit' });
});

test('each code of a fault has a class with its name', () => {
  for (const code of CODES) {
    const name = pascalCase(code);
    const found = (axlens as Record<string, unknown>)[name];
    assert.ok(typeof found === 'function', name);
    assert.equal((found as unknown as { code: string }).code, code);
    assert.ok(found.prototype instanceof axlens.Fault, name);
  }
});

test('a page has a method for each action', () => {
  assert.deepEqual(missing, []);
  const names = namesOf(Page.prototype);
  for (const action of ACTIONS) assert.ok(names.includes(camelCase(action)), action);
});

test('the classes have the methods and properties of docs/clients.md', () => {
  const text = readFileSync(new URL('clients.md', DOCS), 'utf8');
  const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const listed = (title: string) =>
    section(title)
      .split('\n')
      .flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? [])
      .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => camelCase(name ?? '')));
  for (const [title, prototype] of [
    ['Browser', Browser.prototype],
    ['Page', Page.prototype],
  ] as const) {
    const names = [...namesOf(prototype), 'session'];
    const wanted = listed(title);
    assert.ok(wanted.length > 5, `docs/clients.md has a table for ${title}`);
    for (const name of wanted) assert.ok(names.includes(name), `${title}.${name}`);
  }
});

test('an element has the methods of a page for elements', () => {
  const names = namesOf(Element.prototype);
  const onTab = /^(navigate|back|forward|reload|new_tab|\w+_tab)$/;
  const onElements = ACTIONS.filter((action) => !onTab.test(action));
  const wanted = [...onElements.map(camelCase), 'get', 'wait', 'locate', 'explain', 'screenshot'];
  for (const name of wanted) assert.ok(names.includes(name), name);
});
