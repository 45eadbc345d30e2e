// Late, repeated or invalid reports about a payout, and a reversal booked concurrently with a
// payment.
import { minuteMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import type { Bank, PayoutFinding } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { lockForPayout, payoutMoved } from '#/loan/payout/payout-result.ts';
import { takePayment } from '#/repayment/repayment.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { settlePayout } from './settle.ts';
import { settleByReport } from './settle-by-report.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, receiptsOf, payoutOf } = moneySteps(app);
const peso = 100;

const handler = { lock: lockForPayout, settled: payoutMoved };
const handlers = { loan: handler, refund: handler };

const waitingWords = () =>
  app.db.selectFrom('webhook_queue').select(['webhook_event_id', 'attempts']).execute();

/**
 * Creates a loan whose payout was reversed and settled.
 * @returns the payout's id
 */
async function reversedPayout(): Promise<string> {
  const { loanId } = await debtor(15);
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await app.until('the reversal', async () => (await payoutOf(loanId)).state === 'reversed');
  await app.work();
  return id;
}

/**
 * Makes a payment that no webhook reports.
 * @returns the payment's id
 */
async function unreportedPayment(): Promise<string> {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  return await pay(code);
}

async function workForTwoHours(): Promise<void> {
  for (let minutes = 0; minutes < 120; minutes += 5) {
    app.clocks.addMs(5 * minuteMs);
    await app.work();
  }
}

slow('a repeated report about a reversed payout changes nothing', async () => {
  const payoutId = await reversedPayout();
  await hint(app, 'payout.paid', payoutId);
  await app.work();
  expect(await waitingWords()).toEqual([]);
});

slow('a repeated report about a reversed payout does not delay a payment', async () => {
  const payment = await unreportedPayment();
  await hint(app, 'payout.paid', await reversedPayout());
  await hint(app, 'payment.received', payment);
  await workForTwoHours();
  expect(await receiptsOf(payment)).toHaveLength(1);
  expect(await waitingWords()).toEqual([]);
});

slow('leaves a payout reversed despite an old report of its payment', async () => {
  const payoutId = await reversedPayout();
  const { bank } = app.context;
  const earlier: typeof bank = {
    ...bank,
    async settlementReport(day) {
      const answer = await bank.settlementReport(day);
      return 'lines' in answer
        ? { ...answer, lines: answer.lines.filter(({ kind }) => kind !== 'payoutReversed') }
        : answer;
    },
  };
  expect(
    await settleByReport(
      { ...workCtx(app.context), app: { ...app.context, bank: earlier } },
      handlers,
    ),
  ).toBeGreaterThan(0);
  const { state } = await app.db
    .selectFrom('payouts')
    .select('state')
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('reversed');
  expect(
    await app.db
      .selectFrom('payout_exceptions')
      .selectAll()
      .where('payout_id', '=', payoutId)
      .execute(),
  ).toEqual([]);
});

type Lines = Extract<Awaited<ReturnType<Bank['settlementReport']>>, { lines: unknown }>['lines'];

/** Creates a payout that the bank paid but our books still show as sent. */
async function sent(): Promise<{ loanId: string; payoutId: string }> {
  await app.bank.call('/control/behave', { payout: 'silent' });
  const anna = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(anna.life, await addWallet(anna.life), { termDays: 15 });
  await app.work();
  await app.bank.call('/control/behave', { payout: null });
  const { id: payoutId, state } = await payoutOf(loanId);
  expect(state).toBe('sent');
  await app.until('the bank to pay', async () => {
    app.clocks.addMs(1000);
    return app.bank.settlementLinesOf(payoutId).length === 1;
  });
  return { loanId, payoutId };
}

/** Returns a payout's lines in the bank's report for a day. */
async function linesOf(payoutId: string, day: Temporal.PlainDate): Promise<Lines> {
  const answer = await app.context.bank.settlementReport(day);
  return 'lines' in answer ? answer.lines.filter(({ reference }) => reference === payoutId) : [];
}

/** Creates a payout that the bank paid and reversed but our books still show as sent. */
async function sentAndReversed(): Promise<{ loanId: string; lines: Lines }> {
  const { loanId, payoutId } = await sent();
  await app.bank.call('/control/reverse', { reference: payoutId });
  const lines = await linesOf(payoutId, app.today());
  expect(lines.map(({ kind }) => kind)).toEqual(['payoutPaid', 'payoutReversed']);
  return { loanId, lines };
}

const unanswered: PayoutFinding = { found: 'unknown', reason: 'nobody answers' };
/**
 * Settles payouts from the given reports while a status query returns `finding`. A null report
 * means that the day's report cannot be read.
 */
async function settleBy(
  report: (day: string) => Lines | null,
  finding = unanswered,
): Promise<number> {
  const bank: Bank = {
    ...app.context.bank,
    async settlementReport(day) {
      const lines = report(day.toString());
      return lines ? { outcome: 'known', lines } : { outcome: 'unknown', reason: 'nobody answers' };
    },
    findPayout: async () => finding,
  };
  return await settleByReport({ ...workCtx(app.context), app: { ...app.context, bank } }, handlers);
}

slow.each<[string, PayoutFinding]>([
  ['the gateway does not respond', { found: 'unknown', reason: 'nobody answers' }],
  ['the gateway does not show the payout', { found: false }],
])('leaves a payout reversed despite an old report while %s', async (_, finding) => {
  const payoutId = await reversedPayout();
  const answer = await app.context.bank.settlementReport(Temporal.PlainDate.from(app.today()));
  const lines =
    'lines' in answer
      ? answer.lines.filter(
          ({ kind, reference }) => kind === 'payoutPaid' && reference === payoutId,
        )
      : [];
  expect(lines).toHaveLength(1);
  expect(await settleBy((day) => (day === app.today().toString() ? lines : []), finding)).toBe(1);
  const { state } = await app.db
    .selectFrom('payouts')
    .select('state')
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('reversed');
  expect(
    await app.db
      .selectFrom('payout_exceptions')
      .selectAll()
      .where('payout_id', '=', payoutId)
      .execute(),
  ).toEqual([]);
});

test('settles a reversal only after reading the payment’s and the return’s reports', async () => {
  const { loanId, lines } = await sentAndReversed();
  const [today, before] = [app.today().toString(), app.today().subtract({ days: 1 }).toString()];
  const [paid, back] = lines;
  const ofDays =
    (lineBefore: Lines[number] | undefined, lineToday: Lines[number] | undefined) =>
    (day: string) =>
      day === today ? [lineToday ?? []].flat() : day === before ? [lineBefore ?? []].flat() : [];
  const unread = (day: string) => (day === before ? null : ofDays(paid, back)(day));
  expect(await settleBy(unread)).toBe(0);
  expect((await payoutOf(loanId)).state).toBe('sent');
  expect(await settleBy(ofDays(paid, back))).toBe(1);
  const { state, paid_at } = await payoutOf(loanId);
  expect([state, String(paid_at)]).toEqual(['reversed', String(paid?.at)]);
  // Even if each day's report contains the other line, the payment does not count as made after the
  // return.
  expect(await settleBy(ofDays(back, paid))).toBe(0);
});

slow('rereads an older day only if its stored report is missing or disagrees', async () => {
  const first = app.today();
  const [{ loanId, payoutId }, other] = [await sent(), await sent()];
  await app.addDays(6);
  for (const reference of [payoutId, other.payoutId])
    await app.bank.call('/control/reverse', { reference });
  const [[paid], [back]] = [await linesOf(payoutId, first), await linesOf(payoutId, app.today())];
  const gateway = app.context.bank.name;
  const days = (...after: number[]) => after.map((count) => first.add({ days: count }).toString());
  const [ofPayment, ofReturn] = days(0, 1);
  const look = async () => {
    const read: string[] = [];
    const count = await settleBy((day) => {
      read.push(day);
      return [day === ofPayment ? [paid ?? []] : [], day === ofReturn ? [back ?? []] : []].flat(2);
    });
    return { read, count };
  };
  await app.owner.pool.query(`insert into reconciled_days select '${gateway}', day, now(), 'gateway', 0
    from generate_series('${first}'::date, '${first}'::date + 5, '1 day') day`);
  expect(await look()).toEqual({ read: days(4, 5, 6), count: 0 });
  await app.owner.pool.query(
    `update reconciled_days set source = 'file' where day = '${first.add({ days: 2 })}'`,
  );
  expect(await look()).toEqual({ read: days(2, 4, 5, 6), count: 0 });

  for (const [kind, on] of [
    ['payoutPaid', ofPayment],
    ['payoutReversed', ofReturn],
  ])
    await app.owner.pool.query(`insert into settlement_report_lines (gateway, line_id, kind, subject, amount_centavos, currency, happened_at, on_day, read_at)
      values ('${gateway}', '${kind} ${payoutId}', '${kind}', '${payoutId}', 5, 'PHP', now(), '${on}', now())`);
  expect(await look()).toEqual({ read: days(0, 1, 2, 4, 5, 6), count: 1 });
  const { state, paid_at } = await payoutOf(loanId);
  expect([state, String(paid_at)]).toEqual(['reversed', String(paid?.at)]);
  expect(await look()).toEqual({ read: days(2, 4, 5, 6), count: 0 });
  // Only the payment's day is read again; the stored return still counts.
  await app.owner.pool.query(`delete from reconciled_days where day = '${ofPayment}'`);
  expect(await look()).toEqual({ read: days(0, 2, 4, 5, 6), count: 0 });
  expect((await payoutOf(other.loanId)).state).toBe('sent');
});

slow('a webhook reference that is not a UUID does not delay a payment', async () => {
  const payment = await unreportedPayment();
  await hint(app, 'payout.paid', 'a'.repeat(36));
  await hint(app, 'payment.received', payment);
  await workForTwoHours();
  expect(await receiptsOf(payment)).toHaveLength(1);
});

/**
 * Locks the rows of the company's accounts.
 * @returns a function that releases the rows
 */
async function lockCompanyAccounts(): Promise<() => Promise<void>> {
  const client = await app.owner.pool.connect();
  await client.query('begin');
  await client.query(
    `select 1 from ledger_accounts where kind = 'gateway.float' or kind like 'income.%' for no key update`,
  );
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

slow('books a payment and a reversal concurrently without locking company accounts', async () => {
  const payer = await debtor(15);
  const returned = await debtor(15);
  await app.addDays(3);
  // Both loans have paid interest, so both postings use the same income and float accounts.
  const { code: codeOfReturned } = await codeFor(returned.anna, returned.loanId, 1_000 * peso);
  await bookPayments(await pay(codeOfReturned));
  const { code } = await codeFor(payer.anna, payer.loanId, 1_000 * peso);
  const payment = await pay(code);
  const { id } = await payoutOf(returned.loanId);
  await app.bank.call('/control/reverse', { reference: id });
  const ctx = workCtx(app.context);
  const release = await lockCompanyAccounts();
  const reversal = {
    to: 'reversed',
    paidAt: ctx.now,
    gatewayId: 'po_1',
    failure: 'accountClosed',
  } as const;
  const ends = await Promise.allSettled([
    takePayment(ctx, app.context.bank, payment),
    settlePayout(ctx, handlers, id, reversal, null),
  ]);
  await release();
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await receiptsOf(payment)).toHaveLength(1);
  expect((await payoutOf(returned.loanId)).state).toBe('reversed');
});
