// Tests that a client accepts keys created on a machine without a server.
import { createHash, createPublicKey, verify } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { type KeyList, keyListText } from '@sandali/contract/init.ts';
import { afterAll, expect, test } from 'vitest';
import { checkout } from './local.ts';
import { run } from './run.ts';
import { noFiles } from './testing.ts';

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-keys-'));
afterAll(() => fs.rmSync(place, { recursive: true }));
const [root, into] = [path.join(place, 'root.pem'), path.join(place, 'keys')];

async function type(...args: string[]) {
  const printed: string[] = [];
  const complained: string[] = [];
  const exitCode = await run(args, {
    url: 'http://127.0.0.1:1', // these commands call no server
    key: { wrong: 'there is no key' },
    user: 'ana',
    nowMs: () => Date.parse('2026-12-01T00:00:00Z'),
    client: checkout,
    temporary: noFiles,
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
  });
  return { exitCode, printed: printed.join('\n'), complained: complained.join('\n') };
}

test('ops keys mint signs a key list for each day, and does not copy the root key', async () => {
  const created = await type('keys', 'root', root);
  const publicKey = /ROOT_PUBLIC_KEY=(\S+)/.exec(created.printed)?.[1] ?? '';
  expect([created.exitCode, fs.statSync(root).mode & 0o777]).toEqual([0, 0o600]);
  const minted = await type('keys', 'mint', '--root', root, '--into', into, '--days', '3');
  expect(minted).toEqual({
    exitCode: 0,
    complained: '',
    printed: `3 keys from 2026-12-01T00:00:00Z are in ${into}; the last is accepted until 2026-12-05T00:00:00Z.\nROOT_PUBLIC_KEY=${publicKey}`,
  });
  const files = fs.readdirSync(into);
  expect([
    files.filter((name) => name.endsWith('.pem')).length,
    files.includes('root.pem'),
  ]).toEqual([3, false]);
  const lists = JSON.parse(
    fs.readFileSync(path.join(into, files.find((name) => name.startsWith('list-')) ?? ''), 'utf8'),
  ) as KeyList[];
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64url'),
    format: 'der',
    type: 'spki',
  });
  const isSigned = ({ keys, signature }: KeyList) =>
    verify(
      'sha256',
      Buffer.from(keyListText(keys)),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  expect(lists.map((list) => [list.keys.length, isSigned(list)])).toEqual([
    [1, true],
    [2, true],
    [2, true],
  ]);
  expect(lists.map((list) => list.keys[0]?.from)).toEqual(
    ['2026-12-01', '2026-12-02', '2026-12-03'].map((day) => `${day}T00:00:00.000Z`),
  );
});

test('ops staff key writes a file only its owner can read, and prints the key’s hash', async () => {
  const file = path.join(place, 'own.key');
  const created = await type('staff', 'key', file);
  const hash = createHash('sha256').update(fs.readFileSync(file, 'utf8').trim()).digest('hex');
  expect([
    created.exitCode,
    created.printed.split('\n')[0],
    fs.statSync(file).mode & 0o777,
  ]).toEqual([0, hash, 0o600]);
});

test.each([
  ['an existing key of staff', ['staff', 'key', root], 1, 'exists already'],
  [
    'a key of staff in a missing folder',
    ['staff', 'key', path.join(place, 'nowhere', 'own.key')],
    1,
    'cannot be written',
  ],
  ['an existing root key', ['keys', 'root', root], 1, 'exists already'],
  [
    'a missing root key',
    ['keys', 'mint', '--root', `${root}x`, '--into', into],
    1,
    'Make a root key with: keys root',
  ],
  [
    'a file that is not a key',
    ['keys', 'mint', '--root', import.meta.filename, '--into', into],
    1,
    'not an EC P-256 private key',
  ],
  [
    'the folder of the root',
    ['keys', 'mint', '--root', root, '--into', place],
    1,
    'Name another folder.',
  ],
  [
    'too many days',
    ['keys', 'mint', '--root', root, '--into', into, '--days', '401'],
    1,
    'from 1 to 400',
  ],
  ['no folder', ['keys', 'mint', '--root', root], 2, 'Usage: npm run ops -- keys mint'],
  [
    'an invalid day',
    ['keys', 'mint', '--root', root, '--into', into, '--from', 'tomorrow'],
    2,
    'Usage: npm run ops -- keys mint',
  ],
])('refuses %s with a sentence', async (_, args, exitCode, words) => {
  const before = fs.readdirSync(place, { recursive: true }).length;
  const typed = await type(...args);
  expect(typed.exitCode).toBe(exitCode);
  expect(typed.complained).toContain(words);
  expect(fs.readdirSync(place, { recursive: true }).length).toBe(before);
});
