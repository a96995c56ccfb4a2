#!/usr/bin/env node
// The command `axlens` of this package: runs the installed program. If there is none, it installs
// the version of this package first, with the checksums in this package.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const INSTALLER = join(PACKAGE, 'installer');
const IS_WINDOWS = process.platform === 'win32';

/** The path of the installed program, which may not exist. */
function program(): string {
  const home = IS_WINDOWS
    ? join(process.env['LOCALAPPDATA'] ?? homedir(), 'Programs', 'Axlens')
    : join(homedir(), '.local/share/axlens');
  return join(process.env['AXLENS_INSTALL_DIR'] ?? home, IS_WINDOWS ? 'axlens.exe' : 'axlens');
}

/** Ends with a message and the next step. */
function fail(message: string, nextStep: string): never {
  process.stderr.write(`axlens: ${message}: ${nextStep}\n`);
  process.exit(1);
}

/** Runs the installer. Its output goes to standard error, because that of the program is data. */
function install(): void {
  const sums = join(INSTALLER, 'SHA256SUMS');
  if (!existsSync(sums)) {
    fail('the program is not installed, and this package has no installer', 'see docs/install.md');
  }
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const script = join(INSTALLER, IS_WINDOWS ? 'install.ps1' : 'install.sh');
  const words = IS_WINDOWS
    ? ['-ExecutionPolicy', 'Bypass', '-File', script, '-NoRegister']
    : [script, '--no-register'];
  words.push(IS_WINDOWS ? '-Version' : '--version', version, IS_WINDOWS ? '-Sums' : '--sums', sums);
  const shell = IS_WINDOWS ? 'powershell' : 'sh';
  const { status, error } = spawnSync(shell, words, {
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (error !== undefined) fail(error.message, 'see docs/install.md');
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(program())) install();
const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit' });
// A terminal sends SIGINT to both; the program decides when it ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => fail(error.message, 'install Axlens again'));
child.on('exit', (code) => process.exit(code ?? 1));
