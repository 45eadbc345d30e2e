// After a change of gateway, a payout is queried only at the gateway where it was ordered, and is
// never sent to another gateway or account.
import { hourMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { openInsideBank } from '@sandali/simulators/testing.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Bank } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { portOf, type Server, timeOf } from '#/testing/server.ts';
import { storeSetting } from '#/testing/settings.ts';
import { logPayoutAlarm, pollPayouts } from './payout.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { signed, payoutOf, loanState, later } = payoutSteps(app);
const other = openInsideBank({
  now: () => ({ wall: app.clocks.wall(), business: app.clocks.now() }),
  deliver: async ({ headers, body }) => await sendEvent(moved, 'other', headers, body),
});
afterAll(() => other.close());
const there = portOf(other, 'other');
/** A server that uses another gateway and no longer has the former one in its configuration. */
const forgetful = await app.another({ bank: there, earlierBanks: [] });
/** A server that uses another gateway and names the former one in BANK_EARLIER. */
const moved = await app.another({ bank: there, earlierBanks: [portOf(app.bank)] });

const ops = testOps(forgetful.context);

async function sendEvent(
  server: Server,
  gateway: string,
  headers: Record<string, string>,
  body: string,
): Promise<Response> {
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return await server.app.hooks.fetch(
    new Request(`http://localhost/hooks/${gateway}`, { method: 'POST', headers: sized, body }),
  );
}

/** Lets a server work for a while, by default one hour, while both banks run. */
async function worksOn(server: Server, ms = hourMs): Promise<void> {
  const settle = async () => {
    await app.bank.settle();
    await other.settle();
  };
  const { work } = timeOf(server, { ...app.setup, bank: { ...app.bank, settle } });
  for (let look = 0; look < 6; look++) {
    app.clocks.addMs(ms / 6);
    await work();
  }
}

const paidBy = (bank: typeof other, id: string) =>
  bank.settlementLinesOf(id).map((line) => line.kind);
async function ordersAt(bank: typeof other, id: string): Promise<number> {
  const { body } = await bank.call('/control/payouts');
  return (body as unknown as { payouts: { reference: string }[] }).payouts.filter(
    (payout) => payout.reference === id,
  ).length;
}
async function set(name: string, value: unknown): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  for (const { context } of [app, forgetful, moved]) context.settings.forget();
}
const alarmsOf = async (server: Server) =>
  (
    (await (await testOps(server.context).listener.request('/alarms')).json()) as {
      alarms: Record<string, number>;
    }
  ).alarms;

slow('raises an alarm and resends nothing if a payout’s gateway is not configured', async () => {
  await app.bank.call('/control/behave', { hiddenMs: 4 * hourMs });
  const before = (await alarmsOf(forgetful)).withoutGateway ?? 0;
  const { loanId } = await signed('0011');
  await later(0);
  const { id } = await payoutOf(loanId);
  await worksOn(forgetful);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'unknown', gateway: 'sandbox' });
  expect([await ordersAt(other, id), paidBy(app.bank, id)]).toEqual([0, ['payoutPaid']]);
  expect((await alarmsOf(forgetful)).withoutGateway).toBeGreaterThan(before);
  await logPayoutAlarm(workCtx(forgetful.context));
  expect(
    forgetful.logLines.some((line) =>
      /[1-9]\d* at gateways that this server does not know/.test(line),
    ),
  ).toBe(true);
  const finance = await ops.careful('finance');
  expect((await finance.ask('payout list')).data.payouts).toContainEqual(
    expect.objectContaining({ id, waitsFor: 'gateway' }),
  );

  await worksOn(moved, 6 * hourMs);
  expect([(await payoutOf(loanId)).state, (await loanState(loanId)).state]).toEqual([
    'paid',
    'success',
  ]);
  expect([await ordersAt(other, id), paidBy(app.bank, id)]).toEqual([0, ['payoutPaid']]);
  expect((await alarmsOf(moved)).withoutGateway).toBe(0);
});

slow('sends an unsent order only through the gateway where it was ordered', async () => {
  await set('payoutsOn', false);
  const orders = [await signed('7711'), await signed('7712')];
  await set('payoutsOn', true);
  await approveDue(workCtx(app.context));
  for (const { loanId } of orders) {
    expect(await payoutOf(loanId)).toMatchObject({ state: 'ready', gateway: 'sandbox' });
  }
  await worksOn(forgetful);
  const [unsent, ended] = [
    await payoutOf(orders[0]?.loanId ?? ''),
    await payoutOf(orders[1]?.loanId ?? ''),
  ];
  for (const { id, state, attempts } of [unsent, ended])
    expect([state, attempts, await ordersAt(other, id)]).toEqual(['ready', 0, 0]);
  const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
  const say = async (who: typeof ana, outcome: string, more = {}) =>
    await who.ask(
      'payout resolve',
      { id: ended.id, outcome, ...more },
      { reason: 'that gateway is closed' },
    );
  expect(await say(ana, 'paid', { paidAt: app.clocks.now().toString() })).toMatchObject({
    status: 422,
    wrong: expect.stringMatching(/has not left/),
  });
  await say(ana, 'failed');
  expect((await say(ben, 'failed')).data.payout).toMatchObject({ outcome: 'settled' });
  expect(await loanState(orders[1]?.loanId ?? '')).toEqual({
    state: 'failed',
    failure: 'neverPaid',
  });

  await worksOn(moved);
  expect([
    paidBy(app.bank, unsent.id),
    paidBy(app.bank, ended.id),
    await ordersAt(other, unsent.id),
  ]).toEqual([['payoutPaid'], [], 0]);
  expect((await loanState(orders[0]?.loanId ?? '')).state).toBe('success');
  // A new loan is paid out through the new gateway.
  const { loanId } = await signed('7713');
  await worksOn(moved);
  const { id, gateway } = await payoutOf(loanId);
  expect([gateway, paidBy(other, id), paidBy(app.bank, id)]).toEqual(['other', ['payoutPaid'], []]);
  await expect(
    sql`update payouts set gateway = 'sandbox' where id = ${id}`.execute(app.db),
  ).rejects.toThrow('permission denied');
});

