// If a gateway's clock is behind ours, a payout just after midnight is booked no earlier than its
// order, so the borrower does not pay interest for an extra day.
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { lockForPayout, payoutMoved } from '#/loan/payout/payout-result.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import type { PayoutStep } from './rules.ts';
import { settlePayout } from './settle.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { payoutOf, signed } = payoutSteps(app);
const handler = { lock: lockForPayout, settled: payoutMoved };
const handlers = { loan: handler, refund: handler };
const warning = 'a gateway names a time long before the order';
const warnings = () => app.logLines.filter((line) => line.includes(warning)).length;

/** Orders a loan's payout one minute after midnight. */
async function orderedAfterMidnight(loanId: string) {
  const midnight = app.clocks.now().toZonedDateTimeISO(manila).add({ days: 1 }).startOfDay();
  app.clocks.setNow(midnight.add({ minutes: 1 }).toInstant().toString());
  await approveDue(workCtx(app.context));
  return await payoutOf(loanId);
}
const hear = async (payoutId: string, next: PayoutStep) =>
  await settlePayout(workCtx(app.context), handlers, payoutId, next, null);

slow.each([
  ['two minutes behind', '7731', 2, 0],
  ['ten minutes behind, with a warning', '7732', 10, 1],
])(
  'dates a payout from its order if the gateway’s clock is %s',
  async (_, lastFour, minutes, more) => {
    const { loanId } = await signed(lastFour);
    const { id, ordered_at } = await orderedAfterMidnight(loanId);
    const before = warnings();
    await hear(id, {
      to: 'paid',
      paidAt: ordered_at.subtract({ minutes }),
      gatewayId: 'po_1',
      withdrawalCode: null,
    });
    const orderedOn = manilaDayOf(ordered_at);
    const bill = await app.db
      .selectFrom('bills')
      .selectAll()
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    expect([bill.arrived_on, bill.charged_to, bill.due_on].map(String)).toEqual(
      [orderedOn, orderedOn, orderedOn.add({ days: 8 })].map(String),
    );
    expect([String((await payoutOf(loanId)).paid_at), warnings() - before]).toEqual([
      String(ordered_at),
      more,
    ]);
  },
);

test('gives a pickup its full number of days even if the gateway’s clock is behind', async () => {
  const anna = await app.person({ withCredit: true });
  anna.life.idOf = () => newId(app.clocks.wall());
  const { loanId } = await takeLoan(anna.life, null, { channel: 'cashPickup', termDays: 8 });
  const { id, ordered_at, collect_days } = await orderedAfterMidnight(loanId);
  await hear(id, {
    to: 'ready',
    readyAt: ordered_at.subtract({ minutes: 2 }),
    gatewayId: 'po_2',
    withdrawalCode: '1234567890123',
  });
  const { ready_at, collect_until } = await payoutOf(loanId);
  const last = manilaDayOf(ordered_at).add({ days: collect_days ?? 0 });
  expect([String(ready_at), String(collect_until)]).toEqual([String(ordered_at), String(last)]);
});
