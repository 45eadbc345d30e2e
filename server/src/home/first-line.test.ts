// If FIRST_LINE_NEEDS_PERSON is set, the engine may still reject, but only a person approves a
// first credit line, and no response promises a decision within minutes.
import { userInfo } from '@sandali/contract/account.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { noteAllSeen } from '#/credit/credit.ts';
import { viewForApproval } from '#/credit/manual/testing.ts';
import { inTx } from '#/db/database.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp({ env: { FIRST_LINE_NEEDS_PERSON: '1' } });
const ops = testOps(app.context);
const rosa = await ops.person('reviewer');
const withReason = { reason: 'face, ID and name agree' };

/** Creates a person with a good application that the engine has already checked. */
async function checkedPerson() {
  const { client, life } = await app.person();
  await applyForCredit(life);
  const shown = {
    credit: await client.must(creditQuery, {}),
    home: (await client.must(userMulti, {})).credit,
  };
  app.clocks.addMs(3 * 60_000);
  await app.work();
  return { client, shown };
}
const applicationOf = async (borrowerId: string) =>
  await app.db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();

slow('the engine refers a good application to a person, who approves the credit line', async () => {
  const { client } = await checkedPerson();
  expect(await client.must(creditQuery, {})).toMatchObject({
    state: 'manualReview',
    answerBy: null,
  });
  const { userGid } = await client.must(userInfo, {});
  const { id: application } = await applicationOf(userGid);
  const review = await rosa.ask('review why', { application }, withReason);
  expect(JSON.stringify(review.data)).toContain('a first line, which only a person approves');
  await rosa.ask('review take', { application });
  await viewForApproval(rosa, application);
  expect((await rosa.ask('review approve', { application }, withReason)).status).toBe(200);
  expect((await client.must(creditQuery, {})).state).toBe('approved');
});

test('the engine rejects by its rules without waiting for a person', async () => {
  const { client, life } = await app.person();
  await applyForCredit(life, 'refusable');
  app.clocks.addMs(3 * 60_000);
  await app.work();
  expect(await client.must(creditQuery, {})).toMatchObject({
    state: 'rejected',
    reasonGroup: 'income',
  });
});

test('does not promise a decision time for an application under review', async () => {
  const { client, shown } = await checkedPerson();
  for (const credit of [shown.credit, shown.home])
    expect(credit).toMatchObject({ state: 'autoReview', answerBy: null, isLate: false });
  expect((await client.must(configQuery, {})).firstLineNeedsPerson).toBe(true);
});

test('does not show an application as late if the engine is slow', async () => {
  const { client, life } = await app.person();
  await applyForCredit(life);
  app.clocks.addMs(60 * 60_000);
  const { credit } = await client.must(userMulti, {});
  expect([credit.isLate, (await client.must(creditQuery, {})).isLate]).toEqual([false, false]);
  await app.work();
});

slow('the database refuses an approval by the engine if a person is required', async () => {
  const { client } = await checkedPerson();
  const { userGid } = await client.must(userInfo, {});
  const { id } = await applicationOf(userGid);
  const approval = (decidedBy: string) =>
    app.owner.pool.query(
      `insert into credit_decisions (id, application_id, number, outcome, limit_centavos,
        rules_version, inputs_hash, rules_fired, decided_at, decided_by,
        needs_person, two_people_above_centavos)
      values (gen_random_uuid(), $1, 9, 'approved', 6000000, '2026-11', '\\x00', '[]', now(), $2, true, 15000000)`,
      [id, decidedBy],
    );
  await expect(approval('review engine')).rejects.toThrow(/credit_decisions_by_person/);
  await expect(approval('rosa')).rejects.toThrow('must first view the current state');
  await inTx(app.db, (tx) => noteAllSeen(tx, id, { who: 'rosa', at: app.clocks.now() }));
  await approval('rosa');
});
