// Tests the comparison of settlement reports with the books. Each difference is listed once as a
// break, which closes automatically or is settled by two people.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PaymentFinding, SettlementLine } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { columns } from '#/gateway/settlement-report.ts';
import { afterTampering } from '#/ledger/testing.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { compareOpen, takeSettlementReport } from './reconcile-days.ts';
import { reconcileDays } from './reconciliation.ts';
import { daySums, firstUnreadDay } from './store.ts';

const app = await testApp({ checksBooks: false });
const { debtor, codeFor, pay, bookPayments, receiptsOf } = moneySteps(app);
const { careful, person } = testOps(app.context);
const gateway = app.context.bank.name;
const peso = 100;
const { today } = app;
const breaks = async () =>
  (await (await person('finance')).ask('reconcile breaks')).data.breaks as {
    id: string;
    kind: string;
    subject: string;
    ageDays: number;
  }[];
const kinds = async () => (await breaks()).map((row) => row.kind).sort();
const read = async () => await app.app.jobs['payouts.settlementReport']({});

/** Returns the lines of the bank's settlement report for a day. */
async function linesOf(day: Temporal.PlainDate): Promise<SettlementLine[]> {
  const answer = await app.context.bank.settlementReport(day);
  if (answer.outcome !== 'known') throw new Error(answer.reason);
  return answer.lines;
}
const take = async (day: Temporal.PlainDate, lines: SettlementLine[]) =>
  await inTx(app.db, (tx) =>
    takeSettlementReport(workCtx(app.context), tx, { gateway, day, source: 'gateway', lines }),
  );

slow('finds no break if every line of a day’s settlement report is in the books', async () => {
  const day = today();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId, 10_000 * peso);
  await bookPayments(await pay(code));
  await read();
  expect(await app.db.selectFrom('reconciled_days').selectAll().execute()).toEqual([]);
  await app.addDays(1);
  await read();
  expect(await breaks()).toEqual([]);
  const { data } = await (await person('finance')).ask('reconcile day', { day: day.toString() });
  expect(data).toMatchObject({
    isRead: true,
    lines: 2,
    source: 'gateway',
    unexplainedCentavos: 0,
    explainedCentavos: 0,
    openBreaks: 0,
  });
  expect(data.bankCentavos).toBe(data.booksCentavos);
  expect(
    await (await person('finance')).ask('reconcile day', { day: today().toString() }),
  ).toMatchObject({ status: 422 });
});

slow.each([
  [
    'payout',
    "update payouts set gateway = 'another' where paid_at = (select max(paid_at) from payouts)",
  ],
  [
    'payment',
    "update receipts set gateway = 'another' where paid_at = (select max(paid_at) from receipts)",
  ],
])(
  'reads a gateway’s settlement reports only from the day of its first %s on',
  async (_, statement) => {
    const { anna, loanId } = await debtor(8);
    const { code } = await codeFor(anna, loanId, 10_000 * peso);
    await bookPayments(await pay(code));
    const first = async (read: Read) => await firstUnreadDay(read, 'another', today());
    expect(await first(app.db)).toBeNull();
    expect(await afterTampering(app.owner.db, [statement], first)).toEqual(today());
    // Reading the report of a later day does not change the first unread day.
    const later = `insert into reconciled_days values ('another', '${today().add({ days: 1 })}', now(), 'file', 0)`;
    expect(await afterTampering(app.owner.db, [statement, later], first)).toEqual(today());
  },
);