slow.each<[string, () => Promise<Bank>]>([
  [
    'after the deduplication period',
    async () => {
      await later(app.context.bank.deduplicatesForMs);
      return app.context.bank;
    },
  ],
  [
    'by another account at the same gateway',
    async () => ({ ...app.context.bank, account: 'another' }),
  ],
])('does not resend an order without a response %s', async (_, bankOf) => {
  const before = (await alarmsOf(app)).payoutsUnknown ?? 0;
  const { loanId } = await signed('0010');
  await later(0);
  const { id } = await payoutOf(loanId);
  await set('payoutsOn', false);
  const bank = await bankOf();
  await set('payoutsOn', true);
  const server = await app.another({ bank, earlierBanks: [] });
  await worksOn(server);
  expect([(await payoutOf(loanId)).state, await ordersAt(app.bank, id)]).toEqual(['unknown', 0]);
  expect((await alarmsOf(server)).payoutsUnknown).toBe(before + 1);
});

slow('does not resend an accepted payout that its gateway no longer shows', async () => {
  await app.bank.call('/control/behave', { payDelayMs: 24 * hourMs });
  const { loanId } = await signed('7714');
  await later(0);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'sent', gateway_id: expect.any(String) });
  const sent: string[] = [];
  const empty: Bank = {
    ...app.context.bank,
    findPayout: async () => ({ found: false }),
    sendPayout: async ({ reference }) => {
      sent.push(reference);
      return { outcome: 'accepted', gatewayId: 'again' };
    },
  };
  await worksOn(await app.another({ bank: empty, earlierBanks: [] }));
  expect([sent.includes((await payoutOf(loanId)).id), (await payoutOf(loanId)).state]).toEqual([
    false,
    'unknown',
  ]);
  await app.bank.call('/control/behave', { payDelayMs: 0 });
});

slow('counts the deduplication period from a first attempt that exceeds the float', async () => {
  const { loanId } = await signed('7717');
  await approveDue(workCtx(app.context));
  const { id } = await payoutOf(loanId);
  const sent: string[] = [];
  const poor: Bank = {
    ...app.context.bank,
    balance: async () => ({ outcome: 'unknown', reason: 'it does not tell' }),
    findPayout: async () => ({ found: false }),
    sendPayout: async ({ reference }) => {
      if (reference === id) sent.push(reference);
      if (sent.length > 1) return { outcome: 'unknown', reason: 'no answer in time' };
      return { outcome: 'notTaken', reason: 'insufficientBalance' };
    },
  };
  const server = await app.another({ bank: poor, earlierBanks: [] });
  const look = async () => await pollPayouts(workCtx(server.context), handlersOf());
  await look();
  expect([sent.length, (await payoutOf(loanId)).waits_for]).toEqual([1, 'float']);
  app.clocks.addMs(poor.deduplicatesForMs - 600_000);
  await look();
  expect([sent.length, (await payoutOf(loanId)).waits_for]).toEqual([2, null]);
  for (let minutes = 0; minutes < 30; minutes += 5) {
    app.clocks.addMs(300_000);
    await look();
  }
  expect([sent.length > 2, (await payoutOf(loanId)).state]).toEqual([true, 'unknown']);
  const before = sent.length;
  for (let hours = 0; hours < 3; hours++) {
    app.clocks.addMs(hourMs);
    await look();
  }
  expect([sent.length, (await payoutOf(loanId)).state]).toEqual([before, 'unknown']);
});

test.each([
  ['sends an order of this minute immediately', 0, ['send']],
  ['looks up an older order before it is first sent', 61_000, ['find', 'send']],
])('%s', async (_, ageMs, expectedCalls) => {
  const { loanId } = await signed('7715');
  await approveDue(workCtx(app.context));
  const { id } = await payoutOf(loanId);
  app.clocks.addMs(ageMs);
  const calls: string[] = [];
  const { findPayout, sendPayout } = app.context.bank;
  const watched: Bank = {
    ...app.context.bank,
    findPayout: async (reference) => {
      if (reference === id) calls.push('find');
      return await findPayout(reference);
    },
    sendPayout: async (order) => {
      if (order.reference === id) calls.push('send');
      return await sendPayout(order);
    },
  };
  const server = await app.another({ bank: watched, earlierBanks: [] });
  await pollPayouts(workCtx(server.context), handlersOf());
  expect(calls).toEqual(expectedCalls);
});

const handlersOf = () => {
  const none = { lock: async () => {}, settled: async () => {} };
  return { loan: none, refund: none };
};

slow('ignores a gateway’s report about a payout that was ordered at another gateway', async () => {
  await app.bank.call('/control/behave', { payDelayMs: 24 * hourMs });
  const { loanId } = await signed('7716');
  await later(0);
  const { id, amount_centavos } = await payoutOf(loanId);
  await other.order(id, '1000007716', { amountCentavos: Number(amount_centavos) });
  await worksOn(moved);
  expect(paidBy(other, id)).toEqual(['payoutPaid']);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'sent', paid_at: null });
  expect(moved.logLines.some((line) => line.includes('was ordered at another'))).toBe(true);
  await app.bank.call('/control/behave', { payDelayMs: 0 });
});
