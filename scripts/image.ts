// `node scripts/image.ts`: checks deploy/ by building the image, measuring it and running it behind
// both proxies. Needs root and Debian's packages; says what it skips and what the kernel refuses.
import { build, count, makeKeys } from './image/build.ts';
import { configurations } from './image/configurations.ts';
import { run } from './image/containers.ts';
import { undo } from './image/tools.ts';

try {
  configurations();
  const publicKey = makeKeys();
  if (await build(publicKey)) {
    count();
    await run();
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const step of undo.reverse()) await step();
}
