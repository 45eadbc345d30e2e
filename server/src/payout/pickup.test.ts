// Pickups: each becomes ready with a code and is then collected or recalled. A pickup that nobody
// collects costs the borrower nothing.
import { billCancel } from '@sandali/contract/cancel.ts';
import { type PayoutChannel, pickupChannels } from '@sandali/contract/channel.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { billList, loanDetail, paychannelList, productCal } from '@sandali/contract/loan.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { manila } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import type { Receiver } from './order.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { payoutOf, loanState, until, later } = payoutSteps(app);
const finance = await testOps(app.context).person('finance');
const peso = 100;

async function set(name: string, value: unknown): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  app.context.settings.forget();
}
async function behave(payout: string | null): Promise<void> {
  await app.bank.call('/control/behave', { payout });
}
/** Moves business time forward to this hour, today or tomorrow. */
async function atHour(hour: number): Promise<void> {
  const here = app.clocks.now().toZonedDateTimeISO(manila);
  if (here.hour === hour) return;
  const then = here.withPlainTime({ hour });
  app.clocks.setNow((here.hour < hour ? then : then.add({ days: 1 })).toInstant().toString());
  await app.addDays(0);
}

/** Returns a borrower who has signed a loan through a pickup channel. */
async function signed(
  channel: PayoutChannel = 'cashPickup',
): Promise<{ anna: Person; loanId: string }> {
  await atHour(10);
  const anna = await app.person({ withCredit: true });
  anna.life.idOf = () => newId(app.clocks.wall());
  const { loanId } = await takeLoan(anna.life, null, { channel, termDays: 8 });
  return { anna, loanId };
}

const detail = async ({ client }: Person, loanId: string) =>
  await client.must(loanDetail, { loanId });

/** Runs the worker until the payout of a new pickup loan is ready. */
async function ready(channel?: PayoutChannel) {
  const { anna, loanId } = await signed(channel);
  const loan = await app.until('the pickup to be ready', async () => {
    const loan = await detail(anna, loanId);
    return loan.withdrawalCode !== null && loan;
  });
  return { anna, loanId, loan, payoutId: (await payoutOf(loanId)).id };
}

async function collect(payoutId: string): Promise<number> {
  return (await app.bank.call('/control/collect', { reference: payoutId })).status;
}
const linesOf = (payoutId: string) => app.bank.settlementLinesOf(payoutId).map((line) => line.kind);
const line = async (anna: Person) => (await anna.client.must(userMulti, {})).line;
const messagesTo = async ({ life }: Person) =>
  (await outbox(app.db, life.phone as Parameters<typeof outbox>[1])).map(({ text }) => text);
const freeLine = { usedCentavos: 0, heldCentavos: 0 };

test.each([
  ['cashPickup', /^\d{13}$/, null],
  ['pawnshop', /^\d{18}$/, { opensAt: '08:00', closesAt: '18:00' }],
  ['remittance', /^\d{13}$/, { opensAt: '08:00', closesAt: '20:00' }],
  ['cardless', /^\d{12}$/, null],
] as const)(
  '%s: starts the loan when the borrower collects the money',
  async (channel, code, hours) => {
    const { anna, loanId, loan, payoutId } = await ready(channel);
    const lastOn = app.today().add({ days: 7 }).toString();
    const receiverName = `${anna.life.firstName} ${anna.life.lastName}`;
    expect(loan).toMatchObject({
      state: 'bankProcessing',
      channel,
      receiver: null,
      canCancel: true,
      arrivalCentavos: 5_937_500,
    });
    expect(loan.withdrawalCode).toMatch(code);
    expect(loan.pickup).toEqual({ receiverName, lastOn, hours, isAskedBack: false });
    const order = await payoutOf(loanId);
    const receiver = JSON.parse(
      app.context.sealer.open('receiver', order.id, order.receiver_sealed),
    ) as Receiver;
    expect(receiver).toEqual({
      accountName: receiverName,
      accountNumber: anna.life.phone,
      bankCode: null,
    });
    expect(await anna.client.must(billList, {})).toMatchObject({
      open: [],
      inTransit: [{ loanId, collectUntil: lastOn }],
    });
    // /status does not show the payout, because the screen with the code replaces it.
    expect(await anna.client.must(userStatusQuery, { loanId })).toMatchObject({
      showType: null,
      arrival: null,
    });
    await app.addDays(3);
    const collectedOn = app.today();
    expect(await collect(payoutId)).toBe(200);
    await until(loanId, 'paid');
    const paid = await detail(anna, loanId);
    expect(paid).toMatchObject({
      state: 'success',
      dueOn: collectedOn.add({ days: 8 }).toString(),
      withdrawalCode: null,
      pickup: null,
    });
    expect(await line(anna)).toMatchObject({ usedCentavos: 60_000 * peso, heldCentavos: 0 });
    expect(linesOf(payoutId)).toEqual(['payoutPaid']);
  },
);

