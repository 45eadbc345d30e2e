// Runs staff commands on a running server.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { exitCodes } from '@sandali/ops/src/ask.ts';
import { findKey } from '@sandali/ops/src/key.ts';
import { checkout } from '@sandali/ops/src/local.ts';
import { run } from '@sandali/ops/src/run.ts';
import type { TemporaryFiles } from '@sandali/ops/src/temporary.ts';
import { type Place, turns } from '../places.ts';

const root = path.join(import.meta.dirname, '../..');

/**
 * Runs `npm run ops -- …` as a process, with the machine's key.
 * @returns the command's output
 */
export async function opsProgram({ at, dataDir }: Place, ...words: string[]): Promise<string> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'ops/src/main.ts'),
    ...words,
  ];
  const env = { ...process.env, OPS_PORT: String(at.opsPort), DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

/** Runs the command in this process, which is a second faster. */
export async function ops(place: Place, ...words: string[]): Promise<string> {
  return await commandOutput(place, { DATA_DIR: place.dataDir }, words);
}

/** Runs the command with a staff member's own key. */
export async function opsAs(key: string, place: Place, ...words: string[]): Promise<string> {
  return await commandOutput(place, { OPS_KEY: key }, words);
}

/** Replaces temporary files, so that a command that shows a picture does not write it to disk. */
const unwritten: TemporaryFiles = {
  show: async (_file, onWritten) => onWritten('not written'),
  sweep: () => {},
};

async function commandOutput(
  { at }: Place,
  env: Record<string, string>,
  words: string[],
): Promise<string> {
  const [printed, errors]: [string[], string[]] = [[], []];
  const exitCode = await run(words, {
    url: `http://127.0.0.1:${at.opsPort}`,
    key: findKey(env, root),
    user: 'browser-test',
    nowMs: Date.now,
    client: checkout,
    temporary: unwritten,
    print: (line) => printed.push(line),
    complain: (line) => errors.push(line),
  });
  if (exitCode !== exitCodes.done)
    throw new Error(`ops ${words.join(' ')} ended with ${exitCode}: ${errors.join('\n')}`);
  return printed.join('\n');
}

/**
 * Changes a setting, with the approval of a second staff member if it needs one. Pages see the new
 * value within two seconds.
 */
export async function setConfig(name: string, value: string): Promise<void> {
  const reason = ['--reason', 'browser test', '--json'] as const;
  const { id, outcome } = JSON.parse(await ops(turns, 'config', 'set', name, value, ...reason)) as {
    id: string;
    outcome: string;
  };
  if (outcome === 'set') return;
  const key = await engineerKey('second');
  await opsAs(key, turns, 'config', 'change', id);
  await opsAs(key, turns, 'config', 'confirm', id, ...reason);
}

export type Engineer = 'second' | 'third';

/**
 * Returns the key of one of the two engineers whom the machine's key adds, once per data folder.
 */
export async function engineerKey(name: Engineer, place: Place = turns): Promise<string> {
  const file = path.join(place.dataDir, `${name}.key`);
  if (!fs.existsSync(file)) {
    const { hash } = JSON.parse(await ops(place, 'staff', 'key', file, '--json')) as {
      hash: string;
    };
    const wish = ['--role', 'engineer', '--hash', hash];
    await ops(place, 'staff', 'add', name, ...wish, '--reason', 'decides as a second person');
  }
  return fs.readFileSync(file, 'utf8').trim();
}
