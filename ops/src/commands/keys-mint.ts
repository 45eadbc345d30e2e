// Mints the envelope's daily keys ahead, where the root key is kept: the one act of staff that asks no server.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { mintAhead, spkiOf } from '@sandali/server/http/key-files.ts';
import { type Command, NotHere } from '#/command.ts';

type Input = { root: string; into: string; days: number; from: Temporal.Instant | null };
type Minted = { rootPublicKey: string; from: string; until: string; days: number; into: string };

export const keysMint: Command = {
  name: 'keys mint',
  usage: '--root <file> --into <folder> [--days 30] [--from 2026-12-01T00:00:00Z]',
  about: "Mints the envelope's keys for so many days on this machine, signed by the root key. Carry the folder's files to DATA_DIR/keys.",
  examples: [
    'keys mint --root ./root.pem --into ./keys-december',
    'keys mint --root ./root.pem --into ./keys-january --days 31 --from 2027-01-01T00:00:00Z',
  ],
  options: ['root', 'into', 'days', 'from'],
  input: ({ words, options: { root, into, days = '30', from } }) => {
    const at = from === undefined ? null : instantOf(from);
    if (words.length > 0 || !root || !into || !/^[1-9]\d{0,2}$/.test(days) || at === undefined) return null;
    return { root, into, days: Number(days), from: at };
  },
  here: ({ root, into, days, from }: Input, now): Minted => {
    const key = rootKey(root);
    const start = from ?? now;
    const folder = path.resolve(into);
    if (path.dirname(path.resolve(root)) === folder)
      throw new NotHere('The root key lies in that folder, which goes to a server. Name another folder.');
    try {
      const until = mintAhead(folder, key, start, days);
      return { rootPublicKey: spkiOf(key), from: start.toString(), until: until.toString(), days, into };
    } catch (error) {
      if (error instanceof RangeError) throw new NotHere(`${error.message}.`);
      throw error;
    }
  },
  show: ({ rootPublicKey, from, until, days, into }: Minted) => ({
    lines: [`${days} keys from ${from} lie in ${into}; the last is accepted until ${until}.`, `ROOT_PUBLIC_KEY=${rootPublicKey}`],
  }),
};

function rootKey(file: string): KeyObject {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    throw new NotHere(`${file} cannot be read. Make a root key with: keys root ${file}`);
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // said below
  }
  throw new NotHere(`${file} is no EC P-256 private key in PEM without a password.`);
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}
