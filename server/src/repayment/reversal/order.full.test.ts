// A second payment and the reversal of the first payment lead to the same state, whichever is
// reported first.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, reversePayment } = moneySteps(app);
const peso = 100;

/**
 * Random courses of events: `first` and `second` are payments in thousandths of the principal,
 * `back` is in thousandths of the first payment, and `waits` is in days.
 */
const lives = fc.record({
  first: fc.constantFrom(1000, 700),
  second: fc.integer({ min: 200, max: 1000 }),
  back: fc.constantFrom(1000, 1000, 600),
  waits: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
});
type Debtor = Awaited<ReturnType<typeof debtor>>;

/** Returns all state that could depend on the order of the reports. */
async function stateOf({ anna, loanId }: Debtor) {
  const { bill, overdueFeeCentavos, interestDueCentavos, principalDueCentavos } =
    await anna.client.must(billDetail, { loanId });
  const { state, currentDue, paidCentavos, lastFreeDay, overdueDays, repaidOn } = bill;
  const { refundableCentavos } = await anna.client.must(billList, {});
  const { line } = await anna.client.must(userMulti, {});
  const owes = {
    currentDue,
    paidCentavos,
    overdueFeeCentavos,
    interestDueCentavos,
    principalDueCentavos,
  };
  return { state, lastFreeDay, overdueDays, repaidOn, ...owes, refundableCentavos, line };
}

slow(
  'a payment reported before or after a reversal leads to the same state',
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    // In this course the second payment is made on the day of the reversal, and the bill needs
    // only a part of that payment.
    const sameDay = { first: 700, second: 710, back: 1000, waits: [1, 0] as [number, number] };
    const drawn = fc.sample(lives, { numRuns: 2, seed });
    for (const { first, second, back, waits } of [sameDay, ...drawn]) {
      const twins = [await debtor(8), await debtor(8)] as const;
      const [firsts, codes] = [[] as string[], [] as string[]];
      const part = (thousandths: number) => 60 * peso * thousandths;
      for (const { anna, loanId } of twins) {
        firsts.push(await pay((await codeFor(anna, loanId, part(first))).code));
        codes.push((await codeFor(anna, loanId, part(second))).code);
      }
      await bookPayments(...firsts);
      await app.addDays(waits[0]);
      const [paid = '', late = ''] = [await pay(codes[0] ?? ''), await pay(codes[1] ?? '')];
      await bookPayments(paid);
      await app.addDays(waits[1]);
      const takenCentavos = Math.floor((part(first) * back) / 1000);
      for (const paymentId of firsts) await reversePayment(paymentId, 'chargeback', takenCentavos);
      await bookPayments(late);
      const label = `seed ${seed}: ${JSON.stringify({ first, second, back, waits })}`;
      expect(await stateOf(twins[0]), label).toEqual(await stateOf(twins[1]));
      await app.addDays(2);
      expect(await stateOf(twins[0]), label).toEqual(await stateOf(twins[1]));
    }
  },
  60_000,
);
