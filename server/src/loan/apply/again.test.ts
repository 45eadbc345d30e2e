// Tests that the last repaid loan is offered again if that is possible, at the price that a quote
// states.
import { exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { loanAgain, productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { walletDelete } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { paydayAfter } from '#/loan/rules/payday.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, widenLine } = moneySteps(app);

/** Creates a person who repaid a loan of ₱60,000 for 8 days today. */
async function repaid() {
  const owing = await debtor(8);
  // The line has room for two such loans, so only the open loan can prevent the offer.
  await widenLine(owing.loanId, 200_000_00);
  const before = await owing.anna.client.must(loanAgain, {});
  const { code } = await codeFor(owing.anna, owing.loanId);
  await bookPayments(await pay(code));
  return { ...owing, client: owing.anna.client, before };
}

slow('offers the last loan again once it is repaid, with the same figures as a quote', async () => {
  const { client, accountId, before } = await repaid();
  expect(before).toBeNull();
  const again = await client.must(loanAgain, {});
  const wish = {
    amountCentavos: centavos(60_000_00),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: 'best',
  } as const;
  const { facts, receiver, voucherId } = await client.must(productCal, wish);
  const { arrivalCentavos, repayCentavos, dueOnIfToday, couponCentavos } = facts;
  expect(again).toEqual({
    amountCentavos: wish.amountCentavos,
    termDays: 8,
    channel: 'wallet',
    receiver,
    arrivalCentavos,
    repayCentavos,
    dueOnIfToday,
    voucherId,
    couponCentavos,
  });
  expect(receiver?.accountId).toBe(accountId);
});

slow('does not offer the last loan if its account is gone or the line is too small', async () => {
  const owner = await repaid();
  await owner.client.must(walletDelete, { accountId: owner.accountId });
  // The offer never switches to a different account.
  await addWallet(owner.anna.life);
  expect(await owner.client.must(loanAgain, {})).toBeNull();
  const other = await repaid();
  await widenLine(other.loanId, 30_000_00);
  expect(await other.client.must(loanAgain, {})).toBeNull();
});

test('the product states the next payday, which it computes from the application', async () => {
  const { client } = await app.person({ withCredit: true });
  const { today, paydayOn } = await client.must(productList, {});
  expect(paydayOn).toBe(paydayAfter(exampleWork.payday, today));
});