slow('books a payment that only the settlement report shows', async () => {
  const day = today();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId, 5_000 * peso);
  const paymentId = await pay(code, 5_000 * peso);
  await app.addDays(1);
  await read();
  expect(await kinds()).toEqual(['unknownToUs']);
  expect(await (await person('finance')).ask('reconcile breaks')).toMatchObject({
    data: {
      alarm: `1 break is open, the oldest of ${day}`,
      breaks: [{ subject: paymentId, bankCentavos: 5_000 * peso, booksCentavos: null, ageDays: 1 }],
    },
  });
  await app.work();
  expect(await receiptsOf(paymentId)).toMatchObject([{ value_on: day }]);
  expect((await anna.client.must(billDetail, { loanId: loanId as never })).bill.paidCentavos).toBe(
    5_000 * peso,
  );
  await read();
  expect(await breaks()).toEqual([]);
  expect(await daySums(app.db, gateway, day)).toMatchObject({
    explainedCentavos: 0n,
    openBreaks: 0,
  });
});

slow('each comparison asks about an unknown payment again until it is booked', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId, 5_000 * peso);
  const paymentId = await pay(code, 5_000 * peso);
  await app.addDays(1);
  const { bank } = app.context;
  const { findPayment } = bank;
  const waiting = async () => await app.db.selectFrom('webhook_queue').select('attempts').execute();
  const lookedAt = async (finding: PaymentFinding) => {
    bank.findPayment = async () => finding;
    await read();
    expect(await waiting()).toHaveLength(1);
    await app.db.updateTable('webhook_queue').set({ attempts: 39 }).execute();
    await app.work();
    expect(await waiting()).toEqual([]);
  };
  await lookedAt({ found: false });
  for (let times = 0; times < 2; times += 1)
    await lookedAt({ found: 'notMoney', amountCentavos: 0 });
  const bookings = app.db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', 'paymentNotMoney')
    .where('subject', '=', paymentId);
  expect(await bookings.execute()).toHaveLength(1);
  expect(await receiptsOf(paymentId)).toEqual([]);
  bank.findPayment = findPayment;
  await read();
  await app.work();
  expect(await receiptsOf(paymentId)).toHaveLength(1);
  await read();
  expect(await breaks()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

slow('lists each difference once, and the breaks add up to the day’s difference', async () => {
  const day = today();
  const who = [await debtor(8), await debtor(8), await debtor(8), await debtor(8), await debtor(8)];
  await app.addDays(1);
  const [first, second, third, fourth, fifth, ...rest] = await linesOf(day);
  if (!first || !second || !third || !fourth || !fifth)
    throw new Error(`the settlement report does not have ${who.length} payouts`);
  const lines: SettlementLine[] = [
    { ...first, id: 'a', amountCentavos: centavos(first.amountCentavos - 1) },
    { ...second, id: 'b' },
    { ...second, id: 'b2', at: second.at.add({ seconds: 1 }) },
    { ...third, id: 'c', currency: 'USD' },
    { ...fourth, id: 'd' },
    { ...fourth, id: 'd2', kind: 'payoutReversed' },
    { ...fifth, id: 'x', kind: 'paymentReceived', reference: null, gatewayId: 'nobodys-1' },
    ...rest,
  ];
  expect(await take(day, lines)).toMatchObject({ found: 6, asked: 1 });
  expect(await kinds()).toEqual([
    'duplicate',
    'missingAtBank',
    'otherCurrency',
    'reversed',
    'unknownToUs',
    'wrongAmount',
  ]);
  expect(await take(day, lines)).toMatchObject({ found: 0, matched: 0 });
  const sums = await daySums(app.db, gateway, day);
  expect(sums.booksCentavos - sums.bankCentavos).toBe(sums.explainedCentavos);
  expect(sums.explainedCentavos).not.toBe(0n);
  const rows = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'settlementReportCompared')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(rows[0]?.detail).toMatchObject({ found: 6, day: day.toString() });
  // The missing line appears in the next day's settlement report.
  await app.addDays(1);
  await take(day.add({ days: 1 }), [{ ...fifth, id: 'late' }]);
  await compareOpen(workCtx(app.context));
  expect(await kinds()).toContain('wrongDay');
  expect(await kinds()).not.toContain('missingAtBank');
});

