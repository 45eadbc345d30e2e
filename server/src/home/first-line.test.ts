// Where a person gives every first line: the engine checks and refuses as ever, approves nothing,
// and nobody is promised minutes meanwhile.
import { userInfo } from '@sandali/contract/account.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { expect, test } from 'vitest';
import { noteAllSeen } from '#/credit/credit.ts';
import { looksAtAll } from '#/credit/manual/testing.ts';
import { inTx } from '#/db/database.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp({ env: { FIRST_LINE_NEEDS_PERSON: '1' } });
const ops = testOps(app.context);
const rosa = await ops.person('reviewer');
const why = { reason: 'face, ID and name agree' };

/** Somebody who has sent a good application that the engine has looked at. */
async function looked() {
  const { client, life } = await app.person();
  await applyForCredit(life);
  const told = {
    credit: await client.must(creditQuery, {}),
    home: (await client.must(userMulti, {})).credit,
  };
  app.clocks.addMs(3 * 60_000);
  await app.work();
  return { client, told };
}
const applicationOf = async (borrowerId: string) =>
  await app.db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();

test('the engine hands a good application on, and a person gives the line', async () => {
  const { client } = await looked();
  expect(await client.must(creditQuery, {})).toMatchObject({
    state: 'manualReview',
    answerBy: null,
  });
  const { userGid } = await client.must(userInfo, {});
  const { id: application } = await applicationOf(userGid);
  const found = await rosa.ask('review why', { application }, why);
  expect(JSON.stringify(found.data)).toContain('a first line, which a person gives');
  await rosa.ask('review take', { application });
  await looksAtAll(rosa, application);
  expect((await rosa.ask('review approve', { application }, why)).status).toBe(200);
  expect((await client.must(creditQuery, {})).state).toBe('approved');
});

test('what the rules refuse is refused without a person', async () => {
  const { client, life } = await app.person();
  await applyForCredit(life, 'refusable');
  app.clocks.addMs(3 * 60_000);
  await app.work();
  expect(await client.must(creditQuery, {})).toMatchObject({
    state: 'rejected',
    reasonGroup: 'income',
  });
});

test('no hour is promised while it waits, none is missed, and the client shows none', async () => {
  const { client, told } = await looked();
  for (const one of [told.credit, told.home])
    expect(one).toMatchObject({ state: 'autoReview', answerBy: null, isLate: false });
  expect((await client.must(configQuery, {})).firstLineNeedsPerson).toBe(true);
});

test('a late engine is an alarm, and not an apology for a promise that nobody made', async () => {
  const { client, life } = await app.person();
  await applyForCredit(life);
  app.clocks.addMs(60 * 60_000);
  const { credit } = await client.must(userMulti, {});
  expect([credit.isLate, (await client.must(creditQuery, {})).isLate]).toEqual([false, false]);
  await app.work();
});

test('the database takes no approval of the engine where a person is needed', async () => {
  const { client } = await looked();
  const { userGid } = await client.must(userInfo, {});
  const { id } = await applicationOf(userGid);
  const approval = (decidedBy: string) =>
    app.owner.pool.query(
      `insert into credit_decisions (id, application_id, number, outcome, limit_centavos, rules_version, inputs_hash, rules_fired, decided_at, decided_by,
      needs_person, two_people_above_centavos)
      values (gen_random_uuid(), $1, 9, 'approved', 6000000, '2026-11', '\\x00', '[]', now(), $2, true, 15000000)`,
      [id, decidedBy],
    );
  await expect(approval('review engine')).rejects.toThrow(/credit_decisions_by_person/);
  await expect(approval('rosa')).rejects.toThrow('what they have not seen as it is');
  await inTx(app.db, (tx) => noteAllSeen(tx, id, { who: 'rosa', at: app.clocks.now() }));
  await approval('rosa');
});
