// After a failed or reversed payout, the borrower is notified once that nothing is owed for it.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { billList, loanDetail } from '@sandali/contract/loan.ts';
import { locales } from '@sandali/contract/locale.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { takeLoan } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { say } from '#/texts/say.ts';
import { approveDue } from './payout/approve.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, payoutOf } = moneySteps(app);
const { signed, until, later, loanState } = payoutSteps(app);
const peso = 100;

const messagesTo = async ({ life }: Person) =>
  (await outbox(app.db, life.phone as Parameters<typeof outbox>[1])).map((message) => message.text);
const withWord = async (anna: Person, word: string) =>
  (await messagesTo(anna)).filter((text) => text.includes(word));
const referenceOf = async (loanId: string) =>
  (
    await app.db
      .selectFrom('loans')
      .select('reference_no')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow()
  ).reference_no;

async function reversePayout(loanId: string): Promise<void> {
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await app.until('the reversal', async () => (await payoutOf(loanId)).state === 'reversed');
  await app.work();
}

slow('after a reversed payout, tells the borrower once that nothing is owed', async () => {
  const { anna, loanId } = await debtor(15);
  expect(await withWord(anna, 'Please repay')).toHaveLength(1);
  await reversePayout(loanId);
  await hint(app, 'payout.reversed', (await payoutOf(loanId)).id);
  await app.work();
  expect(await withWord(anna, 'came back')).toEqual([
    `Sandali: the ₱58,850.00 of loan ${await referenceOf(loanId)} came back to us. You owe nothing for this loan.`,
  ]);
});

slow('a reversed payout’s notice states the amount repaid and how to get a refund', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(3);
  const { code } = await codeFor(anna, loanId, 1_500 * peso);
  await bookPayments(await pay(code));
  await reversePayout(loanId);
  const { refundableCentavos } = await anna.client.must(billList, {});
  expect(refundableCentavos).toBe(1_500 * peso);
  expect(await withWord(anna, 'came back')).toEqual([
    `Sandali: the ₱58,850.00 of loan ${await referenceOf(loanId)} came back to us. You owe nothing for this loan. We are holding the ₱1,500.00 you paid: open Orders in the app to get it back.`,
  ]);
});

slow('the notice of a repaid loan’s reversed payout states the whole amount repaid', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(15);
  const owed = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  await reversePayout(loanId);
  expect((await withWord(anna, 'came back'))[0]).toContain(
    `We are holding the ₱${(owed / peso).toLocaleString('en')}.00 you paid`,
  );
});

slow.each([
  ['was refused', '0001'],
  ['failed later', '0007'],
])('after a payout that %s, tells the borrower once that nothing is owed', async (_how, number) => {
  const { anna, loanId } = await signed(number);
  await until(loanId, 'failed');
  await later(60_000);
  expect(await withWord(anna, 'could not pay out')).toEqual([
    'Sandali: we could not pay out ₱59,390.00 to you. You owe nothing for it. In the app, try again or choose another way to receive it.',
  ]);
});

slow('a borrower who cancelled a loan or a pickup is not notified of a failure', async () => {
  const { anna, loanId } = await signed('7801');
  await anna.client.must(billCancel, { loanId });
  await approveDue(workCtx(app.context));
  await later(0);
  expect((await loanState(loanId)).state).toBe('cancelled');
  expect(await withWord(anna, 'could not pay out')).toEqual([]);
  const ben = await app.person({ withCredit: true });
  const { loanId: pickup } = await takeLoan(ben.life, null, { channel: 'cashPickup', termDays: 8 });
  await app.until(
    'the cash to be ready',
    async () => (await ben.client.must(loanDetail, { loanId: pickup })).withdrawalCode !== null,
  );
  await ben.client.must(billCancel, { loanId: pickup });
  await until(pickup, 'failed');
  await later(60_000);
  expect(await loanState(pickup)).toEqual({ state: 'failed', failure: 'cancelled' });
  expect(await withWord(ben, 'could not pay out')).toEqual([]);
});

test('in every language, the notice mentions refundable money only if there is any', () => {
  const values = { arrival: '₱58,850.00', reference: '1234567890' };
  for (const locale of locales) {
    const [bare, kept] = [
      say(locale, 'sms.loanReversed', values),
      say(locale, 'sms.loanReversed', { ...values, kept: '₱1,500.00' }),
    ];
    expect(kept.startsWith(bare)).toBe(true);
    expect([kept.includes('₱1,500.00'), bare.length < kept.length]).toEqual([true, true]);
  }
});
