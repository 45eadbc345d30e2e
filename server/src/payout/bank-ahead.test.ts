// If a gateway's clock is ahead of ours, we book its events at our own current time, so no value
// date is in the future.
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp({ bankAheadMs: 5 * 60_000 });
const { debtor, codeFor, pay, bookPayments, payoutOf, receiptsOf, billRow } = moneySteps(app);

const isPast = (at: Temporal.Instant | null | undefined) =>
  at && Temporal.Instant.compare(at, app.clocks.now()) <= 0;

test('books payouts and payments at the current time if the gateway’s is later', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  const payment = await pay(code);
  await bookPayments(payment);
  const [receipt] = await receiptsOf(payment);
  expect(receipt?.paid_at).toEqual(app.clocks.now());
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  const entries = await app.db.selectFrom('ledger_entries').select('happened_at').execute();
  expect(entries.filter((entry) => !isPast(entry.happened_at))).toEqual([]);
});

slow('books a refund and a pickup at the current time if the gateway’s time is later', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 6_100_000));
  const { refundableCentavos } = await anna.client.must(refundQuery, {});
  await anna.client.must(refundApply, { accountId, amountCentavos: refundableCentavos });
  await app.until(
    'the refund',
    async () => (await anna.client.must(refundQuery, {})).refund?.state === 'paid',
  );
  const entries = await app.db
    .selectFrom('ledger_entries')
    .select(['kind', 'happened_at'])
    .execute();
  expect(entries.filter((entry) => !isPast(entry.happened_at))).toEqual([]);
  anna.life.idOf = () => newId(app.clocks.wall());
  const { loanId: collected } = await takeLoan(anna.life, null, {
    channel: 'cashPickup',
    termDays: 8,
  });
  const payout = await app.until('the pickup to be ready', async () => {
    const payout = await payoutOf(collected).catch(() => null);
    return payout?.ready_at ? payout : null;
  });
  expect(isPast(payout.ready_at)).toBe(true);
  await app.bank.call('/control/collect', { reference: payout.id });
});
