// Rails: loans above InstaPay's limit are sent by PESONet, in batches on working days. They arrive
// as shown before signing, and a resent order keeps its rail.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import {
  loanApply,
  loanDetail,
  paychannelList,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { addWallet } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { payoutTrouble } from './payout.ts';
import { settlePayout } from './settle.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { bankAccount, later, loanState, payoutOf, playRails, stateOf } = payoutSteps(app);
const amountCentavos = centavos(6_000_000);
const termDays = 8;
// 30 November is a holiday; 2026-11-27 is the Friday before it. Business time only moves forward,
// so each test uses later days.
const goTo = (manila: string) =>
  app.clocks.setNow(Temporal.Instant.from(`${manila}+08:00`).toString());

beforeEach(() => playRails(true));

/** Returns a borrower with a credit line and a BDO account whose number ends with these digits. */
async function borrower(lastFour: string): Promise<{ anna: Person; accountId: string }> {
  const anna = await app.person({ withCredit: true });
  return { anna, accountId: await bankAccount(anna, `100000${lastFour}`) };
}

async function quoted({ client }: Person, accountId: string) {
  return await client.must(productCal, {
    amountCentavos,
    termDays,
    channel: 'bankCard',
    accountId,
  });
}

/** Signs a loan with a quote, and waits until the bank has the order. */
async function signed(
  anna: Person,
  { quoteId, disclosureHash }: Awaited<ReturnType<typeof quoted>>,
): Promise<string> {
  const agreed = {
    ...agreedTo({ quoteId, disclosureHash }),
    password: anna.life.password,
  } as const;
  const { loanId } = await anna.client.must(loanApply, agreed);
  await app.until('the order', async () => (await loanState(loanId)).state === 'bankProcessing');
  return loanId;
}

/** Returns the bank's record of an order. */
async function orderAtBank(id: string) {
  const { body } = await app.bank.call('/control/payouts');
  const { payouts } = body as unknown as {
    payouts: {
      reference: string;
      rail: string;
      state: string;
      settlesAt: string | null;
      bankCode: string;
    }[];
  };
  return payouts.find((payout) => payout.reference === id);
}

const lastSms = async ({ life }: Person) => {
  await app.work();
  return (await outbox(app.db, life.phone))[0]?.text;
};

slow('promises arrival on the same day for a PESONet order before the cut-off', async () => {
  goTo('2026-11-23T10:00:00');
  const { anna, accountId } = await borrower('7601');
  const today = { rail: 'pesonet', how: 'today', minutes: 0, on: '2026-11-23' };
  const { channels } = await anna.client.must(paychannelList, { amountCentavos });
  expect(channels.find((entry) => entry.channel === 'bankCard')).toMatchObject({
    isAvailable: true,
    arrival: today,
    accounts: [{ arrival: today }],
  });
  const quote = await quoted(anna, accountId);
  expect(quote.facts).toMatchObject({
    arrival: today,
    dueOnIfToday: '2026-12-01',
    coolingOffEndsOnIfToday: '2026-11-26',
    channelFeeCentavos: 1000,
  });
  const loanId = await signed(anna, quote);
  const payout = await payoutOf(loanId);
  expect([payout.state, payout.rail, payout.expected_on?.toString()]).toEqual([
    'sent',
    'pesonet',
    '2026-11-23',
  ]);
  expect(await orderAtBank(payout.id)).toMatchObject({
    rail: 'pesonet',
    state: 'pending',
    settlesAt: '2026-11-23T09:00:00.000Z',
  });
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    state: 'bankProcessing',
    arrival: today,
    expectedBy: null,
    dueOn: null,
  });
  expect((await anna.client.must(userMulti, {})).loan).toMatchObject({
    arrival: today,
    expectedBy: null,
  });
  expect(await anna.client.must(userStatusQuery, {})).toMatchObject({ loanId, arrival: today });
  expect(await anna.client.must(userStatusQuery, { loanId })).toMatchObject({ arrival: today });
  expect(await lastSms(anna)).toBe(
    'Sandali: ₱59,390.00 is on its way to your BDO Unibank ••7601 by PESONet. It should arrive by the evening of 23 Nov 2026. Your 8 days to repay start when it arrives.',
  );
  goTo('2026-11-23T16:58:59');
  await later(60_000);
  expect(await stateOf(loanId)).toBe('sent');
  goTo('2026-11-23T18:30:00');
  await app.until('the money', async () => (await stateOf(loanId)) === 'paid');
  expect((await payoutOf(loanId)).paid_at?.toString()).toBe('2026-11-23T09:00:00Z');
  const { bill, arrivedAt } = await anna.client.must(billDetail, { loanId });
  expect([arrivedAt, bill.dueOn]).toEqual(['2026-11-23T09:00:00.000Z', quote.facts.dueOnIfToday]);
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    arrival: null,
    expectedBy: null,
  });
});

