// The code that home leads to: the newest of a bill that is open, until it is paid.
import { userMulti } from '@sandali/contract/home.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, loanOf, codeFor, pay, bookPayments, widenLine } = moneySteps(app);
const peso = 100;

test('home leads to the newest code of an open bill, and to none of a bill that was paid another way', async () => {
  const { anna, accountId, loanId: first } = await debtor(15);
  const { client } = anna;
  const shown = async () => (await client.must(userMulti, {})).openCode;
  expect(await shown()).toBeNull();
  await widenLine(first, 200_000 * peso);
  const second = await loanOf(anna, accountId, 8);
  const ofSecond = await codeFor(anna, second, 500 * peso);
  expect(await shown()).toMatchObject({ repaymentId: ofSecond.repaymentId, loanId: second, amountCentavos: 500 * peso });
  const ofFirst = await codeFor(anna, first);
  const { repaymentId } = await client.must(repaymentApply, { loanId: first as never, channel: 'pawnshop', amountCentavos: 60_000 * peso });
  await app.until('the other code', async () => (await client.must(repaymentStatus, { repaymentId })).code);
  expect((await shown())?.repaymentId).toBe(repaymentId);
  await bookPayments(await pay(ofFirst.code));
  expect((await shown())?.repaymentId).toBe(ofSecond.repaymentId);
});
