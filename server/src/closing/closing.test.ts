// The day close posts the charges computed by the rules to each day's books. A late close raises an
// alarm.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockBorrower } from '#/account/account.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { books, loanBalances } from '#/ledger/ledger.ts';
import { trialBalanceOn } from '#/ledger/trial-balance.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { writeNextDay } from '#/reports/jobs.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { chainClosedDays, closeDays, dayCloseAlarm, logDayCloseAlarm } from './closing.ts';
import { addPosted, lastClosedDay } from './store.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, billRow } = moneySteps(app);
const { person } = testOps(app.context);
const peso = 100;
const dayEntries = async (loanId: string) =>
  await app.db
    .selectFrom('ledger_entries')
    .select(['business_on', 'booked_on', 'fact_key'])
    .where('loan_id', '=', loanId)
    .where('fact_key', 'like', 'day %')
    .orderBy('number')
    .execute();
const { today } = app;

test('while no bill exists, no day is closed and no alarm is raised', async () => {
  await app.addDays(3);
  expect(await closeDays(workCtx(app.context))).toBe(0);
  expect([await lastClosedDay(app.db), await dayCloseAlarm(app.db, app.clocks.now())]).toEqual([
    null,
    'ok',
  ]);
});

slow('the day close posts one entry per bill to the books of each past day', async () => {
  const { anna, loanId } = await debtor(8);
  const first = today();
  await app.addDays(3);
  // The amount owed does not depend on the close.
  const { bill } = await anna.client.must(billDetail, { loanId: loanId as never });
  expect(bill.currentDue.owedCentavos).toBe(60_360 * peso);
  await app.work();
  expect(await lastClosedDay(app.db)).toEqual(today().subtract({ days: 1 }));
  expect(
    (await anna.client.must(billDetail, { loanId: loanId as never })).bill.currentDue.owedCentavos,
  ).toBe(60_360 * peso);
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 6_000_000n,
    interestCentavos: 24_000n,
    lateCentavos: 0n,
  });
  const entries = await dayEntries(loanId);
  expect(entries.map((entry) => [entry.business_on, entry.booked_on])).toEqual(
    [1, 2].map((nth) => [first.add({ days: nth }), first.add({ days: nth })]),
  );
  const balance = await trialBalanceOn(app.db, first.add({ days: 1 }), 'booked');
  expect(balance.isChained).toBe(true);
  expect(balance.accounts.find(({ kind }) => kind === 'income.interest')).toMatchObject({
    creditCentavos: 12_000n,
  });
  expect(await closeDays(workCtx(app.context))).toBe(0);
});

slow('the day close charges an overdue bill and counts it in the day’s totals', async () => {
  const { loanId } = await debtor(8);
  const { last_free_on } = await billRow(loanId);
  await app.addDays(last_free_on.since(today()).days + 6);
  await app.work();
  // Five late days at 101.60 each.
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 6_000_000n,
    interestCentavos: 96_000n,
    lateCentavos: 50_800n,
  });
  const { data } = await (await person('finance')).ask('day status', {});
  const rows = data.days as {
    day: string;
    billsDue: number;
    billsOverdue: number;
    lateCentavos: number;
    interestCentavos: number;
  }[];
  const of = (day: Temporal.PlainDate) => rows.find((row) => row.day === day.toString());
  expect(data.alarm).toBe('ok');
  const overdue = (of(last_free_on)?.billsOverdue ?? 0) + 1;
  // Every bill in this file has the same terms.
  expect(of(last_free_on.add({ days: 1 }))).toMatchObject({
    billsOverdue: overdue,
    lateCentavos: overdue * 101_60,
  });
});

slow('a late report of a payment reverses charges posted for closed days', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId);
  await app.addDays(2);
  const silent = await pay(code, 30_000 * peso);
  await app.addDays(5);
  await app.work();
  expect((await loanBalances(app.db, loanId)).interestCentavos).toBe(72_000n);
  await bookPayments(silent);
  // Interest is 240 up to day 2, then 60.48 a day on the remaining 30,240 up to day 6.
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 3_024_000n,
    interestCentavos: 24_192n,
    lateCentavos: 0n,
  });
  await app.addDays(1);
  await app.work();
  expect((await loanBalances(app.db, loanId)).interestCentavos).toBe(30_240n);
});

