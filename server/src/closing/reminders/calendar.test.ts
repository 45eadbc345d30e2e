// Due dates for the phone's own calendar, and the phone's reports of whether they were added.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);

slow('offers the calendar a due date with its amount and last reported outcome', async () => {
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
    (await client.must(calendarQuery, {})).entries.map((item) => item.outcome);
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

test('refuses a calendar outcome for another day or an unknown loan', async () => {
  const { anna, loanId } = await debtor(8);
  const report = {
    loanId: loanId as LoanId,
    dueOn: asDay('2026-11-27'),
    outcome: 'added',
  } as const;
  const moved = await anna.client.ask(calendarCallback, report);
  expect([moved.name, moved.message]).toEqual([
    'dueDateMoved',
    expect.stringContaining('due date'),
  ]);
  const unknownId = newId(app.clocks.wall()) as LoanId;
  expect((await anna.client.ask(calendarCallback, { ...report, loanId: unknownId })).name).toBe(
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

slow('offers the calendar neither repaid nor overdue bills', async () => {
  const [paid, late] = [await debtor(8), await debtor(8)];
  const { code } = await codeFor(paid.anna, paid.loanId);
  await bookPayments(await pay(code));
  expect((await paid.anna.client.must(calendarQuery, {})).entries).toEqual([]);
  await app.addDays(8);
  expect((await late.anna.client.must(calendarQuery, {})).entries).toHaveLength(1);
  await app.addDays(1);
  expect((await late.anna.client.must(calendarQuery, {})).entries).toEqual([]);
});

slow('offers the calendar a kept plan’s future parts instead of the due date', async () => {
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
  // The payment saves two days' interest on 24,280 of principal, 97.12, so the last part shrinks.
  const remaining = [
    [2, second, 15_640_00, 'added'],
    [3, third, 20_222_88, null],
  ];
  expect(await offered()).toEqual(remaining);
  await app.addDays(Temporal.PlainDate.from(first).add({ days: 2 }).since(app.today()).days);
  expect(await offered()).toEqual(remaining);
  const refused = await client.ask(calendarCallback, {
    loanId: loanId as LoanId,
    dueOn: addDays(third, 1),
    outcome: 'added',
  });
  expect(refused.name).toBe('dueDateMoved');
  await app.addDays(Temporal.PlainDate.from(second).add({ days: 1 }).since(app.today()).days);
  expect(await offered()).toEqual([]);
});
