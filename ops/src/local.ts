// The command line in the checkout. Its own commands create an installation's keys on the machine
// that stores them.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { mintKeysAhead, spkiOf, writeNew } from '@sandali/server/platform/key-files.ts';
import { NotHere } from './input.ts';
import {
  type Client,
  fileName,
  keyRenew,
  type LocalCommand,
  ofThisMachine,
  staffKey,
} from './own-key.ts';
import { systemOf } from './private-file.ts';

const keysRoot: LocalCommand = {
  ...ofThisMachine,
  name: 'keys root',
  label: 'Make the root key',
  about:
    "Makes the root key that signs the envelope's keys, on this machine. Keep it off the servers; they get its public part.",
  examples: ['keys root ./root.pem'],
  arguments: [
    { key: 'file', place: 'word', name: 'file', about: 'where to write the root key', ...fileName },
  ],
  here: ({ file }: { file: string }) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const isMade = writeNew(
      path.resolve(file),
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    );
    if (!isMade)
      throw new NotHere(
        `${file} exists already, and a root key is never replaced. Name another file.`,
      );
    const rootPublicKey = spkiOf(privateKey);
    return {
      data: { file, rootPublicKey },
      shown: { lines: ['Build and start the servers with:', `ROOT_PUBLIC_KEY=${rootPublicKey}`] },
    };
  },
};

type Minting = { root: string; into: string; days?: number; from?: string };
const usualDays = 30;

const keysMint: LocalCommand = {
  ...ofThisMachine,
  name: 'keys mint',
  label: 'Mint envelope keys',
  about:
    'Mints one envelope key a day on this machine, signed by the root key. Copy the files of the folder to DATA_DIR/keys of one server.',
  examples: [
    'keys mint --root ./root.pem --into ./keys-december',
    'keys mint --root ./root.pem --into ./keys-january --days 31 --from 2027-01-01T00:00:00Z',
  ],
  arguments: [
    { key: 'root', place: 'option', name: 'root', about: 'the root key', ...fileName },
    {
      key: 'into',
      place: 'option',
      name: 'into',
      about: 'the folder for the new keys',
      typing: { as: 'text', like: 'folder' },
      isOptional: false,
    },
    {
      key: 'days',
      place: 'option',
      name: 'days',
      about: `how many days; ${usualDays} by default`,
      typing: { as: 'whole', least: 1, most: 999 },
      isOptional: true,
    },
    {
      key: 'from',
      place: 'option',
      name: 'from',
      about: 'when the first one begins; now by default',
      typing: {
        as: 'text',
        like: '2026-12-01T00:00:00Z',
        pattern: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)',
      },
      isOptional: true,
    },
  ],
  here: ({ root, into, days = usualDays, from }: Minting, at) => {
    const key = rootKey(root);
    const now = Temporal.Instant.fromEpochMilliseconds(at.nowMs());
    const start = from === undefined ? now : instantOf(from);
    const folder = path.resolve(into);
    if (path.dirname(path.resolve(root)) === folder)
      throw new NotHere(
        'The root key is in that folder, which is copied to a server. Name another folder.',
      );
    try {
      const until = mintKeysAhead(folder, key, start, days);
      const data = {
        rootPublicKey: spkiOf(key),
        from: start.toString(),
        until: until.toString(),
        days,
        into,
      };
      const summary = `${days} keys from ${data.from} are in ${into}; the last is accepted until ${data.until}.`;
      return { data, shown: { lines: [summary, `ROOT_PUBLIC_KEY=${data.rootPublicKey}`] } };
    } catch (error) {
      if (error instanceof RangeError) throw new NotHere(`${error.message}.`);
      throw error;
    }
  },
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
    // The error is thrown below.
  }
  throw new NotHere(`${file} is not an EC P-256 private key in PEM without a password.`);
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new NotHere(`${text} is not an instant.`);
  }
}

/** The command line in the checkout, `npm run ops`. */
export const checkout: Client = {
  start: 'npm run ops --',
  calls: [
    'Calls the server of OPS_URL, or of this machine (or OPS_HOST) on OPS_PORT (8082), with the key in OPS_KEY or in the file',
    "OPS_KEY_FILE, or with the machine's own key in DATA_DIR/keys/ops.key (./data).",
  ],
  commands: [staffKey(systemOf({}), null), keyRenew, keysRoot, keysMint],
};