slow('a quote that promises arrival today expires at the cut-off', async () => {
  goTo('2026-11-27T13:55:00');
  const { anna, accountId } = await borrower('7602');
  const early = await quoted(anna, accountId);
  expect([early.facts.arrival.how, early.endsAt]).toEqual(['today', '2026-11-27T05:59:59.999Z']);
  goTo('2026-11-27T14:00:00');
  const agreed = {
    disclosureRead: true,
    agreementAccepted: true,
    password: anna.life.password,
  } as const;
  const stale = { ...agreed, quoteId: early.quoteId, disclosureHash: early.disclosureHash };
  expect((await anna.client.ask(loanApply, stale)).name).toBe('quoteExpired');
  const quote = await quoted(anna, accountId);
  const tuesday = { rail: 'pesonet', how: 'later', minutes: 0, on: '2026-12-01' };
  expect(quote.facts).toMatchObject({
    arrival: tuesday,
    dueOnIfToday: '2026-12-09',
    lastFreeDayIfToday: '2026-12-09',
    coolingOffEndsOnIfToday: '2026-12-04',
  });
  // Until a channel is chosen, the terms assume the fastest one: cash that is ready within minutes.
  expect(
    (await anna.client.must(productList, {})).terms.find((term) => term.days === termDays)
      ?.dueOnIfToday,
  ).toBe('2026-12-05');
  const loanId = await signed(anna, quote);
  expect((await payoutOf(loanId)).expected_on?.toString()).toBe('2026-12-01');
  expect((await anna.client.must(loanDetail, { loanId })).arrival).toEqual(tuesday);
  expect(await lastSms(anna)).toContain('by the evening of 1 Dec 2026');
  goTo('2026-11-30T20:00:00');
  await later(60_000);
  expect(await stateOf(loanId)).toBe('sent');
  goTo('2026-12-01T09:00:00');
  expect((await anna.client.must(loanDetail, { loanId })).arrival).toEqual({
    ...tuesday,
    how: 'today',
  });
  // The expected day is over, so the screen promises no arrival, and the payout needs the attention
  // of staff.
  goTo('2026-12-02T10:00:00');
  expect((await anna.client.must(loanDetail, { loanId })).arrival).toBeNull();
  expect((await payoutTrouble(app.context)).unknown).toBe(1);
  await app.until('the money', async () => (await stateOf(loanId)) === 'paid');
  const { bill, arrivedAt } = await anna.client.must(billDetail, { loanId });
  expect([arrivedAt, bill.dueOn]).toEqual(['2026-12-01T09:00:00.000Z', quote.facts.dueOnIfToday]);
});

