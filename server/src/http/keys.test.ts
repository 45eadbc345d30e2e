import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { isSignedBy, mintKeysAhead, spkiOf, writeNew } from '#/platform/key-files.ts';
import { createLog } from '#/platform/log.ts';
import { type KeyRing, openKeyRing, refreshKeys } from './keys.ts';

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));
const start = Temporal.Instant.from('2026-11-20T02:00:00Z');
const after = (hours: number) => start.add({ hours });
const rootPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const kids = (ring: KeyRing) => ring.list().keys.map((key) => key.kid);
const privateFiles = (folder: string) =>
  fs.readdirSync(folder).filter((name) => name.startsWith('k-'));

let folders = 0;
/** Creates a key folder in its own data folder, and stores the root key in it if one is passed. */
function keysFolder(root?: KeyObject): string {
  folders += 1;
  const folder = path.join(top, `data-${folders}`, 'keys');
  fs.mkdirSync(folder, { recursive: true });
  if (root) fs.writeFileSync(path.join(folder, 'root.pem'), pem(root));
  return folder;
}

test('mints a key per day, accepts the newest two and erases older private keys', () => {
  const root = rootPair();
  const folder = keysFolder(root);
  const ring = openKeyRing(folder, start);
  const [first = ''] = kids(ring);
  expect(kids(ring)).toHaveLength(1);
  ring.refresh(after(23));
  expect(kids(ring)).toEqual([first]);
  ring.refresh(after(24));
  expect(kids(ring)).toEqual([expect.any(String), first]);
  expect(ring.find(first, after(47))).not.toBeNull();
  expect(ring.find(first, after(48))).toBeNull();
  expect(privateFiles(folder)).toContain(`${first}.pem`);
  ring.refresh(after(48));
  expect(kids(ring)).not.toContain(first);
  expect(privateFiles(folder).sort()).toEqual(
    kids(ring)
      .map((kid) => `${kid}.pem`)
      .sort(),
  );
  expect(isSignedBy(createPublicKey(root), ring.list())).toBe(true);
  expect(JSON.parse(ring.listJson())).toEqual(ring.list());
});

test('a restart reuses the keys, but mints a new one after a long downtime', () => {
  const folder = keysFolder(rootPair());
  const before = kids(openKeyRing(folder, start));
  const again = openKeyRing(folder, after(1));
  expect(kids(again)).toEqual(before);
  expect(again.find('k-none', after(1))).toBeNull();
  const late = openKeyRing(folder, after(24 * 9));
  expect(kids(late)).toEqual([expect.any(String)]);
  expect(kids(late)).not.toEqual(before);
  expect(privateFiles(folder)).toHaveLength(1);
});

test('two servers that share a folder mint one key and accept keys from each other’s list', () => {
  const folder = keysFolder(rootPair());
  const [first, second] = [openKeyRing(folder, start), openKeyRing(folder, start)];
  expect(kids(first)).toEqual(kids(second));
  first.refresh(after(24));
  const [fresh = ''] = kids(first);
  expect(kids(second)).not.toContain(fresh);
  // An unknown key makes the other server read the folder again.
  expect(second.find(fresh, after(24))).not.toBeNull();
  expect(kids(second)).toEqual(kids(first));
  second.refresh(after(24));
  expect(privateFiles(folder)).toHaveLength(2);
  expect(kids(openKeyRing(folder, after(24)))).toEqual(kids(first));
});

const opener = `
  import { openKeyRing } from '#/http/keys.ts';
  const ring = openKeyRing(process.argv[1], Temporal.Instant.from(process.argv[2]));
  console.log(ring.list().keys.map((key) => key.kid).join());
`;

test('only one of several concurrent servers writes the next key list', async () => {
  const folder = keysFolder(rootPair());
  openKeyRing(folder, start);
  const server = path.join(import.meta.dirname, '../..');
  const open = () =>
    promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', opener, folder, after(24).toString()],
      { cwd: server },
    );
  const shown = (await Promise.all([open(), open(), open(), open()])).map(({ stdout }) =>
    stdout.trim(),
  );
  expect(new Set(shown).size).toBe(1);
  expect(shown[0]?.split(',')).toHaveLength(2);
  expect(privateFiles(folder)).toHaveLength(2);
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.half'))).toEqual([]);
}, 30_000);

