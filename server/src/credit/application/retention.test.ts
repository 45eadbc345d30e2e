// Tests that pictures are kept after a rejection for the required time and then deleted, even if
// the job that removes their files is lost.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { creditQuery, identitySave } from '@sandali/contract/credit.ts';
import { refuseDispute } from '@sandali/contract/rejection.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { allParts, discardFiles } from '#/context/stored-files.ts';
import { reviewAgain } from '#/credit/review/review-again.ts';
import { latestApplication } from '#/credit/store.ts';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import * as periods from '#/data/retention.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { seesInDatabase } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { deleteRefusedPictures, deleteUnsentPictures, sweepOrphanPictures } from './retention.ts';

const removals: string[] = [];
const { ask, person, picture, submitted, reviewed, fill, identity, clocks, app } =
  await creditTestContext([], {
    holidays: new Set(),
  });
const { db, files } = app;
const { enqueue } = app.queue;
app.queue.enqueue = async (tx, name, payload) => {
  if ('names' in payload) removals.push(...payload.names);
  else await enqueue(tx, name, payload);
};
const noIncome = { work: { employmentType: 'none', fundSource: 'other' } };
const begin = '2026-04-01T02:00:00Z';
const run = async () => await deleteRefusedPictures(workCtx(app));
const keptOf = async (who: Person) =>
  (
    await db
      .selectFrom('pictures')
      .select('id')
      .where('borrower_id', '=', who.borrowerId)
      .where('deleted_at', 'is', null)
      .execute()
  ).length;
const namesOf = async (who: Person) =>
  (
    await db
      .selectFrom('pictures')
      .select('file_name')
      .where('borrower_id', '=', who.borrowerId)
      .execute()
  ).map((row) => row.file_name);

async function rejectedPerson(): Promise<Person> {
  const anna = await person();
  await picture(anna, 'idFront'); // replaced by a later photo
  await submitted(anna, noIncome);
  await reviewed();
  return anna;
}