slow.each([
  ['pawnshop', 'Cebuana Lhuillier'],
  ['remittance', 'Palawan Express'],
] as const)('shows %s as %s to borrower and staff', async (channel, name) => {
  const { anna, payoutId } = await ready(channel);
  await app.work();
  expect((await messagesTo(anna))[0]).toContain(
    `₱59,375.00 is ready for you. Where: ${name} (Pera Padala). Until: `,
  );
  expect((await anna.client.must(configQuery, {})).chains[channel].name).toBe(name);
  const { loan } = await anna.client.must(userMulti, {});
  expect(loan?.receiverLabel).toBe(name);
  expect(
    (await finance.ask('payout show', { id: payoutId }, { reason: 'ticket 812' })).data.payout,
  ).toMatchObject({
    channel: `${channel} (${name})`,
  });
});

test('names the bank of a cardless payout and does not ask for an ID', async () => {
  const { anna } = await ready('cardless');
  await app.work();
  const [message] = await messagesTo(anna);
  expect(message).toContain(
    '₱59,375.00 is ready for you. Where: Cardless withdrawal (Security Bank). Until: ',
  );
  expect(message).toMatch(/\. Your withdrawal code is in the app\.$/);
  expect(message).not.toContain('valid ID');
  expect((await anna.client.must(configQuery, {})).counters).toEqual({
    cashPickup: ['Cebuana Lhuillier', 'LBC'],
    cardless: ['Security Bank'],
  });
});

test('pickup messages state the amount, place and last day, but never the code', async () => {
  const { anna, loan, payoutId, loanId } = await ready();
  await app.work();
  const [message] = await messagesTo(anna);
  expect(message).toContain(
    '₱59,375.00 is ready for you. Where: Cash pickup (Cebuana Lhuillier, LBC). Until: ',
  );
  expect(message).toContain('Bring a valid ID.');
  await collect(payoutId);
  await until(loanId, 'paid');
  const messages = await messagesTo(anna);
  expect(messages[0]).toContain('you collected ₱59,375.00');
  expect(messages.join(' ')).not.toContain(loan.withdrawalCode);
  expect(app.logLines.join('')).not.toContain(loan.withdrawalCode);
});

slow('sends one last-day notice, no earlier than 9 a.m. on the day before', async () => {
  const { anna, loan, loanId } = await ready();
  const [collected, leaves] = [await ready(), await ready()];
  await collect(collected.payoutId);
  await until(collected.loanId, 'paid');
  await app.addDays(5);
  await atHour(8);
  await later(0);
  expect((await messagesTo(anna)).join(' ')).not.toContain('Last day');
  await leaves.anna.client.must(billCancel, { loanId: leaves.loanId });
  await atHour(9);
  for (let look = 0; look < 3; look++) await later(600_000);
  const notices = (await messagesTo(anna)).filter((text) => text.includes('Last day'));
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain(
    '₱59,375.00 is still waiting for you. Where: Cash pickup (Cebuana Lhuillier, LBC). Last day: ',
  );
  expect(notices[0]).toContain(`${Number(loan.pickup?.lastOn.slice(8))}`);
  expect(notices[0]).not.toContain(loan.withdrawalCode);
  for (const other of [collected, leaves])
    expect((await messagesTo(other.anna)).join(' ')).not.toContain('Last day');
  expect((await payoutOf(loanId)).state).toBe('sent');
});

slow('recalls an uncollected pickup after its last day at no cost to the borrower', async () => {
  const { anna, loanId, payoutId } = await ready();
  await app.addDays(7);
  await later(0);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'sent', recalled_at: null });
  await app.addDays(1);
  await until(loanId, 'failed');
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'notCollected' });
  expect(await collect(payoutId)).toBe(409);
  expect([linesOf(payoutId), (await anna.client.must(billList, {})).open]).toEqual([[], []]);
  expect(await line(anna)).toMatchObject(freeLine);
  await atHour(12);
  await app.work();
  expect((await messagesTo(anna))[0]).toContain(
    'was not collected and went back. You owe nothing for it.',
  );
  expect((await messagesTo(anna)).join(' ')).not.toContain('could not be paid out');
});

slow('starts the loan if its pickup is collected during the recall', async () => {
  await behave('cancelTooLate');
  const { anna, loanId, payoutId } = await ready();
  await behave(null);
  await app.addDays(8);
  await until(loanId, 'paid');
  expect((await detail(anna, loanId)).state).toBe('success');
  expect(linesOf(payoutId)).toEqual(['payoutPaid']);
});

slow('the next status query detects a successful recall whose response was lost', async () => {
  await behave('cancelError');
  const { loanId, payoutId } = await ready();
  await behave(null);
  await app.addDays(8);
  await until(loanId, 'failed');
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'notCollected' });
  expect(linesOf(payoutId)).toEqual([]);
});

