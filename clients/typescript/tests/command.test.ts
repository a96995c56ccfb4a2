// The command `axlens`, in a package whose installer is a few lines of shell.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const INSTALLER = `echo "installer: $*"
mkdir -p "$AXLENS_INSTALL_DIR"
printf '%s\\n' '#!/bin/sh' 'echo "program: $*"' 'exit 7' >"$AXLENS_INSTALL_DIR/axlens"
chmod +x "$AXLENS_INSTALL_DIR/axlens"
`;

/** A package with the command and this installer. */
function packageWith(context: TestContext, installer: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'an axlens package '));
  context.after(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(folder, 'installer'));
  const command = fileURLToPath(new URL('../src/command.js', import.meta.url));
  copyFileSync(command, join(folder, 'dist/command.js'));
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3", "type": "module" }');
  writeFileSync(join(folder, 'installer/install.sh'), installer);
  writeFileSync(join(folder, 'installer/SHA256SUMS'), '');
  return folder;
}

function run(folder: string, ...words: string[]): [number | null, string, string] {
  const env = { PATH: process.env['PATH'], AXLENS_INSTALL_DIR: join(folder, 'installed') };
  const command = [join(folder, 'dist/command.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env,
    encoding: 'utf8',
  });
  return [status, stdout, stderr];
}

test('a missing program is installed first and then run', (context) => {
  const folder = packageWith(context, INSTALLER);
  const options = `--no-register --version 1.2.3 --sums ${join(folder, 'installer/SHA256SUMS')}`;
  const [status, stdout, stderr] = run(folder, 'status', '--json');
  assert.deepEqual([status, stdout], [7, 'program: status --json\n']);
  assert.equal(stderr, `installer: ${options}\n`);
  assert.deepEqual(run(folder, 'a b'), [7, 'program: a b\n', '']);
});

test('a failed installation ends with its code', (context) => {
  const folder = packageWith(context, 'echo no >&2\nexit 5\n');
  assert.deepEqual(run(folder, 'status'), [5, '', 'no\n']);
});

test('without checksums nothing is installed', (context) => {
  const folder = packageWith(context, INSTALLER);
  rmSync(join(folder, 'installer/SHA256SUMS'));
  const [status, stdout, stderr] = run(folder, 'status');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /docs\/install\.md/u);
});