slow('refuses a settlement report that changes a stored line', async () => {
  const day = today().subtract({ days: 2 });
  const [line] = await app.db
    .selectFrom('settlement_report_lines')
    .selectAll()
    .where('on_day', '=', day)
    .where('line_id', '=', 'b')
    .execute();
  if (!line) throw new Error('line b is not stored');
  const changed = {
    id: 'b',
    kind: 'payoutPaid',
    reference: line.subject,
    gatewayId: 'g',
    currency: 'PHP',
    at: line.happened_at,
  } as const;
  const other = { ...changed, id: 'new', reference: 'x' };
  await expect(
    take(
      day,
      [other, changed].map((line) => ({ ...line, amountCentavos: centavos(5) })),
    ),
  ).rejects.toThrow(/contradicts stored lines/);
  expect(
    await app.db
      .selectFrom('settlement_report_lines')
      .selectAll()
      .where('line_id', '=', 'new')
      .execute(),
  ).toEqual([]);
  await expect(
    sql`update settlement_report_lines set amount_centavos = 1`.execute(app.db),
  ).rejects.toThrow();
});

slow('a break that two people have settled is not listed again', async () => {
  const [duplicate] = (await breaks()).filter((row) => row.kind === 'duplicate');
  const [ana, ben] = [await careful('finance'), await careful('finance')];
  const reason = { reason: 'the bank takes it back, letter of 24 November' };
  expect(await ana.ask('reconcile settle', { id: duplicate?.id })).toMatchObject({ status: 422 });
  expect((await ana.ask('reconcile settle', { id: duplicate?.id }, reason)).data).toMatchObject({
    outcome: 'proposed',
  });
  expect(await pendingApprovals(ben)).toEqual([
    `reconcile settle: ${duplicate?.id}, duplicate at sandbox, by ${ana.name}`,
  ]);
  expect(await ana.ask('reconcile settle', { id: duplicate?.id }, reason)).toMatchObject({
    status: 422,
    wrong: expect.stringContaining('Ask another person'),
  });
  await expect(
    sql`update reconciliation_breaks set ended_at = now(), ended_as = 'settled' where id = ${duplicate?.id}`.execute(
      app.db,
    ),
  ).rejects.toThrow(/settling a break needs two people/);
  expect((await ben.ask('reconcile settle', { id: duplicate?.id }, reason)).data).toMatchObject({
    outcome: 'settled',
  });
  expect(await ben.ask('reconcile settle', { id: duplicate?.id }, reason)).toMatchObject({
    status: 422,
  });
  expect((await ben.ask('reconcile show', { id: duplicate?.id })).data.break).toMatchObject({
    ended: { as: 'settled' },
    decision: { proposedBy: ana.name, confirmedBy: ben.name },
  });
  expect(
    (await ben.ask('reconcile show', { id: '019a9f00-0000-7000-8000-000000000001' })).status,
  ).toBe(422);
  await reconcileDays(workCtx(app.context));
  expect((await kinds()).filter((kind) => kind === 'duplicate')).toEqual([]);
});

test('imports a settlement report from a file and names the line of any error', async () => {
  await app.addDays(2);
  const day = today().subtract({ days: 1 });
  const head = columns.join(',');
  const finance = await person('finance');
  const put = async (...rows: string[]) =>
    await finance.ask(
      'reconcile import',
      { day: day.toString(), text: `${rows.join('\n')}\n` },
      { reason: 'settlement report by mail' },
    );
  const row = `f1,paymentReceived,,pay-1,1250.50,PHP,${day}T09:00:00+08:00`;
  for (const [rows, wrong] of [
    [['id,kind'], /first line must be/],
    [[head, row, row], /Line 3: the id f1 appears twice/],
    [[head, row.replace('1250.50', '1250.5')], /Line 2: the amount/],
    [[head, row.replace('09:00:00+08:00', '09:00:00')], /Line 2: at must be an instant/],
    [[head, row.replace('+08:00', '-20:00')], /Line 2: at is/],
    [[head, row.replace('paymentReceived', 'payment')], /Line 2: the kind/],
    [[head, row.replace('PHP', 'pesos')], /Line 2: the currency/],
    [[head, `${row},more`], /Line 2: it has 8 columns/],
    [[head, row.replace('pay-1', '"pay,1"')], /Line 2/],
  ] as const)
    expect(await put(...rows)).toMatchObject({ status: 422, wrong: expect.stringMatching(wrong) });
  expect((await put(head, row)).data).toMatchObject({
    found: 1,
    lines: 1,
    source: 'file',
    bankCentavos: 125_050,
    unexplainedCentavos: 0,
  });
  expect((await put(head, row)).data).toMatchObject({ found: 0 });
  expect(await put(head, row.replace('1250.50', '1250.51'))).toMatchObject({
    status: 422,
    wrong: expect.stringContaining('contradicts stored lines'),
  });
});

