// Tests that files without a row are deleted only in this installation’s folder and few at a time,
// and that they can be restored for 30 days.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { createMovingFiles } from '#/adapters/files/moving.ts';
import { openFiles } from '#/adapters/files/open.ts';
import type { Files } from '#/adapters/files/port.ts';
import { startS3 } from '#/adapters/files/s3.testing.ts';
import type { Database } from '#/db/database.ts';
import { freshDatabase } from '#/db/testing.ts';
import { manualClocks } from '#/platform/clock.ts';
import { createLog } from '#/platform/log.ts';
import type { WorkCtx } from './ctx.ts';
import { claimFiles, claimKeys, openInstallation, refuseStrangersKeys } from './installation.ts';
import {
  allParts,
  discardFiles,
  emptyTrash,
  heldFiles,
  newFileName,
  sweepFiles,
} from './stored-files.ts';

const clocks = manualClocks('2026-11-25T02:00:00Z');
const [ours, strangers] = [await freshDatabase(), await freshDatabase()];
const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-files-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.stop();
  fs.rmSync(top, { recursive: true });
});

let files: Files;
let folder = '';
let payoutsOn = true;
beforeEach(async () => {
  payoutsOn = true;
  folder = fs.mkdtempSync(path.join(top, 'files-'));
  files = await createDiskFiles(folder);
  await forgetRows(ours.owner);
  await ours.owner.pool.query('delete from held_sweeps');
  await ours.owner.pool.query('delete from files_place');
});

const ctxOf = ({ db }: Pick<Database, 'db'>): WorkCtx =>
  ({
    app: { db, files, log: createLog('silent'), settings: { all: async () => ({ payoutsOn }) } },
    wall: clocks.wall(),
    now: clocks.now(),
  }) as unknown as WorkCtx;
const sweep = async ({ app }: typeof ours) => await sweepFiles(ctxOf(app), 'pictures', allParts);
const claim = async ({ app }: typeof ours) =>
  await claimFiles(files, app.db, await openInstallation(app.db, clocks.wall()));
const all = async (under = 'pictures') => await Array.fromAsync(files.list(under));

/** Writes two-hour-old files: `known` files with a row and `unknown` files without a row. */
async function fill(known: number, unknown: number): Promise<string[]> {
  const at = clocks.wall().subtract({ hours: 2 });
  const names = Array.from({ length: known + unknown }, () => newFileName('pictures', at));
  await Promise.all(names.map((name) => files.put(name, Buffer.from('sealed'))));
  await addRows(ours.owner, names.slice(0, known));
  return names;
}

/** Inserts rows without owners; the sweep checks only whether a name has a row. */
async function addRows({ db }: Database, names: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into pictures (id, borrower_id, purpose, file_name, width, height, size_bytes, content_hash, uploaded_at)
      select gen_random_uuid(), gen_random_uuid(), 'idFront', name, 1000, 700, 6, sha256(convert_to(name, 'UTF8')), now() from unnest(${names}::text[]) name`.execute(
      tx,
    );
  });
}

async function forgetRows({ db }: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from pictures`.execute(tx);
  });
}

slow('a server with an empty database does not delete any of the stored files', async () => {
  await claim(ours);
  await fill(256, 0);
  await expect(claim(strangers)).rejects.toThrow(
    /^The files in .* belong to installation .*, but this database is .* Set FILES or DATA_DIR/,
  );
  expect([await sweep(strangers), (await all()).length]).toEqual([0, 256]);
  await forgetRows(ours.owner);
  expect([await sweep(ours), (await all()).length, await heldFiles(ours.app.db)]).toEqual([
    0, 256, 256,
  ]);
});

slow.each([
  ['one in a hundred', 990, 10, 10],
  ['one more than one in a hundred', 989, 11, 0],
  ['a handful of few', 5, 5, 5],
  ['one more than a handful', 6, 6, 0],
  ['more than rows name', 3, 4, 0],
  ['one file of nobody', 0, 1, 0],
])(
  '%s: a sweep of %i files with a row and %i without deletes %i',
  async (_, known, unknown, moved) => {
    await claim(ours);
    await fill(known, unknown);
    expect([await sweep(ours), (await all()).length]).toEqual([moved, known + unknown - moved]);
    expect(await heldFiles(ours.app.db)).toBe(moved ? 0 : unknown);
  },
);

