// Builds the program that staff install, `sandali-ops`, into one file that needs no other package.
// `npm pack -w @sandali/ops` runs this first.
import * as path from 'node:path';
import { build } from 'vite';

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: path.join(import.meta.dirname, 'src/installed.ts'),
    target: 'node20',
    minify: true,
    outDir: 'dist',
    rolldownOptions: {
      output: { entryFileNames: 'sandali-ops.mjs', banner: '#!/usr/bin/env node' },
    },
  },
  ssr: { noExternal: true },
});
