// A payment above a channel's maximum is split into parts, each with its own code and value date.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { billList } from '@sandali/contract/loan.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp({ env: { SANDBOX_LIMITS: '1' } });
const { debtor, pay, bookPayments, billRow } = moneySteps(app);
const { earned, detail, toMidnightAfter, expectReturned } = returnSteps(app);
const peso = 100;

const statusOf = async ({ client }: Person, repaymentId: string) =>
  await client.must(repaymentStatus, { repaymentId });
/** Waits until the gateway has issued the code, and returns its status. */
async function issuedCode(who: Person, repaymentId: string) {
  return await app.until('a code', async () => {
    const status = await statusOf(who, repaymentId);
    return status.code ? { ...status, code: status.code } : null;
  });
}

async function ask(
  who: Person,
  loanId: string,
  amountCentavos: number,
  channel: RepaymentChannel = 'sevenEleven',
) {
  const { repaymentId } = await who.client.must(repaymentApply, {
    loanId,
    channel,
    amountCentavos,
  });
  return await issuedCode(who, repaymentId);
}

/** Pays a code and returns the code of the next part, or null. */
async function payAndNext(
  who: Person,
  { repaymentId, code }: { repaymentId: string; code: string },
) {
  await bookPayments(await pay(code));
  const { part } = await statusOf(who, repaymentId);
  return part?.nextId ? await issuedCode(who, part.nextId) : null;
}

const owedToday = async (who: Person, loanId: string) =>
  (await detail(who, loanId)).bill.currentDue;
const codesOf = async (loanId: string) =>
  await app.db.selectFrom('repayment_codes').selectAll().where('loan_id', '=', loanId).execute();

slow('accepts the full amount on every channel, in one payment or in parts', async () => {
  const { anna, loanId } = await debtor();
  const { channels } = await anna.client.must(repaymentChannelList, { loanId });
  const limits = Object.fromEntries(
    channels.map((row) => [row.channel, [row.minimumCentavos / peso, row.maximumCentavos / peso]]),
  );
  expect(limits).toEqual({
    ...Object.fromEntries(
      ['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard'].map((name) => [name, [1, 100_000]]),
    ),
    ...Object.fromEntries(['sevenEleven', 'cliqqLifelong'].map((name) => [name, [50, 50_000]])),
    qrph: [1, 50_000],
    pawnshop: [1, 30_000],
    remittance: [50, 20_000],
    bankTransfer: [1, 600_000],
    offlineTransfer: [1, 600_000],
  });
  expect(channels.every(({ isAvailable }) => isAvailable)).toBe(true);
  // A permanent code accepts repeated payments, so it needs no parts.
  expect(await ask(anna, loanId, 60_000 * peso, 'cliqqLifelong')).toMatchObject({
    amountCentavos: null,
    part: null,
    takesAtOnceCentavos: 50_000 * peso,
  });
  // An amount within the limit needs only one payment.
  const whole = { amountCentavos: 60_000 * peso, part: null, takesAtOnceCentavos: null };
  expect(await ask(anna, loanId, 60_000 * peso, 'gcash')).toMatchObject(whole);
});