slow('keeps the rail of a resent order even if its bank has since changed rails', async () => {
  goTo('2026-12-03T10:00:00');
  const { anna, accountId } = await borrower('0010');
  const quote = await quoted(anna, accountId);
  const agreed = {
    ...quote,
    disclosureRead: true,
    agreementAccepted: true,
    password: anna.life.password,
  } as const;
  const { quoteId, disclosureHash, disclosureRead, agreementAccepted, password } = agreed;
  const { loanId } = await anna.client.must(loanApply, {
    quoteId,
    disclosureHash,
    disclosureRead,
    agreementAccepted,
    password,
  });
  // The bank is busy at the first attempt, so the result is unknown.
  await app.until(
    'the first order',
    async () =>
      (await app.db
        .selectFrom('payouts')
        .select('id')
        .where('subject_id', '=', loanId)
        .where('state', '=', 'unknown')
        .executeTakeFirst()) !== undefined,
  );
  const { id } = await payoutOf(loanId);
  expect(await orderAtBank(id)).toBeUndefined();
  await playRails(false);
  await app.until('the second order', async () => {
    app.clocks.addMs(5000);
    return (await orderAtBank(id)) !== undefined;
  });
  expect(await orderAtBank(id)).toMatchObject({ rail: 'pesonet', state: 'pending' });
  // The first response was lost, but the gateway shows that the order is waiting for its batch.
  // Therefore no alarm is raised before the expected day is over.
  await app.until('the query', async () => (await payoutOf(loanId)).gateway_id !== null);
  await later(31 * 60_000);
  expect([await stateOf(loanId), (await payoutTrouble(app.context)).unknown]).toEqual([
    'unknown',
    0,
  ]);
  for (const rail of ['instapay', null] as const)
    await expect(
      app.db.updateTable('payouts').set({ rail, expected_on: null }).where('id', '=', id).execute(),
    ).rejects.toThrow('the rail of a sent payout never changes');
  expect((await payoutOf(loanId)).rail).toBe('pesonet');
});

slow('moves the expected day of an order that is resent after the cut-off', async () => {
  goTo('2026-12-04T13:58:00');
  const { anna, accountId } = await borrower('0014');
  const quote = await quoted(anna, accountId);
  expect(quote.facts.arrival).toMatchObject({ how: 'today', on: '2026-12-04' });
  const { quoteId, disclosureHash } = quote;
  const agreed = {
    disclosureRead: true,
    agreementAccepted: true,
    password: anna.life.password,
  } as const;
  const { loanId } = await anna.client.must(loanApply, { quoteId, disclosureHash, ...agreed });
  await app.until(
    'the first order',
    async () =>
      (await loanState(loanId)).state === 'paying' && (await payoutOf(loanId)).waits_for !== null,
  );
  expect((await payoutOf(loanId)).expected_on?.toString()).toBe('2026-12-04');
  goTo('2026-12-04T14:10:00');
  await app.until('the second order', async () => {
    app.clocks.addMs(5000);
    return (await loanState(loanId)).state === 'bankProcessing';
  });
  // Tuesday the 8th is a holiday, but Monday the 7th is not.
  expect((await payoutOf(loanId)).expected_on?.toString()).toBe('2026-12-07');
  expect((await anna.client.must(loanDetail, { loanId })).arrival).toMatchObject({
    how: 'later',
    on: '2026-12-07',
  });
});

slow('frees the limit if the bank returns a payout on the next working day', async () => {
  goTo('2026-12-09T11:00:00');
  const { anna, accountId } = await borrower('0018');
  const loanId = await signed(anna, await quoted(anna, accountId));
  goTo('2026-12-09T19:00:00');
  await app.until('the money', async () => (await stateOf(loanId)) === 'paid');
  goTo('2026-12-10T11:00:00');
  await app.until('the return', async () => (await loanState(loanId)).state === 'reversed');
  const lines = app.bank.settlementLinesOf((await payoutOf(loanId)).id) as unknown as {
    kind: string;
    at: string;
  }[];
  expect(lines.map(({ kind, at }) => [kind, at])).toEqual([
    ['payoutPaid', '2026-12-09T09:00:00.000Z'],
    ['payoutReversed', '2026-12-10T02:00:00.000Z'],
  ]);
  expect((await anna.client.must(userMulti, {})).line?.usedCentavos ?? 0).toBe(0);
});

slow('fails a loan if the receiving bank rejects its payout', async () => {
  goTo('2026-12-11T11:00:00');
  const { anna, accountId } = await borrower('0007');
  const loanId = await signed(anna, await quoted(anna, accountId));
  goTo('2026-12-11T19:00:00');
  await app.until('the end', async () => (await loanState(loanId)).state === 'failed');
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'accountNotFound' });
});

