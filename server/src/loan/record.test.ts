// The repayment record of earlier loans, as reviewers see it.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { expect, test } from 'vitest';
import { todayOf } from '#/platform/days.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { loanRecordOf } from './loan.ts';

const app = await testApp();

async function debtor() {
  const { client, life } = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(life, await addWallet(life), { termDays: 8 });
  await app.until(
    'the payout',
    async () => (await client.must(loanDetail, { loanId })).state === 'success',
  );
  const row = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const record = () =>
    loanRecordOf(app.db, row.borrower_id, Temporal.PlainDate.from(todayOf(app.clocks.now())));
  async function repay(): Promise<void> {
    const { bill } = await client.must(billDetail, { loanId });
    const { repaymentId } = await client.must(repaymentApply, {
      loanId,
      channel: 'sevenEleven',
      amountCentavos: bill.currentDue.owedCentavos,
    });
    const code = await app.until(
      'a code',
      async () => (await client.must(repaymentStatus, { repaymentId })).code,
    );
    await app.bank.call('/control/pay', { code });
    await app.until(
      'the booking',
      async () => (await client.must(repaymentStatus, { repaymentId })).state === 'booked',
    );
  }
  return { record, repay };
}

test('counts a loan as repaid on time up to its last free day, then as late', async () => {
  const [anna, ben] = [await debtor(), await debtor()];
  expect(await anna.record()).toEqual({ repaidOnTime: 0, repaidLate: 0, overdueNow: 0 });
  // The loans are due on Saturday, 28 November 2026, before a holiday, so the last free day is
  // Tuesday, 1 December.
  await app.addDays(11);
  expect(await anna.record()).toEqual({ repaidOnTime: 0, repaidLate: 0, overdueNow: 0 });
  await anna.repay();
  expect(await anna.record()).toEqual({ repaidOnTime: 1, repaidLate: 0, overdueNow: 0 });
  await app.addDays(1);
  expect(await ben.record()).toEqual({ repaidOnTime: 0, repaidLate: 0, overdueNow: 1 });
  await ben.repay();
  expect(await ben.record()).toEqual({ repaidOnTime: 0, repaidLate: 1, overdueNow: 0 });
  expect(await anna.record()).toEqual({ repaidOnTime: 1, repaidLate: 0, overdueNow: 0 });
});
