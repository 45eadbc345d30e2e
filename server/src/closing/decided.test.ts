// Days that are closed over bills about which people decided something: charges taken back, let
// rest for a promise, or a loan written off.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { expect, test } from 'vitest';
import { loanBalances } from '#/ledger/ledger.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { lastClosedDay } from './closing.ts';

const app = await testApp();
// After each test the charges in the books must be those of the rules, of every bill.
const { debtor, billRow } = moneySteps(app);
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const why = { reason: 'the kiosk was down, ticket 812' };
const { today } = app;

/** A loan of ₱60,000 for 8 days, five days overdue and closed up to yesterday. */
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

test('late charge that was taken back stays off, and the days after it are charged as ever', async () => {
  const { loanId, reference } = await overdue();
  for (const { ask } of [ana, ben])
    expect((await ask('bill waive', { reference }, why)).status).toBe(200);
  expect((await loanBalances(app.db, loanId)).lateCentavos).toBe(0n);
  await closedDays(3);
  // Two days were closed since: days 6 and 7, of 101.60 each.
  expect((await loanBalances(app.db, loanId)).lateCentavos).toBe(20_320n);
  expect((await billRow(loanId)).charged_to).toEqual(today().subtract({ days: 1 }));
});

test('a promise lets the late charge rest on its days; what it promises and what does not come changes no other', async () => {
  const { loanId, reference } = await overdue();
  const before = (await loanBalances(app.db, loanId)).lateCentavos;
  const on = today().add({ days: 3 }).toString();
  const made = await ana.ask('overdue promise', { reference, parts: [{ on }] }, why);
  expect(made, made.wrong).toMatchObject({ status: 200 });
  await closedDays(4);
  // The day of the promise itself was still charged.
  expect((await loanBalances(app.db, loanId)).lateCentavos - before).toBe(10_160n);
  await closedDays(1);
  expect((await loanBalances(app.db, loanId)).lateCentavos - before).toBe(20_320n);
});

test('a loan that was written off is charged nothing more, and keeps no day open', async () => {
  const { loanId, reference } = await overdue();
  for (const { ask } of [ana, ben]) {
    const said = await ask('bill write-off', { reference }, why);
    expect(said, said.wrong).toMatchObject({ status: 200 });
  }
  const given = { principalCentavos: 0n, interestCentavos: 0n, lateCentavos: 0n };
  expect(await loanBalances(app.db, loanId)).toEqual(given);
  await closedDays(3);
  expect(await loanBalances(app.db, loanId)).toEqual(given);
  expect(await lastClosedDay(app.db)).toEqual(today().subtract({ days: 1 }));
});