test('posts charges for an already chained day on the first open day', async () => {
  const { loanId } = await debtor(15);
  await app.addDays(2);
  const dayChain = app.app.steps.find((step) => step.name === 'day chain');
  // Simulates a server that stopped after chaining yesterday's books and before charging this bill.
  await app.owner.pool.query('update ledger_head set closed_to = $1', [
    today().subtract({ days: 1 }).toString(),
  ]);
  await app.work();
  await dayChain?.run(workCtx(app.context));
  expect((await dayEntries(loanId)).map((entry) => [entry.business_on, entry.booked_on])).toEqual([
    [today().subtract({ days: 1 }), today()],
  ]);
  expect(await books(app.db)).toEqual([]);
});

test('a day that is not closed within an hour raises an alarm and is not chained', async () => {
  await debtor(15);
  await app.work();
  const log = () => app.logLines.filter((line) => line.includes('"day close"')).length;
  const before = log();
  await app.addDays(1);
  const late = `${today().subtract({ days: 1 })} has been waiting to close since`;
  expect(await dayCloseAlarm(app.db, app.clocks.now())).toContain(late);
  for (const _ of [1, 2]) await logDayCloseAlarm(workCtx(app.context));
  expect(log()).toBe(before + 1);
  const dayChain = app.app.steps.find((step) => step.name === 'day chain');
  await dayChain?.run(workCtx(app.context));
  const { rows } = await sql<{
    chained_to: Temporal.PlainDate;
  }>`select chained_to from ledger_head`.execute(app.db);
  expect(
    Temporal.PlainDate.compare(rows[0]?.chained_to ?? today(), today().subtract({ days: 1 })),
  ).toBe(-1);
  const finance = await person('finance');
  expect(await finance.ask('day close', {})).toMatchObject({ status: 422 });
  const { data } = await finance.ask('day close', {}, { reason: 'the worker was off' });
  expect(data).toMatchObject({
    transactions: 1,
    alarm: 'ok',
    last: today().subtract({ days: 1 }).toString(),
  });
  await logDayCloseAlarm(workCtx(app.context));
  expect(log()).toBe(before + 2);
});

slow('day status shows each day of a month with its state and what blocks it', async () => {
  await debtor(15);
  await app.work();
  await app.addDays(1);
  const finance = await person('finance');
  const yesterday = today().subtract({ days: 1 });
  const state = async (of = yesterday) => {
    const month = of.toString().slice(0, 7);
    const days = (await finance.ask('day status', { month })).data.days as {
      day: string;
      state: string;
      blocks: string[];
    }[];
    expect(days.every(({ day }) => day.startsWith(month))).toBe(true);
    const row = days.find(({ day }) => day === of.toString());
    return [row?.state, row?.blocks];
  };
  const unread = 'the settlement report is not read';
  expect(await state()).toEqual(['not closed', ['waits for its close', unread]]);
  while ((await closeDays(workCtx(app.context))) > 0);
  expect(await state()).toEqual(['closed', ['its entries are not in the hash chain yet', unread]]);
  while ((await chainClosedDays(workCtx(app.context))) > 0);
  const unwritten = 'its report figures are not written yet';
  expect(await state()).toEqual(['chained', [unwritten, unread]]);
  await sql`insert into reconciled_days values ('sandbox', ${yesterday}, ${app.clocks.now()},
    'gateway', 0)`.execute(app.db);
  while ((await writeNextDay(workCtx(app.context))) > 0);
  expect(await state()).toEqual(['final', []]);
  expect(await state(today())).toEqual(['today', []]);
  const asReplica = async (query: string) =>
    await app.owner.pool.query(
      `begin; set local session_replication_role = replica; ${query}; commit`,
    );
  await asReplica(`insert into reconciliation_breaks (id, gateway, kind, subject, movement, line_id,
      bank_centavos, bank_on, currency, on_day, found_at)
    values (gen_random_uuid(), 'sandbox', 'unknownToUs', 'a line', 'paymentReceived', 'a line', 100,
      '${yesterday}', 'PHP', '${yesterday}', now())`);
  expect(await state()).toEqual(['final', ['1 open break']]);
  await asReplica("delete from reconciliation_breaks where subject = 'a line'");
  const next = yesterday.add({ months: 2 }).toString().slice(0, 7);
  expect((await finance.ask('day status', { month: next })).data.days).toEqual([]);
});

