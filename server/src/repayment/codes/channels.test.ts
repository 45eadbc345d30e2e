// Tests every channel with its kind of code: short-lived, generated or permanent.

import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import { productCal } from '@sandali/contract/loan.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { quotesAnHour } from '#/loan/apply/calc.ts';
import { codeKindOf } from '#/repayment/rules.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { codesAnHour } from './ask-gateway.ts';

const app = await testApp();
const { debtor, loanOf, pay, bookPayments, widenLine } = moneySteps(app);
const peso = 100;
const channelsOf = (kind: string) => repaymentChannels.filter((name) => codeKindOf[name] === kind);

async function issuedCode({ client }: Person, repaymentId: string) {
  return await app.until('a code', async () => {
    const status = await client.must(repaymentStatus, { repaymentId });
    return status.code ? status : null;
  });
}

async function ask(
  who: Person,
  loanId: string,
  channel: (typeof repaymentChannels)[number],
  amountCentavos = 1_000 * peso,
) {
  const { repaymentId } = await who.client.must(repaymentApply, {
    loanId,
    channel,
    amountCentavos,
  });
  return await issuedCode(who, repaymentId);
}

test('offers every channel, but transfers only if our own account is configured', async () => {
  const { anna, loanId } = await debtor();
  const unavailable = async () =>
    (await anna.client.must(repaymentChannelList, { loanId })).channels
      .filter(({ isAvailable }) => !isAvailable)
      .map(({ channel, whyNot }) => [channel, whyNot]);
  const transferAnswer = async () =>
    (
      await anna.client.ask(repaymentApply, {
        loanId,
        channel: 'offlineTransfer',
        amountCentavos: 1_000 * peso,
      })
    ).name;
  const { ownAccount } = app.context.config;
  app.context.config.ownAccount = null;
  expect([await unavailable(), await transferAnswer()]).toEqual([
    [['offlineTransfer', 'notOffered']],
    'repaymentChannelRefused',
  ]);
  app.context.config.ownAccount = ownAccount;
  expect([await unavailable(), await transferAnswer()]).toEqual([[], 'success']);
});

test('counts down a short-lived code until it is paid or expires', async () => {
  const { anna, loanId } = await debtor();
  for (const channel of channelsOf('shortLived')) {
    const status = await ask(anna, loanId, channel);
    expect([channel, status.state, status.secondsLeft, status.amountCentavos]).toEqual([
      channel,
      'given',
      900,
      1_000 * peso,
    ]);
    expect(status.payload !== null, channel).toBe(channel === 'qrph');
    await bookPayments(await pay(status.code ?? ''));
    expect(
      await anna.client.must(repaymentStatus, { repaymentId: status.repaymentId }),
    ).toMatchObject({
      state: 'booked',
      paidCentavos: 1_000 * peso,
    });
  }
  const { bill } = await anna.client.must(billDetail, { loanId });
  expect(bill.currentDue.owedCentavos).toBe(
    60_000 * peso - channelsOf('shortLived').length * 1_000 * peso,
  );
  const unpaid = await ask(anna, loanId, 'gcash');
  app.clocks.addMs(14 * 60_000 + 1);
  expect(
    (await anna.client.must(repaymentStatus, { repaymentId: unpaid.repaymentId })).secondsLeft,
  ).toBe(60);
  app.clocks.addMs(60_000);
  expect(
    await anna.client.must(repaymentStatus, { repaymentId: unpaid.repaymentId }),
  ).toMatchObject({
    state: 'expired',
    secondsLeft: 0,
  });
});

test('creates a permanent code once and accepts repeated payments with it', async () => {
  const { anna, loanId } = await debtor();
  for (const channel of channelsOf('permanent').filter((name) => name !== 'offlineTransfer')) {
    const wish = { loanId, channel, amountCentavos: 1_000 * peso } as const;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => anna.client.must(repaymentApply, wish)),
    );
    const [id = '', ...more] = new Set(answers.map(({ repaymentId }) => repaymentId));
    expect(more).toEqual([]);
    const status = await issuedCode(anna, id);
    expect(status.payload).toBe(channel === 'bankTransfer' ? 'Sandbox Bank' : null);
    expect(status).toMatchObject({
      state: 'given',
      amountCentavos: null,
      endsAt: null,
      secondsLeft: null,
      paidAt: null,
      growsDaily: false,
    });
    const before = status.bill.currentDue.owedCentavos;
    for (const amount of [700 * peso, 800 * peso]) {
      app.clocks.addMs(1000);
      await bookPayments(await pay(status.code ?? '', amount));
      expect(await anna.client.must(repaymentStatus, { repaymentId: id, loanId })).toMatchObject({
        state: 'given',
        paidCentavos: amount,
      });
    }
    expect(
      (await anna.client.must(repaymentStatus, { repaymentId: id })).bill.currentDue.owedCentavos,
    ).toBe(before - 1_500 * peso);
    expect((await anna.client.must(repaymentApply, wish)).repaymentId).toBe(id);
  }
});

