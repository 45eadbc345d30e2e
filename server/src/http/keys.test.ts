import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '#/db/testing.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { isSignedBy, mintKeysAhead, spkiOf, writeNew } from '#/platform/key-files.ts';
import { createLog } from '#/platform/log.ts';
import { randomBytes } from '#/platform/random.ts';
import { createSealer } from '#/platform/seal.ts';
import { type KeyRing, openKeyRing, refreshKeys, type Trust } from './keys.ts';

const { owner, app } = await freshDatabase();
const top = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));
afterEach(async () => {
  await owner.db.deleteFrom('envelope_keys').execute();
});
const start = Temporal.Instant.from('2026-11-20T02:00:00Z');
const after = (hours: number) => start.add({ hours });
const rootPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const kids = (ring: KeyRing, at: Temporal.Instant) => ring.list(at).keys.map((key) => key.kid);
const sealer = createSealer(createSecretKey(randomBytes(32)));

const stored = async () =>
  await app.db
    .selectFrom('envelope_keys')
    .select(['kid', 'valid_from as from', 'stored_at as storedAt'])
    .orderBy('valid_from')
    .execute();
const storedKids = async () => (await stored()).map(({ kid }) => kid);

let folders = 0;
/** Creates a key folder in its own data folder, and stores the root key in it if one is passed. */
function keysFolder(root?: KeyObject): string {
  folders += 1;
  const folder = path.join(top, `data-${folders}`, 'keys');
  fs.mkdirSync(folder, { recursive: true });
  if (root) fs.writeFileSync(path.join(folder, 'root.pem'), pem(root));
  return folder;
}

const sandbox: Trust = { isSandbox: true, rootPublicKey: null };
const trusting = (root: KeyObject): Trust => ({ isSandbox: false, rootPublicKey: spkiOf(root) });

/** Opens a server's ring, with what it has logged. */
async function open(folder: string, at: Temporal.Instant, trust = sandbox) {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line).msg));
  const ring = await openKeyRing({ db: app.db, sealer, folder, log }, trust, at);
  return { ...ring, lines, log };
}

test('two servers mint one key a day, store it a day ahead, and change to it together', async () => {
  const root = rootPair();
  const [first, second] = await Promise.all([
    open(keysFolder(root), start),
    open(keysFolder(root), start),
  ]);
  const shown = new Set<string>();
  for (let hour = 0; hour < 24 * 5; hour += 6) {
    const at = after(hour);
    await Promise.all([first.refresh(at), second.refresh(at)]);
    // Until the next look, both go by what they have read.
    for (const moment of [at, at.add({ hours: 5, minutes: 59, seconds: 59 })]) {
      const list = first.list(moment);
      expect(second.list(moment)).toEqual(list);
      expect(second.listJson(moment)).toBe(JSON.stringify(list));
      expect(isSignedBy(createPublicKey(root), list)).toBe(true);
      expect(list.keys.map((key) => key.from)).toEqual(
        [Math.floor(hour / 24), Math.floor(hour / 24) - 1]
          .filter((day) => day >= 0)
          .map((day) => after(day * 24).toString({ smallestUnit: 'millisecond' })),
      );
      for (const { kid } of list.keys)
        expect([first.find(kid, moment)?.type, second.find(kid, moment)?.type]).toEqual([
          'private',
          'private',
        ]);
    }
    shown.add(kids(first, at)[0] ?? '');
    // The next day's key is stored, and not accepted yet.
    const [next] = (await stored()).slice(-1);
    expect(next?.from).toEqual(after(24 * (Math.floor(hour / 24) + 1)));
    expect(first.find(next?.kid ?? '', at)).toBeNull();
    expect(await stored()).toHaveLength(hour < 48 ? 2 + Math.floor(hour / 24) : 3);
  }
  expect(shown.size).toBe(5);
  const rows = await stored();
  for (const { from, storedAt } of rows) expect(storedAt.until(from).total('hours')).toBe(24);
});

test('a restart reuses the keys, but mints new ones after a long downtime', async () => {
  const folder = keysFolder(rootPair());
  const before = kids(await open(folder, start), start);
  const again = await open(folder, after(1));
  expect(kids(again, after(1))).toEqual(before);
  expect(again.find('k-none', after(1))).toBeNull();
  const late = await open(folder, after(24 * 9));
  expect(kids(late, after(24 * 9))).toEqual([expect.any(String)]);
  expect(await storedKids()).toHaveLength(2);
  expect(await storedKids()).not.toContain(before[0]);
});