slow('charges interest on the unpaid balance between two early parts', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(3);
  const full = await owedToday(anna, loanId);
  expect(full.owedCentavos).toBe(60_360 * peso);
  const first = await ask(anna, loanId, full.owedCentavos);
  expect(first).toMatchObject({
    amountCentavos: 50_000 * peso,
    endsAt: `${full.on}T15:59:59.999Z`,
  });
  expect(first.part).toEqual({
    number: 1,
    count: 2,
    paidBeforeCentavos: 0,
    left: { owedCentavos: 10_360 * peso, on: full.on },
    nextId: null,
  });
  const second = await payAndNext(anna, first);
  expect(second).toMatchObject({
    state: 'given',
    amountCentavos: 10_360 * peso,
    endsAt: `${full.on}T15:59:59.999Z`,
    part: {
      number: 2,
      count: 2,
      paidBeforeCentavos: 50_000 * peso,
      left: { owedCentavos: 0, on: full.on },
      nextId: null,
    },
  });
  expect(await statusOf(anna, first.repaymentId)).toMatchObject({
    state: 'booked',
    part: { number: 1, count: 2, left: { owedCentavos: 10_360 * peso } },
  });
  expect((await detail(anna, loanId)).openCode).toMatchObject({
    repaymentId: second?.repaymentId,
    amountCentavos: 10_360 * peso,
  });
  expect((await anna.client.must(noticeList, {})).notices[0]).toMatchObject({
    text: expect.stringContaining('₱50,000.00'),
    opens: `/billDetail?loanId=${loanId}`,
  });
  // The code has expired. A day's interest of 20.72 on 10,360 was added, so the new balance needs a
  // new code.
  await app.addDays(1);
  expect((await statusOf(anna, second?.repaymentId ?? '')).state).toBe('expired');
  const rest = await owedToday(anna, loanId);
  expect(rest.owedCentavos).toBe(1_038_072);
  const last = await ask(anna, loanId, rest.owedCentavos);
  expect(last).toMatchObject({ amountCentavos: 1_038_072, part: null });
  expect(await payAndNext(anna, last)).toBeNull();
  expect((await billRow(loanId)).settled_as).toBe('repaid');
});

slow('books a part on its value date even if it is reported late', async () => {
  const { anna, loanId } = await debtor(8);
  const first = await ask(anna, loanId, 60_000 * peso);
  const paid = await pay(first.code);
  await app.addDays(2);
  await bookPayments(paid);
  const { part } = await statusOf(anna, first.repaymentId);
  // The balance of 10,000 left on the first day has accrued two days' interest.
  const owed = await owedToday(anna, loanId);
  expect(owed.owedCentavos).toBe(10_040 * peso);
  expect(part).toMatchObject({ count: 2, left: owed });
  expect(await issuedCode(anna, part?.nextId ?? '')).toMatchObject({
    amountCentavos: 10_040 * peso,
  });
});

slow('splits a remittance into parts of at least ₱500, despite repeated webhooks', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(5);
  // 60,600 less 300 is 60,300. Three parts of 20,000 would leave only 300.
  const before = await ask(anna, loanId, 500 * peso);
  await bookPayments(await pay(before.code, 300 * peso));
  const amounts: (number | null)[] = [];
  let next: Awaited<ReturnType<typeof payAndNext>> = await ask(
    anna,
    loanId,
    60_300 * peso,
    'remittance',
  );
  while (next) {
    amounts.push(next.amountCentavos);
    expect(next.part).toMatchObject({ number: amounts.length, count: 4 });
    const { code, repaymentId } = next;
    const paymentId = await pay(code);
    await hint(app, 'payment.received', paymentId);
    await bookPayments(paymentId, paymentId);
    const { part } = await statusOf(anna, repaymentId);
    next = part?.nextId ? await issuedCode(anna, part.nextId) : null;
  }
  expect(amounts).toEqual([20_000, 20_000, 19_800, 500].map((amount) => amount * peso));
  expect((await billRow(loanId)).settled_as).toBe('repaid');
  expect((await codesOf(loanId)).filter(({ channel }) => channel === 'remittance')).toHaveLength(4);
});

slow('requests parts only up to the amount that the borrower chose', async () => {
  const { anna, loanId } = await debtor();
  const first = await ask(anna, loanId, 45_000 * peso, 'pawnshop');
  expect(first).toMatchObject({
    amountCentavos: 30_000 * peso,
    part: { count: 2, left: { owedCentavos: 15_000 * peso } },
  });
  const second = await payAndNext(anna, first);
  expect(second).toMatchObject({ amountCentavos: 15_000 * peso, part: { number: 2, count: 2 } });
  expect(second && (await payAndNext(anna, second))).toBeNull();
  expect((await owedToday(anna, loanId)).owedCentavos).toBe(15_000 * peso);
});