slow('a sweep of some subfolders deletes nothing until enough files have a row', async () => {
  await claim(ours);
  const names = await fill(300, 40);
  const few = async () =>
    await sweepFiles(
      ctxOf(ours.app),
      'pictures',
      allParts.filter((part) => part < '80'),
    );
  expect(await few()).toBe(0);
  expect(await heldFiles(ours.app.db)).toBe(40);
  await addRows(ours.owner, names.slice(300, 336));
  expect([
    (await few()) + (await sweep(ours)),
    await heldFiles(ours.app.db),
    (await all()).length,
  ]).toEqual([4, 0, 336]);
});

slow('a sweep deletes nothing while payouts are paused after a restore', async () => {
  await claim(ours);
  await fill(100, 1);
  await ours.owner.pool.query(
    `insert into database_cluster (name, seen_at, payouts_paused_at) values ('another', now(), now())`,
  );
  payoutsOn = false;
  expect(await sweep(ours)).toBe(0);
  payoutsOn = true;
  expect(await sweep(ours)).toBe(1);
});

test('a deleted file can be restored for 30 days and is gone an hour later', async () => {
  await claim(ours);
  const [known = '', name = ''] = await fill(1, 1);
  const begin = clocks.wall();
  const empty = async (wall: Temporal.Instant) => await emptyTrash({ ...ctxOf(ours.app), wall });
  expect(await sweep(ours)).toBe(1);
  expect(await all()).toEqual([known]);
  const [trashed = ''] = await all('trash');
  expect(trashed.endsWith(`/${name}`)).toBe(true);
  expect([
    await empty(begin),
    await empty(begin.add({ hours: 30 * 24 })),
    await all('trash'),
  ]).toEqual([0, 0, [trashed]]);
  expect([
    await empty(begin.add({ hours: 30 * 24 + 1 })),
    await all('trash'),
    await files.folders('trash'),
  ]).toEqual([1, [], []]);
  expect(await all()).toEqual([known]);
});

slow('two servers share the trash and finish a dead server’s work', async () => {
  await claim(ours);
  const names = await fill(400, 5);
  const erased = names.slice(0, 5);
  // The first server dies after two of an erased person's five files; both servers then finish the
  // job.
  await discardFiles({ files }, erased.slice(0, 2), clocks.wall());
  await Promise.all(
    [1, 2].map(() => discardFiles({ files }, erased, clocks.wall().add({ hours: 1 }))),
  );
  await Promise.all([sweep(ours), sweep(ours)]);
  expect((await all()).sort()).toEqual(names.slice(5, 400).sort());
  expect((await all('trash')).length).toBe(10);
  const wall = clocks.wall().add({ hours: 30 * 24 + 2 });
  await Promise.all([1, 2].map(() => emptyTrash({ ...ctxOf(ours.app), wall })));
  expect(await all('trash')).toEqual([]);
});

test('a server does not empty another installation’s trash', async () => {
  await claim(ours);
  await files.put('trash/2026-01-01T00/pictures/ab/x', Buffer.from('sealed'));
  expect(await emptyTrash(ctxOf(strangers.app))).toBe(0);
  expect(await emptyTrash(ctxOf(ours.app))).toBe(1);
});