slow('deletes the pictures of a rejected application once, after 90 days', async () => {
  clocks.setNow(begin);
  const [anna, ben] = [await rejectedPerson(), await person()];
  await submitted(ben);
  await reviewed();
  clocks.addDays(89);
  expect(await run()).toBe(0);
  clocks.addDays(1);
  const counts = await Promise.all([run(), run(), run()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect([await keptOf(anna), await keptOf(ben)]).toEqual([0, 2]);
  expect(removals.splice(0).sort()).toEqual((await namesOf(anna)).sort());
  const trail = await db
    .selectFrom('audit_log')
    .select(['who', 'detail'])
    .where('act', '=', 'picturesDeleted')
    .execute();
  expect(
    trail
      .map((row) => (row.detail as { pictures: number }).pictures)
      .reduce((sum, count) => sum + count, 0),
  ).toBe(3);
  expect(await run()).toBe(0);
});

slow('deletes pictures that no application uses after 30 days', async () => {
  clocks.setNow(begin);
  const [anna, ben] = [await person(), await person()];
  await submitted(anna);
  await reviewed();
  for (let i = 0; i < 18; i += 1) await picture(anna, 'selfie'); // the daily limit
  await fill(ben);
  const { frontPictureId } = await identity(ben);
  const unsent = async () => await deleteUnsentPictures(workCtx(app));
  clocks.addDays(29);
  expect(await unsent()).toBe(0);
  clocks.addDays(1);
  const counts = await Promise.all([unsent(), unsent()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect([await keptOf(anna), await keptOf(ben)]).toEqual([2, 0]);
  expect(removals.splice(0)).toHaveLength(20);
  const trail = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'picturesDeleted')
    .orderBy('id', 'desc')
    .execute();
  expect(trail[0]?.detail).toMatchObject({ unsentPicturesDays: 30 });
  // The form starts without photos, and refuses a deleted picture.
  const { frontPicture, nextStep } = dataOf(await ask(ben, creditQuery, {}));
  expect([frontPicture, nextStep]).toEqual([null, 'identity']);
  expect((await ask(ben, identitySave, await identity(ben, { frontPictureId }))).name).toBe(
    'pictureMissing',
  );
  expect((await ask(ben, identitySave, await identity(ben))).name).toBe('success');
});

slow('the sweep deletes a file whose removal job was lost', async () => {
  clocks.setNow(begin);
  const deleted = await db
    .selectFrom('pictures')
    .select('file_name')
    .where('deleted_at', 'is not', null)
    .execute();
  await discardFiles(
    app,
    deleted.map((row) => row.file_name),
    clocks.wall(),
  ); // the test context does not run removal jobs
  const anna = await rejectedPerson();
  clocks.addDays(90);
  await run();
  removals.length = 0; // the server stopped before the job ran
  const [name = ''] = await namesOf(anna);
  const findFile = async () => (await Array.fromAsync(files.list('pictures'))).includes(name);
  expect(await findFile()).toBe(true);
  clocks.addMs(60 * 60 * 1000 + 1);
  await sweepOrphanPictures(workCtx(app), allParts);
  expect(await findFile()).toBe(false);
});

slow('keeps pictures while a dispute is open, and for 90 days after its answer', async () => {
  clocks.setNow(begin);
  const anna = await rejectedPerson();
  dataOf(await ask(anna, refuseDispute, { words: 'May kita na ako.' }));
  clocks.addDays(100);
  expect(await run()).toBe(0);
  const { id } = await db
    .selectFrom('disputes')
    .select('id')
    .where('borrower_id', '=', anna.borrowerId)
    .executeTakeFirstOrThrow();
  await seesInDatabase(app, { kind: 'dispute', id }, 'Rosa');
  const answered = { answered_at: clocks.now(), outcome: 'declined', answered_by: 'Rosa' };
  await db
    .updateTable('disputes')
    .set(answered)
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  clocks.addDays(89);
  expect(await run()).toBe(0);
  clocks.addDays(1);
  expect(await run()).toBe(3);
});

slow('keeps pictures that another application uses', async () => {
  clocks.setNow(begin);
  const anna = await rejectedPerson();
  clocks.addDays(8);
  await fill(anna, { work: { employmentType: 'private', fundSource: 'salary' } });
  await submitted(anna);
  await reviewed();
  clocks.addDays(90);
  expect(await run()).toBe(3);
  expect(await keptOf(anna)).toBe(2);
  const ben = await rejectedPerson();
  const decisionId = (await latestApplication(db, ben.borrowerId))?.decision?.id ?? '';
  const again = { borrowerId: ben.borrowerId, decisionId, who: 'Rosa', reason: 'a payslip' };
  expect(await inTx(db, (tx) => reviewAgain(workCtx(app), tx, again))).toBe('again');
  clocks.addDays(90);
  await run();
  expect(await keptOf(ben)).toBe(2); // only the replaced photo is deleted
  const [first, second] = await db
    .selectFrom('credit_applications')
    .select(['id', 'reconsideration_of', 'front_picture_id'])
    .where('borrower_id', '=', ben.borrowerId)
    .orderBy('number')
    .execute();
  expect(second).toMatchObject({
    reconsideration_of: first?.id,
    front_picture_id: first?.front_picture_id,
  });
  const otherPicture = {
    front_picture_id: (await latestApplication(db, anna.borrowerId))?.row.front_picture_id ?? null,
  };
  await expect(
    db
      .updateTable('credit_applications')
      .set(otherPicture)
      .where('id', '=', second?.id ?? '')
      .execute(),
  ).rejects.toThrow('gets another picture only when staff request it');
});

slow('the database refuses deleted pictures in applications', async () => {
  clocks.setNow(begin);
  const [anna, ben] = [await rejectedPerson(), await person()];
  clocks.addDays(90);
  await run();
  const row = (await latestApplication(db, anna.borrowerId))?.row;
  const copy = db
    .updateTable('credit_applications')
    .set({ front_picture_id: row?.front_picture_id ?? null })
    .where('id', '=', row?.id ?? '')
    .execute();
  await expect(copy).rejects.toThrow('is deleted');
  expect(
    await inTx(db, (tx) =>
      reviewAgain(workCtx(app), tx, {
        borrowerId: anna.borrowerId,
        decisionId: newId(clocks.wall()),
        who: 'x',
        reason: 'y',
      }),
    ),
  ).toBe('newer');
  await fill(ben);
  await ask(ben, identitySave, await identity(ben));
  const deleted = db
    .updateTable('pictures')
    .set({ deleted_at: clocks.now() })
    .where('borrower_id', '=', ben.borrowerId)
    .execute();
  await expect(deleted).rejects.toThrow('needs this picture');
});

test('docs/lenders/privacy.md states the same retention periods as the code', () => {
  const text = fs.readFileSync(
    path.join(import.meta.dirname, '../../../../docs/lenders/privacy.md'),
    'utf8',
  );
  const {
    refusedPicturesDays,
    unsentPicturesDays,
    disputeWithinDays,
    disputeAnswerWorkingDays,
    quotesDays,
    webhookWordsDays,
    sessionsDays,
    messageAttemptsDays,
  } = periods;
  for (const words of [
    `of whoever was refused ${refusedPicturesDays} days`,
    `${refusedPicturesDays} days after the refusal`,
    `with no application** are deleted ${unsentPicturesDays} days after they came`,
    `disputed for ${disputeWithinDays} days`,
    `within ${disputeAnswerWorkingDays} working days`,
    `quotes not taken ${quotesDays} days`,
    `the words ${webhookWordsDays} days, of one that`,
    `a login ${sessionsDays} days after it ended`,
    `how one was sent ${messageAttemptsDays} days`,
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  expect(disputeWithinDays).toBeLessThan(refusedPicturesDays);
});
