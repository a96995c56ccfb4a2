// What differs between systems. The rules of Windows need no Windows.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UntrustedServer } from '../src/index.js';
import { UNIX, WINDOWS } from '../src/system.js';

const PIPE = `\\\\.\\pipe\\axlens-${'0'.repeat(64)}`;

test('on Windows, the path to connect to is the name of a pipe in a file', async () => {
  const path = (text: string) => WINDOWS.socketPath('axlens.pipe', () => Promise.resolve(text));
  assert.equal(await path(PIPE), PIPE);
  const others = ['', 'C:\\a', `\\\\evil\\pipe\\axlens-${'0'.repeat(64)}`, `${PIPE}0`, `${PIPE}\n`];
  for (const text of others) await assert.rejects(path(text), UntrustedServer, text);
});

test('on Windows, the state directory must be in the profile, also through links', async () => {
  const stats = { uid: 0, mode: 0 };
  const profile = await mkdtemp(join(tmpdir(), 'axlens-'));
  const outside = await mkdtemp(join(tmpdir(), 'axlens-'));
  const home = process.env['HOME'];
  process.env['HOME'] = profile;
  try {
    const inside = join(profile, 'state');
    await mkdir(inside);
    await WINDOWS.checkFolder(inside, stats);
    const link = join(profile, 'link');
    await symlink(outside, link);
    for (const path of [outside, link, profile]) {
      await assert.rejects(WINDOWS.checkFolder(path, stats), UntrustedServer, path);
    }
  } finally {
    process.env['HOME'] = home;
    await rm(profile, { recursive: true });
    await rm(outside, { recursive: true });
  }
});

test('on Linux and macOS, the owner and the permissions are checked', async () => {
  const uid = process.geteuid?.() ?? 0;
  await UNIX.checkFolder('a', { uid, mode: 0o40700 });
  const refused = [
    { uid: uid + 1, mode: 0o40700 },
    { uid, mode: 0o40750 },
    { uid, mode: 0o40701 },
  ];
  for (const stats of refused) {
    assert.throws(() => {
      UNIX.checkFile('a', stats);
    }, UntrustedServer);
  }
});
