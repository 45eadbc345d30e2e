// Builds the web app into web/dist in about ten seconds: `ROOT_PUBLIC_KEY=… node web/build.ts`.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, mergeConfig, type Rolldown } from 'vite';
import { pages } from './pages.ts';
import { base, pwa } from './vite.config.ts';

const root = import.meta.dirname;

/**
 * Builds an app that trusts `rootPublicKey` into `outDir`, and returns the bundle. `isPrerendered:
 * false` omits the prerendered pages, so that measurements can compare both variants. The
 * prerenderer itself is built into `<outDir>-ssr`.
 */
export async function buildWeb({
  rootPublicKey,
  outDir,
  isPrerendered = true,
}: BuildWish): Promise<Rolldown.RolldownOutput> {
  const quiet = { configFile: false as const, logLevel: 'warn' as const };
  const define = { 'import.meta.env.ROOT_PUBLIC_KEY': JSON.stringify(rootPublicKey) };
  const painter = {
    ...quiet,
    define,
    build: {
      copyPublicDir: false,
      ssr: 'src/prerender.tsx',
      outDir: `${outDir}-ssr`,
      emptyOutDir: true,
    },
  };
  await build(mergeConfig({ ...base, build: { ...base.build, rolldownOptions: {} } }, painter));
  const { renderAll } = (await import(
    pathToFileURL(path.join(`${outDir}-ssr`, 'prerender.js')).href
  )) as typeof import('./src/prerender.tsx');
  const painted = isPrerendered ? await renderAll() : [];
  const output = await build(
    mergeConfig(base, {
      ...quiet,
      define,
      plugins: [pages(painted), pwa()],
      build: { outDir, emptyOutDir: true },
    }),
  );
  await addPush(outDir);
  // At startup, the server compares this key with its own root key, to detect an app that was built
  // for another key.
  fs.writeFileSync(path.join(outDir, 'root.txt'), `${rootPublicKey}\n`);
  return output as Rolldown.RolldownOutput;
}

/**
 * Appends the code that shows notifications to Workbox's service worker, so that the service worker
 * is a single script.
 */
async function addPush(outDir: string): Promise<void> {
  const entry = path.join(root, 'src/worker/entry.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: base.build?.target ?? 'modules',
      lib: { entry, formats: ['iife'], name: 'push' },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as Rolldown.RolldownOutput[];
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  fs.appendFileSync(path.join(outDir, 'sw.js'), `\n${code}`);
}

export type BuildWish = { rootPublicKey: string; outDir: string; isPrerendered?: boolean };

if (import.meta.main) {
  const rootPublicKey = process.env.ROOT_PUBLIC_KEY;
  if (rootPublicKey) await buildWeb({ rootPublicKey, outDir: path.join(root, 'dist') });
  else {
    console.error(
      'ROOT_PUBLIC_KEY is not set: without it the web program could trust no key list (docs/integrators/protocol.md).',
    );
    process.exitCode = 1;
  }
}
