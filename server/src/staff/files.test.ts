// Tests that two people who have viewed the files that a sweep did not delete can release them.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Shown } from '@sandali/contract/commands.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { createMovingFiles } from '#/adapters/files/moving.ts';
import type { Files } from '#/adapters/files/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { checkFiles, type FileCheck } from '#/context/file-check.ts';
import { copyPart } from '#/context/file-transfer.ts';
import { claimFiles, openInstallation } from '#/context/installation.ts';
import {
  allParts,
  discardFiles,
  emptyTrash,
  heldFiles,
  newFileName,
  sweepFiles,
  trashDays,
} from '#/context/stored-files.ts';
import type { Queue } from '#/db/queue.ts';
import { createLog } from '#/platform/log.ts';
import { newId } from '#/platform/random.ts';
import { testContext } from '#/testing/context.ts';
import { type Answer, proposalAbout, testOps } from './testing.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-files-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const files = await createDiskFiles(folder);
const jobs: { names: string[] }[] = [];
const copies: { part: string }[] = [];
const queue = {
  enqueue: async (_tx: unknown, _name: string, payload: { names: string[] }) =>
    void jobs.push(payload),
  enqueueAll: async (_tx: unknown, _name: string, payloads: { part: string }[]) =>
    void copies.push(...payloads),
};
const { app, clocks, fresh } = await testContext({
  files,
  log: createLog('silent'),
  queue: queue as unknown as Queue,
});
const { db } = app;
const ops = testOps(app);
const [rosa, ben] = [await ops.person('engineer'), await ops.person('engineer')];
const withReason = { reason: 'uploads of the outage of May, ticket 90' };
type Who = typeof rosa;
type Look = {
  look: string | null;
  files: number;
  ages: { age: string; files: number }[];
  examples: { file: string }[];
};

await claimFiles(files, db, await openInstallation(db, clocks.wall()));
beforeEach(async () => {
  for (const name of await all()) await files.move(name, `gone/${newId(clocks.wall())}`);
  await unchecked(sql`delete from pictures`);
});

const all = async (under = 'pictures') => await Array.fromAsync(files.list(under));
const sweep = async () => await sweepFiles(workCtx(app), 'pictures', allParts);
/** Writes files that have no database row and are `days` old. */
async function orphans(count: number, days = 2): Promise<string[]> {
  const names = Array.from({ length: count }, () =>
    newFileName('pictures', clocks.wall().subtract({ hours: 24 * days })),
  );
  for (const name of names) await files.put(name, Buffer.from('sealed'));
  return names;
}
/** Changes rows as the owner of the tables, without triggers and foreign keys. */
const unchecked = (change: RawBuilder<unknown>) =>
  fresh.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });
/** Writes files with rows, which have no owners. */
async function stored(count: number): Promise<string[]> {
  const names = await orphans(count);
  await unchecked(sql`insert into pictures (id, borrower_id, purpose, file_name, width, height, size_bytes, content_hash, uploaded_at)
      select gen_random_uuid(), gen_random_uuid(), 'idFront', name, 1000, 700, 6, sha256(convert_to(name, 'UTF8')), now() from unnest(${names}::text[]) name`);
  return names;
}
const shows = async ({ ask }: Who) =>
  (await ask('files show', { folder: 'pictures' })).data as unknown as Look;
const releases = ({ ask }: Who, look: string | null) => ask('files release', { look }, withReason);
/** Runs each job twice concurrently, as two servers might do. */
async function runJobs(): Promise<void> {
  for (const { names } of jobs.splice(0))
    await Promise.all([1, 2].map(() => discardFiles({ files }, names, clocks.wall())));
}

