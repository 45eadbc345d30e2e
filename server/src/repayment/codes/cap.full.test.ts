// The cap on the total charges of a bill, day by day.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { expect, test } from 'vitest';
import { loanBalances } from '#/ledger/ledger.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, billRow } = moneySteps(app);
const peso = 100;

test('caps the total charges on an unpaid bill at the principal', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(600);
  await app.work();
  const { bill, chargesSoFarCentavos } = await anna.client.must(billDetail, { loanId });
  // The deducted fees of 1,150, interest of 1,800 and late charges of 57,050 add up to the
  // principal.
  expect(chargesSoFarCentavos).toBe(60_000 * peso);
  expect(bill.currentDue.owedCentavos).toBe(118_850 * peso);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 57_050 * peso));
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 6_000_000n,
    interestCentavos: 180_000n,
    lateCentavos: 0n,
  });
  await app.addDays(100);
  expect((await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos).toBe(
    61_800 * peso,
  );
  await bookPayments(await pay(code, 61_800 * peso));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  // The test closes seven hundred days one by one.
}, 120_000);
