// Tests that two people who have viewed the files that a sweep did not delete can release them.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { workCtx } from '#/context/ctx.ts';
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
import { testOps } from './testing.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-files-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const files = await createDiskFiles(folder);
const jobs: { names: string[] }[] = [];
const queue = {
  enqueue: async (_tx: unknown, _name: string, payload: { names: string[] }) =>
    void jobs.push(payload),
};
const { app, clocks } = await testContext({
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
const shows = async ({ ask }: Who) =>
  (await ask('files show', { folder: 'pictures' })).data as unknown as Look;
const releases = ({ ask }: Who, look: string | null) => ask('files release', { look }, withReason);
/** Runs each job twice concurrently, as two servers might do. */
async function runJobs(): Promise<void> {
  for (const { names } of jobs.splice(0))
    await Promise.all([1, 2].map(() => discardFiles({ files }, names, clocks.wall())));
}

test('two people release exactly the files that both have viewed', async () => {
  const names = [...(await orphans(20)), ...(await orphans(10, 40))];
  expect([await sweep(), await heldFiles(db)]).toEqual([0, 30]);
  expect((await rosa.ask('files list')).data).toMatchObject({
    held: [{ place: 'pictures/00', why: 'tooMany', files: 30 }],
  });
  const { look, ages, examples, files: count } = await shows(rosa);
  expect([count, ages.map((row) => row.files), examples.length]).toEqual([30, [0, 20, 10], 10]);
  expect(examples.every(({ file }) => names.includes(file))).toBe(true);
  const first = { wrong: 'View the current state first: files show pictures' };
  expect(await releases(ben, look)).toMatchObject(first);
  expect((await releases(rosa, look)).data).toMatchObject({ outcome: 'proposed', files: 30 });
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

test('refuses to release files if one was added or removed since staff viewed them', async () => {
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
