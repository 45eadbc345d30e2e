// The review's facts about applicants who share devices or pictures.
import { creditQuery } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { decideManually, noteAllSeen } from '#/credit/credit.ts';
import { reviewFactsOf } from '#/credit/review/facts.ts';
import { latestApplication } from '#/credit/store.ts';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { dataOf } from '#/testing/context.ts';

const { ask, person, picture, fill, submitted, reviewed, app, clocks } = await creditTestContext();
const { db } = app;
const latestOf = async ({ borrowerId }: Person) => {
  const latest = await latestApplication(db, borrowerId);
  if (!latest) throw new Error('no application');
  return latest.row;
};
const factsOf = async (who: Person) => await reviewFactsOf(workCtx(app), db, await latestOf(who));
const trustDevice = async ({ borrowerId }: Person, device_id: string, daysAgo = 0) =>
  await db
    .insertInto('trusted_devices')
    .values({
      borrower_id: borrowerId,
      device_id,
      trusted_at: clocks.wall().subtract({ hours: 24 * daysAgo }),
    })
    .execute();

slow('counts another account on a device once it has submitted an application', async () => {
  const [anna, ben, carla] = [await person(), await person(), await person()];
  await submitted(anna);
  await trustDevice(ben, anna.device.id, 30);
  await trustDevice(carla, anna.device.id, 400);
  await fill(ben);
  expect((await factsOf(anna)).sameDevice).toEqual([]);
  await submitted(ben);
  await submitted(carla);
  expect((await factsOf(anna)).sameDevice).toEqual([
    { applicationId: (await latestOf(ben)).id, daysAgo: 30 },
  ]);
  // Ben's review shows Anna's account, which submitted from his device today.
  expect((await factsOf(ben)).sameDevice).toEqual([
    { applicationId: (await latestOf(anna)).id, daysAgo: 0 },
  ]);
});

test('finds another account by its application’s device even if it is not trusted', async () => {
  const anna = await person();
  await submitted(anna);
  const ben = await person({ ...anna.device, token: '' });
  await submitted(ben);
  await db
    .deleteFrom('trusted_devices')
    .where('borrower_id', 'in', [anna.borrowerId, ben.borrowerId])
    .execute();
  expect((await factsOf(ben)).sameDevice).toEqual([
    { applicationId: (await latestOf(anna)).id, daysAgo: 0 },
  ]);
});

slow('attributes an uploaded picture to its owner before any application uses it', async () => {
  const [anna, ben] = [await person(), await person()];
  const bytes = await somePicture();
  await picture(ben, 'selfie', bytes);
  await submitted(anna, { identity: { frontPictureId: await picture(anna, 'idFront', bytes) } });
  expect((await factsOf(anna)).samePicture).toEqual({ people: 1, applicationIds: [] });
  await submitted(ben);
  expect((await factsOf(anna)).samePicture).toEqual({
    people: 1,
    applicationIds: [(await latestOf(ben)).id],
  });
});

slow('refers an application to a reviewer after three rejections within 90 days', async () => {
  const anna = await person();
  for (let nth = 0; nth < 3; nth += 1) {
    await submitted(anna, { work: { employmentType: 'none', fundSource: 'other' } });
    await reviewed();
    expect(dataOf(await ask(anna, creditQuery, {})).state).toBe('rejected');
    clocks.addDays(7);
  }
  await submitted(anna, { work: { employmentType: 'private', fundSource: 'salary' } });
  expect((await factsOf(anna)).rejectedDaysAgo).toEqual([7, 14, 21]);
  await reviewed();
  expect(dataOf(await ask(anna, creditQuery, {})).state).toBe('manualReview');
  const { id } = await latestOf(anna);
  await inTx(db, (tx) => noteAllSeen(tx, id, { who: 'Rosa', at: clocks.now() }));
  await inTx(db, (tx) =>
    decideManually(workCtx(app), tx, id, { outcome: 'approved' }, 'Rosa', 'a call'),
  );
  expect(dataOf(await ask(anna, creditQuery, {})).state).toBe('approved');
  clocks.setNow('2026-04-01T02:00:00Z');
});
