// Bundles each page of the subfolders to `dist/NAME.js`, and the styles of its library to
// `dist/NAME.css`.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';

/** Compiles Svelte components, also those of the library. */
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

const FOLDERS = ['editors', 'kits', 'widgets'];
const pages = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.jsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

await build({
  entryPoints: pages,
  outdir: 'dist',
  entryNames: '[name]',
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
