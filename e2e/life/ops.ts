// What staff do on the running server whose settings may change, by their own command.
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { turns } from '../places.ts';

const root = path.join(import.meta.dirname, '../..');
const { ports, dataDir } = turns;

/** `npm run ops -- config set <name> <value>`; a visit that begins more than two seconds later lives by it. */
export async function setConfig(name: string, value: string): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', path.join(root, 'ops/src/main.ts'), 'config', 'set', name, value];
  await promisify(execFile)(process.execPath, [...args, '--reason', 'browser test'], {
    env: { ...process.env, PORT: String(ports.app), OPS_PORT: String(ports.ops), DATA_DIR: dataDir },
  });
}
