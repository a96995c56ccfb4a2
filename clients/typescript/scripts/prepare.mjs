// Compiles the package for `npm install FOLDER` and `npm pack`, with the pinned compiler, which npm
// does not install for a folder that another project depends on.

import { execSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';

const run = (command) => execSync(command, { stdio: ['ignore', process.stderr, 'inherit'] });

if (!existsSync('node_modules/typescript')) run('npm ci --ignore-scripts --no-audit --no-fund');
rmSync('dist', { recursive: true, force: true });
run('npm run --silent build');
copyFileSync('../../LICENSE', 'LICENSE');
