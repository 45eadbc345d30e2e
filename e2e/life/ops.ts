// What staff do on a running server, by their own command.
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { type Place, turns } from '../places.ts';

const root = path.join(import.meta.dirname, '../..');

/** `npm run ops -- …` at the server of a place, with the machine's own key. @returns what it printed. */
export async function ops(place: Place, ...words: string[]): Promise<string> {
  return await run(place, {}, words);
}

/** The same by somebody with a key of their own. */
export async function opsAs(key: string, place: Place, ...words: string[]): Promise<string> {
  return await run(place, { OPS_KEY: key }, words);
}

async function run({ at, dataDir }: Place, more: Record<string, string>, words: string[]): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', path.join(root, 'ops/src/main.ts'), ...words];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, OPS_PORT: String(at.opsPort), DATA_DIR: dataDir, ...more },
  });
  return stdout;
}

/** `npm run ops -- config set <name> <value>`; a visit that begins more than two seconds later lives by it. */
export async function setConfig(name: string, value: string): Promise<void> {
  await ops(turns, 'config', 'set', name, value, '--reason', 'browser test');
}
