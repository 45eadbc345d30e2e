// If a gateway dates a movement a day earlier than the books do, the comparison still pairs the two
// records, because it compares each day with the days around it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SettlementLine } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { compareDay } from './compare.store.ts';
import { takeSettlementReport } from './reconcile-days.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const { signed, until, payoutOf } = payoutSteps(app);

/**
 * Creates four cases: a paid payout, a reversed payout, a payout that was paid after failing and
 * then returned, and a repayment.
 */
async function everyMovement(): Promise<SettlementLine[]> {
  const from = app.today();
  const { anna, loanId } = await debtor(8);
  await bookPayments(await pay((await codeFor(anna, loanId)).code));
  await app.bank.call('/control/behave', { reverseDelayMs: 0 });
  await until((await signed('0006')).loanId, 'reversed');
  const late = await signed('0013');
  const { id } = await until(late.loanId, 'failed');
  const isContested = (state: string | null) => async () => {
    const { rows } = await sql<{
      as: string | null;
    }>`select ended_as as as from payout_exceptions where payout_id = ${id}`.execute(app.db);
    return rows[0]?.as === state;
  };
  await app.addDays(1);
  await app.until('the late money', isContested(null));
  await app.bank.call('/control/reverse', { reference: id });
  await app.until('its return', isContested('returned'));
  expect((await payoutOf(late.loanId)).state).toBe('failed');
  const lines: SettlementLine[] = [];
  for (const day of [from, app.today()]) {
    const answer = await app.context.bank.settlementReport(day);
    if (answer.outcome === 'known') lines.push(...answer.lines);
  }
  return lines;
}

test('pairs each movement reported a day early with the same movement in the books', async () => {
  const lines = await everyMovement();
  const kinds = lines.map(({ kind }) => kind).sort();
  expect(kinds).toEqual([
    'paymentReceived',
    'payoutPaid',
    'payoutPaid',
    'payoutPaid',
    'payoutReversed',
    'payoutReversed',
  ]);
  const { name: gateway } = app.context.bank;
  for (const [day, early] of Map.groupBy(lines, ({ at }) =>
    manilaDayOf(at).subtract({ days: 1 }).toString(),
  )) {
    const of = {
      gateway,
      day: Temporal.PlainDate.from(day),
      source: 'gateway',
      lines: early,
    } as const;
    await inTx(app.db, (tx) => takeSettlementReport(workCtx(app.context), tx, of));
  }
  const breaks = await app.db
    .selectFrom('reconciliation_breaks')
    .select(['kind', 'movement'])
    .orderBy('movement')
    .execute();
  expect(breaks).toEqual(kinds.map((movement) => ({ kind: 'wrongDay', movement })));
  // Comparing another gateway, which has no differences on these days, does not close this
  // gateway's breaks.
  const days = await app.db
    .selectFrom('reconciliation_breaks')
    .select('on_day')
    .distinct()
    .execute();
  for (const { on_day: day } of days) {
    const compared = await inTx(app.db, (tx) =>
      compareDay(tx, { gateway: 'other', day, at: app.clocks.now() }),
    );
    expect(compared).toEqual({ matched: 0, found: 0 });
  }
});
