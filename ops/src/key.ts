// Finds the staff key that the command line sends.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { replacePrivate, type System, systemOf, whyNotPrivate } from './private-file.ts';

type Env = Record<string, string | undefined>;

/** The key, and how to replace it if it is a person's own; or the reason why there is none. */
export type FoundKey = { key: string; replace?: (key: string) => void } | { wrong: string };

/**
 * Returns OPS_KEY, else the key in OPS_KEY_FILE, else the machine's key in DATA_DIR/keys. Refuses a
 * personal key file that other users of the machine can read.
 */
export function findKey(env: Env, root: string): FoundKey {
  const own = findOwnKey(env, null, systemOf(env));
  if (own) return own;
  const file = path.join(path.resolve(root, env.DATA_DIR || 'data'), 'keys', 'ops.key');
  try {
    return { key: fs.readFileSync(file, 'utf8').trim() };
  } catch {
    return {
      wrong: `The ops key ${file} cannot be read. Start the server once, or set DATA_DIR as it does; if you have a key of your own, name its file in OPS_KEY_FILE.`,
    };
  }
}

/**
 * Returns OPS_KEY, else the key in OPS_KEY_FILE or in `usualFile`. Returns null if nothing names a
 * key.
 */
export function findOwnKey(env: Env, usualFile: string | null, system: System): FoundKey | null {
  if (env.OPS_KEY) return { key: env.OPS_KEY.trim() };
  const file = env.OPS_KEY_FILE ? path.resolve(env.OPS_KEY_FILE) : usualFile;
  if (!file) return null;
  try {
    const wrong = whyNotPrivate(file, system);
    if (wrong) return { wrong: `The key ${wrong}` };
    return {
      key: fs.readFileSync(file, 'utf8').trim(),
      replace: (key) => replacePrivate(file, `${key}\n`, system),
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !env.OPS_KEY_FILE
      ? { wrong: 'You have no key on this machine yet. Make one: sandali-ops staff key' }
      : { wrong: `The key ${file} cannot be read. Set OPS_KEY_FILE to your own.` };
  }
}
