// Builds the stories as a separate app. `npm run stories` serves them for development; `node
// web/stories/build.ts <folder>` builds them for tests and screenshots.
import * as path from 'node:path';
import { build, createServer, mergeConfig } from 'vite';
import { base } from '../vite.config.ts';

const [outDir] = process.argv.slice(2);
if (outDir) {
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
        rolldownOptions: { input: path.join(import.meta.dirname, 'index.html') },
      },
    }),
  );
} else {
  const server = await createServer({ ...base, configFile: false });
  await server.listen();
  console.log(`${server.resolvedUrls?.local[0]}stories/`);
}
