// Due dates for the phone's own calendar: what is offered, and what became of it.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { asDay } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);

test('a due date to come is offered with its amount, and what became of it is reported; the last report counts', async () => {
  const { anna, loanId } = await debtor(8);
  const { client } = anna;
  const [entry] = (await client.must(calendarQuery, {})).entries;
  expect(entry).toEqual({
    loanId,
    referenceNo: expect.stringMatching(/^\d{10}$/),
    due: { owedCentavos: 6_096_000, on: '2026-11-28' },
    outcome: null,
  });
  const answer = { loanId: loanId as LoanId, dueOn: asDay('2026-11-28') };
  const outcome = async () => (await client.must(calendarQuery, {})).entries.map((one) => one.outcome);
  await client.must(calendarCallback, { ...answer, outcome: 'denied' });
  expect(await outcome()).toEqual(['denied']);
  const id = newId(app.clocks.wall());
  for (let n = 0; n < 2; n += 1) expect((await client.ask(calendarCallback, { ...answer, outcome: 'added' }, id)).name).toBe('success');
  expect(await outcome()).toEqual(['added']);
  expect(await app.db.selectFrom('calendar_entries').select('outcome').where('loan_id', '=', loanId).execute()).toHaveLength(1);
});

test('another day than the one in force is refused, and so is a loan without a bill', async () => {
  const { anna, loanId } = await debtor(8);
  const given = { loanId: loanId as LoanId, dueOn: asDay('2026-11-27'), outcome: 'added' } as const;
  const moved = await anna.client.ask(calendarCallback, given);
  expect([moved.name, moved.message]).toEqual(['dueDateMoved', expect.stringContaining('due date')]);
  const nobodys = newId(app.clocks.wall()) as LoanId;
  expect((await anna.client.ask(calendarCallback, { ...given, loanId: nobodys })).name).toBe('loanUnknown');
  expect(await app.db.selectFrom('calendar_entries').select('outcome').where('loan_id', '=', loanId).execute()).toEqual([]);
});

test('what is repaid, and what is overdue, is offered no more', async () => {
  const [paid, late] = [await debtor(8), await debtor(8)];
  const { code } = await codeFor(paid.anna, paid.loanId);
  await bookPayments(await pay(code));
  expect((await paid.anna.client.must(calendarQuery, {})).entries).toEqual([]);
  await app.addDays(8);
  expect((await late.anna.client.must(calendarQuery, {})).entries).toHaveLength(1);
  await app.addDays(1);
  expect((await late.anna.client.must(calendarQuery, {})).entries).toEqual([]);
});