test('writeNew does not overwrite existing files', () => {
  const file = path.join(keysFolder(), 'list-000001.json');
  expect([
    writeNew(file, 'first'),
    writeNew(file, 'second'),
    fs.readFileSync(file, 'utf8'),
  ]).toEqual([true, false, 'first']);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('after the root key is replaced, the new root signs the existing keys again', () => {
  const folder = keysFolder(rootPair());
  const before = kids(openKeyRing(folder, start));
  const root = rootPair();
  fs.writeFileSync(path.join(folder, 'root.pem'), pem(root));
  const ring = openKeyRing(folder, after(1));
  expect(kids(ring)).toEqual(before);
  expect(isSignedBy(createPublicKey(root), ring.list())).toBe(true);
  const json = ring.listJson();
  ring.refresh(after(1));
  expect(ring.listJson()).toBe(json);
});

const damaged = (file: string) =>
  new CannotStart(
    `The key file ${file} is damaged. Restore it, or delete it: the sandbox makes a new one at the next start.`,
  );

test.each(['root.pem', 'list-000001.json'])('the server does not start if %s is empty', (name) => {
  const folder = keysFolder(rootPair());
  openKeyRing(folder, start);
  const file = path.join(folder, name);
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, '');
  expect(() => openKeyRing(folder, start)).toThrow(damaged(file));
  fs.writeFileSync(file, text);
  openKeyRing(folder, start);
});

/**
 * Mints keys in advance into `folder`.
 * @returns the `Trust` of a server without the root key
 */
function signedAhead(root: KeyObject, folder: string, days: number, from = start) {
  mintKeysAhead(folder, root, from, days);
  return { isSandbox: false, rootPublicKey: spkiOf(root) };
}

test('serves key lists for thirty days without the root key, and erases expired keys', () => {
  const root = rootPair();
  const folder = keysFolder();
  const trust = signedAhead(root, folder, 30);
  expect(privateFiles(folder)).toHaveLength(30);
  const ring = openKeyRing(folder, start, trust);
  expect(ring.endsAt()).toEqual(after(31 * 24));
  const seenKids = new Set<string>();
  for (let hour = 0; hour < 30 * 24; hour += 6) {
    ring.refresh(after(hour));
    const day = Math.floor(hour / 24);
    const [newest] = ring.list().keys;
    expect(newest?.from).toBe(after(day * 24).toString({ smallestUnit: 'millisecond' }));
    expect(kids(ring)).toHaveLength(day === 0 ? 1 : 2);
    expect(isSignedBy(createPublicKey(root), ring.list())).toBe(true);
    for (const kid of kids(ring)) expect(ring.find(kid, after(hour)), `${hour} h`).not.toBeNull();
    expect(privateFiles(folder)).toHaveLength(30 - Math.max(0, day - 1));
    seenKids.add(newest?.kid ?? '');
  }
  expect(seenKids.size).toBe(30);
  ring.refresh(after(31 * 24));
  expect([privateFiles(folder), fs.readdirSync(folder)]).toEqual([[], []]);
  expect([...seenKids].map((kid) => ring.find(kid, after(31 * 24)))).toEqual(Array(30).fill(null));
});

test('a clock set past every key’s expiry does not erase any keys', () => {
  const folder = keysFolder();
  const trust = signedAhead(rootPair(), folder, 30);
  const before = privateFiles(folder);
  expect(() => openKeyRing(folder, after(24 * 400), trust)).toThrow(
    /^No envelope key in .* is valid/,
  );
  expect(privateFiles(folder)).toEqual(before);
  expect(openKeyRing(folder, after(1), trust).list().keys.length).toBe(1);
});

test('accepts the next day’s key at most two minutes early', () => {
  const folder = keysFolder();
  const ring = openKeyRing(folder, start, signedAhead(rootPair(), folder, 2));
  const next = privateFiles(folder).find((name) => name !== `${kids(ring)[0]}.pem`) ?? '';
  const kid = next.replace('.pem', '');
  expect([
    ring.find(kid, after(23)),
    ring.find(kid, after(24).subtract({ seconds: 90 }))?.type,
  ]).toEqual([null, 'private']);
});

test('a server uses newly signed keys without a restart', () => {
  const root = rootPair();
  const folder = keysFolder();
  const ring = openKeyRing(folder, start, signedAhead(root, folder, 3));
  const [old = ''] = kids(ring);
  signedAhead(root, folder, 3, after(20));
  ring.refresh(after(21));
  expect(kids(ring)).not.toContain(old);
  expect(ring.find(old, after(21))).not.toBeNull();
  expect(ring.endsAt()).toEqual(after(20 + 4 * 24));
});

test('refuses a key list that the root has not signed, both at startup and later', () => {
  const folder = keysFolder();
  const trust = signedAhead(rootPair(), folder, 2);
  const ring = openKeyRing(folder, start, trust);
  const before = kids(ring);
  signedAhead(rootPair(), folder, 2, after(1));
  expect(() => openKeyRing(folder, after(2), trust)).toThrow(
    /^A key list in .* is not signed by the root key of ROOT_PUBLIC_KEY\.$/,
  );
  expect(() => ring.refresh(after(2))).toThrow(CannotStart);
  expect(kids(ring)).toEqual(before);
});

test('production does not start without the private part of a currently valid key', () => {
  const folder = keysFolder();
  const root = rootPair();
  const trust = signedAhead(root, folder, 2);
  const sentence =
    /^No envelope key in .* is valid at .*\. Sign new ones on the machine with the root key/;
  expect(() => openKeyRing(folder, after(-1), trust)).toThrow(sentence);
  for (const name of privateFiles(folder))
    fs.renameSync(path.join(folder, name), path.join(top, name));
  expect(() => openKeyRing(folder, start, trust)).toThrow(sentence);
  expect(() => openKeyRing(folder, after(3 * 24), trust)).toThrow(sentence);
  expect(() => openKeyRing(keysFolder(), start, trust)).toThrow(sentence);
});

test.each([
  ['keys/root.pem', true],
  ['root.pem', true],
  ['keys/spare.txt', false],
  ['backup.pem', false],
])('production does not start if %s contains a root private key', (name, isOther) => {
  const folder = keysFolder();
  const root = rootPair();
  const trust = signedAhead(root, folder, 2);
  const file = path.join(folder, '..', name);
  fs.writeFileSync(file, pem(isOther ? rootPair() : root));
  expect(() => openKeyRing(folder, start, trust)).toThrow(
    new CannotStart(
      `${file} is a root private key, which production must not have. Move it to the machine that mints keys.`,
    ),
  );
  fs.rmSync(file);
  openKeyRing(folder, start, trust);
});

test('the sandbox refuses to start with a missing or mismatched root key', () => {
  const folder = keysFolder(rootPair());
  const rootPublicKey = spkiOf(rootPair());
  expect(() => openKeyRing(folder, start, { isSandbox: true, rootPublicKey })).toThrow(
    /^ROOT_PUBLIC_KEY is not the public part of /,
  );
  expect(() => openKeyRing(keysFolder(), start)).toThrow(/^There is no root key/);
});

test.each([0, 401, 1.5])('refuses to mint keys for %d days', (days) => {
  expect(() => mintKeysAhead(keysFolder(), rootPair(), start, days)).toThrow(RangeError);
});

test('a running server warns daily when its keys are about to expire, and logs failures', () => {
  vi.useFakeTimers();
  try {
    const folder = keysFolder();
    const trust = signedAhead(rootPair(), folder, 9);
    let at = start;
    const lines: string[] = [];
    const ring = openKeyRing(folder, at, trust);
    const stop = refreshKeys(
      ring,
      () => at,
      createLog('warn', (line) => lines.push(JSON.parse(line).msg)),
    );
    expect(lines).toEqual([]);
    at = after(3 * 24 + 1);
    vi.advanceTimersByTime(180_000);
    expect(lines).toEqual([expect.stringContaining('end soon')]);
    expect(ring.list().keys[0]?.from).toContain('2026-11-23');
    signedAhead(rootPair(), folder, 1);
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toContain('could not refresh');
    expect(ring.find(kids(ring)[0] ?? '', at)).not.toBeNull();
    stop();
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
