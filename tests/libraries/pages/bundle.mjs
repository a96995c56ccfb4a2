// Bundles each page beside it: `dist/NAME.js`, and `dist/NAME.css` where a library has styles.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';

/** Svelte's own compiler, for the kit's files too. */
const svelte = {
  name: 'svelte',
  setup({ onLoad }) {
    const load = (filter, how) =>
      onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const { js } = how(source, { filename: path, generate: 'client', css: 'injected' });
        return { contents: js.code, loader: 'js' };
      });
    load(/\.svelte$/, compile);
    load(/\.svelte\.js$/, (source, { filename, generate }) =>
      compileModule(source, { filename, generate }),
    );
  },
};

const SHARED = new Set(['show.js', 'bundle.mjs']);
const pages = readdirSync('.').filter((name) => /\.jsx?$/.test(name) && !SHARED.has(name));

await build({
  entryPoints: pages,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  logLevel: 'warning',
  conditions: ['svelte', 'browser'],
  define: {
    'process.env.NODE_ENV': '"production"',
    global: 'window',
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
  },
  loader: { '.ttf': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl', '.svg': 'dataurl' },
  plugins: [svelte],
});