slow('lets the borrower cancel a pickup free of charge until it is collected', async () => {
  const { anna, loanId, payoutId } = await ready();
  expect(await anna.client.must(billCancel, { loanId })).toMatchObject({ outcome: 'askedBack' });
  expect(await anna.client.must(billCancel, { loanId })).toMatchObject({ outcome: 'askedBack' });
  expect(await detail(anna, loanId)).toMatchObject({
    withdrawalCode: null,
    canCancel: false,
    pickup: { isAskedBack: true },
  });
  expect((await anna.client.must(billList, {})).inTransit).toMatchObject([
    { loanId, collectUntil: null },
  ]);
  await until(loanId, 'failed');
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'cancelled' });
  expect(await line(anna)).toMatchObject(freeLine);
  expect(await collect(payoutId)).toBe(409);

  const other = await ready();
  await collect(other.payoutId);
  await other.anna.client.must(billCancel, { loanId: other.loanId });
  await until(other.loanId, 'paid');
  expect((await detail(other.anna, other.loanId)).state).toBe('success');
});

slow('if the gateway reports no collections, starts a loan once its pickup is ready', async () => {
  await behave('blind');
  const { anna, loanId } = await signed();
  await until(loanId, 'paid');
  await behave(null);
  const today = app.today();
  expect(await detail(anna, loanId)).toMatchObject({
    state: 'success',
    dueOn: today.add({ days: 8 }).toString(),
    withdrawalCode: expect.any(String),
    pickup: { lastOn: today.add({ days: 7 }).toString() },
  });
  await app.work();
  expect((await messagesTo(anna))[0]).toContain('is ready for you');
  await app.addDays(8);
  expect(await detail(anna, loanId)).toMatchObject({ withdrawalCode: null, pickup: null });
});

slow('does not resend a ready pickup that its gateway no longer shows', async () => {
  const { loanId, payoutId } = await ready();
  const { bank } = app.context;
  const { findPayout } = bank;
  Object.assign(bank, { findPayout: async () => ({ found: false }) });
  for (let look = 0; look < 5; look++) await later(600_000);
  expect((await payoutOf(loanId)).state).toBe('sent');
  Object.assign(bank, { findPayout });
  await collect(payoutId);
  await until(loanId, 'paid');
  expect(linesOf(payoutId)).toEqual(['payoutPaid']);
});

slow('the database refuses to change a pickup’s days or to recall a paid pickup', async () => {
  const { loanId, payoutId } = await ready();
  const change = (values: object) =>
    app.db.updateTable('payouts').set(values).where('id', '=', payoutId).execute();
  await expect(change({ collect_until: Temporal.PlainDate.from('2030-01-01') })).rejects.toThrow(
    'the days and the recall of a pickup never change',
  );
  await change({ last_day_notified_at: app.clocks.now() });
  await expect(change({ last_day_notified_at: null })).rejects.toThrow('pickup only once');
  await collect(payoutId);
  await until(loanId, 'paid');
  await expect(change({ recalled_at: app.clocks.wall(), recalled_by: 'system' })).rejects.toThrow(
    'uncollected pickup',
  );
});

async function fitOf(anna: Person, channel: PayoutChannel, amountCentavos = 60_000 * peso) {
  const { channels } = await anna.client.must(paychannelList, { amountCentavos });
  return channels.find((entry) => entry.channel === channel);
}

slow('shows each payout channel’s fee, hours and days, and why it is unavailable', async () => {
  await atHour(10);
  const anna = await app.person({ withCredit: true });
  const wish = { amountCentavos: 60_000 * peso, termDays: 8, accountId: null } as const;
  const refusal = async (channel: PayoutChannel) =>
    (await anna.client.ask(productCal, { ...wish, channel })).name;
  for (const channel of pickupChannels) {
    expect(await fitOf(anna, channel)).toMatchObject({
      isAvailable: true,
      feeCentavos: 2500,
      arrivalMinutes: 10,
      collectDays: 7,
    });
  }
  await set('gatewaysOff', ['payout.cardless']);
  expect(await fitOf(anna, 'cardless')).toMatchObject({
    isAvailable: false,
    whyNot: 'paused',
    openAt: null,
  });
  expect(await refusal('cardless')).toBe('channelNotOffered');
  expect(await refusal('cashPickup')).toBe('success');
  await set('gatewaysOff', []);
  await atHour(19);
  const tomorrow = app.clocks
    .now()
    .toZonedDateTimeISO(manila)
    .add({ days: 1 })
    .withPlainTime('08:00')
    .toInstant();
  const closed = await fitOf(anna, 'pawnshop');
  expect(closed).toMatchObject({
    isAvailable: false,
    whyNot: 'closed',
    hours: { opensAt: '08:00', closesAt: '18:00' },
  });
  expect(Temporal.Instant.from(closed?.openAt ?? '')).toEqual(tomorrow);
  expect(await refusal('pawnshop')).toBe('channelClosed');
  expect(await fitOf(anna, 'remittance')).toMatchObject({ isAvailable: true });
});

slow('leaves a signed loan waiting while its channel is paused', async () => {
  const { loanId } = await signed('cardless');
  await set('gatewaysOff', ['payout.cardless']);
  await approveDue(workCtx(app.context));
  await later(0);
  expect((await loanState(loanId)).state).toBe('approving');
  await set('gatewaysOff', []);
  await app.until('the order', async () => (await loanState(loanId)).state === 'bankProcessing');
});
