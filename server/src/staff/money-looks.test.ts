// What finance reads about money: what keeps a payout, the float, refunds, and an entry's story.
import { refundApply } from '@sandali/contract/refund.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { balanceOf } from '#/ledger/ledger.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { currentCluster, storeCluster } from '#/payout/store.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { wireInstant } from '#/platform/days.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';
import { testOps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const { bankAccount, signed, later, until } = payoutSteps(app);
const { debtor, codeFor, pay, bookPayments, reversePayment } = moneySteps(app);
const reason = { reason: 'as agreed, ticket 812' };
const peso = 100;

async function set(name: 'payoutsOn' | 'gatewaysOff', value: unknown): Promise<void> {
  await storeSetting(app.db, name, value, 'test', app.clocks.now());
  app.context.settings.forget();
}

/** Holds payouts as after a failover, or ends the hold. */
async function hold(at: Temporal.Instant | null): Promise<void> {
  const name = await currentCluster(app.db);
  await inTx(app.db, (tx) => storeCluster(tx, { name }, app.clocks.wall()));
  await sql`update database_cluster set held_at = ${at}, lost_from_at = ${at}`.execute(app.db);
}

slow('payout list says what keeps a payout, since when, and when it is tried again', async () => {
  const { loanId } = await signed('0010');
  await approveDue(workCtx(app.context));
  const keeps = async () => {
    const rows = (await ana.ask('payout list')).data.payouts as Record<string, unknown>[];
    return rows.map(({ reason, reasonText, since, retryAt }) => [
      ...[reason, reasonText],
      ...[since, retryAt],
    ]);
  };
  expect(await keeps()).toEqual([]);
  const now = app.clocks.now();
  await set('gatewaysOff', ['bank.sandbox']);
  expect(await keeps()).toEqual([
    ['gatewayOff', 'The gateway sandbox is switched off.', null, null],
  ]);
  await set('payoutsOn', false);
  expect(await keeps()).toEqual([
    ['switchedOff', 'Payouts are switched off.', wireInstant(now), null],
  ]);
  await hold(app.clocks.wall());
  expect(await keeps()).toEqual([
    ['held', expect.stringContaining('Held after a failover'), wireInstant(now), null],
  ]);
  await hold(null);
  await set('payoutsOn', true);
  await set('gatewaysOff', []);
  const float = (floatCentavos: number | null) =>
    app.bank.call('/control/behave', { floatCentavos });
  await float(100);
  await later(0);
  expect(await keeps()).toEqual([
    [
      'float',
      'Our balance at sandbox is too small.',
      wireInstant(now),
      wireInstant(now.add({ seconds: 30 })),
    ],
  ]);
  await float(null);
  await until(loanId, 'unknown');
  expect(await keeps()).toEqual([
    ['unknown', expect.stringContaining('no clear answer'), expect.any(String), expect.any(String)],
  ]);
  const [unknown] = (await ana.ask('payout list')).data.payouts as { amountCentavos: number }[];
  expect((await ana.ask('float show')).data.gateways).toMatchObject([
    { sent: 1, sentCentavos: unknown?.amountCentavos, waiting: 0, waitingCentavos: 0 },
  ]);
  await until(loanId, 'paid');
  expect(await keeps()).toEqual([]);
});

test('float show asks a gateway again only if its last balance is old', async () => {
  await app.context.bank.balance();
  let requests = 0;
  const { balance } = app.context.bank;
  const bank = {
    ...app.context.bank,
    balance: async () => {
      requests += 1;
      return ageMs === null ? ({ outcome: 'unknown', reason: 'of this test' } as const) : balance();
    },
  };
  let ageMs: number | null = 60_000;
  const metrics = {
    ...app.context.metrics,
    lastBalance: (name: string) => {
      const last = app.context.metrics.lastBalance(name);
      return last && ageMs !== null ? { ...last, ageMs } : null;
    },
  };
  const { ask } = await testOps({ ...app.context, bank, metrics }).person('engineer');
  const shown = async () =>
    (await ask('float show')).data as Record<string, number> & {
      gateways: Record<string, unknown>[];
    };
  const now = app.clocks.now();
  const recent = await shown();
  expect(requests).toBe(0);
  expect(recent.gateways).toMatchObject([
    { gateway: 'sandbox', balanceAt: wireInstant(now.subtract({ minutes: 1 })) },
  ]);
  expect(BigInt(recent.booksCentavos ?? 0)).toBe(
    await balanceOf(app.db, { kind: 'gateway.float', ownerId: null }),
  );
  expect(recent.differenceCentavos).toBe(
    (recent.balanceCentavos ?? 0) - (recent.booksCentavos ?? 0),
  );
  ageMs = 121_000;
  const old = await shown();
  expect([requests, old.gateways[0]?.balanceAt]).toEqual([1, wireInstant(now)]);
  ageMs = null;
  expect(await shown()).toMatchObject({
    booksCentavos: recent.booksCentavos,
    balanceCentavos: null,
    differenceCentavos: null,
    gateways: [{ balanceCentavos: null, balanceAt: null }],
  });
});

slow('refunds are listed while they are on their way, and kept money with its cause', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 61_000 * peso));
  const kept = async () => {
    const rows = (await ana.ask('refund kept')).data.kept as Record<string, unknown>[];
    return rows.map(({ amountCentavos, cause, waitsFor }) => [amountCentavos, cause, waitsFor]);
  };
  expect(await kept()).toEqual([
    [1_000 * peso, 'paid more than was owed', expect.stringContaining('to ask for it')],
  ]);
  const accountId = await bankAccount(anna, '001234560007');
  await anna.client.must(refundApply, { accountId, amountCentavos: 1_000 * peso });
  expect(await kept()).toEqual([]);
  const { refunds } = (await ana.ask('refund list')).data as {
    refunds: { id: string; payout: string }[];
  };
  expect(refunds).toMatchObject([
    { amountCentavos: 1_000 * peso, receiver: 'BDO Unibank ••0007', state: 'not sent yet' },
  ]);
  const { ask } = await ops.person('support');
  expect((await ask('refund list')).data.refunds).toMatchObject([{ receiver: null }]);
  await app.until('the refund to fail', async () => (await kept()).length === 1);
  expect(await kept()).toEqual([
    [1_000 * peso, 'a refund failed', expect.stringContaining('another account')],
  ]);
  expect((await ana.ask('refund list')).data.refunds).toEqual([]);
  for (const reference of [refunds[0]?.id, refunds[0]?.payout]) {
    const { entries } = (await ana.ask('ledger find', { reference })).data;
    expect(entries).toMatchObject([{ kind: 'refund.failed' }, { kind: 'refund.ordered' }]);
  }
});