test('refuses an unmarked folder if the database rows name none of its files', async () => {
  await fill(0, 3);
  await expect(claim(ours)).rejects.toThrow(
    /^The files in .* may not belong to this database: no row names any .* write [0-9a-f-]{36} into .*\/installation\.$/,
  );
  await fill(1, 0);
  await claim(ours);
  await claim(ours);
  await fill(1, 0);
  folder = fs.mkdtempSync(path.join(top, 'unmounted-'));
  files = await createDiskFiles(folder);
  await expect(claim(ours)).rejects.toThrow(
    /^The files in .* may not belong to this database: it contains none of the files that its rows name\./,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
  // Following the advice in the error message claims the folder.
  fs.writeFileSync(
    path.join(folder, 'installation'),
    await openInstallation(ours.app.db, clocks.wall()),
  );
  await claim(ours);
});

test('refuses an empty folder if another server claims a different one', async () => {
  const [first, second] = await Promise.allSettled(
    ['one', 'other'].map(async (name) => {
      const own = await createDiskFiles(path.join(folder, name));
      await claimFiles(own, ours.app.db, await openInstallation(ours.app.db, clocks.wall()));
    }),
  );
  const refused = first?.status === 'rejected' ? first : second;
  expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect(String((refused as PromiseRejectedResult).reason)).toMatch(
    /The files of this database are in .* has no mark\. All servers need the same folder/,
  );
});

test('refuses an empty folder with the recorded path, such as on another machine', async () => {
  await claim(ours);
  fs.rmSync(path.join(folder, 'installation'));
  await expect(claim(ours)).rejects.toThrow(/All servers need the same folder/);
});

test('two first servers that start at once share one folder', async () => {
  const both = Promise.withResolvers<void>();
  let looks = 0;
  // Both look for the mark before either writes it.
  const late = {
    ...files,
    owner: async () => {
      const owner = await files.owner();
      looks += 1;
      if (looks === 2) both.resolve();
      await both.promise;
      return owner;
    },
    // The second server looks at the recorded place before the first server has marked it.
    claim: async (id: string) => {
      await wait(100);
      return await files.claim(id);
    },
  };
  const installation = await openInstallation(ours.app.db, clocks.wall());
  await Promise.all([1, 2].map(() => claimFiles(late, ours.app.db, installation)));
});

slow('during a move, claims the empty new place but no place of another database', async () => {
  await claim(ours);
  await fill(2, 0);
  const from = files;
  const to = await openFiles({ place: s3.place('new'), previous: null });
  files = createMovingFiles(to, from);
  await expect(claim(strangers)).rejects.toThrow(/belong to installation/);
  expect(await to.owner()).toBe(null);
  await claim(ours);
  expect([await sweep(ours), await to.owner()]).toEqual([0, await from.owner()]);
  expect(await heldFiles(ours.app.db)).toBe(0);
  // Without the previous place, the server still starts, and any other empty place is refused.
  files = to;
  await claim(ours);
  files = await createDiskFiles(path.join(folder, 'third'));
  await expect(claim(ours)).rejects.toThrow(
    /^The files in .* may not belong .*none of the files that its rows name/,
  );
});

slow('a bucket sweep respects the deletion limit and keeps a stranger’s files', async () => {
  files = await openFiles({ place: s3.place('sweep'), previous: null });
  await claim(ours);
  const names = await fill(100, 6);
  expect([await sweep(ours), (await all()).length, await heldFiles(ours.app.db)]).toEqual([
    0, 106, 6,
  ]);
  expect([await sweep(strangers), (await all()).length]).toEqual([0, 106]);
  await addRows(ours.owner, names.slice(100, 101));
  expect([await sweep(ours), (await all()).length, await heldFiles(ours.app.db)]).toEqual([
    5, 101, 0,
  ]);
  expect((await all('trash')).length).toBe(5);
  const wall = clocks.wall().add({ hours: 30 * 24 + 2 });
  expect([await emptyTrash({ ...ctxOf(ours.app), wall }), await all('trash')]).toEqual([1, []]);
});

test('of two databases that start with the same empty folder, only one claims it', async () => {
  const claims = await Promise.allSettled([claim(ours), claim(strangers)]);
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('marks the key folder, and refuses it to another database', async () => {
  const id = await openInstallation(ours.app.db, clocks.wall());
  const keys = path.join(folder, 'keys');
  refuseStrangersKeys(keys, id);
  claimKeys(keys, id);
  claimKeys(keys, id);
  const strangersId = await openInstallation(strangers.app.db, clocks.wall());
  expect(() => refuseStrangersKeys(keys, strangersId)).toThrow(
    `The keys in ${keys} belong to installation ${id}, but this database is ${strangersId}.`,
  );
});

test('an installation’s id never changes', async () => {
  const { app } = await freshDatabase();
  const ids = await Promise.all([1, 2].map(() => openInstallation(app.db, clocks.wall())));
  expect(new Set(ids).size).toBe(1);
  await expect(app.pool.query('update installation set id = gen_random_uuid()')).rejects.toThrow(
    'permission denied',
  );
});