slow('requests no next part after another code or payment, or with the gateway off', async () => {
  const { anna, loanId } = await debtor();
  const first = await ask(anna, loanId, 60_000 * peso, 'remittance');
  app.clocks.addMs(1000);
  // The borrower chose another channel, then paid the first code anyway.
  const other = await ask(anna, loanId, 60_000 * peso, 'pawnshop');
  expect(await payAndNext(anna, first)).toBeNull();
  expect(await statusOf(anna, first.repaymentId)).toMatchObject({
    state: 'booked',
    part: { left: { owedCentavos: 40_000 * peso }, nextId: null },
  });
  // The first code was paid after the second was requested.
  expect(await payAndNext(anna, other)).toBeNull();
  const rest = (await owedToday(anna, loanId)).owedCentavos;
  expect(rest).toBe(10_000 * peso);
  expect(await payAndNext(anna, await ask(anna, loanId, rest))).toBeNull();
  expect((await anna.client.must(billList, {})).settled).toHaveLength(1);

  const { anna: ben, loanId: bens } = await debtor();
  const part = await ask(ben, bens, 60_000 * peso);
  const turn = async (gatewaysOff: string[]) => {
    await inTx(app.db, (tx) =>
      storeSetting(tx, 'gatewaysOff', gatewaysOff, 'test', app.clocks.wall()),
    );
    app.context.settings.forget();
  };
  await turn(['bank.sandbox']);
  expect(await payAndNext(ben, part)).toBeNull();
  await turn([]);
  expect(await statusOf(ben, part.repaymentId)).toMatchObject({
    state: 'booked',
    part: { left: { owedCentavos: 10_000 * peso }, nextId: null },
  });
});

test('requests the next code only once if a part is paid twice', async () => {
  const { anna, loanId } = await debtor();
  const first = await ask(anna, loanId, 60_000 * peso);
  const [once, again] = [await pay(first.code), await pay(first.code)];
  await bookPayments(once, again);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(40_000 * peso);
  expect((await codesOf(loanId)).map(({ part_number }) => part_number).toSorted()).toEqual([1, 2]);
});

slow('returns a loan once all parts are paid by the last day', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  // If the borrower names no channel, the server picks the long-lived channel with the fewest
  // parts.
  expect(await anna.client.must(billCancel, { loanId })).toMatchObject({
    outcome: 'codeAsked',
    amountCentavos: 50_000 * peso,
  });
  const cancelled = await anna.client.must(billCancel, { loanId, channel: 'remittance' });
  expect(cancelled).toMatchObject({
    amountCentavos: 20_000 * peso,
    endsAt: `${endsOn}T15:59:59.999Z`,
  });
  const first = await issuedCode(anna, cancelled.repaymentId ?? '');
  expect(first.part).toMatchObject({
    number: 1,
    count: 3,
    left: { owedCentavos: 39_390 * peso, on: endsOn },
  });
  const second = await payAndNext(anna, first);
  expect(second).toMatchObject({
    purpose: 'coolingOff',
    amountCentavos: 20_000 * peso,
    endsAt: `${endsOn}T15:59:59.999Z`,
  });
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: expect.not.stringMatching('cooledOff'),
    paidCentavos: 20_000 * peso,
  });
  expect((await detail(anna, loanId)).coolingOff).toMatchObject({
    isAsked: true,
    amountCentavos: 39_390 * peso,
  });
  const third = second && (await payAndNext(anna, second));
  app.clocks.setNow(`${endsOn}T15:59:00Z`);
  await app.addDays(0);
  expect(third).toMatchObject({
    amountCentavos: 19_390 * peso,
    part: { number: 3, count: 3, paidBeforeCentavos: 40_000 * peso },
  });
  expect(third && (await payAndNext(anna, third))).toBeNull();
  await expectReturned(anna, loanId, before);
});