slow('two people release exactly the files that both have viewed', async () => {
  const names = [...(await orphans(20)), ...(await orphans(10, 40))];
  expect([await sweep(), await heldFiles(db)]).toEqual([0, 30]);
  expect((await rosa.ask('files list')).data).toMatchObject({
    held: [{ place: 'pictures/00', reason: 'tooMany', files: 30 }],
  });
  const { look, ages, examples, files: count } = await shows(rosa);
  expect([count, ages.map((row) => row.files), examples.length]).toEqual([30, [0, 20, 10], 10]);
  expect(examples.every(({ file }) => names.includes(file))).toBe(true);
  const first = { wrong: 'View the current state first: files show pictures' };
  expect(await releases(ben, look)).toMatchObject(first);
  expect((await releases(rosa, look)).data).toMatchObject({ outcome: 'proposed', files: 30 });
  expect(await proposalAbout(ben, look ?? '')).toEqual({
    facts: ['files of pictures to the trash | – | 30'],
    about: ['filesLook', look],
    line: `files release ${look} --reason "…"`,
  });
  expect((await releases(rosa, look)).wrong).toMatch('Ask another person to confirm it');
  expect(await releases(ben, look)).toMatchObject(first);
  expect((await shows(ben)).look).toBe(look);
  expect((await releases(ben, look)).data).toMatchObject({ outcome: 'released', files: 30 });
  expect(await heldFiles(db)).toBe(0);
  await runJobs();
  expect([await all(), (await all('trash')).length]).toEqual([[], 30]);
  expect((await releases(rosa, look)).wrong).toBe('These files were released already.');
  const wall = clocks.wall().add({ hours: 24 * trashDays + 1 });
  await Promise.all([1, 2].map(() => emptyTrash({ app, wall })));
  expect(await all('trash')).toEqual([]);
});

slow('refuses to release files if one was added or removed since staff viewed them', async () => {
  const [name = ''] = await orphans(12);
  const { look } = await shows(rosa);
  await releases(rosa, look);
  const { look: same } = await shows(ben);
  await orphans(1);
  const changed = 'The files have changed since this look. Run files show pictures.';
  expect((await releases(ben, same)).wrong).toBe(changed);
  const later = await shows(rosa);
  expect([later.files, later.look === look]).toEqual([13, false]);
  await files.move(name, 'gone/another');
  expect((await releases(rosa, later.look)).wrong).toBe(changed);
  expect((await all()).length).toBe(12);
});

test('refuses a release by a person who has not viewed the files', async () => {
  await orphans(8);
  const { look } = await shows(rosa);
  const id = await ops.proposesInDatabase('files', ben.name);
  const insert = db
    .insertInto('file_releases')
    .values({ id, look_id: look ?? '' })
    .execute();
  await expect(insert).rejects.toThrow('must first view the current state');
  expect(
    (await (await ops.person('finance')).ask('files show', { folder: 'pictures' })).status,
  ).toBe(403);
});

test('refuses to release files in another installation’s folder', async () => {
  await orphans(8);
  const { look } = await shows(rosa);
  const mark = path.join(folder, 'installation');
  const own = fs.readFileSync(mark, 'utf8');
  fs.writeFileSync(mark, newId(clocks.wall()));
  expect((await releases(rosa, look)).wrong).toMatch('does not have the mark of this installation');
  fs.writeFileSync(mark, own);
});

const isWell = (answer: Answer) => (answer as Answer & { shown: Shown }).shown.isWell;

slow('counts missing files, files without a row and where to continue', async () => {
  const names = await stored(6);
  await files.move(names[0] ?? '', 'gone/one');
  await orphans(3);
  const outcome = await rosa.ask('files check');
  expect(outcome.data).toMatchObject({
    rows: 6,
    files: 8,
    missing: { count: 1, first: [names[0]] },
    onlyPrevious: { count: 0 },
    withoutRow: { count: 3 },
    from: 'pictures/00',
    to: 'recoveries/ff',
    next: null,
  });
  expect(isWell(outcome)).toBe(false);
  await files.move('gone/one', names[0] ?? '');
  expect(isWell(await rosa.ask('files check'))).toBe(true);
  let [next, rows, pieces]: [string | null, number, number] = ['pictures/00', 0, 0];
  while (next !== null) {
    const piece: FileCheck = await checkFiles(workCtx(app), next, 4);
    [next, rows, pieces] = [piece.next, rows + piece.rows, pieces + 1];
  }
  expect([rows, pieces > 2]).toEqual([6, true]);
  const finance = await ops.person('finance');
  expect((await finance.ask('files check')).status).toBe(403);
  expect((await finance.ask('files move', {}, withReason)).status).toBe(403);
});

