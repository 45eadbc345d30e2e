import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from './program.ts';

function program(text: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'program-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'main.mjs');
  fs.writeFileSync(file, text);
  return file;
}

const reportSettings = `process.send({ listening: {
  settings: [process.env.PORT, process.env.HOOK_PORT, process.env.OPS_PORT, process.env.ORIGIN],
} });`;

test('a started server uses free ports in any environment and runs until stopped', async () => {
  const env = { ...process.env, PORT: '8080', HOOK_PORT: '8081', ORIGIN: 'https://app.example' };
  const { at, child, stop } = await startProgram(
    program(`${reportSettings} setInterval(() => {}, 1000);`),
    env,
    20_000,
  );
  expect(at).toEqual({ settings: ['0', '0', '0', ''] });
  expect(child.exitCode).toBeNull();
  await stop();
  await stop();
  expect(child.signalCode).toBe('SIGTERM');
});

slow.each([
  [
    'its own sentence',
    `console.error('The folder is full.'); process.exit(1);`,
    20_000,
    'The folder is full.',
  ],
  ['its exit code without a message', 'process.exit(3);', 20_000, 'it ended at once (3)'],
  ['a timeout', 'setInterval(() => {}, 1000);', 300, 'The operation was aborted'],
])('a failed start reports %s', async (_, text, withinMs, words) => {
  await expect(startProgram(program(text), process.env, withinMs)).rejects.toThrow(
    `the server did not start: ${words}`,
  );
});
