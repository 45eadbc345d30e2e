// Builds the program that staff install, `sandali-ops`, into one file without dependencies.
// `npm pack -w @sandali/ops` runs this first.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { build } from 'vite';

const dist = path.join(import.meta.dirname, 'dist');

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: path.join(import.meta.dirname, 'src/installed.ts'),
    target: 'node20',
    minify: true,
    outDir: dist,
    rolldownOptions: {
      output: { entryFileNames: 'sandali-ops.mjs', banner: '#!/usr/bin/env node' },
    },
  },
  ssr: { noExternal: true },
});

/** Returns the text of a licence; the file's path is relative to the checkout. */
const licence = (file: string) =>
  fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const ofValibot = licence('node_modules/valibot/LICENSE.md');
fs.writeFileSync(
  path.join(dist, 'LICENSE'),
  `${licence('LICENSE')}\nThis program contains parts of valibot:\n\n${ofValibot}`,
);