slow('shows a wallet’s InstaPay limit instead of a price for a larger amount', async () => {
  goTo('2026-12-14T11:00:00');
  const { anna } = await borrower('7603');
  const accountId = await addWallet(anna.life);
  const { channels } = await anna.client.must(paychannelList, { amountCentavos });
  const wallet = channels.find((entry) => entry.channel === 'wallet');
  expect(wallet?.accounts).toMatchObject([
    { label: 'GCash', arrival: null, fittingCentavos: 5_000_000 },
  ]);
  const wish = { amountCentavos, termDays, channel: 'wallet', accountId } as const;
  expect(await anna.client.ask(productCal, wish)).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱50,000.00'),
  });
});

slow('the database enforces a rail’s amount limit, account kind and expected day', async () => {
  goTo('2026-12-15T10:00:00');
  const { anna, accountId } = await borrower('7604');
  const loanId = await signed(anna, await quoted(anna, accountId));
  const { id } = await payoutOf(loanId);
  const breaks = (set: string) =>
    sql`update payouts set ${sql.raw(set)} where id = ${id}`.execute(app.db);
  await expect(breaks("rail = 'instapay', expected_on = null")).rejects.toThrow();
  await expect(breaks('expected_on = null')).rejects.toThrow(/payouts_batch_has_its_day/);
  const insert = (rail: string, channel: string, amount: number) =>
    sql`insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at, rail)
      select gen_random_uuid(), 'refund', gen_random_uuid(), borrower_id, ${amount}, ${channel}, receiver_sealed, gateway, ordered_at, next_attempt_at, ${rail}
      from payouts where id = ${id}`.execute(app.db);
  await expect(insert('instapay', 'bankCard', 5_000_001)).rejects.toThrow(/payouts_instapay_limit/);
  await expect(insert('pesonet', 'cashPickup', 100)).rejects.toThrow(/payouts_rail_to_account/);
  await expect(insert('swift', 'bankCard', 100)).rejects.toThrow(/rail/);
});

/** Returns a borrower whose payout is ordered but not sent. */
async function ordered(number: string) {
  const { anna, accountId } = await borrower(number);
  const { quoteId, disclosureHash } = await quoted(anna, accountId);
  const agreed = {
    ...agreedTo({ quoteId, disclosureHash }),
    password: anna.life.password,
  } as const;
  const { loanId } = await anna.client.must(loanApply, agreed);
  await approveDue(workCtx(app.context));
  return { anna, loanId };
}

slow('after a restore, reads the state of an earlier order from the bank', async () => {
  goTo('2026-12-16T10:00:00');
  const { anna, loanId } = await ordered('7605');
  const { id, amount_centavos, state, rail, expected_on } = await payoutOf(loanId);
  expect([state, rail, expected_on]).toEqual(['ready', 'pesonet', null]);
  await app.bank.order(id, '1000007605', {
    amountCentavos: Number(amount_centavos),
    rail: 'pesonet',
  });
  await later(61_000);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'sent', gateway_id: expect.any(String) });
  expect((await payoutOf(loanId)).expected_on?.toString()).toBe('2026-12-16');
  expect((await anna.client.must(loanDetail, { loanId })).arrival).toMatchObject({
    how: 'today',
    on: '2026-12-16',
  });
  goTo('2026-12-16T18:30:00');
  await app.until('the money', async () => (await stateOf(loanId)) === 'paid');
  expect(app.bank.settlementLinesOf(id)).toHaveLength(1);
});

test('sets a PESONet order’s expected day even if the gateway reports no rail', async () => {
  goTo('2026-12-17T10:00:00');
  const { loanId } = await ordered('7606');
  const { id } = await payoutOf(loanId);
  const handler = { lock: async () => {}, settled: async () => {} };
  await settlePayout(
    workCtx(app.context),
    { loan: handler, refund: handler },
    id,
    { to: 'accepted', gatewayId: null },
    null,
  );
  expect((await payoutOf(loanId)).expected_on?.toString()).toBe('2026-12-17');
});
