// The last free day is the due date or the next working day. New holidays move it too.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { daysBetween } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { moveLastFreeDays } from './last-free-days.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, billRow } = moneySteps(app);
const { person } = testOps(app.context);
const { ask } = await person('finance');
const reason = { reason: 'Proclamation 1200 s.2026' };
const day = (on: string, name = 'Special day') => ({ on, kind: 'special', name });
const add = (...days: ReturnType<typeof day>[]) =>
  ask('holiday add', { file: { proclamation: 'Proclamation 1200 s.2026', days } }, reason);
/** Runs a statement in a transaction that stays open until `rollback` is called. */
async function holdOpen(pool: typeof app.owner.pool, statement: string) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement);
  return { rollback: () => client.query('rollback').then(() => client.release()) };
}
const moves = () =>
  app.db
    .selectFrom('audit_log')
    .select(['who', 'subject', 'detail'])
    .where('act', '=', 'lastFreeDayMoved')
    .orderBy('id')
    .execute();

type Debtor = Awaited<ReturnType<typeof debtor>>;
let anna: Debtor;
let ben: Debtor;
const billOf = async ({ anna: { client }, loanId }: Debtor) =>
  await client.must(billDetail, { loanId });

slow('a loan due on a Saturday before a holiday is free until the next working day', async () => {
  anna = await debtor(8);
  ben = await debtor(8);
  const { bill } = await billOf(anna);
  expect([bill.dueOn, bill.lastFreeDay]).toEqual(['2026-11-28', '2026-12-01']);
});

slow('a holiday on the last free day moves that day but not the due date', async () => {
  const { data } = await add(day('2026-12-01'), day('2026-12-03'));
  expect(data).toEqual({ proclamation: 'Proclamation 1200 s.2026', days: 2, bills: 2, charged: 0 });
  await app.work();
  const { bill } = await billOf(anna);
  expect([bill.dueOn, bill.lastFreeDay]).toEqual(['2026-11-28', '2026-12-02']);
  const moved = { from: '2026-12-01', to: '2026-12-02', bills: 2 };
  expect(await moves()).toEqual([{ who: 'the calendar', subject: '2026-12-01', detail: moved }]);
  await app.work();
  expect(await moves()).toHaveLength(1);
});

slow('a new holiday moves the last free day of open bills and new loans only', async () => {
  const { code } = await codeFor(ben.anna, ben.loanId);
  await bookPayments(await pay(code));
  await add(day('2026-12-02'));
  await app.work();
  expect((await billRow(ben.loanId)).last_free_on.toString()).toBe('2026-12-02');
  expect((await billRow(anna.loanId)).last_free_on.toString()).toBe('2026-12-04');
  const carla = await debtor(8);
  expect((await billOf(carla)).bill.lastFreeDay).toBe('2026-12-04');
});

slow('a bill is overdue from the day after its last free day', async () => {
  await app.addDays(14);
  const free = await billOf(anna);
  expect([free.today, free.bill.state, free.overdueFeeCentavos, free.bill.overdueDays]).toEqual([
    '2026-12-04',
    'dueToday',
    0,
    0,
  ]);
  await app.addDays(1);
  const late = await billOf(anna);
  // The late charge is floor(60,960.00 / 600).
  expect([late.bill.state, late.overdueFeeCentavos, late.bill.overdueDays]).toEqual([
    'overdue',
    10_160,
    1,
  ]);
});

slow('declines holidays that are long past, already stored or far ahead', async () => {
  expect(await add(day('2025-06-02'))).toMatchObject({
    status: 422,
    wrong: '2025-06-02 is more than 366 days back.',
  });
  expect(await add(day('2026-12-09'), day('2026-12-25'))).toMatchObject({
    status: 422,
    wrong: '2026-12-25 is a holiday already: Christmas Day. Nothing was added.',
  });
  expect(await add(day('2029-01-01'))).toMatchObject({
    status: 422,
    wrong: '2029-01-01 is more than 2 years ahead.',
  });
  expect(await add(day('2026-12-09'), day('2026-12-09'))).toMatchObject({
    status: 422,
    wrong: 'file.days: a day occurs twice.',
  });
  expect(await add(day('2026-02-30'))).toMatchObject({ status: 422 });
  const { data } = await ask('holiday list', { year: 2026 });
  const added = (data.holidays as { on: string; addedBy: string | null }[]).filter(
    (holiday) => holiday.addedBy !== null,
  );
  expect(added.map((holiday) => holiday.on)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
});

slow('a holiday moves bills in batches and retries locked or failed bills later', async () => {
  const loans = [
    await debtor(8),
    await debtor(8),
    await debtor(8),
    await debtor(8),
    await debtor(8),
  ]
    .map(({ loanId }) => String(loanId))
    .sort();
  const lastFree = async () => {
    const rows = await app.db
      .selectFrom('bills')
      .select('last_free_on')
      .where('loan_id', 'in', loans)
      .orderBy('loan_id')
      .execute();
    return rows.map((row) => row.last_free_on.toString());
  };
  const [from = ''] = await lastFree();
  expect((await add(day(from))).status).toBe(200);
  await app.context.calendar.refresh();
  const look = () => moveLastFreeDays(workCtx(app.context), 2);
  const movedFlags = async () => (await lastFree()).map((on) => on > from);
  const { rollback } = await holdOpen(
    app.owner.pool,
    `select from bills where loan_id = '${loans[0]}' for update`,
  );
  expect(await look()).toBe(2);
  await rollback();
  expect(await movedFlags()).toEqual([false, true, true, false, false]);
  await app.owner.pool.query(`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'planted'; end $$;
    create trigger fail before update on bills for each row
    when (old.loan_id = '${loans[3]}') execute function fail()`);
  await expect(look()).rejects.toThrow('planted');
  expect(await movedFlags()).toEqual([false, true, true, false, false]);
  await app.owner.pool.query('drop trigger fail on bills');
  expect([await look(), await look(), await look()]).toEqual([2, 1, 0]);
  expect(await movedFlags()).toEqual(Array(5).fill(true));
  expect(
    (await moves())
      .filter(({ subject }) => subject === from)
      .map(({ detail }) => (detail as { bills: number }).bills),
  ).toEqual([2, 2, 1]);
});

slow('a holiday that is over before the worker runs still moves the last free day', async () => {
  const dora = await debtor(8);
  const { bill, today } = await billOf(dora);
  await app.addDays(daysBetween(today, bill.lastFreeDay));
  expect((await add(day(bill.lastFreeDay))).status).toBe(200);
  await app.addDays(1);
  expect((await billOf(dora)).bill.state).toBe('overdue');
  await app.work();
  const moved = await billOf(dora);
  expect([
    moved.bill.state,
    moved.overdueFeeCentavos,
    moved.bill.lastFreeDay > bill.lastFreeDay,
  ]).toEqual(['dueToday', 0, true]);
});

slow('the database refuses earlier bill dates, and changed or deleted holidays', async () => {
  const attempts = [
    `update bills set last_free_on = last_free_on - 1 where loan_id = '${anna.loanId}'`,
    `update bills set due_on = due_on - 1 where loan_id = '${anna.loanId}'`,
  ];
  for (const statement of attempts)
    await expect(app.owner.pool.query(statement), statement).rejects.toThrow(
      /can only move later|only with a paid extension/,
    );
  for (const statement of [
    'update bills set arrived_on = arrived_on - 1',
    'delete from holidays',
    `update holidays set name = 'x'`,
  ])
    await expect(sql.raw(statement).execute(app.db), statement).rejects.toThrow(
      /permission denied/,
    );
});
