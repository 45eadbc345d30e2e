import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';

const watch = `const { watchParent } = await import(${JSON.stringify(path.join(import.meta.dirname, 'parent.ts'))});`;

/** Starts a process with an IPC channel to this process, and without npm's variable. */
function start(script: string) {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    `${watch} ${script}`,
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
}

slow('a process exits when the other end of its channel closes', async () => {
  const child = start(
    `watchParent(() => process.exit(7)); setInterval(() => {}, 1000); process.send('here');`,
  );
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('watching the parent does not keep a process alive', async () => {
  expect(await once(start('watchParent(() => process.exit(7));'), 'exit')).toEqual([0, null]);
});
