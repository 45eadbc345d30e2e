import {
  complaintCreate,
  complaintDetail,
  complaintPicture,
  complaintPictureShow,
  picturesOfComplaint,
} from '@sandali/contract/cases.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { allParts, newFileName, partsInTurn, writtenAt } from '#/context/stored-files.ts';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { complaintPicturesDays } from '#/data/retention.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { badPictures } from '#/testing/bad-pictures.ts';
import { dataOf } from '#/testing/context.ts';
import { receiptPurpose } from './add-picture.ts';
import { caseCalls } from './calls.ts';
import { deleteComplaintPictures, sweepComplaintFiles } from './cases.ts';
import { paymentNotShown } from './testing.ts';

const removals: string[] = [];
const { ask, person, clocks, app } = await creditTestContext(caseCalls);
const { db, files, sealer } = app;
const { enqueue } = app.queue;
app.queue.enqueue = async (tx, name, payload) => {
  if ('names' in payload) removals.push(...payload.names);
  else await enqueue(tx, name, payload);
};
const rosa = await testOps(app).person('support');
const withReason = { reason: 'looked at the gateway' };
const create = async (who: Person) =>
  dataOf(await ask(who, complaintCreate, paymentNotShown('2026-04-01')));
const add = async (who: Person, complaintId: string, bytes?: string) =>
  await ask(who, complaintPicture, { complaintId, bytes: bytes ?? (await somePicture()) });
const rowsOf = async (who: Person) =>
  await db
    .selectFrom('complaint_pictures')
    .selectAll()
    .where('borrower_id', '=', who.borrowerId)
    .execute();
const storedFiles = async () => await Array.fromAsync(files.list('receipts'));

slow('a complaint accepts at most ten receipts, re-encoded and sealed', async () => {
  const anna = await person();
  const { complaintId } = await create(anna);
  const bytes = await sharp({
    create: { width: 500, height: 300, channels: 3, background: '#7a5c2e' },
  })
    .withExif({ IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(dataOf(await add(anna, complaintId, bytes.toString('base64')))).toEqual({ pictures: 1 });
  const [row] = await rowsOf(anna);
  const sealed = await files.get(row?.file_name ?? '');
  expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
  const stored = sealer.openBytes(receiptPurpose, row?.file_name ?? '', sealed);
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  expect(stored.length).toBe(row?.size_bytes);
  expect(dataOf(await ask(anna, complaintPictureShow, { complaintId, turn: 1 })).jpeg).toBe(
    stored.toString('base64'),
  );
  const others = [
    ask(await person(), complaintPictureShow, { complaintId, turn: 1 }),
    ask(anna, complaintPictureShow, { complaintId, turn: 2 }),
  ];
  expect((await Promise.all(others)).map((answer) => answer.name)).toEqual([
    'complaintPictureUnknown',
    'complaintPictureUnknown',
  ]);
  const rest = [];
  for (let n = 1; n < picturesOfComplaint - 1; n += 1)
    rest.push((await add(anna, complaintId)).name);
  expect(new Set(rest)).toEqual(new Set(['success']));
  const last = await Promise.all([1, 2].map(() => add(anna, complaintId)));
  expect(last.map((answer) => answer.name).sort()).toEqual(['complaintPicturesFull', 'success']);
  expect((await add(anna, complaintId)).name).toBe('complaintPicturesFull');
  const { turns, picturesLeft } = dataOf(await ask(anna, complaintDetail, { complaintId }));
  expect([picturesLeft, turns.length, turns[1]?.picture]).toEqual([
    0,
    11,
    { width: 500, height: 300, sizeBytes: stored.length },
  ]);
});

slow('a complaint keeps a long screenshot’s size, and refuses a tiny picture', async () => {
  const anna = await person();
  const { complaintId } = await create(anna);
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  expect((await add(anna, complaintId, (await drawn(60, 400)).toString('base64'))).name).toBe(
    'fileTooSmall',
  );
  expect((await add(anna, complaintId, (await drawn(173, 1600)).toString('base64'))).name).toBe(
    'success',
  );
  expect((await add(anna, complaintId, (await drawn(1080, 10_000)).toString('base64'))).name).toBe(
    'success',
  );
  const sizes = (await rowsOf(anna)).map(({ width, height }) => ({ width, height }));
  expect(sizes).toEqual([
    { width: 173, height: 1600 },
    { width: 1080, height: 10_000 },
  ]);
});

// credit/application/pictures.test.ts tests the same re-encoding with all bad pictures.
slow('a complaint stores only the re-encoded pixels of a hostile picture', async () => {
  const anna = await person();
  const ofEach = new Map(
    (await badPictures({ isLight: true })).map((picture) => [picture.expected, picture]),
  ).values();
  let [complaintId, accepted] = [(await create(anna)).complaintId, 0];
  const before = (await storedFiles()).length;
  for (const { name, bytes, expected } of ofEach) {
    const answer = await add(anna, complaintId, bytes.toString('base64'));
    const ofCase: Partial<Record<typeof expected, string>> = {
      pictureKindRefused: 'fileKindRefused',
      pictureTooSmall: 'fileTooSmall',
    };
    expect([name, answer.name]).toEqual([name, ofCase[expected] ?? expected]);
    if (expected !== 'success') continue;
    accepted += 1;
    if (accepted % picturesOfComplaint === 0) complaintId = (await create(anna)).complaintId;
  }
  expect([(await storedFiles()).length - before, (await rowsOf(anna)).length]).toEqual([
    accepted,
    accepted,
  ]);
});

slow('a borrower can add pictures only to their own open complaints, up to a quota', async () => {
  const [anna, ben] = [await person(), await person()];
  const { complaintId, number } = await create(anna);
  expect((await add(ben, complaintId)).name).toBe('complaintUnknown');
  expect((await add(anna, newId(clocks.now()))).name).toBe('complaintUnknown');
  const id = newId(clocks.wall());
  const bytes = await somePicture();
  const same = await Promise.all(
    [1, 2].map(() => ask(anna, complaintPicture, { complaintId, bytes }, id)),
  );
  expect(same.map((answer) => answer.name)).toEqual(['success', 'success']);
  expect(await rowsOf(anna)).toHaveLength(1);
  await rosa.ask('complaint answer', { number, words: 'It is on your bill.' }, withReason);
  await rosa.ask('complaint close', { number }, withReason);
  clocks.addDays(31);
  expect((await add(anna, complaintId)).name).toBe('complaintClosed');
  clocks.setNow('2026-04-01T02:00:00Z');
  const half = Buffer.from(bytes, 'base64').subarray(0, 2000).toString('base64');
  const secondId = (await create(anna)).complaintId;
  const broken = [];
  for (let n = 0; n < 21; n += 1) broken.push((await add(anna, secondId, half)).name);
  expect(broken).toContain('pictureUnreadable');
  expect(broken.at(-1)).toBe('pictureQuotaSpent');
});

test('deletes pictures ninety days after a complaint is closed, with an audit row', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  await add(anna, complaintId);
  const unclosed = db
    .updateTable('complaint_pictures')
    .set({ deleted_at: clocks.now() })
    .where('complaint_id', '=', complaintId)
    .execute();
  await expect(unclosed).rejects.toThrow(/until it is closed/);
  await rosa.ask('complaint answer', { number, words: 'It is on your bill.' }, withReason);
  await rosa.ask('complaint close', { number }, withReason);
  clocks.addDays(complaintPicturesDays - 1);
  expect(await deleteComplaintPictures(workCtx(app))).toBe(0);
  clocks.addDays(1);
  removals.length = 0;
  expect(await deleteComplaintPictures(workCtx(app))).toBe(1);
  const [row] = await rowsOf(anna);
  expect(removals).toEqual([row?.file_name]);
  expect(await deleteComplaintPictures(workCtx(app))).toBe(0);
  const trail = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'complaintPicturesDeleted')
    .execute();
  expect(trail).toMatchObject([{ detail: { pictures: 1, complaintPicturesDays } }]);
  expect(
    dataOf(await ask(anna, complaintDetail, { complaintId })).turns.map((turn) => turn.picture),
  ).toEqual([null, null, null]);
  clocks.setNow('2026-04-01T02:00:00Z');
});

