// Finds the staff key that the command line sends.
import * as fs from 'node:fs';
import * as path from 'node:path';

type Env = Record<string, string | undefined>;

/** The key, or a message that says why it is missing. */
export type FoundKey = { key: string } | { wrong: string };

/**
 * Returns OPS_KEY, else the key in OPS_KEY_FILE, else the machine's key in DATA_DIR/keys. Refuses a
 * personal key file that other users of the machine can read.
 */
export function findKey(env: Env, root: string): FoundKey {
  if (env.OPS_KEY) return { key: env.OPS_KEY.trim() };
  const own = env.OPS_KEY_FILE ? path.resolve(env.OPS_KEY_FILE) : null;
  const file = own ?? path.join(path.resolve(root, env.DATA_DIR || 'data'), 'keys', 'ops.key');
  try {
    if (own && (fs.statSync(own).mode & 0o077) !== 0)
      return {
        wrong: `The key ${own} can be read by others. Keep it to yourself: chmod 600 ${own}`,
      };
    return { key: fs.readFileSync(file, 'utf8').trim() };
  } catch {
    if (own) return { wrong: `The key ${own} cannot be read. Set OPS_KEY_FILE to your own.` };
    return {
      wrong: `The ops key ${file} cannot be read. Start the server once, or set DATA_DIR as it does; if you have a key of your own, name its file in OPS_KEY_FILE.`,
    };
  }
}
