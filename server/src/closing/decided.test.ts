// The day close of bills with staff decisions: waived charges, a promise to pay, a write-off.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { loanBalances } from '#/ledger/ledger.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { lastClosedDay } from './store.ts';

const app = await testApp();
// After each test, every bill's charges in the books must match the rules.
const { debtor, billRow } = moneySteps(app);
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const withReason = { reason: 'the kiosk was down, ticket 812' };
const { today } = app;

/** Creates a ₱60,000 loan for 8 days that is five days overdue, and closes days up to yesterday. */
async function overdue() {
  const { anna, loanId } = await debtor(8);
  const { last_free_on } = await billRow(loanId);
  await app.addDays(today().until(last_free_on).days + 5);
  await app.work();
  const { bill } = await anna.client.must(billDetail, { loanId: loanId as never });
  return { loanId, reference: bill.referenceNo };
}

async function closedDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await app.addDays(1);
    await app.work();
  }
}

slow('a waived late charge stays waived, and later days are charged as usual', async () => {
  const { loanId, reference } = await overdue();
  for (const { ask } of [ana, ben])
    expect((await ask('bill waive', { reference }, withReason)).status).toBe(200);
  expect((await loanBalances(app.db, loanId)).lateCentavos).toBe(0n);
  await closedDays(3);
  // Overdue days 6 and 7 have been closed since the waiver, with a charge of 101.60 each.
  expect((await loanBalances(app.db, loanId)).lateCentavos).toBe(20_320n);
  expect((await billRow(loanId)).charged_to).toEqual(today().subtract({ days: 1 }));
});

slow('a promise to pay suspends the late charge only on the days that it covers', async () => {
  const { loanId, reference } = await overdue();
  const before = (await loanBalances(app.db, loanId)).lateCentavos;
  const on = today().add({ days: 3 }).toString();
  const answer = await ana.ask('overdue promise', { reference, parts: [{ on }] }, withReason);
  expect(answer, answer.wrong).toMatchObject({ status: 200 });
  await closedDays(4);
  // The day on which the promise was recorded is still charged.
  expect((await loanBalances(app.db, loanId)).lateCentavos - before).toBe(10_160n);
  await closedDays(1);
  expect((await loanBalances(app.db, loanId)).lateCentavos - before).toBe(20_320n);
});

test('the day close charges a written-off loan nothing, and still closes the days', async () => {
  const { loanId, reference } = await overdue();
  for (const { ask } of [ana, ben]) {
    const answer = await ask('bill write-off', { reference }, withReason);
    expect(answer, answer.wrong).toMatchObject({ status: 200 });
  }
  const nothingOwed = { principalCentavos: 0n, interestCentavos: 0n, lateCentavos: 0n };
  expect(await loanBalances(app.db, loanId)).toEqual(nothingOwed);
  await closedDays(3);
  expect(await loanBalances(app.db, loanId)).toEqual(nothingOwed);
  expect(await lastClosedDay(app.db)).toEqual(today().subtract({ days: 1 }));
});