slow('a sweep removes a receipt file without a database row after an hour', async () => {
  const anna = await person();
  await add(anna, (await create(anna)).complaintId);
  await sweepComplaintFiles(workCtx(app), allParts);
  const before = await storedFiles();
  const orphan = newFileName('receipts', clocks.wall());
  expect(writtenAt(orphan)?.epochMilliseconds).toBe(clocks.wall().epochMilliseconds);
  expect(writtenAt('receipts/ab/other')).toBeNull();
  await files.put(orphan, Buffer.from('left behind'));
  expect(await sweepComplaintFiles(workCtx(app), allParts)).toBe(0);
  clocks.addMs(60 * 60 * 1000 + 1);
  const withRow = (await rowsOf(anna)).map((row) => row.file_name);
  await sweepComplaintFiles(workCtx(app), allParts);
  expect(await storedFiles()).not.toContain(orphan);
  expect(await storedFiles()).toEqual(expect.arrayContaining(withRow));
  expect(before).toContain(withRow[0]);
});

slow('a sweep examines new files every round, and old files once in 28 rounds', async () => {
  const lookMs = 10 * 60 * 1000;
  const turns = Array.from({ length: 28 * 32 }, (_, look) => ({
    look,
    of: partsInTurn(clocks.wall().add({ milliseconds: look * lookMs })),
  }));
  for (const part of allParts) {
    const its = turns.flatMap(({ of }) => of.filter((turn) => turn.part === part));
    expect([its.length, its.filter(({ includesOld }) => includesOld).length]).toEqual([28, 1]);
  }
  const old = newFileName('receipts', clocks.wall().subtract({ hours: 24 * 10 }));
  const [, part] = old.split('/');
  const lookOf = (includesOld: boolean) =>
    turns.find(({ of }) =>
      of.some((turn) => turn.part === part && turn.includesOld === includesOld),
    )?.look ?? 0;
  await files.put(old, Buffer.from('left behind'));
  const findOldAfter = async (includesOld: boolean) => {
    const wall = clocks.wall().add({ milliseconds: lookOf(includesOld) * lookMs });
    await sweepComplaintFiles({ ...workCtx(app), wall });
    return (await storedFiles()).includes(old);
  };
  expect([await findOldAfter(false), await findOldAfter(true)]).toEqual([true, false]);
});
