// Builds the gallery as a separate program: `node web/gallery.ts <folder>`. Tests and pictures use it; the product's build does not contain it.
import * as path from 'node:path';
import { build, mergeConfig } from 'vite';
import { base } from './vite.config.ts';

const outDir = process.argv[2];
if (!outDir) {
  console.error('Usage: node web/gallery.ts <folder>');
  process.exit(1);
}
await build(
  mergeConfig(base, {
    configFile: false,
    logLevel: 'error',
    base: '/',
    build: {
      outDir: path.resolve(outDir),
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'src/gallery/index.html') },
    },
  }),
);
