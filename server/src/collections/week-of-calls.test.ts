// The weekly limit on calls, counted in Manila days.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { expect, test } from 'vitest';
import { newIdFor } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { startRule } from '#/testing/rules.ts';

const app = await testApp();
const money = moneySteps(app);
const { today, toDay } = extensionSteps(app, money);
const sam = await testOps(app.context).person('support');
const withReason = { reason: 'overdue, ticket 812' };

test('allows seven calls in a week, counted as today and the six days before', async () => {
  const { anna, loanId } = await money.debtor(8);
  const { bill } = await anna.client.must(billDetail, { loanId: loanId as never });
  await toDay(bill.lastFreeDay, 8);
  const { referenceNo: reference } = bill;
  const { borrower_id } = await money.billRow(loanId);
  const { phone_hash } = await app.db
    .selectFrom('borrowers')
    .select('phone_hash')
    .where('id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  const calledOn = async (daysAgo: number, number: number) => {
    const called_at = app.clocks.now().subtract({ hours: 24 * daysAgo });
    const call = {
      id: newIdFor(borrower_id, called_at),
      loan_id: loanId,
      borrower_id,
      number,
      called_by: 'sam',
      to_hash: phone_hash as Buffer,
    };
    const of = { called_at, called_on: today().subtract({ days: daysAgo }), outcome: 'noAnswer' };
    await app.db
      .insertInto('collection_calls')
      .values({ ...call, ...of })
      .execute();
  };
  await calledOn(7, 1);
  for (const daysAgo of [6, 5]) for (const number of [1, 2, 3]) await calledOn(daysAgo, number);
  const call = () => sam.ask('overdue call-log', { reference, outcome: 'noAnswer' }, withReason);
  expect((await call()).data).toMatchObject({ call: { leftToday: 2 } });
  expect((await call()).wrong).toMatch('7 times within a week');
  await expect(calledOn(0, 2)).rejects.toThrow(
    'maximum number of calls today or in the last seven days',
  );

  // One new row in the rules table allows two more calls a week, both in the server and in the
  // database.
  await startRule(app, 'callsAWeek', 9);
  expect((await call()).data).toMatchObject({ call: { leftToday: 1 } });
  await calledOn(0, 3);
});
