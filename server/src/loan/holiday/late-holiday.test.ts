// After a late proclamation, every bill is in the state that it would have if the holiday had been
// known from the start. Reversed charges that were already paid become refundable.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { asDay } from '@sandali/contract/day.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { closeDays } from '#/closing/closing.ts';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { acceptanceOf } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { movingDays } from './late-holiday.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const { person } = testOps(app.context);
const { ask } = await person('finance');
const peso = 100;

type Debtor = Awaited<ReturnType<typeof debtor>>;
const billOf = async ({ anna: { client }, loanId }: Debtor) =>
  await client.must(billDetail, { loanId });
const payOf = async ({ anna, loanId }: Debtor, amountCentavos: number) => {
  const { code } = await codeFor(anna, loanId, amountCentavos);
  await bookPayments(await pay(code));
};
const messagesOf = async ({ loanId }: Debtor) => {
  const ofBill = app.db
    .selectFrom('messages as m')
    .innerJoin('bills as b', 'b.borrower_id', 'm.borrower_id')
    .where('b.loan_id', '=', loanId);
  return (await ofBill.select('m.kind').execute()).map(({ kind }) => kind);
};

/**
 * Creates four people with loans made on 20 November and free until Tuesday, 1 December, and moves
 * the clock to the first overdue day.
 */
async function fourLate(): Promise<Record<'nothing' | 'part' | 'all' | 'extended', Debtor>> {
  const all = {
    nothing: await debtor(8),
    part: await debtor(8),
    all: await debtor(8),
    extended: await debtor(8),
  };
  await app.addDays(12);
  return all;
}

slow('a late holiday reverses charges for newly free days despite later payments', async () => {
  const people = await fourLate();
  const bill = await billOf(people.nothing);
  expect([
    bill.today,
    bill.bill.lastFreeDay,
    bill.bill.overdueDays,
    bill.overdueFeeCentavos,
  ]).toEqual(['2026-12-02', '2026-12-01', 1, 101_60]);
  await payOf(people.part, 1_000 * peso);
  await payOf(people.all, (await billOf(people.all)).bill.currentDue.owedCentavos);
  const { extension } = await people.extended.anna.client.must(renewCal, {
    loanId: people.extended.loanId,
  });
  if (!extension) throw new Error('an overdue bill can be extended');
  const wish = {
    loanId: people.extended.loanId,
    channel: 'sevenEleven',
    ...acceptanceOf(extension),
  } as const;
  const { repaymentId } = await people.extended.anna.client.must(renewApply, wish);
  await app.work();
  const { code } = await people.extended.anna.client.must(repaymentStatus, { repaymentId });
  await bookPayments(await pay(code ?? ''));
  await app.addDays(1);
  await closeDays(workCtx(app.context));
  expect((await billOf(people.nothing)).overdueFeeCentavos).toBe(203_20);

  const added = await ask(
    'holiday add',
    {
      file: {
        proclamation: 'Proclamation 1201 s.2026',
        days: [{ on: '2026-12-01', kind: 'special', name: 'Day of Mourning' }],
      },
    },
    { reason: 'Proclamation 1201 s.2026' },
  );
  expect(added.data).toMatchObject({ days: 1, bills: 0, charged: 4 });
  await app.work();

  // The bill is now free until 2 December, and one day overdue on 3 December.
  const nothing = await billOf(people.nothing);
  expect([nothing.bill.lastFreeDay, nothing.bill.overdueDays, nothing.overdueFeeCentavos]).toEqual([
    '2026-12-02',
    1,
    101_60,
  ]);
  expect(await messagesOf(people.nothing)).toContain('chargeWaived');
  // The ₱1,000 now counts as paid on time, so all of it pays interest and then principal.
  const part = await billOf(people.part);
  expect(part.bill.currentDue.owedCentavos).toBe(59_960 * peso + 99_93);
  // The late charge that was paid becomes refundable.
  const all = await people.all.anna.client.must(billList, {});
  expect([all.refundableCentavos, all.settled[0]?.state]).toEqual([101_60, 'repaid']);
  // The late charge that was paid with the extension fee now reduces the debt.
  const extended = await billOf(people.extended);
  expect(extended.bill.currentDue.owedCentavos).toBe(60_960 * peso - 101_60);
  const { lines } = await people.nothing.anna.client.must(billStatement, {});
  expect(lines.at(-1)).toMatchObject({
    kind: 'chargesBack',
    countsOn: '2026-12-02',
    lateCentavos: -101_60,
  });

  await app.work();
  for (const change of [
    'from_last_free_on = from_last_free_on - 1',
    'from_last_free_on = from_last_free_on + 1, total_centavos = 1',
  ])
    await expect(
      app.owner.pool.query(`update extensions set ${change} where state = 'success'`),
      change,
    ).rejects.toThrow(/never changes/);
  expect(
    await app.db
      .selectFrom('audit_log')
      .select('act')
      .where('act', '=', 'lateChargeTakenBack')
      .execute(),
  ).toHaveLength(4);
});

/**
 * A bill that was free until 4 January and, after an extension, until Monday, 22 March. Its plan
 * was made on 5 January and has a part on Friday, 5 March, the plan's 59th day.
 */
const bill = {
  extensions: [{ from_last_free_on: '2027-01-04' }],
  last_free_on: Temporal.PlainDate.from('2027-03-22'),
  promises: [
    {
      is_plan: true,
      made_on: '2027-01-05',
      parts: [{ due_on: '2027-02-19' }, { due_on: '2027-03-05' }],
    },
    { is_plan: false, made_on: '2027-03-10', parts: [{ due_on: '2027-03-15' }] },
  ],
} as unknown as Parameters<typeof movingDays>[0];

test.each([
  {
    holidays: ['2027-03-05', '2027-03-22'],
    moving: ['2027-03-22'],
    what: 'a part stays if it would leave the 60 days of its plan',
  },
  {
    holidays: ['2027-02-19', '2027-03-22'],
    moving: ['2027-02-19', '2027-03-22'],
    what: 'a part within the 60 days moves',
  },
  {
    holidays: ['2027-01-04', '2027-03-05'],
    moving: ['2027-01-04'],
    what: 'the last free day of an earlier term moves',
  },
  { holidays: ['2027-03-15'], moving: [], what: 'a promise that staff recorded keeps its days' },
  { holidays: ['2027-03-16'], moving: [], what: 'a holiday on another day moves nothing' },
])('$what', ({ holidays, moving }) => {
  expect(movingDays(bill, new Set(holidays.map(asDay)), app.context.rulesOn)).toEqual(moving);
});
