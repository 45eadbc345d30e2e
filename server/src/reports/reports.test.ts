// The figures of a day are written once, after its books are chained, and the reports show them.
// The battery `reports` compares their amounts with recomputations.
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chainClosedDays, closeDays } from '#/closing/closing.ts';
import { workCtx } from '#/context/ctx.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { writeNextDay } from './jobs.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, billRow } = moneySteps(app);
const { person } = testOps(app.context);
const peso = 100;
const { today } = app;

/** Closes and chains all past days. */
async function chainDays(): Promise<void> {
  for (const work of [closeDays, chainClosedDays]) while ((await work(workCtx(app.context))) > 0);
}

/** Closes, chains and writes all past days. @returns the number of written days */
async function writeDays(): Promise<number> {
  await chainDays();
  let days = 0;
  while ((await writeNextDay(workCtx(app.context))) > 0) days += 1;
  return days;
}

const first = today();

slow('the reports show a day’s applications, loans and money once it is written', async () => {
  const manager = await person('manager');
  const empty = await manager.ask('report business', {});
  expect(empty.data).toMatchObject({ writtenTo: null, rows: [] });
  const { anna, loanId } = await debtor(8);
  const { last_free_on } = await billRow(loanId);
  const { code } = await codeFor(anna, loanId, 20_000 * peso);
  await bookPayments(await pay(code));
  await app.addDays(last_free_on.since(first).days + 8);
  expect(await writeDays()).toBeGreaterThan(last_free_on.since(first).days);
  const { data } = await manager.ask('report business', { by: 'month' });
  expect(data.total).toMatchObject({
    loans: 1,
    newBorrowers: 1,
    repeatLoans: 0,
    approvalRateBps: 10_000,
    disbursedCentavos: 60_000 * peso,
    collectedCentavos: 20_000 * peso,
    recoveredCentavos: 0,
  });
  const portfolio = await manager.ask('report portfolio', {});
  const rows = portfolio.data.rows as { on: string; buckets: object[]; atRisk: object[] }[];
  expect(rows.find((row) => row.on === last_free_on.add({ days: 7 }).toString())).toMatchObject({
    bills: 1,
    buckets: expect.arrayContaining([
      { bucket: '1-7', bills: 1, principalCentavos: 40_000 * peso },
    ]),
    atRisk: expect.arrayContaining([
      { days: 7, bills: 1, principalCentavos: 40_000 * peso, shareBps: 10_000 },
      { days: 30, bills: 0, principalCentavos: 0, shareBps: 0 },
    ]),
  });
  const rolls = await manager.ask('report rolls', {});
  expect(rolls.data.rows).toEqual([
    { from: 'new', to: 'notDue', bills: 1, principalCentavos: 40_000 * peso, shareBps: 10_000 },
    { from: 'notDue', to: '1-7', bills: 1, principalCentavos: 40_000 * peso, shareBps: 10_000 },
  ]);
  const listed = await manager.ask('report list', { figure: 'collected' });
  expect(listed.data).toMatchObject({
    next: null,
    rows: [
      {
        on: first.toString(),
        loan: expect.stringMatching(/^\d{10}$/),
        what: 'repayment.booked',
        amountCentavos: 20_000 * peso,
      },
    ],
  });
  const approved = await manager.ask('report list', { figure: 'approved', from: first.toString() });
  expect(approved).toMatchObject({ status: 200 });
  expect((await manager.ask('report cash')).data.usualShareBps).toBe(0);
});

test('the forecast adds up what an open bill will owe on its due date', async () => {
  await debtor(8);
  const { data } = await (await person('finance')).ask('report cash');
  expect(data.rows).toMatchObject([
    {
      on: today().add({ days: 8 }).toString(),
      bills: 1,
      principalCentavos: 60_000 * peso,
      interestCentavos: 960 * peso,
      dueCentavos: 60_960 * peso,
    },
  ]);
});

slow('the forecast of a bill is the same before its day is written and after', async () => {
  const { anna, loanId } = await debtor(15);
  const { ask } = await person('finance');
  const { due_on: dueOn } = await billRow(loanId);
  const forecast = async () => {
    const rows = (await ask('report cash')).data.rows as Record<string, unknown>[];
    const row = rows.find(({ on }) => on === dueOn.toString());
    return [row?.bills, row?.principalCentavos, row?.interestCentavos];
  };
  const payPart = async () => {
    const { code } = await codeFor(anna, loanId, 20_000 * peso);
    await bookPayments(await pay(code));
  };
  expect(await forecast()).toEqual([1, 60_000 * peso, 1_800 * peso]);
  await app.addDays(5);
  expect(await writeDays()).toBeGreaterThan(0);
  expect(await forecast()).toEqual([1, 60_000 * peso, 1_800 * peso]);
  // ₱600 of interest is paid first, and ₱40,600 then bear interest for ten days.
  await payPart();
  expect(await forecast()).toEqual([1, 40_600 * peso, 812 * peso]);
  await app.addDays(1);
  expect(await writeDays()).toBe(1);
  expect(await forecast()).toEqual([1, 40_600 * peso, 812 * peso]);
  const kept = await sql`select from report_bills where due_on = ${dueOn}`.execute(app.db);
  expect(kept.rows).toHaveLength(1);
  await app.addDays(9);
  await writeDays();
  expect(await forecast()).toEqual([1, 40_600 * peso, 812 * peso]);
  await payPart();
  await payPart();
  expect((await forecast())[1]).toBe((40_600 + 812 - 40_000) * peso);
});