slow('the day close stores totals that match each day’s entries across all batches', async () => {
  const { rows } = await sql<{ day: string; row: string; entries: string }>`
    select c.day::text,
      concat_ws(' ', c.entries, c.interest_centavos, c.late_centavos) as row,
      concat_ws(' ', count(distinct e.id),
        coalesce(sum(l.amount_centavos) filter (where a.kind = 'loan.interest'), 0),
        coalesce(sum(l.amount_centavos) filter (where a.kind = 'loan.late'), 0)) as entries
    from day_closes c
    left join ledger_entries e
      on e.business_on = c.day and e.kind = 'charges.posted' and e.fact_key like 'day %'
    left join ledger_lines l on l.entry_id = e.id
    left join ledger_accounts a on a.id = l.account_id
    group by c.day order by c.day`.execute(app.db);
  expect(rows.map(({ day, row }) => [day, row])).toEqual(
    rows.map(({ day, entries }) => [day, entries]),
  );
  expect(rows.filter(({ row }) => row !== '0 0 0').length).toBeGreaterThan(20);
  const batch = { entries: 500, interestCentavos: 12_000n, lateCentavos: -100n };
  const twice = await inTx(app.db, async (tx) => [
    await addPosted(tx, today(), batch),
    await addPosted(tx, today(), batch),
  ]);
  expect(twice[1]).toEqual({ entries: 1000, interestCentavos: 24_000n, lateCentavos: -200n });
});

test('the database refuses to close a day out of order, early or not fully charged', async () => {
  const last = (await lastClosedDay(app.db)) ?? today();
  const close = (day: Temporal.PlainDate) =>
    sql`insert into day_closes (day, closed_at, entries, interest_centavos, late_centavos,
        bills_due, bills_overdue, codes_ended, reminders_sent, reminders_missed)
      values (${day}, ${app.clocks.now()}, 0, 0, 0, 0, 0, 0, 0, 0)`.execute(app.db);
  await expect(close(last.add({ days: 2 }))).rejects.toThrow(/must be closed in order/);
  await expect(close(last.add({ days: 1 }))).rejects.toThrow(/only after it has ended/);
  await app.addDays(1);
  await expect(close(last.add({ days: 1 }))).rejects.toThrow(/charged up to it/);
  await expect(sql`update day_closes set entries = 1`.execute(app.db)).rejects.toThrow();
});

test('the day close skips a bill locked by a booking and continues in the next run', async () => {
  const { loanId } = await debtor(8);
  const { borrower_id } = await billRow(loanId);
  await app.addDays(1);
  await app.work();
  await app.addDays(1);
  const ctx = workCtx(app.context);
  const before = await lastClosedDay(app.db);
  await inTx(app.db, async (tx) => {
    await lockBorrower(tx, borrower_id);
    while ((await closeDays(ctx)) > 0);
    // The close must not wait for the borrower's row, which its entry references; waiting would
    // deadlock with the booking.
    expect(await billsOf(tx, borrower_id, { loanId }, true)).toHaveLength(1);
    expect(await lastClosedDay(app.db)).toEqual(before);
  });
  expect(await closeDays(ctx)).toBe(1);
  expect(await lastClosedDay(app.db)).toEqual(before?.add({ days: 1 }));
});

slow('a day’s totals include the postings of both servers that close it in parallel', async () => {
  const [first, second] = [await debtor(8), await debtor(8)];
  await app.addDays(1);
  await app.work();
  const day = today();
  await app.addDays(1);
  const ctx = workCtx(app.context);
  const theirs = (await billRow(second.loanId)).borrower_id;
  const whileLocked = await inTx(app.db, async (tx) => {
    await lockBorrower(tx, theirs);
    while ((await closeDays(ctx)) > 0);
    const ours = await dayEntries(first.loanId);
    return { ours, closed: await lastClosedDay(app.db) };
  });
  expect([whileLocked.ours.length, whileLocked.closed?.equals(day)]).toEqual([1, false]);
  await Promise.all([closeDays(ctx), closeDays(ctx), closeDays(ctx)]);
  expect(await lastClosedDay(app.db)).toEqual(day);
  expect((await dayEntries(second.loanId)).length).toBe(1);
  expect(await books(app.db)).toEqual([]);
});