test('shows the requested bill for a permanent code but pays the bill due first', async () => {
  const { anna, accountId, loanId: later } = await debtor();
  await widenLine(later, 200_000 * peso);
  const first = await loanOf(anna, accountId, 8);
  const { repaymentId, code } = await ask(anna, later, 'cliqqLifelong');
  const dueOf = async (loanId?: string) => {
    const { loanId: shown, bill } = await anna.client.must(repaymentStatus, {
      repaymentId,
      ...(loanId && { loanId }),
    });
    return [shown, bill.currentDue.owedCentavos] as const;
  };
  const [[, dueFirst], [, dueLater]] = [await dueOf(first), await dueOf(later)];
  expect(await dueOf()).toEqual([first, dueFirst]);
  await bookPayments(await pay(code ?? '', 5_000 * peso));
  expect([await dueOf(first), await dueOf(later)]).toEqual([
    [first, dueFirst - 5_000 * peso],
    [later, dueLater],
  ]);
  // This pays off the first bill and leaves ₱1,000 for the other.
  await bookPayments(await pay(code ?? '', dueFirst - 4_000 * peso));
  expect(await dueOf()).toEqual([later, dueLater - 1_000 * peso]);
});

slow('shows a permanent code only to its owner, and only with the owner’s bills', async () => {
  const [{ anna, loanId }, { anna: ben, loanId: bens }] = [await debtor(), await debtor()];
  const { repaymentId } = await ask(anna, loanId, 'bankTransfer');
  expect((await ben.client.ask(repaymentStatus, { repaymentId, loanId: bens })).name).toBe(
    'repaymentCodeUnknown',
  );
  expect((await anna.client.ask(repaymentStatus, { repaymentId, loanId: bens })).name).toBe(
    'loanUnknown',
  );
});

test('refuses payment codes beyond the hourly budget until the next hour', async () => {
  const { anna, loanId } = await debtor();
  const wish = { loanId, channel: 'sevenEleven', amountCentavos: 1_000 * peso } as const;
  await anna.client.must(repaymentApply, wish);
  await app.db
    .updateTable('rate_limits')
    .set({ used: codesAnHour })
    .where('name', 'like', 'paymentCodes %')
    .execute();
  expect((await anna.client.ask(repaymentApply, wish)).name).toBe('tooManyRequests');
  expect((await anna.client.ask(billCancel, { loanId, channel: 'sevenEleven' })).name).toBe(
    'tooManyRequests',
  );
  app.clocks.addMs(60 * 60_000);
  await anna.client.must(repaymentApply, wish);
});

test('refuses quotes beyond the hourly budget until the next hour', async () => {
  const anna = await app.person({ withCredit: true });
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId: null,
  } as const;
  await anna.client.must(productCal, wish);
  await app.db
    .updateTable('rate_limits')
    .set({ used: quotesAnHour })
    .where('name', 'like', 'quotes %')
    .execute();
  expect((await anna.client.ask(productCal, wish)).name).toBe('tooManyRequests');
  app.clocks.addMs(60 * 60_000);
  await anna.client.must(productCal, wish);
});

slow('shows the interest saved by paying in full today, zero after the due date', async () => {
  const { anna, loanId } = await debtor(8);
  const saved = async () => [
    (await anna.client.must(repaymentChannelList, { loanId })).savedIfPaidTodayCentavos,
    (await anna.client.must(billDetail, { loanId })).bill.savedIfPaidTodayCentavos,
  ];
  expect(await saved()).toEqual([960 * peso, 960 * peso]);
  await app.addDays(3);
  expect(await saved()).toEqual([600 * peso, 600 * peso]);
  await app.addDays(9);
  expect(await saved()).toEqual([0, 0]);
});

// This test runs last because business time only moves forward.
test('marks an overdue bill’s code as growing daily, unless the code is permanent', async () => {
  const { anna, loanId } = await debtor();
  await app.addDays(30);
  expect(await ask(anna, loanId, 'sevenEleven')).toMatchObject({
    bill: { state: 'overdue' },
    growsDaily: true,
  });
  expect(await ask(anna, loanId, 'cliqqLifelong')).toMatchObject({
    bill: { state: 'overdue' },
    growsDaily: false,
    endsAt: null,
  });
});
