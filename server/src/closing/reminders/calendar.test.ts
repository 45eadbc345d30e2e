// Due dates for the phone's own calendar: what is offered, and what became of it.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
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
    part: null,
    outcome: null,
  });
  const answer = { loanId: loanId as LoanId, dueOn: asDay('2026-11-28') };
  const outcome = async () =>
    (await client.must(calendarQuery, {})).entries.map((one) => one.outcome);
  await client.must(calendarCallback, { ...answer, outcome: 'denied' });
  expect(await outcome()).toEqual(['denied']);
  const id = newId(app.clocks.wall());
  for (let n = 0; n < 2; n += 1)
    expect((await client.ask(calendarCallback, { ...answer, outcome: 'added' }, id)).name).toBe(
      'success',
    );
  expect(await outcome()).toEqual(['added']);
  expect(
    await app.db
      .selectFrom('calendar_entries')
      .select('outcome')
      .where('loan_id', '=', loanId)
      .execute(),
  ).toHaveLength(1);
});

test('another day than the one in force is refused, and so is a loan without a bill', async () => {
  const { anna, loanId } = await debtor(8);
  const given = { loanId: loanId as LoanId, dueOn: asDay('2026-11-27'), outcome: 'added' } as const;
  const moved = await anna.client.ask(calendarCallback, given);
  expect([moved.name, moved.message]).toEqual([
    'dueDateMoved',
    expect.stringContaining('due date'),
  ]);
  const nobodys = newId(app.clocks.wall()) as LoanId;
  expect((await anna.client.ask(calendarCallback, { ...given, loanId: nobodys })).name).toBe(
    'loanUnknown',
  );
  expect(
    await app.db
      .selectFrom('calendar_entries')
      .select('outcome')
      .where('loan_id', '=', loanId)
      .execute(),
  ).toEqual([]);
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

test('while a plan is kept each part that is still to come is offered in place of the due date; what is paid, or was promised in vain, no more', async () => {
  const { anna, loanId } = await debtor(8);
  const { client } = anna;
  await app.addDays(6);
  const wish = { loanId: loanId as LoanId, count: 3 as const };
  const { totalCentavos, textHash } = await client.must(planCal, wish);
  const { parts } = await client.must(planApply, {
    ...wish,
    totalCentavos,
    textHash,
    textRead: true,
  });
  const offered = async () =>
    (await client.must(calendarQuery, {})).entries.map(({ due, part, outcome }) => [
      part,
      due.on,
      due.owedCentavos,
      outcome,
    ]);
  const [first, second, third] = parts.map(({ on }) => on) as [Day, Day, Day];
  expect(await offered()).toEqual([
    [1, first, 20_320_00, null],
    [2, second, 20_320_00, null],
    [3, third, 20_320_00, null],
  ]);
  await client.must(calendarCallback, {
    loanId: loanId as LoanId,
    dueOn: second,
    outcome: 'added',
  });
  const { code } = await codeFor(anna, loanId, 25_000_00);
  await bookPayments(await pay(code, 25_000_00));
  // Two days' interest on the 24,280 of principal that this paid, 97.12, is saved, and the last
  // part is what is left.
  const left = [
    [2, second, 15_640_00, 'added'],
    [3, third, 20_222_88, null],
  ];
  expect(await offered()).toEqual(left);
  await app.addDays(Temporal.PlainDate.from(first).add({ days: 2 }).since(app.today()).days);
  expect(await offered()).toEqual(left);
  const none = await client.ask(calendarCallback, {
    loanId: loanId as LoanId,
    dueOn: addDays(third, 1),
    outcome: 'added',
  });
  expect(none.name).toBe('dueDateMoved');
  await app.addDays(Temporal.PlainDate.from(second).add({ days: 1 }).since(app.today()).days);
  expect(await offered()).toEqual([]);
});