slow('an entry tells its lines, its payment, the two people, and what took it back', async () => {
  const { anna } = await debtor(8);
  await app.bank.call('/control/behave', { payment: 'silent' });
  const { body } = await app.bank.call('/control/pay', {
    code: '771234509876',
    force: true,
    amountCentavos: 5_000 * peso,
  });
  await bookPayments(body.id);
  const [money] = (await ana.ask('suspense list')).data.money as { id: string }[];
  const wish = { id: money?.id, person: anna.life.phone };
  for (const person of [ana, ben]) {
    const { wrong } = await person.ask('suspense assign', wish, reason);
    expect(wrong).toBe('');
  }
  await app.work();
  await reversePayment(body.id);
  await explainAll(app.owner);
  const unmatched: { id: string; kind: string }[] = [];
  let story: Record<string, unknown> = {};
  const reads = await readsOf(app.owner, async () => {
    const { data } = await ana.ask('ledger find', { reference: body.id });
    unmatched.push(...(data.entries as typeof unmatched));
    const byReceipt = await ana.ask('ledger find', { reference: money?.id });
    const entries = byReceipt.data.entries as typeof unmatched;
    expect(entries.map(({ kind }) => kind)).toEqual([
      'payment.reversed',
      'suspense.assigned',
      'money.unmatched',
    ]);
    const shown = await ana.ask('ledger entry', { id: entries[1]?.id });
    story = shown.data.entry as typeof story;
    expect(story.reversedBy).toBe(entries[0]?.id);
  });
  expect(fullReadsOf(reads)).toEqual([]);
  expect(unmatched.map(({ kind }) => kind)).toEqual(['money.unmatched']);
  expect(story).toMatchObject({
    kind: 'suspense.assigned',
    cause: 'money in suspense got its owner',
    payment: { receipt: money?.id, id: body.id, gateway: 'sandbox', code: '771234509876' },
    decisions: [
      { act: 'suspense', proposedBy: ana.name, confirmedBy: ben.name, reason: reason.reason },
    ],
    isChained: false,
    related: [
      { id: unmatched[0]?.id, kind: 'money.unmatched' },
      { kind: 'payment.reversed', isReversal: true },
    ],
  });
  const lines = story.lines as { account: string; amountCentavos: number }[];
  expect(lines.find(({ account }) => account === 'suspense')?.amountCentavos).toBe(5_000 * peso);
  expect(lines.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)).toBe(0);
});