test('refuses to import a file for a day whose report the gateway has supplied', async () => {
  await read();
  const day = today().subtract({ days: 1 });
  const finance = await person('finance');
  await finance.ask('reconcile day', { day: day.toString() });
  const text = `${columns.join(',')}\nf2,paymentReceived,,pay-2,1250.50,PHP,${day}T09:00:00+08:00\n`;
  const put = await finance.ask(
    'reconcile import',
    { day: day.toString(), text },
    { reason: 'settlement report by mail' },
  );
  expect(put).toMatchObject({
    status: 422,
    wrong: expect.stringContaining('so a file cannot replace it'),
  });
  expect(
    await app.db
      .selectFrom('settlement_report_lines')
      .select('line_id')
      .where('line_id', '=', 'f2')
      .execute(),
  ).toEqual([]);
});

slow('raises an alarm for a day without a report until the report is read', async () => {
  await read();
  const missed = today();
  await app.addDays(2);
  const { settlementReport } = app.context.bank;
  app.context.bank.settlementReport = async (day) =>
    day.equals(missed) ? { outcome: 'unknown', reason: 'down' } : await settlementReport(day);
  await read();
  await (await person('finance')).ask('reconcile day', { day: missed.add({ days: 1 }).toString() });
  expect((await (await person('finance')).ask('reconcile breaks')).data.alarm).toContain(
    `the settlement report of ${missed} is not read`,
  );
  app.context.bank.settlementReport = settlementReport;
  await read();
  const days = await app.db.selectFrom('reconciled_days').select('day').orderBy('day').execute();
  expect(days.map((row) => row.day.toString())).toContain(missed.toString());
  expect((await (await person('finance')).ask('reconcile breaks')).data.alarm).not.toContain(
    'is not read',
  );
});

test('lists as a break any payout that was ordered directly at the gateway', async () => {
  const day = today();
  await app.addDays(1);
  const line = {
    kind: 'payoutPaid',
    amountCentavos: centavos(700 * peso),
    currency: 'PHP',
    at: app.clocks.now().subtract({ hours: 24 }),
  } as const;
  const lines = ['', 'x'.repeat(255)].map((reference, nth) => ({
    ...line,
    id: `hand-${nth}`,
    reference,
    gatewayId: `disb-${nth}`,
  }));
  expect(await take(day, lines)).toMatchObject({ found: 2 });
  expect((await breaks()).map((row) => row.subject)).toEqual(
    expect.arrayContaining(['disb-0', 'disb-1']),
  );
});

test('storing a report’s lines has the same long timeout as comparing them', async () => {
  await app.owner.pool.query(`create function takes_long() returns trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '10min' then raise exception 'cut off after %', current_setting('statement_timeout'); end if; return null; end $$;
    create trigger takes_long before insert on settlement_report_lines for each statement execute function takes_long()`);
  const day = today();
  await app.addDays(1);
  expect(await take(day, await linesOf(day))).toMatchObject({ found: 0 });
  await app.owner.pool.query('drop trigger takes_long on settlement_report_lines');
});