test('after the root key is replaced, keys of the old root are accepted and not shown', async () => {
  const folder = keysFolder(rootPair());
  const [old = ''] = kids(await open(folder, start), start);
  const root = rootPair();
  fs.writeFileSync(path.join(folder, 'root.pem'), pem(root));
  const ring = await open(folder, after(1));
  expect(kids(ring, after(1))).not.toContain(old);
  expect(isSignedBy(createPublicKey(root), ring.list(after(1)))).toBe(true);
  expect(ring.find(old, after(1))).not.toBeNull();
});

test('no row changes, and none is deleted before its end or if the clock seems wrong', async () => {
  await open(keysFolder(rootPair()), start);
  const before = await storedKids();
  for (const statement of [
    sql`update envelope_keys set valid_until = valid_until + interval '1 day'`,
    sql`delete from envelope_keys`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied');
  await expect(
    owner.db.updateTable('envelope_keys').set({ stored_at: start }).execute(),
  ).rejects.toThrow('never changed');
  // Each row differs from its list in one column.
  for (const values of [
    sql`'k-other', valid_from, valid_until`,
    sql`kid, valid_from - interval '1 second', valid_until`,
    sql`kid, valid_from, valid_until + interval '1 second'`,
  ])
    await expect(
      sql`insert into envelope_keys
        select ${values}, list, private_key_sealed, stored_at from envelope_keys`.execute(app.db),
    ).rejects.toThrow('envelope_keys_check');
  const erase = (at: Temporal.Instant) => sql`select erase_ended_envelope_keys(${at})`;
  await erase(after(47)).execute(app.db);
  await erase(after(24 * 400)).execute(app.db);
  expect(await storedKids()).toEqual(before);
  await erase(after(48)).execute(app.db);
  expect(await storedKids()).toEqual(before.slice(1));
});

test('writeNew does not overwrite existing files', () => {
  const file = path.join(keysFolder(), 'list-000001.json');
  expect([
    writeNew(file, 'first'),
    writeNew(file, 'second'),
    fs.readFileSync(file, 'utf8'),
  ]).toEqual([true, false, 'first']);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('the server does not start if root.pem is empty', async () => {
  const folder = keysFolder(rootPair());
  const file = path.join(folder, 'root.pem');
  fs.writeFileSync(file, '');
  await expect(open(folder, start)).rejects.toThrow(
    new CannotStart(
      `The key file ${file} is damaged. Restore it, or delete it: the sandbox makes a new one at the next start.`,
    ),
  );
});

slow(
  'stores signed files as rows, erases them, and serves for thirty days without root',
  async () => {
    const root = rootPair();
    const folder = keysFolder();
    mintKeysAhead(folder, root, start, 30);
    const ring = await open(folder, start, trusting(root));
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(ring.lines).toEqual([
      expect.stringMatching(
        /^stored the envelope keys from .*list-ahead-.* and deleted the files$/,
      ),
    ]);
    expect(ring.endsAt()).toEqual(after(31 * 24));
    const seenKids = new Set<string>();
    for (let hour = 0; hour < 30 * 24; hour += 6) {
      const at = after(hour);
      await ring.refresh(at);
      const day = Math.floor(hour / 24);
      const [newest] = ring.list(at).keys;
      expect(newest?.from).toBe(after(day * 24).toString({ smallestUnit: 'millisecond' }));
      expect(kids(ring, at)).toHaveLength(day === 0 ? 1 : 2);
      expect(isSignedBy(createPublicKey(root), ring.list(at))).toBe(true);
      for (const kid of kids(ring, at)) expect(ring.find(kid, at), `${hour} h`).not.toBeNull();
      expect(await storedKids()).toHaveLength(30 - Math.max(0, day - 1));
      seenKids.add(newest?.kid ?? '');
    }
    expect(seenKids.size).toBe(30);
    await ring.refresh(after(31 * 24));
    expect([...seenKids].map((kid) => ring.find(kid, after(31 * 24)))).toEqual(
      Array(30).fill(null),
    );
    expect(ring.list(after(31 * 24)).keys).toEqual([]);
  },
);

test('refuses a bad file with a sentence, leaves it, and stores the good one beside it', async () => {
  const root = rootPair();
  const folder = keysFolder();
  const listFile = (minted: () => void) => {
    const before = new Set(fs.readdirSync(folder));
    minted();
    const name = fs
      .readdirSync(folder)
      .find((each) => each.startsWith('list-') && !before.has(each));
    return path.join(folder, name ?? '');
  };
  const kidIn = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8'))[0].keys[0].kid;
  mintKeysAhead(folder, root, start, 3);
  const ring = await open(folder, start, trusting(root));
  const strange = listFile(() => mintKeysAhead(folder, rootPair(), start, 2));
  const lacking = listFile(() => mintKeysAhead(folder, root, start, 2));
  const lackingKid = kidIn(lacking);
  fs.rmSync(path.join(folder, `${lackingKid}.pem`));
  const mixed = listFile(() => mintKeysAhead(folder, root, start, 1));
  const mixedPem = path.join(folder, `${kidIn(mixed)}.pem`);
  fs.writeFileSync(mixedPem, pem(rootPair()));
  const old = listFile(() => mintKeysAhead(folder, root, after(-24 * 9), 2));
  const cut = path.join(folder, 'list-cut.json');
  fs.writeFileSync(cut, '[{"keys":');
  const unreadable = path.join(folder, 'list-folder.json');
  fs.mkdirSync(unreadable);
  const left = fs.readdirSync(folder).sort();
  const good = listFile(() => mintKeysAhead(folder, root, after(60), 3));
  const goodKid = kidIn(good);
  await ring.refresh(after(1));
  await ring.refresh(after(2));
  expect(ring.lines.slice(1).sort()).toEqual(
    [
      `stored the envelope keys from ${good} in the database and deleted the files`,
      `A key list in ${strange} is not signed by the root key of ROOT_PUBLIC_KEY. Sign its keys with that root key, or delete the file.`,
      `A private key for ${lacking} is missing: ${lackingKid}.pem. Copy all files again.`,
      `${mixedPem} does not match its public key in the list. Copy all files again.`,
      `All keys in ${old} have expired by this server's clock. If the clock is right, delete the file.`,
      `The key file ${unreadable} cannot be read (EISDIR). Give it to the user that runs the server.`,
      `The key file ${cut} is damaged. Copy it again from the machine that signed it, or delete it.`,
    ].sort(),
  );
  expect(fs.readdirSync(folder).sort()).toEqual(left);
  expect(await storedKids()).toContain(goodKid);
  expect(await storedKids()).toHaveLength(6);
});

test('a file that is stored already is erased, on each server that has it', async () => {
  const root = rootPair();
  const [here, there] = [keysFolder(), keysFolder()];
  mintKeysAhead(here, root, start, 3);
  fs.cpSync(here, there, { recursive: true });
  const rings = await Promise.all([here, there].map((each) => open(each, start, trusting(root))));
  expect([fs.readdirSync(here), fs.readdirSync(there)]).toEqual([[], []]);
  expect(await storedKids()).toHaveLength(3);
  expect(rings.map((ring) => kids(ring, start))).toEqual(Array(2).fill([(await storedKids())[0]]));
});

test('accepts the next day’s key at most two minutes early', async () => {
  const root = rootPair();
  const folder = keysFolder();
  mintKeysAhead(folder, root, start, 2);
  const ring = await open(folder, start, trusting(root));
  const [, next = ''] = await storedKids();
  expect([
    ring.find(next, after(23)),
    ring.find(next, after(24).subtract({ seconds: 90 }))?.type,
  ]).toEqual([null, 'private']);
});

test('shows a key that is valid at once only when other servers know it too', async () => {
  const root = rootPair();
  const folder = keysFolder();
  mintKeysAhead(folder, root, start, 3);
  const ring = await open(folder, start, trusting(root));
  const [old = ''] = kids(ring, start);
  mintKeysAhead(folder, root, after(20), 3);
  await ring.refresh(after(21));
  expect(kids(ring, after(21).add({ seconds: 119 }))).toContain(old);
  expect(kids(ring, after(21).add({ seconds: 120 }))).not.toContain(old);
  expect(ring.find(old, after(22))).not.toBeNull();
  expect(ring.endsAt()).toEqual(after(20 + 4 * 24));
});

test('a key that does not open is not used, and the log names it', async () => {
  const root = rootPair();
  const folder = keysFolder();
  mintKeysAhead(folder, root, start, 2);
  await open(folder, start, trusting(root));
  const [first, second = ''] = await storedKids();
  await owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const set = { private_key_sealed: Buffer.from('damaged') };
    await tx.updateTable('envelope_keys').set(set).where('kid', '=', second).execute();
  });
  const ring = await open(folder, after(25), trusting(root));
  expect(ring.lines).toEqual([
    `The envelope key ${second} in the database cannot be decrypted and is not used.`,
  ]);
  expect([kids(ring, after(25)), ring.find(second, after(25))]).toEqual([[first], null]);
});

test('production does not start without a currently valid key', async () => {
  const root = rootPair();
  const folder = keysFolder();
  mintKeysAhead(folder, root, start, 2);
  const sentence =
    /^No envelope key is valid at .*\. Sign new ones on the machine with the root key/;
  for (const at of [after(-1), after(24 * 9), after(24 * 400)])
    await expect(open(folder, at, trusting(root))).rejects.toThrow(sentence);
  await expect(open(keysFolder(), start, trusting(rootPair()))).rejects.toThrow(sentence);
  await open(folder, start, trusting(root));
});

test.each([
  ['keys/root.pem', true],
  ['root.pem', true],
  ['keys/spare.txt', false],
  ['backup.pem', false],
])('production does not start if %s contains a root private key', async (name, isOther) => {
  const folder = keysFolder();
  const root = rootPair();
  mintKeysAhead(folder, root, start, 2);
  const file = path.join(folder, '..', name);
  fs.writeFileSync(file, pem(isOther ? rootPair() : root));
  await expect(open(folder, start, trusting(root))).rejects.toThrow(
    new CannotStart(
      `${file} is a root private key, which production must not have. Move it to the machine that mints keys.`,
    ),
  );
  fs.rmSync(file);
  await open(folder, start, trusting(root));
});

test('the sandbox refuses to start with a missing or mismatched root key', async () => {
  const trust = { isSandbox: true, rootPublicKey: spkiOf(rootPair()) };
  await expect(open(keysFolder(rootPair()), start, trust)).rejects.toThrow(
    /^ROOT_PUBLIC_KEY is not the public part of /,
  );
  await expect(open(keysFolder(), start)).rejects.toThrow(/^There is no root key/);
});

test('a sandbox folder of an earlier release brings its keys along', async () => {
  const root = rootPair();
  const folder = keysFolder(root);
  mintKeysAhead(folder, root, start, 1);
  const [name = ''] = fs.readdirSync(folder).filter((each) => each.startsWith('list-'));
  fs.renameSync(path.join(folder, name), path.join(folder, 'list-000007.json'));
  const ring = await open(folder, after(1));
  expect(fs.readdirSync(folder)).toEqual(['root.pem']);
  expect((await stored()).map(({ from }) => from)).toEqual([start, after(24)]);
  expect(kids(ring, after(1))).toEqual((await storedKids()).slice(0, 1));
});

test.each([0, 401, 1.5])('refuses to mint keys for %d days', (days) => {
  expect(() => mintKeysAhead(keysFolder(), rootPair(), start, days)).toThrow(RangeError);
});

test('a running server warns daily when its keys are about to expire, and logs failures', async () => {
  const root = rootPair();
  const folder = keysFolder();
  mintKeysAhead(folder, root, start, 9);
  const ring = await open(folder, start, trusting(root));
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(JSON.parse(line).msg));
  let at = start;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const refreshed = vi.spyOn(ring, 'refresh');
    const stop = refreshKeys(ring, () => at, log);
    const minutes = async (count: number) => {
      const before = refreshed.mock.calls.length;
      vi.advanceTimersByTime(count * 60_000);
      await vi.waitFor(() => expect(refreshed.mock.calls.length).toBe(before + count));
      await Promise.allSettled(refreshed.mock.results.map(({ value }) => value));
    };
    expect(lines).toEqual([]);
    at = after(3 * 24 + 1);
    await minutes(3);
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('end soon')]));
    expect(ring.list(at).keys[0]?.from).toContain('2026-11-23');
    refreshed.mockRejectedValueOnce(new Error('no database'));
    await minutes(1);
    await vi.waitFor(() => expect(lines[1]).toContain('could not refresh'));
    expect(ring.find(kids(ring, at)[0] ?? '', at)).not.toBeNull();
    await stop();
    vi.advanceTimersByTime(600_000);
    expect(refreshed).toHaveBeenCalledTimes(4);
    expect(lines).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
