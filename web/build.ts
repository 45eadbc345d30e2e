// Builds the web program into web/dist: `ROOT_PUBLIC_KEY=… node web/build.ts`. Takes about ten seconds.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, mergeConfig } from 'vite';
import { pages } from './pages.ts';
import { base, pwa } from './vite.config.ts';

const root = import.meta.dirname;
const rootPublicKey = process.env.ROOT_PUBLIC_KEY;
if (!rootPublicKey) {
  console.error('ROOT_PUBLIC_KEY is not set: without it the web program could trust no key list (docs/protocol.md).');
  process.exit(1);
}
const quiet = { configFile: false as const, logLevel: 'warn' as const };

await build(
  mergeConfig(base, {
    ...quiet,
    build: {
      copyPublicDir: false,
      ssr: 'src/prerender.tsx',
      outDir: 'dist-ssr',
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: undefined } },
    },
  }),
);
const { renderAll } = (await import(pathToFileURL(path.join(root, 'dist-ssr/prerender.js')).href)) as typeof import('./src/prerender.tsx');
await build(mergeConfig(base, { ...quiet, plugins: [pages(await renderAll()), pwa()], build: { outDir: 'dist', emptyOutDir: true } }));
// The server compares this with its own root key, so that a program built for another key is noticed at the start.
fs.writeFileSync(path.join(root, 'dist/root.txt'), `${rootPublicKey}\n`);
