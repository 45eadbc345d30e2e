// `node scripts/image.ts`: checks deploy/. Builds the image, measures it and runs it behind both
// proxies. Needs root and Debian's packages; prints what it skips and what the kernel refuses.
import { build, count, makeKeys } from './image/build.ts';
import { configurations } from './image/configurations.ts';
import { run } from './image/containers.ts';
import { undo } from './image/tools.ts';

try {
  checkConfigurations();
  const publicKey = makeKeys();
  if (await build(publicKey)) {
    checkFiles();
    await run();
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const step of undo.reverse()) await step();
}