test('a day is written ten minutes after its end, and then never again', async () => {
  await writeDays();
  const count = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from report_figures`.execute(
        app.db,
      )
    ).rows[0]?.count;
  const before = await count();
  await app.addDays(1);
  await chainDays();
  const midnight = today().toZonedDateTime('Asia/Manila').toInstant();
  const at = (minutes: number) => ({ ...workCtx(app.context), now: midnight.add({ minutes }) });
  expect(await writeNextDay(at(9))).toBe(0);
  expect(await Promise.all([writeNextDay(at(10)), writeNextDay(at(10))])).toContain(1);
  const after = await count();
  expect(after).toBeGreaterThan(before ?? 0);
  expect([await writeNextDay(at(10)), await count()]).toEqual([0, after]);
});

test('the forecast of a bill leaves out the interest that its coupon pays', async () => {
  const finance = await person('finance');
  const ben = await app.person({ withCredit: true });
  const coupon = {
    people: [ben.life.phone],
    campaign: 'pasko-2026',
    kind: 'interest',
    amountCentavos: 300 * peso,
    minimumLoanCentavos: 0,
    startsOn: null,
    endsOn: today().add({ days: 90 }).toString(),
  };
  expect(await finance.ask('coupon grant', coupon, { reason: 'a test' })).toMatchObject({
    status: 200,
  });
  const wish = { termDays: 15, voucherId: 'best' } as const;
  const { loanId } = await takeLoan(ben.life, await addWallet(ben.life), wish);
  await app.until('the bill', async () =>
    app.db.selectFrom('bills').select('loan_id').where('loan_id', '=', loanId).executeTakeFirst(),
  );
  expect((await finance.ask('report cash')).data.rows).toContainEqual(
    expect.objectContaining({
      on: today().add({ days: 15 }).toString(),
      bills: 1,
      interestCentavos: (1_800 - 300) * peso,
    }),
  );
});

test('the database refuses to change a written day, or to write one too early', async () => {
  const day = today().subtract({ days: 1 });
  const figure = (on: Temporal.PlainDate) =>
    sql`insert into report_figures values (${on}, 'applied', 'x', 1, 0)`.execute(app.db);
  const write = (on: Temporal.PlainDate) =>
    sql`insert into report_days values (${on}, ${app.clocks.now()})`.execute(app.db);
  await expect(figure(day)).rejects.toThrow('a written day accepts no more figures');
  await expect(figure(today())).rejects.toThrow('foreign key');
  await expect(write(today())).rejects.toThrow('only after its books are chained');
  await expect(write(today().add({ days: 1 }))).rejects.toThrow('in order');
  for (const change of ['update report_figures set count = 1', 'delete from report_figures'])
    await expect(app.owner.pool.query(change)).rejects.toThrow('never changed or deleted');
});

test('staff read only the reports of their roles, and an auditor reads all', async () => {
  const names = ['business', 'portfolio', 'rolls', 'vintages', 'rejections', 'cash'];
  const allowed = async (role: 'manager' | 'finance' | 'compliance' | 'support' | 'auditor') => {
    const { ask } = await person(role);
    const answers = await Promise.all(names.map((name) => ask(`report ${name}`, {})));
    return names.filter((_, nth) => answers[nth]?.status === 200);
  };
  expect(await allowed('auditor')).toEqual(names);
  expect(await allowed('manager')).toEqual(names);
  expect(await allowed('finance')).toEqual(names.filter((name) => name !== 'rejections'));
  expect(await allowed('compliance')).toEqual(['portfolio', 'rolls', 'vintages', 'rejections']);
  expect(await allowed('support')).toEqual([]);
});

test('a report declines a reversed period, and a year and a day by day', async () => {
  const { ask } = await person('manager');
  const asked = async (from: string, to: string) =>
    (await ask('report business', { from, to, by: 'day' })).wrong;
  expect(await asked('2026-11-02', '2026-11-01')).toContain('Give an earlier first day');
  expect(await asked('2025-11-01', '2026-11-02')).toContain('Add --by month');
});

slow('writing a day reads all open bills, and no growing table in full', async () => {
  await explainAll(app.owner);
  await app.addDays(1);
  await chainDays();
  const writes = await readsOf(app.owner, async () =>
    expect(await writeNextDay(workCtx(app.context))).toBe(1),
  );
  expect(fullReadsOf(writes)).toEqual([expect.stringMatching(/^bills_(open|overdue|to_charge)/)]);
});
