// Checks deploy/sandali, the entry point of images and units.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-entry-')));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function run(entry: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(entry, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('the entry point starts its commands from any folder, and reads .env there', () => {
  const entry = path.join(folder, 'sandali');
  fs.symlinkSync(path.join(root, 'deploy/sandali'), entry);
  expect(run(entry, ['build'])).toEqual({
    status: 2,
    said: 'Unknown command "build". Commands: serve, migrate, ops, health.\n',
  });
  fs.writeFileSync(path.join(folder, '.env'), 'DATABASE_URL=nonsense\nPORT=4\nOPS_PORT=1\n');
  expect(run(entry, ['migrate'])).toEqual({
    status: 1,
    said: expect.stringMatching(/^DATABASE_URL must be an address like postgres:[^\n]*\n$/),
  });
  expect(run(entry, ['health'])).toEqual({
    status: 1,
    said: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/livez does not answer: [^\n]*\n$/),
  });
});

test('the entry point refuses an older Node and names its version', () => {
  const copy = path.join(folder, 'copy/deploy');
  const bin = path.join(folder, 'bin');
  for (const folder of [copy, bin]) fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(path.join(root, 'deploy/sandali'), path.join(copy, 'sandali'));
  fs.writeFileSync(path.join(bin, 'node'), '#!/bin/sh\necho v24.9.0\n', { mode: 0o755 });
  expect(
    run(path.join(copy, 'sandali'), ['serve'], { PATH: `${bin}:${process.env.PATH}` }),
  ).toEqual({ status: 1, said: 'Sandali needs Node 26 or newer; node is v24.9.0.\n' });
});