/** Returns a server with another place of files, and how Rosa asks it. */
function contextWith(other: Files) {
  const at = { ...app, files: other };
  return { app: at, ask: testOps(at).withKey(rosa.key) };
}

slow('moves all files to another place while they are read, deleted and added', async () => {
  expect((await rosa.ask('files move', {}, withReason)).wrong).toMatch('FILES_PREVIOUS is not set');
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-files-'));
  const target = await createDiskFiles(other);
  const moving = createMovingFiles(target, files);
  let now = contextWith(moving);
  await claimFiles(moving, db, await openInstallation(db, clocks.wall()));
  const names = await stored(40);
  const [discarded = ''] = names.splice(0, 1);
  await unchecked(sql`delete from pictures where file_name = ${discarded}`);
  await discardFiles({ files: moving }, [discarded], clocks.wall());
  const asks = async (input = {}) =>
    (await now.ask('files move', input, withReason)).data as { done: number; parts: number };
  expect(await asks()).toMatchObject({ from: folder, to: other, done: 0 });
  const parts = copies.splice(0).map(({ part }) => part);
  // Jobs of empty subfolders and a few others run on two servers. Then both servers stop.
  const isEmpty = (part: string) =>
    part !== 'trash' && !names.some((name) => name.startsWith(`${part}/`));
  await db
    .insertInto('file_copies')
    .values(
      parts.filter(isEmpty).map((part) => ({
        source: folder,
        target: other,
        part,
        files: 0,
        copied_at: clocks.wall(),
      })),
    )
    .execute();
  const rest = parts.filter((part) => part !== 'trash' && !isEmpty(part));
  for (const part of rest.splice(0, rest.length / 2))
    await Promise.all([1, 2].map(() => copyPart(workCtx(now.app), part)));
  expect((await asks()).done).toBe(768 - rest.length);
  const check = async () => (await now.ask('files check')).data as unknown as FileCheck;
  const before = await check();
  expect([before.missing.count, before.onlyPrevious.count > 0]).toEqual([0, true]);
  for (const name of names) expect((await now.app.files.get(name)).toString()).toBe('sealed');
  // A file is deleted while a job copies it.
  const uncopied: string[] = [];
  for (const name of names) if (!(await target.has(name))) uncopied.push(name);
  const [erased = ''] = uncopied;
  await unchecked(sql`update pictures set deleted_at = now() where file_name = ${erased}`);
  const slow = {
    ...files,
    get: async (name: string) => {
      const bytes = await files.get(name);
      if (name === erased) await moving.move(name, `trash/2099-01-01T00/${name}`);
      return bytes;
    },
  };
  now = contextWith(createMovingFiles(target, slow));
  for (const { part } of copies.splice(0)) await copyPart(workCtx(now.app), part);
  const end = await asks();
  expect([end.done, end.parts, copies]).toEqual([769, 769, []]);
  expect(await check()).toMatchObject({
    missing: { count: 0 },
    onlyPrevious: { count: 0 },
    withoutRow: { count: 0 },
  });
  expect((await asks({ begin: 'anew' })).done).toBe(0);
  // Without the previous place, every row has its file and the trash is complete.
  now = contextWith(target);
  expect(await check()).toMatchObject({ rows: 38, missing: { count: 0 } });
  expect(await target.has(erased)).toBe(false);
  expect((await Array.fromAsync(target.list('trash'))).length).toBeGreaterThanOrEqual(2);
  fs.rmSync(other, { recursive: true });
});

test('records no copy of a place that is unmounted meanwhile', async () => {
  const [target, unmounted] = [path.join(folder, 'target'), path.join(folder, 'unmounted')];
  const moving = createMovingFiles(await createDiskFiles(target), await createDiskFiles(unmounted));
  await moving.claim(await openInstallation(db, clocks.wall()));
  const at = contextWith(moving);
  await expect(copyPart(workCtx(at.app), 'pictures/00')).rejects.toThrow(
    /unmounted or .* lacks the mark of this installation/,
  );
  expect((await at.ask('files move', {}, withReason)).data).toMatchObject({ done: 0 });
});
