// The payment code on home: the newest code of an open bill, with its purpose and channel.
import { billCancel } from '@sandali/contract/cancel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, loanOf, codeFor, pay, bookPayments, widenLine } = money;
const { feeCode, dueDebtor } = extensionSteps(app, money);
const peso = 100;

test('home shows the newest code of an open bill', async () => {
  const { anna, accountId, loanId: first } = await debtor(15);
  const { client } = anna;
  const shown = async () => (await client.must(userMulti, {})).openCode;
  expect(await shown()).toBeNull();
  await widenLine(first, 200_000 * peso);
  const second = await loanOf(anna, accountId, 8);
  const ofSecond = await codeFor(anna, second, 500 * peso);
  expect(await shown()).toEqual({
    repaymentId: ofSecond.repaymentId,
    loanId: second,
    purpose: 'bill',
    channel: 'sevenEleven',
    amountCentavos: 500 * peso,
    endsAt: expect.any(String),
  });
  const ofFirst = await codeFor(anna, first);
  const { repaymentId } = await client.must(repaymentApply, {
    loanId: first as never,
    channel: 'pawnshop',
    amountCentavos: 60_000 * peso,
  });
  await app.until(
    'the other code',
    async () => (await client.must(repaymentStatus, { repaymentId })).code,
  );
  expect((await shown())?.repaymentId).toBe(repaymentId);
  await bookPayments(await pay(ofFirst.code));
  expect((await shown())?.repaymentId).toBe(ofSecond.repaymentId);
});

slow('home shows a code’s purpose, and never shows the reference for transfers', async () => {
  const { anna, loanId } = await dueDebtor(0);
  const { client } = anna;
  const shown = async () => (await client.must(userMulti, {})).openCode;
  const untilCode = async (repaymentId: string) =>
    await app.until(
      'the code',
      async () => (await client.must(repaymentStatus, { repaymentId: repaymentId as never })).code,
    );
  const applyBy = async (channel: 'gcash' | 'offlineTransfer') => {
    const { repaymentId } = await client.must(repaymentApply, {
      loanId,
      channel,
      amountCentavos: 500 * peso,
    });
    await untilCode(repaymentId);
    return repaymentId;
  };
  await applyBy('offlineTransfer');
  expect(await shown()).toBeNull();
  const repaymentId = await applyBy('gcash');
  expect(await shown()).toMatchObject({
    repaymentId,
    purpose: 'bill',
    channel: 'gcash',
    amountCentavos: 500 * peso,
  });
  await applyBy('offlineTransfer');
  expect((await shown())?.repaymentId).toBe(repaymentId);
  const back = await client.must(billCancel, { loanId, channel: 'sevenEleven' });
  await untilCode(back.repaymentId as string);
  expect(await shown()).toMatchObject({
    repaymentId: back.repaymentId,
    purpose: 'coolingOff',
    channel: 'sevenEleven',
  });

  const { anna: later, loanId: due } = await dueDebtor();
  const fee = await feeCode(later, due, 'pawnshop');
  expect((await later.client.must(userMulti, {})).openCode).toMatchObject({
    repaymentId: fee.repaymentId,
    purpose: 'extension',
    channel: 'pawnshop',
    amountCentavos: fee.extension.totalCentavos,
  });
});