slow('books the paid parts of an incomplete return as payments on the bill', async () => {
  const { anna, loanId } = await debtor(8);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const cancelled = await anna.client.must(billCancel, { loanId, channel: 'sevenEleven' });
  const first = await issuedCode(anna, cancelled.repaymentId ?? '');
  const second = await payAndNext(anna, first);
  expect(second).toMatchObject({ amountCentavos: 9_390 * peso });
  await toMidnightAfter(endsOn);
  expect(await statusOf(anna, second?.repaymentId ?? '')).toMatchObject({
    state: 'expired',
    part: null,
  });
  await bookPayments(await pay(second?.code ?? ''));
  const { bill, coolingOff } = await detail(anna, loanId);
  expect(coolingOff).toBeNull();
  expect(bill).toMatchObject({ paidCentavos: 59_390 * peso });
  expect(bill.state).not.toBe('cooledOff');
  expect(bill.currentDue.owedCentavos).toBeGreaterThan(610 * peso);
});

slow('requests no next part if a part of a return is reported after the last day', async () => {
  const { anna, loanId } = await debtor(8);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const cancelled = await anna.client.must(billCancel, { loanId, channel: 'sevenEleven' });
  const first = await issuedCode(anna, cancelled.repaymentId ?? '');
  const paid = await pay(first.code);
  await toMidnightAfter(endsOn);
  await bookPayments(paid);
  expect(await statusOf(anna, first.repaymentId)).toMatchObject({ state: 'booked', part: null });
  expect(await codesOf(loanId)).toHaveLength(1);
});

slow('pays an overdue bill in two parts, with a late charge for the day between them', async () => {
  const { anna, loanId } = await debtor(8);
  const { lastFreeDay } = (await anna.client.must(billDetail, { loanId })).bill;
  app.clocks.setNow(`${lastFreeDay}T02:00:00Z`);
  await app.addDays(2);
  const full = await owedToday(anna, loanId);
  expect(full.owedCentavos).toBe(60_960 * peso + 20_320);
  const first = await ask(anna, loanId, full.owedCentavos);
  expect(first.part).toMatchObject({
    number: 1,
    count: 2,
    left: { owedCentavos: 11_163.2 * peso, on: full.on },
  });
  const second = await payAndNext(anna, first);
  expect(second).toMatchObject({
    amountCentavos: 11_163.2 * peso,
    growsDaily: true,
    endsAt: `${full.on}T15:59:59.999Z`,
  });
  await app.addDays(1);
  // 5 % a month on 11,163.20 is 558.16, so one day's late charge is 18.60.
  const rest = await owedToday(anna, loanId);
  expect(rest.owedCentavos).toBe(11_163.2 * peso + 18_60);
  expect(await payAndNext(anna, await ask(anna, loanId, rest.owedCentavos))).toBeNull();
  expect((await billRow(loanId)).settled_as).toBe('repaid');
});

slow('the database allows a next part only after a paid part that left a balance', async () => {
  const { anna, loanId } = await debtor();
  const first = await ask(anna, loanId, 60_000 * peso);
  const whole = await ask(anna, loanId, 10_000 * peso, 'pawnshop');
  const [row] = (await codesOf(loanId)).filter((code) => code.id === first.repaymentId);
  const copy = (change: object) => {
    const { toward: _, toward_centavos: __, ...rest } = row ?? ({} as never);
    const next = {
      ...rest,
      id: crypto.randomUUID(),
      code: null,
      gateway_id: null,
      issued_at: null,
      replaced_at: app.clocks.now(),
      part_number: 2,
    };
    return app.db
      .insertInto('repayment_codes')
      .values({ ...next, ...change })
      .execute();
  };
  await expect(copy({ follows_id: first.repaymentId })).rejects.toThrow(
    'a payment of the previous one',
  );
  await expect(copy({ follows_id: whole.repaymentId, channel: 'pawnshop' })).rejects.toThrow(
    'left something to pay',
  );
  const changed = app.db
    .updateTable('repayment_codes')
    .set({ toward: null })
    .where('id', '=', first.repaymentId);
  await expect(changed.execute()).rejects.toThrow('permission denied');
  await bookPayments(await pay(first.code));
  await expect(copy({ follows_id: first.repaymentId, channel: 'remittance' })).rejects.toThrow(
    'foreign key',
  );
});
